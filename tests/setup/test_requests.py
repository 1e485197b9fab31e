"""Headers on every answer, the language of an address, and requests that can't be read: 4xx, never 500."""

import gzip

import pytest
from django.test import Client, RequestFactory

from config.middleware import CONTENT_SECURITY_POLICY
from config.wsgi import application
from tests.markup import AS_SENT

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/", "/nothing/here", "/static/nothing.css"])
def test_every_answer_carries_the_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"


def test_answers_to_programs_carry_the_policy_too(client: Client) -> None:
    """Only PDF files go without: browsers show them in a viewer of their own."""
    answer = client.post("/score/s/none/entries", "{}", content_type="application/json")
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/json")
    assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY


def test_the_policy_allows_no_inline_code() -> None:
    assert "default-src 'self'" in CONTENT_SECURITY_POLICY
    assert "unsafe" not in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize(
    ("path", "language"), [("/", "ru"), ("/en/", "en"), ("/nothing", "ru"), ("/en/nothing", "en")]
)
def test_the_address_alone_decides_the_language(client: Client, path: str, language: str) -> None:
    response = client.get(path, headers={"accept-language": "de, en;q=0.5"})
    assert response.headers["Content-Language"] == language
    assert f'<html lang="{language}"' in response.text
    assert "Accept-Language" not in response.headers.get("Vary", "")


def test_pages_travel_compressed_to_those_who_can_read_them(client: Client) -> None:
    """A phone on a laptop's network polls sheets of hundreds of kilobytes."""
    plain, packed = (
        client.get("/rules/alchemists/all", headers={"accept-encoding": e}, **AS_SENT)
        for e in ("identity", "gzip")
    )
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 3
    assert len(gzip.decompress(packed.content)) == len(plain.content)


def test_english_without_its_slash_is_still_english(client: Client) -> None:
    response = client.get("/en")
    assert (response.status_code, response.headers["Location"]) == (301, "/en/")


@pytest.mark.parametrize(
    "path",
    [
        "/rules/%00",
        "/rules/poi%00son/overflow.take",
        "/search?q=%00",
        "/search?q=%ff%fe",
        "/search?%00=1",
        "/en/search?q=%c3%28",
    ],
)
def test_nul_and_broken_utf8_in_an_address_are_refused(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 400
    assert "<h1" in response.text


@pytest.mark.parametrize("path", ["/rules/%ff", "/rules/poison/%D0", "/%c0%ae%c0%ae/"])
def test_broken_utf8_in_a_path_leads_nowhere(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_cyrillic_in_an_address_is_no_mistake(client: Client) -> None:
    assert client.get("/nothing/зелье?q=котёл").status_code == 404


@pytest.mark.parametrize("form", [{"name": "Оля\0"}, {"na\0me": "Оля"}])
def test_nul_in_a_form_is_refused(client: Client, form: dict[str, str]) -> None:
    assert client.post("/", form).status_code == 400
    assert client.post("/", form, content_type="application/json").status_code != 500


def test_a_form_of_two_megabytes_is_refused(client: Client) -> None:
    response = client.post("/", "name=" + "я" * 1_000_000, content_type="application/x-www-form-urlencoded")
    assert response.status_code == 400


def test_a_form_of_a_thousand_fields_is_refused(client: Client) -> None:
    assert client.post("/", {f"field{n}": n for n in range(1000)}).status_code == 400


def test_a_form_in_another_encoding_is_refused(client: Client) -> None:
    kind = "application/x-www-form-urlencoded; charset=koi8-r"
    assert client.post("/", "name=%CF%CC%D1", content_type=kind).status_code == 400


def through_wsgi(path: str, content_type: str, body: bytes = b"") -> tuple[str, str]:
    """Status and text of a POST to the application itself: Django's test client makes requests of its own."""
    environ = RequestFactory().generic("POST", path, body).environ | {"CONTENT_TYPE": content_type}
    found: list[str] = []
    answer = application(environ, lambda status, headers: found.append(status))
    return found[0], b"".join(answer).decode()


@pytest.mark.parametrize("charset", ["koi8-r", "utf-16", "hex", "zlib", "idna", "none-such"])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_request_that_claims_another_encoding_is_refused_in_words(charset: str, kind: str) -> None:
    status, text = through_wsgi("/search?q=%41", f"{kind}; boundary=b; charset={charset}", b"name=%D0")
    assert status == "400 Bad Request"
    assert "Запрос пришёл испорченным" in text


def test_too_many_parameters_are_refused_in_words_whatever_their_encoding() -> None:
    query = "&".join(f"a{n}=1" for n in range(1000))
    status, text = through_wsgi(f"/en/search?{query}", "text/plain; charset=utf-8")
    assert status == "403 Forbidden"  # for want of a token, like any form from elsewhere
    assert "<h1" in text


@pytest.mark.parametrize("body", ["name=" + "я" * 1_000_000, "&".join(f"a{n}=1" for n in range(1000))])
def test_a_form_too_large_to_read_is_refused_in_words_even_without_a_token(body: str) -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/en/score/poison", body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == 400
    assert "<h1" in response.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/en/rules/poison", "/print/poison", "/search"])
def test_a_method_that_a_page_does_not_take_is_refused_in_words(
    client: Client, path: str, method: str
) -> None:
    response = client.generic(method, path)
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD")
    assert f'<html lang="{response.headers["Content-Language"]}"' in response.text
    assert "<h1" in response.text


def test_a_broken_multipart_body_is_refused(client: Client) -> None:
    response = client.post("/", b"--nonsense", content_type="multipart/form-data; boundary=")
    assert response.status_code == 400


def test_a_forged_host_is_refused(client: Client) -> None:
    response = client.get("/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "evil.example" not in response.text


def test_an_unknown_page_is_404_in_the_look_of_the_site(client: Client) -> None:
    response = client.get("/nothing/here")
    assert response.status_code == 404
    assert "<h1" in response.text


def test_a_form_without_its_token_is_refused_with_advice() -> None:
    response = Client(enforce_csrf_checks=True).post("/", {"name": "Оля"})
    assert response.status_code == 403
    assert "Страница устарела" in response.text
