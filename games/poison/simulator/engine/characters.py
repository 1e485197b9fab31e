"""Bots that play by a head of their own, each with one fault; the fifth is `greedy`.

Each makes the play that comes first by its own order; `habits` tells how they are known.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.poison.simulator.engine.data import LIMIT
from games.poison.simulator.engine.prospects import Piles, Prospect, prospects, remembered
from games.poison.simulator.engine.view import View
from simulator.engine.game import Bot, Move

WILL_DO = 2  # points for which somebody hasty looks no further

Order = Callable[[Prospect], tuple[Any, ...]]


def _careful(play: Prospect) -> tuple[Any, ...]:
    """Takes nothing unless it must, and keeps far from the brim, with small cards."""
    return bool(play.cost), play.growth, play.total, play.move


def _hasty(play: Prospect) -> tuple[Any, ...]:
    """The largest card that costs no more than will do."""
    return max(play.growth - WILL_DO, 0), -play.value, play.move


def _forgetful(play: Prospect) -> tuple[Any, ...]:
    """What costs least by the piles, which it remembers badly."""
    return play.growth, -play.value, play.move


def _scholarly(play: Prospect) -> tuple[Any, ...]:
    """What costs nothing and fills a cauldron to the brim, so that whoever is next has to take it."""
    return max(play.growth, 0), LIMIT - play.total, -play.value, play.move


def _bot(order: Order, memory: Callable[[Piles], Piles] = tuple) -> Bot:
    def bot(view: View, moves: Sequence[Move], seed: int) -> Move:
        if moves[0].verb != "play":
            return moves[-1]  # a majority is always shed
        assert view.seat is not None
        return min(prospects(view, view.seat, moves, memory(view.captured)), key=order).move

    return bot


CHARACTERS: Mapping[str, Bot] = {
    "careful": _bot(_careful),
    "hasty": _bot(_hasty),
    "forgetful": _bot(_forgetful, remembered),
    "scholarly": _bot(_scholarly),
}
