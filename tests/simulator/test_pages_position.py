"""The editor «Положение», sharing by address, and the examples of clauses."""

import re

import pytest
from django.test import Client

from games.poison.tests.simulator.positions import EDITOR
from rulebook.content import reading
from simulator.cases import casebook
from simulator.engine import sharing
from simulator.game import engine_of
from simulator.models import Match
from tests.daily import daily
from tests.simulator.test_pages_table import HTMX, replay
from tests.wire.site import Form

pytestmark = pytest.mark.django_db
POISON = engine_of("poison")
FIELDS = EDITOR.fields


def test_a_sound_position_becomes_an_address_that_shows_the_same_position(client: Client) -> None:
    response = client.post("/play/poison/position", FIELDS)
    assert response.status_code == 302
    position = sharing.unpack(response.url.split("?p=")[1])
    assert position["hands"] == {"Оля": "B7 R1", "Саша": 12, "Коля": "R2 P5"}
    page = client.get(response.url).content.decode()
    assert 'value="R7 X4 R2"' in page
    assert "Так может быть" in page
    assert response.url.split("?p=")[1] in page


def test_packing_and_unpacking_give_the_position_back() -> None:
    state = POISON.new_game({"players": 6}, 1).state
    position = POISON.short(state, ["А" * 40, "Б" * 40, "В", "Г", "Д", "Е"])
    assert sharing.unpack(sharing.pack(position)) == position


def test_playing_from_a_position_deals_the_unnamed_cards_at_random(client: Client) -> None:
    hands = set()
    for _ in range(3):
        response = client.post("/play/poison/position", {**FIELDS, "do": "play"})
        match = Match.objects.get(public_id=response.url.rsplit("/", 1)[-1])
        state = replay(match).state
        assert state.hands[0] == ("B7", "R1")
        assert len(state.hands[1]) == 12
        assert state.captured[1] == ("X4",)
        assert match.dealt_anew
        hands.add(state.hands[1])
    assert len(hands) == 3
    assert [seat.kind for seat in match.seats.all()] == ["here", "flat", "flat"]
    assert client.get(response.url).status_code == 200


def test_hands_left_empty_are_asked_about_before_they_are_played(client: Client) -> None:
    """play.md (b) 15: one hand of three cards and three empty ones began a game at once."""
    fields = {**FIELDS, "hand": ["B7 R1", "", ""], "do": "play"}
    asked = client.post("/play/poison/position", fields)
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "Без карт на руке: Саша, Коля." in page
    meant = re.search('name="bare" value="([^"]*)"', page)
    assert meant
    assert client.post("/play/poison/position", {**fields, "bare": meant[1]}).status_code == 302
    shared = client.post("/play/poison/position", {**fields, "do": "check"}).url
    assert 'name="bare" value="1 2"' in client.get(shared).content.decode(), "an address means what it says"


def test_a_hint_answers_for_the_seat_to_act_in_the_position(client: Client) -> None:
    page = client.post("/play/poison/position", {**FIELDS, "do": "hint"}).content.decode()
    assert "Подсказка: ходит Оля" in page
    assert page.count('class="scale"') == 2


def test_rows_for_players_are_added_and_removed(client: Client) -> None:
    more = client.post("/play/poison/position", {**FIELDS, "do": "add"}).content.decode()
    assert len(re.findall('name="hand"', more)) == 4
    assert 'value="R7 X4 R2"' in more
    fewer = client.post("/play/poison/position", {**FIELDS, "do": "remove"}).content.decode()
    assert len(re.findall('name="hand"', fewer)) == 2


@pytest.mark.parametrize(("do", "rows"), [("add", POISON.seats[-1]), ("remove", POISON.seats[0])])
def test_players_come_until_the_table_is_full_and_go_while_enough_are_left(
    client: Client, do: str, rows: int
) -> None:
    """setup.players: a key that can do nothing isn't there."""
    page = client.get("/play/poison/position/edit").text
    for _ in POISON.seats:
        if f'name="do" value="{do}"' in page:
            page = client.post("/play/poison/position", {**Form(page, "editor").sent, "do": do}).text
    assert page.count('name="name"') == rows


def test_one_player_too_many_in_a_position_is_refused_and_not_forgotten(client: Client) -> None:
    """setup.players: at most six."""
    response = client.post("/play/poison/position", {**FIELDS, "name": list("АБВГДЕЖ")})
    assert response.status_code == 422
    assert "/rules/poison/setup.players" in response.content.decode()


@pytest.mark.parametrize(
    ("turn", "marked"), [("Саша", ["1"]), (2, ["1"]), ("Юра", []), (0, []), (4, []), (True, []), ([], [])]
)
def test_who_is_to_act_is_named_or_numbered_and_nobody_is_marked_for_another(
    client: Client, turn: object, marked: list[str]
) -> None:
    """Whatever a shared position says of it, the editor shows it to be put right."""
    position = {"players": ["Оля", "Саша", "Коля"], "hands": {"Оля": "R1", "Саша": "R1"}, "turn": turn}
    page = client.get("/play/poison/position/edit", {"p": sharing.pack(position)}).content.decode()
    assert re.findall(r'name="turn"\s+value="(\d)"[^>]*\schecked', page) == marked


# --- Examples -----------------------------------------------------------------------------------------------


SLICES = 60


def scenarios() -> list[tuple[str, str]]:
    """Cases that are played at a table; score sheets have cases of their own."""
    return [(case.game, case.id) for case in casebook.cases() if case.sheet is None]


@pytest.mark.long
@pytest.mark.parametrize("part", daily(range(SLICES), (0,)))
def test_every_case_opens_in_russian_and_goes_to_its_end_in_english(client: Client, part: int) -> None:
    """A slice of the cases of all games every day; all of them are judged by conformance."""
    for game, name in scenarios()[part::SLICES]:
        url = f"/play/{game}/example/{name}"
        page = client.get(url, **HTMX).content.decode()
        steps = int(re.search(r"шаг 1\sиз (\d+)", page)[1])
        assert client.get(f"/en{url}?step={steps - 1}", **HTMX).status_code == 200


def test_every_example_that_a_clause_names_can_be_shown(client: Client) -> None:
    for clause in reading.load("poison").clauses:
        if clause.scenario:
            url = f"/play/poison/example/{clause.scenario}"
            assert client.get(url, **HTMX).status_code == 200, clause.id


def test_an_example_ends_with_the_refusal_that_its_case_expects(client: Client) -> None:
    case = next(case for case in casebook.cases() if "refusal" in case.expect)
    page = client.get(f"/play/poison/example/{case.id}?step={len(case.moves)}").content.decode()
    assert 'class="refusal"' in page


def test_an_example_opens_on_the_table_as_a_position(client: Client) -> None:
    page = client.get("/play/poison/example/exactly-thirteen").content.decode()
    letters = re.search(r"/play/poison/position\?p=([\w-]+)", page)[1]
    assert sharing.unpack(letters)["cauldrons"] == ["R7 R4", "", ""]
    board = client.get(f"/play/poison/position?p={letters}").content.decode()
    assert "Ходит" in board
    assert "Играть отсюда" in board
    assert "data-editor" not in board, "table.md b7: a stranger saw a form of card counts"
    assert f'href="/play/poison/position/edit?p={letters}"' in board


def test_the_example_is_a_fragment_for_htmx_and_a_page_otherwise(client: Client) -> None:
    url = "/play/poison/example/exactly-thirteen"
    assert "<html" not in client.get(url, **HTMX).content.decode()
    assert "<html" in client.get(url).content.decode()
