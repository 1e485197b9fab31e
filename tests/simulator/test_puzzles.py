"""Puzzles: what `manage.py puzzles` finds and keeps, the puzzle of the day, the pages (docs/lessons.md)."""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from simulator import case_words
from simulator.bulk.advice.positions import AdviceJob, AdviceTerms, jobs
from simulator.bulk.puzzles.choosing import chosen
from simulator.bulk.puzzles.finding import Puzzle, PuzzleJob, PuzzleTerms, puzzles
from simulator.engine.game import Move, Proposition, Riddle
from simulator.game import engine_of, get, played_games
from simulator.lessons import book, daily
from simulator.lessons.judging import step_faults
from simulator.lessons.lesson import Lesson, sift_lesson
from simulator.management.puzzle_file import text_of

NAMES = ("Оля", "Коля", "Рита", "Саша")
WITH_PUZZLES = [game_id for game_id in played_games() if book.puzzle_ids(game_id)]


def job(game_id: str, players: int, number: int = 0) -> PuzzleJob:
    found: Iterator[AdviceJob] = jobs(
        game_id, [("standard", players)], {}, ["greedy"], 1, range(number, number + 1), 1, AdviceTerms()
    )
    return PuzzleJob(next(found), PuzzleTerms(NAMES, "greedy"))


def last_cards(state: Any, seat: int, *right: Move) -> list[Riddle]:
    """At the end of a round, where the evaluator counts exactly."""
    return [Riddle("spill", right)] if sum(map(len, state.hands)) == 6 else []


def read(game_id: str, found: list[Puzzle]) -> Lesson:
    lesson = sift_lesson(json.loads(text_of(game_id, found)), "found.json", "puzzles", [game_id])
    assert isinstance(lesson, Lesson), lesson.faults
    return lesson


def test_what_is_proven_is_found_written_and_sound() -> None:
    """«kept … exact ones proven»; «the lessons' own format»."""
    found = puzzles(job("potions", 3))
    assert found
    assert len({each.theme for each in found}) == len(found)
    lesson = read("potions", found)
    assert [step_faults(step) for step in lesson.steps] == [[] for _ in found]
    assert [step.id for step in lesson.steps] == [each.id for each in puzzles(job("potions", 3))]
    for step in lesson.steps:
        assert step.teach
        assert step.say.ru != step.then.ru


def test_what_the_evaluator_counts_is_kept_where_one_move_is_clearly_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_of("poison"), "riddles", last_cards)
    found = [each for number in range(5) for each in puzzles(job("poison", 3, number))]
    assert found
    for each in found:
        (move,) = each.take
        rules = engine_of("poison")
        state = rules.decode(each.position)
        best, second, *_ = rules.hint(rules.view(state, each.seat), 1, 0).estimates
        assert str(best.move) == move
        assert second.mean - best.mean > rules.slip


def test_what_depends_on_what_the_reader_cant_know_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """«re-checked … the same right moves (else it depends on what the reader can't know → dropped)»."""
    rules = engine_of("poison")

    def peeking(state: Any, seat: int) -> list[Riddle]:
        """By the hand of the next seat, while most cards are hidden."""
        legal = rules.legal_moves(state, seat)
        peeked = sum(map(ord, "".join(state.hands[(seat + 1) % state.players])))
        return [Riddle("spill", (legal[peeked % len(legal)],))] if len(state.hands[seat]) > 4 else []

    monkeypatch.setattr(rules, "riddles", peeking)
    assert puzzles(job("poison", 3)) == []


def puzzle(theme: str, table: str, n: int, erred: bool = False) -> Puzzle:
    why = Proposition("hint_free", {})
    return Puzzle(theme, table, {}, {"n": n}, 0, (f"play R1 {n}",), why, (), erred)


