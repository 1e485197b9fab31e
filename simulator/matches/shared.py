"""A shared position as a board to look at: what its sharer says, a hint, playing from here. The editor is a
step further.
"""

from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from rulebook.content.entries import GameContent
from simulator.engine import sharing
from simulator.game import engine_of, table_of
from simulator.matches import about, editor, play
from simulator.matches.access import COOKIE, game_of
from simulator.matches.editor import PositionDraft
from simulator.matches.example_stage import ExampleStage
from simulator.matches.hint_parts import WORLDS, HintAsked, part, stopped
from simulator.matches.log import Words
from simulator.models import Match
from simulator.table.about import ThingName
from simulator.templatetags.tables import part as part_of
from web.addresses import absolute_url, is_own, qr_svg
from web.begun_once import begin_once
from web.errors import RequestError, endpoint
from web.fields import number
from web.language import page_language
from web.limits import CREATING
from web.names import isolated, isolated_all

QR_LIMIT = 1800  # letters of an address that phones still read from a screen


@never_cache
@endpoint("GET", "HEAD", "POST")
def position(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board of `?p=`. Without a position there is none to look at, only one to make."""
    game = game_of(game_id)
    sent = request.POST if request.method == "POST" else request.GET
    draft = editor.asked_for(game, sent.get("p", ""))
    if draft is None:
        return editor.edit(request, game_id)
    try:
        refusals, stop = editor.refusals_of(game, draft), None
    except RequestError as error:
        refusals, stop = (), error
    if refusals or stop:
        return _show(request, game, draft, 422, refusals=refusals, stop=stop)
    if about.THING in request.GET:
        return _about(request, game, draft)
    if WORLDS in request.GET:
        return _hint_more(request, game, draft)
    return ACTIONS.get(request.POST.get("do", ""), _look)(request, game, draft)


def _about(request: HttpRequest, game: GameContent, draft: PositionDraft) -> HttpResponse:
    seen, name = _seen(game, draft), about.thing_asked(request)
    told = about.told_of(seen.say, seen.view, ThingName.of(name))
    return about.answer(request, seen.say.content, about.ThingNow(name, told) if told else None)


def _look(request: HttpRequest, game: GameContent, draft: PositionDraft) -> HttpResponse:
    return _show(request, game, draft, **_board(game, draft), **_link(request, game, draft))


def _note(request: HttpRequest, game: GameContent, draft: PositionDraft) -> HttpResponse:
    """The same board with another comment, whose address is the link to pass on."""
    letters = sharing.pack(draft.position, sharing.clean_note(request.POST.get("note", "")))
    return HttpResponseRedirect(editor.shared_url(game, letters, shares=True))


def _hint(request: HttpRequest, game: GameContent, draft: PositionDraft) -> HttpResponse:
    board = _board(game, draft)
    try:
        found = editor.hint_of(request, game, draft)
    except RequestError as stop:
        return _show(request, game, draft, stop.status, stop=stop, **board)
    hint = editor.context_of(game, draft, found)
    return _show(request, game, draft, **board, **_link(request, game, draft), **hint)


def _hint_more(request: HttpRequest, game: GameContent, draft: PositionDraft) -> HttpResponse:
    """The hint alone, for a page that asks on; where there is none, its page has said so before."""
    asked = HintAsked(number(request.GET, WORLDS), asks_on=True)
    if not request.htmx:
        return HttpResponseRedirect(editor.shared_url(game, draft.letters))
    try:
        found = editor.hint_of(request, game, draft, asked)
    except RequestError:
        return stopped()
    content = table_of(game.id).content(draft.position)
    return part(request, asked, found.hint, {"game": content, **editor.context_of(game, draft, found)})


def _play(request: HttpRequest, game: GameContent, draft: PositionDraft) -> HttpResponse:
    """A match from here: whoever looks takes the seat whose turn it is, bots the others."""
    CREATING.spend(request)
    make = partial(editor.begin_from, game, draft.position, draft.names)
    made = begin_once(request, Match, "host", make)
    return COOKIE.let_in(request, made.host_token, made.get_absolute_url(), tried=True)


ACTIONS = {"note": _note, "hint": _hint, "play": _play}


class Seen(NamedTuple):
    """A position as the seat to act sees it, or where the position doesn't say what that is, a bystander."""

    say: Words
    view: Any
    seat: int | None
    looks: int | None


def _seen(game: GameContent, draft: PositionDraft) -> Seen:
    engine, table = engine_of(game.id), table_of(game.id)
    worlds = [
        engine.decode(table.deal_unknown(draft.position, play.named_seed(draft.letters, n))) for n in (0, 1)
    ]
    seat = min(engine.to_act(worlds[0]), default=None)
    seen = [engine.view_json(engine.view(world, seat)) for world in worlds]
    looks = seat if seen[0] == seen[1] else None
    say = Words(table.content(draft.position), tuple(isolated_all(draft.names)), page_language())
    return Seen(say, engine.view(worlds[0], looks), seat, looks)


def _board(game: GameContent, draft: PositionDraft) -> dict[str, Any]:
    """What the scene of an example draws."""
    say, view, seat, looks = _seen(game, draft)
    name = "" if seat is None else isolated(draft.names[seat])
    totals = say.table.totals(view)
    return {
        "stage": ExampleStage(name="" if looks is None else name),
        "drawn": say.table.draw(say.content, view, say.names, {}, (), say.lang, totals),
        "acting": gettext("Ходит %(name)s") % {"name": name} if name else "",
    }


def _link(request: HttpRequest, game: GameContent, draft: PositionDraft) -> dict[str, Any]:
    url = absolute_url(request, editor.shared_url(game, draft.letters))
    return {
        "share_url": url,
        "share_qr": qr_svg(url) if len(url) <= QR_LIMIT and not is_own(url) else "",
        "sharing": "share" in request.GET,
    }


def _show(
    request: HttpRequest, game: GameContent, draft: PositionDraft, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "game": table_of(game.id).content(draft.position),
        "door": "play",
        "names": draft.names,
        "letters": draft.letters,
        "note": draft.note,
        "note_limit": sharing.NOTE_LIMIT,
        "scene": part_of(game, "_scene.html"),
        "styles": table_of(game.id).STYLES,
        **more,
    }
    return render(request, "simulator/shared.html", context, status=status)
