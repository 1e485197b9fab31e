"""Walking and being moved: which edges can be passed, what a square does to whoever comes in. Pure.

`step_refusal` is the one predicate for steps; `enter` is what follows, also for wizards who are pushed.
"""

from functools import lru_cache

from games.wizwar.simulator.engine.board import (
    AJAR,
    BUSH,
    DOOR,
    FIRE,
    ILLUSION,
    OPEN,
    SOLID,
    STONE,
    WALL,
    Board,
    believe,
    illusions,
    is_opener,
    lets_through,
    mark_at,
    pass_door,
)
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards.made import FILLS, MAKES
from games.wizwar.simulator.engine.cards.passives import (
    BASE_MOVES,
    BODILESS,
    PHASE,
    ROOTED,
    STEPS,
    STRAIN,
    lasting_on,
    more,
    repelled_refusal,
)
from games.wizwar.simulator.engine.data import BASE_MOVE, BUSH_DAMAGE, FIRE_DAMAGE
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.geometry import WARP, half_edges
from games.wizwar.simulator.engine.places import edge_text, square_text
from games.wizwar.simulator.engine.sight import sees_edge
from games.wizwar.simulator.engine.state import CREATURES, Act, Harm, State, is_alive, keeper
from simulator.engine.game import Seat
from web.refusal import Refusal

SEES_THROUGH = "sS"  # beliefs of those who know an illusion
OPENLY_KNOWN = "S"  # of those of whom everybody knows it


# --- Edges --------------------------------------------------------------------------------------------------


def believes(state: State, seat: Seat, half_edge: int, openly: bool) -> bool:
    """Whether an illusion on this edge is a real wall to the wizard; `openly`: as far as everybody knows."""
    mark = mark_at(state.board, half_edge)
    if mark is None or mark.by == seat:
        return False
    belief = mark.beliefs[seat] if seat < len(mark.beliefs) else "?"
    return belief not in (OPENLY_KNOWN if openly else SEES_THROUGH)


def cross_refusal(
    state: State, seat: Seat, half_edge: int, moved: bool = False, openly: bool = False
) -> Refusal | None:
    """Whether a wizard can go over an edge by himself or be moved over it (object.fixed, door.shut).

    `moved`: by a spell, which only a shut door stops (ruling 80). `openly`: as far as
    everybody knows, which is what another player may choose by.
    """
    kind = state.board.kinds[half_edge]
    if kind in (OPEN, FIRE):
        return None
    if state.course.first(Box.passes_obstacles, state, seat):
        return None
    if kind == WALL or (kind == ILLUSION and believes(state, seat, half_edge, openly)):
        return Refusal("in_the_way", "object.fixed", {"edge": edge_text(half_edge)})
    if kind == DOOR and not _door_lets(state, seat, half_edge):
        return Refusal("door_shut", "door.shut", {"edge": edge_text(half_edge)})
    if kind == AJAR and not (moved or _passes_open_door(state, seat, half_edge)):
        return Refusal("door_shut", "door.others", {"edge": edge_text(half_edge)})
    return None


def is_airy(state: State, who: int) -> bool:
    """Whether fire and bushes do nothing to somebody."""
    return bool(lasting_on(state, who, BODILESS) or state.course.first(Box.passes_obstacles, state, who))


def _door_lets(state: State, seat: Seat, half_edge: int) -> bool:
    """A door without a lock, or a wizard of mist."""
    if lasting_on(state, seat, BODILESS):
        return True
    mark = mark_at(state.board, half_edge)
    return mark is not None and mark.lock == "removed"


def _passes_open_door(state: State, who: int, half_edge: int) -> bool:
    """A creature goes where its creator has opened, not where others hold a door (ruling 152)."""
    if who < CREATURES:
        stands_open = lets_through(state.board, half_edge, who)
    else:
        stands_open = is_opener(state.board, half_edge, keeper(state, who))
    return stands_open or _door_lets(state, who, half_edge)


def enter_refusal(state: State, square: int) -> Refusal | None:
    """Solid rock lets nobody in."""
    if state.board.filled[square] in SOLID:
        return Refusal("stone_in_way", "object.fixed", {"square": square_text(square)})
    return None


# --- Steps --------------------------------------------------------------------------------------------------


def base_move(state: State, seat: Seat) -> int:
    """Three squares; a Speedstone adds one, Shrink leaves two (move.steps)."""
    shrunk = lasting_on(state, seat, BASE_MOVES)
    base = BASE_MOVES[shrunk] if shrunk else BASE_MOVE
    return base + more(state.wizards[seat].shown, STEPS)


def steps_left(state: State, act: Act) -> int:
    return base_move(state, act.seat) + max(act.bonus, 0) - act.used


