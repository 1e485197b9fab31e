"""Publishing, endorsing, grants, debunking, conflicts: rulings 44-69, 114, 117-123. The world is DEMO:

mushroom a5, fern a4, toad a1, claw a0, flower a6, mandrake a2, scorpion a3, feather a7.
"""

import pytest

from games.alchemists.scoring.points import ALCHEMICALS, INGREDIENTS
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.engine.view import facts_of
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import GAME, asked, kinds, legal, play, ready, refused, said
from rulebook.content import reading
from rulebook.wording.sentences import render
from simulator.engine.evolve import evolve

WORDS = reading.load("alchemists")


def publishing(n=1, players=3, **options):
    return games.cubes(games.table(players, **options), "publish", [(0, n), (1, 1)])


def debunking(level="apprentice", actions=((0, 1), (1, 1)), publish=(), round_=2):
    state = games.cubes(games.table(3, round_, level=level), "debunk", actions)
    return games.cubes(state, "publish", publish)


# --- Publishing --------------------------------------------------------------------------------------------


def test_publishing_pays_places_and_gains_in_this_order():
    """publish.new, publish.cost, publish.reputation, ruling 44; the seal lies face down."""
    state, events = play(ready(publishing()), "publish toad", "token a1", "seal gold")
    assert kinds(events)[:2] == ["theory", "reputation"]
    assert (state.boards[0].gold, state.boards[0].reputation) == (9, 11)
    assert state.books[2] == ("a1", (0,))
    assert GAME.view(state, 0).own.placed[2] == "gold"
    assert "gold" not in GAME.view(state, 1).own.placed
    assert state.screens[0].seals.count("gold") == 1


def test_others_see_a_theory_only_when_its_seal_lies():
    state = ready(publishing())
    seen = GAME.view(state, 1)
    for text in ("publish toad", "token a1"):
        state, events = play(state, text)
        assert (events, GAME.view(state, 1)) == ([], seen)
    assert refused(state, "seal nothing")[0] == "no_such_seal"
    assert refused(state, "decline") == ("no_decline", "planning.decline")


def test_no_token_lies_twice_and_no_book_has_two():
    """publish.token, publish.new, ruling 52: known nonsense may be published."""
    state = ready(games.theory(publishing(), "toad", "a1", {1: "gold"}))
    assert refused(state, "publish toad") == ("book_taken", "publish.new")
    state, _ = play(state, "publish fern")
    assert refused(state, "token a1") == ("token_taken", "publish.token")
    assert refused(state, "token a9") == ("no_such_token", "publish.token")
    state, _ = play(state, "token a7", "seal silver")
    assert state.books[1].token == "a7"


def test_publishing_needs_a_gold_and_a_seal_and_the_press_needs_no_gold():
    """publish.cost, press.free, seals.supply."""
    poor = games.board(publishing(), 0, gold=0)
    assert refused(ready(poor), "publish toad") == ("publish_unpaid", "publish.cost")
    assert legal(ready(poor)) == ["decline"]
    pressed, _ = play(
        ready(games.artifacts(poor, {0: "printing_press"})), "publish toad", "token a1", "seal gold"
    )
    assert pressed.boards[0].gold == 0
    spent = publishing()
    used = spent.screens[0].seals
    spent = evolve(spent, screens=(evolve(spent.screens[0], seals=()), *spent.screens[1:]))
    spent = games.board(spent, 0, seals=used)
    assert refused(ready(spent), "publish toad") == ("seals_out", "seals.supply")


def test_a_seal_that_is_spent_is_refused():
    """seals.supply: two gold ones."""
    state = games.theory(games.theory(publishing(), "toad", "a1", {0: "gold"}), "fern", "a4", {0: "gold"})
    state, _ = play(ready(state), "publish claw", "token a0")
    assert refused(state, "seal gold") == ("seal_spent", "seals.supply")