def test_themes_and_tables_come_in_turn_and_what_tempts_first() -> None:
    """«spread over themes, players, configs», «prefer positions where the quick bot `greedy` errs»."""
    found = [puzzle("one", "3", n) for n in range(8)] + [puzzle("one", "4", 8), puzzle("one", "4", 9, True)]
    found += [puzzle("two", "3", n) for n in range(10, 12)]
    kept = chosen(found, 5)
    assert [each.theme for each in kept] == ["one", "one", "one", "two", "two"]
    assert kept[0].erred
    assert {each.table for each in kept[1:3]} == {"3", "4"}
    assert len(chosen([*found, *found], 50)) == len(found)
    twin = found[0]._replace(table="5", position={"n": 12})
    assert chosen([twin, *found[:5]], 5) == [twin, *found[1:5]], "two are answered in the same words"


def test_no_theme_has_more_than_a_quarter_where_there_are_enough_themes() -> None:
    """docs/lessons.md: «at most a quarter of one theme»; kinds that are rare don't make room for another."""
    found = [puzzle("common", "3", n) for n in range(90)] + [
        puzzle(theme, "3", 100 * n + each)
        for n, theme in enumerate(("a", "b", "c"), start=1)
        for each in range(8)
    ]
    assert Counter(each.theme for each in chosen(found, 40)) == {"common": 10, "a": 8, "b": 8, "c": 8}


def test_every_day_has_a_puzzle_and_all_come_before_one_comes_again() -> None:
    """«every day of a year+ has one and all 100 come before any repeats»."""
    lessons = book.puzzles_of("poison")
    number = sum(len(lesson.steps) for lesson in lessons)
    days = [date(2026, 11, 30) + timedelta(days=n) for n in range(400)]
    found = [daily.of_day(lessons, day) for day in days]
    ids = [each.step.id for each in found if each]
    assert len(ids) == len(days)
    for first in range(0, len(days) - number, 29):
        assert len({*ids[first : first + number]}) == number
    assert daily.of_day((), days[0]) is None


@pytest.mark.django_db
def test_the_day_leads_to_its_puzzle_and_all_stand_by_themes(client: Client) -> None:
    there = client.get("/play/poison/puzzle?date=2026-12-31").headers["Location"]
    assert there == client.get("/play/poison/puzzle?date=2026-12-31").headers["Location"]
    assert there != client.get("/play/poison/puzzle?date=2027-01-01").headers["Location"]
    assert client.get("/play/poison/puzzle?date=nonsense").status_code == 302
    page = client.get(there).content.decode()
    assert 'href="/play/poison/lesson/puzzles"' in page
    assert "data-streak" not in page, "what was solved says so"
    listed = client.get("/play/poison/lesson/puzzles").content.decode()
    (lesson,) = book.puzzles_of("poison")
    assert listed.count('puzzle-theme"') == len({step.theme for step in lesson.steps})
    assert listed.count("data-step=") == len(lesson.steps)
    for url in ("/", "/rules/poison", "/play/poison"):
        assert 'href="/play/poison/puzzle"' in client.get(url).content.decode()


@pytest.mark.django_db
def test_a_solved_puzzle_has_a_place_for_the_days_in_a_row(client: Client) -> None:
    (lesson,) = book.puzzles_of("poison")
    step = lesson.steps[0]
    url = f"/play/poison/lesson/puzzles/{step.id}"
    page = client.get(url, {"move": step.take[0]}).content.decode()
    assert "data-done" in page
    assert "data-streak" in page


def test_the_command_refuses_a_game_without_themes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(get("poison")), "puzzle_themes", {})
    with pytest.raises(CommandError, match="puzzle_themes"):
        call_command("puzzles", "poison")


@pytest.mark.parametrize("game_id", WITH_PUZZLES)
def test_some_puzzles_of_a_game_are_sound(game_id: str) -> None:
    steps = [step for lesson in book.puzzles_of(game_id) for step in lesson.steps]
    assert [fault for step in steps[::40] for fault in step_faults(step)] == []


@pytest.mark.thorough  # every day some of them are
@pytest.mark.parametrize("game_id", WITH_PUZZLES)
def test_every_puzzle_of_a_game_is_sound(game_id: str) -> None:
    assert [case_words.problem_text(each) for each in book.faults([game_id], book.PUZZLES)] == []
