"""Pages of the notebook: the grid and what follows, noting by taps, advice, the link to another device."""

import secrets
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.alchemists.simulator.laboratory.access import GATE as LABORATORIES
from games.alchemists.simulator.laboratory.access import own_seats
from games.alchemists.simulator.laboratory.models import GAME, Laboratory
from games.alchemists.simulator.notebook import actions, forms, pages
from games.alchemists.simulator.notebook.access import (
    COOKIE,
    GATE,
    at_notebook,
    drop,
    is_shared,
    open_notebook,
    unlock_device,
)
from games.alchemists.simulator.notebook.book import REMOVE, RESTORE, OpenNotebook, book_of
from games.alchemists.simulator.notebook.chances import are_weighed, remember
from games.alchemists.simulator.notebook.models import Notebook
from games.alchemists.simulator.presenting.advising import TOPICS
from games.alchemists.simulator.presenting.details import detail_asked
from rulebook.content import reading
from rulebook.refusals import clause_details, sentence
from simulator.engine.refusal import IllegalMove
from web.addresses import invitation
from web.begun_once import begin_once
from web.errors import RequestError, endpoint, redirect_to, wants_json
from web.language import opened_in_english, page_language
from web.limits import CREATING
from web.polling import poll
from web.refusal import Refusal

VIEWS = ("grid", "pairs", "notes")


# --- Opening ------------------------------------------------------------------------------------------------


@never_cache
@endpoint("GET", "HEAD", "POST")
def start(request: HttpRequest) -> HttpResponse:
    """What the notebook is, the ones opened here, and a new one."""
    if request.method == "POST":
        CREATING.spend(request)
        return _let_in(request, begin_once(request, Notebook, "owner", Notebook.objects.create))
    context = {
        "game": reading.load(GAME),
        "door": "play",
        "notebooks": Notebook.known_to(COOKIE.visitor(request).tokens),
    }
    return render(request, "simulator/alchemists/notebook/start.html", context)


def _let_in(request: HttpRequest, notebook: Notebook) -> HttpResponse:
    return COOKIE.let_in(request, notebook.token, notebook.get_absolute_url())


@never_cache
@opened_in_english
@endpoint("GET", "HEAD", "POST")
def link(request: HttpRequest, token: str) -> HttpResponse:
    """The notebook's link on another device: goes into the cookie, and on to an address without it."""
    return GATE.follow(request, token, "simulator:notebook_link")


