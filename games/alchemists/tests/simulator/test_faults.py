"""Faults that a review of deduction found, each with the input that showed it."""

import json
import math
from random import Random
from time import process_time

import pytest
from django.core.management import CommandError, call_command

from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.chemistry import mix
from games.alchemists.simulator.deduction.codes import BadCode, official
from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS, PAIRS, RESULTS
from games.alchemists.simulator.deduction.deduction import bits, forced, possible
from games.alchemists.simulator.deduction.facts import BadFact, Fact, read, read_all, read_hand
from games.alchemists.tests.simulator import oracle
from simulator.cases import casebook
from simulator.cases.case import CaseError
from tests.daily import Run, daily

pytestmark = pytest.mark.whole

TOAD = {"kind": "is", "ingredient": "toad", "alchemical": "a1"}


def weak_facts():
    """Everything that a world isn't: each fact rules out little, and only many together force anything."""
    truth = dict(zip(INGREDIENTS, ALCHEMICALS, strict=True))
    for ingredient, own in truth.items():
        yield from (Fact("is_not", (ingredient,), (code,)) for code in ALCHEMICALS if code != own)
    for pair in PAIRS:
        made = mix(truth[pair[0]], truth[pair[1]])
        yield from (Fact("not_mix", pair, (result,)) for result in RESULTS if result != made)


def test_fifty_six_crossed_out_formulas_are_explained_by_the_fewest():
    """notebook.chain: of eight columns with one formula left, seven marks settle one of them."""
    facts = [fact for fact in weak_facts() if fact.kind == "is_not"]
    assert {len(each.because) for each in forced(facts) if each.ingredient} == {7}


@pytest.mark.parametrize("most", daily([60, 200], [200]))
def test_chains_of_many_weak_facts_come_in_time(most):
    """A hostile list took 13 s, as a search for each of 36 conclusions went on for long."""
    facts = Random(1).sample(list(weak_facts()), most)
    possible(facts)
    began = process_time()
    assert forced(facts)
    assert process_time() - began < 2


def test_a_result_that_is_sure_tells_exactly_nothing():
    """Rounding left -0.0 bits in the answer of `manage.py deduce`."""
    for total in range(1, 2000):
        assert math.copysign(1, bits([total, 0])) == 1
        assert bits([0, total]) == 0


def test_the_same_counts_in_another_order_are_a_tie_that_the_content_settles():
    """Sums in another order differed in the last digit, and the pair of a second step with them."""
    rng = Random(2)
    for _ in range(300):
        counts = [rng.randrange(900) for _ in RESULTS]
        assert bits(counts) == bits(rng.sample(counts, len(counts)))


@pytest.mark.parametrize("text", ["ßAA", "ıABC", "ſABC"])
def test_letters_that_become_latin_ones_in_capitals_are_no_code(text):
    """lab.official: a code has four Latin letters."""
    with pytest.raises(BadCode):
        official(text)


def test_a_bad_fact_says_which_of_the_list_it_is():
    with pytest.raises(BadFact) as caught:
        read_all([TOAD, {**TOAD, "ingredient": "frog"}], 5)
    assert caught.value.place == 1
    assert caught.value.refusal.params == {"text": "frog"}


def test_a_row_without_a_kind_and_a_hand_that_is_no_list_are_shown_as_they_are():
    """The refusal had an empty quotation, and called a hand no fact."""
    with pytest.raises(BadFact) as caught:
        read({"ingredient": "toad"})
    assert "toad" in caught.value.refusal.params["text"]
    with pytest.raises(BadFact) as caught:
        read_hand("toad")
    assert caught.value.refusal.code == "fact_unknown"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"facts": [TOAD, {"kind": "is"}]}, "facts[1]: "),
        ({"facts": [], "hand": ["frog"]}, "hand: «frog»"),
    ],
)
def test_the_command_names_the_place_of_what_it_can_t_read(tmp_path, data, said):
    path = tmp_path / "facts.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(CommandError) as caught:
        call_command("deduce", str(path))
    assert str(caught.value).startswith(said)


def test_a_missing_file_isn_t_called_bad_json(tmp_path):
    with pytest.raises(CommandError, match="Файл не прочитать"):
        call_command("deduce", str(tmp_path / "none.json"))


@pytest.mark.parametrize(
    ("case", "key"),
    [
        (
            {
                "laboratory": {"players": ["Оля", "Коля"], "truth": {name: ["a1"] for name in INGREDIENTS}},
                "expect": {"events": []},
            },
            "laboratory.truth",
        ),
        ({"notebook": {"facts": [TOAD]}, "expect": {"forced": [5]}}, "expect.forced"),
        ({"notebook": {"facts": [TOAD]}, "expect": {"table": {"frog": {}}}}, "expect.table.frog"),
    ],
)
def test_a_case_with_nonsense_inside_is_told_by_its_key(case, key):
    """The first two ended in a traceback; an ingredient that doesn't exist passed as one without worlds."""
    [read_case] = casebook.parse(json.dumps({"game": "alchemists", "id": "x", **case}), "x.json")
    with pytest.raises(CaseError, match=key):
        casebook.evaluate(read_case)


def test_debunk_advice_counts_the_worlds_in_which_something_falls_or_is_shown_for_the_first_time():
    """debunk.one, debunk.two, conflict.shown, conflict.again, debunk.useless over plain enumeration.

    A theory falls where no formula at all fits the answer together with it; two clash where only both don't.
    """
    rng = Random(4)
    rows = [
        {"kind": "mix", "pair": ["mushroom", "toad"], "result": "R+"},
        {"kind": "mix", "pair": ["fern", "claw"], "result": "R-"},
        {"kind": "aspect", "ingredient": "scorpion", "colour": "G", "sign": "+"},
        {"kind": "mix", "pair": ["scorpion", "claw"], "result": "G+"},
    ]
    worlds = oracle.worlds_of(rows)
    for reputation, loss in ((6, 0), (13, 1), (17, 2), (18, 3))[Run.is_daily * 3 :]:
        board = dict(zip(rng.sample(INGREDIENTS, 5), rng.sample(range(8), 5), strict=True))
        published = [pair for pair in PAIRS if set(pair) <= set(board)]
        conflicts = set(rng.sample(published, 2))
        theories = {ingredient: f"a{n}" for ingredient, n in board.items()}
        known = possible([read(row) for row in rows])
        for each in advice.debunks_master(known, theories, conflicts, reputation):
            success = sum(succeeds(world, each, board, conflicts) for world in worlds)
            assert each.success == success, each
            expected = (2 * success - loss * (len(worlds) - success)) / len(worlds)
            assert each.reputation == pytest.approx(expected)


def succeeds(world, each, board, conflicts):
    first, second = each.ingredients
    answer = oracle.MADE[world[first], world[second]] == each.asked
    fits = [pair for pair, made in oracle.MADE.items() if (made == each.asked) == answer]
    if any(
        name in board and all(pair[place] != board[name] for pair in fits)
        for place, name in enumerate(each.ingredients)
    ):
        return True
    both = first in board and second in board
    return both and (board[first], board[second]) not in fits and each.ingredients not in conflicts
