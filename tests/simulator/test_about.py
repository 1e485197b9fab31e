"""Touch anything: what a table draws tells what it is, and hides what it must."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from rulebook.content.entries import LANGUAGES
from simulator.engine.game import Config
from simulator.game import engine_of, played_games
from simulator.matches.about import told_of
from simulator.matches.board import Words
from simulator.models import Match
from simulator.table.about import ThingName
from tests.simulator.test_pages_table import lay, replay, run, start

pytestmark = pytest.mark.django_db
GAMES = played_games()
DRAWN = re.compile(r'data-about="([^"]+)"')
NAMES = ("А", "Б", "В")
PLIES = 40


def things_in(page: str) -> list[str]:
    return list(dict.fromkeys(DRAWN.findall(page)))


def configs(game_id: str) -> list[Config]:
    """As the game is, and with the most options changed, so that all boxes are on the table."""
    first, *others = engine_of(game_id).configs.values()
    return [first, *sorted(others, key=lambda each: len(each.options))[-1:]]


def positions(client: Client, game_id: str) -> Iterator[tuple[Match, Any]]:
    """Matches of three some moves on, as random bots play them; the seat to act first is on this device."""
    game = engine_of(game_id)
    for config in configs(game_id):
        seats = 3 if 3 in config.seats else config.seats[0]
        match = start(client, *(["here"] + ["phone"] * (seats - 1)), game=game_id)
        options = {"players": seats, "options": dict(config.options)}
        lay(match, game.new_game(options, 3).state)
        run(match, PLIES, bot="random")
        yield Match.objects.get(pk=match.pk), replay(match)


def page_of(client: Client, match: Match) -> str:
    return client.get(match.get_absolute_url()).content.decode()


@pytest.mark.parametrize("game_id", GAMES)
def test_nothing_that_is_drawn_is_silent(client: Client, game_id: str) -> None:
    """In both languages: a name, a line at least, a clause of the game; and no two things say the same, but
    for copies of a card.
    """
    for match, now in positions(client, game_id):
        names, content = things_in(page_of(client, match)), match.content
        assert len(names) > 3, "a table names its things"
        people = tuple(seat.name for seat in match.seats.order_by("place"))
        for lang in LANGUAGES:
            say, view = Words(content, people, lang), now.engine.view(now.state, 0)
            told = {name: told_of(say, view, ThingName.of(name)) for name in names}
            assert [name for name, each in told.items() if not (each and each.name and all(each.lines))] == []
            assert [name for name, each in told.items() if not each.lines] == []
            assert [name for name, each in told.items() if each.clause not in content.clause_by_id] == []
            said: dict[Any, str] = {}
            for name, each in told.items():
                alike = said.setdefault((each.name, each.lines), each.card or name)
                assert alike == (each.card or name), f"{name} and {alike} share a text"
