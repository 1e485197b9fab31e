"""Setting up, the order track and planning: rulings 3, 9-20, 89, 99-105, 132, 134."""

import pytest

from games.alchemists.simulator.engine.data import COPIES, FULL_SET
from games.alchemists.simulator.engine.options import figures
from games.alchemists.simulator.engine.turns import begin_round, run_until_choice
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import GAME, asked, kinds, legal, play, ready, refused, said
from simulator.engine.evolve import evolve
from simulator.engine.refusal import BadConfig


def begun(players=3, seed=1, **options):
    """All have kept their first favour; Herbalists are played."""
    state = GAME.new_game({"players": players, "options": options}, seed).state
    while type(state.agenda[-1]).__name__ != "Space":
        state, _ = play(state, legal(state)[0])
    return state


def planning(players=3, round_=2, favour="", **boards):
    """The last of the order is about to plan with these favours."""
    state = games.table(players, round_)
    state = games.favours(state, {players - 1: favour})
    for name, value in boards.items():
        state = games.board(state, players - 1, **{name: value})
    return ready(evolve(state, phase="plan", at=0))


# --- Setting up --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "cards"), [("apprentice", 3), ("master", 2)])
def test_apprentices_start_with_three_ingredients_and_masters_with_two(level, cards):
    """levels.three, setup.deal."""
    state = GAME.new_game({"players": 4, "options": {"level": level}}, 3).state
    assert [len(screen.hand) for screen in state.screens] == [cards] * 4
    assert [board_.cubes for board_ in state.boards] == [3] * 4  # setup.first_cubes


def test_parts_of_the_levels_may_be_mixed_by_seat():
    """levels.mixed, ruling 89: hand, conferences and debunking go by player."""
    options = {"level": "master,apprentice,master", "debunk": "apprentice"}
    state = GAME.new_game({"players": 3, "options": options}, 1).state
    assert [len(screen.hand) for screen in state.screens] == [2, 3, 2]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"level": "doctor"}, "bad_option"),
        ({"level": "master,master"}, "bad_levels"),
        ({"hand": 3}, "bad_option"),
        ({"colour": "red"}, "unknown_option"),
        ({"numbers": {"C1.apprentice.need": 2}}, "bad_number"),  # known for certain (ruling 134)
        ({"numbers": {"g1.ingredients": ["fern", "claw", "toad"]}}, "bad_number"),
        ({"numbers": {"discount_0.smiles": 2}}, "bad_number"),
        ({"numbers": {"g2.ingredients": ["fern", "fern", "toad"]}}, "bad_number"),
        ({"numbers": {"C2.master.need": -1}}, "bad_number"),
        ({"numbers": {"C2.master.need": 1e9}}, "bad_number"),
        ({"numbers": 7}, "bad_number"),
        ({"numbers": "{"}, "bad_number"),
    ],
    ids=str,
)
def test_options_that_no_table_can_have_are_refused(options, code):
    with pytest.raises(BadConfig) as caught:
        GAME.new_game({"players": 3, "options": options}, 1)
    assert [refusal.code for refusal in caught.value.refusals] == [code]


def test_a_table_may_set_the_numbers_that_nobody_knows():
    """Ruling 132: conferences, four grants, smiles; what isn't named stays as it is printed here."""
    numbers = {"C1.master.need": 3, "C2.apprentice.losses": [4, 3], "g5.vp": 2, "discount_1.smiles": 3}
    options = GAME.new_game({"players": 2, "options": {"numbers": numbers}}, 1).state.options
    found = figures(options)
    assert found.conferences["C1", "master"]["need"] == 3
    assert found.conferences["C2", "apprentice"]["losses"] == (4, 3)
    assert found.conferences["C2", "master"]["need"] == 3  # as in the content
    assert (found.points["g5"], found.points["g4"]) == (2, 2)
    assert (found.smiles[1], found.smiles[2]) == (3, 3)


def test_the_kept_favour_is_chosen_in_secret_and_all_are_opened_at_once():
    """Rulings 3 and 99: nobody sees who has chosen; the other card goes into the discard unseen."""
    state = GAME.new_game({"players": 3, "options": {}}, 4).state
    assert GAME.to_act(state) == {0, 1, 2}
    before = GAME.view(state, 1)
    chosen, events = play(state, legal(state, 0)[0])
    assert events == []
    assert GAME.to_act(chosen) == {1, 2}
    assert GAME.view(chosen, 1) == before
    assert refused(chosen, legal(state, 0)[0], 0) == ("chosen_already", "setup.favours")
    for _ in range(2):
        chosen, events = play(chosen, legal(chosen)[0])
    assert kinds(events)[0] == "favours_kept"
    assert all(screen.dropped for screen in chosen.screens)
    assert chosen.screens[0].dropped not in GAME.view(chosen, 1).played


