"""Seats: sitting down by a link, the links of a match, what its host may do with them."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from simulator.matches import forms, giving, seating
from simulator.matches.access import COOKIE, GATE, MatchAccess, game_of, open_match
from simulator.matches.gathering import free_links
from simulator.matches.views import board_of
from simulator.models import PHONE, Seat
from web.addresses import invitation
from web.errors import RequestError, endpoint, redirect_to
from web.fields import number
from web.language import opened_in_english, page_language
from web.limits import CREATING


@never_cache
@opened_in_english
@endpoint("GET", "HEAD", "POST")
def link(request: HttpRequest, token: str) -> HttpResponse:
    """A link of a match. A seat's asks first, so that no preview of a messenger uses it up; others go into
    the cookie, and on to an address without them.
    """
    seat = seating.seat_of(token)
    if seat is None:
        return _follow(request, token)
    game_of(seat.match.game)
    visitor = COOKIE.visitor(request)
    if seat.kind == PHONE and seat.is_opened_by(visitor.tokens):
        return redirect_to(request, seat.match.get_absolute_url())
    if request.method == "POST" or seating.is_sitter(seat, visitor):
        return _sit(request, seat)
    return _ask(request, seat)


def _follow(request: HttpRequest, token: str) -> HttpResponse:
    if Seat.objects.filter(token=token).exclude(key="").exists():
        raise RequestError(404, str(GATE.dead_link))
    return GATE.follow(request, token, "simulator:link")


def _sit(request: HttpRequest, seat: Seat) -> HttpResponse:
    agent = request.headers.get("User-Agent", "")
    try:
        sat = seating.sit(seat, COOKIE.visitor(request), agent, request.POST.get("share", ""))
    except seating.SeatTaken:
        fresh = seating.seat_of(seat.token)
        if fresh is None:
            raise RequestError(404, str(GATE.dead_link)) from None
        return _ask(request, fresh)
    return COOKIE.let_in(request, str(sat.key), seat.match.get_absolute_url())


def _ask(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The page whose button uses the link up; it leaves a cookie, by which a retry is known."""
    match = seat.match
    free = seat.kind == PHONE and seat.sat_at is None
    names = [each.name for each in match.seats.all()]
    context = {
        "game": match.content,
        "door": "play",
        "match": match,
        "table": match.table,
        "seat": seat,
        "of_whom": seating.genitive(seat.name) if page_language() == "ru" else "",
        "free": free,
        "changes": seating.told(match, names, place=seat.place)[:1],
    }
    response = render(request, "simulator/seat.html", context, status=200 if free else 410)
    COOKIE.write(request, response, COOKIE.visitor(request))
    return response


@never_cache
@endpoint("GET", "HEAD")
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """Links with QR: for each seat where nobody sits yet and for the host (to the host), and for watching."""
    access = open_match(request, public_id)
    if not access.match.is_dealt:
        return HttpResponseRedirect(access.match.get_absolute_url())
    board = board_of(access)
    context = {
        "game": board.content,
        "door": "play",
        "board": board,
        "links": free_links(request, access),
        "host": invitation(request, access.match.link("host").path) if access.is_host else None,
        "watching": invitation(request, access.match.link("viewer").path),
        "bots": forms.bots(access.match.game),
        "may_give": giving.may_give(access),
        "changes": seating.told(access.match, access.names),
    }
    return render(request, "simulator/share.html", context)


@never_cache
@endpoint("POST")
def renew(request: HttpRequest, public_id: str) -> HttpResponse:
    """A new link for a seat whose old one went astray."""
    access = open_match(request, public_id)
    _need_host(access)
    place = _place(request, access)
    if access.seats[place].kind != PHONE:
        raise RequestError(404, gettext("Такого места за столом нет."), game=access.match.content)
    CREATING.spend(request)
    seating.renew(access, place)
    return HttpResponseRedirect(reverse("simulator:share", args=[public_id]))


@never_cache
@endpoint("POST")
def replace_with_bot(request: HttpRequest, public_id: str) -> HttpResponse:
    """A bot takes the seat of somebody who left."""
    access = open_match(request, public_id)
    _need_host(access)
    place = _place(request, access)
    kinds = [kind.value for kind in forms.bots(access.match.game)]
    kind = request.POST.get("kind", access.match.table.DEFAULT_BOT)
    if kind not in kinds:
        raise RequestError(404, gettext("Такого места за столом нет."), game=access.match.content)
    seating.replace_with_bot(access, place, kind)
    return HttpResponseRedirect(reverse("simulator:share", args=[public_id]))


def _place(request: HttpRequest, access: MatchAccess) -> int:
    place = number(request.POST, "seat")
    if place >= len(access.seats):
        raise RequestError(404, gettext("Такого места за столом нет."), game=access.match.content)
    return place


def _need_host(access: MatchAccess) -> None:
    if not access.is_host:
        raise RequestError(
            403, gettext("Это делает только тот, кто начал партию."), game=access.match.content
        )
