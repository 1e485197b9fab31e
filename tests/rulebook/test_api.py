"""Issue 18: a rules API, read-only JSON that a chat bot quotes a clause from; nothing of it names a game."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils.translation import override
from pytest_django import Settings

from rulebook import hits, shelf
from rulebook.api.kinds import KINDS
from rulebook.content.entries import GameContent, Revision, Text
from rulebook.content.reading import game_ids, whole
from rulebook.loading import load_games
from rulebook.templatetags.rules import quotation
from tests.rulebook.schema import faults
from tests.setup.test_finder import routes

pytestmark = pytest.mark.django_db

V1 = "/api/v1/"
LISTS = [*KINDS, "games"]


def asked(client: Client, path: str, **query: Any) -> dict[str, Any]:
    """The data at an address; every answer is JSON, open to all, and says whose it is."""
    answer = client.get(V1 + path, query)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json; charset=utf-8"), path
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")
    data = json.loads(answer.content)
    if "openapi" not in data:
        assert data["licence"]
        assert data["reconstructions"]
    return data


def refused(client: Client, path: str, code: int, **query: Any) -> dict[str, Any]:
    answer = client.get(V1 + path, query)
    error = json.loads(answer.content)["error"]
    assert (answer.status_code, error["status"]) == (code, code)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert not answer.cookies
    assert error["message"].endswith(".")
    return error


# --- What is there ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("game_id", game_ids())
def test_everything_that_a_game_says_can_be_read(client: Client, game_id: str, name: str) -> None:
    """«games, clauses, rulings, terms, cards», in pages of at most 100."""
    ids, page = [], 1
    while True:
        data = asked(client, name, game=game_id, per_page=100, page=page)
        ids += [item["id"] for item in data["items"]]
        if data["next"] is None:
            break
        page += 1
    assert ids == [entry.id for entry in getattr(whole(game_id), name)]
    assert data["found"] == len(ids)


def test_a_clause_is_quoted_with_its_number_its_words_and_its_permalink(
    client: Client, poison: GameContent, settings: Settings
) -> None:
    settings.PUBLIC_URL = "https://grimoire.example"
    clause = poison.clauses[0]
    for lang, prefix in (("ru", ""), ("en", "/en")):
        item = asked(client, f"clauses/poison/{clause.id}", lang=lang)["item"]
        assert item["url"] == f"https://grimoire.example{prefix}/rules/poison/{clause.id}"
        with override(lang):
            assert item["quote"] == f"{quotation(clause, poison)} {item['url']}"
        assert (item["number"], item["title"]) == (clause.number, clause.title.in_(lang))


def test_a_word_has_its_synonyms_in_the_language_that_was_asked(client: Client, poison: GameContent) -> None:
    term = next(each for each in poison.terms if each.synonyms.ru != each.synonyms.en)
    for lang in ("ru", "en"):
        item = asked(client, f"terms/poison/{term.id}", lang=lang)["item"]
        assert tuple(item["synonyms"]) == getattr(term.synonyms, lang)


def test_without_an_address_of_its_own_the_site_links_by_the_host_that_was_asked(client: Client) -> None:
    answer = client.get(f"{V1}clauses", {"per_page": 1}, HTTP_HOST="localhost:8000")
    assert answer.json()["items"][0]["url"].startswith("http://localhost:8000/rules/")


def test_what_is_ours_and_what_is_a_reconstruction_is_marked(client: Client) -> None:
    """«What is a reconstruction stays marked as one»: in every entry, and where it is quoted."""
    for game_id in game_ids():
        game = whole(game_id)
        marked = {clause.id for clause in game.clauses if clause.reconstruction}
        for clause_id in marked:
            item = asked(client, f"clauses/{game_id}/{clause_id}")["item"]
            assert item["reconstruction"]
            assert "осстановлено нами" in item["quote"]
        partly = next((clause for clause in game.clauses if clause.ours), None)
        if partly:
            item = asked(client, f"clauses/{game_id}/{partly.id}")["item"]
            assert "ours" in [mark["id"] for mark in item["marks"]]
            assert "Наше решение" in item["quote"]
        guessed = next((card for card in game.cards if card.guessed), None)
        if guessed:
            assert asked(client, f"cards/{game_id}/{guessed.id}")["item"]["reconstruction"]
        rebuilt = {ruling.id for ruling in game.rulings if ruling.reconstruction}
        for item in asked(client, "rulings", game=game_id, per_page=100)["items"]:
            assert item["reconstruction"] is (item["id"] in rebuilt)
        for item in asked(client, "cards", game=game_id, per_page=100)["items"]:
            assert item["marks"], "who says so"


def test_a_clarification_says_whose_each_part_is_where_it_stands_and_since_when(client: Client) -> None:
    """«Every sentence of a ruling says whose it is, where the author said so (address), and since when.»"""
    item = asked(client, "rulings/wizwar/wizwar-41")["item"]
    assert item["status"] == "rulebook"
    assert [mark["id"] for mark in item["marks"]] == ["rulebook", "ours"]
    assert item["ours"].startswith("Своё отражённое заклинание")
    assert f"автор. Наше решение: {item['ours']}" in item["quote"]
    assert item["quote"].endswith(item["url"])
    assert item["sources"] == [
        {"kind": "heading", "name": "Бой"},
        {"kind": "other", "name": "ответы автора"},
    ]
    assert item["said"].startswith("http")
    assert item["since"] == whole("wizwar").ruling_by_id["wizwar-41"].since
    beside = asked(client, "rulings/poison/poison-18")["item"]
    assert (beside["ours"], beside["said"]) == (None, None)
    assert {"kind": "public", "name": "ack2406"} in beside["sources"]


def test_a_rule_that_was_renamed_is_found_under_its_old_id(
    client: Client, monkeypatch: pytest.MonkeyPatch, poison: GameContent
) -> None:
    """«A retired id» never ends in nothing."""
    now = poison.clauses[0].id
    moved = replace(poison, retired={"once.so": now})
    monkeypatch.setattr(shelf, "whole", lambda game_id: moved)
    assert asked(client, "clauses/poison/once.so")["item"]["id"] == now


def test_filters_let_through_what_they_say(client: Client) -> None:
    for game_id in game_ids():
        game = whole(game_id)
        chapter = game.chapters[-1].id
        found = asked(client, "clauses", game=game_id, chapter=chapter, per_page=100)["items"]
        assert [item["id"] for item in found] == [each.id for each in game.in_chapter(chapter)]
        found = asked(client, "rulings", game=game_id, status="ours", per_page=100)["items"]
        assert all(item["status"] == "ours" for item in found)
        assert len(found) == min(100, sum(each.status == "ours" for each in game.rulings))
        for box in game.boxes:
            found = asked(client, "cards", game=game_id, box=box.id, per_page=100)["items"]
            assert found
            assert all(box.id in item["boxes"] for item in found)
        for item in asked(client, "cards", game=game_id, box="none", per_page=100)["items"]:
            assert item["boxes"] == []


@pytest.mark.usefixtures("index_of_all")
def test_search_is_that_of_the_site(client: Client) -> None:
    query = "что забрать из котла"
    with override("ru"):
        boxes = {game_id: shelf.whole(game_id).box_by_id for game_id in shelf.games()}
        found = hits.find(query, limit=5, boxes=boxes)
    data = asked(client, "search", q=query, per_page=5)
    assert [(item["game"], item["kind"], item["id"]) for item in data["items"]] == [
        (hit.game, hit.kind, hit.key) for hit in found.hits
    ]
    assert data["found"] == found.total
    second = asked(client, "search", q=query, per_page=5, page=2)["items"]
    assert second
    assert second != data["items"]


def test_whose_it_is_is_said_in_the_language_that_was_asked(client: Client) -> None:
    said = {lang: asked(client, "", lang=lang) for lang in ("ru", "en")}
    for name in ("licence", "reconstructions"):
        assert re.search("[а-яё]", said["ru"][name])
        assert not re.search("[а-яё]", said["en"][name])


# --- What can't be asked ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"page": "999999"}, 404),
        ({"page": "0"}, 400),
        ({"page": "-1"}, 400),
        ({"page": "два"}, 400),
        ({"page": "²"}, 400),
        ({"page": "9" * 5000}, 400),
        ({"per_page": "101"}, 400),
        ({"per_page": ""}, 400),
        ({"page": ["1", "2"]}, 400),
        ({"lang": "fr"}, 400),
        ({"chaptre": "turn"}, 400),
        ({"__proto__": "\U0001f9ea" * 300}, 400),
    ],
)
def test_nonsense_is_refused_in_a_sentence(
    client: Client, name: str, query: dict[str, Any], status: int
) -> None:
    """«out of range or nonsense: a clear JSON error», never a 500 and never an empty list in silence."""
    error = refused(client, name, status, **query)
    assert error["parameter"] == next(iter(query))[:40]


def test_the_largest_page_that_is_named_may_be_asked_for(client: Client) -> None:
    largest = refused(client, "clauses", 400, page="0")["message"].split()[-1].rstrip(".")
    assert refused(client, "clauses", 404, page=largest)["parameter"] == "page"


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("clauses", {"game": "chess"}, 404),
        ("history", {"game": "chess"}, 404),
        ("clauses", {"chapter": "nowhere"}, 400),
        ("rulings", {"status": "maybe"}, 400),
        ("cards", {"box": "nowhere"}, 400),
        ("games/chess", {}, 404),
        ("clauses/chess/turn", {}, 404),
        ("clauses/poison/nowhere", {}, 404),
        ("cards/poison/../../x", {}, 404),
        ("nowhere/at/all", {}, 404),
        ("search", {}, 400),
        ("search", {"q": " "}, 400),
        ("search", {"q": "я" * 201}, 400),
        ("search", {"q": "котёл", "game": "chess"}, 404),
    ],
)
def test_what_is_not_there_is_said_in_the_language_that_was_asked(
    client: Client, path: str, query: dict[str, str], status: int
) -> None:
    said = {lang: refused(client, path, status, lang=lang, **query)["message"] for lang in ("ru", "en")}
    assert said["ru"] != said["en"]
    assert said["en"].isascii() or "“" in said["en"]


def test_a_query_that_cannot_be_read_is_refused_in_json(client: Client) -> None:
    for query in ("q=%FF", "q=%00"):
        answer = client.get(f"{V1}search?{query}")
        assert (answer.status_code, answer.json()["error"]["status"]) == (400, 400)


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_nothing_can_be_written(method: str) -> None:
    """Read-only: whoever tries hears so, not that a form lacks its token."""
    answer = getattr(Client(enforce_csrf_checks=True), method)(f"{V1}games")
    assert (answer.status_code, answer.json()["error"]["status"]) == (405, 405)
    assert answer["Allow"] == "GET, HEAD, OPTIONS"


def test_a_fault_of_ours_is_told_in_json(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr(hits, "index_path", lambda: 1 / 0)
    assert refused(client, "search", 500, q="котёл")


def test_a_site_without_an_index_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(hits, "index_path", lambda: tmp_path / "none.db")
    assert refused(client, "search", 503, q="котёл")


# --- How it comes -------------------------------------------------------------------------------------------


def test_what_has_not_changed_is_not_sent_again(client: Client) -> None:
    first = client.get(f"{V1}clauses?lang=en")
    again = client.get(f"{V1}clauses?lang=en", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["Access-Control-Allow-Origin"] == "*"
    assert client.get(f"{V1}clauses?lang=ru", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_cookies_change_nothing(client: Client) -> None:
    """The boxes on a reader's table are theirs; a program hears of all of them."""
    before = client.get(f"{V1}cards").content
    for game_id in game_ids():
        client.cookies[f"boxes-{game_id}"] = ".".join(whole(game_id).box_by_id)
    assert client.get(f"{V1}cards").content == before


