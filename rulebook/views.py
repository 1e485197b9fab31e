"""Pages of the rulebook: what a reader at the table looks up. Those about cards are in `card_views`.

Pages about one entry are built from the frozen content; the list of clarifications, which filters and counts,
from the tables. Everything is public and the same for all readers.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext

from rulebook import reference as reference_sheet
from rulebook import setup as setting_up
from rulebook import setup_page, shelf
from rulebook.boxes import (
    asked_for,
    chosen,
    counting,
    holding,
    known,
    on_table,
    on_tables,
    remember,
    table,
    unplayed,
)
from rulebook.content.boxes import by_chapter
from rulebook.content.boxes import changes as box_changes
from rulebook.content.entries import Chapter, GameContent, Ruling, Term
from rulebook.content.typography import alphabetic
from rulebook.drawing import figures
from rulebook.hits import HitLine, counted, find, lines
from rulebook.models import Facet, Status, StoredEntry
from rulebook.pages import Missing, around, game_context, is_part, page, varied
from rulebook.search import finding
from rulebook.shelf import game_or_404
from web.addresses import absolute_url
from web.errors import RequestError, endpoint, redirect_to
from web.language import page_language
from web.ways_back import back_context

SETUP_CHAPTER = "setup"  # whose address the page of the setup shares
LONGEST_CHAPTER = 12  # rules; a longer one has their numbers above them
LONGEST_CONTENTS = 100  # rules; longer contents are folded, a chapter at a time
TYPING_HITS, PAGE_HITS, ALL_HITS = 8, 20, 200
HANGING_RESULTS = ("header-search-results", "search-results")  # the lists below search fields of other pages


def _updated(content: GameContent) -> date:
    return date.fromisoformat(content.updated)


@page
def home(request: HttpRequest) -> HttpResponse:
    context = {
        "games": shelf.ours(),
        "guests": shelf.guests(page_language()),
        "announced": shelf.announced(),
        "canonical": absolute_url(request, request.path),
    }
    return render(request, "rulebook/home.html", context)


@page
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    content = on_table(request, game_id)
    asked = [content.clause_by_id[key] for key in content.asked]
    contents = [(chapter, content.in_chapter(chapter.id)) for chapter in content.chapters]
    folded = len(content.clauses) > LONGEST_CONTENTS
    usual = setting_up.of(content, setting_up.usual(content), page_language())
    context = game_context(
        request,
        content,
        asked=asked,
        contents=contents,
        folded=folded,
        updated=_updated(content),
        numbers=setup_page.numbers(content),
        players=usual.players,
        drawing=setup_page.drawing(content, usual) if setup_page.numbers(content) else "",
    )
    return render(request, "rulebook/game.html", context)


@page
def chapter(request: HttpRequest, game_id: str, chapter_id: str) -> HttpResponse:
    content = holding(request, game_id, "chapter", chapter_id)
    found = content.chapter_by_id.get(chapter_id)
    if found is None:
        raise Missing(content, chapter_id)
    before, after = around(content.chapters, found)
    clauses = content.in_chapter(chapter_id)
    numbers = setup_page.numbers(content) if chapter_id == SETUP_CHAPTER else ()
    context = game_context(
        request,
        content,
        chapter=found,
        clauses=clauses,
        jump=[(each.id, each.number) for each in clauses] if len(clauses) > LONGEST_CHAPTER else [],
        figures=figures.standing(clauses),
        numbers=numbers,
        before=before,
        after=after,
    )
    return render(request, "rulebook/chapter.html", context)


def _moved(content: GameContent, page_name: str, old: str) -> HttpResponse:
    """An address that was retired leads on for good."""
    return HttpResponsePermanentRedirect(reverse(page_name, args=[content.id, content.retired[old]]))


@page
def clause(request: HttpRequest, game_id: str, clause_id: str) -> HttpResponse:
    """A rule: a page, or for the sheet over a game the note alone."""
    content = holding(request, game_id, "clause", clause_id)
    if clause_id in content.retired:
        return _moved(content, "rulebook:clause", clause_id)
    found = content.clause_by_id.get(clause_id)
    if found is None:
        raise Missing(content, clause_id)
    before, after = around(content.clauses, found)
    context = game_context(
        request,
        content,
        clause=found,
        figures=figures.standing([found]),
        chapter=content.chapter_by_id[found.chapter],
        rulings=content.rulings_of(clause_id),
        decided_in=content.ruling_by_id.get(found.source.heading),
        references=content.references_to("ref", clause_id),
        changes=[content.clause_by_id[key] for key in found.changes],
        changed_by=content.changed_by(clause_id),
        compared=",".join(content.box_by_id if found.counts_with(chosen(request, game_id)) else found.needs),
        before=before,
        after=after,
        **back_context(request),
    )
    template = "rulebook/clause.html#note" if is_part(request) else "rulebook/clause.html"
    return varied(render(request, template, context), "HX-Request")


@page
def glossary(request: HttpRequest, game_id: str) -> HttpResponse:
    content = on_table(request, game_id)
    letters: dict[str, list[Term]] = {}
    for entry in sorted(content.terms, key=lambda entry: alphabetic(entry.name.in_(page_language()))):
        letters.setdefault(alphabetic(entry.name.in_(page_language()))[0].upper(), []).append(entry)
    return render(request, "rulebook/glossary.html", game_context(request, content, letters=letters))


@page
def term(request: HttpRequest, game_id: str, term_id: str) -> HttpResponse:
    """A word of the glossary: a page, or for a tooltip the note alone."""
    content = holding(request, game_id, "term", term_id)
    found = content.term_by_id.get(term_id)
    if found is None:
        raise Missing(content, term_id)
    references = content.references_to("term", term_id)
    named = [content.clause_by_id[key] for kind, key in sorted(found.text.references) if kind == "ref"]
    references = references._replace(clauses=tuple(dict.fromkeys([*named, *references.clauses])))
    template = "rulebook/term.html#note" if is_part(request) else "rulebook/term.html"
    context = game_context(request, content, term=found, references=references)
    return varied(render(request, template, context), "HX-Request")


@page
def rulings(request: HttpRequest, game_id: str) -> HttpResponse:
    """Clarifications by chapter, all or those of one status or query; an unknown status shows all."""
    content = on_table(request, game_id)
    rows = StoredEntry.objects.filter(game_id=game_id, kind="ruling", needs__in=counting(content))
    by_status = Facet.objects.filter(entry__in=rows, name="status").values_list("value")
    counts = dict(by_status.annotate(Count("entry")))
    status = request.GET.get("status", "")
    status = status if status in Status.values else ""
    query = request.GET.get("q", "")[: finding.LONGEST_QUERY].strip()
    shown, unavailable = rows.having("status", status) if status else rows, False
    if query:
        try:
            shown = shown.filter(slug__in=_rulings_found(request, game_id, query))
        except finding.SearchUnavailable:
            unavailable = True
    entries = [row.on(content.box_by_id) for row in shown]
    contents = _by_chapter(content, entries)
    context = game_context(
        request,
        content,
        contents=contents,
        jump=_chapters_of(contents),
        asked=query,
        found=len(entries),
        unavailable=unavailable,
        statuses=[(value, label, counts[value]) for value, label in Status.choices if value in counts],
        total=sum(counts.values()),
        status=status,
    )
    template = "rulebook/rulings.html#list" if is_part(request) else "rulebook/rulings.html"
    status_code = 503 if unavailable else 200
    return varied(render(request, template, context, status=status_code), "HX-Request")


def _rulings_found(request: HttpRequest, game_id: str, query: str) -> list[str]:
    """The ids of clarifications that answer a query. Raises SearchUnavailable."""
    hits = find(query, game_id, ALL_HITS, on_tables(request)).hits
    return [hit.key for hit in hits if hit.kind == "ruling"]


def _chapters_of(contents: Iterable[tuple[Chapter, Any]]) -> list[tuple[str, str]]:
    """What leads to the chapters of a page, whose ids begin alike."""
    return [
        (f"chapter-{chapter.id}", f"{chapter.number} {chapter.title.in_(page_language())}")
        for chapter, _ in contents
    ]


def _by_chapter(content: GameContent, rulings: Iterable[Ruling]) -> list[tuple[Chapter, list[Ruling]]]:
    """Clarifications under the chapter of the first rule that each is about, chapters in their order."""
    under: dict[str, list[Ruling]] = {}
    for ruling in rulings:
        about = next(content.clause_by_id[key] for key in ruling.clauses if key in content.clause_by_id)
        under.setdefault(about.chapter, []).append(ruling)
    return [(chapter, under[chapter.id]) for chapter in content.chapters if chapter.id in under]


@page
def ruling(request: HttpRequest, game_id: str, ruling_id: str) -> HttpResponse:
    content = holding(request, game_id, "ruling", ruling_id)
    if ruling_id in content.retired:
        return _moved(content, "rulebook:ruling", ruling_id)
    found = content.ruling_by_id.get(ruling_id)
    if found is None:
        raise Missing(content, ruling_id)
    before, after = around(content.rulings, found)
    context = game_context(
        request,
        content,
        ruling=found,
        clauses=[content.clause_by_id[key] for key in found.clauses],
        cards=[content.card_by_id[key] for key in found.cards],
        option=content.option_by_id.get(found.option),
        since=date.fromisoformat(found.since) if found.since else None,
        before=before,
        after=after,
    )
    return render(request, "rulebook/ruling.html", context)


@page
def whole(request: HttpRequest, game_id: str) -> HttpResponse:
    """The whole rulebook on one page, for reading in one go and for the browser's own printing."""
    content = on_table(request, game_id)
    contents = [
        (chapter, [(clause, content.rulings_of(clause.id)) for clause in content.in_chapter(chapter.id)])
        for chapter in content.chapters
    ]
    context = game_context(
        request,
        content,
        contents=contents,
        jump=[*_chapters_of(contents), ("words", gettext("Слова"))],
        figures=figures.standing(content.clauses),
        updated=_updated(content),
    )
    return render(request, "rulebook/whole.html", context)


