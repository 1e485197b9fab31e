"""In which decisions the faults of bots can show, and whether they do. A sound player shows none of them."""

from collections.abc import Mapping
from typing import NamedTuple

from games.potions.simulator.engine.characters import ELEMENT, asks_memory, asks_others
from games.potions.simulator.engine.cupboard import count_new
from games.potions.simulator.engine.data import ELEMENTS_OF, POINTS
from games.potions.simulator.engine.quick import WORTH_A_SPELL
from games.potions.simulator.engine.rules import legal_moves
from games.potions.simulator.engine.staging import ASSEMBLE
from games.potions.simulator.engine.state import CAST, Staged, State
from simulator.engine.game import Move, Seat

LAYS_SPELLS = "lays_spells"
PUTS_OFF = "puts_off"
SHUNS_OTHERS = "shuns_others"
FORGETS_OWN = "forgets_own"
TAKES_LESS = "takes_less"


class Ready(NamedTuple):
    """Recipes in hand that can be assembled now: all, those that need nobody else's, those that need no
    memory (`characters.asks_memory`).
    """

    all: frozenset[str]
    own: frozenset[str]
    fresh: frozenset[str]


def habits(state: State, seat: Seat, move: Move) -> Mapping[str, bool]:
    """Of turns alone: answers in a compound move follow from it."""
    frame = state.agenda[-1]
    if type(frame) is Staged or type(frame) in state.course.asking:
        return {}
    moves = legal_moves(state, seat)
    ready = _ready(state, seat, moves)
    return _passed_by(state, ready, move) | _taken(state, seat, ready, move) | _spells(ready, moves, move)


def _ready(state: State, seat: Seat, moves: list[Move]) -> Ready:
    codes = {move.args[0] for move in moves if move.verb == ASSEMBLE}
    found = frozenset(code for code in codes if POINTS[code] >= WORTH_A_SPELL)
    own = {recipe.card for recipe in state.tables[seat]}
    return Ready(
        found,
        frozenset(code for code in found if not asks_others(state, code, own)),
        frozenset(code for code in found if not asks_memory(state, code)),
    )


def _passed_by(state: State, ready: Ready, move: Move) -> dict[str, bool]:
    """A card is laid though a recipe is ready: one of elements alone, one that only others make possible, one
    that asks for an own recipe of long ago.
    """
    lays = move.verb == ELEMENT
    if ready.all and not any(state.course.recipe_slots[code] for code in ready.all):
        return {PUTS_OFF: lays}
    if ready.fresh and not ready.own:
        return {SHUNS_OTHERS: lays}
    return {FORGETS_OWN: lays} if ready.own and not ready.fresh else {}


def _taken(state: State, seat: Seat, ready: Ready, move: Move) -> dict[str, bool]:
    """Of two recipes that need neither others nor memory the lesser is assembled; a card is laid that brings
    nothing, though another would. What stands in for other elements is never new.
    """
    if move.verb == ASSEMBLE:
        points = {code: POINTS[code] for code in ready.own & ready.fresh}
    elif move.verb == ELEMENT:
        hand = [code for code in state.hands[seat] if state.course.wild != ELEMENTS_OF[code]]
        points = {code: min(1, count_new(state, code)) for code in hand}
    else:
        return {}
    best = max(points.values(), default=0)
    if move.args[0] not in points or min(points.values()) == best:
        return {}
    return {TAKES_LESS: points[move.args[0]] < best}


def _spells(ready: Ready, moves: list[Move], move: Move) -> dict[str, bool]:
    """No recipe is ready, and a spell that could be cast is laid for its element."""
    spells = {each.args[0] for each in moves if each.verb == CAST}
    if ready.all or not spells:
        return {}
    return {LAYS_SPELLS: move.verb == ELEMENT and move.args[0] in spells}
