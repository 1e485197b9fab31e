"""Printing from the site: a game's menu and its PDF files, the same for everybody; nothing is remembered."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from rulebook.content.entries import GameContent
from rulebook.printing import documents, paper
from rulebook.printing.forms import BadOption, CardsForm, ExtraForm, PaperForm, read
from rulebook.printing.layout import references
from rulebook.shelf import game_or_404


def _cards(game: GameContent, query: QueryDict) -> str:
    return documents.cards(game, read(CardsForm, query).options())


def _reference(game: GameContent, query: QueryDict) -> str:
    return documents.reference(game, read(PaperForm, query).cleaned_data["paper"])


def _rulebook(game: GameContent, query: QueryDict) -> str:
    return documents.rulebook(game, read(PaperForm, query).cleaned_data["paper"])


def _extra(game: GameContent, kind: str, query: QueryDict) -> str:
    options = references.documents(game.id)[kind].options
    return documents.extra(game, kind, **read(ExtraForm, query, choices=options).chosen())


DOCUMENTS: dict[str, Callable[[GameContent, QueryDict], str]] = {
    "cards": _cards,
    "reference": _reference,
    "rulebook": _rulebook,
}


@require_safe
def print_menu(request: HttpRequest, game_id: str) -> HttpResponse:
    """What can be printed, as forms whose buttons open PDF files."""
    game = game_or_404(game_id)
    context = {
        "game": game,
        "door": "print",
        "papers": list(paper.PAPERS.values()),
        "players": range(game.players[0], game.players[1] + 1),
        "previews": documents.previews(game),
        "more": f"print/{game.id}/menu.html" if references.documents(game.id) else "",
        "sides": references.sides(game.id),
        "decks": len({card.deck for card in references.deck(game)}),
    }
    return render(request, "rulebook/print_menu.html", context)


@require_safe
def print_pdf(request: HttpRequest, game_id: str, kind: str) -> HttpResponse:
    """One of `DOCUMENTS`, or of the game's own, as a PDF; 400 with a sentence for an unknown option."""
    game = game_or_404(game_id)
    if kind not in DOCUMENTS and kind not in references.documents(game.id):
        raise Http404(kind)
    try:
        html = DOCUMENTS[kind](game, request.GET) if kind in DOCUMENTS else _extra(game, kind, request.GET)
    except BadOption as error:
        return bad_option(request, error)
    return pdf_response(request, html, f"{game.id}-{kind}.pdf")


def bad_option(request: HttpRequest, error: BadOption) -> HttpResponse:
    return render(request, "400.html", {"message": str(error)}, status=400)


def pdf_response(request: HttpRequest, html: str, name: str, *, private: bool = False) -> HttpResponse:
    """The PDF of `html`, opened in the browser; 304 if the browser already has these very bytes."""
    etag = f'"{paper.digest(html)}"'
    response = get_conditional_response(request, etag)
    if response is None:
        response = HttpResponse(paper.pdf(html), content_type="application/pdf")
        response["Content-Disposition"] = f'inline; filename="{name}"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache" if private else "public, no-cache"
    return response
