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
    Counteraction,
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


class CardRules(NamedTuple):
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
    answer: Counteraction | None = None


PLAIN = CardRules()
CARDS: dict[str, CardRules] = {
    # --- Attacks ---
    "fireball": CardRules(hit=fireball),
    "lightning_blast": CardRules(hit=lightning_blast),
    "waterbolt": CardRules(asks=("via",), land=waterbolt, later=Later("axis", wave_sides, take_side)),
    "powerthrust": PLAIN,
    "sudden_death": PLAIN,
    "stone_dead": PLAIN,
    "slow_death": CardRules(land=lasting),
    "blind": CardRules(land=lasting),
    "lock_in_place": CardRules(land=lasting),
    "medusa": CardRules(land=medusa),
    "drop_object": CardRules(land=drop_object, later=Later("pick", openly_carried, let_fall)),
    "swap": CardRules(refuses={"wizard": swap_refusal}, land=swap),
    "teleport_opponent": CardRules(land=later, later=Later("go", squares_in_reach, send)),
    "go_away": CardRules(land=go_away, later=Later("lead", farther, lead)),
    "thought_steal": CardRules(land=thought_steal, later=Later("pick", cards_of_victim, steal)),
    "card_erasure": CardRules(land=later, later=Later("pick", any_card, erase)),
    # --- What is built, filled and destroyed ---
    "create_wall": CardRules(refuses={"edge": edge_refusal}, cast=spells.build),
    "wall_of_fire": CardRules(refuses={"edge": edge_refusal}, cast=spells.build),
    "illusion_wall": CardRules(refuses={"edge": edge_refusal}, cast=spells.build),
    "thornbush": CardRules(refuses={"square": square_refusal}, empty=True, cast=spells.fill),
    "fill_square_with_stone": CardRules(refuses={"square": square_refusal}, empty=True, cast=spells.fill),
    "destroy_wall": CardRules(cast=spells.destroy_wall),
    "dispel_creation": CardRules(
        refuses={"edge": created_refusal, "square": created_thing_refusal}, cast=spells.dispel_creation
    ),
    # --- Doors and sectors ---
    "pick_lock": CardRules(near=True, refuses={"edge": shut_refusal}, cast=spells.pick_lock),
    "remove_lock": CardRules(refuses={"edge": lock_refusal}, cast=spells.remove_lock),
    "jam_lock": CardRules(near=True, refuses={"edge": unjammed_refusal}, cast=spells.jam_lock),
    "rotate_sector": CardRules(asks=("turn",), cast=spells.rotate_sector),
    "relocate_sector": CardRules(
        refuses={"sector": place_refusal},
        asks=("place",),
        cast=spells.relocate_sector,
    ),
    # --- Wizards and things ---
    "drag": CardRules(cast=spells.drag, land=drag),
    "speed": CardRules(cast=spells.speed),
    "power_run": CardRules(cast=spells.power_run),
    "pass_through_wall": CardRules(cast=spells.pass_through_wall),
    "buddy": CardRules(cast=spells.buddy),
    "telepathy": CardRules(cast=spells.telepathy),
    "ugly": CardRules(cast=spells.on_oneself),
    "trap": PLAIN,  # it works when it is drawn
    "around_the_corner": CardRules(along=True),
    "add": CardRules(along=True),
    "amplify": CardRules(along=True),
    "extend": CardRules(along=True),
    # --- Neutral cards that answer, too ---
    "teleport": CardRules(
        asks=("go",),
        ready=own_teleports,
        cast=spells.teleport,
        answer=Counteraction(teleport_away, asks=("go",), evade=escape, moves=True),
    ),
    "invisible": CardRules(cast=spells.on_oneself, answer=Counteraction(any_attack, evade=hide)),
    "shrink": CardRules(cast=spells.on_oneself, answer=Counteraction(any_attack, evade=hide)),
    "mist_body": CardRules(cast=spells.on_oneself, answer=Counteraction(any_attack, evade=dissolve)),
    "waterwall": CardRules(
        refuses={"edge": wave_refusal},
        cast=spells.waterwall,
        answer=Counteraction(waterwall, asks=("target",), numbered=False, evade=wave),
    ),
    # --- Counteractions ---
    "absorb": CardRules(cast=spells.nothing, answer=Counteraction(damage_only, reduces=ABSORBS)),
    "blunt": CardRules(cast=spells.nothing, answer=Counteraction(damage_only, reduces=BLUNTS)),
    "absorb_spell": CardRules(cast=spells.nothing, answer=Counteraction(absorb_spell, cancel=take_spell)),
    "reflection": CardRules(cast=spells.nothing, answer=Counteraction(reflection, reflects=HALF)),
    "full_reflection": CardRules(cast=spells.nothing, answer=Counteraction(reflection, reflects=ALL)),
    "full_shield": CardRules(cast=spells.nothing, answer=Counteraction(any_attack, cancel=only_stop)),
    "anti_anti": CardRules(cast=spells.nothing, answer=Counteraction(anti_anti, cancel=only_stop)),
    # --- Objects ---
    "dagger": CardRules(thrown=True),
    "large_rock": CardRules(thrown=True),
    "wizardblade": CardRules(near=True),
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
    KICK: CardRules(near=True),
    THROW: CardRules(refuses={"square": empty_square_refusal}, empty=True),
}
CARDS.update(with_own(CARDS))
ANSWERS: dict[str, Counteraction] = {card: does.answer for card, does in CARDS.items() if does.answer}
AGAINST_HARM = frozenset(card for card, does in ANSWERS.items() if does.reduces)  # counter.indirect


def record(card: str) -> CardRules:
    """The record of a card, of a kick or a throw; a number has nothing in it."""
    return CARDS.get(card, PLAIN)
