"""What lies in squares: bushes, ooze, tacks, dust, and giants who fill theirs (rulings 95, 109-112).

Tacks are their card, lying on the floor. Ooze, dust and roses are things of the board; a giant is one, too,
that goes where the wizard goes.
"""

from games.wizwar.simulator.boxes.monsters.engine.creatures import (
    FIERY,
    STREWN,
    TACKS,
    creature,
    flies,
    living,
    tacks_at,
    vanish,
)
from games.wizwar.simulator.boxes.monsters.engine.kept import keep, kept_by
from games.wizwar.simulator.boxes.monsters.engine.marches import stop
from games.wizwar.simulator.engine.board import (
    AJAR,
    BUSH,
    BUSHES,
    DUST,
    GIANT,
    OOZE,
    OPEN,
    ROSE,
    Thing,
    empty,
    home,
    lay_out,
)
from games.wizwar.simulator.engine.cards.made import FILLS
from games.wizwar.simulator.engine.cards.passives import lasting_on
from games.wizwar.simulator.engine.data import BUSH_DAMAGE, DAMAGE, alike
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.geometry import half_edges
from games.wizwar.simulator.engine.moving import cross_refusal, enter_refusal, is_airy, push
from games.wizwar.simulator.engine.places import edge_text, read_square, square_text
from games.wizwar.simulator.engine.reach import things_on
from games.wizwar.simulator.engine.state import CREATURES, Act, Harm, State, is_alive
from simulator.engine.game import Move
from simulator.engine.tuples import without
from web.refusal import Refusal

OOZES, ROSES, BIG_MAN = "killer_ooze", "rosebush", "big_man"
BIG_MEN = alike(BIG_MAN)
GATHER = "gather"
IDLE = frozenset(("offer", "reveal", "show", "discard"))  # what takes nothing of a turn


# --- Whoever comes there ------------------------------------------------------------------------------------


def after_arrival(flow: Flow, who: int) -> None:
    """By his own step or pushed: bushes scratch, ooze and tacks hurt what doesn't fly."""
    square = flow.state.wizards[who].at
    kind = flow.state.board.filled[square]
    if kind in BUSHES and who >= CREATURES and creature(flow.state, who).card in FIERY:
        flow.set(board=empty(flow.state.board, square))
        flow.emit("burnt", "card.text", square=square_text(square))
    elif kind == ROSE and not is_airy(flow.state, who):
        _hurt(flow, who, ROSES)
    elif kind == BUSH and who >= CREATURES:
        flow.emit("entered_bush", "card.text", seat=who, card=FILLS[BUSH])
        flow.change(who, lost=flow.state.wizards[who].lost + 1)
        stop(flow, who, whole_turn=True)
        flow.push(Harm(who, BUSH_DAMAGE, True, FILLS[BUSH]))
    if flies(flow.state, who):
        return
    if _is_ooze(flow.state, square):
        _hurt(flow, who, OOZES)
        _stick(flow, who)
    if tacks := tacks_at(flow.state, square):
        _hurt(flow, who, tacks)


def _hurt(flow: Flow, who: int, card: str) -> None:
    flow.emit("stepped_into", "card.text", seat=who, card=card)
    flow.push(Harm(who, DAMAGE[card], True, card))


def _is_ooze(state: State, square: int) -> bool:
    return any(thing.square == square and thing.kind == OOZE for thing in state.board.things)


def _stick(flow: Flow, who: int) -> None:
    """No more steps this turn; everything else may still be done (ruling 109)."""
    if who >= CREATURES:
        stop(flow, who)
        return
    act = flow.state.agenda[0]
    if type(act) is Act and act.seat == who:
        flow.set(agenda=(act._replace(halt=OOZES), *flow.state.agenda[1:]))


# --- Dust ---------------------------------------------------------------------------------------------------


def step_heading(flow: Flow, who: int, half_edge: int) -> int:
    """Out of dust the die says where to: 1 north, 2 east, 3 south, 4 west; into a wall the step is lost."""
    here = flow.state.wizards[who].at
    if flow.state.board.filled[here] != DUST:
        return half_edge
    n = flow.roll()
    flow.emit("dust_rolled", "card.text", seat=who, n=n)
    half_edge = here * 4 + n - 1
    beyond = flow.state.board.net.next[half_edge]
    refusal = cross_refusal(flow.state, who, half_edge) or enter_refusal(flow.state, beyond)
    if refusal is None and shove_refusal(flow.state, who, half_edge) is None:
        return half_edge
    flow.emit("bumped", "card.text", seat=who, edge=edge_text(half_edge))
    return -1


# --- Giants -------------------------------------------------------------------------------------------------


def is_giant(state: State, who: int) -> bool:
    return lasting_on(state, who, BIG_MEN) != ""


def place_giants(flow: Flow) -> None:
    """The board has giants where the wizards are on whom the spell lasts."""
    state = flow.state
    if not state.effects and GIANT not in state.board.filled:
        return
    giants = {
        Thing(state.wizards[effect.on].at, GIANT, 0, effect.on)
        for effect in state.effects
        if effect.card in BIG_MEN and is_alive(state, effect.on)
    }
    board = state.board
    there = {thing for thing in board.things if thing.kind == GIANT}
    if giants != there:
        things = [*({*board.things} - there), *giants]
        flow.set(board=lay_out(board.layout, board.sectors, board.marks, things, board.ajar, board.held))


