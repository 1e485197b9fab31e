"""`script/soak`: a line of figures for each part."""

import argparse
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import django


def main() -> None:
    asked = arguments()
    django.setup()
    from tests.soak import browser, crowd, hostile, kills, worlds

    chance = random.Random(asked.seed)
    with tempfile.TemporaryDirectory(prefix="grimoire-soak-") as folder:
        data = Path(folder)
        parts: dict[str, Callable[[], str]] = {
            "kills": lambda: kills.run(data, asked.kills, asked.seconds, chance),
            "crowd": lambda: crowd.run(data, asked.phones, asked.seconds),
            "hostile": lambda: hostile.run(data, asked.requests, asked.seconds, chance),
            "worlds": lambda: worlds.run(asked.worlds, asked.seconds, chance),
        }
        wanted = asked.parts or list(parts)
        if set(wanted) - {"worlds"}:
            browser.prepare(data)
        for name in wanted:
            print(parts[name](), flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/soak")
    parser.add_argument("parts", nargs="*", choices=["kills", "crowd", "hostile", "worlds", []])
    parser.add_argument("--seconds", type=float, default=600, help="for each part at most")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--phones", type=int, default=250)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--worlds", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
