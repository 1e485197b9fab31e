"""Rulebooks that nobody has made yet, ten at once: hints and pages beside the press, and memory."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from urllib.parse import urlencode

from rulebook.content import reading
from rulebook.printing import menu, store
from scoring.management.commands import printer
from tests.soak.browser import FAILURES, Browser, running
from tests.soak.processes import memory
from tests.soak.times import Times

GAME = "potions"
AT_LEAST = 20  # hints
PAGES = ("/rules/poison", "/score/poison", "/play/wizwar", "/print/alchemists")
BETWEEN_LOOKS = 1.0  # seconds, of who waits for paper


def run(data: Path, rulebooks: int, seconds: float) -> str:
    """One line of figures. Up to half of the time the press makes ahead what menus open: the start is a site
    that has nothing to do.
    """
    end = time.monotonic() + seconds
    with running(data) as site:
        site.wait_until_whole()
        ahead = _made_ahead(data, end - seconds / 2)
        player = Player(site.port, end)
        alone = player.plays(lambda: True)
        before = memory(site)
        with ThreadPoolExecutor(rulebooks) as readers:
            made = [readers.submit(reads, site.port, address, end) for address in addresses(rulebooks)]
            beside = player.plays(lambda: all(each.done() for each in made))
        after = memory(site)
    return (
        f"paper: {ahead} documents ahead, {sum(each.result() for each in made)} of {rulebooks} rulebooks; "
        f"alone {alone}, beside the press {beside}; "
        f"all processes {sum(before.values()):.0f} MB before, {sum(after.values()):.0f} MB after"
    )


class Player:
    """Somebody who asks for hints, each in a match of its own: one that was given is given again at once."""

    def __init__(self, port: int, end: float) -> None:
        self.browser, self.end, self.matches = Browser(port), end, 0
        self.browser.ask(f"/score/{GAME}")  # gives the token of forms

    def plays(self, is_enough: Callable[[], bool]) -> str:
        """Hints and pages by turns; how long they took."""
        hints, pages = Times(), Times()
        while time.monotonic() < self.end and (hints.tried < AT_LEAST or not is_enough()):
            hints.of(partial(self.is_given_a_hint, self.new_match()))
            pages.of(partial(self.browser.opens, PAGES[self.matches % len(PAGES)]))
        return f"hints {hints}, pages {pages}"

    def new_match(self) -> str:
        """The address of a new match, in which this person begins."""
        self.matches += 1
        rows = {"kind-0": "here", "kind-1": "greedy", "kind-2": "greedy"}
        fields = {**rows, "option-first_player": "1", "seed": str(self.matches)}
        return self.browser.send(f"/play/{GAME}", **fields)

    def is_given_a_hint(self, match: str) -> bool:
        self.browser.send(f"{match}/hint", ply="0")
        return True


def addresses(wanted: int) -> Iterator[str]:
    """So many rulebooks that no menu opens unchanged."""
    return islice(_addresses(), wanted)


def _addresses() -> Iterator[str]:
    for game_id in reading.game_ids():
        for boxes in ("", *(box.id for box in reading.whole(game_id).boxes)):
            for language in ("", "/en"):
                asked = urlencode({"paper": "letter", "boxes": boxes})
                yield f"{language}/print/{game_id}/rulebook.pdf?{asked}"


def reads(port: int, address: str, end: float) -> bool:
    """Whether a rulebook was there in time, for somebody who goes on asking."""
    browser = Browser(port)
    while time.monotonic() < end:
        with suppress(*FAILURES):
            if browser.opens(address):
                return True
        time.sleep(BETWEEN_LOOKS)
    return False


def _made_ahead(data: Path, end: float) -> int:
    """How many documents of menus the press has made, once it has made all of them."""
    wanted, folder = len(menu.opened(printer.of_scoring)), data / "print" / store.menu_dir().name
    while len(list(folder.glob("*.pdf"))) < wanted and time.monotonic() < end:
        time.sleep(BETWEEN_LOOKS)
    return len(list(folder.glob("*.pdf")))
