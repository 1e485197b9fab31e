"""The log: lines with the number of their request, and without what opens anything."""

import json
import logging
import re
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from django.http import HttpRequest, HttpResponse

number: ContextVar[str] = ContextVar("number", default="-")  # of the request that is being answered
OPENING = ("l", "leader", "c")  # in an address a link or a code follows, which opens something
CAPABILITIES = re.compile(rf"(/(?:{'|'.join(OPENING)})/)[^/\s?\"']+")
# What ends a line, moves on a terminal or turns the order of letters; half a pair can't even be written.
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")
# With it Django writes no ERROR line: «come again in 3 s» is an answer, and nothing is broken.
ANSWERED = "_has_been_logged"
log = logging.getLogger("grimoire.request")


class Formatter(logging.Formatter):
    """Adds `number` to what a line may say, and cuts links to what they are for.

    Nobody who chooses an address or a name writes a line of his own: a line has no controls, and those of a
    traceback, which may quote anything, are indented.
    """

    def format(self, record: logging.LogRecord) -> str:
        record.number = number.get()
        return CAPABILITIES.sub(r"\1…", super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:
        return _shown(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:
        return "\n".join(f"  {_shown(line)}" for line in super().formatException(ei).split("\n"))


def _shown(text: str) -> str:
    """Controls as an escape of Python."""
    return CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class JsonFormatter(Formatter):
    """The same for programs: an object a line, what was raised within its `message`."""

    def format(self, record: logging.LogRecord) -> str:
        message = super().format(record)
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        about = {"time": at, "level": record.levelname, "logger": record.name, "request": number.get()}
        return json.dumps({**about, "message": message}, ensure_ascii=False)


def numbered(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware: each request has a number, which its lines and its answer carry."""

    def middleware(request: HttpRequest) -> HttpResponse:
        own, begun = token_hex(4), time.monotonic()
        before = number.set(own)
        try:
            response = get_response(request)
            taken = (time.monotonic() - begun) * 1000
            visitor = request.META.get("REMOTE_ADDR", "-")
            log.info(
                "%s %s %s %s %.0f ms", visitor, request.method, request.path, response.status_code, taken
            )
        finally:
            number.reset(before)
        response.headers["X-Request-ID"] = own
        if response.status_code == 503 and response.has_header("Retry-After"):
            setattr(response, ANSWERED, True)
        return response

    return middleware
