"""What was fitted for a game, in the file `worth.toml` of its room: a few numbers that a person can read."""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from rulebook import finder
from simulator.engine.boxes import BASE, SEPARATOR, SETS
from simulator.engine.record import Record
from simulator.engine.worth import POINTS_SO_FAR, Doubt, FittedWorth

HEAD = """\
# What a position is worth: how many points of the final result each trait counts (`traits` of the engine).
# Written by `manage.py worth fit {asked}`, doubts by `manage.py worth doubt {asked}`; read docs/review.md.
"""


def path_of(game_id: str, sets: str) -> Path:
    """With expansions a game is another one: `worth-guild-university.toml`."""
    boxes = [] if sets == BASE else sorted(box.strip() for box in sets.split(SEPARATOR))
    return finder.rooms("simulator")[game_id].path / ("-".join(["worth", *boxes]) + ".toml")


@cache
def fitted_of(game_id: str, sets: str = BASE) -> FittedWorth:
    """The points so far are what a game without such a file is judged by."""
    path = path_of(game_id, sets)
    if not path.exists():
        return POINTS_SO_FAR
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    doubts = {name: Doubt(*read[name]) for name in ("chance_doubt", "own_doubt", "others_doubt")}
    return FittedWorth(**(read | doubts))


def fitted_for(record: Record) -> FittedWorth:
    return fitted_of(record.game, record.config.get("options", {}).get(SETS, BASE))


def write(game_id: str, sets: str, fitted: FittedWorth) -> None:
    plain, asked = fitted._asdict(), game_id if sets == BASE else f"{game_id} --sets {sets}"
    weights = plain.pop("weights")
    lines = [HEAD.format(asked=asked), *(f"{key} = {_toml(value)}" for key, value in plain.items())]
    lines += ["", "[weights]", *(f"{name} = {weight}" for name, weight in weights.items())]
    path_of(game_id, sets).write_text("\n".join(lines) + "\n", encoding="utf-8")
    fitted_of.cache_clear()


def _toml(value: Any) -> str:
    return json.dumps(value)  # of texts, numbers and lists of them the same