def test_the_seal_of_authority_and_the_robe_make_one_gain():
    """authority.gain, rulings 44, 114, 123: 1 + 2 + 1; endorsing 0 + 2 + 1; the Robe alone nothing."""
    both = games.artifacts(publishing(), {0: "seal_of_authority robe_of_respect"})
    state, events = play(ready(both), "publish toad", "token a1", "seal gold")
    assert state.boards[0].reputation == 14
    assert len(said(events, "reputation")) == 1
    state, _ = play(ready(games.theory(both, "fern", "a4", {1: "gold"})), "endorse fern", "seal gold")
    assert state.boards[0].reputation == 13
    robe = games.artifacts(games.theory(publishing(), "fern", "a4", {1: "gold"}), {0: "robe_of_respect"})
    state, events = play(ready(robe), "endorse fern", "seal gold")
    assert state.boards[0].reputation == 10
    assert "reputation" not in kinds(events)


def test_when_all_tokens_lie_only_endorsing_is_left():
    """Ruling 53."""
    state, seals = publishing(), ("silver", "gold", "hedge_R", "hedge_G")
    for place, (name, token) in enumerate(zip(INGREDIENTS, ALCHEMICALS, strict=True)):
        state = games.theory(state, name, token, {1 + place % 2: seals[place // 2]})
    texts = legal(ready(state))
    assert not [text for text in texts if text.startswith("publish")]
    assert len([text for text in texts if text.startswith("endorse")]) == 8


# --- Endorsing ---------------------------------------------------------------------------------------------


def test_endorsing_pays_the_bank_and_each_seal_that_lies_there():
    """endorse.pay, ruling 45."""
    state = games.cubes(games.table(4), "publish", [(0, 1)])
    state = games.theory(state, "toad", "a1", {1: "gold", 2: "silver"})
    state, events = play(ready(state), "endorse toad", "seal hedge_R")
    assert [board_.gold for board_ in state.boards] == [7, 11, 11, 10]
    assert [params["seat"] for params in said(events, "royalty")] == [1, 2]
    poor = games.theory(
        games.cubes(games.table(4), "publish", [(0, 1)]), "toad", "a1", {1: "gold", 2: "gold"}
    )
    assert refused(ready(games.board(poor, 0, gold=2)), "endorse toad") == ("endorse_unpaid", "endorse.pay")


def test_what_may_not_be_endorsed():
    """endorse.once, endorse.places, endorse.theory, conflict.endorse, ruling 51."""
    state = games.theory(games.cubes(games.table(4), "publish", [(0, 1)]), "toad", "a1", {0: "gold"})
    state = games.theory(state, "fern", "a4", {1: "gold", 2: "gold", 3: "gold"})
    state = games.theory(games.theory(state, "claw", "a0", {1: "gold"}), "flower", "a6", {2: "gold"})
    state = ready(evolve(state, conflicts=(("claw", "flower"),)))
    assert refused(state, "endorse toad") == ("sealed_already", "endorse.once")
    assert refused(state, "endorse fern") == ("book_full", "endorse.places")
    assert refused(state, "endorse claw") == ("book_conflict", "conflict.endorse")
    assert refused(state, "endorse scorpion") == ("no_theory", "endorse.theory")


# --- Grants: g1 is scorpion, toad, mushroom; g2 mushroom, fern, mandrake -----------------------------------


def test_the_first_grant_takes_two_seals_and_later_ones_three():
    """grants.first, grants.later, rulings 46-49: compulsory, two gold, one an action."""
    state = games.theory(publishing(2), "scorpion", "a3", {0: "gold"})
    state, events = play(ready(state), "publish toad", "token a1", "seal gold")
    tile = ["scorpion", "toad", "mushroom"]
    assert said(events, "grant_taken") == [{"seat": 0, "grant": "g1", "tile": tile, "gold": 2}]
    assert (state.boards[0].gold, state.boards[0].grants) == (11, ("g1",))
    state, _ = play(state, "decline")
    state = games.theory(state, "mandrake", "a2", {0: "silver"})
    state, events = play(state, "publish fern", "token a4", "seal silver")
    assert "grant_taken" not in kinds(events)  # two of three for a second grant


def test_of_several_grants_one_is_chosen():
    """grants.one, ruling 47."""
    state = games.theory(publishing(), "scorpion", "a3", {0: "gold"})
    state = games.theory(state, "fern", "a4", {0: "gold"})
    state, _ = play(ready(state), "publish mushroom", "token a5", "seal silver")
    assert asked(state) == (0, "Grant")
    assert legal(state) == ["grant g1", "grant g2"]
    assert refused(state, "grant g3") == ("grant_short", "grants.first")
    state, _ = play(state, "grant g2")
    assert state.boards[0].grants == ("g2",)


def test_a_grant_is_named_by_the_ingredients_of_the_tables_own_box():
    """Ruling 132: the sentences named a grant by a number that stands on no tile."""
    state = games.theory(
        publishing(numbers={"g2.ingredients": ["toad", "claw", "feather"]}), "claw", "a0", {0: "gold"}
    )
    state = games.theory(state, "scorpion", "a3", {0: "gold"})
    state, _ = play(ready(state), "publish toad", "token a1", "seal silver")
    assert legal(state) == ["grant g1", "grant g2", "grant g4"]
    move = GAME.parse(state, 0, "grant g2")
    (why,) = next(row.why for row in GAME.hint(GAME.view(state, 0), 1, 200).estimates if row.move == move)
    refusal = GAME.check(state, 0, GAME.parse(state, 0, "grant g3"))
    _, events = play(state, "grant g2")
    own = "грант 2 (жаба, куриная лапа, перо ворона)"
    said_of = {
        ("event", "grant_taken"): (said(events, "grant_taken")[0], f"Оля получает {own} и 2 золотых."),
        ("move", "grant"): (GAME.say(state, 0, move)[1], f"Взять грант: {own}"),
        ("mark", why.code): (why.params, f"{own}: в конце 2 очка.".capitalize()),
    }
    for (kind, code), (params, sentence) in said_of.items():
        assert render(WORDS, kind, code, params, "ru", ["Оля"]).replace("\N{NO-BREAK SPACE}", " ") == sentence
    assert refusal.params["tile"] == ["fern", "claw", "feather"]


def test_seals_under_conflict_count_for_no_grant():
    """conflict.effect, ruling 50."""
    state = games.theory(games.theory(publishing(), "scorpion", "a3", {0: "gold"}), "claw", "a0", {1: "gold"})
    state = ready(evolve(state, conflicts=(("claw", "scorpion"),)))
    state, events = play(state, "publish toad", "token a1", "seal gold")
    assert "grant_taken" not in kinds(events)


# --- Debunking as apprentices ------------------------------------------------------------------------------


def test_while_no_theory_lies_debunking_can_only_be_declined():
    """debunk.when, rulings 65, 120, 135; an apprentice is refused an ingredient without a theory."""
    for level, text in (("apprentice", "debunk toad R"), ("master", "test toad claw")):
        state = ready(debunking(level))
        assert refused(state, text) == ("nothing_published", "debunk.when")
        assert legal(state) == ["decline"]
    state = ready(games.theory(debunking(), "toad", "a1", {1: "gold"}))
    assert refused(state, "debunk fern R") == ("unpublished", "debunk.published")
    assert refused(state, "debunk toad X") == ("no_such_colour", "formula.circles")
    assert refused(state, "test toad fern") == ("apprentice_debunks", "debunk.apprentice")


def test_a_sign_as_on_the_token_costs_the_debunker_one():
    """debunk.fail, ruling 54: and all have learned the sign."""
    state, _ = play(ready(games.theory(debunking(), "toad", "a1", {1: "gold"})), "debunk toad R")
    assert state.boards[0].reputation == 9
    assert state.books[2].token == "a1"
    assert facts_of(GAME.view(state, None)) == (Fact("aspect", ("toad",), ("R", "+")),)


def test_a_fallen_theory_leaves_and_hedges_of_the_colour_lose_nothing():
    """debunk.success, debunk.hedge, debunk.losses, debunk.spent, ruling 69: the rulebook's example."""
    state = games.cubes(games.table(4), "debunk", [(3, 1)])
    state = games.theory(state, "scorpion", "a0", {0: "hedge_B", 1: "hedge_R", 2: "gold"})
    state, events = play(ready(state), "debunk scorpion B")  # really B+
    assert [board_.reputation for board_ in state.boards] == [10, 5, 5, 12]
    assert [board_.seals for board_ in state.boards] == [("hedge_B",), ("hedge_R",), ("gold",), ()]
    assert state.books[6] == ("", ())
    assert [params["seat"] for params in said(events, "reputation")] == [3, 1, 2]  # ruling 122


def test_debunking_ones_own_theory_is_one_event_and_the_robe_needs_a_gain():
    """debunk.own, robe.own, ruling 55: 13 - 3 = 10; with a hedge 2 and the Robe 3."""
    own = games.theory(debunking(), "scorpion", "a0", {0: "gold"})
    state, events = play(ready(games.board(own, 0, reputation=13)), "debunk scorpion B")
    assert state.boards[0].reputation == 10
    assert len(said(events, "reputation")) == 1
    robed = games.artifacts(games.board(own, 0, reputation=13), {0: "robe_of_respect"})
    state, _ = play(ready(robed), "debunk scorpion B")
    assert state.boards[0].reputation == 10
    hedged = games.theory(debunking(), "scorpion", "a0", {0: "hedge_B"})
    state, _ = play(ready(games.artifacts(hedged, {0: "robe_of_respect"})), "debunk scorpion B")
    assert state.boards[0].reputation == 13


# --- Immediate publication ---------------------------------------------------------------------------------


def fallen(publish=((0, 2), (1, 1)), **boards):
    state = games.theory(debunking(publish=publish), "scorpion", "a0", {1: "gold"})
    for name, value in boards.items():
        state = games.board(state, 0, **{name: value})
    return play(ready(state), "debunk scorpion B")


def test_whoever_debunks_may_publish_at_once_about_the_fallen_theory():
    """debunk.immediate, debunk.same, rulings 66, 67, 117: its ingredient or its token, not both as before."""
    state, _ = fallen()
    assert asked(state) == (0, "Immediate")
    assert legal(state)[:2] == ["decline", "publish claw"]
    claw, _ = play(state, "publish claw")
    assert legal(claw) == ["token a0"]
    assert refused(claw, "token a3") == ("other_theory", "debunk.immediate")
    scorpion, _ = play(state, "publish scorpion")
    assert "token a0" not in legal(scorpion)
    assert refused(scorpion, "token a0") == ("same_theory", "debunk.same")
    done, _ = play(scorpion, "token a3", "seal gold")
    assert (done.boards[0].gold, done.boards[0].reputation) == (9, 13)
    row = next(row for row in done.rows[6] if row.seat == 0)
    assert (row.over, row.done) == (1, 1)  # the first action is spent, the second stays the second (118)
    assert done.boards[0].cubes == state.boards[0].cubes + 1


def test_without_cubes_gold_or_seals_nobody_publishes_at_once():
    """Ruling 119: it isn't offered, and the cubes wait."""
    assert asked(fallen(publish=((1, 1),))[0]) == (1, "Act")
    assert asked(fallen(gold=0)[0]) == (1, "Act")


def test_the_cube_may_wait_for_its_own_area():
    state, events = fallen()
    state, events = play(state, "decline")
    assert kinds(events) == ["publishes_later"]
    assert next(row for row in state.rows[6] if row.seat == 0).over == 0


def test_who_has_published_at_once_with_the_last_cube_is_not_asked_again():
    """Ruling 119: the cube is spent, so after another debunk there is none to publish with."""
    state = games.cubes(debunking(actions=((0, 2),), publish=((0, 1),)), "drink", [(1, 1)])
    state = games.theory(games.theory(state, "scorpion", "a0", {1: "gold"}), "toad", "a3", {1: "gold"})
    state, _ = play(ready(state), "debunk scorpion B", "publish scorpion", "token a1", "seal silver")
    state, events = play(state, "debunk toad R")
    assert "theory_falls" in kinds(events)
    assert asked(state)[1] != "Immediate"


def test_a_theory_that_was_published_at_once_can_be_debunked_in_the_same_round():
    """Ruling 68."""
    state, _ = fallen()
    state, _ = play(state, "publish scorpion", "token a1", "seal silver")
    state, _ = play(state, "debunk scorpion R")  # really R-
    assert state.boards[0].seals == ("silver",)


def test_with_the_second_action_used_at_once_its_two_cubes_return():
    """Ruling 118: the first has gone, so the second is taken."""
    state = games.cubes(debunking(actions=((0, 2),), publish=((0, 2),)), "drink", [(1, 1)])
    state = games.theory(games.theory(state, "scorpion", "a0", {1: "gold"}), "toad", "a3", {1: "gold"})
    state, _ = play(ready(state), "debunk scorpion B", "publish scorpion", "token a1", "seal silver")
    before = state.boards[0].cubes
    state, _ = play(state, "debunk toad R", "publish toad", "token a5", "seal silver")
    assert state.boards[0].cubes == before + 1 + 2  # the debunk's cube and two of publishing
    assert state.rows[6][0].over == 2


# --- Debunking as masters ----------------------------------------------------------------------------------


def test_a_master_asks_about_any_two_and_any_potion_where_a_theory_lies():
    """debunk.master, debunk.useless, ruling 120: what proves nothing costs 1."""
    state = ready(games.theory(debunking("master"), "toad", "a1", {1: "gold"}))
    assert refused(state, "debunk toad R") == ("master_debunks", "debunk.master")
    assert refused(state, "test toad toad") == ("same_ingredient", "mix.different")
    assert len([text for text in legal(state) if text.startswith("test")]) == 28
    state, events = play(state, "test mandrake feather")
    assert events == []
    assert len(legal(state)) == 7
    assert refused(state, "decline") == ("no_decline", "planning.decline")
    state, events = play(state, "claim G+")
    assert kinds(events)[:2] == ["debunk_no", "debunk_vain"]
    assert state.boards[0].reputation == 9
    assert facts_of(GAME.view(state, 1)) == (Fact("not_mix", ("mandrake", "feather"), ("G+",)),)


def test_two_theories_fall_at_once_for_one_gain_and_one_loss_of_each_player():
    """debunk.two, rulings 57, 63, 64: ten lost at once, not five twice; the debunker nets -8."""
    state = games.theory(debunking("master"), "mushroom", "a2", {0: "gold", 1: "gold"})  # really G+
    state = games.theory(state, "scorpion", "a4", {0: "silver", 1: "hedge_G"})  # really G+
    state = games.board(state, 1, reputation=14)
    state, events = play(ready(state), "test mushroom scorpion", "claim G+")
    assert kinds(events).count("theory_falls") == 2
    assert said(events, "reputation")[0]["parts"] == [["debunk", 2], ["seal_lost", -5], ["seal_lost", -5]]
    assert state.boards[0].reputation == 2
    assert state.boards[1].reputation == 14 - 5 - 1  # one event of 5 in the green zone, the hedge held
    assert len(said(events, "reputation")) == 2


def test_after_a_double_debunk_either_ingredient_or_either_token_may_be_published():
    """Ruling 67: but neither of the two fallen theories."""
    state = games.theory(debunking("master", publish=((0, 1),)), "mushroom", "a2", {1: "gold"})
    state = games.theory(state, "scorpion", "a4", {1: "silver"})
    state, _ = play(ready(state), "test mushroom scorpion", "claim G+")
    assert asked(state) == (0, "Immediate")
    mushroom, _ = play(state, "publish mushroom")
    assert "token a2" not in legal(mushroom)
    assert "token a4" in legal(mushroom)
    fern, _ = play(state, "publish fern")
    assert legal(fern) == ["token a2", "token a4"]


def test_a_no_to_what_the_theories_foretell_shows_a_conflict():
    """conflict.denied, ruling 59: nobody loses, two are gained, nothing is published at once."""
    state = games.theory(debunking("master", publish=((0, 1),)), "toad", "a5", {1: "gold"})
    state = games.theory(state, "scorpion", "a7", {2: "gold"})  # a5 with a7 would make G+
    state, events = play(ready(state), "test toad scorpion", "claim G+")
    assert kinds(events)[:2] == ["debunk_no", "conflict_shown"]
    assert state.conflicts == (("toad", "scorpion"),)
    assert [board_.reputation for board_ in state.boards] == [12, 10, 10]
    assert asked(state) == (1, "Act")


def test_the_same_conflict_shown_again_fails_and_a_new_one_with_one_of_them_does_not():
    """conflict.again, ruling 60."""
    state = games.theory(debunking("master", actions=((0, 2), (1, 1))), "toad", "a5", {1: "gold"})
    state = games.theory(games.theory(state, "scorpion", "a7", {2: "gold"}), "claw", "a2", {2: "silver"})
    state = evolve(state, conflicts=(("toad", "scorpion"),))
    again, _ = play(ready(state), "test toad scorpion", "claim G+")
    assert (again.boards[0].reputation, len(again.conflicts)) == (9, 1)
    other, _ = play(ready(state), "test toad claw", "claim R+")  # a5 with a2 would make R+
    assert (other.boards[0].reputation, len(other.conflicts)) == (12, 2)


def test_a_theory_that_falls_ends_its_conflicts_and_leaves_those_of_its_partners():
    """conflict.end, rulings 62 and 121: an apprentice may debunk a theory in conflict, too."""
    state = games.theory(debunking("apprentice"), "toad", "a5", {1: "gold"})
    state = games.theory(games.theory(state, "scorpion", "a7", {2: "gold"}), "claw", "a2", {2: "silver"})
    state = evolve(state, conflicts=(("claw", "scorpion"), ("toad", "claw"), ("toad", "scorpion")))
    state, events = play(ready(state), "debunk toad B")  # a5 says B-, really B+
    assert state.conflicts == (("claw", "scorpion"),)
    assert kinds(events).count("conflict_over") == 2


def test_at_a_mixed_table_the_debunker_decides_how():
    """Ruling 121."""
    state = games.cubes(games.table(3, level="master,apprentice,master"), "debunk", [(0, 1), (1, 1)])
    state = ready(games.theory(state, "toad", "a1", {2: "gold"}))
    assert legal(state)[1].startswith("test")
    state, _ = play(state, "decline")
    assert legal(state)[1].startswith("debunk")


def test_boots_debunk_once_more_and_publishing_at_once_needs_cubes_as_ever():
    """Ruling 115."""
    state = games.artifacts(debunking(actions=((0, 1),)), {0: "boots_of_speed"})
    state = games.theory(games.theory(state, "scorpion", "a0", {1: "gold"}), "toad", "a3", {1: "silver"})
    state, _ = play(ready(state), "debunk scorpion B")
    assert state.agenda[-1].boots
    state, _ = play(state, "debunk toad R")
    assert asked(state)[1] != "Immediate"
    assert state.boards[0].reputation == 14


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_an_answer_is_a_fact_for_everybody(seat):
    """notebook.debunk, ruling 130."""
    state = ready(games.theory(debunking("master"), "toad", "a1", {1: "gold"}))
    state, _ = play(state, "test toad claw", "claim N")
    assert facts_of(GAME.view(state, seat)) == (Fact("mix", ("toad", "claw"), ("N",)),)
