"""A table's own cards: how they differ from those of the content files (clause variants.cards, ruling 136).

The one reader of such a difference: engine, pages and print ask it. It travels as plain data:
`copies` by card, `figures` of monsters and wands by card, and `own`, cards played `like` a known one. A set
is immutable; its `key` is the hash of its canonical form. Pure.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple, TypeGuard

from rulebook.content import reading
from rulebook.content.entries import Card
from web import names as rule_of_names
from web.refusal import Refusal

GAME_ID, DECK = "wizwar", "deck"
CLAUSE = "variants.cards"
COPIES, FIGURES, OWN = "copies", "figures", "own"
LIKE, NAME, COUNT = "like", "name", "count"
LIMITS: Mapping[str, Any] = reading.load(GAME_ID).constants["own_cards"]
MOST_OWN: int = LIMITS["own"]
MOST_BYTES: int = LIMITS["bytes"]  # of a set as text: the largest that can be read is smaller
LETTERS: int = LIMITS["letters"]
STATS = ("life", "move", "attack")  # of monsters, as `data.stats` has them
DAMAGE = "damage"  # of wands
NUMBERED = re.compile(r" \(\d+\)$")
NAMED = 8  # letters of its name that tell a set from others, for people
KEY_LETTERS = 24  # of the hash: more than anybody could find twice

Figures = tuple[tuple[str, int], ...]


class OwnCard(NamedTuple):
    """A card that only this table has; `figures` are those in which it differs from the one it is like."""

    like: str
    name: str
    copies: int
    figures: Figures = ()


@dataclass(frozen=True)
class CardSet:
    """What a table's cards differ in, in canonical order. Without anything in it, it is false."""

    copies: Figures = ()
    figures: tuple[tuple[str, Figures], ...] = ()
    own: tuple[OwnCard, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.copies or self.figures or self.own)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.copies, self.figures, self.own))

    @cached_property
    def key(self) -> str:
        """Its name: what is equal has the same, whoever entered it."""
        return hashlib.sha256(canonical(self)).hexdigest()[:KEY_LETTERS]


PRINTED = CardSet()


class BadCards(ValueError):
    """A set that can't be; `refusals` say why."""

    def __init__(self, refusals: Sequence[Refusal]):
        super().__init__(", ".join(refusal.code for refusal in refusals))
        self.refusals = tuple(refusals)


# --- The cards that there are -------------------------------------------------------------------------------


@cache
def known() -> Mapping[str, Card]:
    """The cards of the deck, with those of all boxes."""
    return {card.id: card for card in reading.whole(GAME_ID).cards if card.deck == DECK}


def figures_of(card: Card) -> dict[str, int]:
    """The figures of a card that a table may set: a monster's, a wand's."""
    if "stats" in card.data:
        return {name: card.data["stats"][name] for name in STATS}
    if "wand" in card.data.get("traits", ()) and "damage" in card.data:
        return {DAMAGE: card.data["damage"]["amount"]}
    return {}


# --- Reading ------------------------------------------------------------------------------------------------


def read(data: Any) -> CardSet:
    """A set from plain data, whatever comes in. Raises BadCards with all that is wrong."""
    if not isinstance(data, Mapping):
        raise BadCards([_misshapen("cards")])
    if unknown := [key for key in data if key not in (COPIES, FIGURES, OWN)]:
        raise BadCards([_misshapen(_shown(unknown[0]))])
    faults: list[Refusal] = []
    copies = _read_copies(data.get(COPIES, {}), faults)
    figures = _read_figures(data.get(FIGURES, {}), faults)
    own = _read_own(data.get(OWN, []), faults)
    if faults:
        raise BadCards(faults)
    return CardSet(tuple(sorted(copies)), tuple(sorted(figures)), tuple(sorted(own)))


def _misshapen(field: str) -> Refusal:
    return Refusal("cards_shape", CLAUSE, {"where": field})


def _shown(value: Any) -> str:
    """What was given, where that can be said in a word."""
    return str(value)[:LETTERS] if isinstance(value, str | int | float) else "…"


def _by_card(field: str, data: Any, faults: list[Refusal]) -> Iterator[tuple[str, Any]]:
    """Pairs of a known card and what is said of it."""
    if not isinstance(data, Mapping):
        faults.append(_misshapen(field))
        return
    for card, value in list(data.items())[: 2 * len(known())]:
        if card in known():
            yield card, value
        else:
            faults.append(Refusal("cards_unknown", CLAUSE, {"where": field, "text": _shown(card)}))


def _read_copies(data: Any, faults: list[Refusal]) -> list[tuple[str, int]]:
    found = [
        (card, value)
        for card, value in _by_card(COPIES, data, faults)
        if _is_number(COPIES, card, value, faults)
    ]
    return [(card, n) for card, n in found if n != known()[card].count]


def _read_figures(data: Any, faults: list[Refusal]) -> list[tuple[str, Figures]]:
    found = [
        (card, _figures_in(known()[card], card, value, f"{FIGURES}: {card}", faults))
        for card, value in _by_card(FIGURES, data, faults)
    ]
    return [(card, figures) for card, figures in found if figures]


