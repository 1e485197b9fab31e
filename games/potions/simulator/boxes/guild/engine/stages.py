"""Laying into a Sequence, from the hand, the tables and the Sequences; the Stone that ends the game.

Clauses guild.sequence.*, guild.stone.*; rulings 40-48, 73-78.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.potions.rulebook.boxes.guild.sequences import Column
from games.potions.scoring.boxes.guild.points import STAGE, STONE, STONE_KIND
from games.potions.scoring.points import Play, half
from games.potions.simulator.boxes.guild.engine.columns import (
    HAND,
    SEQUENCE,
    Row,
    asked_of,
    free_cards,
    last_cards,
    lay_stages,
    rows_of,
    with_row,
)
from games.potions.simulator.engine import phases
from games.potions.simulator.engine.answers import no_such_card, unreadable
from games.potions.simulator.engine.assembling import open_things
from games.potions.simulator.engine.box import Compound
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.cupboard import lay
from games.potions.simulator.engine.data import CARD, CODES, ID, is_called
from games.potions.simulator.engine.rules import (
    Taking,
    advance,
    counted,
    leave_hand,
    told_halves,
)
from games.potions.simulator.engine.staging import arrange, in_chosen_order, use
from games.potions.simulator.engine.state import RECIPE, Choice, Filler, Staged, State
from games.potions.simulator.engine.view import may_hold
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat, Step
from simulator.engine.tuples import replaced, without
from web.refusal import Refusal

VERB = "stage"
LAST = 6  # the place of the Stone in a column


class Next(NamedTuple):
    """A stage that may be laid: its column and its place in it, the card that it asks for, and the move that
    lays it.
    """

    column: int
    place: int
    card: str
    points: int
    move: Move


def stage_at(column: int, place: int, asked: Column) -> Next:
    """The stage at a place of a column that asks for these."""
    card = asked.stages[place]
    return Next(column, place, card, asked.points[place], Move(VERB, (card, column + 1)))


@lru_cache(maxsize=256)
def every_stage(course: Course, card: str) -> tuple[tuple[Next, ...], ...]:
    """All stages of a Sequence card, by column and place."""
    return tuple(
        tuple(stage_at(column, place, asked) for place in range(LAST + 1))
        for column, asked in enumerate(asked_of(course, card))
    )


def next_stage(course: Course, row: Row, column: int, ahead: int = 0) -> Next | None:
    """The stage that a column waits for, or, `ahead`, one of those after it; None behind its end."""
    place = len(row.columns[column]) + ahead
    return None if place > LAST else every_stage(course, row.card)[column][place]


def stages_of(seen: Any, seat: Seat, ahead: int = 0) -> tuple[Next, ...]:
    """The stages that the columns of a seat wait for, but for columns that are at their end."""
    return _awaited(seen.course, rows_of(seen)[seat], ahead)


@lru_cache(maxsize=256)  # a Sequence grows by some twenty stages in a game
def _awaited(course: Course, row: Row, ahead: int) -> tuple[Next, ...]:
    columns = zip(every_stage(course, row.card), row.columns, strict=True)
    return tuple(stages[len(laid) + ahead] for stages, laid in columns if len(laid) + ahead <= LAST)


def sources_of(state: State, seat: Seat, stage: Next) -> list[Filler]:
    """Where the card of a stage may come from: hand, all tables, all Sequences (guild.sequence.from)."""
    found = {Filler(HAND, code) for code in state.hands[seat] if ID[code] == stage.card}
    if stage.place == LAST:
        return sorted(found)
    return sorted({*found, *from_tables(state, stage)})


def from_tables(seen: Any, stage: Next) -> set[Filler]:
    """The recipes on tables and in Sequences that are the card of a stage, in a state or a view."""
    lying = {
        Filler(RECIPE, recipe.card, seat, recipe.under, recipe.mark)
        for seat, table in enumerate(seen.tables)
        for recipe in table
        if ID[recipe.card] == stage.card
    }
    return lying | {
        Filler(SEQUENCE, code, seat)
        for seat, row in enumerate(rows_of(seen))
        for code in free_cards(row)
        if ID[code] == stage.card
    }


def reached(state: State, seat: Seat, ahead: int = 0) -> list[Next]:
    """The stages that can be laid now, as `sources_of` has them."""
    hand, open_ = state.hands[seat], open_things(state).recipes
    return [
        stage
        for stage, codes, is_last in _wanted(state.course, rows_of(state)[seat], ahead)
        if not codes.isdisjoint(hand) or not (is_last or codes.isdisjoint(open_))
    ]


@lru_cache(maxsize=256)
def _wanted(course: Course, row: Row, ahead: int) -> tuple[tuple[Next, frozenset[str], bool], ...]:
    """The stages that a Sequence waits for, each with the cards that will do and whether it is the last."""
    return tuple((stage, CODES[stage.card], stage.place == LAST) for stage in _awaited(course, row, ahead))


def offers(state: State, seat: Seat) -> list[Move]:
    return sorted([stage.move for stage in reached(state, seat)])


def wishes(state: State, seat: Seat, rand: Callable[[], float]) -> list[tuple[float, Move]]:
    """A quick player lays what it can; the Stone only where that wins."""
    found = []
    for stage in reached(state, seat):
        ends_well = state.scores[seat] + stage.points >= max(state.scores)
        value = stage.points if stage.place < LAST or ends_well else 0
        found.append((value + 1 + rand() / 4, stage.move))
    return found


# --- Why not ------------------------------------------------------------------------------------------------


def check(state: State, seat: Seat, move: Move) -> Refusal | None:
    """The card that a column waits for, from anywhere but where it is protected."""
    if len(move.args) != 2 or not isinstance(move.args[0], str) or type(move.args[1]) is not int:
        return unreadable(move)
    word, column = move.args
    row = rows_of(state)[seat]
    if not 0 < column <= len(row.columns):
        return Refusal("no_such_column", "guild.sequence.shape", {"n": len(row.columns)})
    stage = next_stage(state.course, row, column - 1)
    assert stage is not None  # a finished column ends the game
    if word != stage.card:
        return card_refusal(state, row, stage, word)
    return None if sources_of(state, seat, stage) else nowhere_refusal(state, stage)


def card_refusal(state: State, row: Row, stage: Next, word: str) -> Refusal:
    """Another card than the one that the column waits for."""
    if not any(is_called(known, word) for known in state.course.codes):
        return no_such_card(word)
    card = next(CARD[known].id for known in state.course.codes if is_called(known, word))
    stages = asked_of(state.course, row.card)[stage.column].stages
    said = {"card": card, "column": stage.column + 1, "next": stage.card}
    if card == stage.card:
        return Refusal("stage_name", "guild.sequence.order", said)
    if card in stages[: stage.place]:
        return Refusal("column_again", "guild.sequence.once", said)
    if any(code in state.course.stand_ins for code in state.course.codes if is_called(code, card)):
        return Refusal("no_stand_in", "guild.universality.stage", said)
    if CARD[card if card in CARD else next(c for c in CARD if is_called(c, card))].kind == STONE_KIND:
        code = "stone_early" if card in stages else "other_stone"
        return Refusal(code, "guild.stone.lay", said)
    if card in stages:
        return Refusal("stage_order", "guild.sequence.order", said)
    return Refusal("not_in_column", "guild.sequence.order", said)


def nowhere_refusal(state: State, stage: Next) -> Refusal:
    """The card isn't there, or only where it is protected."""
    said = {"card": stage.card, "column": stage.column + 1}
    if stage.place == LAST:
        return Refusal("stone_in_hand", "guild.stone.lay", said)
    for seat, row in enumerate(rows_of(state)):
        if any(is_called(code, stage.card) for code in last_cards(row)):
            return Refusal("last_stage", "guild.sequence.last", {"card": stage.card, "seat": seat})
    return Refusal("stage_nowhere", "guild.sequence.from", said)


