"""The cards and numbers of «Маго-бой», read from the rulebook's content; a card is its id.

What a card does with a number, how far it reaches: all from `cards.toml`. A card of a table's own stands in
every table here as the one that it is like; how many copies there are and the figures that a table may set
are those of the course (`Course.cards`).
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from games.wizwar.rulebook.set_content import every_id
from rulebook.content import reading
from rulebook.content.entries import Card

T = TypeVar("T")

GAME = reading.load("wizwar")


def cards_of(boxes: Iterable[str] = ()) -> dict[str, Card]:
    """The cards of the one deck, with those of these boxes."""
    return {card.id: card for card in reading.load("wizwar", boxes=boxes).cards if card.deck == "deck"}


LIKE: Mapping[str, str] = every_id()  # by card of a table's own, the one that it is like


def printed_as(card: str) -> str:
    """The card whose text counts for this one: itself, or what a table's own is like."""
    return LIKE.get(card, card)


def with_own(table: Mapping[str, T]) -> dict[str, T]:
    """A table by card with all cards that a table's own could be, each as the one that it is like."""
    return {**table, **{own: table[like] for own, like in LIKE.items() if like in table}}


def alike(*cards: str) -> frozenset[str]:
    """Cards with all that are like them."""
    return frozenset((*cards, *(own for own, like in LIKE.items() if like in cards)))


# What is printed on a card is the same whichever boxes are on the table: of all cards that there are.
PRINTED: dict[str, Card] = cards_of(box.id for box in reading.boxes("wizwar"))
CARD: dict[str, Card] = with_own(PRINTED)
COPIES: dict[str, int] = {card: entry.count for card, entry in cards_of().items()}
DECK: tuple[str, ...] = tuple(card for card, copies in COPIES.items() for _ in range(copies))
KIND: dict[str, str] = {card: entry.kind for card, entry in CARD.items()}

ATTACK, NEUTRAL, COUNTER, NUMBER, STONE = "attack", "neutral", "counteraction", "number", "magic_stone"
DURATION, POWER = "duration", "power"


def _with(key: str) -> frozenset[str]:
    return frozenset(card for card, entry in CARD.items() if entry.data.get(key))


def _of_class(name: str) -> frozenset[str]:
    """Cards that may be played as this class, by type or besides."""
    return frozenset(c for c, e in CARD.items() if e.kind == name or name in e.data.get("also", ()))


VALUE: dict[str, int] = {card: entry.value for card, entry in CARD.items() if KIND[card] == NUMBER}
TAKES: dict[str, str] = {card: entry.data["number"] for card, entry in CARD.items()}
TARGETS: dict[str, frozenset[str]] = {card: frozenset(e.data["targets"]) for card, e in CARD.items()}
DAMAGE: dict[str, int] = {
    card: entry.data["damage"]["amount"]
    for card, entry in CARD.items()
    if type(entry.data.get("damage", {}).get("amount")) is int
}
PHYSICAL = frozenset(
    card for card, entry in CARD.items() if entry.data.get("damage", {}).get("kind") == "physical"
)
SIGHT, SPELLS, OBJECTS, IMMEDIATE = _with("sight"), _with("spell"), _with("object"), _with("immediate")
ATTACKS, COUNTERS = _of_class(ATTACK), _of_class(COUNTER)
ONLY_COUNTERS = frozenset(card for card in CARD if KIND[card] == COUNTER)
STONES = frozenset(card for card in CARD if KIND[card] == STONE)

HAND_LIMIT: int = GAME.constants["hand_limit"]
DRAW_MAX: int = GAME.constants["draw_max"]
BASE_MOVE: int = GAME.constants["base_move"]
KICK_DAMAGE: int = GAME.constants["kick_damage"]
WALL_HP: int = GAME.constants["wall_hp"]
DOOR_HP: int = GAME.constants["door_hp"]
BUSH_HP: int = GAME.constants["bush_hp"]
BUSH_DAMAGE: int = GAME.constants["bush_damage"]
FIRE_DAMAGE: int = GAME.constants["fire_damage"]
NUMBER_DEFAULT: int = GAME.constants["number_default"]
DIE: int = GAME.constants["die"]
MIN_PLAYERS, MAX_PLAYERS = GAME.players
RECOMMENDED: dict[int, tuple[str, ...]] = {
    int(players): tuple(sectors) for players, sectors in GAME.constants["recommended_sectors"].items()
}
EVEN: dict[int, tuple[tuple[str, int], ...]] = {
    int(players): tuple((str(sector), int(quarters)) for sector, quarters in laid)
    for players, laid in GAME.constants["even_sectors"].items()
}
SECTORS: tuple[str, ...] = tuple(card.id for card in GAME.cards if card.kind == "sector")


def param(card: str, name: str) -> int:
    """A figure that a card's text needs: its range, its points, how many cards. Raises KeyError."""
    return int(CARD[card].data[name])
