"""Pages of lessons: a step at its address, what each move is answered, and that nothing is kept of it."""

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from django.test import Client

from rulebook.content.typography import NO_BREAK
from simulator.game import engine_of
from simulator.lessons import book
from simulator.lessons.lesson import LESSON, Lesson, sift_lesson
from simulator.models import Match
from tests.daily import Run
from tests.simulator.test_lessons import GOOD

pytestmark = pytest.mark.django_db

FREE = '[free]\nbot = "random"\nnew = { players = 3, seed = 7 }\n[[step]]'
HOME = "/play/poison/lesson/tried"
ONE = f"{HOME}/one"


def lesson_of(text: str) -> Lesson:
    found = sift_lesson(book.casebook.data_of(text, "tried.toml"), "tried.toml", "tried", ["poison"])
    assert isinstance(found, Lesson)
    return found


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Lesson:
    """A first game of two steps and a free game, the only one of its game."""
    text = GOOD.replace("[[step]]", FREE, 1) + GOOD[GOOD.index("[[step]]") :].replace('"one"', '"two"')
    found = replace(lesson_of(text), kind=LESSON)
    monkeypatch.setattr(book, "lessons_of", lambda game_id: (found,) if game_id == "poison" else ())
    return found


def page(client: Client, url: str, htmx: bool = False) -> tuple[int, str]:
    answer = client.get(url, headers={"HX-Request": "true"} if htmx else {})
    return answer.status_code, answer.content.decode().replace(NO_BREAK, " ")


def test_a_lesson_leads_to_its_first_step_and_each_has_its_address(client: Client, tried: Lesson) -> None:
    assert client.get(HOME).headers["Location"] == ONE
    status, text = page(client, "/play/poison/lesson")
    assert status == 200
    assert text.count("data-step=") == 2
    assert f'href="{HOME}/two"' in text
    status, text = page(client, ONE)
    assert (status, "Положите красную." in text, "шаг 1 из 2" in text) == (200, True, True)
    assert "data-done" not in text


@pytest.mark.parametrize(
    ("move", "status", "said"),
    [
        ("play B1 1", 422, "красный котёл"),  # cauldron.mix, by the engine itself
        ("play R7 1", 200, "Семёрка прольёт котёл."),
        ("play B1 2", 200, "Это другая карта."),
    ],
)
def test_a_wrong_move_is_answered_and_the_board_stays(
    client: Client, tried: Lesson, move: str, status: int, said: str
) -> None:
    came, text = page(client, f"{ONE}?move={quote(move)}", htmx=True)
    assert came == status
    assert said in text
    assert "data-done" not in text
    assert 'name="made"' not in text
    assert 'data-ply="0"' in text


def test_the_right_move_shows_the_board_after_the_answers(client: Client, tried: Lesson) -> None:
    answer = client.get(f"{ONE}?move=play%20R1", headers={"HX-Request": "true"})
    text = answer.content.decode().replace(NO_BREAK, " ")
    assert answer.headers["HX-Replace-Url"] == f"{ONE}?made=play+R1+1"
    assert "data-done" in text
    assert "Красное к красному." in text
    assert 'data-ply="2"' in text  # Kolya's answer is on the board
    assert "Коля кладёт синюю" in text
    assert f'href="{HOME}/two"' in text
    assert "/rules/poison/cauldron.mix?from=" in text
    for made in ("play+R1+1", "play+R1"):  # as the engine writes it, or as somebody types it
        assert "data-done" in page(client, f"{ONE}?made={made}")[1]


def test_a_thing_of_a_step_tells_what_it_is(client: Client, tried: Lesson) -> None:
    """Issue 41: «long press, right click or `?` on any card, pot…: what it does now for me»."""
    _, text = page(client, ONE)
    thing = re.search(r'data-about="(card:[^"]+)"', text)
    assert thing is not None
    assert f'data-about-at="{ONE}?thing="' in text
    status, told = page(client, f"{ONE}?thing={quote(thing[1])}", htmx=True)
    assert (status, "<h2" in told) == (200, True)
    assert page(client, f"{ONE}?thing=card:none", htmx=True)[0] == 404


def test_a_reader_in_english_reads_it_in_english(client: Client, tried: Lesson) -> None:
    status, text = page(client, f"/en{ONE}?move=play%20R7%201")
    assert status == 200
    assert "Play the red card." in text
    assert "The seven spills the cauldron." in text
    assert "Olya" in text


def test_nothing_is_kept_of_it(client: Client, tried: Lesson, django_assert_num_queries: object) -> None:
    """A position without a row: neither database nor cookie hears of a step."""
    with django_assert_num_queries(0):  # type: ignore[operator]
        answer = client.get(f"{ONE}?move=play%20R1", headers={"HX-Request": "true"})
    assert not answer.cookies


def test_the_last_step_leads_into_a_real_game_with_its_bots(client: Client, tried: Lesson) -> None:
    text = page(client, f"{HOME}/two?made=play%20R1%201")[1]
    assert f'action="{HOME}/free"' in text
    answer = client.post(f"{HOME}/free")
    match = Match.objects.get()
    assert answer.headers["Location"] == match.get_absolute_url()
    assert [seat.kind for seat in match.seats.all()] == ["here", "random", "random"]
    assert page(client, match.get_absolute_url())[0] == 200


