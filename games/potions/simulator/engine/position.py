"""Positions as data: the encoded state. `decode` reads the short form (`short_form`), too.

Whatever comes in, it answers with a state or with BadPosition and its refusals.
"""

from collections.abc import Mapping
from typing import Any

from games.potions.scoring.points import BEFORE, Play, totals
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.courses import read_options
from games.potions.simulator.engine.data import MAX_PLAYERS, MIN_PLAYERS
from games.potions.simulator.engine.rules import begun, check, invariants
from games.potions.simulator.engine.short_form import decode_short, recipe_of
from games.potions.simulator.engine.short_parts import box_of
from games.potions.simulator.engine.staging import is_asked, open_choices
from games.potions.simulator.engine.state import (
    STAND_IN,
    WILD,
    Cupboard,
    Filler,
    Recipe,
    Staged,
    State,
    encode_options,
)
from games.potions.simulator.engine.view import (
    Tables,
    encode_agenda,
    encode_cupboard,
    encode_history,
    encode_parts,
    encode_tables,
)
from simulator.engine.agenda import Agenda, decode_frames
from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve
from simulator.engine.options import check_players
from simulator.engine.positions import read_position
from simulator.engine.shortform import malformed, require_int, require_range
from simulator.engine.tuples import in_order

MOST_TURNS = 9999


def encode(state: State) -> dict[str, Any]:
    return {
        "state": 1,
        "players": state.players,
        "options": encode_options(state.options, state.course),
        "rng": state.chance.rng,
        "script": list(state.chance.script),
        "first": state.first,
        "turn": state.turn,
        "decks": [list(deck) for deck in state.decks],
        "hands": [list(hand) for hand in state.hands],
        "shown": [list(cards) for cards in state.shown],
        "cupboard": encode_cupboard(state.cupboard),
        "tables": encode_tables(state.tables),
        "history": encode_history(state.history),
        "aside": list(state.aside),
        "agenda": encode_agenda(state.agenda),
        **encode_parts(state.course, state.parts),
    }


def decode(data: Any) -> State:
    """The state of an encoded or short position. Raises only BadPosition."""
    return read_position(data, _decode_state, decode_short, invariants)


# --- The encoded state ------------------------------------------------------------------------------------


