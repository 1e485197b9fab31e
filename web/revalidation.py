"""Public pages opened again: a browser that still has one is told so, and it isn't sent once more."""

import hashlib
import re

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers

YEAR = 365 * 24 * 3600  # seconds for which a browser keeps what doesn't change, and what it is known by
# As it stands in a page it is new each time, while the secret behind it stays.
CSRF_TOKEN = re.compile(rb'(?<=")[A-Za-z0-9]{64}(?=")')


def revalidated(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The page with a tag of what stands in it, or 304 for who has it already.

    Whoever has lost the cookie of forms needs the page anew, with a token that fits the next one. What asks
    for parts of pages gets them as they are: htmx would take one from the cache for another.
    """
    if response.status_code != 200 or request.htmx:
        return response
    shown = CSRF_TOKEN.sub(b"", response.content) + request.META.get("CSRF_COOKIE", "").encode()
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie", "HX-Request"))
    return unless_known(request, response, shown)


def unless_known(request: HttpRequest, response: HttpResponse, shown: bytes) -> HttpResponse:
    """The response with a tag of what it shows, or 304 for who has it already."""
    response.headers["ETag"] = f'"{hashlib.sha256(shown).hexdigest()[:32]}"'
    return get_conditional_response(request, response.headers["ETag"], response=response) or response
