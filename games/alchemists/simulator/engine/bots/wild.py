"""The wild player: legal moves by chance, the rare ones first, so that whatever can happen does.

What it is out for follows from the artifacts that were dealt and from its seat: at one table all publish and
debunk, at another everybody drinks or hoards cards.
"""

from collections.abc import Mapping, Sequence

from games.alchemists.simulator.engine.data import (
    ARTIFACTS,
    BUY,
    CUSTODIAN,
    DEBUNK,
    DRINK,
    EXHIBITION,
    FORAGE,
    PARALYSIS,
    PUBLISH,
    SELL,
    STUDENT,
    TRANSMUTE,
)
from games.alchemists.simulator.engine.state import Act, Immediate, theories
from games.alchemists.simulator.engine.view import View
from simulator.engine.chance import Rng
from simulator.engine.game import Move

BENT, FOND, ODD = 800, 12, 1  # how much likelier a move is that the player is out for
Pair = tuple[str, str]
Role = Mapping[str, int]
# How many actions of which areas; everything else is rare.
WRITER: Role = {TRANSMUTE: 1, PUBLISH: 2}
CRITIC: Role = {DEBUNK: 2, PUBLISH: 1, TRANSMUTE: 1, EXHIBITION: 1}
SCOURGE: Role = {DEBUNK: 2, PUBLISH: 2}  # both theories may come directly after its debunks
DRINKER: Role = {FORAGE: 2, CUSTODIAN: 2, DRINK: 2, EXHIBITION: 2}
HOARDER: Role = {FORAGE: 3}
SELLER: Role = {SELL: 1, FORAGE: 2, EXHIBITION: 2}
BUYER: Role = {TRANSMUTE: 2, BUY: 1, STUDENT: 1, EXHIBITION: 1}
FLATTERER: Role = {TRANSMUTE: 1, PUBLISH: 1, SELL: 1}
# What the seats of a table are out for, one after the other.
MOODS: Sequence[Sequence[Role]] = (
    (WRITER,),
    (WRITER, CRITIC),
    (CRITIC, WRITER, CRITIC),
    (SCOURGE,),
    (DRINKER,),
    (HOARDER,),
    (SELLER, BUYER),
    (WRITER, FLATTERER),
    (BUYER, DRINKER, SELLER),
)
# How much likelier than others a move is, by its verb.
LIKELY: Mapping[str, int] = {
    **dict.fromkeys(("publish", "debunk", "test", "buy", "mix", "promise", "order", "peek", "mortar"), 6),
    **dict.fromkeys(("endorse", "pay", "take", "draw", "transmute"), 4),
}


def wild_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """Any legal move, by its weight."""
    wanted = known_to_paralyse(view) if role(view) is DRINKER else frozenset()
    weights = [BENT if _helps(view, move, wanted) else _weight(view, move, moves) for move in moves]
    left = Rng(seed).below(sum(weights))
    for move, weight in zip(moves, weights, strict=True):
        left -= weight
        if left < 0:
            return move
    return moves[-1]


def role(view: View) -> Role:
    """What the seat is out for at this table."""
    order = list(ARTIFACTS)
    number = sum(order.index(code) * (row + 1) for row, dealt in enumerate(view.dealt) for code in dealt)
    mood = MOODS[number % len(MOODS)]
    return mood[(view.seat or 0) % len(mood)]


def known_to_paralyse(view: View) -> frozenset[Pair]:
    """The pairs of its own that have made what puts a drinker last: all may drink it in one round."""
    own = (mix.potion for mix in view.mixes if mix.seat == view.seat)
    pairs = view.own.pairs if view.own else ()
    return frozenset(pair for pair, potion in zip(pairs, own, strict=True) if potion == PARALYSIS)


def _helps(view: View, move: Move, wanted: frozenset[Pair]) -> bool:
    """Whether it drinks one of these pairs or gathers for it."""
    if move.verb == "mix":
        return move.args in wanted and getattr(view.agenda[-1], "area", None) == DRINK
    return move.verb == "take" and any(move.args[0] in pair for pair in wanted)


def _weight(view: View, move: Move, moves: Sequence[Move]) -> int:
    """How likely a move is beside the others."""
    if move.verb == "plan":
        area, n = move.args
        most = max(other.args[1] for other in moves)
        return FOND if n == min(role(view).get(area, 0), most) else ODD
    if move.verb in ("assistant", "barmaid"):
        return ODD + FOND * int(move.args[0])
    if move.verb in ("order", "buy", "transmute"):
        return LIKELY[move.verb] * (1 + FOND * int(move.args[1]))
    if move.verb == "test":
        return FOND if set(move.args) <= set(theories(view.books)) else ODD
    if move.verb == "decline" and isinstance(view.agenda[-1], Immediate):
        return FOND
    if move.verb == "mix" and role(view) is HOARDER and isinstance(view.agenda[-1], Act):
        return ODD
    return LIKELY.get(move.verb, ODD)
