"""Printing from the site: a game's menu and its PDF files, the same for everybody; nothing is remembered."""

import re
from collections.abc import Callable
from functools import partial
from html import unescape
from threading import Lock
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.request import QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from rulebook import game as games
from rulebook.boxes import known, on_table, table
from rulebook.content import reading
from rulebook.content.entries import GameContent
from rulebook.printing import documents, first_pages, paper, pdf, press, waiting
from rulebook.printing.forms import BadOption, CardsForm, ExtraForm, PaperForm, read
from rulebook.printing.layout.game_documents import CannotPrint
from rulebook.shelf import game_or_404
from web.addresses import paper_url, printed_for
from web.language import page_language
from web.revalidation import YEAR

MOST_KNOWN = 500  # addresses
USUAL_PLAYERS = 4
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
    return documents.extra(game, kind, shift=form.shift(), **form.chosen())


DOCUMENTS: dict[str, Callable[[GameContent, QueryDict], str]] = {
    "cards": _cards,
    "reference": _reference,
    "rulebook": _rulebook,
}


def html_of(game: GameContent, kind: str, query: QueryDict) -> str:
    """A document as its address asks for it. Raises BadOption, CannotPrint."""
    return DOCUMENTS[kind](game, query) if kind in DOCUMENTS else _extra(game, kind, query)


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
        "sides": own.sides,
        "decks": len(documents.decks(game)),
        "first_pages": {
            kind: reverse("rulebook:first_page", args=[game.id, kind, digest])
            for kind, digest in first_pages.known(page_language(), game.id).items()
        },
        "usual": usual_players(game),
        "most_shift": f"{paper.MOST_SHIFT:g}",
        "evening": own.evening(usual_players(game)),
    }
    return render(request, "rulebook/print_menu.html", context)


