"""In the pocket alone: what it may answer, and what it says of the rest. A middleware."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from pocket.marks import is_ours
from web.errors import RequestError, answer

NOT_OURS = 421  # «misdirected»: the worker lets the network answer, or nobody
# Where a row's name stands in an address, by what every app calls it.
NAMES = ("public_id", "token", "code", "key")
# Paper and pictures are made by programs that no browser has; other phones can't come here.
NEEDS_NETWORK = re.compile(r"\.(pdf|png)$|/(pdf|share|invite|bgstats)$|/join$|^/(healthz|metrics)$")


class Alone:
    """Rows of the server are never answered, and what only a server can do is refused kindly."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # A page that the server gave has the server's token for forms; the worker knows whose page it was.
        request._dont_enforce_csrf_checks = request.META.get("pocket.from_here", False)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        """Nothing where the page itself is to answer."""
        if not all(is_ours(str(kwargs[name])) for name in NAMES if name in kwargs):
            return HttpResponse(status=NOT_OURS)
        if request.META.get("pocket.is_full"):
            message = gettext("На устройстве нет места: это не записано.")
            return answer(request, RequestError(503, message))
        if NEEDS_NETWORK.search(request.path):
            message = gettext("Этого без сети нет: бумагу, картинки и вход с других телефонов даёт сервер.")
            return answer(request, RequestError(503, message))
        return None
