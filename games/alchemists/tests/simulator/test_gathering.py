"""Declining, foraging, transmuting, buying, Herbalists: rulings 20-28, 101, 106-107, 112-115, 136-140."""

import pytest

from games.alchemists.simulator.engine.gathering import play_herbalist
from games.alchemists.simulator.engine.state import Act
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import GAME, asked, kinds, legal, play, ready, refused, said
from simulator.engine.evolve import evolve

# --- Declining ---------------------------------------------------------------------------------------------


def test_an_action_is_declined_and_not_its_area():
    """planning.decline, ruling 106: the second may still be done, with its own two cubes."""
    state = games.acting("transmute", [(0, 2)], {0: "toad"})
    state, events = play(state, "decline")
    assert said(events, "declined") == [{"seat": 0, "area": "transmute", "n": 1}]
    assert state.boards[0].unused == 1
    free = state.boards[0].cubes
    state, _ = play(state, "transmute toad")
    assert state.boards[0].unused in (1, 0)
    assert free + 2 <= 5


def test_what_was_declined_or_done_is_over_and_what_comes_later_waits():
    """planning.second: neither a second time nor before its area."""
    state = games.cubes(
        games.cubes(games.hand(games.table(), {0: "toad fern"}), "transmute", [(0, 1)]), "student", [(0, 1)]
    )
    state = ready(state)
    assert refused(state, "endorse toad") == ("no_cubes", "planning.cubes")
    state, _ = play(state, "decline")
    assert asked(state) == (0, "Act")
    assert refused(state, "transmute toad") == ("action_over", "planning.second")
    waiting = ready(games.cubes(games.cubes(games.table(), "forage", [(0, 1)]), "publish", [(0, 1)]))
    assert refused(waiting, "publish toad") == ("area_later", "planning.resolve")
    assert refused(waiting, "take nothing")[0] == "no_such_ingredient"


def test_a_forced_decline_looks_like_a_free_one():
    """Ruling 107: asked alike, told alike, so that it betrays neither an empty hand nor a full one."""
    area = "transmute"
    empty = ready(games.cubes(games.table(), area, [(0, 1), (1, 1)]))
    full = ready(games.cubes(games.hand(games.table(), {0: "toad"}), area, [(0, 1), (1, 1)]))
    assert legal(empty) == ["decline"]
    assert len(legal(full)) > 1
    forced, told = play(empty, "decline")
    free, told_too = play(full, "decline")
    assert told == told_too
    assert GAME.view(forced, 1).agenda == GAME.view(free, 1).agenda
    assert all("toad" not in str(event) for event in told_too)


# --- Foraging ----------------------------------------------------------------------------------------------


def test_a_foraged_card_is_known_to_all_until_its_owner_discards_unseen():
    """forage.take, ruling 112: then the marks fall for the whole hand, or they would tell what has gone."""
    state = games.row(games.hand(games.table(), {0: "toad"}), "fern claw toad mushroom flower")
    state = ready(games.cubes(games.cubes(state, "forage", [(0, 2)]), "transmute", [(0, 1)]))
    state, events = play(state, "take fern")
    assert said(events, "foraged") == [{"seat": 0, "ingredient": "fern"}]
    assert refused(state, "take fern") == ("not_in_row", "forage.take")
    state, _ = play(state, "take claw")
    assert GAME.view(state, 1).boards[0].shown == ("claw", "fern")
    state, _ = play(state, "transmute toad")
    assert state.boards[0].shown == ()
    assert state.screens[0].hand == ("claw", "fern")


def test_the_rest_of_the_row_is_discarded_when_all_have_foraged():
    """forage.left, ruling 21."""
    state = games.row(games.table(), "fern claw toad mushroom flower")
    state = ready(games.cubes(games.cubes(state, "forage", [(0, 1)]), "student", [(0, 1)]))
    state, events = play(state, "take fern")
    assert (state.row, sorted(state.cleared)) == ((), ["claw", "flower", "mushroom", "toad"])
    assert said(events, "row_cleared") == [{"n": 4}]


def test_where_nothing_is_left_foraging_brings_nothing_and_is_done():
    """Ruling 140."""
    state = ready(games.cubes(games.table(), "forage", [(0, 1), (1, 1)]))
    bare = evolve(state, row=(), deck=(), screens=_holding(state))
    assert legal(bare) == ["decline", "draw"]
    after = GAME.apply(bare, 0, GAME.parse(bare, 0, "draw"))
    assert said(after.events, "drew") == [{"seat": 0, "n": 0}]
    assert after.state.rows[0][0].done == 1
    row_left = evolve(bare, row=("toad",))
    assert refused(row_left, "draw") == ("deck_empty", "order.reshuffle")


