"""What the operator is told when the site fails: in letters and in lines for programs."""

import json
import logging
import sys
from collections.abc import Iterator

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.test import Client
from django.utils.log import AdminEmailHandler
from pytest_django.fixtures import Settings

from config import environment, logs
from config.reports import MailHandler
from scoring.models import LinkRole, Sheet, new_sheet

pytestmark = pytest.mark.django_db
NAMES = ["Оля", "Саша", "Коля"]


@pytest.fixture
def letters(settings: Settings, mailoutbox: list[EmailMessage]) -> Iterator[list[EmailMessage]]:
    """What is sent to an operator who wants to know."""
    settings.ADMINS = [("", "keeper@example.org")]
    handler, log = MailHandler(), logging.getLogger("django.request")
    handler.setLevel(logging.ERROR)
    log.addHandler(handler)
    yield mailoutbox
    log.removeHandler(handler)


def fails(self: Sheet, *args: object) -> None:
    try:
        raise KeyError(f"{self.title} {self.owner_token}")
    except KeyError as error:
        raise ValueError([seat.name for seat in self.seats.all()]) from error


def asks_for_a_page_that_fails(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that were about: names, tokens, the cookie, what was typed."""
    client = Client(raise_request_exception=False)
    sheet = new_sheet("poison", NAMES, title="Вечер у Оли")
    monkeypatch.setattr(Sheet, "get_absolute_url", fails)
    typed = {"text": "сюда-что-то-набрали", "token": sheet.scorer_token}
    answer = client.post(sheet.link(LinkRole.OWNER).path, typed, REMOTE_ADDR="192.0.2.77")
    assert answer.status_code == 500
    tokens = [sheet.token_of(role) for role in LinkRole]
    return [*NAMES, *tokens, *(each.value for each in client.cookies.values()), *typed.values(), "192.0.2.77"]


def test_a_letter_says_where_and_not_of_whom(
    letters: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """«no names, tokens, codes, cookies, form fields in it»: not in messages of what was raised either."""
    about = asks_for_a_page_that_fails(monkeypatch)
    [letter] = letters
    told = str(letter.message()) + letter.subject + letter.body
    assert [word for word in about if word in told] == []
    assert letter.subject.endswith("ValueError: scoring:link")
    assert all(part in letter.body for part in ("KeyError", "in fails", "Номер запроса: "))
    assert letter.to == ["keeper@example.org"]


def test_the_same_failure_is_told_once_an_hour(
    letters: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that phones poll would send a thousand letters."""
    asks_for_a_page_that_fails(monkeypatch)
    asks_for_a_page_that_fails(monkeypatch)
    assert len(letters) == 1


def test_djangos_own_letters_with_forms_and_settings_are_never_sent() -> None:
    loggers = [logging.getLogger(), *map(logging.getLogger, logging.root.manager.loggerDict)]
    handlers = {type(handler) for logger in loggers for handler in logger.handlers}
    assert AdminEmailHandler not in handlers
    assert MailHandler not in handlers, "off unless ADMINS names somebody"


def test_a_line_for_programs_is_one_object_without_links() -> None:
    """LOG_FORMAT=json: «one object a line, same redaction»."""
    try:
        raise ValueError("Нет листа /score/l/Zx8_a-b")
    except ValueError:
        raised = sys.exc_info()
    record = logging.LogRecord(
        "django.request", logging.ERROR, "", 0, "Error: %s", ("/lab/c/7KM2XQ",), raised
    )
    line = logs.JsonFormatter().format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert said.keys() == {"time", "level", "logger", "request", "message"}
    assert said["message"].startswith("Error: /lab/c/…\n")
    assert "Нет листа /score/l/…" in said["message"]


@pytest.mark.parametrize(
    ("value", "server"),
    [
        ("", ("localhost", 25, "", "", False, False)),
        (
            "smtps://me%40example.org:a%2Fb@mail.example.org",
            ("mail.example.org", 465, "me@example.org", "a/b", False, True),
        ),
        ("smtp+tls://mail.example.org:2525", ("mail.example.org", 2525, "", "", True, False)),
    ],
)
def test_mail_goes_where_the_address_says(
    value: str, server: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMAIL_URL", value)
    assert environment.smtp("EMAIL_URL") == server


@pytest.mark.parametrize("value", ["mail.example.org", "https://mail.example.org", "smtp://host:mail"])
def test_what_names_no_mail_server_fails_loudly(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", value)
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL must look like"):
        environment.smtp("EMAIL_URL")


def test_who_is_written_to_and_how_lines_look_is_read_strictly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADMINS", "one@example.org, two@example.org")
    assert environment.admins("ADMINS") == [("", "one@example.org"), ("", "two@example.org")]
    monkeypatch.setenv("ADMINS", "keeper")
    with pytest.raises(ImproperlyConfigured, match="ADMINS must be addresses"):
        environment.admins("ADMINS")
    monkeypatch.setenv("LOG_FORMAT", "xml")
    with pytest.raises(ImproperlyConfigured, match="LOG_FORMAT must be line or json"):
        environment.one_of("LOG_FORMAT", ("line", "json"))
