"""Who sits where: the code to write down, seats at phones of their own, links to move to another device."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.alchemists.simulator.laboratory import actions
from games.alchemists.simulator.laboratory.access import COOKIE, GATE, LabAccess, open_lab
from games.alchemists.simulator.laboratory.board import board_of
from games.alchemists.simulator.laboratory.models import ABSENT, Laboratory
from games.alchemists.simulator.laboratory.views import page_context, stop_for
from web.addresses import invitation
from web.errors import RequestError, endpoint, redirect_to, wants_json
from web.fields import number
from web.language import opened_in_english
from web.links import Link
from web.polling import poll
from web.refusal import Refusal


class SharedLink(NamedTuple):
    """A link that this phone may pass on, with its QR code."""

    title: str
    about: str
    url: str
    qr: str


@never_cache
@opened_in_english
@endpoint("GET", "HEAD", "POST")
def link(request: HttpRequest, token: str) -> HttpResponse:
    """A seat's or the host's link to another device: into the cookie, and on to an address without it."""
    return GATE.follow(request, token, "simulator:lab_link")


@never_cache
@endpoint("GET", "HEAD")
def seats(request: HttpRequest, public_id: str) -> HttpResponse:
    """The code, who sits at which phone, and this phone's own links. `?v=` polls who sits where."""
    access = open_lab(request, public_id)
    if "v" not in request.GET:
        return seats_page(request, access)

    def news(status: int) -> HttpResponse:
        context = page_context(board_of(access))
        return render(request, "simulator/alchemists/laboratory/seats.html#list", context, status=status)

    return poll(request, access.lab.version, news, of=[access.lab])


def seats_page(
    request: HttpRequest, access: LabAccess, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """The page of seats, with a refusal in its place."""
    if refusal and wants_json(request):
        raise stop_for(access, refusal, status)
    context: dict[str, Any] = page_context(board_of(access)) | {
        "invitation": invitation(request, reverse("simulator:lab_by_code", args=[access.lab.code])),
        "ways": ways_of(request, access),
        "refusal": refusal,
    }
    return render(request, "simulator/alchemists/laboratory/seats.html", context, status=status)


def ways_of(request: HttpRequest, access: LabAccess) -> list[SharedLink]:
    """How what this phone holds moves to another device; each shown to its holder alone."""
    found = []
    if access.is_host:
        about = gettext("Хозяин открывает ответы и возвращает места. Держите эту ссылку при себе.")
        found.append(_way(request, access.lab.link("host"), gettext("Хозяин лаборатории"), about))
    about = gettext("С этой ссылкой видно всё, что вы узнали. Не показывайте её соперникам.")
    found += [
        _way(request, Laboratory.link_with("seat", seat.token), seat.name, about)
        for seat in access.own_seats
        if seat.away
    ]
    return found


def _way(request: HttpRequest, link: Link, title: str, about: str) -> SharedLink:
    return SharedLink(title, about, *invitation(request, link.path))


@never_cache
@endpoint("POST")
def take(request: HttpRequest, public_id: str) -> HttpResponse:
    """Somebody sits down with a phone of their own: the host's phone gives the seat up."""
    access = open_lab(request, public_id)
    place = _place(request, access)
    if access.is_leader:
        return seats_page(request, access, Refusal("lab_leader_plays", "lab.leader"), 403)
    seat = actions.take_seat(access.lab, place, COOKIE.visitor(request).key)
    if seat is None:
        refusal = Refusal("lab_seat_taken", "lab.several", {"seat": place})
        return seats_page(request, open_lab(request, public_id), refusal, 409)
    return COOKIE.let_in(request, seat.token, access.lab.get_absolute_url())


@never_cache
@endpoint("POST")
def free(request: HttpRequest, public_id: str) -> HttpResponse:
    """A seat goes back to the host's phone: the host does that, or whoever holds it."""
    access = open_lab(request, public_id)
    place = _place(request, access)
    if not (access.is_host or place in access.own):
        return seats_page(request, access, Refusal("lab_foreign_seat", "lab.several"), 403)
    actions.free_seat(access.lab, place, COOKIE.visitor(request).key)  # if it is there already, all is well
    return redirect_to(request, reverse("simulator:lab_seats", args=[public_id]))


@never_cache
@endpoint("POST")
def host(request: HttpRequest, public_id: str) -> HttpResponse:
    """Somebody with a seat takes over from a host whose phone hasn't been heard of for a while."""
    access = open_lab(request, public_id)
    if access.is_host or not access.own:
        return seats_page(request, access, Refusal("lab_foreign_seat", "lab.several"), 403)
    claimed = actions.claim_host(access.lab, access.own[0], COOKIE.visitor(request).key)
    if claimed is None:
        minutes = int(ABSENT.total_seconds() // 60)
        return seats_page(request, access, Refusal("lab_host_here", "lab.several", {"minutes": minutes}), 409)
    return COOKIE.let_in(request, claimed.host_token, reverse("simulator:lab_seats", args=[public_id]))


def _place(request: HttpRequest, access: LabAccess) -> int:
    """The seat that a form names. Raises RequestError."""
    place = number(request.POST, "seat")
    if place >= len(access.seats):
        raise RequestError(404, gettext("Такого места за столом нет."), game=access.lab.content)
    return place