def _holding(state):
    everything = tuple(sorted((*state.row, *state.deck)))
    return (state.screens[0], state.screens[1], evolve(state.screens[2], hand=everything))


# --- Transmuting -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sages", "gold"), [(0, 1), (1, 2), (2, 3)])
def test_each_sage_adds_a_gold_to_the_one_ingredient(sages, gold):
    """transmute.do, sage.two."""
    state = games.favours(games.hand(games.table(), {0: "toad"}), {0: "sage sage"})
    state = ready(games.cubes(games.cubes(state, "transmute", [(0, 1)]), "drink", [(0, 1)]))
    state, events = play(state, f"transmute toad {sages}")
    assert state.boards[0].gold == 10 + gold
    assert said(events, "transmuted") == [{"seat": 0, "n": gold, "gold": gold}]
    assert state.played.count("sage") == sages


def test_a_card_or_a_favour_that_is_not_there_is_not_used():
    state = games.acting("transmute", [(0, 1)], {0: "toad"})
    assert refused(state, "transmute fern") == ("not_in_hand", "setup.secret")
    assert refused(state, "transmute toad 1") == ("favours_short", "favour.play")


# --- Buying ------------------------------------------------------------------------------------------------


def buying(gold=10, round_=2, codes=("boots_of_speed", "magic_mortar", "printing_press"), owned=""):
    state = games.dealt(games.artifacts(games.table(3, round_), {0: owned}), *codes)
    state = games.board(state, 0, gold=gold)
    return games.cubes(games.cubes(state, "buy_artifact", [(0, 2), (1, 1)]), "debunk", [(0, 1)])


def test_an_artifact_that_is_not_there_or_not_paid_is_refused():
    """artifact.buy, artifact.row, ruling 23: three periods, nothing is filled up."""
    state = ready(buying(gold=3, codes=("boots_of_speed", "magic_mortar", "silver_chalice")))
    assert refused(state, "buy boots_of_speed") == ("artifact_unpaid", "artifact.buy")
    assert refused(state, "buy silver_chalice") == ("artifact_gone", "artifact.row")  # of round four
    assert refused(state, "buy crown")[0] == "no_such_artifact"
    state, events = play(state, "buy magic_mortar")
    assert said(events, "bought") == [{"seat": 0, "artifact": "magic_mortar", "n": 3, "gold": -3}]
    assert refused(state, "buy magic_mortar") == ("artifact_gone", "artifact.row")


def test_shopkeepers_and_the_discount_card_add_up_and_no_price_is_below_nothing():
    """shopkeeper.stack, ruling 22: two less for the next artifact, one for each after, none for itself."""
    state = games.favours(
        buying(codes=("discount_card", "boots_of_speed", "magic_mortar")), {0: "shopkeeper"}
    )
    state = ready(state)
    state, events = play(state, "buy discount_card")
    assert said(events, "bought")[0]["n"] == 3
    state, _ = play(state, "decline")
    state, events = play(state, "buy boots_of_speed 1")
    assert said(events, "bought")[0]["n"] == 4 - 2 - 1
    third = ready(buying(round_=4, codes=("silver_chalice",), owned="discount_card magic_mortar"))
    _, events = play(third, "buy silver_chalice")
    assert said(events, "bought")[0]["n"] == 4 - 1


def test_the_amulet_gives_five_and_the_robe_one_more():
    """artifact.effect, ruling 114."""
    state = ready(buying(round_=4, codes=("amulet_of_rhetoric",), owned="robe_of_respect"))
    state, events = play(state, "buy amulet_of_rhetoric")
    assert state.boards[0].reputation == 16
    assert said(events, "reputation")[0]["parts"] == [["amulet", 5]]


def test_the_hypnotic_amulet_draws_four_favours_and_herbalists_follow_in_turn():
    """Ruling 26: all four are drawn before the first Herbalist is played."""
    state = games.favour_deck(
        buying(round_=4, codes=("hypnotic_amulet",)), "herbalist sage herbalist shopkeeper"
    )
    state, events = play(ready(state), "buy hypnotic_amulet")
    assert asked(state) == (0, "Herbalist")
    assert kinds(events).count("herbalist_plays") == 1
    state, events = play(state, legal(state)[0])
    assert kinds(events).count("herbalist_plays") == 1
    assert state.screens[0].favours == ("sage", "shopkeeper")


