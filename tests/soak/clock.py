"""The clock of a running site put a day forward, right again, a day back and right again."""

import re
import shutil
import struct
import subprocess
import time
from collections import Counter
from functools import partial
from itertools import count
from pathlib import Path

from scoring.joining import CODE_LENGTH
from tests.setup.site import start
from tests.soak import kills
from tests.soak.browser import FAILURES, Browser, address_of, variables
from tests.soak.paper import Player
from tests.soak.times import Times

WRITERS = 4
DAYS = (0, 1, 0, -1, 0)  # that it goes before the right time
DAY = 24 * 3600
SOURCE = Path(__file__).with_suffix(".c")
BETWEEN_ENTRIES, BETWEEN_LOOKS = 0.2, 0.05  # seconds
LATE = 10.0  # seconds after which news are none
MOST_WRONG = 60  # codes
LOOKS = 5
CODE = re.compile(r'class="join-code">(\d+) (\d+)<')


def run(data: Path, seconds: float) -> str:
    """One line of figures; each time on the clock has its share of the seconds."""
    compiler = shutil.which("cc")
    if compiler is None:
        return "clock: no compiler here, gcc is a package of Debian"
    library, shift = data / "clock.so", data / "clock"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, SOURCE], check=True)
    put(shift, 0)
    shifted = {"LD_PRELOAD": str(library), "CLOCK_SHIFT": str(shift), "LIMITS": "1"}
    shifted |= {"PUBLIC_URL": "http://grimoire.example"}  # a site that other phones don't reach shows no code
    with start(data, **(variables(data) | shifted)) as site:
        site.wait_until_whole()
        writers = [kills.Writer(site.port, n, pause=BETWEEN_ENTRIES) for n in range(WRITERS)]
        for writer in writers:
            writer.start()
        evening = Evening(site.port)
        for days in DAYS:
            put(shift, days)
            evening.goes_on(time.monotonic() + seconds / len(DAYS))
        kills.stop(writers)
        refused = Counter(answer.status for writer in writers for answer in writer.refusals)
        dates = ", ".join(evening.dates)
        return f"clock: {dates}: {kills.counted(writers)}, refused {dict(refused)}; {evening.told()}"


def put(shift: Path, days: int) -> None:
    """Puts the clock, for programs that run already as well: they have the file before them."""
    with shift.open("r+b" if shift.exists() else "xb") as file:
        file.write(struct.pack("l", days * DAY))


class Evening:
    """What people do beside those who write: they watch, join, guess, begin sheets, ask for hints."""

    def __init__(self, port: int) -> None:
        self.port, self.people = port, count(WRITERS)
        self.owner, self.player = self._somebody(), Player(port, float("inf"))
        self.sheet, self.entries = self.owner.new_sheet(), 0
        self.guesser = self._somebody()
        self.guesser.ask("/join")
        self.news, self.joined, self.begun, self.hints, self.health = (Times() for _ in range(5))
        self.longest_wait, self.dates = 0, list[str]()

    def goes_on(self, end: float) -> None:
        """At one time on the clock."""
        self.dates.append(self.owner.ask("/healthz").headers["Date"][5:11])
        self._guess_until_refused()
        self.joined.of(self._joins_by_the_code_on_the_page)
        self.begun.of(lambda: self._somebody().new_sheet().startswith("/score/"))
        self.health.of(lambda: self.owner.ask("/healthz").body.startswith("ok"))
        self.hints.of(partial(self.player.is_given_a_hint, self.player.new_match()))
        while time.monotonic() < end:
            self.news.of(self._hears_of_an_entry)
            time.sleep(BETWEEN_ENTRIES)

    def told(self) -> str:
        return (
            f"news {self.news}; joined by the code on the page {self.joined}; sheets begun {self.begun}; "
            f"hints {self.hints}; healthy {len(self.health.seconds)} of {self.health.tried}; "
            f"who guessed codes was told to wait {self.longest_wait} s at most"
        )

    def _somebody(self) -> Browser:
        return Browser(self.port, address_of(next(self.people)))

    def _hears_of_an_entry(self) -> bool:
        """A phone that polls, and heard before that nothing is new."""
        asked = f"{self.sheet}/totals?v={self.entries}"
        self.owner.ask(asked)
        written = self.owner.write(
            self.sheet, str(self.entries % 9), self.entries, f"clock-{self.entries:06}"
        )
        self.entries += written.status == 200
        end = time.monotonic() + LATE
        while self.owner.ask(asked).status == 204 and time.monotonic() < end:
            time.sleep(BETWEEN_LOOKS)
        return written.status == 200 and time.monotonic() < end

    def _joins_by_the_code_on_the_page(self) -> bool:
        """A page that finds the database busy leaves the code out: whoever wants it looks again."""
        looks = (CODE.search(self.owner.ask(f"{self.sheet}/share").body) for _ in range(LOOKS))
        shown = next(filter(None, looks), None)
        other = self._somebody()
        other.ask("/join")
        return bool(shown) and other.send("/join", code="".join(shown.groups())) == self.sheet

    def _guess_until_refused(self) -> None:
        for _ in range(MOST_WRONG):
            try:
                self.guesser.send("/join", code="0" * CODE_LENGTH)
            except FAILURES as error:
                headers = getattr(error, "headers", {})
                if wait := int(headers.get("Retry-After", 0)):
                    self.longest_wait = max(self.longest_wait, wait)
                    return
