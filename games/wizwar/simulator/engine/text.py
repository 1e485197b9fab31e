"""Moves as text and as words."""

from collections.abc import Callable

from games.wizwar.simulator.engine.casting import ANSWER, NONE, YES, booster
from games.wizwar.simulator.engine.moving import steps_left
from games.wizwar.simulator.engine.places import (
    SEAT_OF,
    TREASURE_OF,
    edge_text,
    lying,
    read_edge,
    read_lying,
    square_text,
)
from games.wizwar.simulator.engine.state import Act, Harm, Staged, State, Window
from simulator.engine.game import Move, Seat
from web.refusal import Params

MAX_TEXT = 120
Said = Callable[[State, Seat, Move], tuple[str, Params]]


def parse(state: State, seat: Seat, text: str) -> Move:
    """The move a text means, an edge by either of its sides, two numbers in either order, a treasure with or
    without its square; an answer that says no more meets the attack itself. What can't be read `check` will
    refuse.
    """
    verb, *words = text[:MAX_TEXT].split() or [""]
    if verb == "run":
        words.sort()
    elif verb == ANSWER and len(words) == 1:
        words.append("0")
    elif verb == "target":
        words = [_where_it_lies(state, word) for word in words]
    return Move(verb, tuple(_canonical(state, word) for word in words))


def _where_it_lies(state: State, word: str) -> str:
    """There is one of each treasure, so its name alone says where."""
    treasure = TREASURE_OF.get(word, len(state.chests))
    lies = treasure < len(state.chests) and state.chests[treasure] >= 0
    return lying(word, state.chests[treasure]) if lies else word


def _canonical(state: State, word: str) -> str:
    half_edge, edge = read_edge(word), state.board.net.edge
    return word if half_edge is None or half_edge >= len(edge) else edge_text(edge[half_edge])


# Verbs whose words need no more than their argument's name.
PLAIN = {
    "phase": "side",
    "play": "card",
    "strike": "card",
    "kick": "target",
    "show": "card",
    "open": "edge",
    "discard": "card",
    "axis": "side",
    "place": "place",
    "go": "square",
    "via": "square",
    "give": "card",
    "lead": "side",
}
BARE = {
    "end": "end",
    "pass": "let_it",
    "done": "done_giving",
    "halt": "halt",
    "accept": "accept",
    "refuse": "refuse",
}


def say(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    """Code and parameters in the catalogue `move`."""
    if move.verb in BARE:
        return BARE[move.verb], {}
    if move.verb in PLAIN:
        return move.verb, {PLAIN[move.verb]: move.args[0]}
    return SAYS[move.verb](state, seat, move)


def _step(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    act = state.agenda[-1]
    if type(act) is Act and steps_left(state, act) <= 0:
        return "strained_step", {"side": move.args[0]}
    return f"step_{move.args[0]}", {}


def _run(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    if len(move.args) == 1:
        return "run", {"card": move.args[0]}
    return "run_two", {"cards": list(move.args)}


def _throw(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "throw", {"object": move.args[0]}


def _thing(code: str) -> Said:
    def said(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
        if move.args[0] in TREASURE_OF:
            return f"{code}_treasure", {"treasure": move.args[0]}
        return code, {"card" if code == "pick" else "object": move.args[0]}

    return said


def _hold(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "hold", {"edge": move.args[0], "target": move.args[1]}


def _offer(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "offer", {"seat": SEAT_OF[move.args[0]]}


def _reveal(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "reveal", {"card": move.args[0], "seat": SEAT_OF[move.args[1]]}


def _target(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    lying = read_lying(move.args[0])
    if lying is None:
        return "target", {"target": move.args[0]}
    return "target_object", {"object": lying[0], "square": square_text(lying[1])}


def _number(code: str) -> Said:
    def said(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
        if move.args[0] == NONE:
            return f"{code}_none", {}
        return f"{code}_number", {"card": move.args[0]}

    return said


def _boost(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    staged: Staged = state.agenda[-1]
    return f"boost_{YES if move.args[0] == YES else 'no'}", {"card": booster(state, staged)}


def say_answer(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    frame: Window | Harm = state.agenda[-1]
    if type(frame) is Harm:
        return "answer", {"card": move.args[0], "answers": frame.card}
    assert type(frame) is Window
    number = int(move.args[1])
    answers = frame.items[number - 1].card if number else frame.attack.card
    said = {"card": move.args[0], "answers": answers}
    alike = [n for n, item in enumerate(frame.items, 1) if item.card == answers]
    if number and len(alike) > 1:
        return "answer_nth", {**said, "n": alike.index(number) + 1}
    return "answer", said


def _turn(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "turn", {"n": int(move.args[0])}


def _draw(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    n = int(move.args[0])
    return ("draw", {"n": n}) if n else ("draw_none", {})


def _lay(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "lay", {"sector": move.args[0], "n": int(move.args[1])}


SAYS: dict[str, Said] = {
    "step": _step,
    "run": _run,
    "throw": _throw,
    "take": _thing("take"),
    "drop": _thing("drop"),
    "pick": _thing("pick"),
    "hold": _hold,
    "offer": _offer,
    "reveal": _reveal,
    "target": _target,
    "with": _number("with"),
    "and": _number("and"),
    "boost": _boost,
    "answer": say_answer,
    "turn": _turn,
    "draw": _draw,
    "lay": _lay,
}
