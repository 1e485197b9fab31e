"""Chance is ours: the same numbers for ever, in every version of Python; and outcomes may be scripted."""

from collections import Counter

import pytest

from simulator.engine.chance import Chance, Rng, script_of, splitmix64, substream
from simulator.engine.refusal import BadConfig


def test_the_generator_is_splitmix64():
    """The first outputs for seed 1234567, as its author publishes them."""
    state, numbers = 1234567, []
    for _ in range(5):
        state, number = splitmix64(state)
        numbers.append(number)
    assert numbers == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_shuffle_never_changes_its_order():
    cards = list(range(10))
    Rng(42).shuffle(cards)
    assert cards == [8, 3, 6, 5, 4, 0, 9, 2, 1, 7]


def test_every_order_is_about_equally_likely():
    orders = Counter()
    rng = Rng(7)
    for _ in range(12_000):
        cards = [1, 2, 3, 4]
        rng.shuffle(cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert all(400 < n < 600 for n in orders.values())


def test_below_stays_below_and_reaches_every_number():
    rng = Rng(3)
    assert {rng.below(7) for _ in range(1000)} == set(range(7))


def test_substreams_differ_and_do_not_depend_on_the_order_of_jobs():
    seeds = {substream(1, game, seat) for game in range(100) for seat in range(6)}
    assert len(seeds) == 600
    assert substream(1, 2, 3) == substream(1, 2, 3) != substream(1, 3, 2)


def test_a_chance_is_never_used_up_in_place():
    chance = Chance(5)
    first, after = chance.shuffled("abcdef")
    again, _ = chance.shuffled("abcdef")
    assert first == again
    assert after != chance
    assert after.shuffled("abcdef")[0] != first


def test_scripted_outcomes_come_first_then_the_generator():
    chance = Chance(5, (2, ["c", "a", "b"]))
    value, chance = chance.below(4)
    order, chance = chance.shuffled(["a", "b", "c"])
    assert (value, order, chance) == (2, ["c", "a", "b"], Chance(5))
    assert chance.below(1000)[0] == Rng(5).below(1000)


@pytest.mark.parametrize("script", [(4,), (-1,), (True,), ("1",), ([1, 2],)])
def test_a_scripted_number_that_can_not_come_is_refused(script):
    with pytest.raises(BadConfig) as caught:
        Chance(5, script).below(4)
    assert [refusal.code for refusal in caught.value.refusals] == ["bad_script"]


@pytest.mark.parametrize("script", [(3,), (["a"],), (["a", "b", "d"],), (["a", "b", "b"],), ("abc",)])
def test_a_scripted_order_of_other_cards_is_refused(script):
    with pytest.raises(BadConfig):
        Chance(5, script).shuffled(["a", "b", "c"])


@pytest.mark.parametrize(("entry", "code"), [("c", "script_order"), (["c"], "bad_script")])
def test_an_order_that_is_no_list_is_told_the_form_that_fits(entry, code):
    """docs/new-game.md: of `shuffled` the whole list is one entry, `script = [[…]]`."""
    with pytest.raises(BadConfig) as caught:
        Chance(5, (entry, "a", "b")).shuffled(["a", "b", "c"])
    (refusal,) = caught.value.refusals
    assert (refusal.code, refusal.params) == (code, {"what": "c"})


@pytest.mark.parametrize("script", [5, "abc", {"a": 1}, None])
def test_a_script_must_be_a_list(script):
    with pytest.raises(BadConfig):
        script_of({"script": script})
    assert script_of({}) == ()
