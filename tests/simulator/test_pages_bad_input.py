"""Whatever comes in: a sentence in the reader's language, a status 4xx, nothing changed, never a 500."""

import base64
import json
import zlib
from itertools import cycle

import pytest
from django.db import IntegrityError
from django.test import Client

from simulator.engine.sharing import unpack
from simulator.models import SEED_LIMIT, Match, Move
from tests.daily import daily
from tests.simulator.test_pages_table import replay, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(client: Client) -> Match:
    return start(client, "here", "greedy", "greedy", **{"option-dealer": "3"})


NOWHERE = [
    ("get", "/play/chess", 404),
    ("get", "/play/chess/position", 404),
    ("get", "/play/chess/record", 404),
    ("get", "/play/chess/example/none", 404),
    ("get", "/play/poison/example/none", 404),
    ("get", "/play/l/nobody", 404),
    ("get", "/play/m/nothere", 404),
    ("get", "/play/m/nothere/log", 404),
    ("get", "/play/m/nothere/record.json", 404),
    ("post", "/play/m/nothere/move", 404),
    ("get", "{url}?ply=999", 404),
    ("get", "{url}?ply=-1", 400),
    ("get", "{url}?ply=two", 400),
    ("get", "{url}?ply=99999999999999999999", 400),
    ("get", "{url}?v=x", 400),
    ("get", "{url}/view.json?ply=400000", 404),
    ("get", "{url}/move", 405),
    ("get", "{url}/bot", 405),
    ("get", "{url}/undo", 405),
    ("get", "{url}/lift", 405),
    ("get", "{url}/hint", 405),
    ("get", "{url}/hint/more", 400),
    ("post", "{url}/hint/more", 405),
    ("get", "{url}/fork", 405),
    ("get", "{url}/seat", 405),
    ("get", "{url}/pour", 405),
    ("post", "{url}/log", 405),
    ("put", "{url}", 405),
    ("post", "{url}/move", 400),
    ("post", "{url}/bot", 400),
    ("post", "{url}/undo", 400),
    ("post", "{url}/lift", 400),
    ("post", "{url}/hint", 400),
    ("post", "{url}/fork", 400),
    ("post", "{url}/seat", 400),
    ("post", "{url}/pour", 422),
    ("get", "/play/poison/example/fill-to-thirteen?step=99", 404),
    ("get", "/play/poison/example/fill-to-thirteen?step=x", 400),
    ("get", "/play/poison/position?p=%21%21", 400),
]
BY_TURNS = [(*row, language) for row, language in zip(NOWHERE, cycle(("", "/en")), strict=False)]


@pytest.mark.parametrize(
    ("method", "path", "status", "language"),
    daily([(*row, language) for row in NOWHERE for language in ("", "/en")], BY_TURNS),
)
def test_addresses_that_lead_nowhere_are_answered_with_a_sentence(
    client: Client, match: Match, method: str, path: str, status: int, language: str
) -> None:
    response = getattr(client, method)(language + path.format(url=match.get_absolute_url()))
    assert response.status_code == status
    assert 'class="refusal"' in response.content.decode()
    assert response["Content-Language"] == ("en" if language else "ru")
    assert replay(match).ply == 0


COOKIES = ("", "forged", "W10:1abc:zzz", "%D1%8F", "x" * 4000)


@pytest.mark.parametrize("cookie", daily(COOKIES, ("", "W10:1abc:zzz")))
def test_a_forged_cookie_opens_nothing(client: Client, match: Match, cookie: str) -> None:
    stranger = Client()
    stranger.cookies["matches"] = cookie
    url = match.get_absolute_url()
    for path in ("", "/log", "/share", "/view.json", "/record.json", "/position", "/hint/more"):
        assert stranger.get(url + path).status_code == 403
    for path in ("/move", "/bot", "/undo", "/lift", "/hint", "/fork", "/seat", "/pour"):
        assert (
            stranger.post(url + path, {"ply": 0, "seat": 0, "version": 1, "move": "look"}).status_code == 403
        )
    assert replay(match).ply == 0


def test_a_watcher_changes_nothing(client: Client, match: Match) -> None:
    watcher = Client()
    watcher.get(f"/play/l/{match.viewer_token}")
    url, before = match.get_absolute_url(), Match.objects.get(pk=match.pk).version
    for path in ("/move", "/bot", "/undo", "/hint", "/fork", "/seat", "/pour", "/lift"):
        response = watcher.post(url + path, {"ply": 0, "seat": 0, "version": before, "move": "look"})
        assert 400 <= response.status_code < 500, path
    assert Match.objects.get(pk=match.pk).version == before


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ("{", "application/json", 400),
        ("[]", "application/json", 400),
        ("[" * 50_000, "application/json", 400),
        ('{"ply": [0]}', "application/json", 400),
        ('{"ply": 0, "seat": {}}', "application/json", 400),
        ("<ply>0</ply>", "text/xml", 415),
        ("\ud83d".encode("utf-16", "surrogatepass"), "application/json", 400),
    ],
)
def test_a_move_in_a_broken_body_is_refused(
    client: Client, match: Match, body: str | bytes, kind: str, status: int
) -> None:
    response = client.post(f"{match.get_absolute_url()}/move", body, content_type=kind)
    assert response.status_code == status
    assert replay(match).ply == 0


