"""One record for each card: what it asks of a target, what is asked of whoever plays it, what it does.

Its figures, its kinds of targets and whether it needs sight come from the content. What works by itself
stands in `passives`, as walking, damage and hands are built on it; numbers do nothing but count.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.wizwar.simulator.engine.cards import spells
from games.wizwar.simulator.engine.cards.aims import (
    created_refusal,
    created_thing_refusal,
    edge_refusal,
    empty_square_refusal,
    lock_refusal,
    own_teleports,
    place_refusal,
    shut_refusal,
    square_refusal,
    swap_refusal,
    unjammed_refusal,
    wave_refusal,
)
from games.wizwar.simulator.engine.cards.answers import (
    ABSORBS,
    ALL,
    BLUNTS,
    HALF,
    Answer,
    absorb_spell,
    anti_anti,
    any_attack,
    damage_only,
    dissolve,
    escape,
    hide,
    only_stop,
    reflection,
    take_spell,
    waterwall,
    wave,
)
from games.wizwar.simulator.engine.cards.answers import teleport as teleport_away
from games.wizwar.simulator.engine.cards.attacks import (
    Landing,
    drag,
    drop_object,
    fireball,
    go_away,
    lasting,
    later,
    lightning_blast,
    medusa,
    swap,
    thought_steal,
    waterbolt,
)
from games.wizwar.simulator.engine.cards.picks import (
    Later,
    any_card,
    cards_of_victim,
    erase,
    farther,
    lead,
    let_fall,
    openly_carried,
    send,
    squares_in_reach,
    steal,
    take_side,
    wave_sides,
)
from games.wizwar.simulator.engine.data import with_own
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.state import Attack, State
from simulator.engine.game import Seat
from web.refusal import Refusal

KICK = "kick"
THROW = "throw"  # an object thrown without harm
# Why not: by whom, with which card, at which seat, edge, square or sector, and how that is called.
Refuse = Callable[[State, Seat, str, int, str], Refusal | None]


class Card(NamedTuple):
    """What a card does besides its figures; what isn't told is as with most cards.

    Aiming: `near` at hand instead of in sight; `refuses`, by wizard, edge, square or sector, what it asks of
    such a target; `empty`: at squares with nothing in them. Playing: `asks` these besides a target and a
    number; `ready`: whether it can do anything now; `along`: only together with another card; `thrown`: it
    leaves the hand and lies where it comes down; `verb`: what is said of it instead of the usual verbs.

    Working: `cast` is what it does in one's own turn; as an attack, `land` comes instead of damage and `hit`
    after damage that got through (counter.secondary); `later` is what it leaves to choose, `answer` what it
    does as a counteraction.
    """

    near: bool = False
    refuses: Mapping[str, Refuse] = {}
    empty: bool = False
    asks: tuple[str, ...] = ()
    ready: Callable[[State, Seat], object] | None = None
    along: bool = False
    thrown: bool = False
    verb: str = ""
    cast: Callable[[Flow, spells.Cast], None] | None = None
    land: Landing | None = None
    hit: Callable[[Flow, Attack], None] | None = None
    later: Later | None = None
    answer: Answer | None = None


PLAIN = Card()
CARDS: dict[str, Card] = {
    # --- Attacks ---
    "fireball": Card(hit=fireball),
    "lightning_blast": Card(hit=lightning_blast),
    "waterbolt": Card(asks=("via",), land=waterbolt, later=Later("axis", wave_sides, take_side)),
    "powerthrust": PLAIN,
    "sudden_death": PLAIN,
    "stone_dead": PLAIN,
    "slow_death": Card(land=lasting),
    "blind": Card(land=lasting),
    "lock_in_place": Card(land=lasting),
    "medusa": Card(land=medusa),
    "drop_object": Card(land=drop_object, later=Later("pick", openly_carried, let_fall)),
    "swap": Card(refuses={"wizard": swap_refusal}, land=swap),
    "teleport_opponent": Card(land=later, later=Later("go", squares_in_reach, send)),
    "go_away": Card(land=go_away, later=Later("lead", farther, lead)),
    "thought_steal": Card(land=thought_steal, later=Later("pick", cards_of_victim, steal)),
    "card_erasure": Card(land=later, later=Later("pick", any_card, erase)),
    # --- What is built, filled and destroyed ---
    "create_wall": Card(refuses={"edge": edge_refusal}, cast=spells.build),
    "wall_of_fire": Card(refuses={"edge": edge_refusal}, cast=spells.build),
    "illusion_wall": Card(refuses={"edge": edge_refusal}, cast=spells.build),
    "thornbush": Card(refuses={"square": square_refusal}, empty=True, cast=spells.fill),
    "fill_square_with_stone": Card(refuses={"square": square_refusal}, empty=True, cast=spells.fill),
    "destroy_wall": Card(cast=spells.destroy_wall),
    "dispel_creation": Card(
        refuses={"edge": created_refusal, "square": created_thing_refusal}, cast=spells.dispel_creation
    ),
    # --- Doors and sectors ---
    "pick_lock": Card(near=True, refuses={"edge": shut_refusal}, cast=spells.pick_lock),
    "remove_lock": Card(refuses={"edge": lock_refusal}, cast=spells.remove_lock),
    "jam_lock": Card(near=True, refuses={"edge": unjammed_refusal}, cast=spells.jam_lock),
    "rotate_sector": Card(asks=("turn",), cast=spells.rotate_sector),
    "relocate_sector": Card(
        refuses={"sector": place_refusal},
        asks=("place",),
        cast=spells.relocate_sector,
    ),
    # --- Wizards and things ---
    "drag": Card(cast=spells.drag, land=drag),
    "speed": Card(cast=spells.speed),
    "power_run": Card(cast=spells.power_run),
    "pass_through_wall": Card(cast=spells.pass_through_wall),
    "buddy": Card(cast=spells.buddy),
    "telepathy": Card(cast=spells.telepathy),
    "ugly": Card(cast=spells.on_oneself),
    "trap": PLAIN,  # it works when it is drawn
    "around_the_corner": Card(along=True),
    "add": Card(along=True),
    "amplify": Card(along=True),
    "extend": Card(along=True),
    # --- Neutral cards that answer, too ---
    "teleport": Card(
        asks=("go",),
        ready=own_teleports,
        cast=spells.teleport,
        answer=Answer(teleport_away, asks=("go",), evade=escape, moves=True),
    ),
    "invisible": Card(cast=spells.on_oneself, answer=Answer(any_attack, evade=hide)),
    "shrink": Card(cast=spells.on_oneself, answer=Answer(any_attack, evade=hide)),
    "mist_body": Card(cast=spells.on_oneself, answer=Answer(any_attack, evade=dissolve)),
    "waterwall": Card(
        refuses={"edge": wave_refusal},
        cast=spells.waterwall,
        answer=Answer(waterwall, asks=("target",), numbered=False, evade=wave),
    ),
    # --- Counteractions ---
    "absorb": Card(cast=spells.nothing, answer=Answer(damage_only, reduces=ABSORBS)),
    "blunt": Card(cast=spells.nothing, answer=Answer(damage_only, reduces=BLUNTS)),
    "absorb_spell": Card(cast=spells.nothing, answer=Answer(absorb_spell, cancel=take_spell)),
    "reflection": Card(cast=spells.nothing, answer=Answer(reflection, reflects=HALF)),
    "full_reflection": Card(cast=spells.nothing, answer=Answer(reflection, reflects=ALL)),
    "full_shield": Card(cast=spells.nothing, answer=Answer(any_attack, cancel=only_stop)),
    "anti_anti": Card(cast=spells.nothing, answer=Answer(anti_anti, cancel=only_stop)),
    # --- Objects ---
    "dagger": Card(thrown=True),
    "large_rock": Card(thrown=True),
    "wizardblade": Card(near=True),
    "master_key": PLAIN,
    "bloodstone": PLAIN,
    "brainstone": PLAIN,
    "powerstone": PLAIN,
    "shadowstone": PLAIN,
    "shieldstone": PLAIN,
    "soulstone": PLAIN,
    "speedstone": PLAIN,
    "visionstone": PLAIN,
    # --- What is done without a card ---
    KICK: Card(near=True),
    THROW: Card(refuses={"square": empty_square_refusal}, empty=True),
}
CARDS.update(with_own(CARDS))
ANSWERS: dict[str, Answer] = {card: does.answer for card, does in CARDS.items() if does.answer}
AGAINST_HARM = frozenset(card for card, does in ANSWERS.items() if does.reduces)  # counter.indirect


def record(card: str) -> Card:
    """The record of a card, of a kick or a throw; a number has nothing in it."""
    return CARDS.get(card, PLAIN)
