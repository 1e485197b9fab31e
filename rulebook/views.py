"""Pages of the rulebook: what a reader at the table looks up.

Pages about one entry are built from the frozen content; the list of clarifications, which filters and counts,
from the tables. Everything is public and the same for all readers.
"""

from collections.abc import Callable, Sequence
from datetime import date
from difflib import get_close_matches
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec

from django.conf import settings
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from rulebook import search as searching
from rulebook import shelf
from rulebook.entries import Card, Chapter, Clause, Colour, GameContent, Ruling, Term
from rulebook.language import page_language
from rulebook.links import absolute_url
from rulebook.models import Ruling as RulingRow
from rulebook.models import Status
from rulebook.shelf import game_or_404

Params = ParamSpec("Params")
SUGGESTIONS = 5
TYPING_HITS, PAGE_HITS, ALL_HITS = 8, 20, 200
HANGING_RESULTS = ("header-search-results", "search-results")  # the lists below search fields of other pages


class Missing(Exception):
    """There is no such entry in this game; `near` are clauses that may have been meant."""

    def __init__(self, game: GameContent, wanted: str):
        self.game, self.wanted = game, wanted
        super().__init__(wanted)


View = Callable[Concatenate[HttpRequest, Params], HttpResponse]


def page(view: View[Params]) -> View[Params]:
    """A page that can only be read; where its entry is missing, a 404 offers the nearest clauses."""

    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Missing as missing:
            context = {"game": missing.game, "door": "rules", "near": _near(missing.game, missing.wanted)}
            return render(request, "rulebook/missing.html", context, status=404)

    return answer


def _near(game: GameContent, wanted: str) -> list[Clause]:
    """Clauses with a similar id; else those that people ask for."""
    close = get_close_matches(wanted.casefold()[:100], game.clause_by_id, SUGGESTIONS, cutoff=0.55)
    begun = [clause.id for clause in game.clauses if clause.id.split(".")[0] == wanted.split(".")[0]]
    return [
        game.clause_by_id[key] for key in list(dict.fromkeys([*close, *begun]))[:SUGGESTIONS] or game.asked
    ]


def _is_part(request: HttpRequest) -> bool:
    """True if htmx wants a part of the page; going back in history it wants the whole one again."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def _context(request: HttpRequest, game: GameContent, **more: Any) -> dict[str, Any]:
    """What every page of a game needs. `canonical` is the page's own address, without a query."""
    return {"game": game, "door": "rules", "canonical": absolute_url(request, request.path), **more}


def _updated(content: GameContent) -> date:
    return date.fromisoformat(content.updated)


@page
def home(request: HttpRequest) -> HttpResponse:
    context = {
        "games": list(shelf.games().values()),
        "announced": shelf.announced(),
        "canonical": absolute_url(request, request.path),
    }
    return render(request, "rulebook/home.html", context)


@page
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    content = game_or_404(game_id)
    asked = [content.clause_by_id[key] for key in content.asked]
    contents = [(chapter, content.in_chapter(chapter.id)) for chapter in content.chapters]
    context = _context(request, content, asked=asked, contents=contents, updated=_updated(content))
    return render(request, "rulebook/game.html", context)


@page
def chapter(request: HttpRequest, game_id: str, chapter_id: str) -> HttpResponse:
    content = game_or_404(game_id)
    found = content.chapter_by_id.get(chapter_id)
    if found is None:
        raise Missing(content, chapter_id)
    before, after = _neighbours(content.chapters, found)
    clauses = [(clause, content.rulings_of(clause.id)) for clause in content.in_chapter(chapter_id)]
    context = _context(request, content, chapter=found, clauses=clauses, before=before, after=after)
    return render(request, "rulebook/chapter.html", context)


@page
def clause(request: HttpRequest, game_id: str, clause_id: str) -> HttpResponse:
    content = game_or_404(game_id)
    if clause_id in content.retired:
        return HttpResponsePermanentRedirect(
            reverse("rulebook:clause", args=[game_id, content.retired[clause_id]])
        )
    found = content.clause_by_id.get(clause_id)
    if found is None:
        raise Missing(content, clause_id)
    before, after = _neighbours(content.clauses, found)
    context = _context(
        request,
        content,
        clause=found,
        chapter=content.chapter_by_id[found.chapter],
        rulings=content.rulings_of(clause_id),
        decided_in=content.ruling_by_id.get(found.source.heading),
        references=content.references_to("ref", clause_id),
        before=before,
        after=after,
    )
    return render(request, "rulebook/clause.html", context)


Entry = Chapter | Clause | Term | Card | Ruling


def _neighbours(entries: Sequence[Entry], one: Entry) -> tuple[Entry | None, Entry | None]:
    """The entries before and after one."""
    place = entries.index(one)
    return (entries[place - 1] if place else None), (entries[place + 1] if place + 1 < len(entries) else None)


class CardGroup(NamedTuple):
    """The cards of one colour. `total` counts copies."""

    colour: Colour
    cards: list[Card]
    total: int


@page
def cards(request: HttpRequest, game_id: str) -> HttpResponse:
    content = game_or_404(game_id)
    total = sum(entry.count for entry in content.cards)
    context = _context(request, content, groups=_card_groups(content), total=total, kinds=len(content.cards))
    return render(request, "rulebook/cards.html", context)


def _card_groups(content: GameContent) -> list[CardGroup]:
    """Cards by colour, in the order of the colours; cards without one stand under their kind."""
    groups = []
    for colour in content.colours:
        found = [entry for entry in content.cards if (entry.colour or entry.kind) == colour.id]
        if found:
            groups.append(CardGroup(colour, found, sum(entry.count for entry in found)))
    return groups


