"""Where cards go when a spell works, as figures: a lane for each place, an arrow for each way. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from games.potions.rulebook.drawing import laid, tiles
from games.potions.rulebook.drawing.laid import Laid
from games.potions.rulebook.drawing.tiles import HIGH, LINE, WIDE, WIDTH
from rulebook.content.entries import Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, path

SCALE = 0.78  # of the cards
FAN = 24.0  # from card to card of those that go together
HEAD = 24.0
HAND, TABLE, CUPBOARD = "hand", "table", "cupboard"
IN_HAND, IN_CUPBOARD = Text("на руке", "in hand"), Text("шкаф", "cupboard")
OF_PLAYER = Text("рука: {}", "hand: {}")
BENEATH = Text("{} (из-под рецепта)", "{} (from under the recipe)")
INTO = Text("{}: под новый рецепт", "{}: under the new recipe")
STAYS = Text("{}: остаётся", "{}: stays")
KEPT = Text("{} (из-под рецепта): остаётся", "{} (from under the recipe): stays")
GAINED = Text("{}: {}", "{}: {}")


class Place(NamedTuple):
    """A lane: a hand or a table and whose it is, or the cupboard."""

    kind: str
    player: str = ""


class Spot(NamedTuple):
    """Where a card is: a lane, and whether it lies under a recipe there."""

    place: Place
    under: bool = False


class Way(NamedTuple):
    """Cards that go from one spot to another together."""

    start: Spot
    end: Spot
    cards: tuple[str, ...]


def ways(asked: FigureRequest) -> list[Picture]:
    """A picture for each scenario."""
    return [_picture(asked, scenario) for scenario in asked.scenarios]


def found(asked: FigureRequest, scenario: Scenario) -> list[Way]:
    """What goes where: the difference of two positions. A recipe stays that has lost what lay under it."""
    was, now = laid.before(asked.game, scenario), laid.after(asked.game, scenario)
    starts, ends = list(_spots(was)), list(_spots(now))
    for both in [one for one in starts if one in ends]:
        if both in ends:
            starts.remove(both)
            ends.remove(both)
    groups: dict[tuple[Spot, Spot], list[str]] = {}
    for code, start in starts:
        end = next((spot for other, spot in ends if other == code), None)
        if end:
            ends.remove((code, end))
            groups.setdefault((start, end), []).append(code)
    bare = [(recipe.card, player) for player, recipe in _recipes(now) if not recipe.under]
    for player, recipe in _recipes(was):
        if recipe.under and (recipe.card, player) in bare:
            spot = Spot(Place(TABLE, player))
            groups.setdefault((spot, spot), []).append(recipe.card)
    return [Way(start, end, tuple(cards)) for (start, end), cards in groups.items()]


def _recipes(state: Laid) -> Iterator[tuple[str, laid.LaidRecipe]]:
    return ((player, recipe) for player, recipes in state.tables.items() for recipe in recipes)


def _spots(state: Laid) -> Iterator[tuple[str, Spot]]:
    for player, cards in state.hands.items():
        yield from ((code, Spot(Place(HAND, player))) for code in cards)
    for player, recipe in _recipes(state):
        yield recipe.card, Spot(Place(TABLE, player))
        yield from ((code, Spot(Place(TABLE, player), under=True)) for code in recipe.under)
    for stack in state.cupboard.values():
        yield from ((code, Spot(Place(CUPBOARD))) for code in stack)


def _picture(asked: FigureRequest, scenario: Scenario) -> Picture:
    shown = found(asked, scenario)
    met = {spot.place for way in shown for spot in (way.start, way.end)}
    lanes = sorted(met, key=lambda place: ((HAND, TABLE, CUPBOARD).index(place.kind), place.player))
    wide = WIDTH / len(lanes)
    middles = {place: (n + 0.5) * wide for n, place in enumerate(lanes)}
    parts, y = [], HEAD + 6
    for way in shown:
        drawn, high = _way(asked, way, middles, y)
        parts.append(drawn)
        y += high
    gained = [
        GAINED.in_(asked.lang).format(tiles.name_of(asked.game, player, asked.lang), tiles.plus(n))
        for player, n in laid.gains(asked.game, scenario).items()
    ]
    heads = (
        _head(asked, place, len({each.player for each in lanes if each.kind == HAND}) > 1) for place in lanes
    )
    grounds = "".join(
        path(tiles.box(middle - wide / 2 + 3, HEAD, wide - 6, y - HEAD, 8), "fg-soft")
        for middle in middles.values()
    )
    titles = "".join(
        tiles.written([head], middle, 15, "fg-words")
        for head, middle in zip(heads, middles.values(), strict=True)
    )
    label = "; ".join(_label(asked, way) for way in shown)
    return Picture(titles + grounds + "".join(parts), (0, 0, WIDTH, y + 2), 1.0, label, ", ".join(gained))


def _head(asked: FigureRequest, place: Place, several: bool) -> str:
    name = tiles.name_of(asked.game, place.player, asked.lang)
    if place.kind == HAND:
        return OF_PLAYER.in_(asked.lang).format(name) if several else IN_HAND.in_(asked.lang)
    return name if place.kind == TABLE else IN_CUPBOARD.in_(asked.lang)


def _label(asked: FigureRequest, way: Way) -> str:
    start, end = (_head(asked, spot.place, several=True) for spot in (way.start, way.end))
    return f"{_names(asked, way)}: {start} → {end}"


def _names(asked: FigureRequest, way: Way) -> str:
    said = ", ".join(tiles.card_of(asked.game, code).name.in_(asked.lang) for code in way.cards)
    if way.end.under:
        return INTO.in_(asked.lang).format(said)
    if way.start.place == way.end.place:
        return (KEPT if way.start.under else STAYS).in_(asked.lang).format(said)
    return BENEATH.in_(asked.lang).format(said) if way.start.under else said


def _way(asked: FigureRequest, way: Way, middles: dict[Place, float], y: float) -> tuple[str, float]:
    """Cards at the end of their way, an outline at its start, their names below; with the height of all."""
    start, end = middles[way.start.place], middles[way.end.place]
    wide = WIDE * SCALE + FAN * (len(way.cards) - 1)
    lines = tiles.lines_of(_names(asked, way), WIDTH - 12)
    drawn = tiles.written(lines, WIDTH / 2, y + HIGH * SCALE + 18)
    if start != end:
        ghost = tiles.back() if way.start.under else tiles.gap()
        drawn += tiles.placed(ghost, start - WIDE * SCALE / 2, y, SCALE)
        side = 1 if end > start else -1
        drawn += tiles.arrow(
            start + side * (WIDE * SCALE / 2 + 3),
            y + HIGH * SCALE / 2,
            end - side * (wide / 2 + 5),
            y + HIGH * SCALE / 2,
        )
    for n, code in enumerate(way.cards):
        face = tiles.tile(tiles.card_of(asked.game, code), _half(way.end.place))
        if start == end and not way.end.under:
            face += tiles.frame()
        drawn += tiles.placed(face, end - wide / 2 + n * FAN, y, SCALE)
    return drawn, HIGH * SCALE + 18 + LINE * len(lines) + 2


def _half(place: Place) -> str:
    return {CUPBOARD: tiles.ELEMENT, TABLE: tiles.RECIPE}.get(place.kind, "")
