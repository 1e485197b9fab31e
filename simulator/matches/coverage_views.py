"""The page that shows what is proved of each rule, and what is not."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from rulebook.content.entries import Clause, Ruling
from simulator.cases import coverage as matrix
from simulator.cases.coverage import ClauseRow, Coverage, Gap, Shown
from simulator.matches.access import rules_of
from web.errors import endpoint
from web.revalidation import revalidated

KINDS: Mapping[str, Any] = {
    "refusal": gettext_lazy("Отказы"),
    "event": gettext_lazy("События"),
    "line": gettext_lazy("Строки счёта"),
    "warning": gettext_lazy("Замечания листа"),
    "constant": gettext_lazy("Числа"),
}
GAP_TEXTS: Mapping[str, Any] = {
    "case_fails": gettext_lazy("Случай не сходится с движком"),
    "passage_uncovered": gettext_lazy("Место не передано ни одним правилом"),
    "clause_without_case": gettext_lazy("Ни один случай этого правила не показывает"),
    "mark_not_seen": gettext_lazy("Ни один случай до этого не доводит"),
    "ruling_without_case": gettext_lazy("Ни один случай этого не показывает"),
    "ruling_by_table": gettext_lazy("Случаем не показать: решают люди за столом"),
}


class Marks(NamedTuple):
    """What a clause shows, one kind of it."""

    title: Any
    shown: list[Shown]


class GapRow(NamedTuple):
    text: Any
    clause: Clause | None
    ruling: Ruling | None
    subject: str
    detail: str


@endpoint("GET", "HEAD")
def coverage(request: HttpRequest, game_id: str) -> HttpResponse:
    """Passages, clauses, rulings and gaps of a game."""
    game = rules_of(game_id)
    found = matrix.of(game)
    context = {
        "game": game,
        "door": "rules",
        "found": found,
        "totals": found.totals,
        "gaps": [_gap_row(found, gap) for gap in found.gaps],
        "stating": [row for row in found.passages if row.rows],
        "silent": [row.passage for row in found.passages if not row.rows],
        "chapters": [
            (chapter, [(row, _marks(row)) for row in found.rows if row.clause.chapter == chapter.id])
            for chapter in game.chapters
        ],
    }
    return revalidated(request, render(request, "simulator/coverage.html", context))


def _marks(row: ClauseRow) -> list[Marks]:
    grouped = [
        Marks(title, [mark for mark in row.shown if mark.kind == kind]) for kind, title in KINDS.items()
    ]
    return [marks for marks in grouped if marks.shown]


def _gap_row(found: Coverage, gap: Gap) -> GapRow:
    return GapRow(
        GAP_TEXTS[gap.kind],
        found.game.clause_by_id.get(gap.subject),
        found.game.ruling_by_id.get(gap.subject),
        gap.subject,
        gap.detail,
    )