def test_a_kept_herbalist_is_played_at_once_and_a_dropped_one_is_not():
    """Rulings 3 and 100."""
    for seed in range(60):
        state = GAME.new_game({"players": 4, "options": {}}, seed).state
        offers = [screen.favours for screen in state.screens]
        if any("herbalist" in offer and len(set(offer)) > 1 for offer in offers):
            break
    seat = next(n for n, offer in enumerate(offers) if "herbalist" in offer and len(set(offer)) > 1)
    keeps = [next(c for c in offer if c != "herbalist" or set(offer) == {c}) for offer in offers]
    others, _ = play(state, *(f"keep {card}" for card in keeps))
    assert others.screens[seat].dropped == "herbalist"
    keeps[seat] = "herbalist"
    played, events = play(state, *(f"keep {card}" for card in keeps))
    assert seat in [params["seat"] for params in said(events, "herbalist_plays")]
    assert "herbalist" not in played.screens[seat].favours


# --- The order track ---------------------------------------------------------------------------------------


def test_a_space_is_for_one_and_the_green_one_is_not_chosen():
    """order.choose, order.green."""
    state, _ = play(begun(), "space i2")
    assert refused(state, "space i2") == ("space_taken", "order.choose")
    assert refused(state, "space paralysed") == ("green_space", "order.green")
    assert refused(state, "space nowhere") == ("no_such_space", "order.choose")


def test_the_paid_space_needs_a_gold():
    """order.pay, ruling 9."""
    state = begun()
    seat = min(GAME.to_act(state))
    poor = games.board(state, seat, gold=0)
    assert refused(poor, "space pay") == ("space_unpaid", "order.pay")
    paid, events = play(state, "space pay")
    assert paid.boards[seat].gold == state.boards[seat].gold - 1
    assert said(events, "space_chosen")[0]["gold"] == -1


def test_two_players_have_no_space_of_a_favour_and_two_ingredients_and_no_three():
    """order.two, ruling 10; the side for two and three has no space of three ingredients."""
    assert refused(begun(2), "space f1i2") == ("space_closed", "order.two")
    assert refused(begun(2), "space i3") == ("no_such_space", "order.choose")
    assert "space f1i2" in legal(begun(3))
    assert "space i3" in legal(begun(4))


def test_a_space_gives_its_cards_at_once_ingredients_before_favours():
    """order.rewards, ruling 101; a Herbalist interrupts before the next player chooses."""
    state = games.favour_deck(begun(3), "herbalist")
    seat = min(GAME.to_act(state))
    after, events = play(state, "space f1i2")
    heard = [kind for kind in kinds(events) if kind in ("drew", "drew_favours", "herbalist_plays")]
    assert heard == ["drew", "drew_favours", "herbalist_plays", "drew"]
    assert asked(after) == (seat, "Herbalist")


def test_the_trunk_leaves_out_the_ingredients_of_a_space_but_not_the_favours():
    """trunk.none, ruling 25."""
    state = begun(3)
    seat = min(GAME.to_act(state))
    state = games.favour_deck(games.artifacts(state, {seat: "witchs_trunk"}), "sage")
    after, events = play(state, "space f1i2")
    assert len(after.screens[seat].hand) == len(state.screens[seat].hand)
    assert "sage" in after.screens[seat].favours
    assert "trunk_closed" in kinds(events)


def test_the_paralysed_get_their_cards_first_in_their_order_and_act_last():
    """paralysis.order, rulings 11 and 12: the earlier one acts earlier, so plans later."""
    state = evolve(games.table(4), stricken=(2, 0))
    state = games.favour_deck(state, "sage sage shopkeeper shopkeeper")
    events = []
    state = run_until_choice(begin_round(state, events), events)
    assert [params["seat"] for params in said(events, "green_cards")] == [2, 0]
    assert state.spaces[0] == state.spaces[2] == "paralysed"
    state, events = play(state, "space i1", "space nothing")
    (order,) = said(events, "order_set")
    assert order["seats"][2:] == [2, 0]
    assert asked(state) == (0, "Planning")


# --- Planning ----------------------------------------------------------------------------------------------


