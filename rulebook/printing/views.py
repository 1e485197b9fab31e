"""Printing from the site: a game's menu and its PDF files, the same for everybody; nothing is remembered."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from rulebook import game as games
from rulebook.boxes import known, on_table, table
from rulebook.content import reading
from rulebook.content.entries import GameContent
from rulebook.printing import documents, paper, pdf
from rulebook.printing.forms import BadOption, CardsForm, ExtraForm, PaperForm, read
from rulebook.printing.layout.game_documents import CannotPrint
from rulebook.shelf import game_or_404

REFUSALS = 6  # reasons that a page gives at once


def _cards(game: GameContent, query: QueryDict) -> str:
    return documents.cards(game, read(CardsForm, query, boxes=tuple(game.box_by_id)).options())


def _reference(game: GameContent, query: QueryDict) -> str:
    return documents.reference(game, read(PaperForm, query).cleaned_data["paper"])


def _rulebook(game: GameContent, query: QueryDict) -> str:
    return documents.rulebook(game, read(PaperForm, query).cleaned_data["paper"])


def _extra(game: GameContent, kind: str, query: QueryDict) -> str:
    found = games.documents(game.id)[kind]
    form = read(ExtraForm, query, choices=found.options, texts=found.texts)
    return documents.extra(game, kind, **form.chosen())


DOCUMENTS: dict[str, Callable[[GameContent, QueryDict], str]] = {
    "cards": _cards,
    "reference": _reference,
    "rulebook": _rulebook,
}


@require_safe
def print_menu(request: HttpRequest, game_id: str) -> HttpResponse:
    """What can be printed, as forms whose buttons open PDF files."""
    game = on_table(request, game_id)
    own = games.get(game.id)
    context = {
        "game": game,
        "door": "print",
        "table": table(request, game_id),
        "papers": list(paper.PAPERS.values()),
        "players": range(game.players[0], game.players[1] + 1),
        "previews": documents.previews(game) if documents.decks(game) else {},
        "more": documents.menus(game),
        "documents": list(games.documents(game.id)),
        "sides": own.sides,
        "decks": len(documents.decks(game)),
    }
    return render(request, "rulebook/print_menu.html", context)


@require_safe
def print_pdf(request: HttpRequest, game_id: str, kind: str) -> HttpResponse:
    """One of `DOCUMENTS`, or of the game's own and its boxes', as a PDF; 400 with a sentence for an unknown
    option, with the reasons for a text that can't be printed.
    """
    game = game_or_404(game_id)
    if not documents.prints(game, kind, DOCUMENTS):
        raise Http404(kind)
    try:
        game = _with_boxes(game, request.GET.get("boxes", ""))
        html = DOCUMENTS[kind](game, request.GET) if kind in DOCUMENTS else _extra(game, kind, request.GET)
    except BadOption as error:
        return bad_option(request, error)
    except CannotPrint as error:
        return _refused(request, game, error)
    return pdf_response(request, html, f"{game.id}-{kind}.pdf")


def _with_boxes(game: GameContent, said: str) -> GameContent:
    """The game with the boxes that an address names: what it prints is the same for everybody."""
    boxes = known(game.id, said)
    if boxes is None:
        raise BadOption(gettext("Такого дополнения у этой игры нет."))
    return reading.load(game.id, boxes=boxes)


def bad_option(request: HttpRequest, error: BadOption) -> HttpResponse:
    return render(request, "400.html", {"message": str(error)}, status=400)


def _refused(request: HttpRequest, game: GameContent, error: CannotPrint) -> HttpResponse:
    """Why it can't be printed, with the rules that say so; boxes that nobody has chosen speak, too."""
    refusals = error.refusals[:REFUSALS]
    context = {"game": reading.whole(game.id), "refusals": refusals}
    return render(request, "rulebook/print_refused.html", context, status=400)


def pdf_response(request: HttpRequest, html: str, name: str, *, private: bool = False) -> HttpResponse:
    """The PDF of `html`, opened in the browser; 304 if the browser already has these very bytes."""
    etag = f'"{pdf.digest(html)}"'
    response = get_conditional_response(request, etag)
    if response is None:
        response = HttpResponse(pdf.pdf(html), content_type="application/pdf")
        response["Content-Disposition"] = f'inline; filename="{name}"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache" if private else "public, no-cache"
    return response
