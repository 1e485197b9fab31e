"""How fast evenings are, in seconds of CPU: python -m tests.night.figures, or script/night --figures."""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

import django

django.setup()

from simulator.game import played_games  # noqa: E402
from tests.night.night import Lost, one, steady  # noqa: E402
from tests.night.sheets import SheetEvening  # noqa: E402

FIRST = 1  # seed
SHEETS, TABLES = 12, 3  # evenings; of tables so many a game
ENTRIES, MOVES = 36, 100  # which an evening of the target has
DAILY = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not thorough"]
DAILY += ["tests/night/test_night.py"]


class Run:
    """Some evenings, and what they took; the first one, which reads templates and content, isn't counted."""

    def __init__(self, kind: str, games: list[str], evenings: int, watched: bool = True) -> None:
        one(kind, games[0], 0, Counter(), None, watched)
        self.count, self.evenings = Counter[str](), evenings * len(games)
        begun = time.process_time()
        for n in range(self.evenings):
            found = one(kind, games[n % len(games)], FIRST + n, self.count, None, watched)
            if isinstance(found, Lost):
                print(f"lost: {found}")
        self.spent = time.process_time() - begun

    def tells(self, what: str, whole: int) -> str:
        """Evenings a minute as they come, and of so many entries or moves each."""
        done = self.count[what]
        return (
            f"{60 * self.evenings / self.spent:5.1f} a minute as they come ({done / self.evenings:.0f} {what}"
            f" and {self.count['requests'] / self.evenings:.0f} requests each),"
            f" {60 * done / whole / self.spent:5.1f} of {whole} {what}"
        )

    @property
    def requests(self) -> float:
        return self.count["requests"] / self.spent


@contextmanager
def two_phones() -> Iterator[None]:
    with patch.object(SheetEvening, "PHONES", (2,)):
        yield


def daily() -> tuple[str, float]:
    """What pytest says of the daily evenings, and the seconds that it took with its beginning."""
    before = os.times()
    said = subprocess.run(DAILY, capture_output=True, text=True, env=os.environ).stdout
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return said.strip().splitlines()[-1], spent


def loop() -> float:
    """Seconds for ten million rounds of nothing: what this computer is."""
    begun = time.process_time()
    for _ in range(10_000_000):
        pass
    return time.process_time() - begun


def main() -> None:
    say: Callable[[str], None] = lambda line: print(line, flush=True)  # noqa: E731
    steady()
    say(f"this computer: {loop():.2f} s for ten million rounds of an empty loop")
    with two_phones():
        watched = Run("sheet", ["poison"], SHEETS)
        unwatched = Run("sheet", ["poison"], SHEETS, watched=False)
    say(f"sheets, two phones:  {watched.tells('entries written', ENTRIES)} (30)")
    tables = Run("table", sorted(played_games()), TABLES)
    blind = Run("table", sorted(played_games()), TABLES, watched=False)
    say(f"tables of all games: {tables.tells('moves made', MOVES)} (8)")
    for what, seen, unseen in (("sheets", watched, unwatched), ("tables", tables, blind)):
        say(
            f"requests a second, {what}: {seen.requests:.0f} with all checks (25),"
            f" {unseen.requests:.0f} without (60)"
        )
    said, spent = daily()
    say(f"every day: {spent:.0f} s (40): {said}")


if __name__ == "__main__":
    main()
