"""How much memory a site takes after an evening: phones that poll, documents that are printed, hints."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread

from tests.soak.browser import running
from tests.soak.crowd import Crowd
from tests.soak.lines import Lines
from tests.soak.paper import Player, addresses, reads
from tests.soak.processes import memory

CHANGES = 1.0  # a second, at all tables
BETWEEN_LOOKS = 1.0


def run(data: Path, phones: int, rulebooks: int, seconds: float) -> str:
    """One line of figures, in megabytes."""
    end = time.monotonic() + seconds
    with running(data) as site:
        site.wait_until_whole()
        before, most = memory(site), Counter[str]()
        lines = Lines(site.port)
        crowd = Crowd(lines)
        crowd.keep_writing(crowd.sits_down(phones), CHANGES)
        player = Player(site.port, end)
        with ThreadPoolExecutor(rulebooks + 1) as people:
            made = [people.submit(reads, site.port, address, end) for address in addresses(rulebooks)]
            hints = people.submit(player.plays, lambda: all(each.done() for each in made))
            polling = Thread(target=lines.run, args=[end])
            polling.start()
            while time.monotonic() < end:
                most = max(most, memory(site), key=lambda each: sum(each.values()))
                time.sleep(BETWEEN_LOOKS)  # an evening goes by
            polling.join()
        after = memory(site)
        lines.close()
    read = sum(each.result() for each in made)
    return (
        f"memory: {phones} phones, {len(crowd.polls)} polls, {read} of {rulebooks} rulebooks, "
        f"{hints.result()}; "
        f"MB before {_told(before)}; at most {_told(most)}; after {_told(after)}"
    )


def _told(found: Counter[str]) -> str:
    parts = ", ".join(f"{name} {size:.0f}" for name, size in found.most_common())
    return f"{sum(found.values()):.0f} ({parts})"
