"""News that many readers get is drawn once, and kept for those who ask a moment later, whichever process of
the site answers them.

It is drawn for nobody: for a request that has the address and a few named headers of the reader's, without
cookies. What is a reader's own, such as the token of forms, is put in afterwards.
"""

import hashlib
import mmap
import secrets
import struct
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

MOST_KEPT = 8 * 1024 * 1024  # bytes: the news of some hundred sheets
PLACES = 1 << 12
NOTED = struct.Struct("QQ32s")  # where something begins, how long it is, its sum
HEADERS = ("HTTP_HX_REQUEST", "HTTP_TABLE_HAS")  # what a fragment may depend on
ANSWERED_BEFORE = "v"  # of an address: what the page shows; the news are the same for every answer to it
STAND_IN = secrets.token_hex(16)  # nobody can write it into a name

Own = Mapping[str, Callable[[], str]]
NOTHING: Own = MappingProxyType({})


class Kept:
    """What was drawn, for all processes that part from the one which makes this; the oldest makes room. Who
    asks for what a thread beside is drawing waits for it.

    Processes don't wait for each other: where two write over one another the sum is wrong, and what was kept
    there is as good as gone.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most, self.ring = most, mmap.mmap(-1, most)
        self.index, self.end = mmap.mmap(-1, PLACES * NOTED.size), memoryview(mmap.mmap(-1, 8)).cast("Q")
        self.lock, self.under_way = Lock(), dict[bytes, Future[bytes]]()

    def of(self, key: bytes, draw: Callable[[], bytes]) -> bytes:
        with self.lock:
            there = self._found(key)
            if there is not None:
                return there
            found = self.under_way.get(key)
            mine: Future[bytes] = found or self.under_way.setdefault(key, Future())
        if found is None:
            try:
                mine.set_result(draw())
                self._keep(key, mine.result())
            except BaseException as error:
                mine.set_exception(error)
                raise
            finally:
                with self.lock:
                    del self.under_way[key]
        return mine.result()

    def _found(self, key: bytes) -> bytes | None:
        begins, length, sum_of_all = NOTED.unpack_from(self.index, _place(key))
        body = self.ring[begins : begins + length]
        return body if _sum(key, body) == sum_of_all else None

    def _keep(self, key: bytes, body: bytes) -> None:
        begins = self.end[0] if self.end[0] + len(body) <= self.most else 0
        if len(body) > self.most:
            return
        self.end[0] = begins + len(body)
        self.ring[begins : begins + len(body)] = body
        NOTED.pack_into(self.index, _place(key), begins, len(body), _sum(key, body))


def _place(key: bytes) -> int:
    return int.from_bytes(key[:4], "big") % PLACES * NOTED.size


def _sum(key: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(body, key=key, digest_size=32).digest()


kept = Kept()


def drawn_once(
    request: HttpRequest,
    template: str,
    key: object,
    context: Callable[[HttpRequest], Mapping[str, Any]],
    status: int,
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
