"""The recipes of a deck as a drawn tree for a part of a page: who is made of what, and goes into what.

Two brackets stand side by side. On the left recipes of two elements are put in such an order that neighbours
share an element, and what is made of two of them stands beside them. On the right every other recipe that
asks for an element is a stem, and what is made of it its branches. Crowns, recipes of «any two» of a kind,
stand below. Roles follow from ingredients, never from the names of kinds. Lengths are millimetres. Pure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise

from rulebook.content.entries import Card, GameContent, Ingredient

HEAD, CROWN, ELEMENT = 5.5, 8.0, 4.4  # heights
AIR, APART = 1.4, 2.2  # between boxes, between stems
STEM_LINES, BRANCH_LINES = 2.6, 3.6  # a name, a name and another ingredient, each with air
# Left edge and width of each column as parts of the tree's width; the rails to the crowns run right of them.
COLUMNS: Mapping[str, tuple[float, float]] = {
    "element": (0.0, 0.156),
    "pair": (0.18, 0.188),
    "whole": (0.387, 0.15),
    "stem": (0.562, 0.183),
    "branch": (0.767, 0.224),
}
RAIL = 0.009
PIXELS = 6  # to a millimetre, on a page as wide as they get


@dataclass(frozen=True)
class Note:
    """An ingredient in words; `element` is its id if it is one."""

    name: str
    element: str = ""


@dataclass(frozen=True)
class Node:
    """A recipe or an element in its place. `notes` are ingredients that no line leads to.

    A crown says in words what it is made of (`about`), and its notes are the elements that it carries.
    """

    id: str
    role: str
    x: float
    y: float
    width: float
    height: float
    name: str
    points: int = 0
    about: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def place(self) -> str:
        """Position and size as CSS reads them."""
        return f"left:{self.x:.2f}mm;top:{self.y:.2f}mm;width:{self.width:.2f}mm;height:{self.height:.2f}mm"


@dataclass(frozen=True)
class ColumnHead:
    """Words above a column; empty above the elements."""

    role: str
    x: float
    width: float
    name: str

    @property
    def place(self) -> str:
        return f"left:{self.x:.2f}mm;width:{self.width:.2f}mm"


@dataclass(frozen=True)
class Tree:
    """The drawing: boxes with words, and the path of all lines between them."""

    width: float
    height: float
    heads: tuple[ColumnHead, ...]
    nodes: tuple[Node, ...]
    path: str

    @property
    def on_page(self) -> "Tree":
        """The same in pixels of a page, but for the path: browsers set no words in type of three units."""
        heads = (replace(head, x=head.x * PIXELS, width=head.width * PIXELS) for head in self.heads)
        nodes = (
            replace(
                node,
                x=node.x * PIXELS,
                y=node.y * PIXELS,
                width=node.width * PIXELS,
                height=node.height * PIXELS,
            )
            for node in self.nodes
        )
        return Tree(self.width * PIXELS, self.height * PIXELS, tuple(heads), tuple(nodes), self.path)


@dataclass(frozen=True)
class Roles:
    """The recipes of a deck by the part that they play in the tree; `branches` by the id of their stem."""

    pairs: tuple[Card, ...]
    wholes: tuple[Card, ...]
    stems: tuple[Card, ...]
    branches: Mapping[str, tuple[Card, ...]]
    crowns: tuple[Card, ...]


def roles(cards: Sequence[Card]) -> Roles:
    """Every recipe in its part."""
    recipes = [card for card in cards if card.ingredients]
    pairs = [card for card in recipes if _kinds(card) == ["element", "element"]]
    stems = [card for card in recipes if "element" in _kinds(card) and card not in pairs]
    ids = {card.id for card in pairs}
    return Roles(
        pairs=tuple(_chain(pairs, recipes)),
        wholes=tuple(card for card in recipes if _used(card) <= ids),
        stems=tuple(stems),
        branches={stem.id: tuple(card for card in recipes if stem.id in _used(card)) for stem in stems},
        crowns=tuple(card for card in recipes if "kind" in _kinds(card)),
    )


def _kinds(card: Card) -> list[str]:
    return [ingredient.kind for ingredient in card.ingredients]


def _used(card: Card) -> set[str]:
    """The ids of a recipe's ingredients."""
    return {ingredient.id for ingredient in card.ingredients}


