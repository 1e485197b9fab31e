"""What every calculator returns: points that explain themselves line by line."""

from typing import NamedTuple

from web.refusal import Params


class ScoreLine(NamedTuple):
    """A line of an explanation: `code` names its sentence in `words.toml`, `points` is what it adds."""

    code: str
    clause: str
    params: Params
    points: int


class PlayerScore(NamedTuple):
    """A player's points with the lines that add up to them."""

    points: int
    lines: tuple[ScoreLine, ...]
