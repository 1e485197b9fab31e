"""The four-letter codes of the official application (clause lab.official)."""

import random
from string import ascii_uppercase

import pytest

from games.alchemists.simulator.deduction import codes
from games.alchemists.simulator.deduction.codes import FIRST_GENERATION, PICKED, PLACED, BadCode, official
from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS

RNG = random.Random(4)
SAMPLE = ["".join(RNG.choices(ascii_uppercase, k=4)) for _ in range(5000)]
# The published examples name formulas by their large circle, in the order of placing.
LARGE = {"R+": "a5", "R-": "a4", "G+": "a3", "G-": "a2", "B+": "a1", "B-": "a0", "++": "a7", "--": "a6"}
PUBLISHED = {
    "DEMO": "R- B- R+ -- G- G+ B+ ++",
    "QWIN": "R+ G+ B+ B- R- -- G- ++",
    "CEJT": "B+ G+ R- B- ++ -- R+ G-",
}


@pytest.mark.parametrize(("code", "answers"), PUBLISHED.items())
def test_the_published_codes_give_their_published_worlds(code, answers):
    world = official(code)
    assert [world[ingredient] for ingredient in PLACED] == [LARGE[name] for name in answers.split()]


def test_every_code_gives_each_ingredient_a_formula_of_its_own():
    """mix.world: eight formulas, eight ingredients, no two alike."""
    for code in [*SAMPLE, "AAAA", "ZZZZ", "AAAZ", "ZZZA"]:
        world = official(code)
        assert set(world) == set(INGREDIENTS)
        assert set(world.values()) == set(ALCHEMICALS)


@pytest.mark.parametrize("digits_of", [codes._first_digits, codes._second_digits])
def test_every_digit_picks_from_what_is_left(digits_of):
    for code in SAMPLE:
        if digits_of is codes._second_digits and code[-1] in FIRST_GENERATION:
            continue
        digits = digits_of([ord(letter) - ord("A") for letter in code])
        assert len(digits) == len(PICKED) - 1
        assert all(0 <= digit < len(PICKED) - place for place, digit in enumerate(digits))


def test_both_generations_reach_many_worlds():
    """A decoder that ignored a letter would reach few."""
    assert len({tuple(official(code).values()) for code in SAMPLE}) > 4000


def test_the_last_letter_tells_the_generation():
    letters = [ord(letter) - ord("A") for letter in "QWIE"]
    assert official("QWIE") == codes._world(codes._first_digits(letters))
    letters = [ord(letter) - ord("A") for letter in "QWIF"]
    assert official("QWIF") == codes._world(codes._second_digits(letters))


def test_case_and_spaces_around_don_t_matter():
    assert official("demo") == official(" DEMO\n") == official("DeMo") == official("DEMO")


@pytest.mark.parametrize(
    "text", ["", "DEM", "DEMONS", "DE MO", "DEM0", "ДЕМО", "DÉMO", "----", "ＤＥＭＯ", "DEMO" * 99]
)
def test_what_is_no_code_is_refused_with_the_clause(text):
    with pytest.raises(BadCode) as caught:
        official(text)
    refusal = caught.value.refusal
    assert (refusal.code, refusal.clause) == ("lab_official", "lab.official")
    assert len(refusal.params["text"]) <= 20


@pytest.mark.parametrize("text", ["OCEGF", "MUDTC", "HNKUB", "IVTII", "RXTUE", "GOLEM", " golem\n"])
def test_five_letters_are_named_for_what_they_are(text):
    """The application gives such codes with the expansion «The King's Golem», which isn't here."""
    with pytest.raises(BadCode) as caught:
        official(text)
    assert (caught.value.refusal.code, caught.value.refusal.clause) == ("lab_official_golem", "lab.official")
