"""The kinds of entries that the API lists, and by what they can be filtered."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from rulebook.api import entries
from rulebook.content.entries import GameContent
from rulebook.models import Status

BASE = "none"  # what `box` calls the game without its boxes


@dataclass(frozen=True)
class Filter:
    """A parameter that narrows a list: `known` are the values that a game has, `of` those of an entry."""

    name: str
    about: str | Promise
    known: Callable[[GameContent], Collection[str]]
    of: Callable[[Any], Collection[str]]


BOX = Filter(
    "box",
    gettext_lazy("из какой коробки; none — только сама игра"),
    lambda game: [BASE, *game.box_by_id],
    lambda entry: entry.homes or (BASE,),
)
CHAPTER = Filter(
    "chapter", gettext_lazy("глава"), lambda game: game.chapter_by_id, lambda entry: [entry.chapter]
)
STATUS = Filter(
    "status", gettext_lazy("кто так решил"), lambda game: Status.values, lambda entry: [entry.status]
)
CLAUSE = Filter(
    "clause", gettext_lazy("к какому правилу"), lambda game: game.clause_by_id, lambda entry: entry.clauses
)
CARD = Filter("card", gettext_lazy("к какой карте"), lambda game: game.card_by_id, lambda entry: entry.cards)
CARD_KIND = Filter(
    "kind",
    gettext_lazy("вид карты"),
    lambda game: {card.kind for card in game.cards},
    lambda entry: [entry.kind],
)


@dataclass(frozen=True)
class Kind:
    """Entries of one kind: `name` is the one in addresses and among the attributes of a game."""

    name: str
    one: str
    about: str | Promise
    filters: tuple[Filter, ...]
    write: Callable[[entries.Writer, Any], entries.Json]

    def of(self, game: GameContent) -> Collection[Any]:
        return getattr(game, self.name)

    def find(self, game: GameContent, entry_id: str) -> Any:
        """An entry by its id; None if the game has none."""
        return getattr(game, f"{self.one}_by_id").get(entry_id)


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("clauses", "clause", gettext_lazy("Правила"), (CHAPTER, BOX), entries.clause),
        Kind("rulings", "ruling", gettext_lazy("Разъяснения"), (STATUS, CLAUSE, CARD, BOX), entries.ruling),
        Kind("terms", "term", gettext_lazy("Слова"), (BOX,), entries.term),
        Kind("cards", "card", gettext_lazy("Карты"), (CARD_KIND, BOX), entries.card),
    )
}
