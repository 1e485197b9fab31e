"""Selling and the exhibition: rulings 30-43, 81-83, 108-110, 128, 129. The barbarian wants R+, G+, B-."""

import pytest

from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.engine.view import facts_of
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import GAME, asked, kinds, legal, play, ready, refused, said

R_PLUS, G_PLUS, B_MINUS, R_MINUS, SOUP = (
    "mushroom toad",
    "mushroom scorpion",
    "mushroom claw",
    "fern claw",
    "toad claw",
)


def selling(hands, players=3, **boards):
    state = games.hand(games.table(players), hands)
    for name, values in boards.items():
        for seat, value in values.items():
            state = games.board(state, seat, **{name: value})
    return games.cubes(state, "sell", [(seat, 1) for seat in hands])


def bid(state, *discounts):
    """All bid in the order of their seats."""
    return play(state, *(f"bid {n}" for n in discounts))


# --- Discounts ---------------------------------------------------------------------------------------------


def test_a_single_seller_lays_no_discount():
    """sell.discount, ruling 30."""
    assert asked(ready(selling({0: R_PLUS}))) == (0, "Act")
    assert asked(ready(selling({0: R_PLUS, 1: R_PLUS}))) == (0, "Bid")


def test_bids_are_sealed_and_turned_up_together():
    """Ruling 99: nobody learns who has bid before all have; what is refused teaches nothing."""
    state = ready(selling({0: R_PLUS, 1: R_PLUS, 2: R_PLUS}))
    assert GAME.to_act(state) == {0, 1, 2}
    seen = GAME.view(state, 2)
    state, events = play(state, "bid 1")
    assert events == []
    assert GAME.view(state, 2) == seen
    assert GAME.view(state, 0).own.sealed == "1"
    assert refused(state, "bid 2", 0) == ("chosen_already", "sell.discount")
    state, events = play(state, "bid 2", "bid 1")
    assert [params["n"] for params in said(events, "bid")] == [1, 2, 1]
    assert said(events, "sale_order") == [{"seats": [1, 0, 2]}]  # sell.tie: equal smiles go by rows
    assert [screen.sealed for screen in state.screens] == ["", "", ""]


def test_a_sale_that_is_still_to_come_is_not_called_over():
    """planning.second: while discounts are laid, and before the order, an action isn’t over yet."""
    state = ready(selling({0: R_PLUS, 1: R_PLUS}))
    assert refused(state, "order R+ 0", 0) == ("not_asked", "turn.play")
    state, _ = bid(state, 0, 0)
    assert refused(state, "guarantee exact") == ("not_asked", "turn.play")
    state, _ = play(state, "decline")
    assert refused(state, "order R+ 0", 0) == ("not_your_turn", "turn.play")


def test_the_zone_at_the_moment_of_bidding_adds_a_smile():
    """sell.smiles, reputation.sales, ruling 32: card 0 counts as two in the green zone."""
    _, events = bid(ready(selling({0: R_PLUS, 1: R_PLUS}, reputation={1: 14})), 0, 0)
    assert [params["smiles"] for params in said(events, "bid")] == [1, 2]
    assert said(events, "sale_order") == [{"seats": [1, 0]}]


def test_in_the_red_zone_nobody_bids_three():
    """Ruling 108: 4 - 3 - 1 is nothing; cards 0 to 2 are always open."""
    state = ready(selling({0: R_PLUS, 1: R_PLUS}, reputation={0: 6}))
    assert refused(state, "bid 3", 0) == ("bid_red", "reputation.red")
    assert legal(state, 0) == ["bid 0", "bid 1", "bid 2"]
    assert legal(state, 1) == ["bid 0", "bid 1", "bid 2", "bid 3"]
    assert refused(state, "bid 4", 1) == ("no_such_discount", "setup.discounts")
    assert refused(state, "bid 1", 2) == ("others_choose", "sell.discount")


# --- Orders ------------------------------------------------------------------------------------------------


def orders(state):
    return [text for text in legal(state) if text.startswith("order")]


def sold(state, potion, pair, level="wrong"):
    return play(state, f"order {potion}", f"guarantee {level}", f"mix {pair}")


