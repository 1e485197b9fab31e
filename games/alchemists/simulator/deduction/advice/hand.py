"""What a hand of ingredients can mix."""

from collections import Counter
from collections.abc import Sequence

from games.alchemists.simulator.deduction.data import PAIRS
from games.alchemists.simulator.deduction.deduction import Pair


def pairs_in(hand: Sequence[str] | None) -> tuple[Pair, ...]:
    """The pairs of different ingredients that a hand can mix; all 28 without a hand."""
    return PAIRS if hand is None else tuple(pair for pair in PAIRS if pair[0] in hand and pair[1] in hand)


def without(hand: Sequence[str] | None, pair: Pair) -> Sequence[str] | None:
    """A hand after one card of each ingredient was used."""
    if hand is None:
        return None
    left = Counter(hand) - Counter(pair)
    return tuple(left.elements())
