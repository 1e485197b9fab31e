"""What a card asks of its target besides being of a kind that it is aimed at."""

from games.wizwar.simulator.engine.board import (
    AJAR,
    DOOR,
    EMPTY,
    FIRE,
    GIANT,
    OPEN,
    home,
    lets_through,
    mark_at,
    thing_at,
)
from games.wizwar.simulator.engine.cards.passives import repelled_refusal, repeller
from games.wizwar.simulator.engine.data import param
from games.wizwar.simulator.engine.geometry import free_places
from games.wizwar.simulator.engine.reach import reachable_by_teleport
from games.wizwar.simulator.engine.state import State, is_alive
from simulator.engine.game import Seat
from web.refusal import Refusal


def lock_refusal(state: State, seat: Seat, card: str, edge: int, target: str) -> Refusal | None:
    """A door that has a lock (door.removed)."""
    if state.board.kinds[edge] not in (DOOR, AJAR):
        return Refusal("not_door", "door.shut", {"edge": target})
    if _lock(state, edge) == "removed":
        return Refusal("lock_gone", "door.removed", {"edge": target})
    return None


def _lock(state: State, edge: int) -> str:
    mark = mark_at(state.board, edge)
    return "" if mark is None else mark.lock


def unjammed_refusal(state: State, seat: Seat, card: str, edge: int, target: str) -> Refusal | None:
    """A lock that isn't jammed (door.jam)."""
    refusal = lock_refusal(state, seat, card, edge, target)
    if refusal is None and _lock(state, edge) == "jammed":
        return Refusal("jammed", "door.jam", {"edge": target})
    return refusal


def shut_refusal(state: State, seat: Seat, card: str, edge: int, target: str) -> Refusal | None:
    """A door to be opened; one that is held open for others by whoever it doesn't let through (door.cast)."""
    refusal = unjammed_refusal(state, seat, card, edge, target)
    if refusal is None and lets_through(state.board, edge, seat):
        return Refusal("open_already", "door.cast", {"edge": target})
    return refusal


def edge_refusal(state: State, seat: Seat, card: str, edge: int, target: str) -> Refusal | None:
    """Something is built on a free edge (create.edge)."""
    free = state.board.kinds[edge] == OPEN
    return None if free else Refusal("edge_taken", "create.edge", {"edge": target})


def wave_refusal(state: State, seat: Seat, card: str, edge: int, target: str) -> Refusal | None:
    """A wave breaks on a free edge, or where there is a fire to be put out."""
    burning = state.board.kinds[edge] == FIRE
    return None if burning else edge_refusal(state, seat, card, edge, target)


def created_refusal(state: State, seat: Seat, card: str, edge: int, target: str) -> Refusal | None:
    """What a card has created on an edge."""
    mark = mark_at(state.board, edge)
    made = mark is not None and bool(mark.card) and state.board.kinds[edge] != OPEN
    return None if made else _not_created(card, target)


def created_thing_refusal(state: State, seat: Seat, card: str, square: int, target: str) -> Refusal | None:
    """What a card has created in a square."""
    thing = thing_at(state.board, square)
    return _not_created(card, target) if thing is None or thing.kind == GIANT else None


def _not_created(card: str, target: str) -> Refusal:
    return Refusal("not_created", "card.text", {"card": card, "place": target})


def square_refusal(state: State, seat: Seat, card: str, square: int, target: str) -> Refusal | None:
    """Nothing is created on a home, nor where anything is (create.where)."""
    if any(square == home(other) and is_alive(state, other) for other in range(state.players)):
        return Refusal("create_home", "create.where", {"square": target})
    taken = (
        any(wizard.at == square for wizard in state.wizards)
        or square in state.chests
        or state.board.filled[square] != EMPTY
        or any(at == square for at, _ in state.floor)
        or thing_at(state.board, square) is not None
    )
    return Refusal("create_occupied", "create.where", {"square": target}) if taken else None


def own_teleports(state: State, seat: Seat) -> list[int]:
    """Where one's own Teleport may lead: to no ugly wizard, where nobody goes of his own will."""
    reach = reachable_by_teleport(state, seat, param("teleport", "range_squares"))
    return [square for square in reach if repeller(state, seat, square) is None]


def swap_refusal(state: State, seat: Seat, card: str, other: Seat, target: str) -> Refusal | None:
    """Swap leads its caster of his own will to where another stands: not to a third one who is ugly."""
    if state.wizards[seat].at == state.wizards[other].at:
        return None
    return repelled_refusal(state, seat, state.wizards[other].at, leaving=other)


def place_refusal(state: State, seat: Seat, card: str, slot: int, target: str) -> Refusal | None:
    """A sector that can lie elsewhere, too."""
    if free_places(state.board.layout, slot):
        return None
    return Refusal("no_place", "card.text", {"card": card, "place": target})


def empty_square_refusal(state: State, seat: Seat, card: str, square: int, target: str) -> Refusal | None:
    """A thing is thrown into another square that nothing fills (object.land)."""
    if state.board.filled[square] != EMPTY or square == state.wizards[seat].at:
        return Refusal("bad_target", "fight.targets", {"card": card, "target": target})
    return None
