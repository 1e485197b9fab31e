"""The page that shows what is proved of each rule, and what is not."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy

from rulebook.content.entries import Chapter, Clause, Ruling
from simulator.cases.coverage import ClauseRow, Coverage, DeclaredMark, Gap
from simulator.matches import coverage_store
from simulator.matches.access import rules_of
from web.errors import RequestError, endpoint
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
PARTS = ("passages", "rulings")
JUMP = 20  # rows, from one number to the next of those that lead down a long list


class Marks(NamedTuple):
    """What a clause shows, one kind of it."""

    title: Any
    shown: list[DeclaredMark]


class GapRow(NamedTuple):
    text: Any
    clause: Clause | None
    ruling: Ruling | None
    subject: str
    detail: str


class ChapterRow(NamedTuple):
    """How much of a chapter is shown: so many of the rules that the engine decides; `bar` of a hundred, if
    there are any.
    """

    chapter: Chapter
    complete: int
    decided: int

    @property
    def bar(self) -> int:
        return 100 * self.complete // self.decided


@endpoint("GET", "HEAD")
def coverage(request: HttpRequest, game_id: str) -> HttpResponse:
    """What is proved of a game's rules, for players; with `?chapter=` each rule, with `?part=` the lists."""
    game = rules_of(game_id)
    found = coverage_store.of(game)
    if "chapter" in request.GET:
        template, context = "coverage_chapter", _chapter(found, request.GET["chapter"])
    elif "part" in request.GET:
        template, context = "coverage_part", _part(found, request.GET["part"])
    else:
        template, context = "coverage", _summary(found)
    context = {"game": game, "door": "rules", "found": found, **context}
    return revalidated(request, render(request, f"simulator/{template}.html", context))


def _summary(found: Coverage) -> dict[str, Any]:
    rows = []
    for chapter in found.game.chapters:
        decided = [row for row in found.rows if row.clause.chapter == chapter.id and row.by_engine]
        rows.append(ChapterRow(chapter, sum(row.complete for row in decided), len(decided)))
    return {"totals": found.totals, "gaps": [_gap_row(found, gap) for gap in found.gaps], "chapters": rows}


def _chapter(found: Coverage, chapter_id: str) -> dict[str, Any]:
    chapter = found.game.chapter_by_id.get(chapter_id)
    if chapter is None:
        raise RequestError(404, gettext("Такой главы в этих правилах нет."), game=found.game)
    rows = [(row, _marks(row)) for row in found.rows if row.clause.chapter == chapter.id]
    return {"chapter": chapter, "rows": rows}


def _part(found: Coverage, part: str) -> dict[str, Any]:
    if part not in PARTS:
        raise RequestError(404, gettext("Такого списка здесь нет."), game=found.game)
    stating = [row for row in found.passages if row.rows]
    if part == "passages":
        places = [(f"p{row.passage.n}", row.passage.n) for row in stating]
    else:
        places = [(f"r{row.ruling.number}", str(row.ruling.number)) for row in found.rulings]
    return {
        "part": part,
        "jump": places[::JUMP],
        "stating": stating,
        "silent": [row.passage for row in found.passages if not row.rows],
    }


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
