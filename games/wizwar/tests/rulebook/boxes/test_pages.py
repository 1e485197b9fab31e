"""A reader puts the boxes of «Маго-бой» on the table: lists, rules and the sheet follow, and no page lies."""

import re
from pathlib import Path

import pytest
from django.test import Client

from rulebook import boxes, finder
from rulebook.content.reading import load, whole
from tests.daily import daily

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules_loaded")]
GAME = "/rules/wizwar"
UNPLAYED = "Симулятор в это дополнение не играет"
EVERY = whole("wizwar")


def at_table(client: Client, said: str) -> Client:
    client.post(f"{GAME}/boxes", {"boxes": said, "back": GAME})
    return client


def shown(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, url
    return response.content.decode().replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> dict[str, finder.BoxRoom]:
    """The boxes that the simulator has a folder for, whatever it has in this house."""
    found: dict[str, finder.BoxRoom] = {}
    known = finder.boxes
    monkeypatch.setattr(
        boxes.finder, "boxes", lambda app, game: found if app == "simulator" else known(app, game)
    )
    return found


@pytest.fixture
def with_table(tmp_path: Path) -> finder.BoxRoom:
    """A box in the simulator that can be put on a table there."""
    (tmp_path / "table").mkdir()
    return finder.BoxRoom("simulator", "wizwar", "monsters", "monsters", tmp_path)


SETS = ["", "monsters", "artifacts", "artifacts,monsters"]


@pytest.mark.parametrize("said", daily(SETS, SETS[::3]))
def test_chapters_cards_and_clarifications_follow_the_table(client: Client, said: str) -> None:
    content, page = load("wizwar", boxes=filter(None, said.split(","))), shown(at_table(client, said), GAME)
    linked = set(re.findall(rf'href="{GAME}/([a-z-]+)"', page))
    assert {chapter.id for chapter in EVERY.chapters} & linked == set(content.chapter_by_id) - {"setup"} | (
        {"setup"} & linked
    )
    cards = shown(client, f"{GAME}/cards")
    assert set(re.findall(rf'href="{GAME}/cards/(\w+)"', cards)) >= set(content.card_by_id) - {"warp", "die"}
    rulings = shown(client, f"{GAME}/rulings")
    assert set(re.findall(r'id="(wizwar-\d+)"', rulings)) == set(content.ruling_by_id)


def test_the_page_of_a_box_says_whether_the_simulator_plays_it(
    client: Client, played: dict[str, finder.BoxRoom], with_table: finder.BoxRoom
) -> None:
    assert UNPLAYED in shown(client, f"{GAME}/changes/monsters")
    played["monsters"] = with_table._replace(path=with_table.path / "engine")
    assert UNPLAYED in shown(client, f"{GAME}/changes/monsters")  # an engine alone can't be drawn
    played["monsters"] = with_table
    assert UNPLAYED not in shown(client, f"{GAME}/changes/monsters")
    assert UNPLAYED in shown(client, f"{GAME}/changes/artifacts")


def test_no_match_is_offered_with_a_box_that_the_simulator_does_not_play(
    client: Client, played: dict[str, finder.BoxRoom], with_table: finder.BoxRoom
) -> None:
    """Who has such a box on the table is told that the game goes on without it; who hasn't, reads nothing."""
    left_out = "Симулятор не играет в дополнения: Дополнение 1"
    at_table(client, "monsters")
    page = shown(client, "/play/wizwar")
    assert left_out in page
    assert 'name="box"' not in page
    played["monsters"] = with_table
    page = shown(client, "/play/wizwar")
    assert left_out not in page
    assert 'name="box" value="monsters" checked' in page
    assert 'value="artifacts"' not in page
    assert "не играет в дополнения" not in shown(at_table(client, ""), "/play/wizwar")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("cards/troll", "восстановлено: числа наши"),
        ("cards/troll", "жизни 6, шаги 2, удар 3"),
        ("cards/wand_of_sparks", "карту-образец придумали мы"),
        ("cards/wand_of_sparks", "задаёт число зарядов"),
        ("cards/load_stone", "на 1 шаг меньше"),
        ("cards/werewolf", "сколько выпало на кубике"),
        ("monsters.names", "Butt-Head"),
        ("teams.win", "три чужих сундука"),
    ],
)
def test_a_page_says_what_is_known(client: Client, url: str, said: str) -> None:
    assert said in shown(client, f"{GAME}/{url}")
