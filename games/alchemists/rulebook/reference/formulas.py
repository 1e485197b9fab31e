"""What two formulas give when they are mixed. Pure.

A result is a colour with a sign, `R+` to `B-`, or `N` for the neutral potion.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

COLOURS = "RGB"
NEUTRAL = "N"


class Formula(NamedTuple):
    """Three circles, red, green, blue: their signs in this order, the colours whose circles are large."""

    signs: str
    large: str


def formula_of(data: Mapping[str, Any]) -> Formula:
    """The formula of a card, from its `data`. Raises KeyError for a card that is none."""
    return Formula(data["signs"], data["large"])


def mix(first: Formula, second: Formula) -> str:
    """The potion of two different formulas.

    They react in the colour in which their signs agree while one circle is large and the other small; there
    is at most one such colour. If there is none, all three signs are opposite and the potion is neutral.
    """
    for colour, sign, other in zip(COLOURS, first.signs, second.signs, strict=True):
        if sign == other and (colour in first.large) != (colour in second.large):
            return colour + sign
    return NEUTRAL
