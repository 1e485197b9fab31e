"""Choices that a spell leaves for the moment when it works: what may be chosen, and what then happens.

Whoever counts as the caster by then chooses, also after a
reflection.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.wizwar.simulator.engine.cards.attacks import carried_openly, wash
from games.wizwar.simulator.engine.data import param
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.geometry import HEADINGS
from games.wizwar.simulator.engine.moving import cross_refusal, enter, led_distances
from games.wizwar.simulator.engine.places import SIDES, TREASURE_OF, read_square, square_text
from games.wizwar.simulator.engine.reach import reachable_by_teleport
from games.wizwar.simulator.engine.state import Pick, State
from simulator.engine.game import Move

HALT = Move("halt")
FIRST_SIDE = 2  # of the words of a wave: before them stand the reducers of its victim


def wave_sides(state: State, pick: Pick) -> list[Move]:
    return [Move("axis", (side,)) for side in pick.words[FIRST_SIDE:]]


def take_side(flow: Flow, pick: Pick, move: Move) -> None:
    """Waterbolt on an exact diagonal: which way the victim is pushed."""
    flow.pop()
    absorbs, blunts = int(pick.words[0]), int(pick.words[1])
    wash(flow, pick.seat, pick.on, move.arg, pick.left, absorbs, blunts)


def openly_carried(state: State, pick: Pick) -> list[Move]:
    return [Move("pick", (thing,)) for thing in carried_openly(state, pick.on)]


def let_fall(flow: Flow, pick: Pick, move: Move) -> None:
    """Drop Object: the thing lies where the victim stands (object.forced)."""
    flow.pop()
    thing, here = move.arg, flow.state.wizards[pick.on].at
    if thing in TREASURE_OF:
        flow.put_treasure(TREASURE_OF[thing], here)
    else:
        flow.lose(pick.on, thing)
        flow.lay_down(thing, here)
    flow.emit("fell", "object.forced", seat=pick.on, object=thing, by=pick.seat)


def squares_in_reach(state: State, pick: Pick) -> list[Move]:
    reach = reachable_by_teleport(state, pick.on, param(pick.card, "range_squares"))
    return [Move("go", (square_text(square),)) for square in reach]


def send(flow: Flow, pick: Pick, move: Move) -> None:
    """Teleport Opponent: to any square within range."""
    flow.pop()
    flow.change(pick.on, at=read_square(move.arg))
    flow.emit("sent", "card.text", seat=pick.on, by=pick.seat, square=move.arg)


def farther(state: State, pick: Pick) -> list[Move]:
    """Steps that take the victim farther from the caster, on foot by the ways that are open to the victim.

    So an open door and one without a lock count as ways, as for the steps themselves; a shut one doesn't.
    """
    here, graph = state.wizards[pick.on].at, state.board.net
    found = led_distances(state, pick.on, state.wizards[pick.seat].at)
    moves = [
        Move("lead", (SIDES[side],))
        for side in HEADINGS
        if found[graph.next[here * 4 + side]] > found[here] >= 0
        and cross_refusal(state, pick.on, here * 4 + side, moved=True, openly=True) is None
    ]
    return [*moves, HALT]


def lead(flow: Flow, pick: Pick, move: Move) -> None:
    """Go Away: one step of the way."""
    flow.pop()
    if move == HALT:
        return
    if pick.left > 1:
        flow.push(pick._replace(left=pick.left - 1))
    enter(flow, pick.on, flow.state.wizards[pick.on].at * 4 + SIDES.index(move.arg))


def cards_of_victim(state: State, pick: Pick) -> list[Move]:
    return [*(Move("pick", (card,)) for card in dict.fromkeys(state.wizards[pick.on].hand)), HALT]


def steal(flow: Flow, pick: Pick, move: Move) -> None:
    """Thought Steal: one of the cards; both know which."""
    flow.pop()
    if move == HALT:
        return
    card, both = move.arg, 1 << pick.seat | 1 << pick.on
    flow.lose(pick.on, card, watchers=both)
    flow.emit("stole", "card.text", seat=pick.seat, **{"from": pick.on}, n=1)
    flow.emit_privately((pick.on,), "stolen", "card.text", seat=pick.seat, cards=[card])
    flow.gain(pick.seat, card, both)
    if pick.left > 1:
        flow.push(pick._replace(left=pick.left - 1))


def any_card(state: State, pick: Pick) -> list[Move]:
    return [Move("pick", (card,)) for card in state.course.copies]


def erase(flow: Flow, pick: Pick, move: Move) -> None:
    """Card Erasure: a copy of the named card is discarded, if it is there."""
    flow.pop()
    card = move.arg
    flow.reveal()
    flow.emit("named", "card.text", seat=pick.seat, card=card, **{"from": pick.on})
    if card in flow.state.wizards[pick.on].hand:
        flow.spend(pick.on, card)
        flow.emit("erased", "card.text", card=card, **{"from": pick.on})
    else:
        flow.emit("not_there", "card.text", card=card, **{"from": pick.on})


class Later(NamedTuple):
    """What may be chosen, by what verb unless nothing is, and what the choice does."""

    verb: str
    moves: Callable[[State, Pick], list[Move]]
    do: Callable[[Flow, Pick, Move], None]
