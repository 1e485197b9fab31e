"""Buying, Herbalists and experiments, beside what cases show. The world is DEMO."""

from games.alchemists.simulator.engine.gathering import play_herbalist
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import asked, kinds, legal, play, ready, refused, said
from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve

HEALING, MADDENING = "mushroom toad", "claw mandrake"


def buying(gold=10, round_=2, codes=("boots_of_speed", "magic_mortar", "printing_press"), owned=""):
    state = games.dealt(games.artifacts(games.table(3, round_), {0: owned}), *codes)
    state = games.board(state, 0, gold=gold)
    return games.cubes(games.cubes(state, "buy_artifact", [(0, 2), (1, 1)]), "debunk", [(0, 1)])


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


def test_the_trunk_gives_seven_ingredients_at_once():
    state = ready(buying(round_=4, codes=("witchs_trunk",)))
    assert refused(state, "buy crown") == ("no_such_artifact", "artifact.buy")
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


def test_with_two_cards_of_a_kind_the_cap_tests_it_again():
    """Ruling 113."""
    state = games.dealt(games.hand(games.table(3, 4), {0: f"{MADDENING} mandrake fern"}), "thinking_cap")
    state = ready(games.cubes(state, "buy_artifact", [(0, 1)]))
    state, _ = play(state, "buy thinking_cap", f"mix {MADDENING}")
    assert legal(state) == ["decline", "mix fern mandrake"]


def test_the_periscope_may_wait_and_never_looks_at_ones_own_mix():
    state = games.artifacts(games.hand(games.table(), {0: HEALING, 1: HEALING}), {1: "periscope"})
    state = ready(games.cubes(state, "student", [(0, 1), (1, 1)]))
    state, events = play(state, f"mix {HEALING}", "decline")
    assert said(events, "waived") == [{"seat": 1, "artifact": "periscope"}]
    assert state.used == ()
    state, _ = play(state, f"mix {HEALING}")
    assert asked(state)[1] == "Space"


def test_the_mortar_takes_either_card_of_the_last_pair_and_gives_the_other_back():
    """mortar.random: chance says which, and an earlier pair has nothing to do with it."""
    state = games.hand(games.artifacts(games.table(3), {0: "magic_mortar"}), {0: "toad fern claw mushroom"})
    state, _ = play(ready(games.cubes(state, "student", [(0, 2)])), "mix mushroom toad", "mortar")
    taken = set()
    for seed in range(8):
        mixed, events = play(evolve(state, chance=Chance(seed)), "mix fern claw")
        (drawn,) = said(events, "mortar_drawn")
        taken.add(drawn["ingredient"])
        later, _ = play(mixed, "mortar")
        assert {*later.screens[0].hand} - {*mixed.screens[0].hand} == {"fern", "claw"} - {drawn["ingredient"]}
    assert taken == {"fern", "claw"}


def test_the_altar_takes_one_to_eight_gold():
    """artifact.effect, ruling 139."""
    state = ready(buying(gold=20, round_=6, codes=("altar_of_gold",)))
    state, _ = play(state, "buy altar_of_gold")
    assert legal(state) == ["decline", *(f"pay {n}" for n in range(1, 9))]
    assert refused(state, "pay 9") == refused(state, "pay 0") == ("altar_gold", "artifact.effect")
    assert "reputation" in kinds(play(state, "pay 1")[1])
