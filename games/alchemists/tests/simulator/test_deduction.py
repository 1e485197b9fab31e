"""Deduction against plain enumeration of all worlds, the shortest reasons against all lists of facts."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.deduction import (
    deduce,
    exclusion_chain,
    forced,
    forced_signs,
    odds_of,
    possible,
)
from games.alchemists.simulator.deduction.facts import read
from games.alchemists.tests.simulator import oracle
from tests.daily import Run, daily


def facts_of(rows):
    return [read(row) for row in rows]


@pytest.mark.long
@pytest.mark.parametrize("seed", daily(range(40), range(1)))
def test_tables_agree_with_plain_enumeration(seed):
    """Clause notebook.chances: chances are exact over 8! worlds; a thousand lists, some of them every day."""
    rng = Random(seed)
    for _ in range(25):
        rows = oracle.random_facts(rng)
        worlds = oracle.worlds_of(rows)
        deduced = deduce(facts_of(rows), weighed=False)
        assert deduced.worlds == len(worlds), rows
        assert deduced.table == oracle.table_of(worlds), rows
        assert (deduced.contradiction is not None) == (not worlds), rows


HEALING = {"kind": "mix", "pair": ["mushroom", "toad"], "result": "R+"}
SEEN = [
    {"kind": "took_part_sale", "ingredient": "scorpion", "wanted": "G+", "level": "sign"},
    {"kind": "took_part_sale", "ingredient": "toad", "wanted": "B-", "level": "wrong"},
    {"kind": "took_part_sale", "ingredient": "feather", "wanted": "R-", "level": "exact"},
]


@pytest.mark.parametrize("seen", [SEEN[:1], SEEN[:2], SEEN[1:], [SEEN[0], SEEN[0]]])
def test_a_look_at_a_sale_weighs_worlds_like_plain_enumeration(seen):
    """Clause notebook.chances: by the partners that show the level, any of the other seven alike."""
    rows = [HEALING, *seen]
    deduced = deduce(facts_of(rows))
    assert {name: deduced.chances(name) for name in oracle.INGREDIENTS} == oracle.chances_of(rows)


SHARES = {
    "sign": "1/4 1/4 1/8 1/8 1/8 1/8",
    "wrong": "1/4 1/6 1/6 1/6 1/12 1/12 1/12",
    "exact": "1/4 1/4 1/4 1/4",
    "neutral": "1/8 1/8 1/8 1/8 1/8 1/8 1/8 1/8",
}


@pytest.mark.parametrize("level", SHARES)
@pytest.mark.parametrize("wanted", oracle.RESULTS[:6])
def test_each_answer_to_each_order_shares_the_chances_out_by_partners(wanted, level):
    """Clause notebook.chances: «right sign» has 4, 4, 2, 2, 2, 2 partners, «wrong» 6, 4, 4, 4, 2, 2, 2."""
    fact = read({"kind": "took_part_sale", "ingredient": "scorpion", "wanted": wanted, "level": level})
    shares = sorted(deduce([fact]).chances("scorpion").values(), reverse=True)
    assert " ".join(map(str, shares)) == SHARES[level]


def test_a_reader_may_leave_the_weights_out():
    """Clause notebook.chances: «Только вычёркивать» leaves six formulas, all alike."""
    fact = read(SEEN[0])
    assert set(deduce([fact], weighed=False).chances("scorpion").values()) == {Fraction(1, 6)}
    assert deduce([fact]).worlds == deduce([fact], weighed=False).worlds == 30240


def test_advice_in_bits_follows_the_weights():
    """Clauses notebook.advice and notebook.chances: an experiment tells as much as its weighed results."""
    odds = odds_of(tuple(facts_of(SEEN[:1])))
    pair = ("claw", "scorpion")
    (gain,) = advice.gains(odds.worlds, [pair], count=odds.count)
    counts = Counter()
    for world in oracle.worlds_of(SEEN[:1]):
        counts[oracle.MADE[world["claw"], world["scorpion"]]] += oracle.weight(SEEN[:1], world)
    assert gain.bits == pytest.approx(oracle.entropy(counts.values()))
    assert gain.bits != pytest.approx(advice.gains(odds.worlds, [pair])[0].bits)


@pytest.mark.long
@pytest.mark.parametrize("seed", daily(range(71, 75), [71]))
def test_results_and_signs_are_counted_like_the_worlds_themselves(seed):
    rows = oracle.random_facts(Random(seed), 6)
    worlds, deduced = oracle.worlds_of(rows), deduce(facts_of(rows), weighed=False)
    for pair in oracle.PAIRS[:: 4 if Run.is_daily else 1]:
        made = [oracle.MADE[world[pair[0]], world[pair[1]]] for world in worlds]
        assert deduced.results[pair] == {**dict.fromkeys(oracle.RESULTS, 0), **Counter(made)}
    for ingredient in oracle.INGREDIENTS[:: 4 if Run.is_daily else 1]:
        signs = [colour + oracle.circles(w[ingredient])[colour][0] for w in worlds for colour in "RGB"]
        assert deduced.signs[ingredient] == {c + s: 0 for c in "RGB" for s in "+-"} | Counter(signs)


@pytest.mark.parametrize("seed", daily((5, 105, 205), [5]))
def test_a_contradiction_names_the_first_of_the_smallest_lists_that_clash(seed):
    """Clause notebook.clash: of facts that can't all be true the fewest are named."""
    rng, seen = Random(seed), 0
    while seen < (1 if Run.is_daily else 4):
        rows = oracle.random_facts(rng, 9)
        clash = deduce(facts_of(rows)).contradiction
        if clash is not None:
            assert clash == oracle.smallest(rows, oracle.WORLDS), rows
            seen += 1


