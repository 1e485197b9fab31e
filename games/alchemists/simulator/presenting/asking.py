"""What advice is asked with: the hand, the zone of reputation, the buyer, seals. All by taps."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.scoring.points import SEALS, ZONES
from games.alchemists.simulator.deduction.data import GAME, INGREDIENTS, POTIONS
from games.alchemists.simulator.deduction.facts import TEXT_SHOWN
from simulator.engine.refusal import IllegalMove
from web.refusal import Refusal

CARDS_OF_A_KIND = 5  # so many of each ingredient are in the deck
LEVELS = ("apprentice", "master")
ATTEMPTS = tuple(sorted(set(GAME.constants["exhibit_attempts"].values())))
DISCOUNTS = tuple(card.data["discount"] for card in GAME.cards if card.kind == "discount")
ANY_BUYER = "any"  # all six potions
BUYERS: Mapping[str, Sequence[str]] = {
    ANY_BUYER: POTIONS,
    **{card.id: tuple(card.data["potions"]) for card in GAME.cards if card.kind == "adventurer"},
}
ZONE_IDS = tuple(zone.id for zone in ZONES)
START_ZONE = next(zone.id for zone in reversed(ZONES) if GAME.constants["reputation_start"] >= zone.first)
FREE, OTHERS, OWN = "free", "others", "own"  # who has shown a potion at the exhibition
SHOWN = (FREE, OTHERS, OWN)
SEALS_OWNED = {code: seal.data["copies"] for code, seal in SEALS.items()}


class Asking(NamedTuple):
    """`hand` and `seals` count; `shown` says of each potion who has shown it."""

    hand: Mapping[str, int]
    zone: str
    discount: int
    buyer: str
    seals: Mapping[str, int]
    level: str
    attempts: int
    shown: Mapping[str, str]

    @property
    def cards(self) -> tuple[str, ...] | None:
        """The hand card by card; None while nobody has said anything about it."""
        cards = tuple(code for code in INGREDIENTS for _ in range(self.hand[code]))
        return cards or None

    @property
    def reputation(self) -> int:
        """Some place in the zone: nothing else of it matters here."""
        return next(zone.first for zone in ZONES if zone.id == self.zone)

    @property
    def seals_left(self) -> tuple[str, ...]:
        return tuple(code for code, n in self.seals.items() if n)

    def potions(self, state: str) -> tuple[str, ...]:
        """The potions that stand so at the exhibition."""
        return tuple(potion for potion, shown in self.shown.items() if shown == state)


def asking_of(settings: Mapping[str, Any], level: str = "") -> Asking:
    """What was asked last, by what is stored; `level` is the table's."""
    return Asking(
        hand=_counts(settings.get("hand"), dict.fromkeys(INGREDIENTS, 0)),
        zone=_stored(settings.get("zone"), ZONE_IDS, START_ZONE),
        discount=_stored(settings.get("discount"), DISCOUNTS, DISCOUNTS[0]),
        buyer=_stored(settings.get("buyer"), tuple(BUYERS), ANY_BUYER),
        seals=_counts(settings.get("seals"), SEALS_OWNED),
        level=_stored(settings.get("level"), LEVELS, level or LEVELS[0]),
        attempts=_stored(settings.get("attempts"), ATTEMPTS, ATTEMPTS[0]),
        shown={potion: _stored((settings.get("shown") or {}).get(potion), SHOWN, FREE) for potion in POTIONS},
    )


def _stored(value: Any, values: Sequence[Any], otherwise: Any) -> Any:
    return value if value in values else otherwise


def _counts(stored: Mapping[str, int] | None, otherwise: Mapping[str, int]) -> dict[str, int]:
    return {code: (stored or {}).get(code, n) for code, n in otherwise.items()}


# --- Taps ---------------------------------------------------------------------------------------------------


def tapped(asking: Asking, form: Mapping[str, str]) -> dict[str, Any]:
    """The settings that a form changes. Raises IllegalMove for what isn't among the choices."""
    return {name: _TAPS[name](asking, form[name]) for name in _TAPS if name in form}


def _one_of(text: str, values: Sequence[Any]) -> Any:
    for value in values:
        if str(value) == text:
            return value
    raise _unknown(text)


def _stepped(counts: Mapping[str, int], text: str, most: Mapping[str, int]) -> dict[str, int]:
    """Counts after «+toad», «-toad» or «0» (none of anything)."""
    if text == "0":
        return dict.fromkeys(counts, 0)
    sign, code = text[:1], text[1:]
    if sign not in ("+", "-") or code not in most:
        raise _unknown(text)
    step = 1 if sign == "+" else -1
    return {**counts, code: min(max(counts[code] + step, 0), most[code])}


def _cycled(shown: Mapping[str, str], text: str) -> dict[str, str]:
    """A tap on a potion: nobody has shown it, others have, I have."""
    potion = _one_of(text, POTIONS)
    return {**shown, potion: SHOWN[(SHOWN.index(shown[potion]) + 1) % len(SHOWN)]}


def _unknown(text: str) -> IllegalMove:
    return IllegalMove(Refusal("fact_unknown", "notebook.facts", {"text": text[:TEXT_SHOWN]}))


_TAPS: Mapping[str, Callable[[Asking, str], Any]] = {
    "hand": lambda asking, text: _stepped(asking.hand, text, dict.fromkeys(INGREDIENTS, CARDS_OF_A_KIND)),
    "zone": lambda asking, text: _one_of(text, ZONE_IDS),
    "discount": lambda asking, text: _one_of(text, DISCOUNTS),
    "buyer": lambda asking, text: _one_of(text, tuple(BUYERS)),
    "seals": lambda asking, text: _stepped(asking.seals, text, SEALS_OWNED),
    "level": lambda asking, text: _one_of(text, LEVELS),
    "attempts": lambda asking, text: _one_of(text, ATTEMPTS),
    "shown": lambda asking, text: _cycled(asking.shown, text),
}