@page
def card(request: HttpRequest, game_id: str, card_id: str) -> HttpResponse:
    content = game_or_404(game_id)
    found = content.card_by_id.get(card_id)
    if found is None:
        raise Missing(content, f"components.{card_id}")
    before, after = _neighbours(content.cards, found)
    context = _context(
        request,
        content,
        card=found,
        colour=content.colour_by_id.get(found.colour or found.kind),
        rulings=content.rulings_on_card(card_id),
        references=content.references_to("card", card_id),
        kind_clause=content.clause_by_id.get(f"components.{found.kind}"),
        before=before,
        after=after,
    )
    return render(request, "rulebook/card.html", context)


@page
def glossary(request: HttpRequest, game_id: str) -> HttpResponse:
    content = game_or_404(game_id)
    letters: dict[str, list[Term]] = {}
    for entry in sorted(content.terms, key=lambda entry: _alphabetic(entry.name.in_(page_language()))):
        letters.setdefault(_alphabetic(entry.name.in_(page_language()))[0].upper(), []).append(entry)
    return render(request, "rulebook/glossary.html", _context(request, content, letters=letters))


def _alphabetic(name: str) -> str:
    """A key that puts «ё» with «е», where a reader looks for it."""
    return name.casefold().replace("ё", "е")


@page
def term(request: HttpRequest, game_id: str, term_id: str) -> HttpResponse:
    """A word of the glossary: a page, or for a tooltip the note alone."""
    content = game_or_404(game_id)
    found = content.term_by_id.get(term_id)
    if found is None:
        raise Missing(content, term_id)
    references = content.references_to("term", term_id)
    named = [content.clause_by_id[key] for kind, key in sorted(found.text.references) if kind == "ref"]
    references = references._replace(clauses=tuple(dict.fromkeys([*named, *references.clauses])))
    template = "rulebook/term.html#note" if _is_part(request) else "rulebook/term.html"
    response = render(request, template, _context(request, content, term=found, references=references))
    patch_vary_headers(response, ["HX-Request"])
    return response


@page
def rulings(request: HttpRequest, game_id: str) -> HttpResponse:
    """Clarifications, all or of one status; an unknown status shows all."""
    content = game_or_404(game_id)
    rows = RulingRow.objects.filter(game_id=game_id)
    counts = dict(rows.order_by().values_list("status").annotate(Count("key")))
    status = request.GET.get("status", "")
    status = status if status in Status.values else ""
    shown = rows.filter(status=status) if status else rows
    context = _context(
        request,
        content,
        rulings=[content.ruling_by_id[row.slug] for row in shown if row.slug in content.ruling_by_id],
        statuses=[(value, label, counts[value]) for value, label in Status.choices if value in counts],
        total=sum(counts.values()),
        status=status,
    )
    template = "rulebook/rulings.html#list" if _is_part(request) else "rulebook/rulings.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@page
def ruling(request: HttpRequest, game_id: str, ruling_id: str) -> HttpResponse:
    content = game_or_404(game_id)
    found = content.ruling_by_id.get(ruling_id)
    if found is None:
        raise Missing(content, ruling_id)
    before, after = _neighbours(content.rulings, found)
    context = _context(
        request,
        content,
        ruling=found,
        clauses=[content.clause_by_id[key] for key in found.clauses],
        cards=[content.card_by_id[key] for key in found.cards],
        option=content.option_by_id.get(found.option),
        before=before,
        after=after,
    )
    return render(request, "rulebook/ruling.html", context)


@page
def whole(request: HttpRequest, game_id: str) -> HttpResponse:
    """The whole rulebook on one page, for reading in one go and for the browser's own printing."""
    content = game_or_404(game_id)
    contents = [
        (chapter, [(clause, content.rulings_of(clause.id)) for clause in content.in_chapter(chapter.id)])
        for chapter in content.chapters
    ]
    context = _context(request, content, contents=contents, updated=_updated(content))
    return render(request, "rulebook/whole.html", context)


class Line(NamedTuple):
    """A hit with the address and the game that the page shows."""

    hit: searching.Hit
    url: str
    game: GameContent


@page
def search(request: HttpRequest) -> HttpResponse:
    """What was found; while typing, the fragment alone. A long query is cut, nothing in it can be wrong."""
    query = request.GET.get("q", "")[: searching.LONGEST_QUERY].strip()
    here = shelf.games().get(request.GET.get("game", ""))
    hanging = request.htmx.target in HANGING_RESULTS
    context: dict[str, Any] = {"q": query, "game": here, "door": "rules", "hanging": hanging}
    status = 200
    if query:
        try:
            limit = TYPING_HITS if hanging else ALL_HITS if "all" in request.GET else PAGE_HITS
            context |= _search_context(query, here, limit)
        except searching.SearchUnavailable:
            context["unavailable"] = True
            status = 503
    template = "rulebook/search.html#results" if _is_part(request) else "rulebook/search.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _search_context(query: str, here: GameContent | None, limit: int) -> dict[str, Any]:
    """Hits of games that this process knows; `label` them with their game where that isn't clear."""
    games = shelf.games()
    path = settings.DATA_DIR / searching.FILE_NAME
    found = searching.find(path, query, page_language(), here.id if here else "", limit)
    lines = [Line(hit, _hit_url(hit), games[hit.game]) for hit in found.hits if hit.game in games]
    asked = here or next(iter(games.values()))
    return {
        "found": found,
        "lines": lines,
        "more": found.total > limit,
        "label": len(games) > 1,
        "offers": [asked.clause_by_id[key] for key in asked.asked] if not lines else [],
        "offers_game": asked,
    }


def _hit_url(hit: searching.Hit) -> str:
    args = [hit.game] if hit.kind == "game" else [hit.game, hit.key]
    return reverse(f"rulebook:{hit.kind}", args=args)
