"""Boards of «Алхимики» to write on: a player's triangle and table of formulas, the leader's board.

Both are triangles over eight columns: where the diagonals of two columns cross stands what the two give.
Drawn is what needs no words; words stand in the templates. Lengths are millimetres.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations

from games.alchemists.rulebook.drawing.pieces import spelled
from games.alchemists.rulebook.printing import signs
from games.alchemists.rulebook.printing.inks import COLOUR_INKS
from games.alchemists.rulebook.printing.inks import INK as OWN_INK
from games.alchemists.rulebook.printing.inks import TINT as OWN_TINT
from games.alchemists.rulebook.reference.formulas import formula_of, mix
from rulebook.content.entries import Card, GameContent
from rulebook.printing.cards.lettering import fit
from rulebook.printing.cards.paint import EDGE, INK, MUTED, SANS_BOLD, Style, text

ROOM = 0.3  # around a drawing, for its outermost lines
HANGING = 2.9  # what formulas in a column take below the triangle, in its columns


@dataclass(frozen=True)
class Pyramid:
    """Cells over `count` columns, each `column` wide; the first begins at `left`.

    The lowest row of cells stands on the columns themselves, the k-th above it over pairs k columns apart.
    """

    left: float
    column: float
    count: int = 8

    @property
    def height(self) -> float:
        return self.column * (self.count + 1) / 2

    @property
    def right(self) -> float:
        return self.left + self.column * self.count

    def middle(self, first: int, second: int) -> tuple[float, float]:
        """Middle of the cell of two columns; of one, where both are the same."""
        x = self.left + self.column * (first + second + 1) / 2
        return x, self.height - self.column / 2 * (abs(second - first) + 1)

    def cell(self, first: int, second: int) -> str:
        """Path around a cell."""
        (x, y), half = self.middle(first, second), self.column / 2
        return f"M{x - half:.2f} {y:.2f}l{half:.2f} {-half:.2f} {half:.2f} {half:.2f} {-half:.2f} {half:.2f}z"

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(self.count), 2))


def _svg(width: float, height: float, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:.2f}mm" '
        f'viewBox="0 {-ROOM:g} {width:g} {height:.2f}">{inside}</svg>'
    )


def grid(game: GameContent, lang: str, width: float, row: float, style: Style) -> str:
    """A player's sheet: the triangle of 28 results over the table of eight formulas by eight ingredients.

    Rows `row` high are formulas in the order of the content, so neutral partners stand together on a common
    ground. `width` is that of the whole drawing.
    """
    label = width * 0.125
    pyramid = Pyramid(label, (width - label - ROOM) / 8)
    ingredients = game.of_kind("ingredient")
    names, top = pyramid.height, pyramid.height + 5.6
    height = top + row * 8
    return _svg(
        width,
        height + 2 * ROOM,
        _triangle_to_fill(game, ingredients, pyramid, style)
        + _names(ingredients, lang, pyramid, names + 3.6)
        + _table(game, lang, pyramid, top, row, style),
    )


def _triangle_to_fill(game: GameContent, ingredients: Sequence[Card], pyramid: Pyramid, style: Style) -> str:
    """Empty cells; in the lower corners of each the two ingredients that cross there."""
    side = pyramid.column * 0.15
    drawn = []
    for first, second in pyramid.pairs:
        x, y = pyramid.middle(first, second)
        for n, dx in ((first, -1), (second, 1)):
            drawn.append(
                signs.piece(
                    game,
                    ingredients[n].code,
                    x + dx * pyramid.column * 0.23,
                    y + pyramid.column * 0.2,
                    side,
                    stroke=1.9,
                )
            )
    cells = "".join(pyramid.cell(*pair) for pair in pyramid.pairs)
    base = "".join(pyramid.cell(n, n) for n in range(pyramid.count))
    return (
        f'<path d="{base}" fill="{style.pale(OWN_TINT)}" stroke="none"/>'
        f'<path d="{cells}{base}" fill="none" stroke="{EDGE}" stroke-width=".3"/>'
        + "".join(drawn)
        + "".join(
            signs.piece(game, card.code, *pyramid.middle(n, n), pyramid.column * 0.5)
            for n, card in enumerate(ingredients)
        )
    )


def _names(cards: Sequence[Card], lang: str, pyramid: Pyramid, y: float) -> str:
    """Names below the columns, in one size or smaller."""
    return "".join(
        _name(card, lang, pyramid.middle(n, n)[0], y, pyramid.column) for n, card in enumerate(cards)
    )


def _name(card: Card, lang: str, x: float, y: float, width: float) -> str:
    """A name in one line where it fits, in two smaller ones where it doesn't."""
    name = fit(card.short.in_(lang), SANS_BOLD, width - 0.4, 1, (3.0, 2.6))
    if len(name.lines) > 1:
        name = fit(card.short.in_(lang), SANS_BOLD, width - 0.4, 2, (2.5, 2.0))
    above = (len(name.lines) - 1) * name.size * 0.55
    return "".join(
        text(x, y - above + n * name.size * 1.1, name.size, escape(line), family=SANS_BOLD)
        for n, line in enumerate(name.lines)
    )


