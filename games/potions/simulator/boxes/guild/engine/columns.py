"""The Sequences on the table: what each player's card asks for, what has been laid, what may be taken.

Clauses guild.sequence.*; rulings 39-44, 73-77. A column is the tuple of its stages from the top down as far
as it has come: a card, GONE where it was taken away, SKIPPED where Transmutation passed over it.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from games.potions.rulebook.boxes.guild import sequences
from games.potions.rulebook.boxes.guild.sequences import BadColumns, Column, SequenceCard
from games.potions.simulator.engine.box import Keeping, SourceKind
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import CARD, Slot
from games.potions.simulator.engine.short_parts import box_of
from games.potions.simulator.engine.state import Filler, State
from simulator.engine.evolve import evolve
from simulator.engine.game import Event
from simulator.engine.refusal import BadConfig, BadPosition
from simulator.engine.shortform import by_seat, malformed
from simulator.engine.tuples import replaced
from web.refusal import Refusal

SEQUENCES = "sequences"  # what the box keeps in a state
SEQUENCE, HAND = "sequence", "hand"  # where recipes come from, besides tables
GONE, SKIPPED = "gone", "skipped"
FREE = (GONE, SKIPPED)


class Row(NamedTuple):
    """A player's Sequence card and what lies in its columns."""

    card: str
    columns: tuple[tuple[str, ...], ...]


Rows = tuple[Row, ...]


def cards_of(course: Course) -> tuple[SequenceCard, ...]:
    """The table's own cards, else the reconstruction."""
    return course.columns or sequences.cards()


def rows_of(seen: Any) -> Rows:
    """The Sequences of all players, in a state or a view."""
    found: Rows = seen.course.part(seen, SEQUENCES)
    return found


@lru_cache(maxsize=256)
def asked_of(course: Course, card: str) -> tuple[Column, ...]:
    """What the columns of a Sequence card ask for."""
    return next(each.columns for each in cards_of(course) if each.id == card)


def with_row(state: State, seat: int, row: Row) -> tuple[Any, ...]:
    """The parts of a state with another row for a seat."""
    return state.course.with_part(state, SEQUENCES, replaced(rows_of(state), seat, row))


def lay_stages(row: Row, column: int, *stages: str) -> Row:
    """The row with more stages at the end of a column."""
    return row._replace(columns=replaced(row.columns, column, (*row.columns[column], *stages)))


# --- Drawing the cards --------------------------------------------------------------------------------------


def draw_cards(state: State, events: list[Event]) -> State:
    """Each player draws a Sequence card unseen, and then it lies open (guild.sequence.card)."""
    ids = [card.id for card in cards_of(state.course)]
    mixed, chance = state.chance.shuffled([each for each in ids for _ in range(sequences.copies())])
    rows = tuple([Row(mixed[seat], ((),) * len(ids)) for seat in range(state.players)])
    for seat, row in enumerate(rows):
        said = {"seat": seat, "sequence": row.card}
        events.append(Event.of("sequence_drawn", "guild.sequence.card", said))
    return evolve(state, chance=chance, parts=state.course.with_part(state, SEQUENCES, rows))


# --- Sequences as a source of recipes -----------------------------------------------------------------------


def free_cards(row: Row) -> list[str]:
    """The cards that may be taken: all but the last stage of each column (guild.sequence.last)."""
    return [code for column in row.columns for code in column[:-1] if code not in FREE]


def all_cards(row: Row) -> list[str]:
    return [code for column in row.columns for code in column if code not in FREE]


def last_cards(row: Row) -> list[str]:
    """The cards that nobody may take now."""
    return [column[-1] for column in row.columns if column]


def fitting(seen: Any, slot: Slot) -> list[Filler]:
    recipes = slot.recipes
    return [
        Filler(SEQUENCE, code, seat)
        for seat, row in enumerate(rows_of(seen))
        for column in row.columns
        for code in column[:-1]
        if code in recipes
    ]


def lying(seen: Any) -> set[str]:
    return {code for row in rows_of(seen) for column in row.columns if column for code in column[:-1]}


def amount(seen: Any, source: Filler) -> int:
    return free_cards(rows_of(seen)[source.seat]).count(source.what)


