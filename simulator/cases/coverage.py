"""What is proved of each passage of the rulebook: its clauses, what shows them, and which cases do.

The matrix is honest: a clause that no code checks, a sentence that no case brings about and a passage that no
clause covers stand in it as gaps. A mark counts as seen only if a case that passes has brought it about.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from rulebook.content import reading
from rulebook.content.entries import Clause, GameContent, Passage, Ruling
from simulator.cases import casebook
from simulator.cases.verdict import Outcome

ENGINE = "engine"
CONSTANT = "constant"


class Witness(NamedTuple):
    """A case that was played, as the matrix needs it: plain data, which can be kept.

    `is_example`: it has a page of its own. `marks` are the codes that it showed, «event:captured».
    """

    id: str
    title: Mapping[str, str]
    clause: str
    clauses: Sequence[str]
    rulings: Sequence[int]
    is_example: bool
    ok: bool
    marks: Sequence[str]


class DeclaredMark(NamedTuple):
    """Something that a clause declares to be shown by: a code of catalogue `kind`, or a constant."""

    kind: str
    code: str
    seen: bool


class Gap(NamedTuple):
    """What is missing: `kind` of GAPS, `subject` a clause, passage, ruling or case, `detail` a mark."""

    kind: str
    subject: str
    detail: str = ""


# What gaps there are, in the order of their weight.
GAPS = (
    "case_fails",
    "passage_uncovered",
    "clause_without_case",
    "mark_not_seen",
    "ruling_without_case",
    "ruling_by_table",  # no engine decides any of its clauses, so no case can show it
)


@dataclass(frozen=True)
class ClauseRow:
    clause: Clause
    passages: tuple[str, ...]
    shown: tuple[DeclaredMark, ...]
    cases: tuple[Witness, ...]

    @property
    def by_engine(self) -> bool:
        return self.clause.decided_by == ENGINE

    @property
    def complete(self) -> bool:
        return self.by_engine and bool(self.cases) and all(mark.seen for mark in self.shown)


@dataclass(frozen=True)
class PassageRow:
    passage: Passage
    rows: tuple[ClauseRow, ...]


@dataclass(frozen=True)
class RulingRow:
    """`by_engine`: some clause of the ruling is decided by the engine, so a case can show it."""

    ruling: Ruling
    cases: tuple[Witness, ...]
    by_engine: bool


@dataclass(frozen=True)
class Coverage:
    game: GameContent
    passages: tuple[PassageRow, ...]
    rows: tuple[ClauseRow, ...]
    rulings: tuple[RulingRow, ...]
    witnesses: tuple[Witness, ...]
    gaps: tuple[Gap, ...]

    @property
    def totals(self) -> dict[str, int]:
        """Numbers for the head of the page."""
        decided = [row for row in self.rows if row.by_engine]
        shown = [mark for row in decided for mark in row.shown]
        return {
            "passages": len(self.passages),
            "passages_with_rules": sum(bool(row.rows) for row in self.passages),
            "clauses": len(self.rows),
            "clauses_by_engine": len(decided),
            "clauses_by_table": len(self.rows) - len(decided),
            "clauses_complete": sum(row.complete for row in decided),
            "marks": len(shown),
            "marks_seen": sum(mark.seen for mark in shown),
            "rulings": len(self.rulings),
            "rulings_with_case": sum(bool(row.cases) for row in self.rulings),
            "cases": len(self.witnesses),
            "cases_passed": sum(witness.ok for witness in self.witnesses),
            "gaps": len(self.gaps),
        }


def witness(outcome: Outcome) -> Witness:
    case = outcome.case
    marks = sorted({f"{mark.kind}:{mark.code}" for mark in outcome.seen})
    is_example = case.sheet is None
    return Witness(
        case.id, case.title, case.clause, case.clauses, case.rulings, is_example, outcome.ok, marks
    )


def witnesses(game_id: str) -> list[Witness]:
    """All cases of a game, played; for some games that takes seconds."""
    return [witness(casebook.evaluate(case)) for case in casebook.cases_of(game_id)]


def cover(game: GameContent, witnesses: Sequence[Witness]) -> Coverage:
    """The matrix of a game from its cases."""
    passed = [each for each in witnesses if each.ok]
    seen = {mark for each in passed for mark in each.marks}
    by_clause, by_ruling = defaultdict[str, list[Witness]](list), defaultdict[int, list[Witness]](list)
    for each in passed:
        for clause_id in dict.fromkeys(each.clauses):
            by_clause[clause_id].append(each)
        for number in dict.fromkeys(each.rulings):
            by_ruling[number].append(each)
    places = defaultdict[str, list[str]](list)
    for passage in game.passages:
        for clause_id in dict.fromkeys(passage.clauses):
            places[clause_id].append(passage.n)
    rows = tuple(
        _clause_row(clause, places[clause.id], by_clause[clause.id], seen) for clause in game.clauses
    )
    by_id = {row.clause.id: row for row in rows}
    passages = tuple(
        PassageRow(passage, tuple(by_id[clause] for clause in passage.clauses if clause in by_id))
        for passage in game.passages
    )
    rulings = tuple(_ruling_row(ruling, by_ruling[ruling.number], by_id) for ruling in game.rulings)
    gaps = [Gap("case_fails", each.id) for each in witnesses if not each.ok]
    gaps += _gaps(passages, rows, rulings)
    return Coverage(game, passages, rows, rulings, tuple(witnesses), tuple(gaps))


def _clause_row(clause: Clause, places: Sequence[str], cases: Sequence[Witness], seen: set[str]) -> ClauseRow:
    return ClauseRow(
        clause=clause,
        passages=tuple(places),
        shown=tuple(_shown(mark, seen, bool(cases)) for mark in clause.shown_by),
        cases=tuple(sorted(cases, key=lambda case: (case.id != clause.scenario, case.clause != clause.id))),
    )


def _shown(mark: str, seen: set[str], has_case: bool) -> DeclaredMark:
    """A constant is seen where a case of its clause runs through it."""
    kind, _, code = mark.partition(":")
    return DeclaredMark(kind, code, has_case if kind == CONSTANT else mark in seen)


def _ruling_row(ruling: Ruling, cases: Sequence[Witness], rows: Mapping[str, ClauseRow]) -> RulingRow:
    return RulingRow(ruling, tuple(cases), any(rows[clause].by_engine for clause in ruling.clauses))


def _gaps(
    passages: Sequence[PassageRow], rows: Sequence[ClauseRow], rulings: Sequence[RulingRow]
) -> Iterator[Gap]:
    for passage_row in passages:
        if not passage_row.rows and passage_row.passage.silent is None:
            yield Gap("passage_uncovered", passage_row.passage.n)
    decided = [row for row in rows if row.by_engine]
    yield from (Gap("clause_without_case", row.clause.id) for row in decided if not row.cases)
    for row in decided:
        for mark in row.shown:
            if not mark.seen:
                yield Gap("mark_not_seen", row.clause.id, f"{mark.kind}:{mark.code}")
    for ruling_row in rulings:
        if not ruling_row.cases:
            kind = "ruling_without_case" if ruling_row.by_engine else "ruling_by_table"
            yield Gap(kind, ruling_row.ruling.id)


def of(game: GameContent) -> Coverage:
    """The matrix from all cases of the site; worked out once for each state of the content."""
    return _of(game.id, game.digest)


@lru_cache(maxsize=16)
def _of(game_id: str, digest: str) -> Coverage:
    return cover(reading.whole(game_id), witnesses(game_id))


# --- For the command ----------------------------------------------------------------------------------------


def matrix(game: GameContent) -> dict[str, Any]:
    """The matrix as JSON."""
    found = of(game)
    return {
        "game": game.id,
        "digest": game.digest,
        "totals": found.totals,
        "passages": [
            {
                "n": row.passage.n,
                "label": {"ru": row.passage.label.ru, "en": row.passage.label.en},
                "clauses": [each.clause.id for each in row.rows],
                "no_rule": row.passage.silent.en if row.passage.silent else None,
            }
            for row in found.passages
        ],
        "clauses": [_clause_json(row) for row in found.rows],
        "rulings": [
            {
                "id": row.ruling.id,
                "status": row.ruling.status,
                "clauses": list(row.ruling.clauses),
                "cases": [case.id for case in row.cases],
            }
            for row in found.rulings
        ],
        "gaps": [gap._asdict() for gap in found.gaps],
    }


def _clause_json(row: ClauseRow) -> dict[str, Any]:
    shown: dict[str, Any] = {kind: {} for kind in ("refusal", "event", "line", "warning", CONSTANT)}
    for mark in row.shown:
        shown[mark.kind][mark.code] = mark.seen
    return {
        "id": row.clause.id,
        "number": row.clause.number,
        "source": row.clause.source.kind,
        "passages": list(row.passages),
        "decided_by": row.clause.decided_by,
        "shown_by": shown,
        "scenario": row.clause.scenario or None,
        "cases": [case.id for case in row.cases],
    }


def lines(matrix: Mapping[str, Any]) -> Iterator[str]:
    """The matrix for a terminal: a line for each passage and clause, then the gaps."""
    clauses = {row["id"]: row for row in matrix["clauses"]}
    yield f"{matrix['game']} {matrix['digest']}"
    for passage in matrix["passages"]:
        yield f"{passage['n']:4} {passage['label']['en']}" + (
            f": no rule, {passage['no_rule']}" if passage["no_rule"] else ""
        )
        yield from (_line(clauses[clause]) for clause in passage["clauses"])
    beside = [row for row in matrix["clauses"] if not row["passages"]]
    if beside:
        yield "     beside the rulebook's text: our decisions and other editions"
        yield from (_line(row) for row in beside)
    yield "rulings"
    for row in matrix["rulings"]:
        yield f"     {row['id']:12} {row['status']:9} {len(row['cases'])} cases"
    totals = matrix["totals"]
    yield (
        f"{totals['passages_with_rules']} of {totals['passages']} passages state rules; "
        f"{totals['clauses_by_engine']} of {totals['clauses']} clauses are decided by the engine, "
        f"{totals['clauses_complete']} of them shown in full; "
        f"{totals['marks_seen']} of {totals['marks']} marks seen; "
        f"{totals['rulings_with_case']} of {totals['rulings']} rulings have a case; "
        f"{totals['cases_passed']} of {totals['cases']} cases pass"
    )
    for gap in matrix["gaps"]:
        yield f"gap: {gap['kind'].replace('_', ' ')}: {gap['subject']} {gap['detail']}".rstrip()


def _line(row: Mapping[str, Any]) -> str:
    marks = [
        f"{kind}:{code}{'' if seen else ' (not seen)'}"
        for kind, codes in row["shown_by"].items()
        for code, seen in codes.items()
    ]
    decided = f"{row['decided_by']:6}  {len(row['cases']):2} cases"
    return f"       {row['number']:5} {row['id']:22} {decided}  {', '.join(marks)}".rstrip()
