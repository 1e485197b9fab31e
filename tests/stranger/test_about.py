"""Whatever a guest's table draws tells what it is, by its content alone (docs/new-game.md)."""

import re

import pytest
from django.test import Client

from rulebook.content.entries import LANGUAGES
from simulator.matches.about import told_of
from simulator.matches.log import Words
from simulator.table.about import ThingName
from tests.simulator.test_about import JSON, things_in
from tests.simulator.test_pages_table import replay, run, start

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game_id", ["stranger", "fireflies"])
def test_nothing_that_is_drawn_is_silent(client: Client, game_id: str) -> None:
    """People, cards of the hand, fields of the view: each with a line and a clause, in both languages."""
    match = start(client, "here", "phone", game=game_id)
    for _ in range(3):
        now, names = replay(match), things_in(client.get(match.get_absolute_url()).content.decode())
        assert {name.partition(":")[0] for name in names} >= {"seat"}
        view = now.engine.view(now.state, 0)
        for lang in LANGUAGES:
            say = Words(match.content, ("А", "Б"), lang)
            for name in names:
                told = told_of(say, view, ThingName.of(name))
                assert told is not None, name
                assert told.name, name
                assert told.lines, name
                assert told.clause in match.content.clause_by_id, name
        run(match, 6, bot="random")


def test_a_card_of_the_hand_says_what_may_be_done_with_it(client: Client) -> None:
    match = start(client, "here", "phone", game="stranger")
    page = client.get(match.get_absolute_url()).content.decode()
    card = next(name for name in things_in(page) if name.startswith("card:"))
    told = client.get(f"{match.get_absolute_url()}/about", {"thing": card}, headers=JSON).json()
    assert told["moves"]
    assert not told["refusal"]
    other = client.get(f"{match.get_absolute_url()}/about", {"thing": "fact:picked"}, headers=JSON)
    assert other.status_code == 404, "what isn't in the view"


def test_a_field_is_called_as_the_table_calls_it(client: Client) -> None:
    match = start(client, "here", "phone", game="fireflies")
    run(match, 1, bot="random")
    page = client.get(match.get_absolute_url()).content.decode()
    field = next(name for name in things_in(page) if name.startswith("fact:"))
    label = re.search(rf'data-about="{field}">\s*<dt>([^<]+)</dt>', page)
    told = client.get(f"{match.get_absolute_url()}/about", {"thing": field}, headers=JSON).json()
    assert label is not None
    assert told["name"].casefold() == label[1].strip().casefold()
