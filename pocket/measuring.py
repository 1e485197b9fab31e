"""The budgets of the pocket, each beside what was measured: sizes from the list, the rest in a real browser.

A browser's figures are by the clock, which on a busy computer says how busy it is; beside them stand the
seconds of the processor that all of its processes took.
"""

import os
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
SEARCH = "/search?q=%D0%BA%D0%B0%D1%80%D1%82%D0%B0"  # «карта»
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


def told(say: Say, what: str, figure: float, most: float, processor: float = 0) -> None:
    """A line: what, how much, how much it may be, and what it took of the processor."""
    beside = f", процессора {processor:.1f} с" if processor else ""
    say(f"{what}: {figure:.1f}, можно {most:.1f}{'' if figure <= most else ' — больше'}{beside}")


def in_browser(say: Say, site: str) -> None:
    """Takes the pocket along in a new profile and asks it for pages."""
    from playwright.sync_api import sync_playwright  # of requirements-dev.txt

    chromium = next(path for path in CHROMIUMS if Path(path).exists())
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as driver:
        how = {"executable_path": chromium, "args": [*ARGS], "user_data_dir": profile}
        browser, begun = Browser(profile), time.monotonic()
        context = driver.chromium.launch_persistent_context(**how)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(f"{site}/pocket")
        page.locator("#pocket-take button").click()
        page.locator("[data-check], #pocket-stop").locator("visible=true").first.wait_for()
        told(say, "взять, с", time.monotonic() - begun, 20, browser.seconds())
        say(page.locator("#pocket-said").inner_text())
        figures(say, page)
        told(say, "память страницы сразу после установки, МБ", browser.largest() / MEGABYTE, 300)
        told(say, "место, МБ", page.evaluate(USAGE) / MEGABYTE, 90)
        context.close()
        begun = time.monotonic()
        context = driver.chromium.launch_persistent_context(**how)
        page = context.new_page()
        page.goto(f"{site}/?pocket", timeout=PATIENCE)
        told(say, "новый браузер до первой страницы, с", time.monotonic() - begun, 2.5, browser.seconds())
        told(say, "память страницы в нём, МБ", browser.largest() / MEGABYTE, 300)
        page.evaluate(ASK, f"{SEARCH}&pocket")
        told(say, "она же после поиска, МБ", browser.largest() / MEGABYTE, 300)
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


class Browser:
    """The processes of a browser with a profile of its own."""

    def __init__(self, profile: str) -> None:
        self.profile = profile.encode()

    def processes(self) -> dict[int, tuple[int, float, int]]:
        """Parent, seconds of the processor and bytes in memory of each."""
        every = dict(filter(None, map(_process, Path("/proc").glob("[0-9]*"))))
        ours = {pid for pid in every if self.profile in _command(pid)}
        while more := {pid for pid, (parent, *_) in every.items() if parent in ours} - ours:
            ours |= more
        return {pid: every[pid] for pid in ours}

    def seconds(self) -> float:
        """Of the processor, so far."""
        return sum(seconds for _, seconds, _ in self.processes().values())

    def largest(self) -> int:
        """Bytes that the largest of the processes with pages has in memory."""
        found = self.processes().items()
        return max((size for pid, (_, _, size) in found if b"--type=renderer" in _command(pid)), default=0)


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has ended meanwhile
        return b""


def _process(place: Path) -> tuple[int, tuple[int, float, int]] | None:
    try:
        fields = (place / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return int(place.name), (int(fields[1]), seconds, int(fields[21]) * os.sysconf("SC_PAGE_SIZE"))