@pytest.mark.parametrize(
    ("players", "left"),
    [(2, []), (3, ["order B- 0"]), (4, ["order B- 0", "order G+ 0"])],
)
def test_a_sale_closes_the_orders_of_its_cell(players, left):
    """sell.slots, ruling 36: with four each alone, with three left and middle together, with two all."""
    hands = dict.fromkeys(range(players), R_PLUS)
    state, _ = bid(ready(selling(hands, players)), *(0,) * players)
    state, _ = sold(state, "R+", R_PLUS)
    assert orders(state) == left
    if players == 2:
        assert refused(state, "order B-") == ("order_taken", "sell.slots")
    assert refused(state, "order B+") == ("not_wanted", "sell.order")


def test_the_last_of_all_players_must_decline():
    """sell.most: three can sell where four want to; the question is asked all the same (ruling 107)."""
    hands = dict.fromkeys(range(4), R_PLUS)
    state, _ = bid(ready(selling(hands, 4)), 0, 0, 0, 0)
    for potion in ("R+", "G+", "B-"):
        state, _ = sold(state, potion, R_PLUS)
    assert legal(state) == ["decline"]


def test_one_may_decline_before_the_order_and_not_after():
    """Rulings 31 and 110: also after bidding; the order of the others stays."""
    state, _ = bid(ready(selling({0: R_PLUS, 1: R_PLUS}, 3)), 2, 0)
    declined, _ = play(state, "decline")
    assert asked(declined) == (1, "Act")
    assert orders(declined) == ["order B- 0", "order G+ 0", "order R+ 0"]
    begun, events = play(state, "order R+")
    assert events == []
    assert refused(begun, "decline") == ("no_decline", "planning.decline")


def test_whoever_declined_was_no_first_seller():
    """Ruling 109: the next one is, and a Merchant brings a gold."""
    state = games.favours(selling({0: R_PLUS, 1: R_PLUS}), {1: "merchant"})
    state, _ = bid(ready(state), 1, 0)
    state, _ = play(state, "decline")
    state, events = play(state, "order R+ 1", "guarantee wrong", f"mix {R_PLUS}")
    assert said(events, "merchants_help") == [{"seat": 1, "n": 1, "gold": 1}]


@pytest.mark.parametrize(("n", "first", "gold"), [(1, True, 1), (2, True, 2), (1, False, 0), (2, False, 1)])
def test_merchants_open_orders_or_bring_gold(n, first, gold):
    """merchant.slot, merchant.two, rulings 37, 38, 109."""
    seller = 0 if first else 1
    state = games.favours(selling({0: R_PLUS, 1: R_PLUS}), {seller: "merchant merchant"})
    state, _ = bid(ready(state), 0, 0)
    if not first:
        state, _ = sold(state, "R+", R_PLUS)
        assert "order R+ 0" not in legal(state)
    before = state.boards[seller].gold
    state, events = play(state, f"order R+ {n}", "guarantee wrong", f"mix {R_PLUS}")
    assert said(events, "merchants_help")[0]["gold"] == gold
    assert state.boards[seller].gold == before + gold + 1
    assert state.played.count("merchant") == n


# --- Guarantees and pay ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reputation", "discount", "levels"),
    [
        (10, 0, ["exact", "neutral", "sign", "wrong"]),
        (10, 2, ["exact", "sign"]),  # the rulebook's own example
        (10, 3, ["exact"]),
        (6, 2, ["exact"]),  # and its example of the red zone
        (18, 3, ["exact", "sign"]),  # 3 - 3 + 1 = 1, its example of the blue one
        (6, 0, ["exact", "neutral", "sign"]),
    ],
)
def test_a_guarantee_must_leave_a_gold_by_discount_and_zone(reputation, discount, levels):
    """sell.limit, ruling 33."""
    state = ready(selling({0: R_PLUS, 1: R_PLUS}, reputation={0: reputation}))
    state, _ = bid(state, discount, 0)
    if asked(state)[0] == 1:
        state, _ = play(state, "decline")
    state, _ = play(state, "order R+")
    assert legal(state) == [f"guarantee {level}" for level in levels]
    for level in {"exact", "sign", "neutral", "wrong"} - set(levels):
        assert refused(state, f"guarantee {level}") == ("guarantee_unpaid", "sell.limit")


