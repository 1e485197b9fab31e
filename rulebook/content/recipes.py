"""Recipes as a graph: what a card is made of, what it goes into, in which layers all of them stand. Pure.

A node is the id of an element or of a card; an element and a card never share one (`rules check`). A recipe
may also ask for any card of a kind: then every card of that kind goes into it.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from rulebook.content.entries import Card, Element, GameContent, Ingredient, Kind, Text

ANY_ELEMENT = Ingredient("any", "element")
NAMED_ANY = Text("любой элемент", "any element")
KEPT = 16  # games whose graph a process remembers


class RecipeSlot(NamedTuple):
    """What a recipe asks for, `times` over: `ingredient` as printed, and the cards that may fill it.

    `cards` is empty for an element, one card for a card, all cards of the kind for «any of a kind».
    """

    ingredient: Ingredient
    times: int
    cards: tuple[Card, ...]

    @property
    def is_open(self) -> bool:
        """Whether one may choose what to put in."""
        return self.ingredient.kind in ("kind", "either", "any")


class Branch(NamedTuple):
    """A node of a drawn tree. `kind` is element, card or kind; `id` belongs to it, `times` says how many.

    `branches` are its own ingredients, in a tree that grows upwards the recipes that take it.
    """

    kind: str
    id: str
    times: int
    branches: tuple["Branch", ...] = ()


class RecipeTree(NamedTuple):
    """Both ways from one node: what it needs, down to the elements, and what it goes into, up to the last."""

    needs: tuple[Branch, ...]
    feeds: tuple[Branch, ...]


class Kin(NamedTuple):
    """The nodes below and above one: all it needs, all it goes into, however far."""

    needs: frozenset[str]
    feeds: frozenset[str]


class KindGroup(NamedTuple):
    """The cards of one kind in a layer, in the order of the content."""

    kind: Kind
    cards: tuple[Card, ...]


class Layer(NamedTuple):
    """Nodes that stand side by side: elements in the first layer, recipes by kind in all others."""

    elements: tuple[Element, ...]
    groups: tuple[KindGroup, ...]

    @property
    def nodes(self) -> tuple[str, ...]:
        cards = (card.id for group in self.groups for card in group.cards)
        return (*(element.id for element in self.elements), *cards)


class Carrier(NamedTuple):
    """A card that carries an element on so many of its copies."""

    card: Card
    copies: int


def made_of(game: GameContent, card: Card) -> tuple[RecipeSlot, ...]:
    """The slots of a recipe in printed order, equal ones together; empty for a card without a recipe."""
    return tuple(
        RecipeSlot(ingredient, card.ingredients.count(ingredient), _filling(game, ingredient))
        for ingredient in dict.fromkeys(card.ingredients)
    )


def _filling(game: GameContent, ingredient: Ingredient) -> tuple[Card, ...]:
    """The cards that may fill a slot."""
    if ingredient.kind in ("card", "either"):
        return tuple(game.card_by_id[card_id] for card_id in ingredient.ids)
    if ingredient.kind == "kind":
        return tuple(card for card in game.cards if card.kind == ingredient.id)
    return ()


def goes_into(game: GameContent, node: str) -> tuple[Card, ...]:
    """The cards whose recipes take an element or card (its id), each once, in the order of the content."""
    asked = asked_as(game, node)
    return tuple(card for card in game.cards if asked.intersection(card.ingredients))


def asked_as(game: GameContent, node: str) -> frozenset[Ingredient]:
    """How a recipe may ask for a node: an element by its id or as any, a card by its id, alone or as one of
    several, or by its kind.
    """
    if node in game.element_by_id:
        return frozenset([Ingredient("element", node), ANY_ELEMENT])
    either = (asked for card in game.cards for asked in card.ingredients if asked.kind == "either")
    named = (asked for asked in either if node in asked.ids)
    return frozenset([Ingredient("card", node), Ingredient("kind", game.card_by_id[node].kind), *named])


def carriers(game: GameContent, element: Element) -> tuple[Carrier, ...]:
    """The cards that carry an element on their lower half, in the order of the content."""
    counts = (
        (card, sum(copies.count for copies in card.copies if element.id in copies.elements))
        for card in game.cards
    )
    return tuple(Carrier(card, count) for card, count in counts if count)


def supply(game: GameContent, element: Element) -> int:
    """How many cards of the deck carry an element."""
    return sum(carrier.copies for carrier in carriers(game, element))


def tree(game: GameContent, entry: Card | Element) -> RecipeTree:
    """Both ways from a card or an element, nested. Where any card of a kind will do, the cards are leaves."""
    needs = _needs(game, entry) if isinstance(entry, Card) else ()
    return RecipeTree(needs, _feeds(game, entry.id))


def _needs(game: GameContent, card: Card) -> tuple[Branch, ...]:
    return tuple(
        Branch(slot.ingredient.kind, slot.ingredient.id, slot.times, _below(game, slot))
        for slot in made_of(game, card)
    )


def _below(game: GameContent, slot: RecipeSlot) -> tuple[Branch, ...]:
    if not slot.is_open and slot.cards:
        return _needs(game, slot.cards[0])
    return tuple(Branch("card", card.id, 1) for card in slot.cards)


def _feeds(game: GameContent, node: str) -> tuple[Branch, ...]:
    return tuple(Branch("card", card.id, 1, _feeds(game, card.id)) for card in goes_into(game, node))


@lru_cache(maxsize=KEPT)
def edges(game: GameContent) -> tuple[tuple[str, str], ...]:
    """Pairs (what is taken, the recipe that takes it) of nodes, each once, by recipes in order."""
    pairs = []
    for card in game.cards:
        for slot in made_of(game, card):
            taken = [one.id for one in slot.cards] or _elements(game, slot)
            pairs += [(node, card.id) for node in taken]
    return tuple(pairs)


def _elements(game: GameContent, slot: RecipeSlot) -> list[str]:
    if slot.ingredient == ANY_ELEMENT:
        return [element.id for element in game.elements]
    return [slot.ingredient.id]


def kin(game: GameContent, node: str) -> Kin:
    """All that a node needs and all that it goes into, itself left out."""
    pairs = edges(game)
    return Kin(
        _reach(node, lambda one: (taken for taken, taker in pairs if taker == one)),
        _reach(node, lambda one: (taker for taken, taker in pairs if taken == one)),
    )


def _reach(start: str, step: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """What can be reached by steps from a node."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        fresh = set(step(waiting.pop())) - seen
        seen |= fresh
        waiting += fresh
    return frozenset(seen)


