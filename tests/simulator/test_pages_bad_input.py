"""Whatever comes in: a sentence in the reader's language, a status 4xx, nothing changed, never a 500."""

import base64
import json
import zlib
from itertools import cycle

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils.html import escape

from simulator.engine.sharing import unpack
from simulator.game import engine_of, table_of
from simulator.matches.record_views import RECORD_LIMIT
from simulator.models import HERE, MOVE_LIMIT, SEED_LIMIT, Match, Move
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


NOT_HERE, STALE = (403, "не с этого телефона"), (409, "На столе уже другое положение")
LOOKS, NO_SEAT = (403, "партию только смотрят"), (404, "Такого места за столом нет")
HOST, RUNS = (403, "только тот, кто начал партию"), (404, "когда партия сыграна")
REFUSED = [
    ("host", "move", {"seat": 1, "ply": 0, "move": "look"}, NOT_HERE),
    ("host", "move", {"seat": 0, "ply": 1, "move": "look"}, STALE),
    ("host", "lift", {"seat": 0, "version": 1}, STALE),
    ("host", "lift", {"seat": 1, "version": 1}, STALE),
    ("host", "undo", {"ply": 1}, STALE),
    ("host", "hint", {"ply": 1}, STALE),
    ("watcher", "bot", {"ply": 0}, LOOKS),
    ("watcher", "undo", {"ply": 0}, LOOKS),
    ("watcher", "pour", {}, LOOKS),
    ("watcher", "hint", {"ply": 0}, (422, "сейчас выбирает другой")),
    ("watcher", "fork", {"ply": 0}, (422, "Пока партия идёт, пробовать иначе")),
    ("host", "pour", {}, (422, "Записывать пока нечего")),
    ("watcher", "seat", {"seat": 1}, HOST),
    ("host", "seat", {"seat": 3}, NO_SEAT),
    ("host", "seat", {"seat": 1, "kind": "here"}, NO_SEAT),
    ("watcher", "link", {"seat": 1}, HOST),
    ("host", "link", {"seat": 1}, NO_SEAT),
    ("host", "link", {"seat": 3}, NO_SEAT),
    ("watcher", "deal", {}, HOST),
    ("watcher", "deal", {"do": "all"}, HOST),
    ("watcher", "again", {}, (403, "Ещё раз начинает тот, кто начал")),
    ("host", "picture.png", None, RUNS),
    ("host", "review", None, (409, "Разбор будет, когда партия закончится")),
    ("host", "record.json", None, (403, "по ней видны все карты")),
    ("watcher", "give.json", None, (403, "Партию отдаёт тот, кто начал её")),
]


def test_who_may_not_hears_why_not_and_nothing_changes(client: Client, match: Match) -> None:
    """Each in its own sentence; asked by a page or by a program."""
    phones, version = {"host": client, "watcher": Client()}, match.version
    phones["watcher"].get(f"/play/l/{match.viewer_token}")
    for who, path, fields, (status, words) in REFUSED:
        url = f"{match.get_absolute_url()}/{path}"
        for headers in ({}, {"Accept": "application/json"}):
            ask = phones[who].get if fields is None else phones[who].post
            answer = ask(url, fields, headers=headers)
            is_json = answer.headers["Content-Type"] == "application/json"
            text = (answer.json()["message"] if is_json else answer.text).replace("\u00a0", " ")
            assert (answer.status_code, words in text) == (status, True), (who, path, fields, headers)
    match.refresh_from_db()
    assert (match.version, Match.objects.count(), replay(match).ply) == (version, 1, 0)


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