@pytest.mark.parametrize("seed", daily((6, 106, 206, 306), [6]))
def test_a_conclusion_names_the_first_of_the_shortest_chains_that_force_it(seed):
    """Clause notebook.chain: a conclusion is explained by the fewest facts that leave no other world."""
    rng, seen = Random(seed), 0
    while seen < (3 if Run.is_daily else 5):
        rows = oracle.random_facts(rng, 9)
        facts = facts_of(rows)
        for each in [*forced(facts), *forced_signs(tuple(facts))][:4]:
            against = [world for world in oracle.WORLDS if not agrees(each, world)]
            assert each.because == oracle.smallest(rows, against), (rows, each)
            seen += 1


def agrees(each, world):
    if each.pair:
        return oracle.MADE[world[each.pair[0]], world[each.pair[1]]] == each.result
    if each.sign:
        return oracle.circles(world[each.ingredient])[each.sign[0]][0] == each.sign[1]
    return world[each.ingredient] == int(each.alchemical[1])


@pytest.mark.long
@pytest.mark.parametrize("seed", daily((8, 108, 208), [8]))
def test_everything_that_is_forced_is_found_and_nothing_else(seed):
    rng = Random(seed)
    for _ in range(8 if Run.is_daily else 20):
        rows = oracle.random_facts(rng)
        worlds, facts = oracle.worlds_of(rows), facts_of(rows)
        found = {(e.ingredient, e.alchemical) if e.ingredient else (e.pair, e.result) for e in forced(facts)}
        wanted = set()
        for ingredient in oracle.INGREDIENTS if worlds else ():
            codes = {world[ingredient] for world in worlds}
            wanted |= {(ingredient, f"a{code}") for code in codes if len(codes) == 1}
        for pair in oracle.PAIRS if worlds else ():
            made = {oracle.MADE[world[pair[0]], world[pair[1]]] for world in worlds}
            wanted |= {(pair, result) for result in made if len(made) == 1}
        assert found == wanted, rows


