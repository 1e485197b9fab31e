"""What follows from what in «Маго-бой», where it is easily half done: deaths, reflections, secrets."""

from collections import Counter

import pytest

from games.wizwar.simulator.engine import board as maze
from games.wizwar.simulator.engine.data import DECK
from games.wizwar.simulator.engine.facade import WizWar
from games.wizwar.simulator.engine.geometry import EAST, SOUTH
from games.wizwar.simulator.engine.places import read_edge, read_square
from games.wizwar.simulator.engine.state import Effect, lives_of
from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from simulator.engine.tuples import replaced

GAME = WizWar()

HOME = "1c3"


def position(hands, at, shown=(), players=2, life=None, **changes):
    """Everybody stands where `at` says, the rest of the cards lies in the deck; the second round."""
    state = GAME.new_game({"players": players, "options": {"first_player": "1"}}, 1).state
    hands = [*map(tuple, map(sorted, hands)), *[()] * (players - len(hands))]
    shown = [*map(tuple, shown), *[()] * (players - len(shown))]
    life = life or (15,) * players
    left = Counter(DECK) - Counter(card for pile in (*hands, *shown) for card in pile)
    squares = map(read_square, at)
    wizards = [
        wizard._replace(at=here, life=lives, hand=hand, shown=objects, known=())
        for wizard, here, lives, hand, objects in zip(state.wizards, squares, life, hands, shown, strict=True)
    ]
    return evolve(
        state,
        wizards=tuple(wizards),
        deck=tuple(sorted(left.elements())),
        discard=(),
        round=2,
        **changes,
    )


def knowing(state, seat, card, mask):
    """The position in which these seats know a card of a hand."""
    wizard = state.wizards[seat]._replace(known=((card, mask),))
    return evolve(state, wizards=replaced(state.wizards, seat, wizard))


def after(state, *moves):
    """The position after these moves of whoever is asked, and the events of the last one."""
    events = ()
    for text in moves:
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, Move(text.split()[0], tuple(text.split()[1:])))
        GAME.invariants(step.state)
        state, events = step.state, step.events
    return state, [event.kind for event in events]


def test_a_second_treasure_dragged_home_wins_at_once():
    """goal.treasures: in the very moment when two foreign treasures lie at home, however they came there."""
    state = position([["drag"]], [HOME, "2c3"])
    here = state.wizards[0].at
    state = evolve(
        state, chests=(*state.chests[:2], here, here + 1), board=maze.clear(state.board, here * 4 + EAST)
    )
    state, _ = after(state, "play drag", "target T2b@1d3")
    assert (state.winners, state.verdict) == ((0,), "goal.treasures")


def test_one_falling_wall_kills_both_at_once():
    """series.tie: the stones fall on both sides in the same moment, whoever is asked first."""
    state = position([["destroy_wall"]], ["1b1", "1c1"], life=(2, 2))
    built = maze.put(state.board, read_edge("1b1e"), maze.WALL, "create_wall", 0, 20)
    state = evolve(state, board=built)
    state, _ = after(state, "play destroy_wall", "target 1b1e")
    assert (state.winners, state.verdict) == ((0, 1), "series.tie")


def test_what_flies_back_comes_from_where_a_dying_wizard_stands():
    """counter.left: the half that flies back is an attack of its own, even if the other half killed.

    Ruling 38: both halves strike at once, the dead are counted when the second has landed, too.
    """
    state = position(
        [["powerthrust", "number_6", "absorb"], ["reflection"]],
        [HOME, HOME, "3c3"],
        players=3,
        life=(15, 1, 15),
    )
    state, _ = after(state, "play powerthrust", "target w2", "with number_6", "answer reflection 0", "pass")
    assert (state.wizards[1].life, state.wizards[1].out) == (0, "")
    assert state.agenda[-1].attack.via == read_square(HOME)
    state, _ = after(state, "pass")
    assert (state.wizards[0].life, state.wizards[1].out) == (15 - 4, "killed")


def test_what_is_left_to_choose_for_the_second_half_is_still_chosen():
    """Waterbolt: in one square the caster chooses the way, and a reflected half is its reflector’s."""
    state = position([["waterbolt", "number_6"], ["reflection"]], [HOME, HOME], life=(4, 1))
    state, _ = after(state, "play waterbolt", "with number_6", "answer reflection 0", "axis w")
    assert state.wizards[1].life == 0
    assert str(GAME.legal_moves(state, 1)[0]) == "axis e"
    state, _ = after(state, "axis w")
    assert (state.winners, state.verdict, lives_of(state)) == ((0,), "goal.last", (1, 0))


def test_a_dying_wizard_is_not_attacked_again():
    """fight.vanish: thrown back once more, the half finds nobody; the first wizard gets the cards."""
    state = position(
        [["powerthrust", "number_6", "full_reflection"], ["reflection", "number_3"]],
        [HOME, HOME],
        life=(9, 1),
    )
    moves = ("play powerthrust", "target w2", "with number_6", "answer reflection 0", "pass", "pass")
    state, _ = after(state, *moves, "answer full_reflection 0", "pass")
    assert (state.winners, state.wizards[0].hand, lives_of(state)) == ((0,), ("number_3",), (9, 0))