@pytest.mark.parametrize(
    ("pair", "guarantee", "shown", "gold", "reputation"),
    [
        (R_PLUS, "neutral", "exact", 2, 10),
        (G_PLUS, "sign", "sign", 3, 10),
        (SOUP, "neutral", "neutral", 2, 9),
        (R_MINUS, "neutral", "wrong", 0, 9),
        (R_MINUS, "wrong", "wrong", 1, 9),
    ],
)
def test_the_guarantee_is_paid_and_a_bad_potion_costs_reputation_all_the_same(
    pair, guarantee, shown, gold, reputation
):
    """sell.pay, sell.reputation: better than promised pays what was promised."""
    state, events = sold(ready(selling({0: pair})), "R+", pair, guarantee)
    assert said(events, "sold") == [{"seat": 0, "wanted": "R+", "level": shown}]
    assert (state.boards[0].gold - 10, state.boards[0].reputation) == (gold, reputation)


def test_the_zone_is_that_before_the_loss_and_the_blue_bonus_needs_a_kept_guarantee():
    """Rulings 34 and 35: at 18 the soup pays 2 + 1 and costs 1 + 2; a broken guarantee pays nothing."""
    kept, _ = sold(ready(selling({0: SOUP}, reputation={0: 18})), "R+", SOUP, "neutral")
    assert (kept.boards[0].gold, kept.boards[0].reputation) == (13, 15)
    broken, _ = sold(ready(selling({0: SOUP}, reputation={0: 18})), "R+", SOUP, "sign")
    assert (broken.boards[0].gold, broken.boards[0].reputation) == (10, 15)


@pytest.mark.parametrize(("pair", "marked"), [(R_PLUS, ("R+",)), (G_PLUS, ()), (SOUP, ("N",)), (R_MINUS, ())])
def test_only_what_the_level_names_for_certain_is_marked_on_the_board(pair, marked):
    """sell.marks, ruling 42; what the seller learns is the level with the pair (ruling 43)."""
    state, events = sold(ready(selling({0: pair})), "R+", pair)
    assert state.boards[0].potions == marked
    level = said(events, "sold")[0]["level"]
    assert facts_of(GAME.view(state, 0)) == (Fact("sale", tuple(pair.split()), ("R+", level)),)


# --- Barmaids ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pair", "barmaids", "gold", "reputation", "counted"),
    [
        (R_PLUS, 1, 3, 11, "exact"),
        (R_PLUS, 2, 3, 12, "exact"),  # two gains
        (G_PLUS, 1, 3, 10, "exact"),
        (G_PLUS, 2, 3, 11, "exact"),  # first exact, then one more: the rulebook's own example
        (SOUP, 1, 3, 10, "sign"),
        (R_MINUS, 1, 0, 9, "neutral"),  # counts as neutral, which still costs 1
        (R_MINUS, 2, 3, 10, "sign"),
    ],
)
def test_barmaids_lift_the_level_and_exact_brings_reputation(pair, barmaids, gold, reputation, counted):
    """barmaid.level, barmaid.two, rulings 39-41: declared before mixing; the mark is by the real result."""
    state = ready(games.favours(selling({0: pair}), {0: "barmaid barmaid"}))
    state, _ = play(state, "order R+", "guarantee sign")
    assert refused(state, f"mix {pair}") == ("not_asked", "turn.play")
    state, events = play(state, f"barmaid {barmaids}", f"mix {pair}")
    assert said(events, "barmaids_help") == [{"seat": 0, "n": barmaids, "level": counted}]
    assert (state.boards[0].gold - 10, state.boards[0].reputation) == (gold, reputation)


def test_the_robe_adds_to_each_of_two_barmaids():
    """Ruling 41: two gains."""
    state = games.artifacts(
        games.favours(selling({0: R_PLUS}), {0: "barmaid barmaid"}), {0: "robe_of_respect"}
    )
    state, _ = play(ready(state), "order R+", "guarantee exact", "barmaid 2", f"mix {R_PLUS}")
    assert state.boards[0].reputation == 14


def test_others_see_an_order_only_when_it_is_sold():
    """A move that isn't finished is hidden, Barmaids in hand or not."""
    state = ready(games.favours(selling({0: R_PLUS, 1: R_PLUS}), {0: "barmaid"}))
    state, _ = bid(state, 1, 0)
    seen = GAME.view(state, 1)
    for text in ("order R+", "guarantee exact", "barmaid 0"):
        state, events = play(state, text)
        assert (events, GAME.view(state, 1)) == ([], seen)


