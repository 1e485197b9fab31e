"""Neutral cards: what each does when it is cast.

A card that only strengthens another (`along`) is played together with that one, see `casting`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.wizwar.scoring.points import succeeds
from games.wizwar.simulator.engine import board as maze
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards.attacks import see_hand
from games.wizwar.simulator.engine.cards.made import MAKES, ON_EDGES, ON_SQUARES
from games.wizwar.simulator.engine.cards.passives import FLYING, lasting_on
from games.wizwar.simulator.engine.data import CARD, DAMAGE, param
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.moving import push
from games.wizwar.simulator.engine.places import (
    SEAT_OF,
    SLOT_OF,
    TREASURE_OF,
    edge_text,
    read_edge,
    read_lying,
    read_square,
    square_text,
)
from games.wizwar.simulator.engine.state import CREATURES, GONE, Harm, State, Wizard
from simulator.engine.game import Seat
from simulator.engine.tuples import without


class Cast(NamedTuple):
    """A neutral card being cast: its target (a text of `places`, "" without one), its number, doubled or not.

    `place` is where it leads: a square, a sector's place, quarter turns.
    """

    seat: Seat
    card: str
    target: str = ""
    n: int = 0
    place: tuple[int, ...] = ()


def edge_of(text: str) -> int:
    edge = read_edge(text)
    assert edge is not None  # `target_refusal` saw to it
    return edge


def square_named(text: str) -> int:
    square = read_square(text)
    assert square is not None  # `target_refusal` saw to it
    return square


# --- Building and destroying --------------------------------------------------------------------------------


def build(flow: Flow, cast: Cast) -> None:
    """Create Wall, Wall of Fire, Illusion Wall: something stands on a free edge (create.lasting)."""
    kind = ON_EDGES[cast.card]
    hp = 0 if kind == maze.FIRE else param(cast.card, "hp")
    beliefs = ("?",) * flow.state.players if kind == maze.ILLUSION else ()
    edge, maker = edge_of(cast.target), MAKES[kind]
    flow.set(board=maze.put(flow.state.board, edge, kind, maker, cast.seat, hp, beliefs))
    flow.emit("built", "create.lasting", seat=cast.seat, card=cast.card, edge=cast.target)


def fill(flow: Flow, cast: Cast) -> None:
    """Thornbush, Fill Square with Stone: an empty square is filled."""
    kind, square = ON_SQUARES[cast.card], square_named(cast.target)
    hp = CARD[cast.card].data.get("hp", 0)
    flow.set(board=maze.fill(flow.state.board, square, kind, hp, cast.seat))
    flow.emit("filled", "create.lasting", seat=cast.seat, card=cast.card, square=cast.target)


def destroy_wall(flow: Flow, cast: Cast) -> None:
    """One wall or door is gone; the stones fall on whoever stands beside it (counter.indirect)."""
    edge = edge_of(cast.target)
    flow.set(board=maze.clear(flow.state.board, edge))
    flow.emit("destroyed", "card.text", seat=cast.seat, edge=cast.target)
    for seat in reversed(beside(flow.state, edge)):
        flow.push(Harm(seat, DAMAGE[cast.card], True, cast.card, cast.seat))


def beside(state: State, edge: int) -> list[Seat]:
    """Seats in the two squares at an edge, in turn order from the wizard whose turn it is; then creatures."""
    squares = (edge // 4, state.board.net.next[edge])
    first = state.agenda[0].seat
    order = [(first + n) % state.players for n in range(state.players)]
    order += range(CREATURES, len(state.wizards))
    return [seat for seat in order if state.wizards[seat].at in squares]


def waterwall(flow: Flow, cast: Cast) -> None:
    """A wave pushes everybody beside the edge away from it, and puts out a fire that stood there."""
    edge, graph = edge_of(cast.target), flow.state.board.net
    if flow.state.board.kinds[edge] == maze.FIRE:
        flow.set(board=maze.clear(flow.state.board, edge))
        flow.emit("put_out", "card.text", edge=cast.target)
    for flooded in flow.state.course.asked(Box.flooded):
        flooded(flow, (edge // 4, graph.next[edge]))
    backwards, onwards = (edge % 4 + 2) % 4, (edge % 4 + graph.turn[edge]) % 4
    harms = []
    for seat in beside(flow.state, edge):
        if lasting_on(flow.state, seat, FLYING):
            continue
        side = backwards if flow.state.wizards[seat].at == edge // 4 else onwards
        rest = push(flow, seat, side, cast.n)
        if rest:
            harms.append(Harm(seat, rest, False, cast.card, cast.seat))
    flow.push(*reversed(harms))


def dispel_creation(flow: Flow, cast: Cast) -> None:
    """What a card has created vanishes; printed things stay."""
    edge = read_edge(cast.target)
    board = flow.state.board
    gone = maze.empty(board, square_named(cast.target)) if edge is None else maze.clear(board, edge)
    flow.set(board=gone)
    flow.emit("dispelled", "card.text", seat=cast.seat, place=cast.target)


# --- Doors --------------------------------------------------------------------------------------------------


def pick_lock(flow: Flow, cast: Cast) -> None:
    """Opens a door of one's square for this turn (door.cast)."""
    open_door(flow, cast.seat, edge_of(cast.target))


