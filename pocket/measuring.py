"""The budgets of the pocket, each beside what was measured: sizes from the list, the rest in a real browser.

A browser's figures are by the clock: on a busy computer they say how busy it is.
"""

import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from pocket import editions

CHROMIUMS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
ARGS = ("--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking")
MEGABYTE = 1e6
PATIENCE = 30 * 60 * 1000  # milliseconds: also on a busy computer
TIMES = 5
TIMING = re.compile(r"pocket;dur=([\d.]+), kept;dur=([\d.]+)")
ASK = """async (path) => {
  const answer = await fetch(path);
  return [answer.headers.get("Server-Timing"), await answer.text()];
}"""
USAGE = "navigator.storage.estimate().then((estimate) => estimate.usage)"
Say = Callable[[str], None]


def measure(say: Say, site: str = "") -> None:
    """Prints each budget; those that take a browser only for a site that runs at an address."""
    made = editions.listed()
    if made is None:
        say("карман ещё не собран: script/pocket")
        return
    for what, is_optional, most in (("скачать без поиска, МБ", False, 8.5), ("поиск, МБ", True, 3.5)):
        sizes = (file["packed"] for file in made["files"] if file["optional"] is is_optional)
        told(say, what, sum(sizes) / MEGABYTE, most)
    if site:
        in_browser(say, site)


def told(say: Say, what: str, figure: float, most: float) -> None:
    """A line: what, how much, how much it may be."""
    say(f"{what}: {figure:.1f}, можно {most:.1f}{'' if figure <= most else ' — больше'}")


def in_browser(say: Say, site: str) -> None:
    """Takes the pocket along in a new profile and asks it for pages."""
    from playwright.sync_api import sync_playwright  # of requirements-dev.txt

    chromium = next(path for path in CHROMIUMS if Path(path).exists())
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as driver:
        how = {"executable_path": chromium, "args": [*ARGS]}
        context = driver.chromium.launch_persistent_context(profile, **how)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(f"{site}/pocket")
        begun = time.monotonic()
        page.locator("#pocket-take button").click()
        page.locator("[data-check], #pocket-stop").locator("visible=true").first.wait_for()
        told(say, "взять, с", time.monotonic() - begun, 20)
        say(page.locator("#pocket-said").inner_text())
        figures(say, page)
        told(say, "память страницы, МБ", largest_renderer() / MEGABYTE, 300)
        told(say, "место, МБ", page.evaluate(USAGE) / MEGABYTE, 90)
        context.close()
        context = driver.chromium.launch_persistent_context(profile, **how)
        page = context.new_page()
        begun = time.monotonic()
        page.goto(f"{site}/?pocket", timeout=PATIENCE)
        told(say, "первая страница нового браузера, с", time.monotonic() - begun, 2.5)
        context.close()


def figures(say: Say, page: Any) -> None:
    """What Python takes in the pocket for a rule."""
    game = re.search(r'href="/rules/(\w+)"', page.evaluate(ASK, "/?pocket")[1])[1]
    whole = page.evaluate(ASK, f"/rules/{game}/all?pocket")[1]
    clause = re.search(rf'href="(/rules/{game}/\w+\.\w+)"', whole)[1]
    times = [spent(page.evaluate(ASK, f"{clause}?pocket")) for _ in range(TIMES)]
    told(say, "правило, мс", median(python for python, _ in times), 150)


def spent(answer: tuple[str, str]) -> tuple[float, float]:
    """Milliseconds of Python and of keeping."""
    found = TIMING.search(answer[0])
    return float(found[1]), float(found[2])


def largest_renderer() -> int:
    """Bytes that the largest process of a browser's pages has in memory."""
    sizes = [0]
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (place / "cmdline").read_bytes():
                resident = re.search(r"VmRSS:\s+(\d+)", (place / "status").read_text(encoding="utf-8"))
                sizes.append(int(resident[1]) * 1024 if resident else 0)
        except OSError:  # it has ended meanwhile
            continue
    return max(sizes)
