"""The log: a number for each request, no links that open anything, no noise of a normal evening (L6)."""

import logging

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