def take(taking: Any, source: Filler) -> None:
    """The first of its name is gone; the progress of the column stays as it is (ruling 42)."""
    rows = rows_of(taking)
    row = rows[source.seat]
    for n, column in enumerate(row.columns):
        if source.what in column[:-1]:
            gone = replaced(column, column.index(source.what), GONE)
            rows = replaced(rows, source.seat, row._replace(columns=replaced(row.columns, n, gone)))
            break
    taking.parts = taking.course.with_part(taking, SEQUENCES, rows)


SOURCE = SourceKind(fitting, lying, amount, take, reads=(SEQUENCES,))


# --- Own columns --------------------------------------------------------------------------------------------


def read_columns(value: Any, boxes: Sequence[str]) -> tuple[SequenceCard, ...]:
    """A table's own columns, as the option has them; none for the reconstruction. Raises BadConfig."""
    if value is None:
        return ()
    try:
        return sequences.own_columns(value, boxes)
    except BadColumns as error:
        raise BadConfig(error.refusals) from error


# --- Positions ----------------------------------------------------------------------------------------------


def begin(players: int) -> Rows:
    ids = [card.id for card in sequences.cards()]
    return tuple(Row(ids[seat % len(ids)], ((),) * len(ids)) for seat in range(players))


def encode(rows: Rows) -> Any:
    return [[row.card, *(list(column) for column in row.columns)] for row in rows]


def decode(data: Any, course: Course, players: int) -> Rows:
    if not isinstance(data, list) or len(data) != players:
        raise ValueError(SEQUENCES)
    return tuple(_row(course, card, columns) for card, *columns in data)


def _row(course: Course, card: Any, columns: Sequence[Any]) -> Row:
    """Raises ValueError, or BadPosition where the columns can't be so."""
    if card not in {each.id for each in cards_of(course)}:
        raise ValueError(f"{SEQUENCES}: {card!s:.40}")
    row = Row(card, tuple(tuple(column) for column in columns))
    asked = asked_of(course, card)
    if len(row.columns) != len(asked):
        raise ValueError(f"{SEQUENCES}: {card!s:.40}")
    for n, (wanted, laid) in enumerate(zip(asked, row.columns, strict=True), 1):
        wrong = _wrong(wanted, laid)
        if wrong:
            raise BadPosition([Refusal("pos_sequence", wrong, {"column": n})])
    return row


def _wrong(wanted: Column, laid: Sequence[str]) -> str:
    """The clause that a column breaks, if it breaks one."""
    if len(laid) > len(wanted.stages):
        return "guild.sequence.shape"
    for stage, code in zip(wanted.stages, laid, strict=False):
        if code not in FREE and (code not in CARD or CARD[code].id != stage):
            return "guild.sequence.order"
    if laid and laid[-1] in FREE:
        return "guild.sequence.last"
    if any(pair == (SKIPPED, SKIPPED) for pair in pairwise(laid)):
        return "guild.transmutation.running"
    return ""


def check(state: State, rows: Rows) -> None:
    assert len(rows) == state.players
    for row in rows:
        for wanted, laid in zip(asked_of(state.course, row.card), row.columns, strict=True):
            assert not _wrong(wanted, laid), "a Sequence that can't be"


def read(data: Mapping[str, Any], names: Sequence[str], course: Course) -> Rows:
    """By player: the id of the card, then its columns as texts of stages from the top down."""
    given = by_seat(data.get(SEQUENCES, {}), names, SEQUENCES, [])
    rows = []
    for row, value in zip(begin(len(names)), given, strict=True):
        if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
            raise malformed(f"{SEQUENCES}: {value!s:.40}")
        card, *texts = value or [row.card]
        columns = [text.split() for text in [*texts, *([""] * (len(row.columns) - len(texts)))]]
        for code in (code for column in columns for code in column if code not in FREE):
            box_of(course).pile([code])
        try:
            rows.append(_row(course, card, columns))
        except ValueError as error:
            raise malformed(str(error)) from error
    return tuple(rows)


def write(rows: Rows, names: Sequence[str]) -> dict[str, Any]:
    return {SEQUENCES: {name: text_of(row) for name, row in zip(names, rows, strict=True)}}


def text_of(row: Row) -> list[str]:
    return [row.card, *(" ".join(column) for column in row.columns)]


def kept(rows: Rows) -> list[str]:
    return [code for row in rows for code in all_cards(row)]


KEEPING = Keeping(SEQUENCES, begin, encode, decode, check, read, write, kept)
