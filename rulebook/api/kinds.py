"""The kinds of entries that the API lists, and by what they can be filtered."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from rulebook.api import entries
from rulebook.content.entries import GameContent
from rulebook.models import NO_BOX, Status, StoredEntry


@dataclass(frozen=True)
class FilterParameter:
    """A parameter that narrows a list to what has such a facet; `known` are the values that a game has."""

    name: str
    about: str | Promise
    known: Callable[[GameContent], Collection[str]]


BOX = FilterParameter(
    "box",
    gettext_lazy("из какой коробки; none — только сама игра"),
    lambda game: [NO_BOX, *game.box_by_id],
)
CHAPTER = FilterParameter("chapter", gettext_lazy("глава"), lambda game: game.chapter_by_id)
STATUS = FilterParameter("status", gettext_lazy("кто так решил"), lambda game: Status.values)
CLAUSE = FilterParameter("clause", gettext_lazy("к какому правилу"), lambda game: game.clause_by_id)
CARD = FilterParameter("card", gettext_lazy("к какой карте"), lambda game: game.card_by_id)
CARD_KIND = FilterParameter(
    "kind", gettext_lazy("вид карты"), lambda game: {card.kind for card in game.cards}
)


@dataclass(frozen=True)
class EntryKind:
    """Entries of one kind: `name` is the one in addresses, `one` that of a row."""

    name: str
    one: str
    about: str | Promise
    filters: tuple[FilterParameter, ...]
    write: Callable[[entries.Writer, StoredEntry], entries.Json]


KINDS: Mapping[str, EntryKind] = {
    kind.name: kind
    for kind in (
        EntryKind("clauses", "clause", gettext_lazy("Правила"), (CHAPTER, BOX), entries.clause),
        EntryKind(
            "rulings", "ruling", gettext_lazy("Разъяснения"), (STATUS, CLAUSE, CARD, BOX), entries.ruling
        ),
        EntryKind("terms", "term", gettext_lazy("Слова"), (BOX,), entries.term),
        EntryKind("cards", "card", gettext_lazy("Карты"), (CARD_KIND, BOX), entries.card),
    )
}
