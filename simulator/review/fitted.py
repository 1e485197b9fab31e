"""What was fitted for a game, in the file `worth.toml` of its room: a few numbers that a person can read."""

import tomllib
from functools import cache
from pathlib import Path

from rulebook import finder
from simulator.engine.worth import POINTS_SO_FAR, Fitted

NAME = "worth.toml"
HEAD = """\
# What a position is worth: by how many points of the final result each trait counts (`traits` of the engine).
# Written by `manage.py worth fit {game}`, the doubts by `manage.py worth doubt {game}`; read docs/review.md.
"""


def path_of(game_id: str) -> Path:
    return finder.rooms("simulator")[game_id].path / NAME


@cache
def fitted_of(game_id: str) -> Fitted:
    """The points so far are what a game without such a file is judged by."""
    path = path_of(game_id)
    if not path.exists():
        return POINTS_SO_FAR
    return Fitted(**tomllib.loads(path.read_text(encoding="utf-8")))


def write(game_id: str, fitted: Fitted) -> None:
    plain = fitted._asdict()
    weights = plain.pop("weights")
    lines = [HEAD.format(game=game_id), *(f"{key} = {_toml(value)}" for key, value in plain.items())]
    lines += ["", "[weights]", *(f"{name} = {weight}" for name, weight in weights.items())]
    path_of(game_id).write_text("\n".join(lines) + "\n", encoding="utf-8")
    fitted_of.cache_clear()


def _toml(value: str | float) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
