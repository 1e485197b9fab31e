"""`manage.py deduce`: the command-line contract of the notebook."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS
from games.alchemists.simulator.deduction.facts import FILE_MOST
from rulebook.content import reading

HEALING = {"kind": "mix", "pair": ["mushroom", "toad"], "result": "R+"}
SALE = {"kind": "sale", "pair": ["toad", "fern"], "wanted": "G+", "level": "sign"}
NEUTRAL = {"kind": "mix", "pair": ["fern", "mushroom"], "result": "N"}
GREEN = {"kind": "aspect", "ingredient": "mushroom", "colour": "G", "sign": "+"}


@pytest.fixture
def deduce(tmp_path):
    """Runs the command on data (or on text as it is) and gives what it printed."""

    def run(data, *options):
        path = tmp_path / "facts.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
        out = io.StringIO()
        call_command("deduce", str(path), *options, stdout=out)
        return out.getvalue()

    return run


@pytest.fixture
def answer(deduce):
    return lambda *facts, **more: json.loads(deduce({"facts": list(facts), **more}, "--json"))


def test_one_experiment_in_the_form_of_the_contract(answer):
    found = answer(HEALING)
    assert list(found) == ["worlds", "table", "forced", "gains", "contradiction"]
    assert found["worlds"] == 5760
    assert list(found["table"]) == list(INGREDIENTS)
    assert found["table"]["mushroom"] == {
        **dict.fromkeys(ALCHEMICALS, 0),
        **dict.fromkeys(["a1", "a2", "a5", "a7"], 1440),
    }
    assert found["forced"] == [{"pair": ["mushroom", "toad"], "result": "R+", "because": [0]}]
    assert found["gains"][0] == {"pair": ["fern", "claw"], "bits": 2.706891}
    assert found["contradiction"] is None


def test_rows_and_columns_of_the_table_count_every_world_once(answer):
    found = answer(HEALING, SALE)
    assert {sum(row.values()) for row in found["table"].values()} == {found["worlds"]}
    for code in ALCHEMICALS:
        assert sum(row[code] for row in found["table"].values()) == found["worlds"]


def test_the_rulebook_s_chapter_on_the_grid(answer):
    """notebook.chain: healing of mushroom and toad, «right sign» of toad and fern, a neutral pair."""
    found = answer(HEALING, SALE, NEUTRAL)
    assert found["worlds"] == 240
    left = {name: [code for code, n in row.items() if n] for name, row in found["table"].items()}
    assert (left["mushroom"], left["fern"], left["toad"]) == (["a2", "a5"], ["a3", "a4"], ["a1", "a7"])
    assert {"pair": ["fern", "toad"], "result": "B+", "because": [0, 1, 2]} in found["forced"]


def test_forced_formulas_name_the_shortest_list_of_facts(answer):
    found = answer(HEALING, SALE, NEUTRAL, GREEN)
    assert {"ingredient": "toad", "alchemical": "a1", "because": [0, 1, 2, 3]} in found["forced"]
    assert found["worlds"] == 120


def test_nothing_known_every_formula_is_equally_likely(answer):
    found = answer()
    assert found["worlds"] == 40320
    assert {n for row in found["table"].values() for n in row.values()} == {5040}
    assert found["forced"] == []
    assert len(found["gains"]) == 28
    assert {gain["bits"] for gain in found["gains"]} == {2.807355}


def test_a_hand_leaves_only_the_pairs_that_it_can_mix(answer):
    found = answer(HEALING, hand=["fern", "claw", "fern", "toad"])
    assert [gain["pair"] for gain in found["gains"]] == [["fern", "claw"], ["fern", "toad"], ["toad", "claw"]]
    assert answer(hand=["fern", "fern"])["gains"] == answer(hand=[])["gains"] == []


def test_a_look_at_a_sale_is_weighed_unless_it_shall_only_strike_out(deduce):
    """notebook.chances: «right sign» of a mix with the scorpion, once by partners and once by worlds."""
    seen = {"kind": "took_part_sale", "ingredient": "scorpion", "wanted": "G+", "level": "sign"}
    weighed, struck = (
        json.loads(deduce({"facts": [seen]}, "--json", *options)) for options in ((), ("--strike-only",))
    )
    assert sorted(weighed["chances"]["scorpion"].values()) == ["1/4"] * 2 + ["1/8"] * 4
    assert "chances" not in struck
    assert set(struck["table"]["scorpion"].values()) == {0, 5040}
    assert weighed["table"] == struck["table"]
    assert weighed["gains"] != struck["gains"]
    assert "1/8" in deduce({"facts": [seen]}, "--lang", "en")
    assert "1/8" not in deduce({"facts": [seen]}, "--strike-only")


def test_gains_stand_best_first(answer):
    bits = [gain["bits"] for gain in answer(HEALING, SALE)["gains"]]
    assert bits == sorted(bits, reverse=True)
    assert len(bits) == 28


def test_contradictory_facts_name_the_smallest_list_that_clashes(answer):
    """notebook.clash: the fewest facts that can't all be true, the first such list."""
    against = {"kind": "aspect", "ingredient": "toad", "colour": "R", "sign": "-"}
    found = answer(NEUTRAL, HEALING, SALE, against)
    assert found["worlds"] == 0
    assert found["contradiction"] == [1, 3]
    assert found["forced"] == []
    assert {n for row in found["table"].values() for n in row.values()} == {0}