def test_planning_is_asked_area_by_area_and_a_cube_too_many_is_refused():
    """planning.cubes: with three cubes left the second publication, which costs two, is the last."""
    state, _ = play(planning(4), "plan forage 0", "plan transmute 0", "plan sell 0", "plan buy_artifact 1")
    assert refused(state, "plan debunk 3") == ("too_many_actions", "planning.cubes")
    state, _ = play(state, "plan debunk 1")
    assert refused(state, "plan publish 2") == ("cubes_short", "planning.cubes")
    assert refused(state, "plan student 1") == ("other_asked", "planning.sequence")
    assert legal(state) == ["plan publish 0", "plan publish 1"]


def test_an_area_passed_over_for_want_of_cubes_or_of_its_card_says_so():
    """planning.cubes, favour.play: nobody is asked about an area that they can’t pay or have no card for."""
    state, _ = play(planning(4), "plan forage 2", "plan transmute 1")
    assert refused(state, "plan sell 1") == ("cubes_short", "planning.cubes")
    assert refused(state, "plan forage 1") == ("other_asked", "planning.sequence")
    state, _ = play(planning(4), "plan forage 1", "plan transmute 0")
    assert refused(state, "plan custodian 1") == ("favours_short", "favour.play")
    assert refused(state, "plan transmute 1") == ("other_asked", "planning.sequence")


def test_what_was_short_is_told_as_it_was_when_the_area_had_its_turn():
    """planning.cubes: of four cubes one was left for the sale, and none now."""
    state = planning(4, favour="associate")
    state, _ = play(state, "plan forage 2", "plan transmute 1", "plan buy_artifact 1")
    seat = state.agenda[-1].seat
    refusal = GAME.check(state, seat, GAME.parse(state, seat, "plan sell 1"))
    assert (refusal.code, refusal.params) == ("cubes_short", {"area": "sell", "n": 2, "left": 1})


def test_three_areas_are_closed_in_round_one_and_three_others_in_round_six():
    """planning.first_round, exhibition.place."""
    first = planning(3, 1)
    assert refused(first, "plan sell 1") == ("area_closed", "planning.first_round")
    assert refused(first, "plan publish 1") == ("area_closed", "planning.first_round")
    last = planning(3, 6)
    assert refused(last, "plan student 1") == ("area_closed", "exhibition.place")
    assert refused(planning(3, 5), "plan exhibition 1") == ("area_closed", "exhibition.place")


def test_nobody_sees_a_plan_before_it_is_complete():
    """planning.sequence, ruling 99: the table learns the whole plan, not one cube after another."""
    state = planning(3, favour="assistant")
    seen = GAME.view(state, 0)
    state, events = play(state, "assistant 1", "plan forage 2")
    assert events == []
    assert GAME.view(state, 0) == seen
    assert state.rows == planning(3, favour="assistant").rows
    state, events = play(state, "plan transmute 0", "plan sell 1", "plan buy_artifact 1", "plan debunk 1")
    assert said(events, "planned") == [
        {
            "seat": 2,
            "plan": [["forage", 2], ["sell", 1], ["buy_artifact", 1], ["debunk", 1]],
            "n": 0,
        }
    ]
    assert asked(state) == (1, "Planning")


def test_cubes_kept_back_are_unused_at_once():
    """Ruling 14."""
    state, _ = play(planning(3, 1), "plan forage 1", "plan transmute 0")
    while min(GAME.to_act(state)) == 2:
        state, _ = play(state, legal(state)[0])
    assert state.boards[2].unused == 2
    assert state.boards[2].cubes == 0


def test_an_assistant_gives_a_cube_for_this_round_but_lifts_no_limit():
    """assistant.cube, ruling 16: any number, the limits of the areas stay."""
    state = planning(4, favour="assistant assistant")
    assert legal(state) == ["assistant 0", "assistant 1", "assistant 2"]
    assert refused(state, "assistant 3") == ("favours_short", "favour.play")
    state, _ = play(state, "assistant 2")
    assert state.agenda[-1].cubes == FULL_SET[4] + 2
    assert refused(state, "plan forage 3") == ("too_many_actions", "planning.cubes")


def test_favours_of_planning_are_out_of_time_elsewhere():
    """favour.play, ruling 105."""
    state = ready(
        games.cubes(
            games.hand(games.favours(games.table(), {0: "assistant"}), {0: "toad fern"}),
            "transmute",
            [(0, 1)],
        )
    )
    assert refused(state, "assistant 1") == ("favour_time", "favour.play")
    assert refused(state, "barmaid 1") == ("favour_time", "favour.play")