def why_protected(state: State, code: str) -> Refusal | None:
    """Whether a card is called that is the last stage of a column, which nobody may take."""
    for seat, row in enumerate(rows_of(state)):
        if any(is_called(last, code) for last in last_cards(row)):
            return Refusal("last_stage", "guild.sequence.last", {"card": code, "seat": seat})
    return None


def barred_refusal(state: State, lacking: Sequence[str]) -> Refusal | None:
    """Whether an ingredient that a recipe lacks lies protected, as the last stage of a column."""
    for ingredient in lacking:
        kind, _, name = ingredient.partition(":")
        meant = name.split("|")
        for seat, row in enumerate(rows_of(state)):
            for code in last_cards(row):
                if kind != "element" and (CARD[code].kind == name or ID[code] in meant):
                    return Refusal("last_stage", "guild.sequence.last", {"card": code, "seat": seat})
    return None


# --- A stage as a compound move: where the card comes from, the order of what returns -----------------------


def do(state: State, seat: Seat, move: Move) -> Step:
    return advance(state, begun(state, seat, move))


def begun(state: State, seat: Seat, move: Move) -> Staged:
    name, column = move.args
    card = next(code for code in state.course.codes if ID[code] == name)
    return Staged(seat, VERB, card, place=(column,))


def move_of(staged: Staged) -> Move:
    return Move(VERB, (CARD[staged.card].id, *staged.place))


