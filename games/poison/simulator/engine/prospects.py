"""What each play would bring, by what lies open: characters choose by it, and their habits are seen in it."""

from collections.abc import Sequence
from typing import NamedTuple

from games.poison.scoring.points import Counts, points_at
from games.poison.simulator.engine.data import VALUE
from games.poison.simulator.engine.playouts import cost
from games.poison.simulator.engine.rules import pour
from games.poison.simulator.engine.state import State, counts_of
from games.poison.simulator.engine.view import View
from simulator.engine.game import Move, Seat

Piles = Sequence[Sequence[str]]
FRESH = 6  # cards of each pile, the last taken, that somebody forgetful remembers


class Prospect(NamedTuple):
    """A play of a card of this `value`: the points of what it takes if no majority sheds them, by how much
    the seat's points grow if the round ends with these piles, and the sum that then lies in the cauldron.
    """

    move: Move
    value: int
    cost: int
    growth: int
    total: int


def prospects(position: View | State, seat: Seat, moves: Sequence[Move], piles: Piles) -> list[Prospect]:
    """Of each play, with piles as they are or as somebody remembers them."""
    table = [counts_of(pile) for pile in piles]
    before = points_at(table, seat)
    recolours = position.options.recolor_after_poison_overflow
    found = []
    for move in moves:
        card, place = move.args
        cauldron, _, taken = pour(position.cauldrons[place - 1], card, recolours)
        growth = 0
        if taken:
            pile = Counts(*map(sum, zip(table[seat], counts_of(taken), strict=True)))
            growth = points_at([*table[:seat], pile, *table[seat + 1 :]], seat) - before
        total = sum([VALUE[each] for each in cauldron.cards])
        found.append(Prospect(move, VALUE[card], cost(taken), growth, total))
    return found


def remembered(piles: Piles) -> Piles:
    """All that somebody forgetful knows of who took what."""
    return [pile[-FRESH:] for pile in piles]
