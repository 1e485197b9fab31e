"""The cases of examples/ come out, their clauses have some, and a card is called as it is."""

import re

import pytest
from django.conf import settings

from rulebook.content import reading
from rulebook.wording import sentences
from simulator import case_words
from simulator.cases import casebook
from simulator.lessons import book
from simulator.lessons.lesson import FILE_KEYS, STEP_KEYS, Lesson, sift_lesson
from simulator.lessons.walk import GOES_ON, TAKEN, TAUGHT, exercise_of, reply

IDS = ("fireflies", "stranger", "tales")
ALL = [case for case in casebook.cases() if case.game in IDS]
GAME = reading.load("stranger")
CASES = [case for case in ALL if case.game == "stranger"]
ODD = ("w3", "1-a2", "red", "pair", "s4", "kick")  # in other games a wizard, a square, a colour, …


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.game}-{case.id}")
def test_a_case_comes_out_as_expected(case):
    outcome = casebook.evaluate(case)
    assert outcome.ok, [case_words.difference_text(each, outcome, "en") for each in outcome.differences]


def test_the_first_game_of_an_example_is_sound():
    assert [case_words.problem_text(each) for each in book.faults(IDS)] == []
    assert [lesson.id for lesson in book.lessons_of("fireflies")] == ["first"]


def test_the_lesson_in_the_guide_is_sound_and_its_tables_name_every_key():
    """docs/lessons.md."""
    text = (settings.BASE_DIR / "docs" / "lessons.md").read_text(encoding="utf-8")
    data = casebook.data_of(text.split("```toml\n")[1].split("```")[0], "docs/lessons.md")
    lesson = sift_lesson(data, "docs/lessons.md", "guide", IDS)
    assert isinstance(lesson, Lesson)
    assert list(book.judge(lesson)) == []
    rows = re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE)
    named = {key for row in rows for key in re.findall(r"`(?:\[\[)?(\w+)(?:\]\])?`", row)}
    assert named == {*FILE_KEYS, *STEP_KEYS}


@pytest.mark.parametrize("game", IDS)
def test_every_clause_that_the_engine_decides_has_a_case_that_shows_it_first(game):
    decided = {clause.id for clause in reading.load(game).clauses if clause.decided_by == "engine"}
    assert decided - {case.clause for case in ALL if case.game == game} == set()


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("code", ODD)
def test_a_sentence_says_a_card_and_its_own_parameters_as_they_are(code, lang):
    """Parameters `place`, `target`, `object` mean what this game means by them, and nothing to the house."""
    bid = sentences.render(GAME, "event", "bid", {"seat": 0, "target": code}, lang, ["Оля"])
    assert bid == {"ru": f"Оля ставит {code}.", "en": f"Оля bids {code}."}[lang]
    params = {"seat": 1, "object": code, "n": 7, "cards": ("p3", "p4")}
    taken = sentences.render(GAME, "event", "taken", params, lang, ["Оля", "Коля"])
    assert f" {code}: " in taken
    spent = sentences.render(GAME, "refusal", "spent", {"target": code, "place": 3}, lang)
    assert f"«{code}»" in spent or f"“{code}”" in spent
    assert "3" in spent
    assert GAME.card_by_code[code].short.in_(lang) == code


def test_the_cases_name_the_odd_cards():
    """A log of a case is told with the same words: `w3` is never a player, `1-a2` never a square."""
    said = " ".join(
        sentences.render(GAME, "event", event.kind, event.params, "ru", outcome.played.names)
        for outcome in map(casebook.evaluate, CASES)
        for event in outcome.played.events
    )
    for code in ("w3", "1-a2", "pair", "kick"):
        assert f"ставит {code}." in said


def test_several_moves_in_one_text_go_on_until_one_is_answered():
    """docs/lessons.md, as at the table: the steps of a way, a plan that was drafted."""
    step = next(each for each in book.find("fireflies", "first").steps if each.id == "keep-and-stop")
    texts = ("keep 5; stop", "keep 5; roll; stop", "keep 5; keep 4")
    told = {text: reply(exercise_of(step), (), text) for text in texts}
    assert [answer.kind for answer in told.values()] == [TAKEN, TAUGHT, GOES_ON]
    assert [answer.moves for answer in told.values()] == [("keep 5", "stop"), ("keep 5",), ("keep 5",)]
