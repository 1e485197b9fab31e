"""What comes in from pages: forms and JSON read alike, everything else refused with the caller's sentence."""

import pytest
from django.test import RequestFactory

from web.errors import RequestError
from web.fields import Expected, client_id, json_object, number, sent

LOOSE = Expected(no_json="no JSON", no_object="no object", no_form="no form")
STRICT = LOOSE._replace(no_value="no value")


def post(body: str, kind: str = "application/json") -> object:
    return RequestFactory().post("/", body, content_type=kind)


def test_a_form_and_json_say_the_same() -> None:
    form = RequestFactory().post("/", {"cell": "r1", "text": "2"})
    assert (
        sent(form, STRICT) == sent(post('{"cell": "r1", "text": "2"}'), STRICT) == {"cell": "r1", "text": "2"}
    )


@pytest.mark.parametrize(
    ("body", "kind", "status", "sentence"),
    [
        ("{", "application/json", 400, "no JSON"),
        ('{"a": NaN}', "application/json", 400, "no JSON"),
        ("[]", "application/json", 400, "no object"),
        ('{"text": [1]}', "application/json", 400, "no value"),
        ('{"text": true}', "application/json", 400, "no value"),
        ("<a/>", "text/xml", 415, "no form"),
    ],
)
def test_what_cannot_be_read_is_refused_in_the_words_of_its_page(
    body: str, kind: str, status: int, sentence: str
) -> None:
    with pytest.raises(RequestError) as stopped:
        sent(post(body, kind), STRICT)
    assert (stopped.value.status, stopped.value.message) == (status, sentence)


def test_values_that_nobody_has_a_sentence_for_are_left_out() -> None:
    assert sent(post('{"seat": 1, "move": "look", "more": {}}'), LOOSE) == {"seat": 1, "move": "look"}


def test_a_json_object_may_hold_anything() -> None:
    assert json_object(b'{"fact": {"kind": "mix"}}', STRICT) == {"fact": {"kind": "mix"}}


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "²", "٣", "1234567"])
def test_a_number_has_up_to_six_plain_digits(text: str) -> None:
    assert number({"ply": 7}, "ply") == number({"ply": "7"}, "ply") == 7
    with pytest.raises(RequestError):
        number({"ply": text}, "ply")


@pytest.mark.parametrize("text", ["", "short", "with space", "x" * 65, "abcdefgh\n"])
def test_a_client_id_has_eight_to_sixty_four_plain_letters(text: str) -> None:
    assert client_id({"client_entry_id": "a-B_4567"}) == "a-B_4567"
    with pytest.raises(RequestError):
        client_id({"client_entry_id": text})
