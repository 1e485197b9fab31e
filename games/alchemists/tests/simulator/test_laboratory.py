"""The laboratory: what it tells to whom, what it refuses, and that its log says everything again."""

import random

import pytest

from games.alchemists.simulator.deduction.chemistry import mix
from games.alchemists.simulator.deduction.codes import official
from games.alchemists.simulator.deduction.data import ALCHEMICALS, COLOURS, INGREDIENTS, POTIONS, RESULTS
from games.alchemists.simulator.deduction.deduction import possible
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.deduction.laboratory import ROUNDS, Deed, Lab, act, check, facts_of, replay
from games.alchemists.simulator.deduction.worlds import tables
from simulator.engine.refusal import IllegalMove

DEMO = official("DEMO")
OLYA, SASHA, RITA = range(3)
# Events that everybody hears and that name a pair: the answers of a debunk and what follows from them.
PUBLIC_PAIRS = {"debunk_yes", "debunk_no", "conflict_shown", "conflict_over"}


def lab_after(*done, players=3, truth=DEMO, draw=0):
    """A laboratory in which `done`, as (seat, text), has been done."""
    lab = Lab(players, truth)
    for seat, text in done:
        lab, _ = act(lab, seat, text, draw)
    return lab


def kinds(events):
    return [event.kind for event in events]


def known_to(lab, seat):
    return [fact for _, fact in facts_of(lab, seat)]


def random_action(rng, lab):
    """A text that may be allowed or not."""
    first, second = rng.choice(INGREDIENTS), rng.choice(INGREDIENTS)
    return rng.choice(
        [
            f"student {first} {second}",
            f"drink {first} {second}",
            f"cap {first} {second}",
            f"sell {first} {second} {rng.choice(RESULTS)}",
            f"exhibit {first} {second} {rng.choice(RESULTS)}",
            f"debunk {first} {rng.choice(COLOURS)}",
            f"debunk {first} {second} {rng.choice(RESULTS)}",
            f"theory {first} {rng.choice(ALCHEMICALS)}",
            f"withdraw {first}",
            "peek",
            "round",
        ]
    )


def random_lab(seed, actions=40):
    """A laboratory with a random world in which allowed things were done; and what was refused on the way."""
    rng = random.Random(seed)
    truth = dict(zip(INGREDIENTS, rng.sample(ALCHEMICALS, 8), strict=True))
    lab, refused = Lab(3, truth), []
    while len(lab.log) < actions:
        seat, text = rng.randrange(3), random_action(rng, lab)
        refusal = check(lab, seat, text)
        if refusal:
            with pytest.raises(IllegalMove) as caught:
                act(lab, seat, text)
            assert caught.value.refusal == refusal
            refused.append(refusal.code)
        else:
            lab, _ = act(lab, seat, text, rng.randrange(100))
    return lab, refused


LABS = [random_lab(seed) for seed in range(20)]


# --- Secrets ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lab", "_refused"), LABS)
def test_what_everybody_hears_never_names_the_ingredients_of_a_mix(lab, _refused):
    """experiment.result, sell.make, exhibition.make: all see what came out, nobody of what."""
    for events in lab.history:
        for event in events:
            if event.audience is None:
                assert "pair" not in event.params or event.kind in PUBLIC_PAIRS
                if event.kind.startswith(("mixed", "sold", "exhibit")):
                    assert "ingredient" not in event.params


@pytest.mark.parametrize(("lab", "_refused"), LABS)
def test_no_formula_is_told_before_the_reveal(lab, _refused):
    """lab.secret: the laboratory doesn't tell until the end."""
    told = [event for events in lab.history for event in events]
    assert not any(event.kind in ("formula", "revealed") for event in told)
    assert all(fact.kind != "is" for seat in (*range(3), None) for fact in known_to(lab, seat))


@pytest.mark.parametrize(("lab", "_refused"), LABS)
def test_nobody_learns_anything_false(lab, _refused):
    """Every fact that a seat or a bystander has holds in the true world."""
    placed = tables().placed
    for seat in (*range(3), None):
        worlds = possible(known_to(lab, seat))
        for ingredient, alchemical in lab.truth.items():
            worlds &= placed[ingredient][alchemical]
        assert worlds.bit_count() == 1