def _figures_in(card: Card, called: str, data: Any, field: str, faults: list[Refusal]) -> Figures:
    """The figures of a card that differ from the printed ones."""
    if not isinstance(data, Mapping):
        faults.append(_misshapen(field))
        return ()
    printed, found = figures_of(card), []
    for name, value in list(data.items())[: 2 * len(STATS)]:
        if name not in printed:
            faults.append(Refusal("cards_figure", CLAUSE, {"card": called, "text": _shown(name)}))
        elif _is_number(name, called, value, faults) and value != printed[name]:
            found.append((name, value))
    return tuple(sorted(found))


def _is_number(name: str, called: str, value: Any, faults: list[Refusal]) -> bool:
    """Whether it is one that this figure may have."""
    least, most = LIMITS[name]
    if type(value) is int and least <= value <= most:
        return True
    params = {"card": called, "text": _shown(value), "min": least, "max": most}
    faults.append(Refusal(f"cards_{name}", CLAUSE, params))
    return False


def _read_own(data: Any, faults: list[Refusal]) -> list[OwnCard]:
    if not isinstance(data, list | tuple):
        faults.append(_misshapen(OWN))
        return []
    if len(data) > MOST_OWN:
        faults.append(Refusal("cards_own", CLAUSE, {"n": len(data), "max": MOST_OWN}))
        return []
    found = [_own_card(number, row, faults) for number, row in enumerate(data, 1)]
    _check_names([card.name for card in found if card], faults)
    return [card for card in found if card]


def _own_card(number: int, row: Any, faults: list[Refusal]) -> OwnCard | None:
    if not isinstance(row, Mapping) or row.keys() - {LIKE, NAME, COUNT, *STATS, DAMAGE}:
        faults.append(_misshapen(f"{OWN} {number}"))
        return None
    like, name, count = row.get(LIKE), row.get(NAME), row.get(COUNT, 1)
    if not isinstance(like, str) or like not in known():
        faults.append(Refusal("cards_like", CLAUSE, {"n": number, "text": _shown(like)}))
        return None
    if not is_name(name):
        faults.append(Refusal("cards_name", CLAUSE, {"n": number, "max": LETTERS}))
        return None
    if not _is_number(COPIES, name, count, faults):
        return None
    rest = {key: value for key, value in row.items() if key not in (LIKE, NAME, COUNT)}
    return OwnCard(like, name, count, _figures_in(known()[like], name, rest, f"{OWN} {number}", faults))


def is_name(text: Any) -> TypeGuard[str]:
    """One line of letters that can be seen; nothing that turns, hides or ends it."""
    return isinstance(text, str) and text == " ".join(text.split()) and not rule_of_names.fault(text, LETTERS)


def _check_names(names: Sequence[str], faults: list[Refusal]) -> None:
    """A name tells a card from all others, and from the numbered copies of others."""
    taken = {_plain(name) for card in known().values() for name in (card.name.ru, card.name.en)}
    for name in names:
        if not taken.isdisjoint((_plain(name), NUMBERED.sub("", _plain(name)))):
            faults.append(Refusal("cards_name_taken", CLAUSE, {"text": name}))
        taken.add(_plain(name))


def _plain(name: str) -> str:
    return rule_of_names.key(name).casefold().replace("ё", "е")


def boxes_of(cards: CardSet) -> set[str]:
    """The boxes whose cards a set tells of."""
    told = [card for card, _ in (*cards.copies, *cards.figures)] + [own.like for own in cards.own]
    return {known()[card].box for card in told} - {""}


# --- Writing ------------------------------------------------------------------------------------------------


def data_of(cards: CardSet) -> dict[str, Any]:
    """A set as it travels, which `read` reads; empty parts aren't written."""
    data = {
        COPIES: dict(cards.copies),
        FIGURES: {card: dict(figures) for card, figures in cards.figures},
        OWN: [
            {LIKE: card.like, NAME: card.name, COUNT: card.copies, **dict(card.figures)} for card in cards.own
        ],
    }
    return {key: value for key, value in data.items() if value}


def canonical(cards: CardSet) -> bytes:
    return json.dumps(data_of(cards), sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "backslashreplace"
    )


# --- The deck -----------------------------------------------------------------------------------------------


def deck_size(cards: CardSet, boxes: Iterable[str]) -> int:
    """How many cards the deck has with these boxes on the table."""
    cards_here = [card for card in reading.load(GAME_ID, boxes=boxes).cards if card.deck == DECK]
    printed = {card.id: card.count for card in cards_here}
    changed = printed | {card: n for card, n in cards.copies if card in printed}
    return sum(changed.values()) + sum(card.copies for card in cards.own if card.like in printed)


@lru_cache(maxsize=64)
def deck_refusal(cards: CardSet, boxes: tuple[str, ...]) -> Refusal | None:
    """A deck that is too small to deal from, or larger than any."""
    (least, most), n = LIMITS[DECK], deck_size(cards, boxes)
    if not cards or least <= n <= most:
        return None
    return Refusal("cards_deck", CLAUSE, {"n": n, "min": least, "max": most})