def test_a_browser_may_ask_before_it_asks(client: Client) -> None:
    answer = client.options(f"{V1}clauses")
    assert (answer.status_code, answer["Access-Control-Allow-Headers"]) == (204, "If-None-Match")


# --- The description ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.usefixtures("index_of_all")
def test_the_description_agrees_with_every_answer(client: Client, lang: str) -> None:
    """«an OpenAPI 3.1 description tested to agree with the views»: its examples are asked for, too."""
    description = asked(client, "openapi.json", lang=lang)
    schemas = description["components"]["schemas"]
    assert description["openapi"] == "3.1.0"
    for path, operations in description["paths"].items():
        operation, query, place = operations["get"], {"lang": lang}, path
        for parameter in operation["parameters"]:
            if parameter["in"] == "path":
                place = place.replace(f"{{{parameter['name']}}}", parameter["example"])
            elif "example" in parameter:
                query[parameter["name"]] = parameter["example"]
        data = asked(client, place.removeprefix("/"), **query)
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        assert list(faults(schema, data, schemas)) == [], path


@pytest.mark.parametrize("name", LISTS)
def test_the_description_agrees_with_every_entry(client: Client, name: str) -> None:
    description = asked(client, "openapi.json")
    schema = description["paths"][f"/{name}"]["get"]["responses"]["200"]["content"]["application/json"][
        "schema"
    ]
    page = 1
    while page:
        data = asked(client, name, page=page, per_page=100)
        assert list(faults(schema, data, description["components"]["schemas"])) == []
        page = page + 1 if data["next"] else 0