def _ahead(state: State, half_edge: int) -> int:
    """The half-edge beyond the next square, straight on."""
    graph = state.board.net
    return graph.next[half_edge] * 4 + (half_edge + graph.turn[half_edge]) % 4


def _there(state: State, who: int, square: int) -> list[int]:
    return [n for n, other in enumerate(state.wizards) if other.at == square and n != who]


def shove_refusal(state: State, who: int, half_edge: int) -> Refusal | None:
    """A giant pushes whoever is before him, so there must be room for them (ruling 112)."""
    if not is_giant(state, who):
        return None
    onward = _ahead(state, half_edge)
    for other in _there(state, who, state.board.net.next[half_edge]):
        stuck = cross_refusal(state, other, onward, moved=True, openly=True)
        if stuck or enter_refusal(state, state.board.net.next[onward]):
            return Refusal("giant_stuck", "card.text", {"card": BIG_MAN, "edge": edge_text(onward)})
    return None


def shove(flow: Flow, who: int, half_edge: int) -> None:
    if is_giant(flow.state, who):
        onward = _ahead(flow.state, half_edge)
        for other in _there(flow.state, who, flow.state.board.net.next[half_edge]):
            push(flow, other, onward % 4, 1)


def is_alone(state: State, seat: int) -> bool:
    """Nobody else is in the wizard's square."""
    return not _there(state, seat, state.wizards[seat].at)


def kick_reaches(state: State, seat: int, other: int) -> bool:
    """A giant kicks into a neighbouring square, too, over a free edge (ruling 140)."""
    here, graph = state.wizards[seat].at, state.board.net
    return is_giant(state, seat) and any(
        graph.next[half] == state.wizards[other].at and state.board.kinds[half] in (OPEN, AJAR)
        for half in half_edges(here)
    )


# --- Water --------------------------------------------------------------------------------------------------


def flooded(flow: Flow, squares: tuple[int, ...]) -> None:
    """Water kills what burns and washes tacks away (rulings 102, 110)."""
    for number, one in list(living(flow.state)):
        if one.at in squares and one.card in FIERY:
            vanish(flow, number, "monster_quenched", "card.text")
    for square in dict.fromkeys(squares):
        if tacks := tacks_at(flow.state, square):
            flow.set(floor=without(flow.state.floor, (square, tacks)))
            flow.discard(tacks)
            flow.emit("washed_away", "card.text", card=tacks, square=square_text(square))


# --- Tacks --------------------------------------------------------------------------------------------------


def drop_refusal(state: State, seat: int, thing: str) -> Refusal | None:
    """Tacks are strewn where no other card lies, and in no home (ruling 143)."""
    here = state.wizards[seat].at
    at_home = any(home(other) == here and is_alive(state, other) for other in range(state.players))
    if thing in STREWN and (at_home or any(at == here for at, _ in state.floor)):
        return Refusal("tacks_where", "card.text", {"card": thing, "square": square_text(here)})
    return None


def take_refusal(state: State, act: Act, thing: str) -> Refusal | None:
    """Tacks have a way of their own; no monster fetches what lies at its feet (monsters.carry)."""
    if thing in STREWN:
        return Refusal("tacks_gather", "card.text", {"card": thing})
    if thing in things_on(state, state.wizards[act.seat].at):
        return None
    for _, one in living(state):
        if one.owner == act.seat and thing in things_on(state, one.at):
            return Refusal("monster_no_hands", "monsters.carry", {"monster": one.card, "object": thing})
    return None


def check_gather(state: State, act: Act, text: str) -> Refusal | None:
    """Whoever begins the turn beside them may spend all of it on picking them up (rulings 110, 151)."""
    square, here, graph = read_square(text), state.wizards[act.seat].at, state.board.net
    if square is None or not tacks_at(state, square):
        return Refusal("not_here", "object.pick", {"object": TACKS})
    beside = any(
        graph.next[half] == square and state.board.kinds[half] in (OPEN, AJAR) for half in half_edges(here)
    )
    if not beside:
        return Refusal("tacks_far", "card.text", {"card": TACKS})
    return Refusal("tacks_begun", "card.text", {"card": TACKS}) if _has_begun(state, act) else None


def before_move(flow: Flow, move: Move) -> None:
    """Whoever has done anything doesn't gather any more (ruling 151); kept while tacks lie about."""
    tacks = any(thing in STREWN for _, thing in flow.state.floor) or not STREWN.isdisjoint(move.args)
    if tacks and move.verb not in IDLE and not kept_by(flow.state).begun:
        keep(flow, begun=True)


def _has_begun(state: State, act: Act) -> bool:
    """Whether anything has been done this turn; in positions that don't say so, by what it has left."""
    walked = any(one.used or one.blows for _, one in living(state) if one.owner == act.seat and not one.idle)
    return kept_by(state).begun or walked or act._replace(again=0, asked=0) != Act(act.seat)


def do_gather(flow: Flow, act: Act, text: str) -> None:
    square = read_square(text)
    assert square is not None  # `check_gather` saw to it
    flow.replace_top_frame(act._replace(over=True))
    tacks = tacks_at(flow.state, square)
    flow.set(floor=without(flow.state.floor, (square, tacks)))
    flow.gain(act.seat, tacks, flow.everyone)
    flow.emit("took", "object.pick", seat=act.seat, object=tacks)


def turn_moves(state: State, act: Act) -> list[Move]:
    lying = [square_text(square) for square, thing in state.floor if thing in STREWN]
    return [Move(GATHER, (text,)) for text in lying if check_gather(state, act, text) is None]
