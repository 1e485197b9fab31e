"""Where the nodes and lines of a drawn recipe graph stand. Pure: the template gives them ink and links.

Layers are columns from left to right. Lengths are in units of the drawing; at its natural size one unit is
one pixel, so that a node can be touched on a phone.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from rulebook.content import recipes
from rulebook.content.entries import GameContent

SPOT_WIDTH, SPOT_HEIGHT = 206, 42
PITCH, LOOSEST_PITCH = 48, 84  # from node to node: in the fullest column, in one with room to spare
HEAD = 50  # above the columns: the names of their kinds
GAP = 66  # between columns, for the lines
MARGIN = 3  # for the thick edge of a chosen node
ICON = 24
TEXT_X, LINE = 40, 16  # where a name begins in its node, and from one line of it to the next
LONGEST_LINE = 19  # letters
SWEEPS = 6
KEPT = 256  # arrangements that a process remembers: those of a deck's branches


class TreeSpot(NamedTuple):
    """A node: its left upper corner, its name in one or two lines with their baselines.

    `mark` is on (the chosen node), needs or feeds (on its branch), off (beside it); empty if none is chosen.
    """

    kind: str
    id: str
    x: float
    y: float
    lines: tuple[tuple[str, float], ...]
    mark: str

    @property
    def middle(self) -> float:
        return self.y + SPOT_HEIGHT / 2

    @property
    def icon_x(self) -> float:
        return self.x + 9

    @property
    def icon_y(self) -> float:
        return self.middle - ICON / 2

    @property
    def text_x(self) -> float:
        return self.x + TEXT_X

    @property
    def points_x(self) -> float:
        """Where the points end."""
        return self.x + SPOT_WIDTH - 10


class Wire(NamedTuple):
    """A line from what is taken to the recipe that takes it, as the path of an SVG; `mark` as of nodes."""

    taken: str
    taker: str
    path: str
    mark: str


class TreeHead(NamedTuple):
    """The names of the kinds in a column, in one or two lines with their baselines; `y` is the last one's.

    The column of elements has no kinds and no lines: the page names it.
    """

    x: float
    y: float
    lines: tuple[tuple[str, float], ...]


class TreeDrawing(NamedTuple):
    """A whole drawing, `width` by `height`, with nodes of `spot_width` by `spot_height` and their icons."""

    width: float
    height: float
    spots: tuple[TreeSpot, ...]
    wires: tuple[Wire, ...]
    heads: tuple[TreeHead, ...]
    spot_width: float = SPOT_WIDTH
    spot_height: float = SPOT_HEIGHT
    icon: float = ICON


Pairs = tuple[tuple[str, str], ...]
Columns = tuple[tuple[str, ...], ...]
Place = tuple[float, float]  # the left edge and the middle of a node


def picture(game: GameContent, lang: str, chosen: str = "", *, alone: bool = False) -> TreeDrawing:
    """The graph of a game with names in `lang`; the branch of the node `chosen` is marked, or drawn `alone`.

    Without any node it has no size.
    """
    marks = _marks(game, chosen)
    only = {node for node, mark in marks.items() if mark != "off"} if alone else set(marks)
    pairs = tuple(pair for pair in recipes.edges(game) if set(pair) <= only)
    columns = _arranged(_columns(game, only), pairs)
    if not columns:
        return TreeDrawing(0, 0, (), (), ())
    middle = _places(columns)
    width = MARGIN * 2 + len(columns) * (SPOT_WIDTH + GAP) - GAP
    wires = [_wire(pair, middle, marks) for pair in pairs]
    return TreeDrawing(
        width,
        MARGIN + HEAD + _height(columns) + MARGIN,
        tuple(_spot(game, lang, node, *place, marks[node]) for node, place in middle.items()),
        tuple(sorted(wires, key=lambda wire: wire.mark != "off")),
        tuple(_head(game, lang, column, middle[column[0]][0]) for column in columns),
    )


def _marks(game: GameContent, chosen: str) -> dict[str, str]:
    """Every node and how it is marked."""
    nodes = [node for layer in recipes.layers(game) for node in layer.nodes]
    if not chosen:
        return dict.fromkeys(nodes, "")
    kin = recipes.kin(game, chosen)
    marks = dict.fromkeys(nodes, "off")
    marks |= dict.fromkeys(kin.needs, "needs") | dict.fromkeys(kin.feeds, "feeds")
    return marks | {chosen: "on"}


def _columns(game: GameContent, only: Collection[str]) -> Columns:
    """The layers; what is left out leaves no empty column behind."""
    layers = (tuple(node for node in layer.nodes if node in only) for layer in recipes.layers(game))
    return tuple(layer for layer in layers if layer)


@lru_cache(maxsize=KEPT)
def _arranged(columns: Columns, pairs: Pairs) -> Columns:
    """The columns in the order that makes for short lines: the best that is found from every first node."""
    if not pairs:
        return columns
    near = _neighbours(columns, pairs)
    tries = (_untangled(columns, near, start) for start in columns[0])
    return min(tries, key=lambda tried: _length(_middles(tried), pairs))


def _neighbours(columns: Columns, pairs: Pairs) -> dict[str, list[str]]:
    near: dict[str, list[str]] = {node: [] for column in columns for node in column}
    for taken, taker in pairs:
        near[taken].append(taker)
        near[taker].append(taken)
    return near


def _untangled(columns: Columns, near: Mapping[str, Sequence[str]], start: str) -> Columns:
    """Columns sorted by how far a node is from `start`, then by its neighbours, then by trial."""
    order = {node: place for place, node in enumerate(_walk(start, near))}
    tried = [sorted(column, key=lambda node: order.get(node, len(order))) for column in columns]
    for _ in range(SWEEPS):
        for column in (*tried, *reversed(tried)):
            middle = _middles(tried)
            means = {
                n: sum(middle[m] for m in near[n]) / len(near[n]) if near[n] else middle[n] for n in column
            }
            column.sort(key=means.__getitem__)
    _shorten(tried, near)
    return tuple(tuple(column) for column in tried)


def _walk(start: str, near: Mapping[str, Sequence[str]]) -> list[str]:
    """The nodes that hang together with one, the nearest first."""
    walked = [start]
    seen = {start}
    for node in walked:
        fresh = [other for other in near[node] if other not in seen]
        walked += fresh
        seen.update(fresh)
    return walked


def _shorten(columns: list[list[str]], near: Mapping[str, Sequence[str]]) -> None:
    """Swaps nodes of a column as long as the lines get shorter by it."""
    middle = _middles(columns)

    def length(node: str, y: float) -> float:
        return sum(abs(y - middle[other]) for other in near[node])

    better = True
    while better:
        better = False
        for column in columns:
            for one, other in combinations(column, 2):
                y, z = middle[one], middle[other]
                gain = length(one, y) + length(other, z) - length(one, z) - length(other, y)
                if gain > 1:
                    middle[one], middle[other] = z, y
                    better = True
            column.sort(key=middle.__getitem__)


def _length(middle: Mapping[str, float], pairs: Pairs) -> float:
    return sum(abs(middle[taken] - middle[taker]) for taken, taker in pairs)


def _height(columns: Sequence[Sequence[str]]) -> float:
    return max(map(len, columns)) * PITCH


def _middles(columns: Sequence[Sequence[str]]) -> dict[str, float]:
    """How far down the middle of each node is: columns are centred, and spread where there is room."""
    height = _height(columns)
    middle: dict[str, float] = {}
    for column in columns:
        pitch = min(LOOSEST_PITCH, height / len(column))
        top = (height - pitch * len(column)) / 2
        middle |= {node: top + pitch * (n + 0.5) for n, node in enumerate(column)}
    return middle


def _places(columns: Columns) -> dict[str, Place]:
    middle = _middles(columns)
    return {
        node: (MARGIN + n * (SPOT_WIDTH + GAP), MARGIN + HEAD + middle[node])
        for n, column in enumerate(columns)
        for node in column
    }


def _head(game: GameContent, lang: str, column: Sequence[str], x: float) -> TreeHead:
    """All stand on one line above the drawing, where no line runs through them."""
    here = {game.card_by_id[node].kind for node in column if node in game.card_by_id}
    names = ", ".join(kind.plural.in_(lang) for kind in game.kinds if kind.id in here)
    lines = halves(names[:1].upper() + names[1:]) if names else ()
    last = MARGIN + HEAD - 8
    return TreeHead(
        x, last, tuple((line, last - LINE * (len(lines) - 1 - n)) for n, line in enumerate(lines))
    )


def _spot(game: GameContent, lang: str, node: str, x: float, middle: float, mark: str) -> TreeSpot:
    kind = "card" if node in game.card_by_id else "element"
    words = halves(recipes.name_of(game, kind, node).in_(lang))
    first = middle + 5.5 - (len(words) - 1) * LINE / 2
    lines = tuple((line, first + n * LINE) for n, line in enumerate(words))
    return TreeSpot(kind, node, x, middle - SPOT_HEIGHT / 2, lines, mark)


def halves(name: str) -> tuple[str, ...]:
    """A name in one line, else in two, the first as full as may be: «Великий эликсир» / «могущества»."""
    words = name.split(" ")
    if len(name) <= LONGEST_LINE or len(words) == 1:
        return (name,)
    splits = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    fitting = [lines for lines in splits if max(map(len, lines)) <= LONGEST_LINE]
    return fitting[-1] if fitting else min(splits, key=lambda lines: max(map(len, lines)))


def _wire(pair: tuple[str, str], middle: Mapping[str, Place], marks: Mapping[str, str]) -> Wire:
    """A curve that leaves and arrives level. It is on the branch if both its ends are, on the same side."""
    (x, y), (to_x, to_y) = (middle[node] for node in pair)
    x += SPOT_WIDTH
    bend = min(GAP * 0.75, (to_x - x) / 2)
    path = f"M{x:.1f} {y:.1f}C{x + bend:.1f} {y:.1f} {to_x - bend:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}"
    taken, taker = (marks[node] for node in pair)
    if taken == "needs" and taker in ("needs", "on"):
        return Wire(*pair, path, "needs")
    if taker == "feeds" and taken in ("feeds", "on"):
        return Wire(*pair, path, "feeds")
    return Wire(*pair, path, "off" if taken else "")