def test_the_counteraction_that_was_played_last_may_be_answered():
    """counter.chain: a counteraction is answered like an attack, and what cancels it was played after it."""
    state = position([["fireball", "anti_anti"], ["full_shield"]], [HOME, HOME])
    state, events = after(state, "play fireball", "target w2", "answer full_shield 0", "answer anti_anti 1")
    assert ("cancelled" in events, lives_of(state)) == (True, (15, 10))


def test_what_flies_back_must_find_an_invisible_wizard_too():
    """card.text: every attack on him needs a 1 on the die, and a reflection is a new attack."""
    state = position([["fireball", "absorb"], ["full_reflection"]], [HOME, HOME])
    state = evolve(state, effects=(Effect("invisible", 0, 0, 2),), chance=Chance(state.chance.rng, (3,)))
    state, events = after(state, "play fireball", "target w2", "answer full_reflection 0", "pass")
    assert (events[-1], lives_of(state)) == ("missed", (15, 15))


def test_a_wave_over_the_auto_warp_pushes_the_way_it_comes():
    """warp.sight: out to the east in one sector is down to the south in the other."""
    state = position([["waterbolt"]], ["1e3", "3c1", "2c3"], players=3)
    wall = read_square("3c1") * 4 + SOUTH
    state = evolve(state, board=maze.clear(state.board, wall))
    state, _ = after(state, "play waterbolt")
    assert state.wizards[1].at == read_square("3c2")


@pytest.mark.parametrize("card", ["absorb", "fireball"])
def test_who_knew_a_card_cannot_tell_whether_it_was_stolen(card):
    """Ruling 72: a stolen card is hidden from the third wizard; so is whether it was the one he knew."""
    state = position([["thought_steal"], ["absorb", "fireball"], ["blunt"]], [HOME, HOME, HOME], players=3)
    state = knowing(state, 1, "absorb", 0b110)
    state, _ = after(state, "play thought_steal", "target w2", "pass", f"pick {card}")
    assert [wizard.known for wizard in GAME.view(state, 2).wizards] == [(), (), ()]


def test_both_sides_of_a_deal_know_the_cards_that_were_laid():
    """fight.deal: what was shown is known, though nothing came of it; others know nothing."""
    state = position([["fireball"], ["blunt"]], [HOME, HOME, "3c3"], players=3)
    state, _ = after(state, "offer w2", "give fireball", "done")
    for rng in range(5):
        assert GAME.resample(state, 1, rng).hands[0] == ("fireball",)
    state, _ = after(state, "refuse")
    assert GAME.view(state, 1).wizards[0].known_cards == ["fireball"]
    assert GAME.view(state, 2).wizards[0].known_cards == []


@pytest.mark.parametrize("witness", [0, 2, 3])
def test_a_card_is_known_to_its_witness_and_to_nobody_beside(witness):
    """A hidden card carries who has seen it; views show it to these, whatever the order of the seats."""
    state = position([["fireball"], ["absorb"]], [HOME, HOME, "3c3", "4c3"], players=4)
    state = knowing(state, 1, "absorb", 1 << witness)
    for seat in (0, 2, 3, None):
        known = GAME.view(state, seat).wizards[1].known_cards
        assert known == (["absorb"] if seat == witness else []), seat


def test_of_two_rocks_only_the_hidden_one_becomes_known():
    """Ruling 72: one lies open before its owner, as a position may begin; the other was seen in the deal."""
    state = position([["large_rock"], ["blunt"]], [HOME, HOME], [["large_rock"]])
    state, _ = after(state, "offer w2", "give large_rock", "give large_rock", "done")
    assert GAME.view(state, 1).wizards[0].known_cards == ["large_rock"]
    state, _ = after(state, "done", "accept")
    assert (state.wizards[1].hand, state.wizards[1].shown) == (("blunt", "large_rock"), ("large_rock",))


def test_absorb_spell_finds_the_spell_in_every_world():
    """card.once: a spell just played lies among the discards, and everybody has seen it go there."""
    state = position([["fireball", "blunt"], ["absorb_spell"]], [HOME, HOME])
    state, _ = after(state, "play fireball", "target w2", "answer absorb_spell 0")
    for rng in range(5):
        world, _ = after(GAME.resample(state, 0, rng), "pass")
        assert world.wizards[1].hand == ("fireball",)


def test_remove_lock_is_no_spell_and_never_goes_astray():
    """card.physical, die.direction: the blind roll for spells and for what they throw."""
    state = position([["remove_lock"]], ["1b3", "2c3"])
    state = evolve(state, effects=(Effect("blind", 1, 0, 2),))
    state, events = after(state, "play remove_lock")
    assert "lock_removed" in events
    assert "blind_roll" not in events
