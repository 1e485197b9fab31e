"""Pictures as answers: made by the press, while the one who asked waits a moment."""

import time
from threading import BoundedSemaphore

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from rulebook.printing import pictures, press

LONGEST_WAIT = 5.0  # seconds
LOOK = 0.02  # seconds between two looks whether it is there
# Threads of a worker that wait at once: the others answer people meanwhile.
_waiting = BoundedSemaphore(3)


def picture_response(request: HttpRequest, svg: str, name: str, *, private: bool = False) -> HttpResponse:
    """The picture of a drawing; 304 if the browser has these very bytes, 503 if it can't be had now."""
    digest = pictures.digest(svg)
    response = get_conditional_response(request, f'"{digest}"')
    if response is None:
        made = _made(svg, digest)
        if made is None:
            response = HttpResponse(status=503)
            response["Retry-After"] = "3"
            response["Cache-Control"] = "no-store"
            return response
        response = HttpResponse(made, content_type="image/png")
        response["Content-Disposition"] = f'inline; filename="{name}"'
    response["ETag"] = f'"{digest}"'
    response["Cache-Control"] = "private, no-cache" if private else "public, max-age=3600"
    return response


def _made(svg: str, digest: str) -> bytes | None:
    if settings.PRINT_AT_ONCE:
        return pictures.png(svg)
    found = pictures.finished(digest)
    if found is not None or not _waiting.acquire(blocking=False):
        return found
    try:
        return _awaited(svg, digest)
    finally:
        _waiting.release()


def _awaited(svg: str, digest: str) -> bytes | None:
    until = time.monotonic() + LONGEST_WAIT
    while press.ask_picture(svg) is press.State.ASKED and time.monotonic() < until:
        time.sleep(LOOK)
        found = pictures.finished(digest)
        if found is not None:
            return found
    return None
