"""What a seat can bring about by itself: all ways to walk, all ways to finish a move, found by making them.

It happens in the open world of a view (`view.bare`): others hold nothing that isn't known, and nobody answers
who may pass. Where dice, a draw or a choice of somebody else would decide, nothing is said: `Undecided`.
"""

from collections.abc import Callable, Iterator

from games.wizwar.simulator.engine.moves import END, PASS, move_of
from games.wizwar.simulator.engine.rules import asking, check, do, legal_moves, to_act
from games.wizwar.simulator.engine.state import Act, Harm, Pick, Staged, State, Window, is_alive
from games.wizwar.simulator.engine.verbs import doors_to_open, walking_moves
from simulator.engine.game import Move, Seat

Goal = Callable[[State], int]
MOST_WAYS = 1500  # of finishing one move; few have more, and those say nothing
OWN_CHOICES = (Staged, Window, Harm, Pick)  # in the middle of a move
NOBODYS = 40  # questions to others that may follow one move


class Undecided(Exception):
    """It isn't the seat's own choices alone that decide."""


# --- Finishing a move ---------------------------------------------------------------------------------------


def ends_of(state: State, seat: Seat, move: Move, once: bool = False) -> Iterator[State]:
    """Each position that a move may come to by the seat's own further choices; `once`: it answers nothing
    more. Raises Undecided.
    """
    open_ends, tried = [do(state, seat, move).state], 0
    while open_ends:
        tried += 1
        end = unanswered(open_ends.pop(), seat)
        if end.chance != state.chance or end.deck != state.deck or tried > MOST_WAYS:
            raise Undecided
        if once and seat in to_act(end) and type(asking(end, seat)) in (Window, Harm):
            open_ends.append(do(end, seat, PASS).state)
        elif seat in to_act(end) and type(asking(end, seat)) in OWN_CHOICES:
            open_ends += [do(end, seat, each).state for each in legal_moves(end, seat)]
        else:
            yield end


def unanswered(state: State, seat: Seat) -> State:
    """Others pass what they may pass. Raises Undecided where they must choose."""
    for _ in range(NOBODYS):
        others = to_act(state) - {seat}
        if not others or type(asking(state, min(others))) not in OWN_CHOICES:
            return state
        if PASS not in legal_moves(state, min(others)):
            raise Undecided
        state = do(state, min(others), PASS).state
    raise Undecided


# --- Walking ------------------------------------------------------------------------------------------------


def own_turn(state: State, seat: Seat) -> Act | None:
    """The seat's own turn, where nothing else is asked and it isn't over."""
    act = state.agenda[-1] if state.agenda else None
    return act if type(act) is Act and act.seat == seat and not act.over else None


def on_foot(state: State, act: Act) -> list[Move]:
    """Steps, and doors that can be opened."""
    return [*walking_moves(state, act), *(move_of("open", edge) for edge in doors_to_open(state, act))]


def steps_to(state: State, seat: Seat, goal: Goal) -> int | None:
    """The fewest steps and doors of this turn to where a goal is met, None if it can't be. Raises Undecided,
    as where the turn is over before anything could be said of it.
    """
    if not is_alive(state, seat):
        return None
    if own_turn(state, seat) is None:
        raise Undecided
    ring, seen, n = [state], {_place(state, seat)}, 0
    while ring:
        if any(map(goal, ring)):
            return n
        further = []
        for there in (there for here in ring for there in _beyond(here, seat)):
            if _place(there, seat) not in seen:
                seen.add(_place(there, seat))
                further.append(there)
        ring, n = further, n + 1
    return None


def _beyond(state: State, seat: Seat) -> Iterator[State]:
    """After each step or door, as long as the turn goes on."""
    act = own_turn(state, seat)
    if act is None:
        raise Undecided
    for move in on_foot(state, act):
        yield from (end for end in ends_of(state, seat, move) if is_alive(end, seat))


def _place(state: State, seat: Seat) -> tuple[object, ...]:
    wizard, board = state.wizards[seat], state.board
    return wizard.at, wizard.life, state.agenda, board.kinds, board.ajar


# --- The next turn ------------------------------------------------------------------------------------------

NOTHING = (PASS, END, Move("draw", ("0",)))


def next_turn(state: State, seat: Seat) -> State:
    """The seat's next turn, if it ends this one and nobody does anything meanwhile. Raises Undecided."""
    turn = state.turn
    for _ in range(NOBODYS):
        if state.turn > turn and own_turn(state, seat):
            return state
        acting = min(to_act(state), default=seat)
        idle = next((move for move in NOTHING if check(state, acting, move) is None), None)
        if idle is None:
            raise Undecided
        after = do(state, acting, idle).state
        if after.chance != state.chance:
            raise Undecided
        state = after
    raise Undecided