@pytest.mark.parametrize(("lab", "_refused"), LABS)
def test_a_bystander_knows_only_what_every_player_knows(lab, _refused):
    for seat in range(3):
        assert set(known_to(lab, None)) <= set(known_to(lab, seat))


def test_a_mix_is_a_fact_for_its_maker_alone():
    lab = lab_after((OLYA, "student mushroom toad"), (OLYA, "drink fern claw"), (OLYA, "sell fern toad G+"))
    assert known_to(lab, OLYA) == [
        Fact("mix", ("mushroom", "toad"), ("R+",)),
        Fact("mix", ("fern", "claw"), ("R-",)),
        Fact("sale", ("fern", "toad"), ("G+", "sign")),
    ]
    assert known_to(lab, SASHA) == known_to(lab, None) == []


def test_a_fact_says_which_entry_showed_it():
    lab = lab_after((OLYA, "round"), (SASHA, "drink fern claw"), (OLYA, "debunk toad R"))
    assert [(known.entry, known.fact.kind) for known in facts_of(lab, SASHA)] == [(2, "mix"), (3, "aspect")]


def test_the_answers_of_a_debunk_are_facts_for_everybody():
    """notebook.debunk: all see an attempt to debunk, and all learn."""
    lab = lab_after((OLYA, "debunk toad R"), (SASHA, "debunk toad fern B+"), (RITA, "debunk toad fern N"))
    everybody = [
        Fact("aspect", ("toad",), ("R", "+")),
        Fact("mix", ("fern", "toad"), ("B+",)),
        Fact("not_mix", ("fern", "toad"), ("N",)),
    ]
    assert known_to(lab, OLYA) == known_to(lab, RITA) == known_to(lab, None) == everybody


def test_the_reveal_tells_everybody_everything_and_closes_the_laboratory():
    """reveal.answers: all see which ingredient is which; from then on there is nothing to find out."""
    lab = lab_after((OLYA, "reveal"))
    assert lab.revealed
    assert known_to(lab, None) == [Fact("is", (name,), (DEMO[name],)) for name in INGREDIENTS]
    for text in ("student mushroom toad", "reveal", "round", "theory toad a1"):
        assert check(lab, SASHA, text).code == "lab_revealed"


# --- The log ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lab", "_refused"), LABS)
def test_the_stored_texts_say_everything_again(lab, _refused):
    assert replay(lab.players, lab.truth, lab.log) == lab


def test_a_mix_answers_as_the_chemistry_does():
    for first in INGREDIENTS:
        for second in INGREDIENTS:
            if first != second:
                _, events = act(Lab(2, DEMO), OLYA, f"student {first} {second}")
                assert events[0].params["potion"] == mix(DEMO[first], DEMO[second])


# --- The student --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("done", "unhappy"),
    [
        ([(OLYA, "student mushroom toad")], False),
        ([(OLYA, "student claw toad")], False),
        ([(OLYA, "student fern flower")], True),
        ([(OLYA, "student fern flower"), (SASHA, "student mushroom toad")], True),
        ([(OLYA, "drink fern flower")], False),
        ([(OLYA, "cap fern flower")], False),
        ([(OLYA, "student fern flower"), (SASHA, "round")], False),
    ],
)
def test_only_a_negative_test_makes_the_student_unhappy_and_only_for_this_round(done, unhappy):
    """student.price and student.new; cap.tests: the Thinking Cap doesn't upset him, nor does drinking."""
    assert lab_after(*done).unhappy is unhappy


def test_the_student_becomes_unhappy_once_a_round():
    """student.price: the test that upsets him is free; the event marks it, later ones don't repeat it."""
    lab = lab_after((OLYA, "student fern flower"), (SASHA, "student claw flower"))
    assert [kinds(events).count("student_unhappy") for events in lab.history] == [1, 0]