def open_door(flow: Flow, seat: Seat, edge: int) -> None:
    flow.set(board=maze.open_door(flow.state.board, edge, seat))
    flow.emit("door_opened", "door.cast", seat=seat, edge=edge_text(edge))


def remove_lock(flow: Flow, cast: Cast) -> None:
    """Anybody passes from now on, and nobody can jam it (door.removed)."""
    flow.set(board=maze.lock(flow.state.board, edge_of(cast.target), "removed"))
    flow.emit("lock_removed", "door.removed", seat=cast.seat, edge=cast.target)


def jam_lock(flow: Flow, cast: Cast) -> None:
    """Neither Pick Lock nor the Master Key opens it any more (door.jam)."""
    flow.set(board=maze.lock(flow.state.board, edge_of(cast.target), "jammed"))
    flow.emit("jammed_shut", "door.jam", seat=cast.seat, edge=cast.target)


# --- Sectors ------------------------------------------------------------------------------------------------


def _seam_rolls(flow: Flow, edges: tuple[int, ...]) -> dict[int, bool]:
    """50/50 for every change on a seam that comes apart: whether it goes with the sector (create.seam)."""
    kept = {}
    for edge in edges:
        n = flow.roll()
        kept[edge] = succeeds(n)
        flow.emit("seam_rolled", "create.seam", edge=edge_text(edge), n=n)
    return kept


def rotate_sector(flow: Flow, cast: Cast) -> None:
    """A sector turns with everything in it (warp.rotated)."""
    slot, (quarters,) = SLOT_OF[cast.target], cast.place
    kept = _seam_rolls(flow, maze.seams(flow.state.board, slot))
    board, moved = maze.rotate(flow.state.board, slot, quarters, kept)
    state = flow.state
    flow.set(
        board=board,
        wizards=tuple([_moved(wizard, moved) for wizard in state.wizards]),
        chests=tuple([moved[chest] if chest >= 0 else chest for chest in state.chests]),
        floor=tuple(sorted((moved[square], thing) for square, thing in state.floor)),
    )
    flow.emit("rotated", "warp.rotated", seat=cast.seat, n=quarters, sector=slot + 1)


def _moved(wizard: Wizard, squares: Sequence[int]) -> Wizard:
    return wizard if wizard.at == GONE else wizard._replace(at=squares[wizard.at])


def relocate_sector(flow: Flow, cast: Cast) -> None:
    """A sector moves to another place, unturned, with everything in it (warp.relocated)."""
    slot, (row, column) = SLOT_OF[cast.target], cast.place
    kept = _seam_rolls(flow, maze.parted(flow.state.board, slot, (row, column)))
    board, _ = maze.relocate(flow.state.board, slot, (row, column), kept)
    flow.set(board=board)
    flow.emit("relocated", "warp.relocated", seat=cast.seat, sector=slot + 1)


# --- Wizards and things -------------------------------------------------------------------------------------


def drag(flow: Flow, cast: Cast) -> None:
    """A thing on the floor comes to the caster's square; he still has to pick it up."""
    found = read_lying(cast.target)
    assert found is not None  # at a wizard it is an attack
    (thing, square), here = found, flow.state.wizards[cast.seat].at
    if thing in TREASURE_OF:
        flow.put_treasure(TREASURE_OF[thing], here)
    else:
        flow.set(floor=without(flow.state.floor, (square, thing)))
        flow.lay_down(thing, here)
    flow.emit("pulled", "card.text", seat=cast.seat, target=thing, square=square_text(here))
    flow.check_game_end()  # a treasure may have come home


def on_oneself(flow: Flow, cast: Cast) -> None:
    """Mist Body, Invisible, Shrink, Ugly: a spell that lasts."""
    flow.begin(cast.card, cast.seat, cast.seat, cast.n)


def teleport(flow: Flow, cast: Cast) -> None:
    """To a square within range; no more walking this turn."""
    flow.change(cast.seat, at=cast.place[0])
    flow.emit("teleported", "card.text", seat=cast.seat, square=square_text(cast.place[0]))
    _alter_turn(flow, halt=cast.card)


def _alter_turn(flow: Flow, **changes: object) -> None:
    flow.set(agenda=(flow.state.agenda[0]._replace(**changes), *flow.state.agenda[1:]))


def speed(flow: Flow, cast: Cast) -> None:
    """Another full turn follows at once, in the same round (fight.speed)."""
    _alter_turn(flow, again=flow.state.agenda[0].again + 1)


def power_run(flow: Flow, cast: Cast) -> None:
    """Extra squares, a life for each."""
    _alter_turn(flow, straining=True)


def pass_through_wall(flow: Flow, cast: Cast) -> None:
    """Once this turn through one wall or door."""
    _alter_turn(flow, phases=flow.state.agenda[0].phases + 1)


def buddy(flow: Flow, cast: Cast) -> None:
    """The target may not attack the caster until he attacks it."""
    flow.begin(cast.card, cast.seat, SEAT_OF[cast.target], 0)


def telepathy(flow: Flow, cast: Cast) -> None:
    """All the cards in an opponent's hand, wherever he is."""
    see_hand(flow, cast.seat, SEAT_OF[cast.target])


def nothing(flow: Flow, cast: Cast) -> None:
    """A counteraction that only answers, played in one's own turn (counter.own_turn)."""
    flow.emit("no_effect", "counter.own_turn", seat=cast.seat, card=cast.card)
