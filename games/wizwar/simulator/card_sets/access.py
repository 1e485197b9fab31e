"""Which sets a browser has seen last: a cookie that holds their names, which open nothing that is secret."""

from django.http import HttpRequest, HttpResponse

from games.wizwar.simulator.card_sets.models import KeptSet
from web.revalidation import YEAR

COOKIE, KEPT = "wizwar_cards", 6


def seen(request: HttpRequest) -> list[KeptSet]:
    """The sets of the cookie that are kept here, the last one first."""
    keys = request.COOKIES.get(COOKIE, "").split(".")[:KEPT]
    found = {row.key: row for row in KeptSet.objects.filter(key__in=keys)}
    return [found[key] for key in dict.fromkeys(keys) if key in found]


def remember(request: HttpRequest, response: HttpResponse, key: str) -> HttpResponse:
    keys = [key, *(each for each in request.COOKIES.get(COOKIE, "").split(".") if each and each != key)]
    response.set_cookie(
        COOKIE,
        ".".join(keys[:KEPT]),
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response
