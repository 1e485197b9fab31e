"""What a wizard sees, straight or around a corner, and what is at hand or within reach of a teleport."""

from collections.abc import Callable, Iterator

from games.wizwar.simulator.engine import sight
from games.wizwar.simulator.engine.board import AJAR, BUSHES, EMPTY, HIDES, OPEN, Board
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards.along import BEND, in_hand
from games.wizwar.simulator.engine.cards.passives import WALLS_PASSED, more
from games.wizwar.simulator.engine.data import PHYSICAL, SIGHT, SPELLS
from games.wizwar.simulator.engine.geometry import half_edges, within
from games.wizwar.simulator.engine.places import (
    FIGURES,
    SEAT_OF,
    TREASURE_OF,
    TREASURES,
    edge_text,
    lying,
    read_edge,
    read_lying,
    read_square,
    square_text,
)
from games.wizwar.simulator.engine.state import State, is_alive
from simulator.engine.game import Seat
from web.refusal import Refusal

Asks = Callable[[Board, int, int, int], bool]  # of a place: board, origin, place, walls passed


def sees_square(state: State, seat: Seat, card: str, square: int) -> bool:
    """Whether a spell or a throw from the wizard's square reaches a square, filled or not (sight.line)."""
    return _reaches(state, seat, card, sight.sees_into, square)


def sees_edge(state: State, seat: Seat, card: str, edge: int) -> bool:
    """The same for the middle of an edge (sight.edge)."""
    return _reaches(state, seat, card, sight.sees_edge, edge)


def _reaches(state: State, seat: Seat, card: str, sees: Asks, place: int) -> bool:
    """Straight from the wizard's square, which is nearly always all there is, or with the help of cards."""
    if sees(state.board, state.wizards[seat].at, place, 0):
        return True
    if sees is sight.sees_into:
        for squares_seen in state.course.asked(Box.squares_seen):
            if place in squares_seen(state, seat):
                return True
    if not walls_passed(state, seat, card) and not may_bend(state, seat, card):
        return False
    return any(sees(state.board, origin, place, left) for origin, left in origins(state, seat, card))


def sees_wizard(state: State, seat: Seat, card: str, other: Seat) -> bool:
    """The same for a wizard: one who stands in a bush is seen by nobody (ruling wizwar-26)."""
    square = state.wizards[other].at
    return state.board.filled[square] not in HIDES and sees_square(state, seat, card, square)


def walls_passed(state: State, seat: Seat, card: str) -> int:
    """How many walls the line may go through: a Visionstone lets spells through one."""
    return more(state.wizards[seat].shown, WALLS_PASSED) if card in SPELLS else 0


def walls_left(state: State, seat: Seat, card: str, origin: int) -> int:
    """The same from where the line bends: none where its way to the bend went through one already."""
    walls, here = walls_passed(state, seat, card), state.wizards[seat].at
    straight = origin == here or not is_alive(state, seat) or sight.sees(state.board, here, origin)
    return walls if straight else 0


def may_bend(state: State, seat: Seat, card: str) -> bool:
    return card in SPELLS and card in SIGHT and in_hand(state, seat, BEND) != ""


def origins(state: State, seat: Seat, card: str) -> Iterator[tuple[int, int]]:
    """Where a straight line to the target may begin: at the wizard, or where it bends around a corner.

    With each square the walls that the rest of the line may go through.
    """
    here, walls = state.wizards[seat].at, walls_passed(state, seat, card)
    yield here, walls
    if may_bend(state, seat, card):
        seen = sight.seen(state.board, here, walls).squares
        for square in range(len(state.board.filled)):
            if seen >> square & 1 and square != here:
                yield square, walls_left(state, seat, card, square)


def bend_of(state: State, seat: Seat, card: str, target: str) -> int:
    """The first square where the line to a target must bend; -1 where it is straight."""
    here = state.wizards[seat].at
    for origin, walls in origins(state, seat, card):
        if _straight(state, origin, walls, target):
            return -1 if origin == here else origin
    return -1


def is_bent(state: State, seat: Seat, card: str, target: str) -> bool:
    """Whether a spell reaches this target only around a corner: that card is spent with it."""
    return may_bend(state, seat, card) and bend_of(state, seat, card, target) >= 0


def bends_of(state: State, seat: Seat, card: str, target: str) -> list[int]:
    """Every square where a line that isn't straight may bend, sorted."""
    found = list(origins(state, seat, card))
    if _straight(state, *found[0], target):
        return []
    return sorted(origin for origin, walls in found[1:] if _straight(state, origin, walls, target))


def _straight(state: State, origin: int, walls: int, target: str) -> bool:
    edge = read_edge(target)
    if edge is not None:
        return sight.sees_edge(state.board, origin, edge, walls)
    return sight.sees_into(state.board, origin, square_of(state, target), walls)