def test_without_two_kinds_there_is_no_order():
    """Ruling 8."""
    state = ready(selling({0: "toad toad"}))
    assert refused(state, "order R+") == ("nothing_to_mix", "mix.different")
    assert legal(state) == ["decline"]


# --- The exhibition ----------------------------------------------------------------------------------------


def exhibiting(hands, actions, **more):
    return games.cubes(games.hand(games.table(3, 6), hands), "exhibition", actions)


def test_the_first_to_show_a_potion_gets_one_later_ones_none_and_a_failure_costs_one():
    """exhibition.first, exhibition.later, exhibition.fail, ruling 128: nobody is barred by another."""
    state = ready(exhibiting({0: R_PLUS, 1: R_PLUS, 2: SOUP}, [(0, 1), (1, 1), (2, 1)]))
    state, _ = play(state, "promise R+", f"mix {R_PLUS}")
    assert state.boards[0].reputation == 11
    assert "promise R+" in legal(state)
    state, _ = play(state, "promise R+", f"mix {R_PLUS}")
    assert state.boards[1].reputation == 10
    assert state.boards[1].exhibited == ("R+",)
    state, events = play(state, "promise R+", f"mix {SOUP}")
    assert "exhibit_failed" in kinds(events)
    assert facts_of(GAME.view(state, 2)) == (Fact("not_mix", ("toad", "claw"), ("R+",)),)


def test_a_potion_that_was_shown_is_not_shown_again_but_a_failed_one_may_be():
    """exhibition.promise, ruling 81."""
    state = ready(exhibiting({0: f"{SOUP} {R_PLUS} {R_PLUS}"}, [(0, 3)]))
    state, _ = play(state, "promise R+", f"mix {SOUP}")
    state, _ = play(state, "promise R+", f"mix {R_PLUS}")
    assert refused(state, "promise R+") == ("shown_already", "exhibition.promise")
    assert refused(state, "promise N") == ("neutral_promised", "exhibition.promise")
    assert refused(state, "promise X")[0] == "no_such_potion"


def test_both_signs_of_a_colour_bring_two_together_with_the_first_in_one_gain():
    """exhibition.both, ruling 82; the Robe is silent in the last round."""
    state = games.artifacts(exhibiting({0: f"{R_PLUS} {R_MINUS}"}, [(0, 2)]), {0: "robe_of_respect"})
    state, _ = play(ready(state), "promise R+", f"mix {R_PLUS}")
    state, events = play(state, "promise R-", f"mix {R_MINUS}")
    (change,) = said(events, "reputation")[:1]
    assert change["parts"] == [["exhibit", 1], ["exhibit_both", 2]]
    assert (change["before"], change["n"]) == (11, 14)


def test_the_feather_sets_the_cards_of_a_success_aside_unseen():
    """feather.kinds, ruling 129: others see how many, not which."""
    state = games.artifacts(exhibiting({0: f"{R_PLUS} {SOUP}"}, [(0, 2), (1, 1)]), {0: "feather_in_cap"})
    state, _ = play(ready(state), "promise R+", f"mix {R_PLUS}")
    assert state.screens[0].aside == (("mushroom", "toad"),)
    assert GAME.view(state, 1).aside[0].size == 2
    assert GAME.view(state, 1).own.aside == ()
    state, _ = play(state, "decline")
    state, _ = play(state, "promise R-", f"mix {SOUP}")  # a failure goes into the discard
    assert len(state.aside) == 1


def test_with_the_mortar_one_card_is_set_aside_or_both():
    """feather.mortar, ruling 83: the random card goes under the Feather, unless the Mortar is waived."""
    state = games.artifacts(exhibiting({0: R_PLUS}, [(0, 1), (1, 1)]), {0: "feather_in_cap magic_mortar"})
    state, _ = play(ready(state, [1]), "promise R+", f"mix {R_PLUS}")
    assert asked(state) == (0, "Mortar")
    one, _ = play(state, "mortar")
    assert (one.screens[0].aside, one.screens[0].hand) == ((("toad",),), ("mushroom",))
    both, _ = play(state, "decline")
    assert (both.screens[0].aside, both.screens[0].hand) == ((("mushroom", "toad"),), ())
