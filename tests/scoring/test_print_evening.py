"""All that an evening needs in one file: reference sheets, the score sheet, what else its game says."""

import re

import pytest
from django.test import Client
from django.utils import translation

from rulebook import game as games
from rulebook.content.reading import game_ids, load
from rulebook.game import Rulebook
from rulebook.printing import documents
from rulebook.printing.pdf import NEXT_PART
from rulebook.printing.views import usual_players
from scoring import printing

URL = "http://192.168.1.5:8000/score"
pytestmark = pytest.mark.django_db


def parts(game_id: str, players: int) -> list[str]:
    with translation.override("ru"):
        return printing.evening(load(game_id), "a4", URL, players).split(NEXT_PART)


def titles(found: list[str]) -> list[str]:
    return re.findall(r"<title>(.*?)</title>", "".join(found))


def test_everybody_gets_a_reference_sheet_and_the_table_a_score_sheet() -> None:
    """Print by need: «Комплект на вечер» in one file, called so; by default a reference each and the sheet.
    Each part keeps its styles.
    """
    assert Rulebook().evening(4) == ()
    found = parts("poison", 3)
    assert titles(found)[0] == "Алхимия: комплект на вечер"
    assert len(found) == 4
    assert found[0] == found[1] == found[2] != found[3]
    assert "Игроков: 3" in found[3].replace("\u00a0", " ")
    assert "css/print/sheet.css" in found[3]
    assert "css/print/sheet.css" not in found[0]


@pytest.mark.parametrize("game_id", game_ids())
def test_each_game_says_what_else_its_evening_needs(game_id: str) -> None:
    game = load(game_id)
    players, (least, most) = usual_players(game), game.players
    assert players == sorted((least, 4, most))[1], "four, where so many may play"
    needed = games.get(game_id).evening(players)
    more = sum(players if each.each else 1 for each in needed)
    assert len(parts(game_id, players)) == players + 1 + more
    assert {each.document for each in needed} <= set(games.documents(game_id))


def test_every_alchemist_writes_into_a_grid_of_their_own() -> None:
    found = parts("alchemists", 3)
    with translation.override("ru"):
        grid = documents.extra(load("alchemists"), "grid", "a4")
    assert found.count(grid) == 3


@pytest.mark.parametrize("query", [{"players": "7"}, {"players": "двое"}, {"paper": "a3"}, {"boxes": "<b>"}])
def test_an_unknown_option_gets_400_and_a_sentence(client: Client, query: dict[str, str]) -> None:
    answer = client.get("/print/poison/evening.pdf", query)
    assert answer.status_code == 400
    said = "Такого дополнения" if "boxes" in query else "так не печатают"
    assert said in answer.content.decode()
    assert "<b>" not in answer.content.decode().partition("<main")[2]


def test_no_game_has_no_evening(client: Client) -> None:
    assert client.get("/print/nope/evening.pdf").status_code == 404
    assert client.post("/print/poison/evening.pdf").status_code == 405
