"""Says which evenings the rules of today change, and how; with --write plays those of bots anew, replays
those by hand, and keeps what comes of them.

python -m tests.evenings [--write]
"""

import argparse
import json
import os
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from simulator.engine.refusal import BadRecord  # noqa: E402
from tests.evenings.evenings import (  # noqa: E402
    ENDS,
    FILE,
    ends,
    is_by_hand,
    kept,
    name_of,
    planned,
    played,
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.evenings")
    parser.add_argument("--write", action="store_true", help="play and replay all and keep them")
    there = {name_of(evening): evening for evening in kept()}
    if not parser.parse_args().write:
        changed = [changes for evening in there.values() for changes in differences(evening, today(evening))]
        print(*changed, f"{len(there)} evenings", sep="\n")
        return 1 if changed else 0
    by_hand = [evening for evening in there.values() if is_by_hand(evening)]
    evenings = [played(plan) for plan in planned(by_hand)]
    evenings += [{**evening, **ends(evening)} for evening in by_hand]
    for evening in evenings:
        was = there.get(name_of(evening), {})
        print(*differences(was, evening, ("config", "bots", "rules", "moves", *ENDS)) or ["same"], sep="\n")
    lines = (json.dumps(evening, ensure_ascii=False, separators=(",", ":")) for evening in evenings)
    FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0


def today(evening: dict[str, Any]) -> dict[str, Any]:
    try:
        return ends(evening)
    except BadRecord as error:
        return {"result": f"refused: {error.refusals}"}


def differences(was: dict[str, Any], now: dict[str, Any], keys: tuple[str, ...] = ENDS) -> list[str]:
    """A line for each key that isn't what it was; of lists the first place where they part."""
    name = name_of(was or now)
    return [
        f"{name} {key}: {parted(was.get(key), now.get(key))}" for key in keys if was.get(key) != now.get(key)
    ]


def parted(was: Any, now: Any) -> str:
    if isinstance(was, dict) and isinstance(now, dict):
        return "; ".join(f"{key} {parted(was[key], now.get(key))}" for key in was if was[key] != now.get(key))
    if isinstance(was, list) and isinstance(now, list):
        places = range(min(len(was), len(now)))
        place = next((n for n in places if was[n] != now[n]), len(places))
        return f"[{place}] {was[place : place + 1]} → {now[place : place + 1]}"
    return f"{was} → {now}"


if __name__ == "__main__":
    sys.exit(main())