def _chain(pairs: Sequence[Card], recipes: Sequence[Card]) -> Iterator[Card]:
    """Neighbours share an element; of two that do, the one that makes something with its neighbour."""
    left = list(pairs)
    while left:
        yield left[0]
        last = left.pop(0)
        left.sort(key=partial(_distance, recipes, last))


def _distance(recipes: Sequence[Card], one: Card, other: Card) -> tuple[bool, bool]:
    """How badly `other` follows `one`."""
    together = any({one.id, other.id} == _used(card) for card in recipes)
    return not _used(one) & _used(other), not together


def draw(game: GameContent, lang: str, width: float, height: float) -> Tree:
    """The tree of a game's recipes in a box of `width` by `height`."""
    return _Drawing(game, lang, width, height).tree()


@dataclass(frozen=True)
class _Drawing:
    """The work on one tree; rows begin below the heads and end above the crowns."""

    game: GameContent
    lang: str
    width: float
    height: float

    @cached_property
    def parts(self) -> Roles:
        return roles(self.game.cards)

    @property
    def room(self) -> float:
        """Height of the rows."""
        return self.height - HEAD - CROWN - (AIR if self.parts.crowns else 0)

    def tree(self) -> Tree:
        lines = (*self.zigzag(), *self.joins(), *self.forks(), *self.rails())
        branches = [branch for of in self.branches.values() for branch in of]
        nodes = (*self.elements, *self.pairs.values(), *self.wholes.values(), *self.stems.values())
        return Tree(
            self.width, self.height, self.heads(), (*nodes, *branches, *self.crowns.values()), "".join(lines)
        )

    def column(self, role: str) -> tuple[float, float]:
        x, width = COLUMNS[role]
        return x * self.width, width * self.width

    def node(self, card: Card, role: str, y: float, height: float, notes: Sequence[Ingredient] = ()) -> Node:
        x, width = self.column(role)
        named = tuple(self.note(ingredient) for ingredient in notes)
        return Node(card.id, role, x, y, width, height, card.name.in_(self.lang), card.points, notes=named)

    def carried(self, element: str) -> Note:
        return Note(self.game.element_by_id[element].name.in_(self.lang), element)

    def note(self, ingredient: Ingredient) -> Note:
        if ingredient.kind == "element":
            return self.carried(ingredient.id)
        return Note(self.game.card_by_id[ingredient.id].name.in_(self.lang))

    # On the left: elements, recipes of two, what is made of two of these

    @property
    def pitch(self) -> float:
        """From an element to the next."""
        return (self.room - ELEMENT) / max(1, len(self.parts.pairs))

    @cached_property
    def shared(self) -> list[str]:
        """The elements between neighbours, with the first one's other before and the last one's behind."""
        pairs = [_used(card) for card in self.parts.pairs]
        between = [sorted(one & other)[:1] for one, other in pairwise(pairs)]
        first = sorted(pairs[0] - set(between[0])) if between else []
        last = sorted(pairs[-1] - set(between[-1])) if between else []
        return [element for some in (first[:1], *between, last[:1]) for element in some]

    @cached_property
    def elements(self) -> list[Node]:
        x, width = self.column("element")
        return [
            Node(
                element,
                "element",
                x,
                HEAD + n * self.pitch,
                width,
                ELEMENT,
                self.game.element_by_id[element].name.in_(self.lang),
            )
            for n, element in enumerate(self.shared)
        ]

    @cached_property
    def pairs(self) -> dict[str, Node]:
        height = self.pitch - AIR
        top = HEAD + (self.pitch + ELEMENT - height) / 2
        return {
            card.id: self.node(card, "pair", top + n * self.pitch, height)
            for n, card in enumerate(self.parts.pairs)
        }

    @cached_property
    def wholes(self) -> dict[str, Node]:
        height = 2 * self.pitch - 2 * AIR
        found = {}
        for card in self.parts.wholes:
            middles = [self.pairs[used].middle for used in _used(card)]
            found[card.id] = self.node(card, "whole", sum(middles) / len(middles) - height / 2, height)
        return found

    # On the right: stems and their branches

    @cached_property
    def stems(self) -> dict[str, Node]:
        lines = [self.lines(card) for card in self.parts.stems]
        line = (self.room - APART * (len(lines) - 1)) / max(1, sum(lines))
        found, y = {}, HEAD
        for card, count in zip(self.parts.stems, lines, strict=True):
            found[card.id] = self.node(card, "stem", y, count * line, card.ingredients)
            y += count * line + APART
        return found

    def lines(self, stem: Card) -> float:
        """How many lines of words a stem or its branches need."""
        return max(STEM_LINES + len(stem.ingredients), BRANCH_LINES * len(self.parts.branches[stem.id]))

    @cached_property
    def branches(self) -> dict[str, list[Node]]:
        return {card.id: list(self.branches_of(card)) for card in self.parts.stems}

    def branches_of(self, stem: Card) -> Iterator[Node]:
        cards, whole = self.parts.branches[stem.id], self.stems[stem.id]
        height = (whole.height + AIR) / max(1, len(cards)) - AIR
        for n, card in enumerate(cards):
            others = [ingredient for ingredient in card.ingredients if ingredient.id != stem.id]
            yield self.node(card, "branch", whole.y + n * (height + AIR), height, others)

    # Below: recipes of any two of a kind

    @cached_property
    def crowns(self) -> dict[str, Node]:
        found = {}
        for card in self.parts.crowns:
            below = self.makers(card)
            rail = below[0].right + RAIL * self.width
            left = 0.0 if rail < self.width * COLUMNS["stem"][0] else self.column("stem")[0]
            found[card.id] = Node(
                card.id,
                "crown",
                left,
                self.height - CROWN,
                rail - left,
                CROWN,
                card.name.in_(self.lang),
                card.points,
                self.game.kind_by_id[card.kind].made_of.in_(self.lang),
                tuple(self.carried(element) for element in card.elements),
            )
        return found

    def makers(self, crown: Card) -> list[Node]:
        """The recipes of the kinds that a crown asks for."""
        kinds = _used(crown)
        drawn = [*self.wholes.values(), *(branch for of in self.branches.values() for branch in of)]
        return [node for node in drawn if self.game.card_by_id[node.id].kind in kinds]

    # Lines

    def zigzag(self) -> Iterator[str]:
        """From each element to the recipes above and below it."""
        for n, pair in enumerate(self.pairs.values()):
            for element in self.elements[n : n + 2]:
                yield f"M{element.right:.2f} {element.middle:.2f}L{pair.x:.2f} {pair.middle:.2f}"

    def joins(self) -> Iterator[str]:
        for card in self.parts.wholes:
            for used in sorted(_used(card)):
                yield _bracket(self.pairs[used], self.wholes[card.id])

    def forks(self) -> Iterator[str]:
        for stem, branches in self.branches.items():
            for branch in branches:
                yield _bracket(self.stems[stem], branch)

    def rails(self) -> Iterator[str]:
        """Down from the recipes of a kind to what any two of them make."""
        for card in self.parts.crowns:
            crown = self.crowns[card.id]
            for node in self.makers(card):
                yield f"M{node.right:.2f} {node.middle:.2f}H{crown.right:.2f}V{crown.y:.2f}"

    # Words above

    def heads(self) -> tuple[ColumnHead, ...]:
        branches = [card for of in self.parts.branches.values() for card in of]
        columns = {
            "element": (),
            "pair": self.parts.pairs,
            "whole": self.parts.wholes,
            "stem": self.parts.stems,
            "branch": branches,
        }
        return tuple(
            ColumnHead(role, *self.column(role), self.plural(cards)) for role, cards in columns.items()
        )

    def plural(self, cards: Sequence[Card]) -> str:
        """«Сложные эликсиры, порошки»."""
        kinds = dict.fromkeys(card.kind for card in cards)
        words = ", ".join(self.game.kind_by_id[kind].plural.in_(self.lang) for kind in kinds)
        return words[:1].upper() + words[1:]


def _bracket(one: Node, other: Node) -> str:
    """From the right of a box to the left of another, by way of the middle between them."""
    between = (one.right + other.x) / 2
    return f"M{one.right:.2f} {one.middle:.2f}H{between:.2f}V{other.middle:.2f}H{other.x:.2f}"
