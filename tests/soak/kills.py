"""Kill -9 of all processes while phones write: what was acknowledged, what is lost, what stands twice."""

import json
import os
import random
import signal
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

from tests.setup.site import Site
from tests.soak.browser import FAILURES, Answer, Browser, address_of, running

WRITERS = 4


class Writer(Thread):
    """A phone that writes one number after another into its sheet, each until it is acknowledged; where
    nobody answers it goes to the next of its `doors`, where it is told when to come again, it waits; between
    two it makes a `pause`.
    """

    def __init__(self, port: int, seed: int, doors: Sequence[int] = (), pause: float = 0.0) -> None:
        super().__init__(daemon=True)
        self.browser, self.doors = Browser(port, address_of(seed)), cycle(doors)
        self.enough, self.pause = Event(), pause
        self.sheet = self.browser.new_sheet()
        self.seed, self.acknowledged = seed, list[int]()
        self.refusals, self.slowest = list[Answer](), 0.0

    def run(self) -> None:
        while not self.enough.is_set():
            number = len(self.acknowledged) + 1
            name = f"soak-{self.seed}-{number:06}"
            begun = time.monotonic()
            try:
                answer = self.browser.write(self.sheet, str(number % 9), number - 1, name)
            except FAILURES:
                self.browser.port = next(self.doors, self.browser.port)
                self.enough.wait(0.05)
                continue
            self.slowest = max(self.slowest, time.monotonic() - begun)
            if answer.status == 200:
                self.acknowledged.append(json.loads(answer.body)["entry"])
                self.enough.wait(self.pause)
            else:
                self.refusals.append(answer)
                self.enough.wait(float(answer.headers.get("Retry-After", 0)))

    def kept(self) -> list[int]:
        """The numbers of the entries that the site has."""
        found = json.loads(self.browser.ask(f"{self.sheet}/export.json").body)
        return [entry["number"] for entry in found["entries"]]


def run(data: Path, kills: int, seconds: float, chance: random.Random) -> str:
    """One line of figures."""
    end, writers, done = time.monotonic() + seconds, list[Writer](), 0
    while done < kills and time.monotonic() < end:
        with running(data) as site:
            if not writers:
                writers = [Writer(site.port, n) for n in range(WRITERS)]
                for writer in writers:
                    writer.start()
            for writer in writers:
                writer.browser.port = site.port
            until_all_have_written(writers, end)
            time.sleep(chance.random())
            kill(site)
            done += 1
    with running(data) as site:
        for writer in writers:
            writer.browser.port = site.port
        until_all_have_written(writers, time.monotonic() + 30)
        stop(writers)
        return f"kills: {done} survived, {counted(writers)}"


def until_all_have_written(writers: list[Writer], end: float) -> None:
    """Each once more, so that every kill meets a site at work."""
    before = [len(writer.acknowledged) for writer in writers]
    while time.monotonic() < end and any(
        len(writer.acknowledged) == so_far for writer, so_far in zip(writers, before, strict=True)
    ):
        time.sleep(0.02)


def stop(writers: list[Writer]) -> None:
    """Each after the answer that it waits for."""
    for writer in writers:
        writer.enough.set()
    for writer in writers:
        writer.join()


def kill(site: Site) -> None:
    """All processes of a site at once."""
    for number in [site.process.pid, *site.children()]:
        os.kill(number, signal.SIGKILL)


def counted(writers: list[Writer]) -> str:
    """What was acknowledged, and what became of it."""
    acknowledged = lost = doubled = 0
    for writer in writers:
        kept = writer.kept()
        acknowledged += len(writer.acknowledged)
        lost += len(set(writer.acknowledged) - set(kept))
        doubled += len(kept) - len(set(writer.acknowledged) | set(kept))
        doubled += len(writer.acknowledged) - len(set(writer.acknowledged))
        doubled += max(0, len(kept) - len(writer.acknowledged))
    return f"{acknowledged} acknowledged, {lost} lost, {doubled} doubled"
