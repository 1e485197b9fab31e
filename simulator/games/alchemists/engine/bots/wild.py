"""The wild player: legal moves by chance, the rare ones first, so that whatever can happen does.

What it is fond of follows from the artifacts of the table, the same for all seats: one game is all theories
and debunks, in another everybody drinks or hoards cards.
"""

from collections.abc import Mapping, Sequence

from simulator.engine.chance import Rng
from simulator.engine.game import Move
from simulator.games.alchemists.engine.data import (
    ARTIFACTS,
    BUY,
    CUSTODIAN,
    DEBUNK,
    DRINK,
    EXHIBITION,
    FORAGE,
    PUBLISH,
    SELL,
    STUDENT,
    TRANSMUTE,
)
from simulator.games.alchemists.engine.state import Act, theories
from simulator.games.alchemists.engine.view import View

# What a table is fond of: areas that are planned as full as they go, and not declined.
MOODS: Sequence[frozenset[str]] = (
    frozenset({PUBLISH, DEBUNK, TRANSMUTE}),
    frozenset({DRINK, CUSTODIAN, FORAGE}),
    frozenset({SELL, FORAGE, PUBLISH}),
    frozenset({BUY, TRANSMUTE, EXHIBITION}),
    frozenset({PUBLISH, DEBUNK, FORAGE}),
    frozenset({FORAGE}),
    frozenset({STUDENT, BUY, DEBUNK, PUBLISH}),
)
# How much likelier than others a move is, by its verb; favours are played all together or not at all.
LIKELY: Mapping[str, int] = {
    "endorse": 4,
    "peek": 4,
    "mortar": 4,
    "grant": 1,
    "decline": 1,
    "publish": 4,
    "debunk": 4,
    "test": 4,
    "buy": 4,
    "pay": 4,
    "mix": 4,
    "promise": 4,
    "order": 4,
    "take": 2,
    "draw": 2,
    "transmute": 2,
}


def wild_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """Any legal move, by its weight."""
    weights = [_weight(view, move) for move in moves]
    left = Rng(seed).below(sum(weights))
    for move, weight in zip(moves, weights, strict=True):
        left -= weight
        if left < 0:
            return move
    raise AssertionError("weights add up to less than their sum")


def mood(view: View) -> frozenset[str]:
    """What this table is fond of, by the artifacts that were dealt."""
    order = list(ARTIFACTS)
    number = sum(order.index(code) * (row + 1) for row, dealt in enumerate(view.dealt) for code in dealt)
    return MOODS[number % len(MOODS)]


def _weight(view: View, move: Move) -> int:
    fond = mood(view)
    frame = view.agenda[-1]
    if move.verb == "plan":
        area, n = move.args
        return (n * n * 8 + 1) if area in fond else (3 if n else 4)
    if move.verb in ("assistant", "barmaid"):
        return 1 + 6 * int(move.args[0])
    if move.verb == "associate":
        return 4
    if move.verb in ("order", "buy", "transmute"):
        return LIKELY[move.verb] * (1 + 4 * int(move.args[1]))
    if move.verb == "decline" and isinstance(frame, Act):
        return 1 if frame.area in fond else 4
    if move.verb == "test":
        return 8 if set(move.args) <= _sealed(view) else 1
    return LIKELY.get(move.verb, 1)


def _sealed(view: View) -> set[str]:
    """The ingredients with a theory: a question about two of them may fell both, or show a conflict."""
    return set(theories(view.books))