@require_safe
def first_page(request: HttpRequest, game_id: str, kind: str, digest: str) -> HttpResponse:
    """The picture of a document's first page; what it shows is in its address, so it never changes."""
    found = first_pages.picture(page_language(), game_id, kind, digest)
    if found is None:
        raise Http404(kind)
    response = HttpResponse(found, content_type="image/png")
    response["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def usual_players(game: GameContent) -> int:
    """For how many an evening is printed unless somebody says otherwise."""
    least, most = game.players
    return min(max(USUAL_PLAYERS, least), most)


@require_safe
def print_pdf(request: HttpRequest, game_id: str, kind: str) -> HttpResponse:
    """One of `DOCUMENTS`, or of the game's own and its boxes', as a PDF; 400 with a sentence for an unknown
    option, with the reasons for a text that can't be printed, 422 for a length that is none.
    """
    game = game_or_404(game_id)
    if not documents.prints(game, kind, DOCUMENTS):
        raise Http404(kind)
    try:
        game = _with_boxes(game, request.GET.get("boxes", ""))
        return public_pdf(request, partial(html_of, game, kind, request.GET), f"{game.id}-{kind}.pdf")
    except BadOption as error:
        return bad_option(request, error)
    except CannotPrint as error:
        return _refused(request, game, error)


def _with_boxes(game: GameContent, said: str) -> GameContent:
    """The game with the boxes that an address names: what it prints is the same for everybody."""
    boxes = known(game.id, said)
    if boxes is None:
        raise BadOption(gettext("Такого дополнения у этой игры нет."))
    return reading.load(game.id, boxes=boxes)


def bad_option(request: HttpRequest, error: BadOption) -> HttpResponse:
    return render(request, "400.html", {"message": str(error)}, status=error.status)


def _refused(request: HttpRequest, game: GameContent, error: CannotPrint) -> HttpResponse:
    """Why it can't be printed, with the rules that say so; boxes that nobody has chosen speak, too."""
    refusals = error.refusals[:REFUSALS]
    context = {"game": reading.whole(game.id), "refusals": refusals}
    return render(request, "rulebook/print_refused.html", context, status=400)


def pdf_response(request: HttpRequest, html: str, name: str, *, private: bool = False) -> HttpResponse:
    """The PDF of `html`, opened in the browser; 304 if the browser already has these very bytes.

    One that has to be made first is asked for. HEAD has nothing made, so it can't say how long that will be.
    """
    wanted = _wanted(html)
    response = _unchanged(request, wanted)
    if response is None:
        made = pdf.pdf(html) if settings.PRINT_AT_ONCE else pdf.finished(wanted.digest)
        if made is None and request.method != "HEAD":
            return _being_made(request, press.ask(html), wanted)
        response = _opened(made, name)
    return _kept(response, wanted, "private" if private else "public")


def public_pdf(request: HttpRequest, html: Callable[[], str], name: str) -> HttpResponse:
    """The same for what anybody may print: an address that was asked for before is not drawn up again to see
    whether its PDF is there, and a worker draws up one at a time, or ten readers would have all its threads.
    """
    if settings.PRINT_AT_ONCE or request.method == "HEAD":
        return pdf_response(request, _drawn(request, html), name)
    address = paper_url(request, request.get_full_path())
    wanted = _known.get(address)
    if wanted is not None:
        found = _unchanged(request, wanted) or _opened_if_finished(wanted, name)
        if found is not None:
            return _kept(found, wanted, "public")
        if press.is_waiting(wanted.digest):
            return _being_made(request, press.State.ASKED, wanted)
    if not _drawing_up.acquire(blocking=False):
        return _being_made(request, press.State.ASKED, Wanted("", name))
    try:
        drawn = _drawn(request, html)
    finally:
        _drawing_up.release()
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    _known[address] = _wanted(drawn)
    return pdf_response(request, drawn, name)


def _drawn(request: HttpRequest, html: Callable[[], str]) -> str:
    with printed_for(request):
        return html()


class Wanted(NamedTuple):
    """A document by its digest, and its title for who waits; no digest: it isn't drawn up yet."""

    digest: str
    title: str


_known: dict[str, Wanted] = {}  # what addresses lead to, in this process
_drawing_up = Lock()


def _wanted(html: str) -> Wanted:
    found = re.search(r"<title>(.*?)</title>", html, re.DOTALL)
    return Wanted(pdf.digest(html), unescape(found[1]) if found else "")


def _unchanged(request: HttpRequest, wanted: Wanted) -> HttpResponse | None:
    response: HttpResponse | None = get_conditional_response(request, f'"{wanted.digest}"')
    return response


def _opened(made: bytes | None, name: str) -> HttpResponse:
    # What isn't made has no length; Django would say that of an empty answer.
    whole = HttpResponse if made is not None else StreamingHttpResponse
    response: HttpResponse = whole(made or (), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _opened_if_finished(wanted: Wanted, name: str) -> HttpResponse | None:
    made = pdf.finished(wanted.digest)
    return None if made is None else _opened(made, name)


def _kept(response: HttpResponse, wanted: Wanted, for_whom: str) -> HttpResponse:
    response["ETag"] = f'"{wanted.digest}"'
    response["Cache-Control"] = f"{for_whom}, no-cache"
    return response


def _said(state: press.State) -> str:
    """Why a document isn't there, in a line."""
    if state is press.State.ASKED:
        return gettext("Готовим файл: %(title)s. Спросите ещё раз через несколько секунд.")
    if state is press.State.FAILED:
        return gettext(
            "Этот файл не вышло сделать: %(title)s. Выберите другие настройки или скажите хозяину сайта."
        )
    return gettext("Слишком много файлов ждут очереди. Попробуйте через несколько минут.")


def _being_made(request: HttpRequest, state: press.State, wanted: Wanted) -> HttpResponse:
    said = _said(state) % {"title": wanted.title}
    page = "rulebook/being_made.html"
    return waiting.answer(request, state, page, said, title=wanted.title, digest=wanted.digest)


@require_safe
def print_ready(request: HttpRequest, name: str) -> HttpResponse:
    """Whether a document is there: 204 while it is not, 200 when the page that waits may look again."""
    if not pdf.is_digest(name):
        raise Http404(name)
    waits = press.is_waiting(name)
    response = HttpResponse(
        "" if waits else "ready\n", status=204 if waits else 200, content_type="text/plain"
    )
    response["Cache-Control"] = "no-store"
    return response
