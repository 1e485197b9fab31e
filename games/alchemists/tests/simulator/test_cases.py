"""Cases about the laboratory and the notebook: what can't be read says where, what differs says what."""

import copy

import pytest

from games.alchemists.simulator.deduction.codes import official
from rulebook.content import reading
from simulator import case_words
from simulator.cases import casebook, coverage
from simulator.cases.case import CaseError, read_cases

DEMO = official("DEMO")
LABORATORY = {
    "id": "one",
    "clause": "mix.rule",
    "laboratory": {"players": ["Оля", "Саша"], "code": "DEMO"},
    "moves": ["Оля: student mushroom toad"],
    "expect": {"events": [{"kind": "mixed_student", "potion": "R+"}]},
}
HEALING = {"kind": "mix", "pair": ["mushroom", "toad"], "result": "R+"}
NOTEBOOK = {
    "id": "two",
    "clause": "notebook.experiment",
    "notebook": {"facts": [HEALING]},
    "expect": {"worlds": 5760},
}


def lab(**changes):
    return {**copy.deepcopy(LABORATORY), **changes}


def lab_of(**start):
    return lab(laboratory={"players": ["Оля", "Саша"], **start})


def notebook(**changes):
    return {**copy.deepcopy(NOTEBOOK), **changes}


def judge(row, game="alchemists"):
    (case,) = read_cases({"game": game, "case": [row]}, "x.toml", ("alchemists", "poison"))
    return casebook.evaluate(case)


BROKEN = [
    (lab(notebook={"facts": []}), "", "either"),
    (lab(laboratory="DEMO"), "laboratory", "kind"),
    (lab_of(), "laboratory.code", "missing"),
    (lab_of(code="DEMO", truth=DEMO), "laboratory.code", "missing"),
    (lab_of(code="DEMO", seed=7), "laboratory.seed", "unknown_key"),
    (lab_of(truth={"toad": "a1"}), "laboratory.truth", "kind"),
    (lab_of(truth=[]), "laboratory.truth", "kind"),
    (lab_of(truth={**DEMO, "toad": "a0"}), "laboratory.truth", "kind"),
    (lab_of(truth={**DEMO, "toad": ["a1"]}), "laboratory.truth", "kind"),
    (lab(laboratory={"players": "Оля", "code": "DEMO"}), "laboratory.players", "kind"),
    (lab(moves=["Рита: round"]), "moves", "unknown_player"),
    (lab(moves=["round"]), "moves", "move"),
    (lab(expect={"worlds": 5760}), "expect.worlds", "unknown_key"),
    (lab(expect={"facts": []}), "expect.facts", "kind"),
    (lab(expect={"facts": {"Оля": {}}}), "expect.facts.Оля", "kind"),
    (lab(expect={"facts": {"Оля": [{"kind": "smell"}]}}), "expect.facts.Оля", "kind"),
    (lab(expect={"facts": {"Рита": []}}), "expect.facts", "unknown_player"),
    (lab(expect={"events": [{"kind": "smelled"}]}), "expect.event.kind", "unknown_code"),
    (notebook(notebook={"facts": "mix"}), "notebook.facts", "kind"),
    (notebook(notebook={"fact": []}), "notebook.fact", "unknown_key"),
    (notebook(moves=["1: round"]), "moves", "no_table"),
    (notebook(expect={"facts": {}}), "expect.facts", "unknown_key"),
    (notebook(expect={"worlds": "many"}), "expect.worlds", "kind"),
    (notebook(expect={"contradiction": 0}), "expect.contradiction", "kind"),
    (notebook(expect={"forced": {}}), "expect.forced", "kind"),
    (notebook(expect={"forced": ["toad"]}), "expect.forced", "kind"),
    (notebook(expect={"table": []}), "expect.table", "kind"),
    (notebook(expect={"table": {"frog": {"a1": 1}}}), "expect.table.frog", "unknown_key"),
]


@pytest.mark.parametrize(("row", "key", "problem"), BROKEN, ids=[f"{row[1]}-{row[2]}" for row in BROKEN])
def test_what_can_t_be_read_or_run_says_where_and_why(row, key, problem):
    with pytest.raises(CaseError) as caught:
        judge(row)
    assert (caught.value.key, caught.value.problem) == (key, problem)
    assert case_words.problem_text(caught.value)


@pytest.mark.parametrize("start", [{"laboratory": LABORATORY["laboratory"]}, {"notebook": {"facts": []}}])
def test_other_games_have_no_laboratory(start):
    with pytest.raises(CaseError) as caught:
        judge({"id": "three", "expect": {"bad_position": []}, **start}, "poison")
    assert caught.value.problem == "unknown_game"


DIFFERENT = [
    (lab(expect={"events": [{"kind": "mixed_student", "potion": "N"}]}), "events 1"),
    (lab(expect={"events": [{"kind": "mixed_pair", "audience": "all"}]}), "events 1"),
    (lab(expect={"facts": {"Оля": []}}), "facts.Оля"),
    (lab(expect={"facts": {"Саша": [HEALING]}}), "facts.Саша"),
    (lab(expect={"refusal": "lab_same"}), "refusal"),
    (lab(moves=["Оля: student toad toad"]), "moves 1, Оля: student toad toad"),
    (lab(moves=["Оля: student toad toad"], expect={"refusal": "lab_wanted"}), "refusal"),
    (lab(moves=["Оля: peek", "Оля: round"], expect={"refusal": "lab_peek_late"}), "moves 1, Оля: peek"),
    (lab_of(code="DEMON"), "laboratory"),
    (lab(moves=[], expect={"bad_position": ["lab_official"]}), "bad_position"),
    (notebook(expect={"worlds": 40320}), "worlds"),
    (notebook(expect={"table": {"toad": {"a1": 1440}}}), "table.toad"),
    (notebook(expect={"forced": [{"ingredient": "toad", "alchemical": "a1"}]}), "forced"),
    (notebook(expect={"forced": [{"pair": "mushroom toad", "result": "R+", "because": [1]}]}), "forced"),
    (notebook(expect={"contradiction": [0]}), "contradiction"),
    (notebook(notebook={"facts": [{"kind": "smell"}]}), "notebook"),
]


@pytest.mark.parametrize(("row", "what"), DIFFERENT)
def test_what_differs_says_what(row, what):
    outcome = judge(row)
    assert [difference.what for difference in outcome.differences] == [what]
    for lang in ("ru", "en"):
        assert case_words.difference_text(outcome.differences[0], outcome, lang)


def test_the_rows_that_these_tests_change_pass_as_they_are():
    assert judge(LABORATORY).ok
    assert judge(NOTEBOOK).ok


def test_every_ruling_has_a_case_but_the_one_that_people_decide():
    """Ruling 94: what becomes of somebody who leaves is settled at the table, as the coverage says."""
    found = coverage.of(reading.load("alchemists"))
    assert found.gaps == (coverage.Gap("ruling_by_table", "alchemists-94"),)
