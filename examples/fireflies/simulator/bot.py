"""A bot: a function of what its seat sees, of the legal moves and of a seed, that picks one of the moves."""

from collections.abc import Sequence
from typing import Any

from simulator.engine.game import Move

ENOUGH, FEW_DICE = 3, 2


def careful(view: Any, moves: Sequence[Move], seed: int) -> Move:
    """Keeps what glows, follows on where three dice are left, stops with three points or two dice left."""
    by_verb = {move.verb: move for move in moves}  # they are sorted: the last `keep` is the best
    dice, points = view.dice_left, view.in_jar
    wishes = [
        "keep",
        "follow" if dice > FEW_DICE and points > 1 else "",
        "stop" if points >= ENOUGH or dice <= FEW_DICE else "",
        "roll",
    ]
    return next(by_verb[verb] for verb in wishes if verb in by_verb)
