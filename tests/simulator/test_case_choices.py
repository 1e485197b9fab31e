"""Choices that nobody is asked about: said aloud they change nothing, contradicted they stop the move."""

import pytest

from simulator.cases import casebook
from simulator.cases.case import read_cases
from simulator.cases.case_play import play
from simulator.game import engine_of
from simulator.matches import example_table

POSITION = {
    "players": ["Оля", "Коля", "Рита"],
    "at": {"Коля": "1c4", "Рита": "1b3"},
    "hands": {"Оля": "sudden_death", "Коля": "blunt"},
}
CAST = "Оля: play sudden_death"


def case_of(*moves, expect=None):
    row = {"game": "wizwar", "position": POSITION, "moves": list(moves), "expect": expect or {"position": {}}}
    (case,) = read_cases(row, "x", ("wizwar",))
    return case


def encoded(*moves):
    game = engine_of("wizwar")
    return game.encode(play(game, case_of(*moves)).steps[-1].state)


@pytest.mark.parametrize("said", [["target w2"], ["with none"], ["boost no", "target w2", "and none"]])
def test_the_only_answer_said_aloud_leaves_the_position_as_it_was(said):
    assert encoded(CAST, *(f"Оля: {text}" for text in said)) == encoded(CAST)


def test_it_may_be_said_once_and_only_by_the_one_whose_choice_it_was():
    for moves in ((CAST, "Оля: target w2", "Оля: target w2"), (CAST, "Коля: target w2")):
        assert casebook.evaluate(case_of(*moves, expect={"refusal": "any"})).ok


def test_after_a_further_move_it_is_too_late():
    moves = (CAST, "Коля: pass", "Оля: target w2")
    assert casebook.evaluate(case_of(*moves, expect={"refusal": "not_asked"})).ok


def test_another_answer_stops_the_move_where_it_would_have_been_asked():
    """The attack hasn't been declared: nothing happened, nothing was paid, the true target is still open."""
    expect = {
        "refusal": {"code": "no_sight", "clause": "sight.blocked"},
        "no_events": [{"kind": "attacked_n"}],
        "position": {"hands": {"Оля": "sudden_death"}, "act": {"attacked": False}, "stage": "staged"},
        "legal": ["target w2"],
    }
    assert casebook.evaluate(case_of(CAST, "Оля: target w3", expect=expect)).ok
    assert casebook.evaluate(case_of(CAST, "Оля: with none", "Оля: target w3", expect=expect)).ok


def test_a_question_that_is_really_open_keeps_its_own_reasons():
    """The window asks Kolya; what he may not answer is refused there, and the attack stands."""
    expect = {
        "refusal": {"code": "not_in_hand", "card": "absorb"},
        "events": [{"kind": "attacked_n"}],
        "position": {"act": {"attacked": True}, "stage": "window"},
    }
    assert casebook.evaluate(case_of(CAST, "Коля: answer absorb 0", expect=expect)).ok


def test_an_example_has_no_stage_for_what_is_only_said():
    said = example_table.example(case_of(CAST, "Оля: target w2", "Коля: pass"), "ru")
    plain = example_table.example(case_of(CAST, "Коля: pass"), "ru")
    assert [stage.sentences for stage in said.stages] == [stage.sentences for stage in plain.stages]
