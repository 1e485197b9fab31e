"""The log: a number for each request, no links that open anything, no noise of a normal evening (L6)."""

import logging
import sys

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config import logs
from config.settings import MIDDLEWARE

pytestmark = pytest.mark.django_db


def written(message: str) -> str:
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, message, (), None)
    return logs.Formatter("%(number)s %(message)s").format(record)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/score/l/Zx8_a-b", "/score/l/…"),
        ("/en/play/l/Zx8_a-b?x=1", "/en/play/l/…?x=1"),
        ("/lab/leader/Zx8_a-b", "/lab/leader/…"),
        ("/lab/c/7KM2XQ", "/lab/c/…"),
        ("/rules/poison", "/rules/poison"),
    ],
)
def test_links_are_cut_to_what_they_are_for(path: str, shown: str) -> None:
    assert written(f"Internal Server Error: {path}") == f"- Internal Server Error: {shown}"


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("/x\n2026-11-28 12:00:00,000 ERROR - grimoire.server: forged", r"\n2026-11-28"),
        ("/x\x1b[31m", r"\x1b[31m"),
        ("/x\r\x9b\x00", r"\r\x9b\x00"),
        ("/x\u2028y", r"\u2028"),
        ("/x\u202eexe", r"\u202e"),
        ("/x\u2066\ud800", r"\u2066\ud800"),
    ],
)
def test_no_line_of_the_log_can_be_forged(address: str, shown: str) -> None:
    """M4: an address with %0a wrote a line of its own, one with %1b coloured the terminal."""
    line = written(f"GET {address} 404")
    assert shown in line
    assert line.isprintable()


def test_nor_in_a_traceback() -> None:
    """It quotes what somebody sent."""
    try:
        raise ValueError("\n2026-11-28 12:00:00,000 ERROR - grimoire.server: \x1b[31mforged")
    except ValueError:
        told = sys.exc_info()
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "fails", (), told)
    first, *others = logs.Formatter("%(message)s").format(record).split("\n")
    assert first == "fails"
    assert all(line.startswith("  ") and line.isprintable() for line in others)


def test_every_answer_carries_the_number_that_its_lines_have(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = []
    monkeypatch.setattr(logs.log, "filters", [lambda record: numbers.append(logs.number.get()) is None])
    with caplog.at_level(logging.INFO, logger=logs.log.name):
        answers = [client.get("/score/poison"), client.get("/nothing")]
    assert [answer.headers["X-Request-ID"] for answer in answers] == numbers
    assert len(set(numbers)) == 2
    assert "GET /score/poison 200" in caplog.text


@pytest.mark.parametrize(("again", "lines"), [({"Retry-After": "3"}, 0), ({}, 1)])
def test_to_be_asked_to_come_again_is_no_error(
    again: dict[str, str], lines: int, caplog: pytest.LogCaptureFixture
) -> None:
    """A press or a helper that has much to do is no fault; whatever else is unavailable is one."""
    busy = HttpResponse(status=503, headers=again)
    with caplog.at_level(logging.ERROR, logger="django.request"):
        handler = WSGIHandler()
        handler._middleware_chain = logs.numbered(lambda request: busy)
        assert handler.get_response(RequestFactory().get("/print/poison/cards.pdf")).status_code == 503
    assert len(caplog.records) == lines


def test_refusals_are_no_warnings() -> None:
    """409 and 422 of a normal evening, 400 of strangers: a flood of them filled the journal."""
    for name in ("django.request", "django.security.DisallowedHost", "django.security.RequestDataTooBig"):
        assert not logging.getLogger(name).isEnabledFor(logging.WARNING)
    assert logging.getLogger("django.request").isEnabledFor(logging.ERROR)
    assert MIDDLEWARE[0] == "config.logs.numbered"
