"""Kill -9 of all processes while phones write: what was acknowledged, what is lost, what stands twice."""

import json
import os
import random
import signal
import time
from pathlib import Path
from threading import Event, Thread

from tests.setup.site import Site
from tests.soak.browser import FAILURES, Browser, running

WRITERS = 4


class Writer(Thread):
    """A phone that writes one number after another into its sheet, each until it is acknowledged."""

    def __init__(self, port: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.browser, self.enough = Browser(port), Event()
        self.sheet = self.browser.new_sheet()
        self.seed, self.acknowledged = seed, list[int]()

    def run(self) -> None:
        while not self.enough.is_set():
            number = len(self.acknowledged) + 1
            name = f"soak-{self.seed}-{number:06}"
            try:
                answer = self.browser.write(self.sheet, str(number % 9), number - 1, name)
            except FAILURES:
                self.enough.wait(0.05)
                continue
            if answer.status == 200:
                self.acknowledged.append(json.loads(answer.body)["entry"])

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
            _until_all_have_written(writers, end)
            time.sleep(chance.random())
            _kill(site)
            done += 1
    with running(data) as site:
        for writer in writers:
            writer.browser.port = site.port
        _until_all_have_written(writers, time.monotonic() + 30)
        for writer in writers:
            writer.enough.set()
            writer.join()
        return _told(done, writers)


def _until_all_have_written(writers: list[Writer], end: float) -> None:
    """Each once more, so that every kill meets a site at work."""
    before = [len(writer.acknowledged) for writer in writers]
    while time.monotonic() < end and any(
        len(writer.acknowledged) == so_far for writer, so_far in zip(writers, before, strict=True)
    ):
        time.sleep(0.02)


def _kill(site: Site) -> None:
    for number in [site.process.pid, *site.children()]:
        os.kill(number, signal.SIGKILL)


def _told(kills: int, writers: list[Writer]) -> str:
    acknowledged = lost = doubled = 0
    for writer in writers:
        kept = writer.kept()
        acknowledged += len(writer.acknowledged)
        lost += len(set(writer.acknowledged) - set(kept))
        doubled += len(kept) - len(set(writer.acknowledged) | set(kept))
        doubled += len(writer.acknowledged) - len(set(writer.acknowledged))
        doubled += max(0, len(kept) - len(writer.acknowledged))
    return f"kills: {kills} survived, {acknowledged} acknowledged, {lost} lost, {doubled} doubled"
