"""The first visit of a phone, with nothing cached: what is transferred, when the largest part is painted, and
what moves. `pytest tests/browser/test_first_visit.py -s` prints the figures.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import ROOT, Phones, environment_of, served

pytestmark = [pytest.mark.thorough, pytest.mark.alone]  # by the clock, so it says little on a busy computer

SLOWED = 4  # times
SPEED, LATENCY = 1_600_000 / 8, 150  # bytes a second, milliseconds: a slow mobile network
MOST_BYTES, MOST_SECONDS = 75_000, 1.8
PAGES = [
    "/",
    "/rules/wizwar",
    "/rules/wizwar/sight",
    "/rules/wizwar/sight.corner",
    "/rules/poison/overflow.take",
    "/rules/poison/turn.start",  # without a figure
    "/rules/alchemists/reference",
    "/rules/alchemists/setup?players=4",
    "/rules/potions/cards",
    "/score/poison",
    "/evenings",
]
WATCH = """() => {
    window.seen = { paint: 0, shift: 0, moved: [] };
    const told = ({ node, previousRect: from, currentRect: to }) =>
        [(node?.outerHTML || node?.textContent || "").slice(0, 80), JSON.stringify(from), JSON.stringify(to)];
    new PerformanceObserver((list) => list.getEntries().forEach((each) => { seen.paint = each.startTime; }))
        .observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => list.getEntries().forEach((each) => {
        seen.shift += each.value;
        seen.moved.push(...each.sources.map(told));
    })).observe({ type: "layout-shift", buffered: true });
}"""


@pytest.fixture(scope="module")
def compressed_site(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[str]:
    """The site with its files compressed, as `script/server` has them."""
    data = tmp_path_factory.mktemp("first") / "data"
    shutil.copytree(prepared, data)
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--clear", "-v", "0"]
    subprocess.run(command, cwd=ROOT, env=environment_of(data), check=True)
    with served(data) as address:
        yield address


def slow(page: Page) -> list[int]:
    """Slows a phone down; the list gathers how many bytes each answer took but those of fonts."""
    session, sizes, fonts = page.context.new_cdp_session(page), [], set()
    session.send("Network.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    conditions = {"offline": False, "latency": LATENCY}
    speeds = {"downloadThroughput": SPEED, "uploadThroughput": SPEED}
    session.send("Network.emulateNetworkConditions", conditions | speeds)

    def answered(event: dict[str, Any]) -> None:
        if event["type"] == "Font":
            fonts.add(event["requestId"])

    def loaded(event: dict[str, Any]) -> None:
        if event["requestId"] not in fonts:
            sizes.append(event["encodedDataLength"])

    session.on("Network.responseReceived", answered)
    session.on("Network.loadingFinished", loaded)
    return sizes


@pytest.mark.parametrize("address", PAGES)
def test_a_first_visit_is_light_and_quick(browser: Browser, compressed_site: str, address: str) -> None:
    """«First visit at most 75 KB before fonts; layout shift 0 and largest paint under 1.8 s at 4× slowed CPU
    and 1.6 Mbit/s».
    """
    phones = Phones(browser, compressed_site)
    page = phones()
    page.add_init_script(f"({WATCH})()")
    sizes = slow(page)
    page.goto(address, wait_until="networkidle")
    seen = page.evaluate("document.fonts.ready.then(() => seen)")
    phones.close()
    kilobytes, paint, shift = sum(sizes) / 1000, seen["paint"] / 1000, seen["shift"]
    print(f"\n{address}: {kilobytes:.0f} KB, largest paint {paint:.2f} s, layout shift {shift:.3f}", end="")
    assert kilobytes * 1000 <= MOST_BYTES
    assert paint <= MOST_SECONDS
    assert shift == 0, seen["moved"]


def glyphs(page: Page) -> dict[str, float]:
    """How many glyphs of a page each family on the device or of ours has drawn."""
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    nodes = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "main *"})["nodeIds"]
    found: dict[str, float] = {}
    for node in nodes:
        for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            found[font["familyName"]] = found.get(font["familyName"], 0) + font["glyphCount"]
    return found


def share_of_ours(page: Page) -> float:
    drawn = glyphs(page)
    return sum(n for family, n in drawn.items() if family.startswith("Alegreya")) / sum(drawn.values())


@pytest.mark.parametrize(
    "address", ["/", "/rules/wizwar/sight", "/score/poison", "/join", "/en/rules/poison/turn"]
)
def test_the_first_page_is_in_our_type_and_nothing_moves(
    browser: Browser, compressed_site: str, address: str
) -> None:
    """«The first page a person sees is in our type, layout shift 0 kept»; Latin words may wait.
    The next page has all.
    """
    phones = Phones(browser, compressed_site)
    page = phones()
    page.add_init_script(f"({WATCH})()")
    page.goto(address, wait_until="networkidle")
    seen = page.evaluate("document.fonts.ready.then(() => seen)")
    assert seen["shift"] == 0, seen["moved"]
    assert share_of_ours(page) > 0.9, glyphs(page)
    page.goto(address, wait_until="networkidle")
    assert share_of_ours(page) > 0.99, glyphs(page)
    phones.close()
