"""What parts of the table say: orders, grants, the conference, players, favours, rounds, the end."""

import re

import pytest
from django.test import Client

from games.alchemists.simulator.engine.goods import change_screen
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.test_pages_keys import key, page_of, words_of
from games.alchemists.tests.simulator.test_pages_table import begin, laid, text_of
from simulator.engine.tuples import without
from simulator.models import Match
from tests.simulator.test_pages_table import replay, run, send

pytestmark = pytest.mark.django_db
OURS = "восстановлено нами"


def part(page: str, title: str, end: str = "</section>") -> str:
    """A section of the table in words."""
    return words_of(page.partition(f'aria-labelledby="{title}"')[2].partition(">")[2].partition(end)[0])


def test_an_order_that_nobody_took_says_by_which_rule_it_is_closed(client: Client) -> None:
    """sell.slots: three players close two orders together; «К− закрыт» gave no reason (10)."""
    state = games.hand(games.table(), {0: "scorpion claw"})
    state = games.ready(games.cubes(games.cubes(state, "sell", [(0, 1)]), "drink", [(1, 1)]))
    state, _ = games.play(state, "order G+", "guarantee exact", "mix claw scorpion")
    page = page_of(client, state)
    assert "К+ Зелье исцеления закрыт 8.6" in part(page, "al-buyer-title")
    assert "З+ Зелье ускорения А А взят" in part(page, "al-buyer-title")


def test_grants_say_how_many_seals_they_take_and_what_they_are_called(client: Client) -> None:
    """grants.first, grants.later: the second takes three, and the panel didn't say so (11, 23, 36)."""
    said = part(page_of(client, games.ready(games.table())), "al-grants-title")
    assert "Первый: 2 ваши печати на его ингредиентах 10.17" in said
    assert "каждый следующий: 3 печати 10.18" in said
    assert "Грант 1: 2 очка" in said
    assert said.count(OURS) == 1
    assert "числа наши" not in said


def test_grants_of_ones_own_box_are_not_called_ours(client: Client) -> None:
    state = games.table(numbers={"g1.vp": 1, "g2.vp": 2})
    said = part(page_of(client, games.ready(state)), "al-grants-title")
    assert said.count(OURS) == 3
    assert re.search(rf"Грант 3: 2 очка {OURS}", said)
    assert not re.search(rf"Грант 2: 2 очка {OURS}", said)


def test_the_conference_is_told_in_sentences(client: Client) -> None:
    """conference.award, conference.loss: «Нужна 1 печать, у вас 0: +1 к репутации» (23)."""
    said = part(page_of(client, games.ready(games.table())), "al-conference-title")
    assert "С 1 печатью и больше: +1 к репутации. Без печатей: −1. У вас пока ни одной." in said
    state = games.theory(games.table(level="master"), "toad", "a0", {0: "gold"})
    said = part(page_of(client, games.ready(state)), "al-conference-title")
    assert "С 2 печатями и больше: +1 к репутации. Без печатей: −2, с 1 печатью: −1. У вас 1 печать." in said


def test_cubes_of_a_player_say_where_they_are(client: Client) -> None:
    """«Кубы 3», and two more stood in the sale (23)."""
    state = games.acting("student", [(0, 2)], {0: "toad fern"})
    page = page_of(client, state)
    own = words_of(page.partition('id="person-0"')[2].partition("</section>")[0])
    assert "кубы у себя 3 на поле 2" in own


def test_things_of_a_player_are_apart(client: Client) -> None:
    """«Гранты: 1 Печати упавших теорий» ran together (28)."""
    state = games.board(games.table(), 0, grants=("g4", "g5"), seals=("hedge_B",))
    state = games.ready(change_screen(state, 0, seals=without(state.screens[0].seals, "hedge_B")))
    page = page_of(client, state)
    own = page.partition('id="person-0"')[2].partition("</section>")[0]
    parts = re.findall(r"<span>(.*?)</span>", own.partition("al-parts")[2])
    assert [words_of(each) for each in parts] == [
        "Гранты: грант 4, центральный грант",
        "Печати упавших теорий: «сомнение в синем»",
    ]


def test_a_favour_in_hand_can_be_looked_up(client: Client) -> None:
    """A tap on «Трактирщица» did nothing (12)."""
    state = games.favours(games.hand(games.table(), {0: "toad"}), {0: "barmaid"})
    page = page_of(client, games.ready(games.cubes(state, "transmute", [(0, 1)])))
    held = page.partition('class="al-held favour"')[2].partition("</details>")[0]
    assert "<summary>" in held
    assert "сойдёт за уровень лучше" in held
    assert "/rules/alchemists/cards/barmaid" in held


def test_a_seal_stands_beside_the_number_that_is_left(client: Client) -> None:
    """«Осталось / 2» was broken in two, and the fifth key was out of sight (9)."""
    state = games.ready(games.cubes(games.table(), "publish", [(0, 1)]))
    state, _ = games.play(state, "publish toad", "token a0")
    assert key(page_of(client, state), "seal hedge_R").startswith("«сомнение в красном» ×2")


def ended(client: Client) -> tuple[Match, list[Client]]:
    """The first seat's move has just ended the round."""
    match, phones = laid(client, games.acting("drink", [(0, 1)], {0: "toad fern"}))
    send(phones[0], match, 0, "decline")
    return match, phones


def test_the_card_of_a_round_is_its_result_in_a_line(client: Client) -> None:
    """It pushed the field off the screen just when a space is chosen by what lies there (16)."""
    match, phones = ended(client)
    page = text_of(phones[0], match.get_absolute_url())
    card = page.partition('<details class="fold at-ended">')[2].partition("</details>")[0]
    summary = words_of(card.partition("<summary>")[2].partition("</summary>")[0])
    assert summary == "Раунд 2 окончен Вы: 10 Б: 10 В: 10"
    assert words_of(card.partition("<tbody>")[2].partition("</tr>")[0]) == "А 10 0 10", "folded: how it moved"


def test_news_of_a_round_leave_its_number_to_the_heading(client: Client) -> None:
    match, phones = ended(client)
    page = text_of(phones[1], match.get_absolute_url())
    assert "раунд 3 из 6" in page
    assert "Студент доволен" not in page.partition('class="at-last"')[2].partition("</div>")[0]


def test_at_the_end_all_lies_open_and_the_readers_own_points_at_once(client: Client) -> None:
    """reveal.answers: each theory is judged. «Почему столько» opened three closed names (35)."""
    match = begin(client, "here", "greedy", "greedy")
    run(match)
    page = text_of(client, match.get_absolute_url())
    assert "Партия окончена" in page
    assert page.count("formula-mark in-row") >= 8
    reasons = page.partition("Почему столько</summary>")[2].partition("Большое открытие</h3>")[0]
    folds = re.findall(r'<details class="fold"( open)?><summary><span class="grow">(.*?)</span>', reasons)
    assert [bool(is_open) for is_open, _ in folds] == [True, False, False]
    assert replay(match).over
