"""What the notebook's advice goes by at a table: the seat's facts, its hand, zone, seals, the buyer. Pure."""

from collections.abc import Mapping

from games.alchemists.scoring.points import zone_of
from games.alchemists.simulator.deduction.data import GAME, INGREDIENTS, POTIONS
from games.alchemists.simulator.engine.data import AREAS, EXHIBITION, PLACE, SEALS
from games.alchemists.simulator.engine.options import DEBUNKING, level_of
from games.alchemists.simulator.engine.state import theories
from games.alchemists.simulator.engine.view import View, facts_of
from games.alchemists.simulator.presenting.advising import AdviceBasis
from games.alchemists.simulator.presenting.asking import ANY_BUYER, FREE, OTHERS, OWN, Asking
from games.alchemists.simulator.presenting.grid import agreeing

# Topics that have nothing to say yet, and what they lack.
NO_HAND, NO_THEORIES, NO_SEALS = "hand", "theories", "seals"


def known_of(view: View, *, weighed: bool = True) -> AdviceBasis:
    return AdviceBasis(agreeing(facts_of(view)), theories(view.books), frozenset(view.conflicts), weighed)


def asking_of(view: View) -> Asking:
    """The viewer's own things; the view must be a seat's."""
    assert view.seat is not None
    assert view.own is not None
    seat, own = view.seat, view.own
    return Asking(
        hand={code: own.hand.count(code) for code in INGREDIENTS},
        zone=zone_of(view.boards[seat].reputation).id,
        discount=max(0, view.bids[seat]),
        buyer=_buyer(view),
        seals={code: own.seals.count(code) for code in SEALS},
        level=level_of(view.options, DEBUNKING, seat),
        attempts=len(AREAS[PLACE[EXHIBITION]].cubes[view.players]),
        shown=_shown(view, seat),
    )


def _buyer(view: View) -> str:
    """This round's adventurer; in the first round the one to come, if it lies open."""
    if not view.adventurers:
        return ANY_BUYER
    code = view.adventurers[max(0, min(view.round - 2, len(view.adventurers) - 1))]
    return GAME.card_by_code[code].id


def _shown(view: View, seat: int) -> Mapping[str, str]:
    """Of each potion, who has shown it at the exhibition."""
    return {
        potion: OWN
        if potion in view.boards[seat].exhibited
        else OTHERS
        if any(potion in board.exhibited for board in view.boards)
        else FREE
        for potion in POTIONS
    }


def missing(topic: str, view: View) -> str:
    """What a topic lacks to say anything: `hand`, `theories`, `seals`; empty if nothing."""
    own = view.own
    if topic in ("experiments", "sales", "exhibition") and own and len(set(own.hand)) < 2:
        return NO_HAND
    if topic == "debunks" and not theories(view.books):
        return NO_THEORIES
    return NO_SEALS if topic == "theories" and own and not own.seals else ""