GOOD = {"game": "poison", "rules": 1, "config": {"players": 3}, "seed": 5, "moves": []}


@pytest.mark.parametrize(
    "record",
    [
        "",
        "not json",
        "[]",
        "[" * 90_000,
        json.dumps({}),
        json.dumps({**GOOD, "game": "chess"}),
        json.dumps({**GOOD, "rules": 99}),
        json.dumps({**GOOD, "config": {"players": 9}}),
        json.dumps({**GOOD, "config": {"players": 3, "options": {"dealer": "7"}}}),
        json.dumps({**GOOD, "config": {"players": 3, "options": 5}}),
        json.dumps({**GOOD, "config": {"players": 3, "script": 5}}),
        json.dumps({**GOOD, "config": {}}),
        json.dumps({**GOOD, "seed": -1}),
        json.dumps({**GOOD, "seed": SEED_LIMIT}),
        json.dumps({**GOOD, "seed": True}),
        json.dumps({**GOOD, "moves": [[0, "play R9 1"]]}),
        json.dumps({**GOOD, "moves": [[77, "pass"]]}),
        json.dumps({**GOOD, "moves": [[-1, "look"]]}),
        json.dumps({**GOOD, "moves": [[0, "x" * 500]]}),
        json.dumps({**GOOD, "moves": [[0, "pass"]] * 3000}),
        json.dumps({**GOOD, "start": {"state": 1}}),
        json.dumps({**GOOD, "start": {"state": 1, "script": [1]}}),
        json.dumps({**GOOD, "start": {"players": 3}}),
        "9" * 200_000,
    ],
)
def test_a_record_that_is_none_is_refused_and_starts_nothing(client: Client, record: str) -> None:
    response = client.post("/play/poison/record", {"record": record})
    assert response.status_code in (400, 422)
    assert 'class="refusal"' in response.content.decode()
    assert Match.objects.count() == 0


@pytest.mark.parametrize(
    "names", [None, 5, [], ["А"], ["А", "А", "А"], ["", "", ""], [1, 2, 3], ["Я" * 999] * 3]
)
def test_names_in_a_record_are_taken_only_if_they_make_sense(client: Client, names: object) -> None:
    response = client.post("/play/poison/record", {"record": json.dumps({**GOOD, "names": names})})
    assert response.status_code == 302
    found = [seat.name for seat in Match.objects.get().seats.all()]
    assert len(set(found)) == 3


def packed(text: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    "letters",
    [
        "x",
        "////",
        "a" * 5000,
        packed(b"[]"),
        packed(b"{"),
        packed(b"\xff\xfe"),
        packed(b"0" * 3_000_000),
        packed(b"[" * 15_000),
        packed(b'{"players": 3}')[:-6],
    ],
)
def test_a_shared_position_that_cannot_be_unpacked_is_refused_with_a_sentence(
    client: Client, letters: str
) -> None:
    response = client.get("/play/poison/position", {"p": letters})
    assert response.status_code == 400
    assert 'class="refusal"' in response.content.decode()


def test_the_database_itself_takes_one_move_for_a_ply(match: Match) -> None:
    Move.objects.create(match=match, ply=1, seat=0, text="play R4 1")
    with pytest.raises(IntegrityError):
        Move.objects.create(match=match, ply=1, seat=1, text="play B4 1")


@pytest.mark.parametrize(
    "text", [r'{"players": ["\ud800", "B", "C"]}', '{"players": 3, "scores": ' + "[" * 900 + "]" * 900 + "}"]
)
def test_a_position_that_no_page_could_show_is_refused(client: Client, text: str) -> None:
    letters = base64.urlsafe_b64encode(zlib.compress(text.encode())).decode()
    response = client.get(f"/play/poison/position?p={letters}")
    assert response.status_code == 400
    assert "Ссылка на положение повреждена" in response.text


@pytest.mark.parametrize("scores", [r'["\ud800"]', "[NaN]", "[" * 900 + "]" * 900])
def test_scores_that_no_address_could_carry_are_left_out(client: Client, scores: str) -> None:
    form = {"name": ["A", "B", "C"], "hand": ["R4", "B1", "P1"], "round": "3", "scores": scores}
    response = client.post("/play/poison/position", form)
    letters = response.headers["Location"].partition("?p=")[2]
    assert unpack(letters)["scores"] == []


@pytest.mark.parametrize("value", [r"\ud800", r"a\u0000", "[" * 900])
def test_a_move_with_letters_that_are_none_changes_nothing(client: Client, match: Match, value: str) -> None:
    body = f'{{"seat": 0, "ply": 0, "move": "{value}"}}'
    response = client.post(f"{match.get_absolute_url()}/move", body, content_type="application/json")
    assert response.status_code in (400, 422)
    assert response.json()["message"]
    assert match.moves.count() == 0