# --- The Periscope ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("draw", "seen"), [(0, "mushroom"), (1, "toad"), (7, "toad"), (44, "mushroom")])
def test_chance_decides_which_of_the_two_the_periscope_shows(draw, seen):
    """periscope.when: chance decides; the stored text keeps what it was."""
    lab = lab_after((OLYA, "student mushroom toad"), (SASHA, "peek"), draw=draw)
    assert lab.log[-1] == Deed(SASHA, f"peek {seen}")
    assert known_to(lab, SASHA) == [Fact("took_part", (seen,), ("R+",))]
    assert known_to(lab, RITA) == known_to(lab, None) == []
    assert replay(3, DEMO, lab.log) == lab


@pytest.mark.parametrize(
    ("mixing", "fact"),
    [
        ("student mushroom toad", Fact("took_part", ("mushroom",), ("R+",))),
        ("drink mushroom toad", Fact("took_part", ("mushroom",), ("R+",))),
        ("sell mushroom toad B+", Fact("took_part_sale", ("mushroom",), ("B+", "sign"))),
        ("exhibit mushroom toad R+", Fact("took_part", ("mushroom",), ("R+",))),
        ("exhibit mushroom toad B+", None),
    ],
)
def test_the_periscope_works_on_every_foreign_mix(mixing, fact):
    """Ruling 76; a failed promise tells nothing of an ingredient, so there is no fact."""
    lab = lab_after((OLYA, mixing), (SASHA, "peek"))
    assert known_to(lab, SASHA) == ([fact] if fact else [])


def test_a_token_written_down_meanwhile_does_not_close_the_periscope():
    """periscope.when: only whoever plays on ends the moment; noting a theory of the board is no play."""
    lab = lab_after((OLYA, "student mushroom toad"), (RITA, "theory toad a1"), (RITA, "withdraw toad"))
    assert check(lab, SASHA, "peek") is None


@pytest.mark.parametrize(
    ("done", "seat", "code"),
    [
        ([], SASHA, "lab_peek_late"),
        ([(OLYA, "student mushroom toad")], OLYA, "lab_peek_own"),
        ([(OLYA, "student mushroom toad"), (RITA, "round")], SASHA, "lab_peek_late"),
        ([(OLYA, "student mushroom toad"), (RITA, "debunk toad B")], SASHA, "lab_peek_late"),
        ([(OLYA, "student mushroom toad"), (SASHA, "peek")], RITA, "lab_peek_late"),
        ([(OLYA, "cap mushroom toad")], SASHA, "lab_peek_cap"),
        (
            [(OLYA, "drink fern claw"), (SASHA, "peek"), (OLYA, "student mushroom toad")],
            SASHA,
            "lab_peek_again",
        ),
    ],
)
def test_the_periscope_is_refused(done, seat, code):
    """periscope.when: right after another's mix, before anybody goes on, once a round, not for the Cap."""
    refusal = check(lab_after(*done), seat, "peek")
    assert (refusal.code, refusal.clause) == (code, "periscope.when")


def test_a_new_round_gives_the_periscope_back():
    done = [(OLYA, "drink fern claw"), (SASHA, "peek"), (OLYA, "round"), (OLYA, "drink fern claw")]
    assert check(lab_after(*done), SASHA, "peek") is None


# --- The exhibition -----------------------------------------------------------------------------------------


def test_a_promise_kept_closes_that_potion_for_its_maker_only():
    """exhibition.promise, ruling 81: not the same again after success; others may; a failure may."""
    lab = lab_after((OLYA, "exhibit mushroom toad R+"), (OLYA, "exhibit mushroom toad B+"))
    assert lab.shown == {(OLYA, "R+")}
    assert check(lab, OLYA, "exhibit mandrake feather R+").code == "lab_exhibited"
    assert check(lab, OLYA, "exhibit fern toad B+") is None
    assert check(lab, SASHA, "exhibit mandrake feather R+") is None


def test_a_failed_promise_shows_no_potion_to_anybody():
    """exhibition.make: the laboratory shows whether the promised potion came out, not what came out."""
    lab = lab_after((OLYA, "exhibit mushroom toad B+"))
    assert kinds(lab.history[0]) == ["exhibit_failed", "exhibit_not_pair"]
    assert known_to(lab, OLYA) == [Fact("not_mix", ("mushroom", "toad"), ("B+",))]
    assert "R+" not in str(lab.history[0])


