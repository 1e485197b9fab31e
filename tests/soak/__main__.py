"""`script/soak`: a line of figures for each part."""

import argparse
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import django

from tests.soak.balancer import PROGRAMS

PARTS = (
    "kills",
    "crowd",
    "hostile",
    "sockets",
    "paper",
    "memory",
    "busy",
    "disk",
    "locked",
    "clock",
    "worlds",
    "two",
    "upgrade",
)


def main() -> None:
    asked = arguments()
    django.setup()
    from tests.soak import (
        browser,
        busy,
        clock,
        crowd,
        disk,
        hostile,
        kills,
        locked,
        memory,
        paper,
        sockets,
        two,
        upgrade,
        worlds,
    )

    chance = random.Random(asked.seed)
    with tempfile.TemporaryDirectory(prefix="grimoire-soak-") as folder:
        data = Path(asked.data or folder).resolve()
        parts: dict[str, Callable[[], str]] = {
            "kills": lambda: kills.run(data, asked.kills, asked.seconds, chance),
            "crowd": lambda: crowd.run(data, asked.phones, asked.changes, asked.seconds),
            "hostile": lambda: hostile.run(data, asked.requests, asked.seconds, chance),
            "sockets": lambda: sockets.run(data, asked.sockets, asked.seconds),
            "paper": lambda: paper.run(data, asked.rulebooks, asked.seconds),
            "memory": lambda: memory.run(data, asked.evening, asked.rulebooks, asked.seconds),
            "busy": lambda: busy.run(data, asked.loops, asked.seconds),
            "disk": lambda: disk.run(data, asked.seconds),
            "locked": lambda: locked.run(data, asked.seconds),
            "clock": lambda: clock.run(data, asked.seconds),
            "worlds": lambda: worlds.run(asked.worlds, asked.seconds, chance),
            "two": lambda: two.run(data, asked.sites, asked.through, asked.phones, asked.seconds),
            "upgrade": lambda: upgrade.run(data, asked.sites, asked.through, asked.phones, asked.seconds),
        }
        wanted = asked.parts or list(parts)
        if set(wanted) - {"worlds", "two", "upgrade"}:
            browser.prepare(data)
        for name in wanted:
            print(parts[name](), flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/soak")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []])
    parser.add_argument("--seconds", type=float, default=600, help="for each part at most")
    parser.add_argument("--data", default="", help="a folder that stays, for runs that begin sooner")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--phones", type=int, default=250)
    parser.add_argument("--changes", type=float, default=2.5, help="a second, at all tables together")
    parser.add_argument(
        "--sockets", type=int, default=250, help="silent ones, and as many with half a header"
    )
    parser.add_argument("--sites", type=int, choices=(2, 3, 4), default=2, help="on one database")
    parser.add_argument("--through", choices=PROGRAMS, default="", help="the proxy before them")
    parser.add_argument("--evening", type=int, default=100, help="phones while memory is watched")
    parser.add_argument("--rulebooks", type=int, default=10)
    parser.add_argument("--loops", type=int, default=6, help="of programs that never rest")
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--worlds", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
