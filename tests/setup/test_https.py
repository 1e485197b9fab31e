"""Behind a proxy that encrypts (review, M2 and M3): whose word counts, what cookies and answers say then."""

import json
import os
import subprocess
import sys

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from config import environment, middleware
from tests.setup.site import ROOT

PROXY = "127.0.0.1"
THROUGH = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
DUMP = """
import json
from config import settings
names = ("CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS", "SECURE_SSL_REDIRECT")
print(json.dumps({name: getattr(settings, name) for name in names}))
"""


@pytest.fixture
def trusting(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A site with an https address behind a proxy on the same computer."""
    monkeypatch.setenv("TRUSTED_PROXY", f"{PROXY}, 10.0.0.0/8")
    settings.TRUSTED_PROXIES = environment.networks("TRUSTED_PROXY")
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = settings.CSRF_COOKIE_SECURE = True
    settings.SECURE_HSTS_SECONDS = 30 * 24 * 3600
    settings.PUBLIC_URL, settings.SECURE_SSL_HOST = "https://grimoire.example", "grimoire.example"
    return settings


def seen(peer: str, **headers: str) -> tuple[str, str]:
    """The visitor's address and scheme as views see them."""
    found = []

    def view(request: HttpRequest) -> HttpResponse:
        found.append((request.META["REMOTE_ADDR"], request.scheme))
        return HttpResponse()

    named = {name.replace("_", "-"): value for name, value in headers.items()}
    middleware.behind_proxy(view)(RequestFactory().get("/", REMOTE_ADDR=peer, headers=named))
    return found[0]


def test_without_a_trusted_proxy_its_headers_are_anybodys_words() -> None:
    assert seen(PROXY, x_forwarded_for="203.0.113.9", x_forwarded_proto="https") == (PROXY, "http")


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize(
    ("peer", "chain", "visitor"),
    [
        (PROXY, "203.0.113.9", "203.0.113.9"),
        (PROXY, "6.6.6.6, 203.0.113.9", "203.0.113.9"),  # a visitor may write anything before the proxy
        (PROXY, "203.0.113.9, 10.1.2.3", "203.0.113.9"),  # two proxies, both ours
        (PROXY, "2001:db8::7", "2001:db8::7"),
        (PROXY, "nonsense", PROXY),
        (PROXY, "", PROXY),
        ("198.51.100.7", "203.0.113.9", "198.51.100.7"),
    ],
)
def test_the_last_address_that_a_trusted_proxy_saw_is_the_visitor(
    peer: str, chain: str, visitor: str
) -> None:
    assert seen(peer, x_forwarded_for=chain)[0] == visitor


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize(
    ("peer", "proto", "scheme"),
    [
        (PROXY, "https", "https"),
        (PROXY, "gopher", "http"),
        (PROXY, "https, http", "http"),  # a visitor may write anything before the proxy
        (PROXY, "http, https", "https"),
        ("198.51.100.7", "https", "http"),
    ],
)
def test_https_is_what_a_trusted_proxy_calls_so(peer: str, proto: str, scheme: str) -> None:
    assert seen(peer, x_forwarded_proto=proto)[1] == scheme


@pytest.mark.django_db
@pytest.mark.usefixtures("trusting")
def test_every_cookie_is_for_https_alone_and_browsers_are_told_to_stay_there() -> None:
    client = Client()
    page = client.get("/score/poison", headers=THROUGH)
    made = client.post("/score/poison", {"name": ["Оля", "Саша", "Коля"]}, headers=THROUGH)
    assert made.status_code == 302
    cookies = [*page.cookies.values(), *made.cookies.values()]
    assert {cookie.key for cookie in cookies} == {"csrftoken", "sheets"}
    assert all(cookie["secure"] for cookie in cookies)
    assert page.headers["Strict-Transport-Security"] == "max-age=2592000"


@pytest.mark.django_db
@pytest.mark.usefixtures("trusting")
def test_plain_http_is_led_to_https() -> None:
    answer = Client().get("/rules/poison?x=1", headers={"x-forwarded-proto": "http"})
    assert (answer.status_code, answer.headers["Location"]) == (
        301,
        "https://grimoire.example/rules/poison?x=1",
    )


def read(**variables: str) -> dict[str, object]:
    """Settings that this environment gives."""
    done = subprocess.run(
        [sys.executable, "-c", DUMP], cwd=ROOT, env=os.environ | variables, capture_output=True, check=True
    )
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("variables", "secure", "redirect"),
    [
        ({}, False, False),
        ({"PUBLIC_URL": "http://192.168.1.5:8000"}, False, False),
        ({"PUBLIC_URL": "https://grimoire.example"}, True, False),  # who could tell http from https?
        ({"PUBLIC_URL": "https://grimoire.example", "TRUSTED_PROXY": PROXY}, True, True),
    ],
)
def test_the_settings_follow_the_public_address(
    variables: dict[str, str], secure: bool, redirect: bool
) -> None:
    found = read(**variables)
    assert found["CSRF_COOKIE_SECURE"] is secure
    assert found["SECURE_HSTS_SECONDS"] == (30 * 24 * 3600 if secure else 0)
    assert found["SECURE_SSL_REDIRECT"] is redirect


def test_a_proxy_that_is_no_address_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTED_PROXY", "nginx")
    with pytest.raises(environment.ImproperlyConfigured, match="TRUSTED_PROXY"):
        environment.networks("TRUSTED_PROXY")
