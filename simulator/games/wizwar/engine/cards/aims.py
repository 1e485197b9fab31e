"""What a card asks of its target besides being of a kind that it is aimed at."""

from simulator.engine.game import Seat
from simulator.games.wizwar.engine.board import AJAR, DOOR, EMPTY, home, lets_through, mark_at
from simulator.games.wizwar.engine.cards.passives import repelled_refusal, repeller
from simulator.games.wizwar.engine.data import param
from simulator.games.wizwar.engine.places import edge_text, square_text
from simulator.games.wizwar.engine.reach import reachable_by_teleport
from simulator.games.wizwar.engine.state import State, is_in
from web.refusal import Refusal


def why_not_lock(state: State, seat: Seat, card: str, edge: int) -> Refusal | None:
    """Whether something can be done to the lock of a door (door.removed, door.jam).

    A door that is held open for others may be opened by whoever it doesn't let through.
    """
    place = edge_text(edge)
    if state.board.kinds[edge] not in (DOOR, AJAR):
        return Refusal("not_door", "door.shut", {"edge": place})
    mark = mark_at(state.board, edge)
    lock = mark.lock if mark is not None else ""
    if lock == "removed":
        return Refusal("lock_gone", "door.removed", {"edge": place})
    if lock == "jammed" and card != "remove_lock":
        return Refusal("jammed", "door.jam", {"edge": place})
    if card in ("pick_lock", "master_key") and lets_through(state.board, edge, seat):
        return Refusal("open_already", "door.cast", {"edge": place})
    return None


def why_not_create(state: State, square: int) -> Refusal | None:
    """Nothing is created on a home, nor where anything is (create.where)."""
    place = square_text(square)
    if any(square == home(seat) and is_in(state, seat) for seat in range(state.players)):
        return Refusal("create_home", "create.where", {"square": place})
    taken = (
        any(wizard.at == square for wizard in state.wizards)
        or square in state.chests
        or state.board.filled[square] != EMPTY
        or any(at == square for at, _ in state.floor)
    )
    return Refusal("create_occupied", "create.where", {"square": place}) if taken else None


def own_teleports(state: State, seat: Seat) -> list[int]:
    """Where one's own Teleport may lead: to no ugly wizard, where nobody goes of his own will."""
    reach = reachable_by_teleport(state, seat, param("teleport", "range_squares"))
    return [square for square in reach if repeller(state, seat, square) is None]


def why_not_change(state: State, seat: Seat, other: Seat) -> Refusal | None:
    """Swap leads its caster of his own will to where another stands: not to a third one who is ugly."""
    if state.wizards[seat].at == state.wizards[other].at:
        return None
    return repelled_refusal(state, seat, state.wizards[other].at, leaving=other)
