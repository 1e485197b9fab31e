"""The notebook of a seat in a game that is played here: filled by the game, from what that seat knows."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.alchemists.rulebook import numbers
from games.alchemists.simulator.deduction.conclusions import READ_BY
from games.alchemists.simulator.deduction.data import GAME
from games.alchemists.simulator.engine.view import View, facts_of
from games.alchemists.simulator.notebook.chances import are_weighed, remember
from games.alchemists.simulator.notebook.pages import topics
from games.alchemists.simulator.presenting import chains, grid
from games.alchemists.simulator.presenting.advising import TOPICS, advise
from games.alchemists.simulator.presenting.details import detail_asked
from games.alchemists.simulator.table.notebook import asking_of, known_of, missing
from simulator.matches.access import open_match
from simulator.matches.board import MatchPresenter
from simulator.matches.views import board_of
from web.errors import RequestError, endpoint
from web.language import page_language


@never_cache
@endpoint("GET", "HEAD")
def notebook(request: HttpRequest, public_id: str, ply: int) -> HttpResponse:
    """The notebook as it stood after so many moves. `?cell=toad.a1`, `?pair=toad.fern`, `?ingredient=toad`
    explain one thing; htmx gets that alone.
    """
    board = _board(request, public_id, ply)
    facts, lang, weighed = facts_of(board.view), page_language(), are_weighed(request)
    url = reverse("simulator:match_notebook", args=[public_id, ply])
    context = _context(board) | {"grid_url": url, "detail": _detail(request, board.view, weighed=weighed)}
    if request.htmx and context["detail"]:
        return render(request, "simulator/alchemists/notebook/_detail.html", context)
    context |= {
        "grid": grid.grid_context(facts, lang, weighed=weighed),
        "triangle": grid.triangle_context(facts, lang, weighed=weighed),
        "chances": grid.chances_context(facts, weighed=weighed),
        "chains": chains.chains_context(facts, lang),
        "lines": list(reversed(chains.reasons_of(facts, lang))),
    }
    return remember(request, render(request, "simulator/alchemists/table/notebook.html", context))


@never_cache
@endpoint("GET", "HEAD")
def advice(request: HttpRequest, public_id: str, topic: str) -> HttpResponse:
    """What to do next, by what the seat knows and has: its hand, zone, seals, the buyer of the round."""
    board = _board(request, public_id, None)
    if topic not in TOPICS:
        raise RequestError(404, gettext("Такого совета книжка не даёт."), game=board.content)
    weighed, asking, lang = are_weighed(request), asking_of(board.view), page_language()
    known = known_of(board.view, weighed=weighed)
    nothing = missing(topic, board.view)
    context = _context(board) | {
        "topic": topic,
        "topics": topics(),
        "asking": asking,
        "missing": nothing,
        "advised": None if nothing else advise(topic, known, asking, lang),
        "worlds_words": numbers.worlds(known.odds.total, lang, weighed=known.odds.are_weighed),
        "chances": grid.chances_context(known.facts, weighed=weighed),
    }
    page = "simulator/alchemists/table/advice.html"
    return remember(request, render(request, f"{page}#advice" if request.htmx else page, context))


def _board(request: HttpRequest, public_id: str, ply: int | None) -> MatchPresenter:
    """The table through the eyes of the reader's seat. Raises RequestError for whoever has none."""
    board = board_of(open_match(request, public_id), ply)
    if board.content.id != GAME.id:
        raise RequestError(404, gettext("В этой игре записной книжки нет."), game=board.content)
    if board.hidden or board.viewer.seat is None:
        message = gettext("Книжку видит только тот, кто сейчас держит телефон за своё место.")
        raise RequestError(403, message, game=board.content)
    return board


def _context(board: MatchPresenter) -> dict[str, Any]:
    return {"game": board.content, "door": "play", "board": board}


def _detail(request: HttpRequest, view: View, *, weighed: bool) -> dict[str, Any] | None:
    """What was tapped, explained; None for nothing that there is."""
    facts = facts_of(view)
    clauses = [READ_BY[fact.kind] for fact in facts]
    return detail_asked(request.GET, facts, page_language(), clauses, weighed=weighed)
