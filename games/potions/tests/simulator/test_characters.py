"""Bots with one fault each: where it shows, the character plays it and a sound player doesn't."""

from typing import Any, NamedTuple

import pytest

from simulator.game import engine_of, get

GAME = engine_of("potions")


class Temptation(NamedTuple):
    """A position, what is played first, the fault's move and the one of a bot without it."""

    position: dict[str, Any]
    played: tuple[str, ...]
    fault: str
    sound: tuple[str, str]


TEMPTED = {
    # assemble.half: 4 points, 2 of them more than Саша gets; the Love Potion is of this round.
    "careful": Temptation(
        {
            "turn": "Саша",
            "hands": {"Саша": "love_potion unicorn", "Оля": "powder_of_control griffin"},
            "cupboard": "infusion_of_divination basilisk banshee avocado_cadaver",
        },
        ("assemble love_potion",),
        "element griffin",
        ("greedy", "assemble powder_of_control"),
    ),
    # spell.further: a spell that is cast lets one play another card, one that is laid doesn't.
    "greedy": Temptation(
        {
            "hands": {"Оля": "spell_of_knowledge:mushrooms griffin", "Саша": "unicorn"},
            "cupboard": "dragon banshee",
        },
        (),
        "element spell_of_knowledge:mushrooms",
        ("careful", "cast spell_of_knowledge:mushrooms"),
    ),
    # assemble.points: the Elixir of Wisdom brings 3, the Love Potion 2, from other elements.
    "hasty": Temptation(
        {
            "hands": {"Оля": "elixir_of_wisdom:astral_energy love_potion", "Саша": "unicorn"},
            "cupboard": "infusion_of_divination basilisk "
            "emanation_of_power great_elixir_of_omen avocado_cadaver",
        },
        (),
        "assemble love_potion",
        ("greedy", "assemble elixir_of_wisdom:astral_energy"),
    ),
    # assemble.own: one's own Love Potion, which no play of the last two rounds has brought.
    "forgetful": Temptation(
        {
            "hands": {"Оля": "powder_of_control griffin", "Саша": "unicorn"},
            "tables": {"Оля": ["love_potion"]},
            "cupboard": "banshee avocado_cadaver",
        },
        (),
        "element griffin",
        ("greedy", "assemble powder_of_control"),
    ),
    # cupboard.shared: a phoenix feather would make the Powder of Fate, by when Саша may have taken what the
    # Love Potion needs.
    "scholarly": Temptation(
        {
            "hands": {"Оля": "love_potion powder_of_fate fire_salamander", "Саша": "elixir_of_strength"},
            "tables": {"Оля": ["infusion_of_divination"]},
            "cupboard": "great_elixir_of_timelessness basilisk",
        },
        (),
        "element fire_salamander",
        ("greedy", "assemble love_potion"),
    ),
}


@pytest.fixture(params=TEMPTED)
def tempted(request):
    """The bot, the position that tempts it, and the seat that is to act."""
    found = TEMPTED[request.param]
    state = GAME.decode({"players": ["Оля", "Саша"], "deck": 0, **found.position})
    for text in found.played:
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, GAME.parse(state, seat, text)).state
    (seat,) = GAME.to_act(state)
    return request.param, found, state, seat


def played(bot, state, seat, seed=1):
    return str(GAME.bots[bot](GAME.view(state, seat), GAME.legal_moves(state, seat), seed))


def test_a_character_plays_its_fault_where_a_sound_bot_does_not(tempted):
    bot, found, state, seat = tempted
    other, sound = found.sound
    assert {played(bot, state, seat, seed) for seed in range(3)} == {found.fault}
    assert {played(other, state, seat, seed) for seed in range(3)} == {sound}


def test_the_habit_of_a_character_tells_the_two_moves_apart(tempted):
    bot, found, state, seat = tempted
    habit = get("potions").characters[bot].habit
    for text, shown in ((found.fault, True), (found.sound[1], False)):
        assert GAME.habits(state, seat, GAME.parse(state, seat, text))[habit] is shown


def test_answers_in_a_compound_move_show_no_habit():
    state = GAME.decode(
        {
            "players": ["Оля", "Саша"],
            "deck": 0,
            "hands": {"Оля": "powder_of_control griffin", "Саша": "unicorn"},
            "tables": {"Оля": ["love_potion"], "Саша": ["love_potion"]},
            "cupboard": "banshee avocado_cadaver",
        }
    )
    state = GAME.apply(state, 0, GAME.parse(state, 0, "assemble powder_of_control")).state
    for move in GAME.legal_moves(state, 0):
        assert not GAME.habits(state, 0, move)
