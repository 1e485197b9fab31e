"""How a reader wants chances after a look at a sale: weighed, or only struck out. A cookie keeps it."""

from django.http import HttpRequest, HttpResponse

from web.links import only_by_https
from web.revalidation import YEAR

CHANCES = "notebook_chances"  # of the cookie; in an address it is `chances`
WEIGHED, STRUCK = "weighed", "struck"


def are_weighed(request: HttpRequest) -> bool:
    """As the address says, else as this reader said last; weighed unless somebody has said."""
    return request.GET.get("chances", request.COOKIES.get(CHANCES)) != STRUCK


def remember(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Keeps what the address of a page says for all notebooks of this reader."""
    if "chances" in request.GET:
        response.set_cookie(
            CHANCES,
            WEIGHED if are_weighed(request) else STRUCK,
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=only_by_https(request),
        )
    return response
