"""What is wrong with the database or the disk, or not there at all, told from our own mistakes."""

import enum
import errno
import sqlite3
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Trouble(enum.Enum):
    """What is the matter."""

    BUSY = "busy"
    FULL = "full"
    CLOSED = "read-only"
    GONE = "gone"
    ABSENT = "absent"


class Notice(NamedTuple):
    """How it is told, what to do about it, and after how many seconds to try again."""

    what: Promise
    advice: Promise
    again: int


NOTICES = {
    Trouble.BUSY: Notice(
        _("База занята другой программой."), _("Подождите несколько секунд и попробуйте ещё раз."), 2
    ),
    Trouble.FULL: Notice(
        _("На диске нет места."), _("Читать можно, записать нельзя: скажите хозяину сайта."), 30
    ),
    Trouble.CLOSED: Notice(_("Сайту не дают писать в его базу."), _("Скажите хозяину сайта."), 60),
    Trouble.GONE: Notice(
        _("База не отвечает."), _("Попробуйте через минуту, а если не поможет, скажите хозяину сайта."), 10
    ),
    Trouble.ABSENT: Notice(
        _("Этого здесь нет."),
        _("Файлы PDF и картинки делает только полный сайт, всё остальное работает."),
        3600,
    ),
}
# What makes documents and pictures, by the names of packages and of modules: the site does without them.
MAY_BE_ABSENT = frozenset(("weasyprint", "pydyf", "resvg-py", "resvg_py"))
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


def trouble_of(error: BaseException) -> Trouble | None:
    """What an exception tells of the database, the disk or what isn't installed; None for any other."""
    return _of_one(error) or (_of_one(error.__cause__) if error.__cause__ else None)


def _of_one(error: BaseException) -> Trouble | None:
    if isinstance(error, sqlite3.Error):
        return OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)  # without its details
    if isinstance(error, ModuleNotFoundError):
        return Trouble.ABSENT if error.name in MAY_BE_ABSENT else None
    if isinstance(error, OSError):
        return OF_SYSTEM.get(error.errno or 0)
    if hasattr(error, "sqlstate"):
        code = error.sqlstate
        if code is None:  # it never came to a conversation
            return Trouble.GONE if type(error).__name__ == "OperationalError" else None
        return next((trouble for begin, trouble in OF_POSTGRESQL.items() if code.startswith(begin)), None)
    return None
