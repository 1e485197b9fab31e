"""Pages that stay open ask for news with the version that they show, `?v=`.

Most hear that there are none, and hear it without the database: a process remembers for some seconds to whom
it has said so, and of which rows; all processes share when each row was written last.
"""

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection, models, transaction
from django.http import HttpRequest, HttpResponse

from web.fields import number
from web.written import LastWrites

POLLING_STOPS = 286  # htmx swaps the answer in and asks no more
NOTHING_NEW = 204  # leaves what is being typed alone; htmx would swap in the cached body of a 304

ASKS = "v="  # in a query
AT_HAND = "grimoire.at_hand"  # in the environment of a request: no header has such a name

MOST_REMEMBERED = 20_000  # each takes about a kilobyte

WRITTEN = LastWrites()
Question = bytes  # a digest: addresses and cookies may be as long as strangers like
Names, Writes = tuple[str, ...], tuple[int, ...]
# Who heard that nothing is new: what of, until when, with which headers.
told: dict[Question, tuple[Names, Writes, float, dict[str, str]]] = {}


def poll(
    request: HttpRequest,
    version: object,
    news: Callable[[int], HttpResponse],
    *,
    over: bool = False,
    repeats_the_end: bool = True,
    asked: Callable[[Mapping[str, Any], str], object] = number,
    of: Sequence[models.Model] = (),
) -> HttpResponse:
    """Answers `?v=`: 204 where the page shows `version`, else `news`, made with 200 or once it is `over` 286.

    Who has seen the end hears it again, unless `repeats_the_end` is off: somebody who asks on from an open
    page is to stop. `asked` reads the version, by default a whole number; it raises RequestError. `of` are
    the rows that the version depends on: while nobody writes into them, the answer stays.
    """
    if asked(request.GET, "v") == version and not (over and repeats_the_end):
        response = HttpResponse(status=NOTHING_NEW)
        response.polled = [name_of(row) for row in of]
        return response
    return news(POLLING_STOPS if over else 200)


def unchanged(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware that answers again what a page has heard a moment ago, where nothing was written since."""

    def middleware(request: HttpRequest) -> HttpResponse:
        question = question_of(request)
        if question is None:
            return get_response(request)
        headers = request.META.get(AT_HAND) or _known(question)
        if headers is not None:
            return HttpResponse(status=NOTHING_NEW, headers=headers)
        begun = WRITTEN.latest()
        response = get_response(request)
        if getattr(response, "polled", None):
            _remember(question, response, begun)
        return response

    return middleware


def is_poll(request: HttpRequest) -> bool:
    """Whether a page asks for what is newer than the version that it shows."""
    return request.method == "GET" and ASKS in request.META.get("QUERY_STRING", "")


def at_hand(path: str, query: str, cookies: str) -> dict[str, dict[str, str]] | None:
    """What `unchanged` has to know to answer a GET without asking anybody, for a server that needs no thread
    then: the headers of the answer that holds still. A Redis has to be asked.
    """
    if settings.REDIS_URL or ASKS not in query:
        return None
    headers = _known(_digest(path, query, cookies))
    return None if headers is None else {AT_HAND: headers}


def question_of(request: HttpRequest) -> Question | None:
    """What a poll asks and who asks it; None for any other request."""
    if not is_poll(request):
        return None
    return _digest(request.path_info, request.META["QUERY_STRING"], request.META.get("HTTP_COOKIE", ""))


def _digest(*asked: str) -> Question:
    return hashlib.sha256(ascii(asked).encode()).digest()


def _known(question: Question) -> dict[str, str] | None:
    """The headers of the answer that holds still, if there is one; other threads may forget it meanwhile."""
    names, writes, until, headers = told.get(question, ((), (), 0.0, {}))
    return headers if time.monotonic() < until and WRITTEN.of(*names) == writes else None


def _remember(question: Question, response: Any, begun: int) -> None:
    """Unless one of the rows was written while they were being read. The answer given again has the same
    headers: whether it was is nobody's business, somebody may just have made a sealed choice.
    """
    names = tuple(response.polled)
    writes = WRITTEN.of(*names)
    if writes and max(writes) <= begun:
        if len(told) >= MOST_REMEMBERED:
            told.clear()
        until = time.monotonic() + settings.NEWS_REMEMBERED_FOR
        told[question] = names, writes, until, dict(response.items())


def name_of(row: models.Model) -> str:
    return f"{row._meta.label} {row.pk}"


def note_written(sender: type, instance: models.Model, **about: Any) -> None:
    """A receiver of signals: what was remembered of a row holds no more, now and once all can read it."""

    def note() -> None:
        WRITTEN.note(name_of(instance))

    note()
    transaction.on_commit(note)


@contextmanager
def decoration() -> Iterator[None]:
    """Writes that a page can do without: left out, at once, where the database is busy, and not waited for
    until the disk has them.
    """
    if connection.vendor != "sqlite":
        yield
        return
    hurry = {"busy_timeout": 0}
    if not connection.in_atomic_block:  # where it may not be changed
        hurry["synchronous"] = 1
    with connection.cursor() as cursor:
        usual = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in hurry}
        for name, number in hurry.items():
            cursor.execute(f"PRAGMA {name} = {number}")
    try:
        yield
    except OperationalError:
        pass
    finally:
        with connection.cursor() as cursor:
            for name, number in usual.items():
                cursor.execute(f"PRAGMA {name} = {number}")
