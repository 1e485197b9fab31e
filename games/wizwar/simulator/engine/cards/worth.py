"""What the quick player thinks of the cards: which it keeps, answers with, attacks with."""

from collections.abc import Mapping

from games.wizwar.simulator.engine.data import VALUE, with_own

# How gladly a card is kept in hand; what isn't named is worth DEFAULT.
DEFAULT = 3
KEEP: Mapping[str, int] = with_own(
    {
        **{card: 4 + VALUE[card] // 2 for card in VALUE},
        **dict.fromkeys(("full_reflection", "full_shield", "absorb_spell", "reflection"), 8),
        **dict.fromkeys(
            ("fireball", "sudden_death", "lightning_blast", "powerthrust", "speed", "drop_object"), 7
        ),
        **dict.fromkeys(("absorb", "blunt", "anti_anti", "dagger", "large_rock", "wizardblade", "medusa"), 6),
        **dict.fromkeys(
            ("teleport", "invisible", "power_run", "waterbolt", "slow_death", "thought_steal"), 5
        ),
        **dict.fromkeys(
            ("jam_lock", "ugly", "telepathy", "relocate_sector", "fill_square_with_stone", "create_wall"), 1
        ),
    }
)
# Answers to an attack, the best first, and to a counteraction.
DEFENCES = (
    "full_reflection",
    "full_shield",
    "absorb_spell",
    "reflection",
    "mist_body",
    "blunt",
    "absorb",
    "invisible",
    "shrink",
)
PUSHES_THROUGH = ("anti_anti", "absorb_spell")  # against a counteraction
# Attacks that do no damage, by what they are worth.
NUISANCES: Mapping[str, float] = with_own(
    {
        "medusa": 3,
        "slow_death": 4,
        "thought_steal": 3,
        "lock_in_place": 2,
        "blind": 1,
    }
)
LEAPS = "teleport"  # where the goal is far
AT_ONCE = "speed"  # played as soon as it is in the hand
ROBS = "drop_object"  # worth its card where a treasure is carried
STEALS = "thought_steal"  # the best card is taken
GUESS = "number_4"  # the card that is named where it can't be seen
