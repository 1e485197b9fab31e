"""Cases about a score sheet: entries instead of moves, the same expectations where they make sense.

An entry is written «Name: …» as the game's sheet reads it (`SheetRules.typed`): «Оля: 1 red 3+2» in a ledger,
«Оля: assemble powder_of_fate Коля» in a journal. «Name: finish» closes the sheet.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.sheets.core import BOXES, FINISH, YES, SheetEntry, SheetRules, Tally, state_of
from simulator.cases.case import Case, Played, as_refusal, read_move, seat_of
from simulator.cases.verdict import (
    CaseMark,
    Outcome,
    SaidMark,
    as_written,
    compare_lines,
    compare_opening,
    compare_scores,
    compare_winners,
    fits_refusal,
    said_by,
    said_in,
)
from simulator.engine.game import Difference
from web.refusal import Refusal


class Typed(NamedTuple):
    """The entries of a case as (cell, text): `written` of them stood there before its moves.

    `refused` says why these people can't have a sheet; then there are none.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]
    written: int
    refused: tuple[Refusal, ...] = ()


def entries_of_case(rules: SheetRules, case: Case) -> Typed:
    """What is written into the sheet of a case, in order. Raises CaseError."""
    assert case.sheet is not None  # read_cases saw to it
    names = tuple(case.sheet.get("players", []))
    refusal = rules.check_names(list(names))
    if refusal is not None:
        return Typed(names, (), 0, (refusal,))
    if case.sheet.get("rounds") and not rules.fields:
        raise case.error("sheet.rounds", "unknown_key", "players")
    written = [
        (seat_of(case, names, who, "sheet.rounds"), f"{number} {field} {counts.get(field, 0)}")
        for number, table in enumerate(case.sheet.get("rounds", []), start=1)
        for who, counts in ({name: {} for name in names} | table).items()
        for field in rules.fields
    ]
    typed = written + [read_move(case, names, row) for row in case.moves]
    rows = tuple(
        (FINISH, YES) if text == FINISH else rules.typed(names, seat, n, text)
        for n, (seat, text) in enumerate(typed, start=1)
    )
    boxes = [(BOXES, ",".join(sorted(case.sheet["boxes"])))] if case.sheet.get("boxes") else []
    return Typed(names, (*boxes, *rows), len(boxes) + len(written))


def run_sheet(rules: SheetRules, case: Case) -> Outcome:
    """Fills the sheet and compares all that the case expects. Raises CaseError."""
    names, rows, _, impossible = entries_of_case(rules, case)
    if impossible:
        played = Played(names, None, (), impossible)
        return Outcome(case, played, tuple(compare_opening(case, played)), tuple(said_by(played)))
    entries: list[SheetEntry] = []
    refused: Refusal | None = None
    for n, (cell, text) in enumerate(rows, start=1):
        entry = SheetEntry(n, cell, text)
        refused = rules.check(state_of(len(names), entries), entry)
        if refused is not None:
            break
        entries.append(entry)
    tally = rules.fold(len(names), entries)
    done = len(entries) + (refused is not None) == len(rows)
    found = [*compare_opening(case, Played(names, None, ())), *_compare_refusal(case, names, refused, done)]
    played = Played(names, None, (), () if refused is None else (refused,))
    if not found:
        found += _compare_tally(case, names, tally)
    warnings = [SaidMark(CaseMark("warning", r.code, r.clause), r.params) for r in tally.warnings]
    verdicts = [SaidMark(CaseMark("event", v.code, v.clause), v.params) for v in [tally.verdict] if v]
    said = [*said_by(played), *verdicts, *said_in(tally.shown_scores), *warnings]
    return Outcome(case, played, tuple(found), tuple(said))


def _compare_refusal(
    case: Case, names: Sequence[str], refused: Refusal | None, done: bool
) -> list[Difference]:
    wanted = case.expect.get("refusal")
    if refused is None:
        return [] if wanted is None else [Difference("refusal", as_refusal(wanted), None)]
    if wanted is None or not done:
        return [Difference("moves", None, refused)]
    fits = fits_refusal(as_refusal(wanted), refused, case, names)
    return [] if fits else [Difference("refusal", as_refusal(wanted), refused)]


def _compare_tally(case: Case, names: Sequence[str], tally: Tally) -> list[Difference]:
    found: list[Difference] = []
    scores = tally.shown_scores
    if "warnings" in case.expect:
        found += _compare_warnings(case, names, case.expect["warnings"], tally)
    if "scores" in case.expect:
        found += compare_scores(case, names, "scores", case.expect["scores"], scores)
    if "lines" in case.expect:
        found += compare_lines(case, names, "lines", case.expect["lines"], scores)
    if "winners" in case.expect:
        found += compare_winners(case, names, "winners", case.expect["winners"], tally.winners)
    return found


def _compare_warnings(
    case: Case, names: Sequence[str], wanted: Sequence[Any], tally: Tally
) -> list[Difference]:
    """Exactly these, in any order."""
    there = [Refusal(*remark) for remark in tally.warnings]
    left = list(there)
    for row in wanted:
        match = next((each for each in left if fits_refusal(as_refusal(row), each, case, names)), None)
        if match is None:
            return [Difference("warnings", row, [_as_expected(case, each, names) for each in there])]
        left.remove(match)
    return [Difference("warnings", None, _as_expected(case, each, names)) for each in left]


def _as_expected(case: Case, warning: Refusal, names: Sequence[str]) -> dict[str, Any]:
    """As a case would write it, with the players' names."""
    return {"code": warning.code, "clause": warning.clause, **as_written(case, warning.params, names)}
