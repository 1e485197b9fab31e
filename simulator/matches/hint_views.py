"""The hint beside a table: asked for by a tap, then asked on about by the page itself, part by part."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from simulator.engine.game import Hint
from simulator.matches import play
from simulator.matches.access import open_match
from simulator.matches.board import MatchPresenter
from simulator.matches.hint_parts import WORLDS, HintAsked, counted, more_at, part, stopped
from simulator.matches.hints import hint_context
from simulator.matches.views import board_of, stale, table_now
from web.errors import endpoint
from web.fields import number
from web.limits import HINTS


@never_cache
@endpoint("POST")
def hint(request: HttpRequest, public_id: str) -> HttpResponse:
    """What each legal move is likely to cost; for the person whose turn it is. Whoever asks by htmx has the
    table at once, with as much as is known.
    """
    access = open_match(request, public_id)
    board = board_of(access)
    if number(request.POST, "ply") != board.replay.ply:
        return stale(request, access)
    seat = board.viewer.seat
    if seat is None or not board.mine:
        message = gettext("Подсказка приходит в свой ход: сейчас выбирает другой.")
        return table_now(request, access, 422, message=message)
    found = _counted(request, board, seat, HintAsked(asks_on=bool(request.htmx)))
    return table_now(request, access, **_context(board, seat, found))


@never_cache
@endpoint("GET", "HEAD")
def hint_more(request: HttpRequest, public_id: str) -> HttpResponse:
    """The hint alone, once there is more of it than a page shows. It asks no more about another ply."""
    access = open_match(request, public_id)
    asked = HintAsked(number(request.GET, WORLDS), asks_on=True)
    if not request.htmx:
        return HttpResponseRedirect(access.match.get_absolute_url())
    board = board_of(access)
    seat = board.viewer.seat
    if seat is None or not board.mine or number(request.GET, "ply") != board.replay.ply:
        return stopped()
    found = _counted(request, board, seat, asked)
    more = {"game": board.content, "board": board} | _context(board, seat, found)
    return part(request, asked, found, more)


def _counted(request: HttpRequest, board: MatchPresenter, seat: int, asked: HintAsked) -> Hint:
    name = board.access.match.public_id
    HINTS.spend_once(request, f"{name} {board.replay.ply} {seat}")
    return counted(board.replay, seat, play.named_seed(name, board.replay.ply), asked)


def _context(board: MatchPresenter, seat: int, found: Hint) -> dict[str, Any]:
    url = reverse("simulator:hint_more", args=[board.access.match.public_id])
    return {
        **hint_context(board.say, board.state, seat, found),
        "hint_more": more_at(found, f"{url}?ply={board.replay.ply}"),
    }
