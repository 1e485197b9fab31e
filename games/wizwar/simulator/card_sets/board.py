"""What the pages of a table's cards show: groups of cards with their figures, and what differs. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from games.wizwar.rulebook import card_sets
from games.wizwar.rulebook.card_sets import COPIES, FIGURES, GAME_ID, LIKE, LIMITS, MOST_OWN, CardSet, known
from games.wizwar.rulebook.drawing.pieces import TINTS, piece_icon
from rulebook.content import reading
from rulebook.content.entries import Card, GameContent

MONSTERS, WANDS, ARTIFACTS = "monster", "wand", "artifact"
FIRST_GROUPS = (MONSTERS, WANDS, ARTIFACTS)  # traits whose cards stand together, before the kinds


class Amount(NamedTuple):
    """A number that may be entered: its field, what it is, what stands there and what is printed; limits."""

    field: str
    name: str
    value: Any
    printed: int
    least: int
    most: int

    @property
    def differs(self) -> bool:
        return bool(self.value != self.printed)


class CardLine(NamedTuple):
    """A card with its numbers, copies last."""

    card: Card
    icon: str
    tint: str
    amounts: tuple[Amount, ...]

    @property
    def differs(self) -> bool:
        return any(amount.differs for amount in self.amounts)


class TraitGroup(NamedTuple):
    """Cards that stand together: a trait or a kind, by its id."""

    id: str
    lines: tuple[CardLine, ...]
    unfolded: bool = False

    @property
    def n(self) -> int:
        return sum(line.differs for line in self.lines)


class DeckSize(NamedTuple):
    """How many cards a deck has with these boxes; `refused` where it can't be played with."""

    boxes: tuple[str, ...]
    n: int
    printed: int
    refused: bool


class OwnRow(NamedTuple):
    """A card of the table's own as the form has it: its number there."""

    number: int
    row: Mapping[str, Any]
    amounts: tuple[Amount, ...]


@dataclass(frozen=True)
class Entered:
    """A difference as it was typed or kept, not trusted."""

    data: Mapping[str, Any]
    lang: str
    more: int = 1  # empty rows for cards of its own

    @cached_property
    def game(self) -> GameContent:
        return reading.whole(GAME_ID)

    @cached_property
    def groups(self) -> list[TraitGroup]:
        lines = [self._line(card) for card in known().values()]
        places = [_trait(line.card) or line.card.kind for line in lines]
        names = dict.fromkeys((*FIRST_GROUPS, *places))
        return [
            self._group(name, [line for line, place in zip(lines, places, strict=True) if place == name])
            for name in names
        ]

    def _group(self, name: str, lines: Sequence[CardLine]) -> TraitGroup:
        group = TraitGroup(name, tuple(lines))
        return group._replace(unfolded=name == MONSTERS or group.n > 0)

    def _line(self, card: Card) -> CardLine:
        figures = self.data.get(FIGURES, {}).get(card.id, {})
        amounts = [
            _amount(f"{name}-{card.id}", name, figures.get(name, printed), printed)
            for name, printed in card_sets.figures_of(card).items()
        ]
        copies = self.data.get(COPIES, {}).get(card.id, card.count)
        amounts.append(_amount(f"{COPIES}-{card.id}", COPIES, copies, card.count))
        return CardLine(card, piece_icon(card), TINTS[card.kind], tuple(amounts))

    @cached_property
    def own(self) -> list[OwnRow]:
        """The cards of its own, and empty rows for more."""
        rows = list(enumerate(self.data.get(card_sets.OWN, ())))
        empty = range(len(rows), min(MOST_OWN, len(rows) + self.more))
        return [self._own(n, row) for n, row in (*rows, *((n, {}) for n in empty))]

    def _own(self, number: int, row: Mapping[str, Any]) -> OwnRow:
        card = known().get(row.get(LIKE, ""))
        made = card_sets.figures_of(card) if card else {}
        amounts = [
            _amount(f"own-{name}-{number}", name, row.get(name, printed), printed)
            for name, printed in made.items()
        ]
        amounts.append(_amount(f"own-count-{number}", COPIES, row.get(card_sets.COUNT, 1), 1))
        return OwnRow(number, row, tuple(amounts))


def _trait(card: Card) -> str:
    traits = card.data.get("traits", ())
    return next((trait for trait in FIRST_GROUPS if trait in traits), "")


def _amount(field: str, name: str, value: Any, printed: int) -> Amount:
    return Amount(field, name, value, printed, *LIMITS[name])


def decks(cards: CardSet) -> list[DeckSize]:
    """The deck of the base game, and with each choice of boxes."""
    boxes = [box.id for box in reading.boxes(GAME_ID)]
    choices = [combo for n in range(len(boxes) + 1) for combo in combinations(boxes, n)]
    return [
        DeckSize(
            combo,
            card_sets.deck_size(cards, combo),
            card_sets.deck_size(card_sets.PRINTED, combo),
            card_sets.deck_refusal(cards, tuple(sorted(combo))) is not None,
        )
        for combo in choices
    ]


class ChangedNumber(NamedTuple):
    """A number that isn't the printed one."""

    name: str
    value: int
    printed: int


class Shown(NamedTuple):
    """A card of a set: its line on the set's page. `like` is the known card, for one of the table's own."""

    card: Card
    icon: str
    tint: str
    differences: tuple[ChangedNumber, ...]
    like: Card | None = None


def shown(cards: CardSet) -> list[Shown]:
    """What differs, known cards first."""
    figures, copies = dict(cards.figures), dict(cards.copies)
    changed = [card for card in known().values() if card.id in figures or card.id in copies]
    return [_shown(card, figures.get(card.id, ()), copies.get(card.id)) for card in changed]


def _shown(card: Card, figures: Sequence[tuple[str, int]], copies: int | None) -> Shown:
    printed = card_sets.figures_of(card)
    found = [ChangedNumber(name, value, printed[name]) for name, value in figures]
    if copies is not None:
        found.append(ChangedNumber(COPIES, copies, card.count))
    return Shown(card, piece_icon(card), TINTS[card.kind], tuple(found))


def own_shown(cards: CardSet) -> Iterator[tuple[card_sets.OwnCard, Shown]]:
    """The cards of its own, each with the known card that it is like."""
    for own in cards.own:
        like = known()[own.like]
        yield own, _shown(like, own.figures, None)._replace(like=like)