@page
def figure(request: HttpRequest, game_id: str, figure_id: str) -> HttpResponse:
    """A figure as large as it gets, and the rules that it stands beside."""
    content = holding(request, game_id, "figure", figure_id)
    found = content.figure_by_id.get(figure_id)
    if found is None:
        raise Missing(content, figure_id)
    context = game_context(request, content, figure=found, clauses=content.with_figure(figure_id))
    template = "rulebook/figure.html#large" if is_part(request) else "rulebook/figure.html"
    return varied(render(request, template, context), "HX-Request")


@page
def changes(request: HttpRequest, game_id: str, said: str = "") -> HttpResponse:
    """What some boxes change, beside what the rules say without them; those of the address, else those on the
    table, else all.
    """
    game = game_or_404(game_id)
    on = table(request, game_id)
    if on is None:
        raise Missing(game, said or "changes")
    every = [choice.box for choice in on.choices]
    content = asked_for(game_id, said or on.said or ",".join(box.id for box in every))
    found = box_changes(content)
    context = game_context(
        request,
        content,
        every=every,
        said=",".join(content.box_by_id),
        changes=found,
        contents=by_chapter(content, found),
        unplayed=unplayed(content),
        new=[(box, [each for each in content.chapters if each.box == box.id]) for box in content.boxes],
    )
    return render(request, "rulebook/changes.html", context)


