"""The one object of each game: found by its folder, asked for its part, and pure when it is imported."""

import re
import subprocess
import sys

import pytest
from django.conf import settings

from rulebook import finder
from simulator import game
from simulator.bulk.play import play
from simulator.game import Simulator, engine_of, has_engine, played_games, table_of
from simulator.matches import forms

ROOMS = list(finder.rooms("simulator"))


def test_engines_are_found_in_the_order_of_their_ids():
    assert played_games() == [game_id for game_id in sorted(ROOMS) if game.get(game_id).engine is not None]


def test_a_game_without_a_room_has_neither_engine_nor_table():
    assert type(game.get("nobody")) is Simulator
    assert not has_engine("nobody")
    for ask in (engine_of, table_of):
        with pytest.raises(KeyError):
            ask("nobody")


WITHOUT_THE_SITE = """
import sys
from simulator import game
for game_id in sys.argv[1:]:
    each = game.get(game_id)
    each.engine, each.table, each.case_kinds, each.promises, each.bot_titles, each.bot_strengths
    each.minutes(4), each.case_params
    if found := {name.partition(".")[0] for name in sys.modules} & {"django", "weasyprint", "sqlite3"}:
        sys.exit(f"{game_id}: {found}")
"""


def test_an_object_is_imported_without_the_site():
    """DESIGN: purity shows in the path; what needs Django is imported where it is used."""
    command = [sys.executable, "-c", WITHOUT_THE_SITE, *ROOMS]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("game_id", ROOMS)
def test_what_a_game_brings_is_complete(game_id):
    """Kinds of cases have an example and words; bots with names of their own play here."""
    each = game.get(game_id)
    assert set(each.case_kinds) == set(each.case_examples)
    bots = engine_of(game_id).bots if has_engine(game_id) else {}
    assert set(each.bot_titles) <= set(bots)
    assert all(title.ru and title.en for title in each.bot_titles.values())


@pytest.mark.parametrize("game_id", played_games())
def test_every_bot_of_a_game_has_a_name_in_the_form(game_id):
    assert all(kind.title != kind.value for kind in forms.bots(game_id))


@pytest.mark.parametrize("game_id", played_games())
def test_games_of_the_house_hide_hands_and_have_cards(game_id):
    """A curtain falls between people at one phone, and the words around the table are about cards."""
    assert engine_of(game_id).hides
    assert table_of(game_id).CARDS


@pytest.mark.parametrize("game_id", played_games())
def test_the_strength_of_a_bot_is_the_figure_that_was_measured(game_id):
    """docs/bots.md: `bot_strengths` has one of its lines for each bot but the one that all begin from."""
    measured = (settings.BASE_DIR / "docs" / "bots.md").read_text().splitlines()
    each = game.get(game_id)
    assert set(each.bot_strengths) == set(engine_of(game_id).bots) - {"random"}
    for bot, found in each.bot_strengths.items():
        seats = ",".join([bot, *[found.against] * (found.players - 1)])
        lines = [line for line in measured if f"`{seats}`" in line]
        assert any(re.search(rf"\b{found.wins:g}(\.0)? %", line) for line in lines), (bot, lines)


@pytest.mark.parametrize("game_id", played_games())
def test_a_game_takes_about_as_many_decisions_as_the_form_counts(game_id):
    """docs/bots.md: the mean of several games between bots of one kind."""
    each = game.get(game_id)
    assert set(each.decisions) == set(engine_of(game_id).seats) - ({2} if game_id == "poison" else set())
    players = max(each.decisions)
    bots = ["greedy"] * players
    done = play(game_id, {"players": players, "options": {}}, bots, 11)
    assert 0.5 < done.decisions / players / each.decisions[players] < 2
