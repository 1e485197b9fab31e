"""Cards, kinds, the track, decks and phases as figures: read off cards and constants. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.potions.rulebook.drawing import laid, tiles
from games.potions.rulebook.drawing.tiles import HIGH, LINE, WIDE, WIDTH
from rulebook.content.entries import Card, Ingredient, Text
from rulebook.drawing.figures import FigureRequest, Picture, path, tinted, words
from rulebook.drawing.icons import element_icon, icon_group, kind_icon

SEATS = ("red", "blue", "green", "purple", "ochre", "teal")  # the colours of the tokens
LARGE = 2.3  # how much larger a card is that is explained
FIELD, FIELDS = 31.0, 10  # a field of the track, and how many stand in a row
ROW, NAME = 42.0, 94.0  # of a recipe of a kind, of its name
MANY = 4  # ingredients
ELEMENT_ICON = "flask"  # any element
OR = Text("или", "or")
LAP = Text("{}: {} → {}. Поле {}, круг {}", "{}: {} → {}. Field {}, lap {}")
STILL = Text("{}: {}. Поле {}, круг {}", "{}: {}. Field {}, lap {}")
DRAW, PLAY, EITHER = Text("взять", "draw"), Text("сыграть", "play"), Text("взять или сыграть", "draw or play")
FROM_TO, MORE = Text("{}–{}", "{}–{}"), Text("{} и больше", "{} or more")
UP_TO, ONE, NONE = (
    Text("взять до {}", "draw up to {}"),
    Text("взять одну", "draw one"),
    Text("не брать", "no card"),
)
HELD, DRAWN = Text("На руке", "In hand"), Text("Фаза первая", "Phase one")


# --- A card and its parts -----------------------------------------------------------------------------------


def parts(asked: FigureRequest) -> list[Picture]:
    """A card for each of `data`, large, with words beside its halves."""
    return [_parts(asked, one) for one in asked.figure.data["shown"]]


def _parts(asked: FigureRequest, one: Mapping[str, Any]) -> Picture:
    card = tiles.card_of(asked.game, one["card"])
    left, wide = WIDE * LARGE + 22, 150.0
    inside = tiles.placed(tiles.tile(card), 0, 2, LARGE)
    for half, middle in (("upper", 15.0), ("lower", 44.0)):
        lines, y = tiles.lines_of(one[half][asked.lang], wide - 6), middle * LARGE + 2
        inside += path(f"M{left - 18:g} {y:g}h12", "fg-line", 2)
        inside += tiles.written(lines, left, y + 5 - (len(lines) - 1) * LINE / 2, "fg-first")
    label = f"{card.name.in_(asked.lang)}: " + "; ".join(one[half][asked.lang] for half in ("upper", "lower"))
    return Picture(inside, (-2, 0, left + wide, HIGH * LARGE + 4), 1.0, label, card.name.in_(asked.lang))


def kinds(asked: FigureRequest) -> list[Picture]:
    """What each kind of `data` is made of in a deck: signs of ingredients, the kind, its points."""
    data = asked.figure.data
    rows = [(kind, list(_patterns(asked, kind, data["deck"]))) for kind in data["kinds"]]
    drawn, label, y = [], [], 0.0
    for kind, patterns in rows:
        it = asked.game.kind_by_id[kind]
        names = tiles.lines_of(it.name.in_(asked.lang), NAME)
        high = max(ROW, LINE * len(names) + 8)
        for n, pattern in enumerate(patterns):
            if n:
                drawn.append(tiles.written([OR.in_(asked.lang)], 8, y + ROW / 2 + 5, "fg-first"))
                drawn.append(_row(pattern, 40, y + ROW / 2))
                y += ROW
            else:
                drawn.append(_row(pattern, 8, y + high / 2))
                drawn.append(_kind(kind, names, it.points, y + high / 2))
                y += high
        label.append(f"{it.name.in_(asked.lang)} ({it.made_of.in_(asked.lang)}): {it.points}")
    return [Picture("".join(drawn), (0, 0, WIDTH, y), 1.0, "; ".join(label))]


def elements(asked: FigureRequest) -> list[Picture]:
    """The signs and names of the elements that the cards of a deck of `data` carry."""
    carried = {
        element
        for card in asked.game.cards
        if asked.figure.data["deck"] in _decks(card)
        for element in card.elements
    }
    shown = [element for element in asked.game.elements if element.id in carried]
    rows, wide, high = -(-len(shown) // 2), WIDTH / 2, 37.0
    drawn = ""
    for n, element in enumerate(shown):
        x, y = n // rows * wide, n % rows * high
        drawn += icon_group(element_icon(element.id), x + 2, y + 2, 28)
        lines = tiles.lines_of(element.name.in_(asked.lang), wide - 40)
        drawn += tiles.written(lines, x + 36, y + 22 - (len(lines) - 1) * LINE / 2, "fg-first")
    label = ", ".join(element.name.in_(asked.lang) for element in shown)
    return [Picture(f'<g class="fg-ink">{drawn}</g>', (0, 0, WIDTH, rows * high), 1.0, label)]


def _patterns(asked: FigureRequest, kind: str, deck: str) -> Iterator[tuple[str, ...]]:
    """The kinds of ingredients of the recipes of a kind, each once."""
    order = [*(each.id for each in asked.game.kinds), ""]
    cards = (card for card in asked.game.cards if card.kind == kind and deck in _decks(card))
    seen = (
        tuple(sorted((_sort(asked, each) for each in card.ingredients), key=order.index)) for card in cards
    )
    yield from dict.fromkeys(seen)


def _decks(card: Card) -> set[str]:
    return {card.deck, *(copies.deck for copies in card.copies)}


def _sort(asked: FigureRequest, wanted: Ingredient) -> str:
    """The kind of an ingredient; an element has none."""
    if wanted.kind in ("element", "any"):
        return ""
    return wanted.ids[0] if wanted.kind == "kind" else asked.game.card_by_id[wanted.ids[0]].kind


def _row(pattern: Sequence[str], x: float, y: float) -> str:
    """Signs with a plus between them; where they are many, they are smaller."""
    size, step = (28, 40) if len(pattern) < MANY else (22, 32)
    drawn = ""
    for n, sort in enumerate(pattern):
        left = x + n * step
        if n:
            drawn += path(f"M{left - (step - size) / 2 - 4:g} {y:g}h8m-4 -4v8", "fg-line", 1.75)
        drawn += _sign(sort, left, y, size)
    return drawn


def _sign(sort: str, x: float, y: float, size: float = 28) -> str:
    icon = icon_group(kind_icon(sort) if sort else ELEMENT_ICON, x, y - size / 2, size)
    return tinted(tiles.tint_of(sort), icon) if sort else f'<g class="fg-ink">{icon}</g>'


def _kind(kind: str, names: Sequence[str], points: int | None, y: float) -> str:
    """→ sign, name, points."""
    return (
        tiles.arrow(132, y, 148, y)
        + _sign(kind, 154, y)
        + tiles.written(names, 188, y + 5 - (len(names) - 1) * LINE / 2, "fg-first")
        + tinted(tiles.tint_of(kind), words(str(points), WIDTH - 16, y + 8, 24, "fg-tint-words"))
    )


# --- The track ----------------------------------------------------------------------------------------------


def track(asked: FigureRequest) -> list[Picture]:
    """The track with the tokens of a scenario, where they were and where they come."""
    scenario, most = asked.scenarios[0], asked.game.constants["track"]
    was, now = (
        laid.before(asked.game, scenario).scores,
        laid.after(asked.game, scenario).scores,
    )
    drawn = "".join(_field(n) for n in range(1, most + 1))
    said = []
    for seat, (player, points) in enumerate(now.items()):
        name = tiles.name_of(asked.game, player, asked.lang)
        lap, field = divmod(points - 1, most)
        if was[player] != points:
            drawn += _token(SEATS[seat], "", (was[player] - 1) % most + 1, ghost=True)
        drawn += _token(SEATS[seat], name[:1], field + 1, turned=lap % 2 == 1)
        numbers = (field + 1, lap + 1)
        text = STILL if was[player] == points else LAP
        steps = (points,) if was[player] == points else (was[player], points)
        said.append(text.in_(asked.lang).format(name, *steps, *numbers))
    high = FIELD * (most // FIELDS)
    return [Picture(drawn, (-1, -1, FIELD * FIELDS + 2, high + 2), 1.0, "; ".join(said), ". ".join(said))]


def _corner(field: int) -> tuple[float, float]:
    row, column = divmod(field - 1, FIELDS)
    return column * FIELD, row * FIELD


def _field(n: int) -> str:
    x, y = _corner(n)
    square = path(f"M{x:g} {y:g}h{FIELD:g}v{FIELD:g}h{-FIELD:g}z", "fg-quiet", 1)
    return square + words(str(n), x + FIELD / 2, y + 21, 15, "fg-label")


def _token(colour: str, letter: str, field: int, *, ghost: bool = False, turned: bool = False) -> str:
    """A token; turned over it is a ring with a letter."""
    x, y = _corner(field)
    ring = tiles.box(x + 2.5, y + 2.5, FIELD - 5, FIELD - 5, FIELD / 2 - 2.5)
    if ghost:
        return tinted(colour, path(ring, "fg-tint-line", 2.5, ' stroke-dasharray="3 4"'))
    said = words(letter, x + FIELD / 2, y + 21, 16, "fg-tint-words" if turned else "fg-on-tint")
    ground = (
        path(ring, "fg-paper") + path(ring, "fg-tint-line", 3.5) if turned else path(ring, "fg-tint-fill")
    )
    return tinted(colour, ground + said)


# --- Decks and phases ---------------------------------------------------------------------------------------


def deal(asked: FigureRequest) -> list[Picture]:
    """How many cards of each deck: those of `data` with the constants that say so, and their sum."""
    decks = [(one[asked.lang], asked.game.constants[one["constant"]]) for one in asked.figure.data["decks"]]
    wide, names = 104.0, tiles.name_lines([name for name, _ in decks], 100)
    drawn = "".join(
        _pile(n, (column + 0.5) * wide) + tiles.written(names[column], (column + 0.5) * wide, HIGH + 34)
        for column, (_, n) in enumerate(decks)
    )
    high = HIGH + 34 + LINE * len(names[0])
    total = f"{' + '.join(str(n) for _, n in decks)} = {sum(n for _, n in decks)}"
    drawn += tiles.written([total], wide * len(decks) / 2, high + 8, "fg-words", 20)
    label = ", ".join(f"{name}: {n}" for name, n in decks)
    return [Picture(drawn, (0, 0, wide * len(decks), high + 16), 1.0, label)]


def _pile(n: int, middle: float) -> str:
    """Cards face down, shifted so that they can be counted."""
    step = 9.0
    left = middle - (WIDE + step * (n - 1)) / 2
    return "".join(tiles.placed(tiles.back(), left + k * step, 4) for k in range(n)) + tiles.badge(
        str(n), left + WIDE + step * (n - 1) - 2, 12, good=False
    )


def phases(asked: FigureRequest) -> list[Picture]:
    """The three phases of a turn."""
    said = [text.in_(asked.lang) for text in (DRAW, EITHER, PLAY)]
    icons = (("deck",), ("deck", "card"), ("card",))
    step, wide = 108.0, 92.0
    drawn = ""
    for n, text in enumerate(said):
        x = n * step
        drawn += path(tiles.box(x + 1, 1, wide, 98, 10), "fg-soft") + path(
            tiles.box(x + 1, 1, wide, 98, 10), "fg-quiet", 1.5
        )
        drawn += words(str(n + 1), x + 16, 22, 18, "fg-words")
        left = x + wide / 2 - 15 * len(icons[n])
        for k, icon in enumerate(icons[n]):
            drawn += f'<g class="fg-ink">{icon_group(icon, left + 30 * k, 22, 30)}</g>'
        lines = tiles.lines_of(text, wide - 8)
        drawn += tiles.written(lines, x + wide / 2 + 1, 82 - (len(lines) - 1) * LINE / 2)
        if n:
            drawn += tiles.arrow(x - step + wide + 4, 50, x - 2, 50)
    label = " → ".join(f"{n}: {text}" for n, text in enumerate(said, start=1))
    return [Picture(drawn, (0, 0, 2 * step + wide + 2, 100), 1.0, label)]


def limits(asked: FigureRequest) -> list[Picture]:
    """How many cards the first phase brings, by the hand; `data` names the constants."""
    below, upto, stop = (asked.game.constants[asked.figure.data[key]] for key in ("below", "to", "stop"))
    lang = asked.lang
    between = f"{below}" if below == stop - 1 else FROM_TO.in_(lang).format(below, stop - 1)
    rows = (
        (FROM_TO.in_(lang).format(0, below - 1), UP_TO.in_(lang).format(upto), "deck"),
        (between, ONE.in_(lang), "deck"),
        (MORE.in_(lang).format(stop), NONE.in_(lang), "none"),
    )
    drawn = tiles.written([HELD.in_(lang)], 8, 16, "fg-first") + tiles.written(
        [DRAWN.in_(lang)], 160, 16, "fg-first"
    )
    for n, (held, said, icon) in enumerate(rows):
        y = 26 + n * 38
        drawn += path(f"M0 {y:g}H{WIDTH - 20:g}", "fg-quiet", 1)
        drawn += tiles.written([held], 8, y + 26, "fg-first", 18)
        drawn += tiles.arrow(112, y + 20, 146, y + 20)
        drawn += f'<g class="fg-ink">{icon_group(icon, 160, y + 7, 26)}</g>'
        drawn += tiles.written([said], 196, y + 25, "fg-first")
    label = "; ".join(f"{held}: {said}" for held, said, _ in rows)
    return [Picture(drawn, (0, 0, WIDTH - 20, 26 + 38 * len(rows)), 1.0, label)]