@pytest.mark.parametrize("made", ["play X4 1", "play R1 1; play R1 1", "fly", "ы" * 500])
def test_moves_that_no_longer_apply_begin_the_step_anew(client: Client, tried: Lesson, made: str) -> None:
    status, text = page(client, f"{ONE}?made={quote(made)}&move=play%20R1", htmx=True)
    assert status == 409
    assert "Начните его сначала." in text
    assert 'name="made"' not in text


@pytest.mark.parametrize(
    ("url", "way"),
    [(f"{HOME}/99", ONE), ("/play/poison/lesson/none/one", "/play/poison/lesson"), (f"{HOME}/free/x", "")],
)
def test_what_is_not_there_is_404_with_a_way(client: Client, tried: Lesson, url: str, way: str) -> None:
    status, text = page(client, url)
    assert status == 404
    assert not way or f'href="{way}"' in text


def test_a_game_without_lessons_and_puzzles_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lessons_of", "puzzle_ids", "puzzles_of"):
        monkeypatch.setattr(book, name, lambda game_id: ())
    for path, said in (("lesson", "Первой партии у этой игры пока нет"), ("puzzle", "Задач у этой игры")):
        status, text = page(client, f"/play/poison/{path}")
        assert (status, said in text) == (404, True)
        assert "Ко всем шагам" not in text


def test_a_step_that_cannot_be_says_why(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest's lesson is left in, and its faulty step says what is wrong with it."""
    found = lesson_of(GOOD.replace("R7 R4", "R7 B4"))
    monkeypatch.setattr(book, "lessons_of", lambda game_id: (found,))
    status, text = page(client, ONE)
    assert status == 500
    assert "так начать нельзя" in text
    assert "pos_mixed" in text


def test_the_last_step_may_lead_on_to_another_lesson(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it needs no game of its own."""
    text = GOOD.replace('"puzzles"', '"lesson"\nnext = "after"')
    found = (lesson_of(text), replace(lesson_of(GOOD), id="after"))
    monkeypatch.setattr(book, "lessons_of", lambda game_id: found)
    after = 'href="/play/poison/lesson/after"'
    assert after not in page(client, ONE)[1]
    assert after in page(client, f"{ONE}?made=play+R1+1")[1]
    assert client.post(f"{HOME}/free").status_code == 404


def test_home_game_start_and_table_lead_to_it(client: Client, tried: Lesson) -> None:
    assert f'href="{HOME}"' in page(client, "/")[1]
    for url in ("/rules/poison", "/play/poison"):
        assert 'href="/play/poison/lesson"' in page(client, url)[1]
    client.post(f"{HOME}/free")
    assert 'href="/play/poison/lesson"' in page(client, Match.objects.get().get_absolute_url())[1]


def test_no_step_of_the_house_is_heavy(client: Client) -> None:
    """A step comes in under 12 KB, as it travels."""
    heavy = {}
    for path in book.lesson_files():
        found = next(each for each in _all_lessons() if Path(each.source) == path)
        for step in found.steps[:: -3 if Run.is_daily else 1]:
            url = f"/play/{found.game}/lesson/{found.id}/{step.id}"
            answer = client.get(url, headers={"HX-Request": "true", "Accept-Encoding": "gzip"})
            assert answer.status_code == 200, url
            size = len(answer.content)
            if size >= 12_000:
                heavy[url] = size
    assert heavy == {}


def _all_lessons() -> list[Lesson]:
    games = {path.relative_to(Path(__file__).parents[2]).parts[1] for path in book.lesson_files()}
    return [lesson for game in sorted(games) for lesson in book.lessons_of(game)]


@pytest.mark.parametrize(("htmx", "status"), [(False, 500), (True, 422)])
def test_a_step_whose_game_fails_leaves_by_a_page_of_its_own(
    client: Client, tried: Lesson, monkeypatch: pytest.MonkeyPatch, htmx: bool, status: int
) -> None:
    """As a match does: config/failing.py."""

    def broken(*args: object) -> None:
        raise ZeroDivisionError("a stranger's")

    monkeypatch.setattr(engine_of("poison"), "view", broken)
    client.raise_request_exception = False
    came, text = page(client, ONE, htmx)
    assert came == status
    assert "Этот шаг сломан" in text
    assert 'href="/play/poison/lesson"' in text


def test_a_draft_is_made_all_or_none_and_stays_where_it_is_not_taken(client: Client) -> None:
    """The plan of a round, tried on the board: a wrong one is answered, and nothing of it is made."""
    found = next(each for each in book.lessons_of("alchemists") if each.id == "round")
    step = next(each for each in found.steps if each.id == "plan")
    home = f"/play/alchemists/lesson/round/{step.id}"
    wrong = step.take[0].replace("plan sell 1", "plan sell 0")
    asked = {"move": wrong, "draft": "plan forage 1", "whole": "1"}
    text = page(client, f"{home}?{urlencode(asked)}", htmx=True)[1]
    assert "верные деньги" in text  # what the lesson teaches of it
    assert 'name="made"' not in text
    assert 'name="draft" value="plan forage 1"' in text
    text = page(client, f"{home}?{urlencode({**asked, 'move': step.take[0]})}", htmx=True)[1]
    assert "data-done" in text
