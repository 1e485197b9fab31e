"""The database or the disk takes nothing now, or what makes PDFs isn't installed: a sentence, and when to
come again, not our mistake.
"""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from config.health import free_disk
from config.trouble import NOTICES, Trouble, trouble_of
from rulebook.api import answers as api
from web.errors import FORMS, RequestError, answer

ONE_LINE = 60.0  # seconds of one trouble: the log may lie on the disk that is full

told: dict[Trouble, float] = {}  # when the log had its line last
log = logging.getLogger("grimoire.database")


class Unavailable:
    """A middleware that answers for the database, the disk and what isn't installed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The refusal; None leaves the exception to others."""
        trouble = trouble_of(exception)
        if trouble is None:
            return None
        if trouble is Trouble.GONE and not free_disk():
            trouble = Trouble.FULL  # where SQLite finds no room for its index of the log, it says «I/O»
        if time.monotonic() - told.get(trouble, -ONE_LINE) >= ONE_LINE:
            told[trouble] = time.monotonic()
            log.warning("%s: %s %s: %s", trouble.value, request.method, request.path, exception)
        what, advice, again = NOTICES[trouble]
        stop = RequestError(503, f"{what} {advice}", retry_after=again)
        if api.is_asked(request):
            response = api.refusal(stop)
            response.headers["Retry-After"] = str(again)
            return response
        stop.details["form"] = sent(request)
        response = answer(request, stop)
        add_never_cache_headers(response)
        return response


def sent(request: HttpRequest) -> list[tuple[str, str]] | None:
    """What a form brought, to be sent again as it was; None for what no page can send again."""
    if request.method != "POST" or request.content_type not in FORMS or request.FILES:
        return None
    fields = ((name, value) for name, values in request.POST.lists() for value in values)
    return [field for field in fields if field[0] != "csrfmiddlewaretoken"]
