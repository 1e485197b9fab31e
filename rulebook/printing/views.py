"""Printing from the site: a game's menu and its PDF files, the same for everybody; nothing is remembered."""

import re
from collections.abc import Callable
from html import unescape

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.request import QueryDict
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from rulebook import game as games
from rulebook.content.entries import GameContent
from rulebook.printing import documents, paper, pdf, press
from rulebook.printing.forms import BadOption, CardsForm, ExtraForm, PaperForm, read
from rulebook.shelf import game_or_404

AGAIN = 3  # seconds until a look is worth while
STATUSES = {press.State.ASKED: 202, press.State.TOO_MANY: 503, press.State.FAILED: 500}


def _cards(game: GameContent, query: QueryDict) -> str:
    return documents.cards(game, read(CardsForm, query).options())


def _reference(game: GameContent, query: QueryDict) -> str:
    return documents.reference(game, read(PaperForm, query).cleaned_data["paper"])


def _rulebook(game: GameContent, query: QueryDict) -> str:
    return documents.rulebook(game, read(PaperForm, query).cleaned_data["paper"])


def _extra(game: GameContent, kind: str, query: QueryDict) -> str:
    options = games.get(game.id).documents[kind].options
    return documents.extra(game, kind, **read(ExtraForm, query, choices=options).chosen())


DOCUMENTS: dict[str, Callable[[GameContent, QueryDict], str]] = {
    "cards": _cards,
    "reference": _reference,
    "rulebook": _rulebook,
}


def html_of(game: GameContent, kind: str, query: QueryDict) -> str:
    """A document as its address asks for it. Raises BadOption."""
    return DOCUMENTS[kind](game, query) if kind in DOCUMENTS else _extra(game, kind, query)


@require_safe
def print_menu(request: HttpRequest, game_id: str) -> HttpResponse:
    """What can be printed, as forms whose buttons open PDF files."""
    game = game_or_404(game_id)
    own = games.get(game.id)
    context = {
        "game": game,
        "door": "print",
        "papers": list(paper.PAPERS.values()),
        "players": range(game.players[0], game.players[1] + 1),
        "previews": documents.previews(game) if documents.decks(game) else {},
        "more": documents.own_or_shared(game, "menu") if own.documents else "",
        "documents": list(own.documents),
        "sides": own.sides,
        "decks": len(documents.decks(game)),
    }
    return render(request, "rulebook/print_menu.html", context)


@require_safe
def print_pdf(request: HttpRequest, game_id: str, kind: str) -> HttpResponse:
    """One of `DOCUMENTS`, or of the game's own, as a PDF; 400 with a sentence for an unknown option."""
    game = game_or_404(game_id)
    if not documents.prints(game, kind, DOCUMENTS):
        raise Http404(kind)
    try:
        html = html_of(game, kind, request.GET)
    except BadOption as error:
        return bad_option(request, error)
    return pdf_response(request, html, f"{game.id}-{kind}.pdf")


def bad_option(request: HttpRequest, error: BadOption) -> HttpResponse:
    return render(request, "400.html", {"message": str(error)}, status=400)


def pdf_response(request: HttpRequest, html: str, name: str, *, private: bool = False) -> HttpResponse:
    """The PDF of `html`, opened in the browser; 304 if the browser already has these very bytes.

    One that has to be made first is asked for. HEAD has nothing made, so it can't say how long that will be.
    """
    digest = pdf.digest(html)
    etag = f'"{digest}"'
    response = get_conditional_response(request, etag)
    if response is None:
        made = pdf.pdf(html) if settings.PRINT_AT_ONCE else pdf.finished(digest)
        if made is None and request.method != "HEAD":
            return _being_made(request, press.ask(html), digest, html)
        # What isn't made has no length; Django would say that of an empty answer.
        whole = HttpResponse if made is not None else StreamingHttpResponse
        response = whole(made or (), content_type="application/pdf")
        response["Content-Disposition"] = f'inline; filename="{name}"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache" if private else "public, no-cache"
    return response


def _being_made(request: HttpRequest, state: press.State, digest: str, html: str) -> HttpResponse:
    """For a person a page that opens the document once it is there; programs are told when to come again."""
    if "text/html" in request.headers.get("Accept", ""):
        context = {"title": _title(html), "state": state.value, "digest": digest, "again": AGAIN}
        response = render(request, "rulebook/being_made.html", context, status=STATUSES[state])
    else:
        response = HttpResponse(status=503)
    response["Retry-After"] = str(AGAIN)
    response["Cache-Control"] = "no-store"
    return response


def _title(html: str) -> str:
    found = re.search(r"<title>(.*?)</title>", html, re.DOTALL)
    return unescape(found[1]) if found else ""


@require_safe
def print_ready(request: HttpRequest, name: str) -> HttpResponse:
    """Whether a document is there: 204 while it is not, 200 when the page that waits may look again."""
    response = HttpResponse(status=204 if press.is_waiting(name) else 200, content_type="text/plain")
    response["Cache-Control"] = "no-store"
    return response
