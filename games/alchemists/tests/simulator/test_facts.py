"""Facts: their JSON form there and back, what is refused, their words, and what they mean."""

import random

import pytest

from games.alchemists.simulator.deduction import facts
from games.alchemists.simulator.deduction.facts import KINDS, BadFact, Fact, read, read_all, to_json
from games.alchemists.simulator.deduction.worlds import ALL
from games.alchemists.tests.simulator import oracle
from rulebook.content import reading
from rulebook.wording.sentences import render

GAME = reading.load("alchemists")
ROWS = [
    {"kind": "mix", "pair": ["mushroom", "toad"], "result": "R+"},
    {"kind": "not_mix", "pair": ["mushroom", "toad"], "result": "N"},
    {"kind": "sale", "pair": ["fern", "toad"], "wanted": "B+", "level": "sign"},
    {"kind": "aspect", "ingredient": "toad", "colour": "B", "sign": "+"},
    {"kind": "took_part", "ingredient": "fern", "result": "G-"},
    {"kind": "took_part_sale", "ingredient": "fern", "wanted": "B+", "level": "sign"},
    {"kind": "is", "ingredient": "toad", "alchemical": "a1"},
    {"kind": "is_not", "ingredient": "toad", "alchemical": "a1"},
]


def kind_of(row):
    return row["kind"]


def test_there_is_a_row_for_every_kind():
    assert [kind_of(row) for row in ROWS] == list(KINDS)


@pytest.mark.parametrize("row", ROWS, ids=kind_of)
def test_a_fact_comes_back_as_it_was_written(row):
    assert to_json(read(row)) == row


@pytest.mark.parametrize("row", [row for row in ROWS if "pair" in row], ids=kind_of)
def test_the_order_of_a_pair_doesn_t_matter(row):
    assert read({**row, "pair": row["pair"][::-1]}) == read(row)


@pytest.mark.parametrize("row", ROWS, ids=kind_of)
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_kind_has_a_sentence_that_names_its_ingredient(row, lang):
    sentence = render(GAME, "fact", *facts.words(read(row)), lang)
    named = GAME.card_by_code[(row.get("pair") or [row["ingredient"]])[0]].short.in_(lang)
    assert named.lower() in sentence.lower()


@pytest.mark.parametrize("row", ROWS, ids=kind_of)
def test_a_fact_leaves_the_worlds_in_which_it_is_true(row):
    assert facts.worlds_of(read(row)).bit_count() == len(oracle.worlds_of([row]))


def test_yes_and_no_share_all_worlds():
    for yes, no in (("mix", "not_mix"), ("is", "is_not")):
        one = read(next(row for row in ROWS if row["kind"] == yes))
        other = one._replace(kind=no)
        assert facts.worlds_of(one) ^ facts.worlds_of(other) == ALL


def test_what_it_leaves_is_worked_out_once():
    fact = read(ROWS[0])
    facts.worlds_of(fact)
    before = facts.worlds_of.cache_info().hits
    facts.worlds_of(Fact(*fact))
    assert facts.worlds_of.cache_info().hits == before + 1


MIX, SALE, ASPECT, IS = ROWS[0], ROWS[2], ROWS[3], ROWS[6]
NOTHING = [None, 7, "mix", [], {}, {"kind": None}, {"kind": ["mix"]}, {"kind": "smell"}, {"kind": ""}]
BAD = [
    *[(row, "fact_bad") for row in NOTHING],
    ({"kind": "mix", "pair": ["toad", "fern"]}, "fact_bad"),
    ({**MIX, "more": 1}, "fact_bad"),
    ({**MIX, "pair": "toad fern"}, "fact_bad"),
    ({**MIX, "pair": ["toad"]}, "fact_bad"),
    ({**MIX, "pair": ["toad", "fern", "claw"]}, "fact_bad"),
    ({**MIX, "pair": ["toad", "toad"]}, "fact_same"),
    ({**MIX, "pair": ["toad", "frog"]}, "fact_unknown"),
    ({**MIX, "pair": ["toad", 3]}, "fact_unknown"),
    ({**MIX, "pair": [["toad"], "fern"]}, "fact_unknown"),
    ({**MIX, "result": "Y+"}, "fact_unknown"),
    ({**MIX, "result": ""}, "fact_unknown"),
    ({**MIX, "result": None}, "fact_unknown"),
    ({**MIX, "result": {}}, "fact_unknown"),
    ({**SALE, "wanted": "N"}, "fact_unknown"),
    ({**SALE, "level": "perfect"}, "fact_unknown"),
    ({**ASPECT, "colour": "Y"}, "fact_unknown"),
    ({**ASPECT, "colour": "RG"}, "fact_unknown"),
    ({**ASPECT, "sign": "±"}, "fact_unknown"),
    ({**ASPECT, "sign": "+-"}, "fact_unknown"),
    ({**ASPECT, "ingredient": ["toad"]}, "fact_unknown"),
    ({**IS, "alchemical": "a8"}, "fact_unknown"),
    ({**IS, "alchemical": 1}, "fact_unknown"),
    ({**IS, "ingredient": None}, "fact_unknown"),
]


@pytest.mark.parametrize(("row", "code"), BAD)
def test_a_row_that_states_no_fact_is_refused_with_its_clause(row, code):
    """notebook.facts, and mix.different for a pair of equal ones; both languages have a sentence."""
    with pytest.raises(BadFact) as caught:
        read(row)
    refusal = caught.value.refusal
    assert refusal.code == code
    assert refusal.clause == ("mix.different" if code == "fact_same" else "notebook.facts")
    for lang in ("ru", "en"):
        assert render(GAME, "refusal", refusal.code, refusal.params, lang)


def test_a_refusal_repeats_no_more_of_a_long_text_than_fits():
    for row in ({"kind": "x" * 999}, {**MIX, "result": "x" * 999}, {**MIX, "x" * 999: 1}):
        with pytest.raises(BadFact) as caught:
            read(row)
        assert len(caught.value.refusal.params["text"]) <= facts.TEXT_SHOWN


@pytest.mark.parametrize("rows", [None, {}, "mix", 3])
def test_facts_come_as_a_list(rows):
    with pytest.raises(BadFact) as caught:
        read_all(rows, 5)
    assert caught.value.refusal.code == "fact_bad"


def test_there_is_a_limit_to_a_list_of_facts():
    assert len(read_all([MIX] * 5, 5)) == 5
    with pytest.raises(BadFact) as caught:
        read_all([MIX] * 6, 5)
    assert caught.value.refusal.code == "fact_many"
    assert caught.value.refusal.params == {"max": 5}


def test_a_hand_is_a_list_of_cards():
    assert facts.read_hand(["toad", "toad", "fern"]) == ("toad", "toad", "fern")
    for bad in (None, "toad", {}, ["frog"], [["toad"]]):
        with pytest.raises(BadFact):
            facts.read_hand(bad)


def test_random_facts_come_back_as_they_were_written():
    rng = random.Random(11)
    for _ in range(200):
        for row in oracle.random_facts(rng):
            fact = read(row)
            assert read(to_json(fact)) == fact
