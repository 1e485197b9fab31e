"""What was fitted for a game, in the file `worth.toml` of its room: a few numbers that a person can read."""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from rulebook import finder
from simulator.engine.boxes import BASE, SETS
from simulator.engine.record import Record
from simulator.engine.worth import POINTS_SO_FAR, Doubt, FittedWorth

NAME = "worth.toml"
HEAD = """\
# What a position is worth: by how many points of the final result each trait counts (`traits` of the engine).
# Written by `manage.py worth fit {game}`, the doubts by `manage.py worth doubt {game}`; read docs/review.md.
"""


def path_of(game_id: str) -> Path:
    return finder.rooms("simulator")[game_id].path / NAME


@cache
def fitted_of(game_id: str) -> FittedWorth:
    """The points so far are what a game without such a file is judged by."""
    path = path_of(game_id)
    if not path.exists():
        return POINTS_SO_FAR
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    doubts = {name: Doubt(*read[name]) for name in ("own_doubt", "others_doubt")}
    return FittedWorth(**(read | doubts))


def fitted_for(record: Record) -> FittedWorth:
    """With expansions a game is another one, on which nothing was fitted."""
    is_base = record.config.get("options", {}).get(SETS, BASE) == BASE
    return fitted_of(record.game) if is_base else POINTS_SO_FAR


def write(game_id: str, fitted: FittedWorth) -> None:
    plain = fitted._asdict()
    weights = plain.pop("weights")
    lines = [HEAD.format(game=game_id), *(f"{key} = {_toml(value)}" for key, value in plain.items())]
    lines += ["", "[weights]", *(f"{name} = {weight}" for name, weight in weights.items())]
    path_of(game_id).write_text("\n".join(lines) + "\n", encoding="utf-8")
    fitted_of.cache_clear()


def _toml(value: Any) -> str:
    return json.dumps(value)  # of texts, numbers and lists of them the same