def walk_refusal(state: State, act: Act) -> Refusal | None:
    """What forbids every step, wherever it leads."""
    if act.halt:
        return Refusal("no_walk", "card.text", {"card": act.halt})
    rooted = lasting_on(state, act.seat, ROOTED)
    if rooted:
        return Refusal("barred", "card.text", {"card": rooted})
    if steps_left(state, act) <= 0 and not act.straining:
        n = base_move(state, act.seat) + max(act.bonus, 0)
        return Refusal("no_steps", "move.steps", {"n": n})
    return None


def step_refusal(state: State, act: Act, side: int) -> Refusal | None:
    """Whether a wizard may step over that side of his square; `walk_refusal` is asked first."""
    half_edge = state.wizards[act.seat].at * 4 + side
    return cross_refusal(state, act.seat, half_edge) or _destination_refusal(state, act.seat, half_edge)


def phase_refusal(state: State, act: Act, side: int) -> Refusal | None:
    """Through a wall or door of any kind, by Pass Through Wall; an open edge needs no spell."""
    half_edge = state.wizards[act.seat].at * 4 + side
    if not act.phases:
        return Refusal("no_phase", "card.text", {"card": PHASE})
    if state.board.kinds[half_edge] in (OPEN, AJAR):
        return Refusal("nothing_to_pass", "card.text", {"card": PHASE, "edge": edge_text(half_edge)})
    return _destination_refusal(state, act.seat, half_edge)


def _destination_refusal(state: State, seat: Seat, half_edge: int) -> Refusal | None:
    """Whether he may be in the square beyond: no rock, and nobody ugly there."""
    square = state.board.net.next[half_edge]
    refusal = enter_refusal(state, square) or repelled_refusal(state, seat, square)
    return refusal or state.course.first(Box.step_refusal, state, seat, half_edge)


def step(flow: Flow, act: Act, side: int, phase: bool = False) -> None:
    """One step of the wizard whose turn it is, with all that meets him (move.steps)."""
    seat, half_edge = act.seat, flow.state.wizards[act.seat].at * 4 + side
    strained = steps_left(flow.state, act) <= 0  # paid with a life, it isn't one of the allowance
    flow.replace_top_frame(act._replace(used=act.used + (not strained), phases=act.phases - phase))
    if phase:
        flow.emit("phased", "card.text", seat=seat, edge=edge_text(half_edge))
    walk(flow, seat, half_edge, phase)
    if strained:
        flow.emit("strained", "card.text", seat=seat, card=STRAIN)
        flow.lose_life(seat, 1)
        flow.check_game_end()


def walk(flow: Flow, who: int, half_edge: int, phase: bool = False) -> None:
    """A step of one's own, where boxes have more to say of it than of being pushed."""
    asked = flow.state.course.asked
    for step_heading in asked(Box.step_heading):
        half_edge = step_heading(flow, who, half_edge)
        if half_edge < 0:
            return
    for before_step in asked(Box.before_step):
        before_step(flow, who, half_edge)
    enter(flow, who, half_edge, phase)
    for after_step in asked(Box.after_step):
        after_step(flow, who)


def _unmask(flow: Flow, seat: Seat, half_edge: int) -> None:
    """Who comes through an illusion, walking or pushed, shows that he knows it."""
    mark = mark_at(flow.state.board, half_edge)
    if mark is None or mark.kind != ILLUSION or mark.by == seat or seat >= len(mark.beliefs):
        return
    if mark.beliefs[seat] == OPENLY_KNOWN:
        return
    flow.set(board=believe(flow.state.board, mark.edge, seat, OPENLY_KNOWN))
    flow.emit("unmasked", "card.text", seat=seat, edge=edge_text(half_edge))


def enter(flow: Flow, seat: Seat, half_edge: int, phase: bool = False) -> None:
    """A wizard crosses an edge, by himself or pushed, into the square beyond.

    `phase`: through whatever stands there, unharmed. An open door shuts behind whoever it was open for.
    """
    if not phase:
        _unmask(flow, seat, half_edge)
    graph = flow.state.board.net
    square, kind, letter = graph.next[half_edge], flow.state.board.kinds[half_edge], graph.letter[half_edge]
    flow.change(seat, at=square)
    flow.emit("stepped", "move.steps", seat=seat, square=square_text(square))
    if letter == WARP:
        flow.emit("warped", "warp.what", seat=seat)
    elif letter:
        flow.emit("wrapped", "maze.exits", seat=seat, letter=letter)
    if kind == AJAR and lets_through(flow.state.board, half_edge, seat):
        flow.set(board=pass_door(flow.state.board, half_edge, seat))
        if flow.state.board.kinds[half_edge] == DOOR:
            flow.emit("door_closed", "door.closes", edge=edge_text(half_edge))
    if kind == FIRE and not (phase or is_airy(flow.state, seat)):
        flow.emit("through_fire", "card.text", seat=seat)
        flow.push(Harm(seat, FIRE_DAMAGE, False, MAKES[FIRE]))
    arrive(flow, seat)


