"""Debunking against a second, plain reading of the rules: rulings 54 to 65, for every pair of theories."""

from itertools import permutations, product

import pytest

from games.alchemists.simulator.deduction.codes import official
from games.alchemists.simulator.deduction.data import ALCHEMICALS, COLOURS, RESULTS
from games.alchemists.simulator.deduction.debunking import apprentice, master
from games.alchemists.simulator.deduction.laboratory import Lab, act
from games.alchemists.tests.simulator.oracle import FORMULAS, MADE, circles

DEMO = official("DEMO")
PAIR = ("toad", "scorpion")
ANSWERS = list(product(RESULTS, (True, False)))


def numbers(theory):
    return int(theory[1])


def can_make(theory, result):
    """Whether some other formula makes `result` with this one; a theory falls if none does."""
    own = numbers(theory)
    return any(MADE[own, other] == result for other in range(8) if other != own)


def judged(theories, result, answer, conflicts=frozenset()):
    return master(theories, conflicts, PAIR, result, answer)


# --- Apprentices --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theory", ALCHEMICALS)
def test_an_apprentice_debunks_exactly_where_the_sign_differs_from_the_token(theory):
    """debunk.success and debunk.fail: the shown sign is compared with the token; sizes don't matter."""
    signs = {colour: sign for colour, (sign, _) in circles(numbers(theory)).items()}
    for colour, shown in product(COLOURS, "+-"):
        outcome = apprentice({"toad": theory}, "toad", colour, shown)
        if signs[colour] == shown:
            assert outcome == ((), None, "debunk.fail")
        else:
            assert outcome == ((("toad", colour),), None, "debunk.success")
        assert outcome.success == (signs[colour] != shown)


def test_an_apprentice_may_check_a_sign_that_all_have_seen():
    """Ruling 54: any colour of a published ingredient, even one revealed before; a match costs 1 again."""
    lab = Lab(2, DEMO)
    for seat, text in [(0, "theory scorpion a1"), (1, "debunk scorpion B"), (0, "debunk scorpion B")]:
        lab, events = act(lab, seat, text)
    assert [event.kind for event in events] == ["aspect", "debunk_failed"]


# --- Masters ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("result", "answer"), ANSWERS)
def test_a_single_theory_falls_exactly_where_it_could_never_make_the_potion(result, answer):
    """Rulings 57, 58 and debunk.one: a coloured yes proves a sign; nothing else brings one theory down."""
    for theory, ingredient in product(ALCHEMICALS, PAIR):
        outcome = judged({ingredient: theory}, result, answer)
        falls = answer and not can_make(theory, result)
        assert bool(outcome.falls) == falls, (theory, ingredient)
        if falls:
            assert outcome == (((ingredient, result[0]),), None, "debunk.one")
        else:
            assert outcome == ((), None, "debunk.useless")


@pytest.mark.parametrize(("result", "answer"), ANSWERS)
def test_two_theories_fall_conflict_or_stand_as_the_rules_say(result, answer):
    """Rulings 56 to 59: each falls by itself if impossible; else a conflict where their own mix disagrees."""
    for first, second in permutations(ALCHEMICALS, 2):
        outcome = judged({"toad": first, "scorpion": second}, result, answer)
        wrong = [
            name for name, theory in zip(PAIR, (first, second), strict=True) if not can_make(theory, result)
        ]
        foretold = MADE[numbers(first), numbers(second)]
        if answer and wrong:
            assert [ingredient for ingredient, _ in outcome.falls] == wrong
            assert outcome.clause == ("debunk.one" if len(wrong) == 1 else "debunk.two")
        elif (foretold == result) != answer:
            clause = "conflict.shown" if answer else "conflict.denied"
            assert outcome == ((), PAIR, clause)
        else:
            assert outcome == ((), None, "debunk.useless")


@pytest.mark.parametrize(("result", "answer"), ANSWERS)
def test_a_conflict_already_marked_is_a_failure_when_shown_again(result, answer):
    """Ruling 60, conflict.again: only a new conflict counts; a theory may still fall."""
    for first, second in permutations(ALCHEMICALS, 2):
        theories = {"toad": first, "scorpion": second}
        fresh, again = judged(theories, result, answer), judged(theories, result, answer, {PAIR})
        if fresh.conflict:
            assert again == ((), None, "conflict.again")
        else:
            assert again == fresh


@pytest.mark.parametrize(("result", "answer"), ANSWERS)
def test_without_a_theory_on_either_ingredient_an_experiment_is_useless(result, answer):
    """Rulings 61 and 65, debunk.useless: it must bring down a particular theory or show a new conflict."""
    outcome = judged({"fern": "a4", "claw": "a0"}, result, answer)
    assert not outcome.success
    assert outcome.clause == "debunk.useless"


def test_a_neutral_yes_brings_no_theory_down():
    """Ruling 58: a neutral potion proves no single sign, and every formula has a neutral partner."""
    for theory in range(len(FORMULAS)):
        assert can_make(f"a{theory}", "N")
        assert not judged({"toad": f"a{theory}"}, "N", True).falls


# --- On the board of a laboratory ---------------------------------------------------------------------------


def board_after(*texts):
    lab = Lab(2, DEMO)
    for text in texts:
        lab, _ = act(lab, 0, text)
    return lab


def test_two_fallen_theories_leave_the_board_together():
    """debunk.two, ruling 63: the rulebook's scorpion a1 and mushroom a2 both fall by green."""
    lab = board_after(
        "theory scorpion a1", "theory mushroom a2", "theory fern a4", "debunk scorpion mushroom G+"
    )
    assert dict(lab.theories) == {"fern": "a4"}
    fallen = [event.params["colour"] for event in lab.history[-1] if event.kind == "theory_falls"]
    assert fallen == ["G", "G"]


def test_a_fallen_theory_ends_all_its_conflicts_and_leaves_those_of_others():
    """Ruling 62, conflict.end."""
    lab = board_after(
        "theory scorpion a1",
        "theory toad a7",
        "theory claw a4",
        "debunk scorpion toad B+",
        "debunk toad claw B+",
    )
    assert lab.conflicts == {("toad", "scorpion"), ("toad", "claw")}
    after, _ = act(lab, 0, "debunk scorpion mushroom G+")
    assert after.conflicts == {("toad", "claw")}
    without_toad, events = act(lab, 0, "debunk toad flower G-")
    assert without_toad.conflicts == frozenset()
    assert [event.kind for event in events].count("conflict_over") == 2


def test_a_theory_in_conflict_may_still_be_debunked():
    """conflict.effect: such a theory may still be debunked."""
    lab = board_after("theory scorpion a1", "theory toad a7", "debunk scorpion toad B+", "debunk scorpion G")
    assert dict(lab.theories) == {"toad": "a7"}
    assert lab.conflicts == frozenset()


def test_a_theory_taken_off_takes_its_conflict_along():
    lab = board_after("theory scorpion a1", "theory toad a7", "debunk scorpion toad B+", "withdraw toad")
    assert lab.conflicts == frozenset()
    assert [event.kind for event in lab.history[-1]] == ["withdrawn", "conflict_over"]


def test_a_failed_debunk_changes_nothing():
    lab = board_after("theory scorpion a1", "theory toad a7")
    after, _ = act(lab, 1, "debunk scorpion mushroom N")
    assert (after.theories, after.conflicts) == (lab.theories, lab.conflicts)