def wanted_by(seen: Any, staged: Staged) -> Next:
    """The stage that a compound move lays; Transmutation passes over one."""
    ahead = 0 if staged.verb == VERB else 1
    column = staged.place[0] - 1
    return next(stage for stage in stages_of(seen, staged.seat, ahead) if stage.column == column)


def source(state: State, staged: Staged) -> list[Choice] | None:
    """Where the card comes from."""
    if staged.sources or not staged.place:
        return None
    found = sources_of(state, staged.seat, wanted_by(state, staged))
    return [Choice(use(state.tables, each), staged.using(each)) for each in found]


def hides(state: State, staged: Staged) -> bool:
    """Whether the card could come from elsewhere too, as far as everybody knows (guild.sequence.from): the
    Stone and a card that lies nowhere open can't.
    """
    stage = wanted_by(state, staged)
    codes, lying = CODES[stage.card], len(from_tables(state, stage))
    return not staged.sources and stage.place != LAST and may_hold(state, staged, codes, 2 - lying)


def finish(state: State, staged: Staged) -> Step:
    events: list[Event] = []
    laid = lay_stage(state, staged, events)
    stage = wanted_by(state, staged)
    if stage.place == LAST:
        return phases.step(phases.over(laid, events), staged.seat, events)
    return phases.played(laid, staged.seat, events)


def lay_stage(state: State, staged: Staged, events: list[Event], skipped: Iterable[str] = ()) -> State:
    """The card in its column, its cards back in the cupboard, points for the player and half to an owner."""
    stage, (origin,), seat = wanted_by(state, staged), staged.sources, staged.seat
    owners, silent = state.course.halves(state, seat, staged.sources, STAGE)
    kind = STONE if stage.place == LAST else STAGE
    where = (stage.column + 1, stage.place + 1)
    play = Play(seat, kind, origin.what, stage.points, owners, where, silent)
    events += _told(seat, origin, stage, kind)
    events += told_halves(seat, origin.what, half(stage.points), owners, "guild.sequence.half")
    events += state.course.silence_events(state.course, seat, origin.what, silent, staged.sources, STAGE)
    moved = _taken(state, seat, origin, play)
    back = in_chosen_order(state.course, staged)
    if back:
        events.append(Event.of("returned", "guild.sequence.return", {"cards": list(back)}))
    row = lay_stages(rows_of(moved)[seat], stage.column, *skipped, origin.what)
    cupboard = lay(moved.cupboard, back, state.course.spells_on_top)
    return evolve(moved, cupboard=cupboard, parts=with_row(moved, seat, row))


def _taken(state: State, seat: Seat, origin: Filler, play: Play) -> State:
    """The card has left where it was, and the stage is counted."""
    if origin.kind == HAND:
        return leave_hand(state, seat, origin.what, play)
    taking = Taking(state)
    taking.take(origin)
    scores, history = counted(state.scores, play), (*state.history, play)
    return evolve(state, scores=scores, history=history, **taking.changes())


def _told(seat: Seat, origin: Filler, stage: Next, kind: str) -> list[Event]:
    said = {"seat": seat, "card": origin.what, "column": stage.column + 1, "n": stage.points}
    if kind == STONE:
        return [
            Event.of("stone_laid", "guild.stone.points", said),
            Event.of("stone_ends", "guild.stone.end", {"seat": seat}),
        ]
    said["stage"] = stage.place + 1
    if origin.kind == HAND:
        return [Event.of("stage_from_hand", "guild.sequence.points", said)]
    code = "stage_own" if origin.seat == seat else "stage_other"
    if origin.kind == SEQUENCE:
        code = f"{code}_column"
    return [Event.of(code, "guild.sequence.points", {**said, "owner": origin.seat})]


COMPOUND = Compound((source, arrange), finish, begun, move_of, hides)


def drop(state: State, seat: Seat, code: str, **changes: Any) -> State:
    """A card leaves a hand without being played."""
    if code in state.shown[seat]:
        changes["shown"] = replaced(state.shown, seat, without(state.shown[seat], code))
    hands = replaced(state.hands, seat, without(state.hands[seat], code))
    return evolve(state, hands=hands, **changes)
