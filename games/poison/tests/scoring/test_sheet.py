"""The sheet of Poison without a database: what it takes and what it adds up to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.poison.scoring import points as calculator
from games.poison.scoring.points import COPIES, DECK_SIZE, Counts, Round
from games.poison.scoring.sheet import FIELDS, SHEET, copies, most_captured
from games.poison.tests.scoring.sample import TABLE
from scoring.sheets.core import FINISH, SheetEntry, State, state_of
from scoring.sheets.ledger import Cell, value_of
from tests.scoring.people import EXAMPLE_POINTS

counts = st.builds(Counts, *(st.integers(0, copies(field)) for field in FIELDS))


def numbered(pairs: list[tuple[str, str]]) -> list[SheetEntry]:
    return [SheetEntry(n, cell, text) for n, (cell, text) in enumerate(pairs, start=1)]


def refusal_code(cell: str, text: str, state: State | None = None) -> str | None:
    refusal = SHEET.check(state or State(4, {}), SheetEntry(0, cell, text))
    return refusal.code if refusal else None


@st.composite
def series(draw: st.DrawFn) -> list[Round]:
    """Rounds as calculators see them, some majorities kept."""
    seats = draw(st.integers(3, 6))
    rounds = []
    for _ in range(draw(st.integers(1, seats))):
        table = tuple(draw(counts) for _ in range(seats))
        kept = draw(
            st.sets(st.tuples(st.integers(0, seats - 1), st.sampled_from(calculator.COLOURS)), max_size=3)
        )
        rounds.append(Round(table, tuple(sorted(kept))))
    return rounds


@given(series())
def test_totals_lines_and_leaders_equal_the_calculators(rounds: list[Round]) -> None:
    seats = len(rounds[0].table)
    tally = SHEET.fold(seats, numbered(SHEET.entries_of(rounds)))
    assert tally.totals == calculator.totals(rounds)
    assert tally.leaders == calculator.winners(rounds)
    assert tally.winners == (tally.leaders if len(rounds) == seats else ())
    for played, shown in zip(rounds, tally.rounds, strict=False):
        scores = calculator.score_round(played.table, played.kept)
        assert [(seat.points, seat.lines) for seat in shown.seats] == list(scores)


@given(series(), st.data())
def test_what_is_certain_in_half_a_round_stays_when_the_rest_is_written(
    rounds: list[Round], data: st.DataObject
) -> None:
    seats, pairs = len(rounds[0].table), SHEET.entries_of(rounds[:1])
    half = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    kept = [pair for pair in pairs if "keep" in pair[0]]
    before = SHEET.fold(seats, numbered([*kept, *half])).rounds[0]
    after = SHEET.fold(seats, numbered(pairs)).rounds[0]
    for early, late in zip(before.seats, after.seats, strict=True):
        assert all(line in late.lines for line in early.lines)
        assert early.points <= late.points


def test_the_rulebooks_example_fills_a_round() -> None:
    tally = SHEET.fold(4, numbered(SHEET.entries_of([Round(TABLE)])))
    assert tally.totals == EXAMPLE_POINTS
    assert tally.rounds[0].complete
    assert tally.current == 2
    marks = {cell.mark for cell in tally.rounds[0].rows["purple"]}
    assert marks == {"", "tied"}
    assert [cell.mark for cell in tally.rounds[0].rows["red"]] == ["", "shed", "", ""]
    assert tally.winners == ()


def test_points_count_towards_totals_only_when_the_round_is_complete() -> None:
    """score.record: a round is written down when it is over."""
    pairs = SHEET.entries_of([Round(TABLE)])[:-1]
    tally = SHEET.fold(4, numbered(pairs))
    assert tally.totals == (0, 0, 0, 0)
    assert [seat.points for seat in tally.rounds[0].seats] == [7, 2, 17, 7]
    assert tally.rounds[0].next_empty() == Cell(1, 3, "poison")


def test_an_unknown_majority_is_not_guessed() -> None:
    """majority.shed: whose reds are the most isn't known before everybody's are written."""
    tally = SHEET.fold(4, numbered([("r1.p1.red", "6"), ("r1.p1.poison", "2")]))
    assert tally.rounds[0].seats[0].points == 4
    assert tally.rounds[0].rows["red"][0].mark == ""


def test_the_last_entry_of_a_cell_counts_and_an_empty_text_empties_it() -> None:
    entries = numbered([("r1.p1.red", "6"), ("r1.p1.red", "2"), ("r1.p2.red", "1"), ("r1.p2.red", "")])
    row = SHEET.fold(3, entries).rounds[0].rows["red"]
    assert [cell.value for cell in row] == [2, None, None]
    assert [cell.entry for cell in row] == [2, 4, 0]


@pytest.mark.parametrize(
    ("text", "value"), [("", None), ("0", 0), ("6", 6), ("3+6+2", 11), ("3 + 2", 5), ("007", 7)]
)
def test_numbers_and_sums_are_read_as_typed(text: str, value: int | None) -> None:
    assert value_of(text) == value


NO_NUMBERS = ["шесть", "-1", "1.5", "½", "٣", "3+", "+3", "1e3", "0x1", " ", "3++2", "9" * 41, "6\n"]
NO_CELLS = ["", "red", "r1.p5.red", "r0.p1.red", "r1.p0.red", "r1.p1.green", "r1.p1.Red", "r١.p1.red"]


@pytest.mark.parametrize(
    ("cell", "text", "code"),
    [
        *(("r1.p1.red", text, "sheet_number") for text in NO_NUMBERS),
        *((cell, "1", "sheet_cell") for cell in NO_CELLS),
        # series.rounds: as many as players.
        ("r4.p1.red", "1", None),
        ("r5.p1.red", "1", "sheet_round"),
        # components.deck: one player cannot have more cards than the deck holds.
        ("r1.p1.red", "14", None),
        ("r1.p1.red", "8+7", "sheet_limit"),
        ("r1.p1.poison", "9", "sheet_limit"),
    ],
)
def test_what_a_cell_takes_and_refuses(cell: str, text: str, code: str | None) -> None:
    assert refusal_code(cell, text) == code


def test_a_finished_sheet_takes_nothing_until_it_is_opened_again() -> None:
    closed = state_of(4, numbered([(FINISH, "1")]))
    assert refusal_code("r1.p1.red", "1", closed) == "sheet_finished"
    assert refusal_code(FINISH, "", closed) is None
    assert refusal_code("r1.p1.red", "1", state_of(4, numbered([(FINISH, "1"), (FINISH, "")]))) is None


def warnings(table: list[Counts]) -> list[str]:
    tally = SHEET.fold(len(table), numbered(SHEET.entries_of([Round(tuple(table))])))
    return [remark.code for remark in tally.warnings]


def test_the_bounds_come_from_the_deck() -> None:
    """components.deck, setup.three, overflow.stays: 14 of a colour, 8 poisons, 49 captured, 37 by three."""
    assert (copies("red"), copies("poison"), DECK_SIZE, COPIES[""]) == (14, 8, 50, 8)
    assert [most_captured(seats) for seats in (3, 4, 5, 6)] == [37, 49, 49, 49]


NOBODY = Counts()


@pytest.mark.parametrize(
    ("table", "codes"),
    [
        # More of a colour, then more poison, than the deck holds.
        ([Counts(red=7), Counts(red=7), NOBODY, NOBODY], []),
        ([Counts(red=7), Counts(red=8), NOBODY, NOBODY], ["sheet_colour"]),
        ([Counts(poison=4), Counts(poison=5), NOBODY, NOBODY], ["sheet_poison"]),
        # A card stays in the cauldron, so all fifty cannot be captured.
        ([Counts(14, 14, 14, 7), NOBODY, NOBODY, NOBODY], []),
        ([Counts(14, 14, 14, 8), NOBODY, NOBODY, NOBODY], ["sheet_captured"]),
        # Three players can capture thirty-seven.
        ([Counts(14, 14, 9, 0), NOBODY, NOBODY], []),
        ([Counts(14, 14, 9, 1), NOBODY, NOBODY], ["sheet_captured"]),
    ],
)
def test_more_than_the_deck_holds_is_pointed_out(table: list[Counts], codes: list[str]) -> None:
    assert warnings(table) == codes


def test_a_series_ends_with_its_verdict() -> None:
    """series.winner, series.tie."""
    alone = SHEET.fold(4, numbered(SHEET.entries_of([Round(TABLE)] * 4)))
    assert alone.winners == (1,)
    assert alone.verdict is not None
    assert (alone.verdict.code, alone.verdict.clause) == ("series_ended", "series.winner")
    tied = (Counts(red=2), Counts(red=2), Counts(red=2, poison=1))
    shared = SHEET.fold(3, numbered(SHEET.entries_of([Round(tied)] * 3)))
    assert shared.winners == (0, 1)
    assert shared.verdict is not None
    assert (shared.verdict.code, shared.verdict.clause) == ("shared", "series.tie")


def test_a_series_cut_short_is_won_on_its_complete_rounds() -> None:
    pairs = [*SHEET.entries_of([Round(TABLE)]), ("r2.p2.poison", "8"), (FINISH, "1")]
    tally = SHEET.fold(4, numbered(pairs))
    assert (tally.winners, tally.played, tally.complete, tally.finished) == ((1,), 1, False, True)


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["А", "Б"], "sheet_players"),
        (list("АБВГДЕЖ"), "sheet_players"),
        (["А", "Б", ""], "sheet_name"),
        (["А", "Б", "Я" * 41], "sheet_name"),
        (["А", "Б", "Б"], "sheet_name"),
        (["А", "Б", "\u202eВ"], "sheet_name"),
    ],
)
def test_bad_names_are_refused(names: list[str], code: str) -> None:
    refusal = SHEET.check_names(names)
    assert refusal is not None
    assert refusal.code == code


def test_forty_letters_are_a_name() -> None:
    assert SHEET.check_names(["А", "Б", "Я" * 40]) is None


def test_every_card_of_the_deck_has_a_row_that_knows_how_many_there_are() -> None:
    """components.deck: the pad of a row offers no number that the deck hasn't."""
    assert sum(SHEET.supply(field) for field in FIELDS) == DECK_SIZE
    for field in FIELDS:
        assert refusal_code(f"r1.p1.{field}", str(SHEET.supply(field))) is None
        assert refusal_code(f"r1.p1.{field}", str(SHEET.supply(field) + 1)) == "sheet_limit"