@lru_cache(maxsize=KEPT)
def layers(game: GameContent) -> tuple[Layer, ...]:
    """Elements first, then recipes: each layer takes only from layers before it.

    Recipes of equal points stand side by side, and each as near as may be to the recipes that take it: so a
    talisman stands beside a creature, though some creatures could stand higher. Cards without a recipe
    (spells) are in no layer. Empty for a game without recipes.
    """
    level = _levels(game)
    if not level:
        return ()
    rows = [Layer(game.elements, ())]
    for n in range(1, max(level.values()) + 1):
        cards = [card for card in game.cards if card.ingredients and level[card.points] == n]
        if cards:
            rows.append(Layer((), _grouped(game, cards)))
    return tuple(rows)


def _grouped(game: GameContent, cards: Iterable[Card]) -> tuple[KindGroup, ...]:
    by_kind: dict[str, list[Card]] = {}
    for card in cards:
        by_kind.setdefault(card.kind, []).append(card)
    return tuple(KindGroup(kind, tuple(by_kind[kind.id])) for kind in game.kinds if kind.id in by_kind)


def _levels(game: GameContent) -> dict[int, int]:
    """Points of a recipe → its layer. A recipe that takes its equal in points doesn't rise above itself."""
    takes: dict[int, set[int]] = {card.points: set() for card in game.cards if card.ingredients}
    for taken, taker in edges(game):
        if taken in game.card_by_id:
            takes[game.card_by_id[taker].points].add(game.card_by_id[taken].points)
    level: dict[int, int] = {}
    for points in sorted(takes):
        level[points] = 1 + max((level[below] for below in takes[points] if below < points), default=0)
    for points in sorted(takes, reverse=True):
        above = [level[taker] for taker, taken in takes.items() if points in taken and taker > points]
        level[points] = min(above, default=level[points] + 1) - 1
    return level


def departing(game: GameContent, cards: Iterable[Card]) -> list[Card]:
    """The cards of boxes that are made of other things than any of their kind in the base game, so that what
    is said of the kind doesn't go for them.
    """
    usual: dict[str, set[tuple[str, ...]]] = {}
    for card in game.cards:
        if not card.homes:
            usual.setdefault(card.kind, set()).add(_makeup(game, card))
    return [card for card in cards if card.kind in usual and _makeup(game, card) not in usual[card.kind]]


def _makeup(game: GameContent, card: Card) -> tuple[str, ...]:
    """Of what kinds of things a card is made: elements, recipes of a kind."""
    return tuple(sorted(kind for slot in card.ingredients for kind in _kinds_of(game, slot)))


def _kinds_of(game: GameContent, slot: Ingredient) -> list[str]:
    if slot.kind in ("element", ANY_ELEMENT.kind):
        return ["element"]
    return [slot.id] if slot.kind == "kind" else sorted({game.card_by_id[card].kind for card in slot.ids})


def name_of(game: GameContent, kind: str, entry_id: str) -> Text:
    """The name of an element, card or kind (in the plural: «великие эликсиры»), or of what may be chosen."""
    if kind == "element":
        return game.element_by_id[entry_id].name
    if kind == "any":
        return NAMED_ANY
    if kind == "either":
        names = [game.card_by_id[card_id].name for card_id in Ingredient(kind, entry_id).ids]
        return Text(" или ".join(name.ru for name in names), " or ".join(name.en for name in names))
    return game.card_by_id[entry_id].name if kind == "card" else game.kind_by_id[entry_id].plural
