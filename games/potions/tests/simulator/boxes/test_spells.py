"""What spells of the boxes do, and what they tell, where no case of the referee can say it."""

from itertools import chain

import pytest

from games.potions.simulator.engine.data import DECK_OF, ELEMENTS, ELEMENTS_OF
from simulator.engine.evolve import evolve
from simulator.game import engine_of

GAME = engine_of("potions")
NAMES = ["Оля", "Саша", "Рита"]
SEQUENCES = {"Оля": ["sequence_card_a"], "Саша": ["sequence_card_b"], "Рита": ["sequence_card_c"]}


def position(sets, **changes):
    guild = {"sequences": SEQUENCES} if "guild" in sets else {}
    return GAME.decode({"players": NAMES, "turn": "Оля", "options": {"sets": sets}, **guild, **changes})


def play(state, *texts):
    for text in texts:
        state = GAME.apply(state, 0, GAME.parse(state, 0, text)).state
    return state


def test_haste_goes_on_without_a_hand_while_a_stage_can_be_laid_from_a_table():
    """university.haste.two, ruling 93: two cards running, in the last phase, too; a stage needs no hand."""
    state = position(
        "guild,university",
        hands={"Оля": "spell_of_haste unicorn dragon", "Саша": 3, "Рита": 3},
        tables={"Саша": ["elixir_nigredo"]},
    )
    state = play(state, "element dragon", "cast spell_of_haste", "element unicorn")
    assert GAME.to_act(state) == {0}
    assert "stage elixir_nigredo 1" in [str(move) for move in GAME.legal_moves(state, 0)]


def test_others_see_haste_at_work_and_nothing_of_what_is_begun_in_it():
    """«Until the last answer the position is as before and the others see nothing.»"""
    hands = {"Оля": "spell_of_haste spell_of_universal_knowledge dragon", "Саша": 3, "Рита": 3}
    state = play(position("university", hands=hands, cupboard=["unicorn", "griffin"]), "cast spell_of_haste")
    begun = play(state, "cast spell_of_universal_knowledge")
    assert len(begun.agenda) > len(state.agenda) > 1
    assert GAME.view(begun, 1) == GAME.view(state, 1)


@pytest.mark.parametrize("seat", [1, 2, None])
def test_whether_a_known_card_went_back_with_trismegistus_is_seen_by_its_player_alone(seat):
    """guild.trismegistus.return: the others see the back alone; what they knew of its deck is over."""
    state = position(
        "guild",
        hands={"Оля": "spell_of_trismegistus love_potion dragon elixir_nigredo", "Саша": 3, "Рита": 3},
        shown={"Оля": "love_potion elixir_nigredo"},
    )
    state = play(state, "cast spell_of_trismegistus", *["draw practicum"] * 5)
    worlds = [play(state, f"return {card}") for card in ("love_potion", "dragon")]
    known, other = (GAME.view_json(GAME.view(world, seat)) for world in worlds)
    assert known == other
    assert known["shown"][0] == ["elixir_nigredo"]


@pytest.mark.parametrize(("rules", "asks"), [(1, {"use"}), (2, set())])
def test_which_of_two_elixirs_transfiguration_uses_where_is_asked_by_rules_1_alone(rules, asks):
    """Ruling 110: nothing hangs on it; a game that began by rules 1 goes on with the question."""
    state = position(
        "university",
        hands={"Оля": "spell_of_transfiguration learned_gnawer", "Саша": 3, "Рита": 3},
        tables={
            "Саша": ["elixir_of_universality:university < love_potion griffin"],
            "Рита": ["elixir_of_universality:university < unicorn banshee"],
        },
    )
    state = evolve(state, options=evolve(state.options, rules=rules))
    state = play(state, "cast spell_of_transfiguration")
    assert {move.verb for move in GAME.legal_moves(state, 0)} & {"use"} == asks


def test_whoever_is_asked_by_necessity_has_the_element_in_every_world():
    """university.necessity.name: all hear who has it, however unlikely the one card left with it is."""
    lying = "solution_of_eternity solution_of_eternity powder_of_incorporeality basilisk"
    lying += " powder_of_life powder_of_life spell_of_transformation:mandrake"
    state = position(
        "university",
        hands={"Оля": "spell_of_necessity dragon", "Саша": "powder_of_life"},
        cupboard={"mandrake": lying},
    )
    state = play(state, "cast spell_of_necessity", "name mandrake")
    assert GAME.to_act(state) == {1}
    assert {GAME.resample(state, 0, number).hands[1] for number in range(9)} == {("powder_of_life",)}