def arrive(flow: Flow, seat: Seat) -> None:
    """What the square does to whoever has come there, however he came."""
    bush = flow.state.board.filled[flow.state.wizards[seat].at] == BUSH
    if bush and seat < CREATURES and not is_airy(flow.state, seat):
        _scratch(flow, seat)
    for after_arrival in flow.state.course.asked(Box.after_arrival):
        after_arrival(flow, seat)


def _scratch(flow: Flow, seat: Seat) -> None:
    """A thornbush: the turn ends, the next one is lost, and it hurts (ruling wizwar-19)."""
    flow.emit("entered_bush", "card.text", seat=seat, card=FILLS[BUSH])
    act = flow.state.agenda[0]
    if type(act) is Act and act.seat == seat:
        flow.set(agenda=(act._replace(over=True), *flow.state.agenda[1:]))
    flow.change(seat, lost=flow.state.wizards[seat].lost + 1)
    flow.push(Harm(seat, BUSH_DAMAGE, True, FILLS[BUSH]))


# --- Being pushed -------------------------------------------------------------------------------------------


def push(flow: Flow, seat: Seat, side: int, n: int) -> int:
    """Pushes a wizard up to `n` squares towards a side; returns how many squares he could not be moved.

    On the way he sees what there is to see: an illusion that he comes upon stops him only if he believes it.
    """
    heading, moved = side, 0
    while moved < n:
        half_edge = flow.state.wizards[seat].at * 4 + heading
        square = flow.state.board.net.next[half_edge]
        if flow.state.board.kinds[half_edge] == ILLUSION:
            flow.reveal()  # whether he knows it comes to light
        if cross_refusal(flow.state, seat, half_edge, moved=True) or enter_refusal(flow.state, square):
            break
        enter(flow, seat, half_edge)
        look_at_illusions(flow)
        heading = (heading + flow.state.board.net.turn[half_edge]) % 4
        moved += 1
    if moved:
        flow.emit("pushed", "card.text", seat=seat, n=moved)
    return n - moved


# --- Distances ----------------------------------------------------------------------------------------------

PASSABLE = bytes(kind in (OPEN, FIRE) for kind in range(256))


@lru_cache(maxsize=512)
def distances(board: Board, start: int) -> tuple[int, ...]:
    """Walking distance from a square to every other, doors and walls in the way; -1: no way."""
    return spread(board, start, board.kinds.translate(PASSABLE))


def led_ways(state: State, seat: Seat) -> bytes:
    """By half-edge, whether another player can lead this wizard over it, as far as everybody knows."""
    edges = range(len(state.board.kinds))
    return bytes(cross_refusal(state, seat, edge, moved=True, openly=True) is None for edge in edges)


def led_distances(state: State, seat: Seat, start: int) -> tuple[int, ...]:
    """Steps on foot from a square to every other, by the ways open to a wizard who is led; -1: no way."""
    return spread(state.board, start, led_ways(state, seat))


def own_ways(state: State, seat: Seat) -> bytes:
    """By half-edge, whether a wizard can go over it by himself."""
    edges = range(len(state.board.kinds))
    return bytes(cross_refusal(state, seat, edge) is None for edge in edges)


def own_distances(state: State, seat: Seat) -> tuple[int, ...]:
    """Steps on foot from a wizard's square to every other, by the ways open to him; -1: no way."""
    return spread(state.board, state.wizards[seat].at, own_ways(state, seat))


def spread(board: Board, start: int, passes: bytes) -> tuple[int, ...]:
    """Steps from a square to every other over the half-edges that can be passed."""
    graph, found = board.net, [-1] * len(board.filled)
    found[start], queue = 0, [start]
    for square in queue:
        for half_edge in half_edges(square):
            beyond = graph.next[half_edge]
            if found[beyond] < 0 and passes[half_edge] and board.filled[beyond] != STONE:
                found[beyond] = found[square] + 1
                queue.append(beyond)
    return tuple(found)


# --- Illusions ----------------------------------------------------------------------------------------------


def look_at_illusions(flow: Flow) -> None:
    """Whoever first gets a line of sight to an illusion finds out whether he believes it: 1, 2 he does."""
    for mark in illusions(flow.state.board):
        if "?" not in mark.beliefs:
            continue
        for seat in range(flow.state.players):
            unsure = seat != mark.by and mark.beliefs[seat] == "?" and is_alive(flow.state, seat)
            if unsure and sees_edge(flow.state.board, flow.state.wizards[seat].at, mark.edge):
                _judge_illusion(flow, seat, mark.edge)


def _judge_illusion(flow: Flow, seat: Seat, edge: int) -> None:
    knows = flow.even_chance()
    flow.set(board=believe(flow.state.board, edge, seat, "s" if knows else "b"))
    place = edge_text(edge)
    flow.emit("illusion_rolled", "card.text", seat=seat, edge=place)
    flow.emit_privately((seat,), "seen_through" if knows else "believed", "card.text", seat=seat, edge=place)
