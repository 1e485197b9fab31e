"""What works by itself: a stone or a key that somebody has, a spell that lasts.

`PASSIVES` has a row for each such card; walking, damage, hands and lines of sight ask for what it does, never
for the card.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from games.wizwar.simulator.engine.data import param, with_own
from games.wizwar.simulator.engine.state import NOBODY, Effect, State
from web.refusal import Refusal


class Passive(NamedTuple):
    """What a card does while it lies face up before its owner, or while its spell lasts on somebody.

    Of what is shown: `steps` more to walk, `walls` that spells go through, `number` more for each number
    card, `room` for cards in hand, `brings` cards when it is gained; `softens` damage, `spares` the last
    lives, `feeds` on the damage that its owner does, `opens` doors.

    Of what lasts: `base_move` instead of the usual one, `hits_on` the rolls that still hit; `bodiless`:
    passes doors, fire and bushes, neither attacks nor is attacked; `rooted`: doesn't walk; `astray`: aims as
    the die says; `repels` whoever would come, `curses` each card drawn, `befriends` the one who cast it.
    """

    steps: int = 0
    walls: int = 0
    number: int = 0
    room: int = 0
    brings: int = 0
    softens: bool = False
    spares: bool = False
    feeds: bool = False
    opens: bool = False
    lasts: bool = False
    endless: bool = False
    base_move: int = 0
    hits_on: tuple[int, ...] = ()
    bodiless: bool = False
    rooted: bool = False
    astray: bool = False
    repels: bool = False
    curses: bool = False
    befriends: bool = False


_PRINTED: Mapping[str, Passive] = {
    "bloodstone": Passive(softens=True),
    "shieldstone": Passive(softens=True),
    "soulstone": Passive(spares=True),
    "shadowstone": Passive(feeds=True),
    "speedstone": Passive(steps=1),
    "visionstone": Passive(walls=1),
    "powerstone": Passive(number=1),
    "brainstone": Passive(
        room=param("brainstone", "hand_limit_bonus"), brings=param("brainstone", "draw_on_gain")
    ),
    "master_key": Passive(opens=True),
    "invisible": Passive(lasts=True, hits_on=(1,)),
    "shrink": Passive(lasts=True, base_move=2, hits_on=(3, 4)),
    "mist_body": Passive(lasts=True, bodiless=True),
    "ugly": Passive(lasts=True, repels=True),
    "blind": Passive(lasts=True, astray=True),
    "lock_in_place": Passive(lasts=True, rooted=True),
    "slow_death": Passive(lasts=True, endless=True, curses=True),
    "buddy": Passive(lasts=True, endless=True, befriends=True),
}
PASSIVES: Mapping[str, Passive] = with_own(_PRINTED)


def _all(name: str) -> frozenset[str]:
    """The cards that do this."""
    return frozenset(card for card, passive in PASSIVES.items() if getattr(passive, name))


def _by(name: str) -> dict[str, Any]:
    """By card, how much of it, or which."""
    return {card: getattr(passive, name) for card, passive in PASSIVES.items() if getattr(passive, name)}


STEPS: dict[str, int] = _by("steps")
WALLS_PASSED: Mapping[str, int] = _by("walls")
NUMBER_MORE: Mapping[str, int] = _by("number")
ROOM: Mapping[str, int] = _by("room")
BRINGS: Mapping[str, int] = _by("brings")
BASE_MOVES: dict[str, int] = _by("base_move")
HITS_ON: Mapping[str, tuple[int, ...]] = _by("hits_on")
SOFTENING, SPARING, FEEDING, OPENING = _all("softens"), _all("spares"), _all("feeds"), _all("opens")
FLYING: set[str] = set()  # of boxes: forms in which a wizard flies
LASTING, ENDLESS = {*_all("lasts")}, {*_all("endless")}  # spells; those without a number of turns
BODILESS, ROOTED, ASTRAY = _all("bodiless"), _all("rooted"), _all("astray")
REPELLING, CURSING, BEFRIENDING = _all("repels"), _all("curses"), _all("befriends")

# What a turn keeps of the spells that change it is how often or whether; these are their names.
AGAIN, STRAIN, PHASE = "speed", "power_run", "pass_through_wall"


def more(cards: Collection[str], of: Mapping[str, int]) -> int:
    """What shown cards add up to."""
    return sum([of[card] for card in cards if card in of]) if cards else 0


def has_any(cards: Iterable[str], of: frozenset[str]) -> bool:
    return not of.isdisjoint(cards)


def lasting_on(state: State, seat: int, of: Collection[str]) -> str:
    """The first of these spells that lasts on a wizard; "" where none does."""
    for effect in state.effects:
        if effect.on == seat and effect.card in of:
            return effect.card
    return ""


def repeller(state: State, seat: int, square: int, leaving: int = NOBODY) -> Effect | None:
    """The spell because of which this wizard doesn't come into a square of his own will.

    `leaving`: who won't be there any more when he comes.
    """
    for effect in state.effects:
        if effect.card not in REPELLING or effect.on in (seat, leaving):
            continue
        if state.wizards[effect.on].at == square:
            return effect
    return None


def repelled_refusal(state: State, seat: int, square: int, leaving: int = NOBODY) -> Refusal | None:
    found = repeller(state, seat, square, leaving)
    return None if found is None else Refusal("ugly", "card.text", {"card": found.card, "seat": found.on})