@page
def reference(request: HttpRequest, game_id: str) -> HttpResponse:
    """The reference sheet, that of the PDF with its numbers as links."""
    content, base = on_table(request, game_id), game_or_404(game_id)
    asked = f"?boxes={','.join(content.box_by_id)}" if content.boxes else ""
    pdf_url = reverse("rulebook:print_pdf", args=[game_id, "reference"]) + asked
    context = game_context(
        request,
        base,
        sheet=reference_sheet.on_page(base, content),
        changed_by=content.boxes,
        pdf_url=pdf_url,
    )
    return render(request, [f"rulebook/{game_id}/reference.html", "rulebook/reference.html"], context)


@page
def setup(request: HttpRequest, game_id: str) -> HttpResponse:
    """How the game is set up for a number of players; without a number the chapter of that name, if it has
    one. An impossible number is told, and the usual one shown.
    """
    content = on_table(request, game_id)
    asked = request.GET.get("players", "")
    if not asked and SETUP_CHAPTER in content.chapter_by_id:
        return chapter(request, game_id, SETUP_CHAPTER)
    numbers = {str(n): n for n in setup_page.numbers(content)}
    if not numbers:
        raise Http404(SETUP_CHAPTER)
    shown = setting_up.of(content, numbers.get(asked, setting_up.usual(content)), page_language())
    context = game_context(
        request,
        content,
        setup=shown,
        numbers=list(numbers.values()),
        impossible=bool(asked) and asked not in numbers,
        told=setup_page.told(content, shown),
        setup_chapter=content.chapter_by_id.get(SETUP_CHAPTER),
    )
    status = 400 if context["impossible"] else 200
    return render(request, "rulebook/setup.html", context, status=status)


