"""Whether what is said of drawing cards is so in a world."""

from collections.abc import Mapping

from games.potions.simulator.engine.data import DECK_OF, ELEMENTS_OF, POINTS, RECIPES
from games.potions.simulator.engine.rules import legal_moves
from games.potions.simulator.engine.state import State
from games.potions.simulator.engine.trying import Proof, TriedEnd, TriedMove, by_name, can_make
from simulator.engine.game import Move
from web.refusal import Params


def unknown(case: TriedMove, deck: str) -> list[str]:
    """The cards of a deck that the seat doesn't see: in decks, out of play, in other hands if not shown."""
    world = case.before
    cards = [code for pile in (*world.decks, world.aside) for code in pile]
    for seat in case.others():
        left = list(world.hands[seat])
        for code in world.shown[seat]:
            left.remove(code)
        cards += left
    return [code for code in cards if DECK_OF[code] == deck]


def draws_ready(case: TriedMove, said: Params) -> bool:
    cards = unknown(case, said["deck"])
    worth = [code for code in cards if code in RECIPES and POINTS[code] > 0]
    ready = sum(can_make(case.before, case.seat, code) for code in worth)
    right = case.move == Move("draw", (said["deck"],))
    return right and (ready, len(cards)) == (said["some"], said["total"])


def grows_hand(case: TriedMove, said: Params) -> bool:
    """A card is drawn, and none is played."""

    def grown(ending: TriedEnd) -> bool:
        hands = [len(state.hands[case.seat]) for state in (case.before, ending.state)]
        return bool(ending.told("drew_from", seat=case.seat)) and hands[1] > hands[0]

    return case.move.verb == "draw" and case.always(grown)


def draws_instead(case: TriedMove, said: Params) -> bool:
    """A card might be played as well."""
    others = {move.verb for move in legal_moves(case.before, case.seat)} - {"draw", "pass"}
    return case.move.verb == "draw" and bool(others)


def draws_cards(case: TriedMove, said: Params) -> bool:
    """The spell asks for so many cards to be drawn."""

    def asks(ending: TriedEnd) -> bool:
        moves = legal_moves(ending.state, case.seat)
        left = getattr(ending.state.agenda[-1], "left", 0)
        return {move.verb for move in moves} <= {"draw", "pass"} and left == said["n"]

    return case.move.verb == "cast" and case.always(asks)


def amount(state: State, element: str) -> int:
    return sum(ELEMENTS_OF[code] == (element,) for stack in state.cupboard.stacks for code in stack)


def spends_wild(case: TriedMove, said: Params) -> bool:
    before = amount(case.before, said["element"])
    return case.always(lambda ending: amount(ending.state, said["element"]) < before)


def spares_wild(case: TriedMove, said: Params) -> bool:
    before = amount(case.before, said["element"])
    return before > 0 and case.always(lambda ending: amount(ending.state, said["element"]) >= before)


PROOFS: Mapping[str, Proof] = by_name(
    draws_ready, grows_hand, draws_instead, draws_cards, spends_wild, spares_wild
)
