"""Mail to the operator about what the site got wrong, if ADMINS names them: it tells where, not of whom,
neither a message, which may quote what somebody typed, nor a path, a form, a cookie or a variable.
"""

import logging
import time
import traceback
from collections.abc import Iterator

from django.core.mail import mail_admins

from config.logs import number

HOUR = 3600.0  # seconds between two letters about the same
WHERE_TO_LOOK = "Что именно пришло, скажет журнал: строки с этим номером."


class MailHandler(logging.Handler):
    """A letter for an error, one an hour for errors of one kind in one place."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        try:
            error = record.exc_info[1] if record.exc_info else None
            kind = type(error).__qualname__ if error else record.levelname
            match = getattr(getattr(record, "request", None), "resolver_match", None)
            place = match.view_name if match else f"{record.name}, {record.module}:{record.lineno}"
            subject = f"{kind}: {place}"
            now = time.monotonic()
            if now < self.sent.get(subject, 0.0):
                return
            self.sent[subject] = now + HOUR
            lines = [f"Номер запроса: {number.get()}", WHERE_TO_LOOK, "", *traces(error)]
            mail_admins(subject, "\n".join(lines), fail_silently=True)
        except Exception:  # noqa: BLE001 - whatever it is, what failed first is in the log, and the site goes on
            self.handleError(record)


def traces(error: BaseException | None) -> Iterator[str]:
    """Where an error was raised, and those that it came from: files, lines and classes without messages."""
    while error is not None:
        yield type(error).__qualname__
        yield "".join(traceback.format_tb(error.__traceback__))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