def test_a_refusal_is_described(client: Client) -> None:
    description = asked(client, "openapi.json")
    schemas = description["components"]["schemas"]
    for path, query in (("clauses", {"page": "0"}), ("nowhere", {})):
        data = json.loads(client.get(V1 + path, query).content)
        assert list(faults({"$ref": "#/components/schemas/error"}, data, schemas)) == []


def test_every_address_and_every_filter_is_described(client: Client) -> None:
    paths = asked(client, "openapi.json")["paths"]
    served = {route.removeprefix(V1[1:-1]) for route in routes(get_resolver()) if route.startswith(V1[1:])}
    described = {path.replace("{game}", "<str:game_id>").replace("{id}", "<str:entry_id>") for path in paths}
    assert described == served - {"/<path:rest>"}
    for name, kind in KINDS.items():
        told = {parameter["name"] for parameter in paths[f"/{name}"]["get"]["parameters"]}
        assert told == {"game", "lang", "page", "per_page", *(each.name for each in kind.filters)}


# --- The page for who writes a program ----------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["", "/en"])
def test_the_page_for_programs_shows_addresses_that_answer(client: Client, lang: str) -> None:
    html = client.get(f"{lang}/api").content.decode()
    for name in (*LISTS, "search", "openapi.json"):
        assert f"<code>{V1}{name}</code>" in html
    assert client.get("/api/v1").headers["Location"] == V1