def test_two_green_minus_on_four_ingredients_leave_green_plus_for_the_rest():
    """Pairs alone don't see it: both mixes use up the four formulas with a green minus."""
    facts = facts_of(
        [
            {"kind": "mix", "pair": ["mushroom", "fern"], "result": "G-"},
            {"kind": "mix", "pair": ["toad", "claw"], "result": "G-"},
        ]
    )
    known = {(each.ingredient, each.sign): each.because for each in forced_signs(tuple(facts))}
    assert all(known[ingredient, "G+"] == (0, 1) for ingredient in oracle.INGREDIENTS[4:])
    assert known["toad", "G-"] == (1,)


def test_an_impossible_formula_is_explained_and_a_possible_one_is_not():
    facts = facts_of([{"kind": "mix", "pair": ["mushroom", "toad"], "result": "R+"}])
    assert exclusion_chain(facts, "toad", "a0") == (0,)
    assert exclusion_chain(facts, "toad", "a1") is None


def test_sixty_weak_facts_are_explained_without_an_idle_link():
    """Where the shortest chain is too far to find, none of the facts in the given one can be left out."""
    truth = dict(zip(oracle.INGREDIENTS, range(8), strict=True))
    rows = [
        {"kind": "is_not", "ingredient": ingredient, "alchemical": f"a{n}"}
        for ingredient in oracle.INGREDIENTS
        for n in range(8)
        if n != truth[ingredient]
    ]
    facts = facts_of(rows)
    for each in forced(facts)[:: 36 if Run.is_daily else 18]:
        against = [world for world in oracle.WORLDS if not agrees(each, world)]
        assert not oracle.worlds_of([rows[place] for place in each.because], against)
        for place in each.because:
            fewer = [rows[other] for other in each.because if other != place]
            assert oracle.worlds_of(fewer, against)


# --- Advice -------------------------------------------------------------------------------------------------


def small(rng, most=400):
    """Facts that leave few worlds, so that a plain search through them is quick."""
    while True:
        rows = oracle.random_facts(rng)
        worlds = oracle.worlds_of(rows)
        if 0 < len(worlds) <= most:
            return rows, worlds


def test_gains_are_entropies():
    rng = Random(11)
    for _ in range(10):
        rows, worlds = small(rng)
        for gain in advice.gains(possible(facts_of(rows))):
            assert gain.bits == pytest.approx(oracle.bits(worlds, gain.pair), abs=1e-9)


def test_nothing_known_every_mix_tells_log2_of_seven_bits():
    gains = advice.gains(possible(()))
    assert len(gains) == 28
    assert {round(gain.bits, 6) for gain in gains} == {2.807355}


def test_two_steps_ahead_take_the_best_second_mix_after_each_result():
    rng = Random(12)
    hand = ["mushroom", "fern", "toad", "claw", "toad"]
    for _ in range(6):
        rows, worlds = small(rng, 200)
        for each in advice.experiments(possible(facts_of(rows)), hand):
            left = list(hand)
            for used in each.pair:
                left.remove(used)
            pairs = [pair for pair in oracle.PAIRS if pair[0] in left and pair[1] in left]
            second = 0.0
            for result in oracle.RESULTS:
                part = [w for w in worlds if oracle.MADE[w[each.pair[0]], w[each.pair[1]]] == result]
                assert each.results[result] == len(part)
                if part:
                    second += len(part) * max(oracle.bits(part, pair) for pair in pairs)
            assert each.ahead == pytest.approx(each.bits + second / len(worlds), abs=1e-9)
            assert each.negative == sum(each.results[potion] for potion in ("R-", "G-", "B-"))


