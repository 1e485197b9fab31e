"""The page before the deal: who is waited for, what the server is bound to, the links of the seats."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRefresh

from simulator.matches import deal
from simulator.matches.access import MatchAccess
from simulator.models import PHONE, Seat
from web.addresses import invitation
from web.polling import poll


def gathering(request: HttpRequest, access: MatchAccess) -> HttpResponse:
    """The page, and the answer to its poll: once all is there it turns into the table."""
    if access.match.is_dealt:
        return (
            HttpResponseClientRefresh()
            if request.htmx
            else HttpResponseRedirect(access.match.get_absolute_url())
        )
    context = _context(request, access)
    if "v" not in request.GET:
        return render(request, "simulator/gathering.html", context)

    def news(status: int) -> HttpResponse:
        return render(request, "simulator/gathering.html#gathering", context, status=status)

    return poll(request, access.match.version, news, of=[access.match])


def _context(request: HttpRequest, access: MatchAccess) -> dict[str, Any]:
    match = access.match
    awaited = deal.missing(access.seats)
    return {
        "game": match.content,
        "door": "play",
        "match": match,
        "access": access,
        "table": match.table,
        "own": [seat for seat in awaited if seat.place in access.own],
        "others": [seat for seat in awaited if seat.place not in access.own],
        "links": free_links(request, access),
        "watching": invitation(request, match.link("viewer").path),
    }


def free_links(request: HttpRequest, access: MatchAccess) -> list[tuple[Seat, Any]]:
    """The links of the seats where nobody sits yet; the host's page alone shows them."""
    free = [seat for seat in access.seats if seat.kind == PHONE and seat.sat_at is None]
    return [(seat, invitation(request, seat.link_path)) for seat in free if access.is_host]
