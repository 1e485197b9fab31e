"""The hint on the table's page: each move with what it rests on, in the reader's language."""

import re

import pytest
from django.test import Client

from games.alchemists.rulebook.numbers import about_points, points_word
from games.alchemists.tests.simulator import games
from rulebook.content import reading
from rulebook.wording.sentences import render
from simulator.game import engine_of
from simulator.matches.hints import hint_rows
from simulator.matches.log import Words
from simulator.models import Match
from tests.simulator.test_pages_table import start

GAME = engine_of("alchemists")


def asked(client: Client, match: Match, before: str = "") -> str:
    """The page's part with the hint for the first choice, read in a language."""
    response = client.post(f"{before}{match.get_absolute_url()}/hint", {"ply": 0})
    assert response.status_code == 200
    page = response.content.decode().replace("\N{NO-BREAK SPACE}", " ")
    return page[page.index('id="hint"') :]


@pytest.mark.django_db
def test_a_hint_says_why_in_both_languages_and_speaks_of_worlds_not_of_playouts(client: Client) -> None:
    match = start(client, "here", "random", game="alchemists")
    page = asked(client, match)
    assert re.search("хоть в первом|в первом раунде не продают|до публикации|долой|Поставит ваши кубы", page)
    assert "Миры сосчитаны все до одного" in page
    assert "Цифра справа: на сколько очков ход, по оценке, хуже лучшего." in page
    assert not re.search("розыгрыш|раздач|зерно", page)
    assert re.search("round|publish|go\\.|compete", asked(client, match, "/en"))


@pytest.mark.django_db
def test_a_game_that_plays_its_moves_out_says_no_more_than_before(client: Client) -> None:
    match = start(client, "here", "random", "random", **{"option-dealer": "3"})
    page = asked(client, match)
    assert "hint-why" not in page
    assert "розыгрыш" in page


@pytest.mark.parametrize(
    ("lang", "said"),
    [("ru", "делит 40 320 миров на 7 частей по 5 760"), ("en", "splits 40,320 worlds into 7 parts of 5,760")],
)
def test_rows_of_a_hint_say_how_a_pair_divides_the_worlds(lang: str, said: str) -> None:
    """notebook.advice: before the first experiment all worlds are possible, and each potion is as likely."""
    state = GAME.new_game({"players": 2, "options": {}}, 3).state
    while not any(move.verb == "mix" for move in GAME.legal_moves(state, min(GAME.to_act(state)))):
        seat = min(GAME.to_act(state))
        best = GAME.hint(GAME.view(state, seat), 1, 1).estimates[0]
        state = GAME.apply(state, seat, best.move).state
    seat = min(GAME.to_act(state))
    words = Words(reading.load("alchemists"), ("Оля", "Саша"), lang)
    rows = hint_rows(words, state, seat, GAME.hint(GAME.view(state, seat), 1, 1))
    assert said in rows[0].why[0].replace("\N{NO-BREAK SPACE}", " ")
    assert rows[0].text == "+0"
    assert all(row.text == "+0" or row.text.startswith("−") for row in rows)


@pytest.mark.parametrize(
    ("shown", "word"), [("+1", "очко"), ("−3", "очка"), ("+12", "очков"), ("+3,0", "очка")]
)
def test_points_agree_with_their_number(shown: str, word: str) -> None:
    assert points_word(shown, "ru") == word


@pytest.mark.parametrize(
    ("points", "word"), [(4.0, "4 очков"), (1.0, "1 очка"), (2.32, "2,3 очка"), (21.0, "21 очка")]
)
def test_points_agree_with_their_number_behind_about(points: float, word: str) -> None:
    assert about_points(points, "ru").replace("\N{NO-BREAK SPACE}", " ") == word


@pytest.mark.parametrize(
    ("artifact", "said"),
    [("bronze_cup", "в конце игры 4 очка, цена 4 золотых"), ("boots_of_speed", "до конца игры около")],
)
def test_a_card_of_points_alone_is_worth_what_it_says(artifact: str, said: str) -> None:
    """«В очках около 4» for a card of exactly four (played by hand, 27)."""
    state = games.dealt(games.table(3, 6 if artifact == "bronze_cup" else 2), artifact)
    state = games.ready(games.cubes(state, "buy_artifact", [(0, 1)]))
    hint = GAME.hint(GAME.view(state, 0), 1, 1)
    (row,) = (row for row in hint.estimates if row.move.args[:1] == (artifact,))
    words = Words(reading.load("alchemists"), ("Оля", "Саша", "Рита"), "ru")
    assert said in words.mark(row.why[0].code, row.why[0].params).replace("\N{NO-BREAK SPACE}", " ")


def test_a_move_is_called_better_only_where_a_reader_sees_by_how_much() -> None:
    """«Первый ход заметно лучше остальных» stood over +11,3 and +11,2 (played by hand, 5)."""
    clear = alike = 0
    state = GAME.new_game({"players": 3, "options": {}}, 5).state
    while state.round < 3:
        seat = min(GAME.to_act(state))
        hint = GAME.hint(GAME.view(state, seat), 1, 1)
        means = [row.mean for row in hint.estimates]
        assert all(means[0] - mean > 0.3 for mean in means[hint.alike :])
        assert all(means[0] - mean < 0.4 for mean in means[: hint.alike])
        clear, alike = clear + (hint.clear and len(means) > 1), alike + (hint.alike > 1)
        state = GAME.apply(state, seat, hint.estimates[0].move).state
    assert clear > 10
    assert alike > 10


@pytest.mark.parametrize(
    ("code", "n", "said"),
    [
        ("hint_space", 5, "В руке станет 5 карт."),
        ("hint_space_queue", 1, "Раньше вас действуют те, кто уже стоит выше: 1."),
        ("hint_space_queue", 2, "Раньше вас действуют те, кто уже стоит выше: 2."),
        ("hint_space_first", 0, "Выше вас пока никого."),
    ],
)
def test_a_space_is_advised_by_what_its_name_does_not_say(code: str, n: int, said: str) -> None:
    """order.choose: the label says already what a space of the order track gives and costs."""
    found = render(reading.load("alchemists"), "mark", code, {"n": n}, "ru")
    assert found.replace("\N{NO-BREAK SPACE}", " ") == said