@endpoint("POST")
def choose_boxes(request: HttpRequest, game_id: str) -> HttpResponse:
    """Says once which boxes are on the table, and goes back to the page that asked."""
    game_or_404(game_id)
    boxes = known(game_id, request.POST.get("boxes", ""))
    if boxes is None:
        raise RequestError(400, gettext("Такого дополнения у этой игры нет."))
    back = request.POST.get("back", "")
    if not url_has_allowed_host_and_scheme(back, None):
        back = reverse("rulebook:game", args=[game_id])
    response = redirect_to(request, back)
    remember(request, response, game_id, boxes)
    return response


class AnsweringRuling(NamedTuple):
    """A clarification that clearly answers; it stands whole above the other hits."""

    ruling: Ruling
    game: GameContent


@page
def search(request: HttpRequest) -> HttpResponse:
    """What was found; while typing, the fragment alone. A long query is cut, nothing in it can be wrong."""
    typed = request.GET.get("q", "").strip()
    query = typed[: finding.LONGEST_QUERY].strip()
    here = shelf.games().get(request.GET.get("game", ""))
    hanging = request.htmx.target in HANGING_RESULTS
    context: dict[str, Any] = {"q": query, "game": here, "door": "rules", "hanging": hanging}
    context["cut"] = finding.LONGEST_QUERY if len(typed) > finding.LONGEST_QUERY else 0
    status = 200
    if query:
        try:
            limit = TYPING_HITS if hanging else ALL_HITS if "all" in request.GET else PAGE_HITS
            context |= _search_context(query, here, limit, on_tables(request))
        except finding.SearchUnavailable:
            context["unavailable"] = True
            status = 503
    template = "rulebook/search.html#results" if is_part(request) else "rulebook/search.html"
    return varied(render(request, template, context, status=status), "HX-Request", "HX-Target")


def _search_context(
    query: str, here: GameContent | None, limit: int, boxes: Mapping[str, tuple[str, ...]]
) -> dict[str, Any]:
    """Hits of games that this process knows; `label` them with their game where that isn't clear."""
    games = shelf.games()
    found = find(query, here.id if here else "", limit, boxes)
    among = not here and len(found.games) > 1
    shown = counted(lines(found.hits), dict(found.games)) if among else lines(found.hits)
    answer = _answer(shown[0]) if found.answer and shown else None
    return {
        "found": found,
        "clarified": answer,
        "lines": shown[1:] if answer else shown,
        "elsewhere": lines(found.elsewhere),
        "chips": [(games[game_id], n) for game_id, n in found.games if game_id in games] if among else [],
        "nearest": [
            (games[game_id], list(group))
            for game_id, group in groupby(lines(found.nearest), key=lambda line: line.game.id)
        ],
        "more": found.total > limit,
        "label": len(games) > 1 and not here,
        "offers": [here.clause_by_id[key] for key in here.asked] if here else [],
    }


def _answer(line: HitLine) -> AnsweringRuling | None:
    ruling = line.game.ruling_by_id.get(line.hit.key)
    return AnsweringRuling(ruling, line.game) if ruling else None