def _table(game: GameContent, lang: str, pyramid: Pyramid, top: float, row: float, style: Style) -> str:
    """Rows of formulas; every second pair of partners stands on a darker ground."""
    formulas = game.of_kind("alchemical")
    drawn = []
    for n, card in enumerate(formulas):
        y = top + n * row
        if n // 2 % 2 == 0:
            fill = "#dde2f0" if style.filled else "#ececec"
            drawn.append(
                f'<rect x="{ROOM:g}" y="{y:.2f}" width="{pyramid.right - ROOM:.2f}" height="{row:.2f}" '
                f'fill="{fill}"/>'
            )
        drawn.append(
            signs.formula(
                game, card, lang, (pyramid.left / 2, y + row / 2), min(pyramid.left - 2.2, row * 2.5), style
            )
        )
    across = "".join(f"M{ROOM:g} {top + n * row:.2f}H{pyramid.right:.2f}" for n in range(9))
    down = "".join(f"M{pyramid.left + n * pyramid.column:.2f} {top:.2f}v{row * 8:.2f}" for n in range(9))
    pairs = "".join(f"M{ROOM:g} {top + n * row:.2f}H{pyramid.right:.2f}" for n in (0, 2, 4, 6, 8))
    return (
        "".join(drawn)
        + f'<path d="{across}{down}M{ROOM:g} {top:.2f}v{row * 8:.2f}" stroke="{EDGE}" stroke-width=".2" '
        'fill="none"/>'
        f'<path d="{pairs}" stroke="{INK}" stroke-width=".4" fill="none"/>'
    )


def leader(game: GameContent, lang: str, width: float, truth: Mapping[str, str] | None, style: Style) -> str:
    """The leader's board: the results of all pairs of formulas over eight places for ingredients.

    `truth` (ingredient → formula, by codes) fills the places.
    """
    pyramid = Pyramid(ROOM, (width - 2 * ROOM) / 8)
    formulas = game.of_kind("alchemical")
    found = {formula: ingredient for ingredient, formula in (truth or {}).items()}
    top = pyramid.height
    height = top + pyramid.column + 7
    drawn = [_results(game, formulas, pyramid, lang, style)]
    for n, card in enumerate(formulas):
        middle = pyramid.middle(n, n)[0]
        drawn.append(
            signs.formula(
                game, card, lang, (middle, top - pyramid.column / 2), pyramid.column * 0.62, style, "triangle"
            )
        )
        drawn.append(
            _place(game, lang, (middle, top + pyramid.column / 2), pyramid.column, found.get(card.code))
        )
    return _svg(width, height + 2 * ROOM, "".join(drawn))


def _results(game: GameContent, formulas: Sequence[Card], pyramid: Pyramid, lang: str, style: Style) -> str:
    """What each pair gives: the bottle and the letters."""
    drawn = []
    for first, second in pyramid.pairs:
        code = mix(formula_of(formulas[first].data), formula_of(formulas[second].data))
        x, y = pyramid.middle(first, second)
        ink = COLOUR_INKS.get(code[0], MUTED)
        drawn.append(signs.piece(game, code, x, y - pyramid.column * 0.13, pyramid.column * 0.38))
        drawn.append(
            text(
                x,
                y + pyramid.column * 0.31,
                pyramid.column * 0.32,
                spelled(game, code, lang),
                family=SANS_BOLD,
                fill=ink,
            )
        )
    cells = "".join(pyramid.cell(*pair) for pair in pyramid.pairs)
    base = "".join(pyramid.cell(n, n) for n in range(pyramid.count))
    return (
        f'<path d="{base}" fill="{style.pale(OWN_TINT)}"/>'
        f'<path d="{cells}{base}" fill="none" stroke="{EDGE}" stroke-width=".3"/>{"".join(drawn)}'
    )


def _place(
    game: GameContent, lang: str, middle: tuple[float, float], column: float, ingredient: str | None
) -> str:
    """Where an ingredient's token lies; with the ingredient itself, if it is known."""
    x, y = middle
    ring = (
        f'<path d="M{x:.2f} {y - column / 2:.2f}v{column * 0.08:.2f}" stroke="{EDGE}" stroke-width=".3"/>'
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{column * 0.42:.2f}" fill="none" '
        f'stroke="{OWN_INK}" stroke-width=".4"'
    )
    if ingredient is None:
        line = f'<path d="M{x - column * 0.42:.2f} {y + column / 2 + 5:.2f}h{column * 0.84:.2f}" '
        return f'{ring} stroke-dasharray="1.2 1"/>{line}stroke="{EDGE}" stroke-width=".2"/>'
    card = game.card_by_code[ingredient]
    name = _name(card, lang, x, y + column / 2 + 3.4, column)
    return f"{ring}/>" + signs.piece(game, ingredient, x, y, column * 0.52) + name


def mixing_table(game: GameContent, lang: str, width: float, style: Style, layout: str = "triangle") -> str:
    """The formulas and what each pair of them gives, without places: for the rulebook and the reference.

    Formulas in a triangle stand in the lowest cells; in a column they hang below these, larger.
    """
    pyramid = Pyramid(ROOM, (width - 2 * ROOM) / 8)
    formulas = game.of_kind("alchemical")
    hanging = HANGING * pyramid.column if layout == "column" else 0.0
    size = pyramid.column * (0.9 if hanging else 0.62)
    bases = "".join(
        signs.formula(game, card, lang, (x, y + (hanging + pyramid.column * 0.6) / 2), size, style, layout)
        if hanging
        else signs.formula(game, card, lang, (x, y), size, style, layout)
        for card, (x, y) in ((card, pyramid.middle(n, n)) for n, card in enumerate(formulas))
    )
    inside = _results(game, formulas, pyramid, lang, style) + bases
    return _svg(width, pyramid.height + hanging + 2 * ROOM, inside)