@never_cache
@endpoint("GET", "HEAD")
def of_seat(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """The notebook of a seat that this phone holds in a laboratory; on a shared phone behind its curtain."""
    lab: Laboratory = LABORATORIES.row(public_id)
    if place not in own_seats(request, lab):
        message = gettext("За это место играют с другого телефона: его книжка открывается там.")
        raise RequestError(403, message, game=lab.content)
    response = _let_in(request, actions.notebook_for(lab.seats.get(place=place)))
    drop(response)
    return response


@never_cache
@endpoint("POST")
def lift_curtain(request: HttpRequest, public_id: str) -> HttpResponse:
    """The person of this notebook has the shared phone in hand."""
    notebook = open_notebook(request, public_id)
    response = redirect_to(request, notebook.get_absolute_url())
    unlock_device(request, response, notebook)
    return response


@never_cache
@endpoint("POST")
def hide(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hides a notebook before the shared phone goes on."""
    notebook = open_notebook(request, public_id)
    lab = notebook.seat.laboratory if notebook.seat else None
    response = redirect_to(request, lab.get_absolute_url() if lab else notebook.get_absolute_url())
    drop(response)
    return response


@at_notebook("GET", "HEAD")
def share(request: HttpRequest, notebook: Notebook) -> HttpResponse:
    """The link for another device of the same player."""
    shown = invitation(request, notebook.link("owner").path)
    context = _context(request, book_of(notebook)) | shown._asdict()
    return render(request, "simulator/alchemists/notebook/share.html", context)


# --- The notebook -------------------------------------------------------------------------------------------


def _context(request: HttpRequest, book: OpenNotebook) -> dict[str, Any]:
    """What every page of an open notebook has."""
    return {
        "game": book.notebook.content,
        "door": "play",
        "notebook": book.notebook,
        "book": book,
        "shared": is_shared(request, book.notebook),
        "client_entry_id": secrets.token_urlsafe(12),
    }


@at_notebook("GET", "HEAD")
def notebook(request: HttpRequest, notebook: Notebook) -> HttpResponse:
    """The grid, what follows, the notes. With `?v=` it answers a poll: 204 while nothing has changed.

    `?cell=toad.a1`, `?pair=toad.fern` and `?ingredient=toad` explain one thing; htmx gets that alone.
    """
    if "v" in request.GET:
        rows = [notebook, notebook.seat.laboratory] if notebook.seat else [notebook]
        return poll(request, notebook.stamp, partial(_news, request, notebook), asked=QueryDict.get, of=rows)
    book = book_of(notebook)
    if request.htmx and _detail(request, book):
        return _notebook_page(request, book, "#detail")
    return _notebook_page(request, book)


def _news(request: HttpRequest, notebook: Notebook, status: int) -> HttpResponse:
    return _notebook_page(request, book_of(notebook), "#live", {"polled": True}, status)


def _notebook_page(
    request: HttpRequest,
    book: OpenNotebook,
    partial: str = "",
    more: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    view = request.GET.get("view", "")
    context = _context(request, book) | {"detail": _detail(request, book)}
    if partial != "#detail":
        context |= pages.live_context(
            book, request.GET.get("said", ""), page_language(), weighed=are_weighed(request)
        )
    context |= {"view": view if view in VIEWS else VIEWS[0], **(more or {})}
    response = render(
        request, f"simulator/alchemists/notebook/notebook.html{partial}", context, status=status
    )
    return remember(request, response)


def _detail(request: HttpRequest, book: OpenNotebook) -> dict[str, Any] | None:
    """What was tapped, explained; None for nothing that there is."""
    clauses = [line.clause for line in book.fact_lines]
    return detail_asked(request.GET, book.facts, page_language(), clauses, weighed=are_weighed(request))


@at_notebook("GET", "HEAD")
def printed(request: HttpRequest, notebook: Notebook) -> HttpResponse:
    """The grid with its crosses, the triangle and the list, on one page of paper."""
    book = book_of(notebook)
    context = _context(request, book) | pages.live_context(
        book, "", page_language(), weighed=are_weighed(request)
    )
    return render(request, "simulator/alchemists/notebook/print.html", context)


# --- Noting -------------------------------------------------------------------------------------------------


@at_notebook("GET", "HEAD", "POST")
def note(request: HttpRequest, notebook: Notebook) -> HttpResponse:
    """Tapping in what was learned. What the notebook doesn't take is refused, with everything chosen."""
    book = book_of(notebook)
    if request.method != "POST":
        return _note_page(request, book, None)
    try:
        made = actions.write(notebook, forms.draft_in(request, book.public.theories))
    except IllegalMove as error:
        if wants_json(request):
            raise _stop_for(notebook, error.refusal) from None
        return _note_page(request, book, error.refusal)
    url = f"{notebook.get_absolute_url()}?said={made.number}"
    if wants_json(request):
        return JsonResponse({"number": made.number, "url": url})
    return redirect_to(request, url)


def _note_page(request: HttpRequest, book: OpenNotebook, refusal: Refusal | None) -> HttpResponse:
    sent = request.POST if refusal else request.GET
    tool, way = forms.tool_in(sent.dict())
    context = _context(request, book) | pages.note_context(book, tool, way, page_language())
    context |= {"refusal": refusal, "chosen": sent.getlist("i"), "sent": sent}
    return render(request, "simulator/alchemists/notebook/note.html", context, status=422 if refusal else 200)


@at_notebook("POST")
def take_back(request: HttpRequest, notebook: Notebook, kind: str) -> HttpResponse:
    """Takes notes back, or puts them back; the notes themselves stay."""
    try:
        actions.write(notebook, forms.taken_back(request.POST, kind))
    except IllegalMove as error:
        if wants_json(request):
            raise _stop_for(notebook, error.refusal) from None
        return _notebook_page(request, book_of(notebook), more={"refusal": error.refusal}, status=422)
    view = request.POST.get("view", "")
    asked = f"?view={view}" if view in VIEWS else ""
    return redirect_to(request, f"{notebook.get_absolute_url()}{asked}")


def _stop_for(notebook: Notebook, refusal: Refusal) -> RequestError:
    """The refusal for scripts: its sentence, its clause."""
    game = notebook.content
    clause = clause_details(game, refusal.clause)
    return RequestError(422, sentence(game, refusal), refusal=refusal, clause=clause, game=game)


# --- Advice -------------------------------------------------------------------------------------------------


@at_notebook("GET", "HEAD")
def advice(request: HttpRequest, notebook: Notebook, topic: str) -> HttpResponse:
    """What to do next, by the facts that are noted and by what was said of the hand and the rest."""
    return _advice_page(request, notebook, topic)


def _advice_page(
    request: HttpRequest, notebook: Notebook, topic: str, refusal: Refusal | None = None
) -> HttpResponse:
    _check_topic(notebook, topic)
    book = book_of(notebook)
    context = _context(request, book) | pages.advice_context(
        book, topic, page_language(), weighed=are_weighed(request)
    )
    part = "#advice" if request.htmx else ""
    page = f"simulator/alchemists/notebook/advice.html{part}"
    response = render(request, page, context | {"refusal": refusal}, status=422 if refusal else 200)
    return remember(request, response)


def _check_topic(notebook: Notebook, topic: str) -> None:
    if topic not in TOPICS:
        raise RequestError(404, gettext("Такого совета книжка не даёт."), game=notebook.content)


@at_notebook("POST")
def ask(request: HttpRequest, notebook: Notebook, topic: str) -> HttpResponse:
    """A tap on what advice is asked with: kept for next time, and the advice anew."""
    _check_topic(notebook, topic)
    try:
        settled = actions.save_settings(notebook, request.POST, pages.level_of(notebook))
    except IllegalMove as error:
        if wants_json(request):
            raise _stop_for(notebook, error.refusal) from None
        return _advice_page(request, notebook, topic, error.refusal)
    if request.htmx:
        return _advice_page(request, settled, topic)
    return HttpResponseRedirect(reverse("simulator:notebook_advice", args=[notebook.public_id, topic]))


TAKE_BACK = {"kind": REMOVE}
PUT_BACK = {"kind": RESTORE}