# --- Refusals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("potion", POTIONS)
def test_every_coloured_potion_may_be_ordered_and_promised(potion):
    assert check(Lab(2, DEMO), OLYA, f"sell toad fern {potion}") is None
    assert check(Lab(2, DEMO), OLYA, f"exhibit toad fern {potion}") is None


REFUSED = [
    ("", "lab_bad_action", "lab.use"),
    ("   ", "lab_bad_action", "lab.use"),
    ("cook toad fern", "lab_bad_action", "lab.use"),
    ("student", "lab_bad_action", "lab.use"),
    ("student toad", "lab_bad_action", "lab.use"),
    ("student toad fern claw", "lab_bad_action", "lab.use"),
    ("round 7", "lab_bad_action", "lab.use"),
    ("peek toad", "lab_bad_action", "lab.use"),
    ("student toad frog", "lab_unknown", "lab.use"),
    ("student Toad fern", "lab_unknown", "lab.use"),
    ("sell toad fern Y+", "lab_unknown", "lab.use"),
    ("theory toad a8", "lab_unknown", "lab.use"),
    ("debunk toad Y", "lab_unknown", "lab.use"),
    ("student toad toad", "lab_same", "mix.different"),
    ("drink toad toad", "lab_same", "mix.different"),
    ("cap toad toad", "lab_same", "mix.different"),
    ("sell toad toad R+", "lab_same", "mix.different"),
    ("exhibit toad toad R+", "lab_same", "mix.different"),
    ("debunk toad toad R+", "lab_same", "mix.different"),
    ("sell toad fern N", "lab_wanted", "sell.make"),
    ("exhibit toad fern N", "lab_wanted", "sell.make"),
    ("withdraw toad", "lab_no_theory", "publish.new"),
    ("theory scorpion a3", "lab_book_taken", "publish.new"),
    ("theory toad a1", "lab_token_taken", "publish.token"),
]


@pytest.mark.parametrize(("text", "code", "clause"), REFUSED)
def test_nonsense_and_what_the_rules_forbid_is_refused_with_its_clause(text, code, clause):
    lab = lab_after((OLYA, "theory scorpion a1"))
    refusal = check(lab, SASHA, text)
    assert (refusal.code, refusal.clause) == (code, clause)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_is_no_such_seat(seat):
    assert check(Lab(3, DEMO), seat, "round").code == "lab_seat"


def test_a_refusal_repeats_no_more_of_a_long_text_than_fits():
    refusal = check(Lab(2, DEMO), OLYA, "cook " + "toad" * 1000)
    assert len(refusal.params["text"]) <= 40


def test_there_are_six_rounds():
    """series.rounds: the game lasts six rounds."""
    lab = Lab(2, DEMO)
    for _ in range(ROUNDS - 1):
        lab, _ = act(lab, OLYA, "round")
    assert lab.round == ROUNDS == 6
    assert check(lab, OLYA, "round").code == "lab_round"


def test_random_attempts_meet_every_refusal_of_a_laboratory_in_play():
    met = {code for _, refused in LABS for code in refused}
    assert met >= {
        "lab_same",
        "lab_wanted",
        "lab_book_taken",
        "lab_token_taken",
        "lab_no_theory",
        "lab_peek_late",
        "lab_peek_own",
        "lab_peek_cap",
        "lab_round",
    }


# --- The theory board ---------------------------------------------------------------------------------------


def test_a_theory_is_written_down_and_taken_off():
    """publish.new: at most one theory about each ingredient; a slip of the pen can be taken back."""
    lab = lab_after((OLYA, "theory toad a1"), (SASHA, "theory fern a4"), (OLYA, "withdraw toad"))
    assert dict(lab.theories) == {"fern": "a4"}
    assert check(lab, RITA, "theory claw a1") is None


def test_a_debunk_without_any_theory_only_shows_its_answer():
    """Tables that keep their theory board themselves write none down here."""
    for text in ("debunk scorpion G", "debunk scorpion mushroom G+", "debunk scorpion mushroom N"):
        assert len(lab_after((OLYA, text)).history[0]) == 1
