"""Every lesson of the site is sound; whatever can be wrong with one is told with file, step and key."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import translation

from rulebook import finder
from simulator import case_words
from simulator.cases.case import Unread
from simulator.game import played_games
from simulator.lessons import book
from simulator.lessons.lesson import Lesson, sift_lesson
from simulator.lessons.walk import OTHER, REFUSED, TAKEN, TAUGHT, exercise_of, reply
from tests.simulator.test_referee import file, referee

__all__ = ["file"]
GOOD = """
game = "poison"
kind = "puzzles"
title = { ru = "Задачи", en = "Puzzles" }
about = { ru = "Одна задача", en = "One puzzle" }
[[step]]
id = "one"
say = { ru = "Положите красную.", en = "Play the red card." }
take = ["play R1 1"]
teach = [{ move = "play R7 1", ru = "Семёрка прольёт котёл.", en = "The seven spills the cauldron." }]
other = { ru = "Это другая карта.", en = "That’s another card." }
answers = ["Коля: play B2 2"]
then = { ru = "Красное к красному.", en = "Red to red." }
clause = "cauldron.mix"
[step.position]
players = ["Оля", "Коля", "Рита"]
turn = "Оля"
hands = { "Оля" = "R1 R7 B1", "Коля" = "B2 B5", "Рита" = 2 }
cauldrons = ["R7 R4", "", ""]
"""


def faults(text: str, lang: str = "en") -> list[str]:
    lesson = read(text)
    wrong = lesson.faults if isinstance(lesson, Unread) else list(book.judge(lesson))
    with translation.override(lang):
        return [case_words.problem_text(each) for each in wrong]


def read(text: str) -> Lesson | Unread:
    data = book.casebook.data_of(text, "a.toml")
    return sift_lesson(data, "a.toml", "a", played_games())


@pytest.mark.parametrize("game_id", played_games())
def test_every_lesson_of_a_game_is_sound(game_id: str) -> None:
    """A step that the engine refuses fails the build."""
    with translation.override("en"):
        assert [case_words.problem_text(each) for each in book.faults([game_id])] == []


def test_the_referee_judges_a_lesson_as_a_case(file: Callable[..., str]) -> None:
    lines, errors, status = referee(file(GOOD))
    assert (lines[0], errors, status) == ("ok  case", [], 0)
    lines, errors, status = referee(file(GOOD.replace("play R1 1", "play R1 9")), lang="ru")
    assert status == 1
    assert "one: take: правила не дают сделать этот ход: play R1 9" in errors[0]


@pytest.mark.parametrize(
    ("written", "instead", "told"),
    [
        ("play R1 1", "play B1 1", "one: take: the rules refuse this move: play B1 1: other_colour"),
        ("play R7 1", "play X4 1", "one: teach: the rules refuse this move: play X4 1: not_in_hand"),
        ("Коля: play B2 2", "Коля: play R2 2", "one: answers: the rules refuse this move: Коля: play R2 2"),
        ("R7 R4", "R7 B4", "one: position: it can’t begin so: pos_mixed"),
        ('"R7 R4", "", ""', '"R7 R4", "", "", ""', "one: position: it can’t begin so: pos_cauldrons"),
        ('move = "play R7 1"', 'move = "play R1*"', "one: teach: this move is taken as well"),
        ('take = ["play R1 1"]', 'take = ["play P*"]', "one: take: no legal move begins so: play P"),
        ('other = { ru = "Это другая карта.", en = "That’s another card." }', "", "one: other: a legal move"),
        (
            '"Красное к красному.", en = "Red to red."',
            '"Красное к красному."',
            "one: then.en: this is missing",
        ),
        ('en = "Puzzles"', 'en = " "', "title.en: this is missing"),
        ("say =", "says =", "one: says: there is no such key"),
        ('"cauldron.mix"', '"cauldron.max"', "one: clause: there is no such rule: cauldron.max"),
        ('"puzzles"', '"puzzle"', "kind: something else belongs here; it must be: lesson, puzzles, better"),
        ('id = "one"', 'id = "Первый"', "step 1: id: something else belongs here"),
        ('turn = "Оля"', 'turn = "Оля"\nround = 9', "one: position: it can’t begin so"),
        ("[[step]]", 'free = { bot = "nobody", new = { players = 9 } }\n[[step]]', "free: new: it can’t"),
        ("[[step]]", 'free = { bot = "nobody", new = { players = 3 } }\n[[step]]', "free: bot: no such bot"),
        ('"puzzles"', '"lesson"', "free: this is missing"),
    ],
)
def test_what_is_wrong_is_told_in_its_place(written: str, instead: str, told: str) -> None:
    assert written in GOOD
    found = faults(GOOD.replace(written, instead, 1))
    assert any(told in each for each in found), found


def test_the_good_one_has_no_fault() -> None:
    assert faults(GOOD) == []


def test_a_first_game_is_of_eight_to_twelve_steps_that_leave_a_choice() -> None:
    free = 'free = { bot = "random", new = { players = 3 } }\n[[step]]'
    short = GOOD.replace('"puzzles"', '"lesson"').replace("[[step]]", free, 1)
    assert [each.partition(": ")[2] for each in faults(short)] == [
        "step: too many or too few steps: 1 (8-12)"
    ]
    one = short[short.index("[[step]]") :]
    chatty = one.replace("Положите красную.", "слово " * 60)
    whole = short + "".join(one.replace('"one"', f'"n{n}"') for n in range(7))
    assert faults(whole) == []
    long = short + "".join(chatty.replace('"one"', f'"n{n}"') for n in range(7))
    assert any("too many words: ru: 446 > 350" in each for each in faults(long)), faults(long)
    blind = whole.replace('move = "play R7 1"', 'move = "play B1 2"').replace("R1 R7 B1", "R1 B1")
    assert any("half of the steps" in each for each in faults(blind)), faults(blind)


def test_a_lesson_leads_on_to_another_that_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    room = finder.rooms("simulator")["poison"]._replace(path=tmp_path)
    for name, onward in (("first", "second"), ("second", "second"), ("third", "fifth")):
        (tmp_path / f"{name}.toml").write_text(GOOD.replace("[[step]]", f'next = "{onward}"\n[[step]]'))
    found = [(room, path) for path in sorted(tmp_path.iterdir())]
    monkeypatch.setattr(book.casebook, "files_in", lambda folders: iter(found))
    wrong = [(Path(each.source).stem, each.key, each.value) for each in book.faults(["poison"])]
    assert wrong == [("second", "next", "second"), ("third", "next", "fifth")]


def test_a_file_of_the_same_step_twice_is_refused() -> None:
    assert any("step.id" in each for each in faults(GOOD + GOOD[GOOD.index("[[step]]") :]))


def test_a_move_is_refused_taught_taken_or_another() -> None:
    lesson = read(GOOD)
    assert isinstance(lesson, Lesson)
    exercise = exercise_of(lesson.steps[0])
    kinds = {
        text: reply(exercise, (), text).kind for text in ("play B1 1", "play R7", "play B1 2", "play R1")
    }
    assert kinds == {"play B1 1": REFUSED, "play R7": TAUGHT, "play B1 2": OTHER, "play R1": TAKEN}
