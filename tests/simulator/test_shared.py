"""A shared position is a board to look at; the editor is a step further (table.md b7)."""

import re
from html import unescape

import pytest
from django.test import Client

from simulator.engine.sharing import NOTE_LIMIT, noted, pack, unpack
from simulator.models import Match
from tests.simulator.positions import Positions
from tests.simulator.test_pages_table import replay, run, start
from tests.simulator.test_position import EACH, POSITIONS

pytestmark = pytest.mark.django_db
POISON = "/play/poison/position"
SERIES = next(iter(POSITIONS["poison"].editor.whole()))


def position_of(url: str) -> tuple[dict, str]:
    return noted(unpack(re.search(r"[?&]p=([\w-]+)", url)[1]))


@EACH
def test_a_shared_position_is_drawn_as_the_seat_to_act_sees_it(client: Client, at: Positions) -> None:
    for position in at.editor.whole():
        page = client.get(f"/play/{at.game_id}/position", {"p": pack(position)})
        assert page.status_code == 200, page.content.decode()
        text = page.content.decode()
        assert re.search(r"<h1>Ходит ", text.replace("\u00a0", " "))
        assert "data-editor" not in text
        assert "shared-board" in text


@EACH
def test_its_keys_play_and_hint_from_the_board(client: Client, at: Positions) -> None:
    letters = pack(next(iter(at.editor.whole())))
    url = f"/play/{at.game_id}/position"
    played = client.post(url, {"p": letters, "do": "play"})
    assert played.status_code == 302
    assert played.url == Match.objects.get().get_absolute_url()


def test_a_hint_stands_below_the_board(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy", option_dealer="3")
    url = client.get(f"{match.get_absolute_url()}/position").url
    letters = re.search(r"p=([\w-]+)", url)[1]
    page = client.post(POISON, {"p": letters, "do": "hint"}).content.decode()
    assert "shared-board" in page
    assert 'id="hint"' in page


def test_a_comment_travels_in_the_link_as_one_plain_paragraph(client: Client) -> None:
    letters = pack(SERIES)
    said = "Куда?\n\x07<b>Сюда</b> " + "я" * 400
    url = client.post(POISON, {"p": letters, "do": "note", "note": said}).url
    position, note = position_of(url)
    assert position == SERIES
    assert note == ("Куда? <b>Сюда</b> " + "я" * 400)[:NOTE_LIMIT]
    page = client.get(url).content.decode()
    assert "<b>Сюда" not in page
    assert note in unescape(page)
    emptied = client.post(POISON, {"p": pack(*position_of(url)), "do": "note"})
    assert position_of(emptied.url) == (SERIES, "")


def test_the_editor_keeps_the_comment(client: Client) -> None:
    letters = pack(SERIES, "Как быть?")
    page = client.get(f"{POISON}/edit", {"p": letters}).content.decode()
    assert 'name="note" value="Как быть?"' in page


@pytest.mark.parametrize("note", [7, ["a"], {"a": 1}, None])
def test_a_comment_that_is_no_text_says_nothing(client: Client, note: object) -> None:
    page = client.get(POISON, {"p": pack({**SERIES, "note": note})})
    assert page.status_code == 200
    assert "shared-note" not in page.content.decode()


def test_a_position_that_cannot_be_says_why_and_leads_to_the_editor(client: Client) -> None:
    letters = pack({"players": 3, "cauldrons": ["R7 R7 R7 R7 R7"]})
    page = client.get(POISON, {"p": letters})
    assert page.status_code == 422
    assert 'class="refusal"' in page.content.decode()
    assert f'href="{POISON}/edit?p={letters}"' in page.content.decode()
    assert "shared-board" not in page.content.decode()
    assert client.post(POISON, {"p": letters, "do": "play"}).status_code == 422
    assert not Match.objects.exists()


def test_a_hand_that_the_sharer_has_not_seen_is_not_made_up(client: Client) -> None:
    """A bystander, or who waits for another seat, knows no card of whoever is to act."""
    match = start(client, "here", "greedy", "greedy")
    run(match, plies=1 if replay(match).to_act[0] == 0 else 0)
    assert replay(match).to_act[0] != 0
    seen = client.get(f"{match.get_absolute_url()}/position").url
    page = client.get(seen).content.decode()
    assert "shared-board" in page
    assert "scene-hand" not in page