def test_two_people_in_one_formula_clash(answer):
    same = [{"kind": "is", "ingredient": name, "alchemical": "a1"} for name in ("toad", "fern")]
    assert answer(*same)["contradiction"] == [0, 1]


def test_the_answer_for_people_numbers_facts_and_says_why(deduce):
    text = deduce({"facts": [HEALING, SALE, NEUTRAL]})
    assert text.startswith("0: ")
    assert "240" in text
    assert "[0, 1, 2]" in text
    english = deduce({"facts": [HEALING]}, "--lang", "en")
    assert "healing" in english
    assert "5760" in english


def test_the_answer_for_people_says_which_facts_clash(deduce):
    text = deduce({"facts": [HEALING, {"kind": "is", "ingredient": "toad", "alchemical": "a0"}]})
    assert text.splitlines()[-1].endswith("0, 1")


def test_facts_may_come_from_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps({"facts": [HEALING]})))
    out = io.StringIO()
    call_command("deduce", "-", "--json", stdout=out)
    assert json.loads(out.getvalue())["worlds"] == 5760


BAD = [
    "",
    "facts",
    "[]",
    "{}",
    "7",
    '{"facts": [], "more": 1}',
    '{"facts": [], "facts": []}',
    '{"facts": [NaN]}',
    "[" * 100_000,
]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_what_is_no_list_of_facts_is_refused_with_the_name_of_the_file(deduce, text):
    with pytest.raises(CommandError, match=r"facts\.json"):
        deduce(text, "--json")


@pytest.mark.parametrize(
    ("data", "word", "clause"),
    [
        ({"facts": [{"kind": "mix", "pair": ["toad", "toad"], "result": "R+"}]}, "жаб", "mix.different"),
        ({"facts": [{"kind": "smell"}]}, "smell", "notebook.facts"),
        ({"facts": [{**HEALING, "pair": ["toad", "frog"]}]}, "frog", "notebook.facts"),
        ({"facts": [{**HEALING, "result": "Y+"}]}, "Y\\+", "notebook.facts"),
        ({"facts": "mix"}, "mix", "notebook.facts"),
        ({"facts": [], "hand": ["frog"]}, "frog", "notebook.facts"),
        ({"facts": [HEALING] * (FILE_MOST + 1)}, str(FILE_MOST), "notebook.facts"),
    ],
)
def test_a_fact_that_can_t_be_is_refused_in_words_with_its_rule(deduce, data, word, clause):
    """mix.different: a mix takes two different ingredients. notebook.facts: it says why it takes nothing."""
    number = reading.load("alchemists").clause_by_id[clause].number
    with pytest.raises(CommandError, match=f"(?i){word}") as caught:
        deduce(data, "--json")
    assert f"({number})" in str(caught.value)


def test_a_file_that_isn_t_there_is_refused():
    with pytest.raises(CommandError, match="nowhere"):
        call_command("deduce", "nowhere.json")
