"""How the table says moves, events and refusals, where the board tells more than they carry. Pure.

What leaves the engine stays as it is: the codes that come here are those of the catalogue `mark`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.wizwar.simulator.engine import text
from games.wizwar.simulator.engine.board import AJAR, DOOR, FIRE, ILLUSION, WALL, home
from games.wizwar.simulator.engine.cards.along import BEND
from games.wizwar.simulator.engine.cards.book import KICK
from games.wizwar.simulator.engine.cards.made import MAKES
from games.wizwar.simulator.engine.casting import PLAY, is_always_bent
from games.wizwar.simulator.engine.data import printed_as
from games.wizwar.simulator.engine.places import SEAT_OF, TREASURE_OF, read_edge, read_square
from games.wizwar.simulator.engine.reach import is_bent
from games.wizwar.simulator.engine.state import CREATURES, Staged, State, Window, creature_name, is_alive
from games.wizwar.simulator.table.maze import edge_name
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import render
from simulator.engine.game import Event, Move, Seat
from web.refusal import Params, Refusal

STANDS: Mapping[int, str] = {WALL: "wall", ILLUSION: "wall", DOOR: "door", AJAR: "door", FIRE: "fire"}
BUILT = MAKES.values()  # cards that put something on an edge


# --- Moves --------------------------------------------------------------------------------------------------


def says(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    """The engine's words of a move; what stands on an edge is named, and a card that goes with it."""
    if move.verb == PLAY and is_always_bent(state, seat, str(move.args[0])):
        return "play_bent", {"card": move.args[0], "object": BEND}
    code, params = text.say(state, seat, move)
    if "target" in params:
        code = _aimed(state, code, str(params["target"]))
    said = named_once(state, params)
    if move.verb == "target" and is_bent_target(state, str(move.args[0])):
        return f"{code}_bent", {**said, "card": BEND}
    return code, said


def _aimed(state: State, code: str, target: str) -> str:
    """The code for what is aimed at: what stands on an edge, a bush that is kicked."""
    edge = read_edge(target)
    if edge is None:
        return f"{code}_bush" if code == KICK and read_square(target) is not None else code
    kind = state.board.kinds[edge]
    return f"{code}_{STANDS[kind]}" if kind in STANDS else code


def is_bent_target(state: State, target: str) -> bool:
    """Whether a spell that is being aimed gets there only around a corner, which costs that card, too."""
    staged = state.agenda[-1]
    if type(staged) is not Staged or staged.verb != PLAY:
        return False
    return is_bent(state, staged.seat, staged.card, target)


# --- Places and figures -------------------------------------------------------------------------------------


def named_once(state: State, params: Params) -> Params:
    """Edges by the one name that they have on this board, creatures by their cards."""
    return {name: _named(state, value) for name, value in params.items()}


def _named(state: State, value: Any) -> Any:
    half_edge = read_edge(value) if isinstance(value, str) else None
    if half_edge is not None:
        return edge_name(state.board.layout, half_edge)
    who = SEAT_OF.get(value, -1) if isinstance(value, str) else -1
    return value if who < CREATURES else creature_name(state, who)


def refused(state: State, refusal: Refusal) -> Refusal:
    return refusal._replace(params=named_once(state, refusal.params))


# --- Events -------------------------------------------------------------------------------------------------


def told(before: State | None, after: State, events: Sequence[Event]) -> Sequence[Event]:
    """What happened as the log tells it: the positions around a move know who was at home, who had answered
    before, and how an edge is called.
    """
    return tuple(_told(before, after, event) for event in events)


def _told(before: State | None, after: State, event: Event) -> Event:
    kind = event.kind
    if kind == "dropped_treasure" and _lies_at_home(after, event.params):
        kind = "brought_home"
    elif kind == "let_pass" and before is not None and event.params["seat"] in _answered(before):
        kind = "let_pass_again"
    return event._replace(kind=kind, params=named_once(after, _by_creature(after, event.params)))


def _by_creature(state: State, params: Params) -> Params:
    """Who did it, by its card where it is a creature."""
    by = params.get("by")
    if not isinstance(by, int) or by < CREATURES:
        return params
    return {**params, "by": creature_name(state, by)}


def _lies_at_home(state: State, params: Params) -> bool:
    seat, treasure = params["seat"], TREASURE_OF[params["treasure"]]
    return is_alive(state, seat) and state.chests[treasure] == home(seat)


def _answered(state: State) -> Iterator[Seat]:
    """Who has played a counteraction in the window on top."""
    window = state.agenda[-1] if state.agenda else None
    return (item.seat for item in window.items) if type(window) is Window else iter(())


def sentence(
    content: GameContent, kind: str, code: str, params: Params, lang: str, names: Sequence[str]
) -> str:
    """A sentence of the catalogues; what only this table says stands among its marks. Where the exports of
    sheets say «Ещё пропустить: 0» it has words of its own, and for what each card builds.
    """
    if kind == "event" and code == "turn_lost":
        code = "turn_lost_more" if params["n"] else "turn_lost_last"
    elif kind == "event" and code == "built" and printed_as(params["card"]) in BUILT:
        code = f"built_{printed_as(params['card'])}"
    own = code not in content.words.get(kind, {}) and code in content.words["mark"]
    return render(content, "mark" if own else kind, code, params, lang, names)
