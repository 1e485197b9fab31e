"""The filter above a list of cards by kind: what an address asks for, and the cards that the tables find."""

from collections.abc import Iterable, Mapping
from itertools import starmap
from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext

from rulebook import game as games
from rulebook.boxes import counting
from rulebook.content import recipes
from rulebook.content.entries import Card, GameContent
from rulebook.game import CardField
from rulebook.models import NO_BOX, StoredEntry, words_of
from rulebook.origins import ORIGINS, origin
from web.language import page_language

LONGEST_SHOWN = 40  # letters of a value that nobody knows
NAME = "q"  # the field for a card's name
BOX = "box"  # the field that asks where a card lies, with boxes on the table


class FilterChoice(NamedTuple):
    """What a field of the filter may be set to; `group` is the heading it stands under, if any."""

    value: str
    label: str
    group: str = ""


class FilterField(NamedTuple):
    """One field: its choices, what is chosen («» for all), and what was asked for in vain."""

    name: str
    label: str
    all: str
    choices: tuple[FilterChoice, ...]
    value: str
    unknown: str

    @property
    def chosen(self) -> FilterChoice | None:
        return next((choice for choice in self.choices if choice.value == self.value), None)


class ActiveFilter(NamedTuple):
    """A field that is set, in words, and the query of the list without it."""

    words: str
    query: str


class CardFilter:
    """The fields of a list, read from an address. A value that the game lacks is named, not applied. `name`
    is what a reader has typed of a card's name.
    """

    def __init__(self, game: GameContent, asked: Mapping[str, str]):
        self.game = game
        self.name = asked.get(NAME, "")[:LONGEST_SHOWN].strip()
        own = games.get(game.id).filters(game)
        self.fields = tuple(_field(asked, *known) for known in _fields(game, own))

    @property
    def values(self) -> dict[str, str]:
        return {field.name: field.value for field in self.fields if field.value}

    @property
    def unknown(self) -> tuple[str, ...]:
        """What was asked for and isn't in this game."""
        return tuple(field.unknown for field in self.fields if field.unknown)

    @property
    def marks(self) -> tuple[ActiveFilter, ...]:
        """The fields that are set, each with the way back."""
        return tuple(
            ActiveFilter(f"{field.label}: {field.chosen.label}", self.query(without=field.name))
            for field in self.fields
            if field.chosen
        )

    @property
    def asked(self) -> dict[str, str]:
        """All that narrows the list, the name typed, too."""
        return {**({NAME: self.name} if self.name else {}), **self.values}

    def query(self, without: str = "") -> str:
        """«?kind=powder», for an address; empty where all cards are shown."""
        kept = {name: value for name, value in self.asked.items() if name != without}
        return f"?{urlencode(kept)}" if kept else ""

    def cards(self) -> list[Card]:
        """The cards that meet all fields, in the order of the content. Each word typed begins a word of the
        name, in either language.
        """
        rows = StoredEntry.objects.filter(game_id=self.game.id, kind="card", needs__in=counting(self.game))
        for name, value in self.values.items():
            rows = rows.having(name, value)
        for typed in words_of(self.name):
            rows = rows.having("word", typed, begins=True)
        return [row.on(self.game.box_by_id) for row in rows]


def _field(
    asked: Mapping[str, str], name: str, label: str, every: str, choices: tuple[FilterChoice, ...]
) -> FilterField:
    typed = asked.get(name, "")
    known = typed in [choice.value for choice in choices]
    return FilterField(
        name, label, every, choices, typed if known else "", "" if known else typed[:LONGEST_SHOWN]
    )


def _fields(
    game: GameContent, own: Iterable[CardField]
) -> tuple[tuple[str, str, str, tuple[FilterChoice, ...]], ...]:
    """Name, label, the word for «all» and the choices of each field."""
    if not game.kinds:
        return ()
    lang = page_language()
    others = [
        (field.name, field.label, field.every, tuple(starmap(FilterChoice, field.choices))) for field in own
    ]
    if game.boxes:
        others.append((BOX, gettext("Дополнение"), gettext("Любое"), _boxes(game, lang)))
    kinds = tuple(FilterChoice(kind.id, _capital(kind.name.in_(lang))) for kind in game.kinds)
    if not game.elements:
        return (
            ("kind", gettext("Вид"), gettext("Любой"), kinds),
            *others,
            ("provenance", gettext("Откуда"), gettext("Отовсюду"), _origins(game)),
        )
    elements = tuple(FilterChoice(element.id, element.name.in_(lang)) for element in game.elements)
    points = sorted({card.points for card in game.cards if card.ingredients})
    return (
        ("kind", gettext("Вид"), gettext("Любой"), kinds),
        ("points", gettext("Очки"), gettext("Любые"), tuple(FilterChoice(str(n), str(n)) for n in points)),
        ("ingredient", gettext("Ингредиент"), gettext("Что угодно"), _ingredients(game, lang)),
        ("element", gettext("Несёт элемент"), gettext("Любой"), elements),
        *others,
    )


def _boxes(game: GameContent, lang: str) -> tuple[FilterChoice, ...]:
    """The base game and the boxes on the table; a card that lies in several is found in each."""
    return (
        FilterChoice(NO_BOX, gettext("Базовая игра")),
        *(FilterChoice(box.id, box.title.in_(lang)) for box in game.boxes),
    )


def _origins(game: GameContent) -> tuple[FilterChoice, ...]:
    """Where the cards of the game are known from, the rulebook first."""
    found = {card.provenance for card in game.cards}
    return tuple(FilterChoice(value, str(origin(game, value).words)) for value in ORIGINS if value in found)


def _ingredients(game: GameContent, lang: str) -> tuple[FilterChoice, ...]:
    """Whatever some recipe takes: elements first, then cards under their kinds."""
    taken = {node for node, _ in recipes.edges(game)}
    choices = [
        FilterChoice(element.id, element.name.in_(lang), gettext("Элементы"))
        for element in game.elements
        if element.id in taken
    ]
    for kind in game.kinds:
        choices += [
            FilterChoice(card.id, card.name.in_(lang), _capital(kind.plural.in_(lang)))
            for card in game.cards
            if card.kind == kind.id and card.id in taken
        ]
    return tuple(choices)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