def plan_rest(state, seat):
    """Nothing more is placed."""
    while asked(state) == (seat, "Planning"):
        zero = [text for text in legal(state) if text.endswith((" 0", " none"))]
        state, _ = play(state, zero[0])
    return state


def test_later_planners_stand_above_and_an_associate_above_all():
    """associate.row, rulings 17 and 104: a later Associate stands above an earlier one."""
    state = games.favours(planning(4), {3: "associate", 1: "associate"})
    state, _ = play(state, "plan forage 1")
    while state.agenda[-1].area < 10:
        state, _ = play(state, next(text for text in legal(state) if text.endswith(" 0")))
    assert refused(state, "associate sell") == ("associate_nowhere", "associate.row")
    state, events = play(state, "associate forage")
    assert kinds(events)[:2] == ["planned", "associate_helps"]
    state = plan_rest(play(state, "plan forage 1")[0], 2)
    state, _ = play(state, "plan forage 1")
    while state.agenda[-1].area < 10:
        state, _ = play(state, next(text for text in legal(state) if text.endswith(" 0")))
    state, _ = play(state, "associate forage")
    state = plan_rest(play(state, "plan forage 1")[0], 0)
    assert [row.seat for row in state.rows[0]] == [1, 3, 0, 2]


def test_two_associates_go_to_different_areas_and_none_to_the_custodian():
    """associate.two, ruling 18."""
    state = planning(4, favour="associate associate custodian")
    state, _ = play(state, "plan forage 1", "plan transmute 1", "plan custodian 1")
    while state.agenda[-1].area < 10:
        state, _ = play(state, next(text for text in legal(state) if text.endswith(" 0")))
    assert legal(state) == ["associate forage", "associate none", "associate transmute"]
    assert refused(state, "associate custodian") == ("associate_nowhere", "associate.row")
    state, _ = play(state, "associate forage")
    assert refused(state, "associate forage") == ("associate_twice", "associate.two")
    assert legal(state) == ["associate none", "associate transmute"]


def test_an_associate_who_is_missing_or_comes_too_late_is_refused_for_that():
    """favour.play, planning.sequence, ruling 107: he is asked about without a card, and from the top down."""
    bluff = planning(4, favour="sage")
    bluff, _ = play(bluff, "plan forage 1", "plan transmute 1")
    while bluff.agenda[-1].area < 10:
        bluff, _ = play(bluff, next(text for text in legal(bluff) if text.endswith(" 0")))
    assert refused(bluff, "associate forage") == ("favours_short", "favour.play")
    state = planning(4, favour="associate associate")
    state, _ = play(state, "plan forage 1", "plan transmute 1", "plan sell 1")
    state, _ = play(state, "associate transmute")
    assert refused(state, "associate forage") == ("other_asked", "planning.sequence")
    assert refused(state, "associate drink") == ("associate_nowhere", "associate.row")


def test_a_second_custodian_goes_straight_into_the_discard():
    """custodian.two, ruling 116: one card lies beside the board, its cubes act one after the other."""
    state = planning(4, favour="custodian custodian")
    state, _ = play(state, "plan forage 0", "plan transmute 0")
    assert refused(state, "plan custodian 3") == ("favours_short", "favour.play")
    state = plan_rest(play(state, "plan custodian 2")[0], 3)
    assert state.card
    assert state.played.count("custodian") == 1
    assert state.rows[2][0].actions == 2


def test_a_deck_that_runs_out_is_made_anew_of_the_discard():
    """order.reshuffle, ruling 2: and if that is empty, too, one takes what there is."""
    state = next(found for seed in range(9) if not (found := begun(3, seed)).thrown)
    seat = min(GAME.to_act(state))
    state = evolve(state, deck=state.deck[-1:], cleared=state.deck[:-1])
    after, events = play(state, "space i2")
    assert "reshuffled" in kinds(events)
    assert len(after.screens[seat].hand) == len(state.screens[seat].hand) + 2
    assert after.cleared == ()
    missing = evolve(state, deck=(), cleared=(), row=(*state.row, *state.deck, *state.cleared))
    after, events = play(missing, "space i2")
    assert said(events, "drew")[0]["n"] == 0


def test_the_deck_has_five_of_each_ingredient():
    """setup.row: forty cards of eight kinds."""
    assert set(COPIES.values()) == {5}
    assert games.deck(games.table(), "toad fern").deck[-2:] == ("fern", "toad")
