"""The database or the disk takes nothing now: a sentence, and when to come again, not our mistake."""

import enum
import errno
import logging
import sqlite3
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.health import free_disk
from rulebook.api import answers as api
from web.errors import FORMS, RequestError, answer
from web.writers import Busy

ONE_LINE = 60.0  # seconds of one trouble: the log may lie on the disk that is full

log = logging.getLogger("grimoire.database")


class Trouble(enum.Enum):
    """What is the matter: the sentence for people, and after how many seconds to try again."""

    BUSY = _("База занята другой программой. Подождите несколько секунд и попробуйте ещё раз."), 2
    FULL = _("На диске нет места: читать можно, записать нельзя. Скажите хозяину сайта."), 30
    CLOSED = _("Сайту не дают писать в его базу. Скажите хозяину сайта."), 60
    GONE = _("База не отвечает. Попробуйте через минуту, а если не поможет, скажите хозяину сайта."), 10

    def __init__(self, message: Promise, again: int) -> None:
        self.message, self.again = message, again


OF_SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.CLOSED,
    sqlite3.SQLITE_IOERR: Trouble.GONE,
    sqlite3.SQLITE_CANTOPEN: Trouble.GONE,
}
# By the beginnings of its codes, the longest first. https://www.postgresql.org/docs/current/errcodes-appendix.html
OF_POSTGRESQL = {
    "53100": Trouble.FULL,
    "55P03": Trouble.BUSY,  # no lock in time
    "57014": Trouble.BUSY,  # no answer in time
    "25006": Trouble.CLOSED,
    "40": Trouble.BUSY,  # two that wait for each other
    "53": Trouble.BUSY,  # too many connections, no memory
    "57P": Trouble.GONE,
    "08": Trouble.GONE,
}
OF_SYSTEM = {errno.ENOSPC: Trouble.FULL, errno.EDQUOT: Trouble.FULL, errno.EROFS: Trouble.CLOSED}
told: dict[Trouble, float] = {}  # when the log had its line last


def trouble_of(error: BaseException) -> Trouble | None:
    """What an exception tells of the database or the disk; None for any other."""
    found = _of_one(error) or (_of_one(error.__cause__) if error.__cause__ else None)
    # Which file of SQLite finds no room, its log or its index of it, is chance; one of them says «I/O».
    return Trouble.FULL if found is Trouble.GONE and not free_disk() else found


def _of_one(error: BaseException) -> Trouble | None:
    if isinstance(error, Busy):
        return Trouble.BUSY
    if isinstance(error, sqlite3.Error):
        return OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)  # without its details
    if isinstance(error, OSError):
        return OF_SYSTEM.get(error.errno or 0)
    if hasattr(error, "sqlstate"):
        code = error.sqlstate
        if code is None:  # it never came to a conversation
            return Trouble.GONE if type(error).__name__ == "OperationalError" else None
        return next((trouble for begin, trouble in OF_POSTGRESQL.items() if code.startswith(begin)), None)
    return None


class Unavailable:
    """A middleware that answers for the database and the disk."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The refusal; None leaves the exception to others."""
        trouble = trouble_of(exception)
        if trouble is None:
            return None
        if time.monotonic() - told.get(trouble, -ONE_LINE) >= ONE_LINE:
            told[trouble] = time.monotonic()
            log.warning("%s: %s %s: %s", trouble.name.lower(), request.method, request.path, exception)
        stop = RequestError(503, str(trouble.message), retry_after=trouble.again)
        if api.is_asked(request):
            response = api.refusal(stop)
            response.headers["Retry-After"] = str(trouble.again)
            return response
        stop.details["sent"] = sent(request)
        response = answer(request, stop)
        add_never_cache_headers(response)
        return response


def sent(request: HttpRequest) -> list[tuple[str, str]] | None:
    """What a form brought, to be sent again as it was; None for what no page can send again."""
    if request.method != "POST" or request.content_type not in FORMS or request.FILES:
        return None
    fields = ((name, value) for name, values in request.POST.lists() for value in values)
    return [field for field in fields if field[0] != "csrfmiddlewaretoken"]
