"""Pages that stay open ask for news with the version that they show, `?v=`."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from web.fields import number

POLLING_STOPS = 286  # htmx swaps the answer in and asks no more
NOTHING_NEW = 204  # leaves what is being typed alone; htmx would swap in the cached body of a 304


def poll(
    request: HttpRequest,
    version: object,
    news: Callable[[int], HttpResponse],
    *,
    over: bool = False,
    repeats_the_end: bool = True,
    asked: Callable[[Mapping[str, Any], str], object] = number,
) -> HttpResponse:
    """Answers `?v=`: 204 where the page shows `version`, else `news`, made with 200 or once it is `over` 286.

    Who has seen the end hears it again, unless `repeats_the_end` is off: somebody who asks on from an open
    page is to stop. `asked` reads the version, by default a whole number; it raises RequestError.
    """
    if asked(request.GET, "v") == version and not (over and repeats_the_end):
        return HttpResponse(status=NOTHING_NEW)
    return news(POLLING_STOPS if over else 200)