def test_the_trunk_gives_seven_ingredients_at_once():
    state = ready(buying(round_=4, codes=("witchs_trunk",)))
    state, events = play(state, "buy witchs_trunk")
    assert len(state.screens[0].hand) == 7
    assert said(events, "drew")[0]["n"] == 7


def test_the_altar_takes_one_to_eight_gold_and_may_be_left_alone():
    """Rulings 24 and 139: after its price; without gold nothing is asked; in round six the Robe is silent."""
    state = ready(buying(gold=4, round_=6, codes=("altar_of_gold",), owned="robe_of_respect"))
    state, _ = play(state, "buy altar_of_gold")
    assert legal(state) == ["decline", "pay 1", "pay 2", "pay 3"]
    assert refused(state, "pay 0") == ("altar_gold", "artifact.effect")
    assert refused(state, "pay 4") == ("altar_gold", "artifact.effect")
    paid, events = play(state, "pay 3")
    assert (paid.boards[0].gold, paid.boards[0].reputation) == (0, 13)
    _, events = play(state, "decline")
    assert kinds(events) == ["waived"]
    broke = ready(buying(gold=1, round_=6, codes=("altar_of_gold",)))
    broke, _ = play(broke, "buy altar_of_gold")
    assert asked(broke) == (1, "Act")


def test_boots_bought_here_act_here_and_cost_gold_but_no_cube():
    """Rulings 27, 114, 115, 136: when all have finished, whoever performed an action acts once more."""
    state = ready(buying())
    state, _ = play(state, "buy boots_of_speed", "decline", "decline")
    assert state.agenda[-1] == Act(0, "buy_artifact", boots=True)
    before = state.boards[0].cubes
    state, _ = play(state, "buy magic_mortar")
    assert state.boards[0].cubes == before
    assert "boots_of_speed" in state.used
    declined = ready(buying(owned="boots_of_speed", codes=()))
    declined, _ = play(declined, "decline", "decline", "decline")
    assert asked(declined) == (0, "Act")
    assert declined.agenda[-1].area == "debunk"  # nothing was performed, so nothing is done again


def test_boots_are_for_once_a_round_and_may_wait():
    state = games.cubes(
        games.cubes(games.artifacts(games.table(), {0: "boots_of_speed"}), "forage", [(0, 1)]),
        "student",
        [(0, 1)],
    )
    state = ready(games.hand(state, {0: "toad fern"}))
    state, _ = play(state, "draw")
    waited, events = play(state, "decline")
    assert said(events, "waived") == [{"seat": 0, "artifact": "boots_of_speed"}]
    assert waited.used == ()
    again, _ = play(state, "draw", "mix toad fern")
    assert asked(again)[1] == "Space"  # used in the forest, so not offered again


# --- Herbalists --------------------------------------------------------------------------------------------


def test_a_herbalist_draws_three_and_any_two_are_discarded():
    """herbalist.any, ruling 20."""
    state = ready(
        games.cubes(evolve(games.hand(games.table(), {0: "toad"}), herbalists=(0,)), "drink", [(1, 1)])
    )
    assert asked(state) == (0, "Herbalist")
    assert len(state.screens[0].hand) == 4
    assert refused(state, "decline") == ("no_decline", "planning.decline")
    assert len(legal(state)) <= 36
    state, events = play(state, legal(state)[0])
    assert said(events, "discarded") == [{"seat": 0, "n": 2}]
    assert len(state.screens[0].hand) == 2


def test_one_card_is_not_discarded_twice():
    state = ready(
        games.cubes(evolve(games.hand(games.table(), {0: "toad"}), herbalists=(0,)), "drink", [(1, 1)])
    )
    single = next(card for card in state.screens[0].hand if state.screens[0].hand.count(card) == 1)
    assert refused(state, f"discard {single} {single}") == ("one_card", "herbalist.any")


def test_with_two_cards_or_fewer_a_herbalist_discards_what_there_is():
    """Ruling 101: how many cards there are all can see, so nobody is asked."""
    state = games.cubes(games.table(), "drink", [(1, 1)])
    everything = tuple(sorted((*state.deck[1:], *state.row)))
    screens = (state.screens[0], state.screens[1], evolve(state.screens[2], hand=everything))
    state = evolve(state, herbalists=(0,), row=(), deck=state.deck[:1], screens=screens)
    events = []
    after = play_herbalist(state, events)
    assert said(events, "discarded") == [{"seat": 0, "n": 1}]
    assert after.screens[0].hand == ()
    assert after.agenda == ()