NO_JSON, NO_RECORD = (400, "нужен JSON"), (400, "не хватает нужного")
LAID, NO_MOVE = (422, "раздача подобрана вручную"), (422, "ход, который не прочитать")
ANOTHER, IMPOSSIBLE = (422, "другой игры или по другим правилам"), (422, "Такой партии не бывает")
LONG, BY_RULES = (400, "слишком длинная"), (422, "")


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (" ", NO_JSON),
        ("not json", NO_JSON),
        ("[" * 90_000, NO_JSON),
        ("[]", NO_RECORD),
        ("{}", NO_RECORD),
        ({"game": "chess"}, ANOTHER),
        ({"rules": 99}, ANOTHER),
        ({"config": {"players": 9}}, BY_RULES),
        ({"config": {"players": 3, "options": {"dealer": "7"}}}, BY_RULES),
        ({"config": {"players": 3, "options": 5}}, BY_RULES),
        ({"config": {"players": 3, "script": 5}}, LAID),
        ({"config": {}}, BY_RULES),
        ({"seed": -1}, IMPOSSIBLE),
        ({"seed": SEED_LIMIT}, IMPOSSIBLE),
        ({"seed": True}, NO_RECORD),
        ({"moves": [[0, "play R9 1"]]}, BY_RULES),
        ({"moves": [[77, "pass"]]}, BY_RULES),
        ({"moves": [[-1, "look"]]}, BY_RULES),
        ({"moves": [[0, "x" * MOVE_LIMIT]]}, BY_RULES),
        ({"moves": [[0, "x" * (MOVE_LIMIT + 1)]]}, NO_MOVE),
        ({"moves": [[0, "pass"]] * engine_of("poison").max_decisions}, BY_RULES),
        ({"moves": [[0, "pass"]] * (engine_of("poison").max_decisions + 1)}, IMPOSSIBLE),
        ({"start": {"state": 1}}, BY_RULES),
        ({"start": {"state": 1, "script": [1]}}, LAID),
        ({"start": {"players": 3}}, BY_RULES),
        (json.dumps(GOOD).ljust(RECORD_LIMIT + 1), LONG),
    ],
)
def test_a_record_that_is_none_is_refused_and_starts_nothing(
    client: Client, record: str | dict[str, object], said: tuple[int, str]
) -> None:
    """A page and a program hear the same sentence; what was pasted stays in its field."""
    (status, words), text = said, record if isinstance(record, str) else json.dumps({**GOOD, **record})
    page = client.post("/play/poison/record", {"record": text})
    answer = client.post("/play/poison/record", text, content_type="application/json")
    assert (page.status_code, answer.status_code) == (status, status)
    told = page.text.partition('class="refusal"')[2].replace("\u00a0", " ")
    assert words in told
    assert words in answer.json()["message"].replace("\u00a0", " ")
    assert f">{escape(text[:RECORD_LIMIT])}</textarea>" in page.text
    assert Match.objects.count() == 0


def test_a_record_may_be_as_long_as_its_page_says(client: Client) -> None:
    for seed in (0, SEED_LIMIT - 1):
        record = json.dumps({**GOOD, "seed": seed}).ljust(RECORD_LIMIT)
        assert client.post("/play/poison/record", {"record": record}).status_code == 302
    assert Match.objects.count() == 2


@pytest.mark.parametrize(
    "names", [None, 5, [], ["А"], ["А", "А", "А"], ["", "", ""], [1, 2, 3], ["Я" * 999] * 3]
)
def test_names_in_a_record_are_taken_only_if_they_make_sense(client: Client, names: object) -> None:
    response = client.post("/play/poison/record", {"record": json.dumps({**GOOD, "names": names})})
    assert response.status_code == 302
    found = [seat.name for seat in Match.objects.get().seats.all()]
    assert found == [f"Игрок {n}" for n in (1, 2, 3)]


@pytest.mark.parametrize(("dealer", "first"), [("1", 1), ("2", 2), ("3", 0)])
def test_who_opens_a_record_has_the_seat_whose_turn_it_is_and_bots_the_others(
    client: Client, dealer: str, first: int
) -> None:
    config = {"players": 3, "options": {"dealer": dealer}}
    record = {**GOOD, "config": config, "names": ["А ", "Б", "В"]}
    answer = client.post("/play/poison/record", record, content_type="application/json")
    match = Match.objects.get()
    assert answer.json() == {
        "match": match.public_id,
        "from": "",
        "url": f"http://testserver{match.get_absolute_url()}",
    }
    assert client.get(match.get_absolute_url()).status_code == 200, "it may be looked at at once"
    kinds = [HERE if place == first else table_of("poison").DEFAULT_BOT for place in range(3)]
    assert list(match.seats.values_list("name", "kind")) == [*zip("АБВ", kinds, strict=True)]


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