def test_every_page_leads_there(client: Client) -> None:
    assert 'href="/api"' in client.get("/").content.decode()


def test_what_changed_is_told_from_a_day_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """«In the API (`?since=`)»: what an entry said before, when and why it says something else."""
    why, was = Text("Яснее.", "Clearer."), Text("Заберите всё.", "Take all.")
    told = (
        Revision("clause", "overflow.take", "2026-08-03", "changed", why, was, was, {"status": "ours"}),
        Revision("term", "pot", "2026-08-02", "gone", why, was, Text("Котелок", "Pot")),
    )
    content = replace(whole("poison"), revisions=told)
    load_games([content])
    monkeypatch.setattr(shelf, "whole", lambda game_id: content if game_id == "poison" else whole(game_id))
    query = {"game": "poison", "lang": "en"}
    newest, gone = asked(client, "history", **query)["items"]
    assert (newest["date"], newest["was"], newest["reason"]) == ("2026-08-03", "Take all.", "Clearer.")
    assert newest["facts"] == {"status": "ours"}
    assert newest["url"].endswith("/en/rules/poison/overflow.take")
    assert asked(client, newest["api"].partition(V1)[2])["item"]["id"] == "overflow.take"
    assert (gone["what"], gone["title"], gone["url"], gone["api"]) == ("gone", "Pot", None, None)
    assert asked(client, "history", since="2026-08-03", **query)["items"] == [newest]
    assert asked(client, "history", since="2026-08-04", **query)["items"] == []
    for since in ("yesterday", "2026-02-30", "9" * 2000):
        assert refused(client, "history", 400, since=since, **query)["parameter"] == "since"
