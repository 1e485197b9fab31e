"""The start form: how many sit down, what is told of each bot, how long it takes, what a box brings."""

import re
from html import unescape

import pytest
from django.test import Client

from rulebook.content import reading
from simulator.game import engine_of, played_games
from simulator.game import get as game_object
from simulator.matches import forms
from simulator.models import Match

pytestmark = pytest.mark.django_db
STYLED = 11  # choices of a seat of which css/table.css shows the chosen one alone


def form_of(client: Client, game_id: str) -> str:
    """The page with the form, which a game with a door of its own has behind it."""
    page = client.get(f"/play/{game_id}").content.decode()
    if 'class="at-start"' not in page:
        behind = re.search(rf'href="(/play/{game_id}/[^"?]+)"', page)
        assert behind
        page = client.get(behind[1]).content.decode()
    return unescape(page)


@pytest.mark.parametrize(("chosen", "seats"), [("3", 3), ("4", 4), ("", 5), ("nobody", 5), ("99", 5)])
def test_so_many_sit_down_as_were_chosen_whatever_the_other_rows_say(
    client: Client, chosen: str, seats: int
) -> None:
    kinds = {f"kind-{place}": kind for place, kind in enumerate(["here", *["greedy"] * 4])}
    answer = client.post("/play/poison", {**kinds, **({"seats": chosen} if chosen else {})})
    assert answer.status_code == 302
    assert Match.objects.get().seats.count() == seats


@pytest.mark.parametrize("game_id", played_games())
def test_each_count_of_people_and_each_bot_is_a_chip_with_a_line(client: Client, game_id: str) -> None:
    page = form_of(client, game_id)
    chips = re.findall(r'name="seats" value="(\d)"', page)
    assert [*map(int, chips)] == [*engine_of(game_id).seats]
    assert len([*forms.people(), *forms.bots(game_id)]) <= STYLED
    for kind in forms.bots(game_id):
        offered = re.findall(rf'name="kind-\d" value="{kind.value}"', page)
        assert len(offered) == engine_of(game_id).seats[-1], "each seat may have it"
        assert kind.about, "how strong it is"
        assert kind.about in page
    for count in forms.seat_counts(game_id):
        assert count.minutes == game_object(game_id).minutes(count.n)
        assert count.minutes is None or count.minutes % 5 == 0


def test_the_line_of_a_bot_has_the_measured_figure(client: Client) -> None:
    page = unescape(client.get("/play/poison").content.decode()).replace("\u00a0", " ")
    assert "75 % побед против «скупой», поровну 25 %" in page
    english = unescape(client.get("/en/play/poison").content.decode())
    assert "wins 75% against “stingy”, an even share is 25%" in english


@pytest.mark.parametrize("game_id", ["potions", "wizwar"])
def test_each_box_says_in_a_line_what_it_brings(client: Client, game_id: str) -> None:
    page = form_of(client, game_id)
    for box in reading.whole(game_id).boxes:
        first = box.about.ru.partition(". ")[0].rstrip(".")
        assert first in page


def test_a_bot_has_the_face_of_its_game_of_its_name_or_of_any_bot() -> None:
    assert forms.face("poison", "greedy") == "bot-poison-greedy"
    assert forms.face("potions", "greedy") == "bot-greedy"
    assert forms.face("nobody", "unheard-of") == "bot"
