"""Cards in figures, and what stands around them: points, arrows, names. Pure.

A figure's unit is a pixel of a page; a card is that of `recipe_cards`, 46 × 64.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from games.potions.rulebook.drawing.recipe_cards import IN_HAND, sign_of
from rulebook.content.entries import Card, GameContent
from rulebook.drawing.figures import path, tinted, words
from rulebook.drawing.icons import element_icon, icon_group, kind_icon
from rulebook.drawing.small import find_card
from rulebook.printing.cards.lettering import wrap
from rulebook.printing.cards.paint import SANS_BOLD

WIDE, HIGH = 46.0, 64.0  # a card
WIDTH = 318.0  # of a figure: a narrow phone has as much
LETTERS, LINE = 15.0, 17.0  # words and their lines
# What doesn't count just now. `opacity` of a whole would have letters cut off in print.
FAINT = ' fill-opacity=".28" stroke-opacity=".28"'
NO_EDGE = ' stroke-width="0"'
RECIPE, ELEMENT = "recipe", "element"  # the halves


def box(x: float, y: float, width: float, height: float, radius: float) -> str:
    """A rectangle with round corners, as the `d` of a path."""
    r = radius
    return (
        f"M{x + r:g} {y:g}h{width - 2 * r:g}a{r:g} {r:g} 0 0 1 {r:g} {r:g}v{height - 2 * r:g}"
        f"a{r:g} {r:g} 0 0 1 {-r:g} {r:g}h{2 * r - width:g}a{r:g} {r:g} 0 0 1 {-r:g} {-r:g}"
        f"v{2 * r - height:g}a{r:g} {r:g} 0 0 1 {r:g} {-r:g}z"
    )


OUTLINE = box(0.75, 0.75, 44.5, 62.5, 7)
SHELF = box(3.75, 27.5, 38.5, 32.75, 4.75)


def placed(inside: str, x: float, y: float, scale: float = 1.0) -> str:
    """What is drawn around 0 0, put somewhere."""
    size = "" if scale == 1 else f" scale({scale:g})"
    return f'<g transform="translate({x:g} {y:g}){size}">{inside}</g>'


@cache
def tint_of(kind: str) -> str:
    return kind.replace("_", "-")


def card_of(game: GameContent, code: str) -> Card:
    """A card as a position names it: «elixir_of_wisdom:astral_energy»."""
    return find_card(game, code)


def tile(card: Card, half: str = "", only: str = "") -> str:
    """A card's face; one `half` alone counts, or `only` one of its elements."""
    upper = _upper(card)
    lower = "".join(
        f"<g{FAINT if only and element != only else ''}>{icon_group(element_icon(element), *place)}</g>"
        for element, place in zip(card.elements, IN_HAND[len(card.elements)], strict=True)
    )
    if half == ELEMENT:
        upper = f"<g{FAINT}>{upper}</g>"
    faint = FAINT if half == RECIPE else ""
    shelf = path(SHELF, "fg-tint", more=NO_EDGE) + f'<g class="fg-ink">{lower}</g>'
    return tinted(tint_of(card.kind), _paper() + upper + f"<g{faint}>{shelf}</g>")


def _paper() -> str:
    return path(OUTLINE, "fg-paper") + path(OUTLINE, "fg-tint-line", 1.5)


def _upper(card: Card) -> str:
    """The recipe: points and kind; of a card without points its kind and its own sign."""
    if not card.points:
        return icon_group(kind_icon(card.kind), 4, 5.5, 17) + icon_group(sign_of(card), 23.5, 5.5, 18)
    return words(str(card.points), 12.5, 22, 20, "fg-tint-words") + icon_group(
        kind_icon(card.kind), 23.5, 5.5, 18
    )


def back() -> str:
    """A card that lies face down."""
    star = "M23 18.5l3.4 10.1 10.1 3.4-10.1 3.4L23 45.5l-3.4-10.1L9.5 32l10.1-3.4z"
    return (
        path(OUTLINE, "fg-sheet", 1.5)
        + path(box(4.5, 4.5, 37, 55, 4), "fg-soft")
        + path(star, "fg-quiet", 1.5)
    )


def gap() -> str:
    """Where a card was, or is wanted."""
    return path(OUTLINE, "fg-quiet", 1.5, ' stroke-dasharray="4 3.5"')


def frame(look: str = "fg-good") -> str:
    """Around a card that has just come or is what it is all about."""
    return path(box(-2, -2, 50, 68, 9), look, 3)


def badge(said: str, x: float, y: float, *, good: bool = True) -> str:
    """A few signs in a round frame, its middle at (x, y)."""
    wide = 13.0 + 8.5 * len(said)
    frame = box(x - wide / 2, y - 12, wide, 24, 12)
    inked = path(frame, "fg-good-fill") if good else path(frame, "fg-paper") + path(frame, "fg-quiet", 1.5)
    return inked + words(said, x, y + 5.5, 16, "fg-on-tint" if good else "fg-words")


def plus(n: int) -> str:
    """«+4», «0», «−5» with a real minus."""
    return f"+{n}" if n > 0 else str(n).replace("-", "\u2212")


def cross(x: float, y: float, size: float = 9.0) -> str:
    """✕ on a ground of its own."""
    lines = f"M{x - size:g} {y - size:g}l{2 * size:g} {2 * size:g}m0 {-2 * size:g}l{-2 * size:g} {2 * size:g}"
    ring = box(x - size * 1.7, y - size * 1.7, size * 3.4, size * 3.4, size * 1.7)
    return path(ring, "fg-paper") + path(ring, "fg-bad", 2) + path(lines, "fg-bad", 4)


def arrow(x1: float, y1: float, x2: float, y2: float, look: str = "fg-line") -> str:
    """An arrow along an axis."""
    if y1 == y2:
        head = 6 if x2 > x1 else -6
        return path(f"M{x1:g} {y1:g}H{x2:g}m{-head} -6l{head} 6l{-head} 6", look, 2)
    head = 6 if y2 > y1 else -6
    return path(f"M{x1:g} {y1:g}V{y2:g}m-6 {-head}l6 {head}l6 {-head}", look, 2)


def lines_of(said: str, width: float, size: float = LETTERS) -> tuple[str, ...]:
    return wrap(said, size, SANS_BOLD, width)


def written(lines: Iterable[str], x: float, y: float, look: str = "fg-words", size: float = LETTERS) -> str:
    """Lines one below the other, the first one's baseline at `y`."""
    return "".join(words(line, x, y + n * LINE, size, look) for n, line in enumerate(lines))


def name_of(game: GameContent, player: str, lang: str) -> str:
    """What a player of an example is called."""
    return game.people.get(player, player) if lang == "en" else player


def name_lines(names: Sequence[str], width: float) -> list[tuple[str, ...]]:
    """Names in lines, all of them as many, so that they stand in a row; each part of a name has its own."""
    wrapped = [tuple(line for part in name.split("\n") for line in lines_of(part, width)) for name in names]
    most = max(map(len, wrapped), default=0)
    return [(*lines, *[""] * (most - len(lines))) for lines in wrapped]
