"""What the laboratory warns of without forbidding it: each test says the rule that it is about."""

import pytest

from games.alchemists.simulator.deduction.data import GAME
from games.alchemists.simulator.deduction.laboratory import ROUNDS, Deed, Lab, check, replay
from games.alchemists.simulator.deduction.warnings import CLOSED, caution, notices
from games.alchemists.simulator.laboratory.views import TOOLS
from games.alchemists.tests.simulator.laboratories import DEMO, NAMES
from rulebook.wording import sentences

OLYA, SASHA = 0, 1
EXHIBIT = "exhibit mushroom toad B+"  # fails in this world, so that it may be tried again


def lab_after(*done: str, players: int = 2, rounds: int = 1) -> Lab:
    """A laboratory in round `rounds` in which Olya has done all this."""
    texts = ["round"] * (rounds - 1) + list(done)
    return replay(players, DEMO, [Deed(OLYA, text) for text in texts])


def cited(lab: Lab, tool: str) -> list[tuple[str, str]]:
    return [(notice.code, notice.clause) for notice in notices(lab, tool, (OLYA, SASHA))]


# --- Before an action ---------------------------------------------------------------------------------------


def test_an_apprentice_who_checks_what_nobody_has_published_is_warned():
    """Ruling 65, debunk.published: an apprentice may choose only an ingredient with a theory."""
    found = caution(lab_after("theory scorpion a1"), "debunk toad G")
    assert found == ("lab_unpublished", "debunk.published", {"ingredient": "toad"})
    assert caution(lab_after("theory scorpion a1"), "debunk scorpion G") is None


def test_a_theory_that_fell_is_published_no_more():
    """debunk.success takes the theory off its book; debunk.published wants one there."""
    fallen = lab_after("theory scorpion a1", "debunk scorpion G")
    assert caution(fallen, "debunk scorpion B") is not None


@pytest.mark.parametrize(
    "text",
    ["debunk toad fern R+", "student toad fern", "sell toad fern R+", "theory toad a1", "round", "reveal"],
)
def test_everything_else_is_done_at_once(text):
    """debunk.useless: a master may name two ingredients without theories; it just fails."""
    assert caution(lab_after(), text) is None


def test_the_caution_knows_nothing_of_the_secret():
    """debunk.apprentice: the sign is shown when the check is made, not before."""
    other = dict(zip(DEMO, reversed(DEMO.values()), strict=True))
    assert caution(Lab(2, DEMO), "debunk toad G") == caution(Lab(2, other), "debunk toad G")


# --- Tools out of their round -------------------------------------------------------------------------------


EARLY, LAST = range(1, ROUNDS), [ROUNDS]
NOTICED = [
    # planning.first_round: no sale, no debunking, no publishing; from round two all spaces are open.
    ("sell", [1], ("lab_area_closed", "planning.first_round")),
    ("debunk", [1], ("lab_area_closed", "debunk.when")),
    ("theory", [1], ("lab_area_closed", "planning.first_round")),
    # exhibition.place: in the sixth and last round the exhibition lies over the student and drinking.
    ("mix", LAST, ("lab_tests_covered", "exhibition.place")),
    ("exhibit", EARLY, ("lab_exhibition_later", "exhibition.place")),
]


@pytest.mark.parametrize(("tool", "rounds", "notice"), NOTICED)
def test_a_tool_is_warned_of_in_the_rounds_without_its_space_alone(tool, rounds, notice):
    for n in range(1, ROUNDS + 1):
        assert cited(lab_after(rounds=n), tool) == ([notice] if n in rounds else [])


@pytest.mark.parametrize(("players", "attempts"), [(2, 4), (3, 4), (4, 3)])
def test_everybody_has_three_or_four_attempts_and_failures_count(players, attempts):
    """exhibition.attempts: four players have at most 3 exhibition actions each, two or three 4."""
    almost = lab_after(*[EXHIBIT] * (attempts - 1), players=players, rounds=ROUNDS)
    assert notices(almost, "exhibit", (OLYA, SASHA)) == ()
    spent = lab_after(*[EXHIBIT] * attempts, players=players, rounds=ROUNDS)
    params = {"seat": OLYA, "n": attempts, "max": attempts}
    assert notices(spent, "exhibit", (OLYA, SASHA)) == (("lab_attempts_made", "exhibition.attempts", params),)
    assert notices(spent, "exhibit", (SASHA,)) == ()
    assert notices(spent, "sell", (OLYA,)) == ()


def test_a_notice_forbids_nothing():
    """lab.use: the laboratory helps a table of its own, which knows better what round it is."""
    for text in ("sell toad fern R+", "debunk toad G", "theory toad a1", EXHIBIT):
        assert check(lab_after(), SASHA, text) is None
    for text in ("student toad fern", "drink toad fern", EXHIBIT):
        assert check(lab_after(*[EXHIBIT] * 4, rounds=ROUNDS), OLYA, text) is None


def test_every_tool_with_notices_is_one_of_the_bench():
    assert set(CLOSED) == set(TOOLS)
    assert notices(lab_after(), "no-such-tool", (OLYA,)) == ()


def test_every_notice_is_a_sentence_in_both_languages():
    labs = [lab_after(*[EXHIBIT] * 5, rounds=n) for n in (1, ROUNDS)]
    found = [each for lab in labs for tool in TOOLS for each in notices(lab, tool, (OLYA,))]
    found.append(caution(lab_after(), "debunk toad G"))
    said = {
        sentences.render(GAME, "warning", each.code, each.params, lang, NAMES)
        for each in found
        for lang in ("ru", "en")
    }
    assert any("Продажа зелья" in each for each in said)
    assert "Оля has made 5\u00a0attempts at the exhibition, and everybody has 4." in said
