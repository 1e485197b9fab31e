"""What seats know: open cards, their own hand, cards that Knowledge took; and worlds that fit that."""

import json

import pytest

from games.potions.simulator.engine.hidden import Hidden
from simulator.engine.chance import Rng
from simulator.game import engine_of
from tests.conformance.tables import curious

GAME = engine_of("potions")
NAMES = ["Оля", "Саша", "Рита"]


def position(**changes):
    return GAME.decode({"players": NAMES, **changes})


def play(state, *texts):
    for text in texts:
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, GAME.parse(state, seat, text)).state
    return state


def seen(state, seat):
    return GAME.view_json(GAME.view(state, seat))


def before_the_move():
    """Olya can assemble, and has to choose then."""
    return position(
        hands={"Оля": "great_elixir_of_omen basilisk dragon", "Саша": 5, "Рита": 5},
        tables={
            "Саша": ["solution_of_eternity < griffin warding_solution", "solution_of_eternity"],
            "Рита": ["infusion_of_divination < love_potion powder_of_truth"],
        },
    )


def in_the_middle():
    """Olya has begun to assemble and to choose."""
    return play(before_the_move(), "assemble great_elixir_of_omen", "use solution_of_eternity 2")


@pytest.mark.parametrize("seat", [1, 2, None])
def test_an_unfinished_move_is_seen_by_its_mover_alone(seat):
    """turn.open: the choices so far are in nobody else's view, nor is the card that is being played."""
    state = in_the_middle()
    assert len(state.agenda) == 2
    text = json.dumps(seen(state, seat))
    assert "Staged" not in text
    assert "great_elixir_of_omen" not in text
    assert "Staged" in json.dumps(seen(state, 0))
    short = json.dumps(GAME.short(state, NAMES, seat, whole=False))
    assert "great_elixir_of_omen" not in short


@pytest.mark.parametrize("seat", [1, 2, None])
def test_the_others_cant_tell_whether_a_move_has_begun(seat):
    """turn.open: the view is the same to the last letter."""
    assert seen(in_the_middle(), seat) == seen(before_the_move(), seat)


def test_a_resampled_world_keeps_the_movers_choices_and_no_others():
    state = in_the_middle()
    assert GAME.resample(state, 0, 5).agenda == state.agenda
    assert GAME.resample(state, 1, 5).agenda == state.agenda[:1]


def test_a_card_taken_by_knowledge_stays_known_until_it_is_played():
    """turn.open, knowledge.take."""
    state = position(
        deck=0,
        hands={
            "Оля": "spell_of_knowledge:mushrooms basilisk",
            "Саша": "dragon griffin",
            "Рита": "unicorn banshee",
        },
        cupboard="isidas_mortum",
    )
    state = play(state, "cast spell_of_knowledge", "pass", "element dragon")
    assert seen(state, 1)["shown"] == [["isidas_mortum"], [], []]
    for rng in range(20):
        assert "isidas_mortum" in GAME.resample(state, 1, rng).hands[0]
    state = play(state, "element unicorn", "element isidas_mortum")
    assert seen(state, 1)["shown"] == [[], [], []]


def test_of_two_copies_one_of_which_is_known_the_known_one_is_played():
    """Nobody can tell them apart, so afterwards nobody knows of the other."""
    state = position(
        deck=0, hands={"Оля": "love_potion love_potion", "Саша": 1}, shown={"Оля": "love_potion"}
    )
    assert play(state, "element love_potion").shown == ((), (), ())


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_neither_the_order_of_the_deck_nor_a_hidden_hand_is_in_a_view(seat):
    """turn.open: views agree for all arrangements of what is hidden."""
    for seed in range(3):
        state, agent = GAME.new_game({"players": 3}, seed).state, curious(seed)
        for _ in range(30):
            (mover,) = GAME.to_act(state)
            state = GAME.apply(state, mover, agent(GAME.legal_moves(state, mover))).state
        views = {json.dumps(seen(GAME.resample(state, seat, rng), seat)) for rng in range(6)}
        assert views == {json.dumps(seen(state, seat))}
        worlds = {GAME.resample(state, seat, rng).decks for rng in range(6)}
        assert len(worlds) == 6


def test_a_sampled_world_gives_each_unseen_card_to_each_place_equally_often():
    """Hints count on it: one griffin among two hands of five and a deck of ten, and 46 cards aside."""
    state = position(hands={"Оля": "dragon", "Саша": 5, "Рита": 5}, deck=10)
    held = [0, 0, 0, 0]
    for rng in range(1500):
        world = GAME.resample(state, 0, rng)
        for place, pile in enumerate((world.hands[1], world.hands[2], world.decks[0], world.aside)):
            held[place] += "griffin" in pile
        assert world.hands[0] == ("dragon",)
    unseen = 75
    for n, size in zip(held, (5, 5, 10, unseen - 20), strict=True):
        assert abs(n - 1500 * size / unseen) < 80


def test_an_empty_deck_leaves_the_last_hidden_hand_no_secret():
    """turn.open: with all other cards open, there is one world only."""
    state = GAME.new_game({"players": 2}, 4).state
    rng = Rng(4)
    while state.decks[0] or len(state.agenda) > 1:
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, rng.choice(GAME.legal_moves(state, seat))).state
    assert {GAME.resample(state, 0, rng).hands for rng in range(5)} == {state.hands}


def test_how_likely_somebody_holds_a_card_is_how_many_of_the_unseen_they_hold():
    """Of 75 cards that the first seat doesn't see the others hold six; the Griffin is one of the 75."""
    state = position(hands={"Оля": "dragon", "Саша": 3, "Рита": 3})
    assert Hidden(GAME.view(state, 0)).odds("griffin") == pytest.approx(6 / 75)