def test_a_sale_is_priced_by_the_chance_that_its_guarantee_is_kept():
    """Clauses sell.guarantee, sell.limit, reputation.sales: price, discount, zone, at least one gold."""
    rng = Random(13)
    rows, worlds = small(rng)
    order = ["exact", "sign", "neutral", "wrong"]
    for reputation, zone_gold, loss in ((10, 0, 1), (18, 1, 3), (14, 0, 2), (6, -1, 0)):
        for sale in advice.sales(possible(facts_of(rows)), None, ["G+", "B-"], reputation, discount=1):
            price = {"exact": 4, "sign": 3, "neutral": 2, "wrong": 1}[sale.guarantee] - 1 + zone_gold
            made = [oracle.level(oracle.MADE[w[sale.pair[0]], w[sale.pair[1]]], sale.wanted) for w in worlds]
            kept = sum(order.index(each) <= order.index(sale.guarantee) for each in made)
            bad = sum(each in ("neutral", "wrong") for each in made)
            assert sale.price == price >= 1
            assert sale.gold == pytest.approx(price * kept / len(worlds))
            assert sale.reputation == pytest.approx(-loss * bad / len(worlds))


def test_theories_are_worth_what_their_seals_bring_on_average():
    """Gold pays from 4/9, silver from 4/7; an unstarred seal insures one colour (rulings, section 5.4)."""
    rng = Random(14)
    rows, worlds = small(rng)
    for each in advice.theories(possible(facts_of(rows)), {}):
        n = int(each.alchemical[1])
        right = sum(world[each.ingredient] == n for world in worlds)
        p = right / len(worlds)
        assert each.by_seal["gold"] == pytest.approx(9 * p - 4)
        assert each.by_seal["silver"] == pytest.approx(7 * p - 4)
        for colour in "RGB":
            off = sum(wrong_in(n, world[each.ingredient]) == [colour] for world in worlds)
            assert each.off[colour] == off
            assert each.by_seal[f"hedge_{colour}"] == pytest.approx(-4 * (1 - p - off / len(worlds)))
        assert each.points == max(each.by_seal.values())


def wrong_in(theory, truth):
    return [c for c in "RGB" if oracle.circles(theory)[c][0] != oracle.circles(truth)[c][0]]


def test_a_taken_token_is_not_advised_for_another_ingredient_but_may_be_endorsed():
    found = advice.theories(possible(()), {"toad": "a1"})
    assert {(e.ingredient, e.published) for e in found if e.alchemical == "a1"} == {("toad", True)}
    assert {e.alchemical for e in found if e.ingredient == "toad"} == {"a1"}


def test_only_seals_that_are_left_are_advised():
    found = advice.theories(possible(()), {}, ["silver", "hedge_G"])
    assert {seal for each in found for seal in each.by_seal} == {"silver", "hedge_G"}
    assert advice.theories(possible(()), {}, []) == []


def test_the_exhibition_plan_is_the_best_of_all_plans():
    """Clauses exhibition.first, exhibition.both, exhibition.fail, over joint chances: no plan is better."""
    rng = Random(15)
    hand = ["mushroom", "fern", "toad", "claw", "feather"]
    for _ in range(5):
        rows, worlds = small(rng, 120)
        plan = advice.exhibition(possible(facts_of(rows)), hand, 2, ["R+"], ["G-"])
        assert plan.points == pytest.approx(max(plans(worlds, hand, {"R+"}, {"G-"})))


def plans(worlds, hand, first_gone, done):
    """The expected points of doing nothing, of every single promise and of every two."""
    yield 0.0
    single = [
        (pair, potion)
        for pair in oracle.PAIRS
        if pair[0] in hand and pair[1] in hand
        for potion in oracle.RESULTS[:6]
        if potion not in done
    ]
    for step in single:
        yield worth(worlds, [step], first_gone, done)
    for n, step in enumerate(single):
        for other in single[n + 1 :]:
            if step[1] != other[1] and not set(step[0]) & set(other[0]):
                yield worth(worlds, [step, other], first_gone, done)


def worth(worlds, steps, first_gone, done):
    points = 0
    for world in worlds:
        shown = set(done)
        for pair, potion in steps:
            if oracle.MADE[world[pair[0]], world[pair[1]]] == potion:
                points += potion not in first_gone
                shown.add(potion)
            else:
                points -= 1
        new = [colour for colour in "RGB" if {colour + "+", colour + "-"} <= shown]
        points += 2 * len(new)
    return points / len(worlds)
