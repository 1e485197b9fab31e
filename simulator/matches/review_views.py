"""Pages of a review: where it was decided, and the boards on which something better is to be found."""

from contextlib import suppress

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django_htmx.http import replace_url

from simulator.jobs.helper import Busy
from simulator.jobs.jobs import JobFailed
from simulator.matches import forms
from simulator.matches.access import MatchAccess, open_match
from simulator.matches.review import Review, review_of
from simulator.matches.review_board import ReviewPresenter
from simulator.matches.review_try import NEXT, TRIED, TRIES, try_board
from simulator.matches.views import board_of, replay_of
from simulator.models import MOVE_LIMIT
from web.errors import RequestError, endpoint
from web.fields import number
from web.language import page_language
from web.ways_back import WayBack


@never_cache
@endpoint("GET", "HEAD")
def review(request: HttpRequest, public_id: str) -> HttpResponse:
    """The review of `?seat=`, by default the reader's own; each request works out a slice more of it."""
    access, found = _finished(request, public_id)
    seat = _seat(request, access)
    with suppress(Busy):  # others think just now: the page shows what is known, and asks again
        found.go_on(seat)
    board = ReviewPresenter(board_of(access), found, seat)
    context = {"game": board.board.content, "door": "play", "board": board.board, "review": board}
    template = "simulator/review.html#review" if request.htmx else "simulator/review.html"
    return render(request, template, context)


@never_cache
@endpoint("GET", "HEAD")
def find_better(request: HttpRequest, public_id: str, ply: int) -> HttpResponse:
    """The board before the move at a ply; `?move=` is one more try."""
    access, found = _finished(request, public_id)
    if ply >= found.replay.ply:
        raise RequestError(404, gettext("До такого хода партия не дошла."), way=_way(access))
    try:
        mistake = found.mistake_at(ply)
    except Busy:
        raise forms.too_busy() from None
    except JobFailed:
        raise _broken(access) from None
    if mistake is None:
        raise RequestError(404, gettext("Этот ход — не ошибка, искать тут нечего."), way=_way(access))
    tried = _moves(request.GET.get(TRIED, ""))
    move = _moves(request.GET.get("move", ""))[:1]
    board = try_board(access, found, mistake, (*tried, *move), page_language())
    if move and not request.htmx:
        return HttpResponseRedirect(board.address)
    context = {"game": board.content, "door": "play", "board": board, "back": _way(access)}
    template = "simulator/review_try.html#table" if request.htmx else "simulator/review_try.html"
    response = render(request, template, context)
    return replace_url(response, board.address) if request.htmx else response


def _finished(request: HttpRequest, public_id: str) -> tuple[MatchAccess, Review]:
    """The review of a match that is over. Raises RequestError."""
    access = open_match(request, public_id)
    replay = replay_of(access)
    if not replay.over:
        message = gettext("Разбор будет, когда партия закончится: он показывает и чужие карты.")
        raise RequestError(409, message, game=access.match.content, way=_way_to_match(access))
    return access, review_of(public_id, replay)


def _seat(request: HttpRequest, access: MatchAccess) -> int:
    if "seat" not in request.GET:
        return access.own[0] if access.own else 0
    seat = number(request.GET, "seat")
    if not 0 <= seat < len(access.seats):
        raise RequestError(404, gettext("Такого места за столом нет."), game=access.match.content)
    return seat


def _moves(text: str) -> tuple[str, ...]:
    """What an address says was tried: many or long ones can't be of a page."""
    parts = text.split(NEXT)[:TRIES] if text else []
    return tuple(part.strip()[:MOVE_LIMIT] for part in parts)


def _broken(access: MatchAccess) -> RequestError:
    message = gettext("Разобрать не вышло: ошибка в самой игре. Партия цела.")
    return RequestError(500, message, way=_way(access))


def _way(access: MatchAccess) -> WayBack:
    return WayBack(f"{access.match.get_absolute_url()}/review", gettext("К разбору"))


def _way_to_match(access: MatchAccess) -> WayBack:
    return WayBack(access.match.get_absolute_url(), gettext("К партии"))