def test_no_world_gives_a_hand_what_everybody_knows_it_lacks():
    """Ruling 89: nor does it change how many cards of which back anybody holds, or which there are."""
    hands = {"Саша": "griffin dragon elixir_nigredo", "Рита": "unicorn banshee alkahest"}
    carried = {
        name: {each for code in row.split() for each in ELEMENTS_OF[code]} for name, row in hands.items()
    }
    lacks = {name: " ".join({*ELEMENTS} - own) for name, own in carried.items()}
    hands["Оля"] = "love_potion"
    state = position("guild,university", hands=hands, lacks=lacks)
    found = [GAME.resample(state, 0, number) for number in range(12)]
    for world in found:
        for seat, name in ((1, "Саша"), (2, "Рита")):
            assert {each for code in world.hands[seat] for each in ELEMENTS_OF[code]} <= carried[name]
            backs = [sorted(DECK_OF[code] for code in each.hands[seat]) for each in (world, state)]
            assert backs[0] == backs[1]
        cards = [sorted(chain(*each.hands, *each.decks, each.aside)) for each in (world, state)]
        assert cards[0] == cards[1]
    assert len({world.hands for world in found}) > 6


@pytest.mark.parametrize(
    ("moves", "learned"),
    [
        (["element dragon"], {1, 2}),
        (["draw practicum"], {0, 1, 2}),
        (["cast spell_of_diversity", "draw university"], {0, 1, 2}),
        (["cast spell_of_necessity", "name mandrake"], {0, 1, 2}),
        (["cast spell_of_necessity", "name belladonna", "put unicorn"], {0, 1, 2}),
    ],
)
def test_whoever_draws_or_hears_what_hands_lack_has_learned_something(moves, learned):
    """DESIGN, undo: a card that was laid can be taken back by whoever laid it, as nothing came to light."""
    hand = "dragon spell_of_diversity spell_of_necessity"
    state = position("university", hands={"Оля": hand, "Саша": "griffin", "Рита": "unicorn"})
    state = play(state, *moves[:-1])
    (seat,) = GAME.to_act(state)
    assert GAME.apply(state, seat, GAME.parse(state, seat, moves[-1])).learned == learned


def test_a_spell_shown_before_stays_known_of_the_hand_no_longer():
    """turn.open: cards taken openly are known until they are played, whichever way."""
    for sets, card, moves in (
        ("university", "love_potion", ["cast spell_of_creation", "put love_potion"]),
        ("guild", "elixir_albedo", ["cast spell_athanorum", "put elixir_albedo"]),
    ):
        hand = f"{moves[0].split()[1]} {card} dragon griffin"
        hands = {"Оля": hand, "Саша": 3, "Рита": 3}
        state = position(
            sets, hands=hands, shown={"Оля": f"{card} dragon"}, cupboard=["talisman_palantirium"]
        )
        assert play(state, *moves).shown[0] == ("dragon",)


@pytest.mark.parametrize(
    ("hand", "lying", "moves", "mark"),
    [
        (
            "learned_gnawer",
            {"tables": {"Оля": ["elixir_of_universality:university", "elixir_of_rebirth"]}},
            ["assemble learned_gnawer"],
            "stand_in",
        ),
        (
            "learned_gnawer",
            {"tables": {"Рита": ["elixir_of_universality:university", "elixir_of_rebirth"]}},
            ["assemble learned_gnawer"],
            "stand_in",
        ),
        (
            "spell_of_transfiguration learned_gnawer",
            {"cupboard": ["elixir_of_universality:university"], "tables": {"Оля": ["elixir_of_rebirth"]}},
            ["cast spell_of_transfiguration"],
            "",
        ),
    ],
)
def test_an_elixir_of_universality_marks_what_it_is_used_for_from_any_table(hand, lying, moves, mark):
    """university.universality.half: but for the card itself that Transfiguration puts in a place."""
    hands = {"Оля": f"{hand} dragon", "Саша": 3, "Рита": 3}
    state = play(position("university", hands=hands, **lying), *moves)
    assert state.tables[0][-1].mark == mark
