"""News that many readers get is drawn once, and kept in this process for those who ask a moment later.

It is drawn for nobody: for a request that has the address and a few named headers of the reader's, without
cookies. What is a reader's own, such as the token of forms, is put in afterwards.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from threading import Lock
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django_htmx.middleware import HtmxDetails

from web.language import page_language

MOST_KEPT = 8 * 1024 * 1024  # bytes of a process: the news of some hundred sheets
HEADERS = ("HTTP_HX_REQUEST", "HTTP_TABLE_HAS")  # what a fragment may depend on
ANSWERED_BEFORE = "v"  # of an address: what the page shows; the news are the same for every answer to it
STAND_IN = secrets.token_hex(16)  # nobody can write it into a name

Own = Mapping[str, Callable[[], str]]
NOTHING: Own = MappingProxyType({})


class Kept:
    """What was drawn, the last asked for last; who asks for what is being drawn waits for it."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most, self.size, self.lock = most, 0, Lock()
        self.drawn: dict[bytes, Future[bytes]] = {}

    def of(self, key: bytes, draw: Callable[[], bytes]) -> bytes:
        with self.lock:
            found = self.drawn.pop(key, None)
            mine: Future[bytes] = found or Future()
            self.drawn[key] = mine
        if found is None:
            try:
                mine.set_result(draw())
            except BaseException as error:
                mine.set_exception(error)
                with self.lock:
                    self.drawn.pop(key, None)
                raise
            self._make_room(len(mine.result()))
        return mine.result()

    def _make_room(self, size: int) -> None:
        """For a drawing of this size; what is under way counts once it is there."""
        with self.lock:
            self.size += size
            for key in [key for key, each in self.drawn.items() if each.done()]:
                if self.size <= self.most:
                    break
                self.size -= len(self.drawn.pop(key).result())


kept = Kept()


def drawn_once(
    request: HttpRequest,
    template: str,
    key: object,
    context: Callable[[HttpRequest], Mapping[str, Any]],
    status: int = 200,
    own: Own = NOTHING,
) -> HttpResponse:
    """A fragment that is the same for all who ask with an equal `key`, address and language.

    All that it depends on stands in `key`, which `ascii` tells apart. `context` gets the request of nobody;
    `own` makes what its names stand for in the template, for each reader anew.
    """
    own = {"csrf_token": partial(get_token, request), **own}
    nobody = request_of_nobody(request)
    asked = (template, page_language(), nobody.path, sorted(nobody.GET.lists()), nobody.META, key)
    digest = hashlib.sha256(ascii(asked).encode()).digest()

    def draw() -> bytes:
        stand_ins = {name: _stand_in(name) for name in own}
        return render_to_string(template, {**context(nobody), **stand_ins}, nobody).encode()

    body = kept.of(digest, draw)
    for name, make in own.items():
        stand_in = _stand_in(name).encode()
        if stand_in in body:
            body = body.replace(stand_in, make().encode())
    return HttpResponse(body, status=status)


def request_of_nobody(request: HttpRequest) -> HttpRequest:
    """A request for the same address that tells nothing of who has sent it."""
    nobody = HttpRequest()
    nobody.method, nobody.path, nobody.path_info = "GET", request.path, request.path_info
    nobody.META = {name: request.META[name] for name in HEADERS if name in request.META}
    nobody.GET = QueryDict(mutable=True)
    for name, values in request.GET.lists():
        if name != ANSWERED_BEFORE:
            nobody.GET.setlist(name, values)
    nobody.htmx = HtmxDetails(nobody)
    return nobody


def _stand_in(name: str) -> str:
    return f"{STAND_IN}{name}"
