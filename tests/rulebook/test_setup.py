"""The page of the setup: a drawn table, figures and rules to tick off for each number of players.

Issue: «Setup of every game for each number of players and box (`?players=4`, works without JavaScript): a
drawn table and a list to tick».
"""

import re
from dataclasses import replace

import pytest
from django.test import Client

from rulebook import setup
from rulebook.content.entries import GameContent
from rulebook.content.reading import game_ids, load
from tests.rulebook.reference_reader import LINKS, cost_of

pytestmark = pytest.mark.django_db
BOXES = [("guild",), ("university",), ("guild", "university")]
TABLES = [(game_id, ()) for game_id in game_ids()] + [("potions", boxes) for boxes in BOXES]
HEAVIEST = 30_000  # bytes of a page as it is sent
SLOWEST = 3  # empty pages


def at_table(client: Client, game_id: str, boxes: tuple[str, ...]) -> GameContent:
    if boxes:
        client.post(f"/rules/{game_id}/boxes", {"boxes": ",".join(boxes)})
    return load(game_id, boxes=boxes)


@pytest.mark.parametrize(("game_id", "boxes"), TABLES)
def test_each_number_of_players_has_its_table_and_its_list(
    client: Client, game_id: str, boxes: tuple[str, ...]
) -> None:
    game = at_table(client, game_id, boxes)
    for players in range(game.players[0], game.players[1] + 1):
        answer = client.get(f"/rules/{game_id}/setup?players={players}")
        assert answer.status_code == 200
        html = answer.content.decode()
        expected = setup.of(game, players, "ru")
        assert re.findall(r'<input type="checkbox" value="([^"]*)"', html) == [
            clause.id for clause in expected.clauses
        ]
        ticked = LINKS.findall(html.partition('class="ticks"')[2].partition("</ol>")[0])
        rules = [(name, number) for _, name, number in ticked]
        assert set(rules) >= {(clause.id, clause.number) for clause in expected.clauses}
        assert '<svg class="drawing"' in html
        assert [said.strip() for said in re.findall(r'class="setup-said">([^<]*)<', html)] == [
            count.said for count in expected.counts
        ]
        assert all(count.clause in game.clause_by_id for count in expected.counts)
        assert f'players={players}" aria-current="page"' in html


@pytest.mark.parametrize("prefix", ["", "/en"])
@pytest.mark.parametrize("asked", ["1", "7", "0", "-3", "many", "４", "9" * 5000, "<script>"])
def test_an_impossible_number_is_told_and_the_usual_one_shown(
    client: Client, prefix: str, asked: str
) -> None:
    answer = client.get(f"{prefix}/rules/poison/setup", {"players": asked})
    assert answer.status_code == 400
    html = answer.content.decode()
    assert ("Играют от 3 до 6" if not prefix else "Between 3 and 6") in html.replace("\u00a0", " ")
    assert "<script>" not in html
    assert 'players=4" aria-current="page"' in html


def test_the_chapter_keeps_its_address_and_leads_on(client: Client) -> None:
    """What links have called /rules/<game>/setup for long is the chapter."""
    html = client.get("/rules/poison/setup").content.decode()
    assert 'id="setup.uneven"' in html
    for players in (3, 4, 5, 6):
        assert f'href="/rules/poison/setup?players={players}"' in html
        assert f'href="/rules/poison/setup?players={players}"' in client.get("/rules/poison").content.decode()


def test_a_game_without_a_list_ticks_off_its_rules_of_setup_and_has_no_drawing() -> None:
    stranger = replace(load("poison"), id="solitaire", setup=())
    found = setup.of(stranger, 4, "ru")
    assert [clause.id for clause in found.clauses] == [
        clause.id for clause in stranger.clauses if clause.id.startswith("setup.")
    ]
    assert (found.counts, found.drawing) == ((), "")
    assert setup.ticked(replace(stranger, clauses=()), 4) == ()


@pytest.mark.parametrize("game_id", game_ids())
def test_the_page_is_light_and_quick(client: Client, game_id: str) -> None:
    """At most 30 KB compressed, and three times the work of an empty page."""
    weight, ratio = cost_of(client, f"/rules/{game_id}/setup?players={load(game_id).players[1]}")
    print(f"{game_id}: {weight} bytes, {ratio:.2f} empty pages")
    assert weight <= HEAVIEST
    assert ratio <= SLOWEST
