"""Runs evenings from seeds: see script/night."""

import argparse
import sys
import time
from collections import Counter

import django

django.setup()

from tests.night.kind import WRONG  # noqa: E402
from tests.night.night import GAMES, KINDS, Lost, drawn, one, shrunk, steady, steps_in  # noqa: E402


def main() -> int:
    asked = arguments()
    steady()
    count: Counter[str] = Counter()
    begun, done = time.process_time(), 0
    end = time.perf_counter() + asked.seconds if asked.seconds else None
    alone = asked.steps is not None
    for seed in range(asked.seed, asked.seed + (1 if alone else asked.evenings)):
        kind, game = drawn(seed, asked.kind, asked.game)
        found = one(kind, game, seed, count, asked.steps, not asked.unwatched)
        done += 1
        count[f"evenings: {kind}, {game}"] += 1
        if asked.digest:
            print(found, flush=True)
        if isinstance(found, Lost):
            print(f"seed {seed}, {kind}, {game}: {found.why}", flush=True)
            if not (alone or asked.whole):
                found = shrunk(found)
                found.keep()
                print(f"script/night {found}", flush=True)
            if not asked.go_on:
                return 1
        if end and time.perf_counter() > end:
            break
    spent = time.process_time() - begun
    for kind in KINDS if not asked.kind else (asked.kind,):
        count.update(dict.fromkeys((*KINDS[kind].OFTEN, *WRONG), 0))  # what never happened is told, too
    for what, times in sorted(count.items()):
        print(f"{times:8} {what}")
    speed = count["requests"] / spent
    print(f"{done} evenings, {spent:.1f} s of CPU, {speed:.0f} requests a second")
    print(f"The next one: --seed {seed + 1}")
    return 1 if count["broken"] else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/night")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evenings", type=int, default=30)
    parser.add_argument("--kind", default="", choices=list(GAMES), help="all in turn, if none")
    parser.add_argument("--game", default="")
    parser.add_argument("--steps", type=steps_in, default=None, metavar="1,2,3")
    parser.add_argument("--seconds", type=float, default=0, help="begin no evening after so many")
    parser.add_argument("--go-on", action="store_true", help="after an evening that fails, too")
    parser.add_argument("--whole", action="store_true", help="don't look for the fewest steps")
    parser.add_argument("--unwatched", action="store_true", help="look at the end alone, to see the speed")
    parser.add_argument("--digest", action="store_true", help="print one of each evening's answers")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