def square_of(state: State, target: str) -> int:
    """The square of a wizard, of an object on the floor, or the square itself."""
    if target in SEAT_OF:
        return state.wizards[SEAT_OF[target]].at
    found = read_lying(target)
    square = found[1] if found else read_square(target)
    if square is None:
        raise ValueError(target)
    return square


OUT_OF_SIGHT = Refusal("no_sight_far", "sight.card", {"target": ""})


def no_sight(state: State, seat: Seat, card: str, target: str, brief: bool) -> Refusal:
    """Refuses a target out of sight and names what blocks the shortest line (sight.blocked).

    `brief`: nobody will read it, so that nothing is looked for.
    """
    if brief:
        return OUT_OF_SIGHT
    here, edge = state.wizards[seat].at, read_edge(target)
    if target in SEAT_OF and state.board.filled[square_of(state, target)] in HIDES:
        hidden = square_text(square_of(state, target))
        return Refusal("no_sight_square", "sight.blocked", {"target": target, "square": hidden})
    if edge is not None:
        line = sight.line_to_edge(state.board, here, edge, walls_passed(state, seat, card))
    else:
        line = sight.line(
            state.board, here, square_of(state, target), walls_passed(state, seat, card), into=True
        )
    if line.edge is not None and card in PHYSICAL and card not in SPELLS:
        return Refusal("physical_through", "fight.through", {"edge": edge_text(line.edge)})
    if line.edge is not None:
        return Refusal("no_sight", "sight.blocked", {"target": target, "edge": edge_text(line.edge)})
    if line.square is not None:
        square = square_text(line.square)
        return Refusal("no_sight_square", "sight.blocked", {"target": target, "square": square})
    return Refusal("no_sight_far", "sight.card", {"target": target})


def own_edges(state: State, seat: Seat) -> tuple[int, ...]:
    """The four edges of the wizard's square."""
    edge, first = state.board.net.edge, state.wizards[seat].at * 4
    return edge[first : first + 4]


def bushes_at_hand(state: State, seat: Seat) -> list[int]:
    """Bushes in the wizard's square or behind a free edge of it (fight.kick_thing)."""
    here, graph = state.wizards[seat].at, state.board.net
    found = [here] if state.board.filled[here] in BUSHES else []
    for half_edge in half_edges(here):
        square = graph.next[half_edge]
        if state.board.filled[square] in BUSHES and state.board.kinds[half_edge] in (OPEN, AJAR):
            found.append(square)
    return list(dict.fromkeys(found))


def lies(state: State, thing: str, square: int) -> bool:
    """Whether an object or a treasure lies on a square."""
    if thing in TREASURE_OF:
        treasure = TREASURE_OF[thing]
        return treasure < len(state.chests) and state.chests[treasure] == square
    return (square, thing) in state.floor


def things_on(state: State, square: int) -> list[str]:
    """Objects and treasures that lie on a square."""
    things = [thing for at, thing in state.floor if at == square]
    chests = [TREASURES[treasure] for treasure, chest in enumerate(state.chests) if chest == square]
    return list(dict.fromkeys((*things, *chests)))


def reachable_by_teleport(state: State, seat: Seat, steps: int) -> list[int]:
    """Squares within so many steps, walls and all ignored, that hold no fixed object."""
    here = state.wizards[seat].at
    return sorted(
        square
        for square in within(state.board.layout, here, steps)
        if state.board.filled[square] == EMPTY and square != here
    )


def met_when_turned(
    state: State, seat: Seat, card: str, target: str, origin: int, quarters: int
) -> list[str]:
    """What is of the same kind as a target where a line leads that is turned by so many quarters."""
    edge, walls = read_edge(target), walls_left(state, seat, card, origin)
    if edge is not None:
        down, right = sight.line_to_edge(state.board, origin, edge, walls).offset
    else:
        down, right = sight.line(state.board, origin, square_of(state, target), walls, into=True).offset
    for _ in range(quarters):
        down, right = right, -down
    if edge is not None:
        found = sight.edge_at_offset(state.board, origin, (down, right), walls)
        return [] if found is None else [edge_text(found)]
    square = sight.at_offset(state.board, origin, (down, right), walls)
    return [] if square is None else _named_there(state, target, square)


def _named_there(state: State, target: str, square: int) -> list[str]:
    if target in SEAT_OF:
        there = [FIGURES[n] for n, figure in enumerate(state.wizards) if figure.at == square]
        return sorted(there, key=lambda text: text != target)
    if read_lying(target) is not None:
        return [lying(thing, square) for thing in things_on(state, square)]
    return [square_text(square)] if read_square(target) is not None else []