def _decode_state(data: Mapping[str, Any]) -> State:
    options, course = read_options(data.get("options"))
    players = check_players(data.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    box = box_of(course)
    try:
        history = tuple(_play(row, players, course) for row in data["history"])
        state = State(
            players=players,
            options=options,
            course=course,
            chance=Chance(require_int(data["rng"]), tuple(data["script"])),
            first=require_range(data["first"], players),
            turn=require_range(data["turn"], MOST_TURNS),
            decks=box.piles(data["decks"], len(course.decks)),
            hands=tuple(in_order(pile) for pile in box.piles(data["hands"], players)),
            shown=tuple(in_order(pile) for pile in box.piles(data["shown"], players)),
            cupboard=Cupboard(
                box.piles(data["cupboard"]["stacks"], len(course.elements)),
                in_order(box.pile(data["cupboard"]["apart"])),
            ),
            tables=_tables(data["tables"], players, course),
            scores=totals(players, history),
            history=history,
            aside=in_order(box.pile(data["aside"])),
            agenda=_agenda(data["agenda"], course),
            parts=tuple(keeping.decode(data[keeping.name], course, players) for keeping in course.keeps),
        )
        _check_agenda(state)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise malformed(str(error)) from error
    return state


def _tables(value: Any, players: int, course: Course) -> Tables:
    if not isinstance(value, list) or len(value) != players:
        raise ValueError("tables")
    return tuple(tuple(_recipe(row, course) for row in table) for table in value)


def _recipe(row: Any, course: Course) -> Recipe:
    card, under, *mark = row
    recipe = recipe_of(course, card, under)
    if mark not in ([], [WILD], [STAND_IN]) or (mark and not (recipe.under and course.wild)):
        raise ValueError(f"mark: {row!s:.40}")
    return recipe._replace(mark="".join(mark))


def _play(row: Any, players: int, course: Course) -> Play:
    seat, kind, card, n, owners, *rest = row
    play = Play(
        require_range(seat, players),
        kind,
        card,
        require_int(n),
        tuple(require_range(o, players) for o in owners),
    )
    if rest:
        place, silent = (*rest, [])[:2]
        play = play._replace(
            place=tuple(require_int(each) for each in place),
            silent=tuple((require_range(owner, players), str(why)) for owner, why in silent),
        )
    known = card == "" if kind == BEFORE else card in course.copies
    if not known or kind not in course.plays or not course.plays[kind](play, course):
        raise ValueError(f"history: {row!s:.40}")
    return play


def _agenda(rows: Any, course: Course) -> Agenda:
    kinds = {kind.__name__: kind for kind in course.frames}
    return tuple(_frame(frame, course) for frame in decode_frames(_rows(rows), kinds))


def _rows(rows: Any) -> Any:
    """Frames as they are encoded, with the fields that were left out because nothing stands in them."""
    if not isinstance(rows, list):
        return rows
    return [
        {**LEFT_OUT, **row} if isinstance(row, dict) and row.get("frame") == Staged.__name__ else row
        for row in rows
    ]


LEFT_OUT: Mapping[str, Any] = {"place": [], "targets": []}


def _frame(frame: Any, course: Course) -> Any:
    """JSON knows lists alone: the tuples of a frame are made again. Raises ValueError or TypeError."""
    decode = course.frames[type(frame)].decode
    if decode is not None:
        return decode(frame, course)
    if not isinstance(frame, Staged):
        if type(frame.further) is not bool:
            raise ValueError("agenda")
        return frame
    target = None if frame.target is None else _recipe(frame.target, course)
    return frame._replace(
        sources=tuple(_source(row) for row in frame.sources),
        target=target,
        laid=tuple(frame.laid),
        place=tuple(require_int(each) for each in frame.place),
        targets=tuple(_source(row) for row in frame.targets),
    )


def _source(row: Any) -> Filler:
    kind, what, seat, under, *mark = row
    return Filler(kind, what, require_int(seat), tuple(under), *mark)


def _check_agenda(state: State) -> None:
    """Nothing, a turn, or a turn with a compound move on it that can be gone on with. Raises ValueError."""
    if not all(0 <= require_int(frame.seat) < state.players for frame in state.agenda):
        raise ValueError("agenda")
    if not state.course.turns.is_agenda(state):
        raise ValueError("agenda")
    if state.agenda and type(state.frame) is Staged and not _is_under_way(state, state.frame):
        raise ValueError("agenda")
    if not state.agenda and not state.course.turns.may_be_over(state):
        raise ValueError("agenda")


def _is_under_way(state: State, staged: Staged) -> bool:
    """Whether the choices so far could have been made here."""
    compound, under = state.course.compounds[staged.verb], begun(state)
    before, beginning = evolve(state, agenda=under), compound.move(staged)
    if check(before, staged.seat, beginning):
        return False
    step = compound.begun(before, staged.seat, beginning)
    while step is not None and step != staged:
        found = open_choices(state, step)
        step = next((choice.then for choice in found if _leads_to(choice.then, staged)), None)
    return step is not None and is_asked(state, staged, open_choices(state, staged))


def _leads_to(step: Staged, end: Staged) -> bool:
    """Whether all that `step` has settled is so in `end` too."""
    return (
        end.sources[: len(step.sources)] == step.sources
        and end.targets[: len(step.targets)] == step.targets
        and end.laid[: len(step.laid)] == step.laid
        and step.place in ((), end.place)
        and step.target in (None, end.target)
        and step.pick in (None, end.pick)
    )
