"""Printed cards that are a recipe above and an element below.

Drawn at a width of 63 and scaled; a card that is higher for its width gets more air between its parts.
"""

import math
from collections.abc import Mapping, Sequence
from html import escape

from games.potions.rulebook.drawing.recipe_cards import OR, are_choices, elements_of, sign_of
from games.potions.rulebook.printing.recipe_back import back
from rulebook import game as games
from rulebook.content.entries import Card, Element, GameContent
from rulebook.content.recipes import RecipeSlot, made_of, name_of
from rulebook.drawing.icons import element_icon, kind_icon
from rulebook.printing.cards.lettering import Fitted, fill, fit, typeset, wrap
from rulebook.printing.cards.paint import (
    BASE_WIDTH,
    FULL_INK,
    INK,
    INKS,
    MUTED,
    PAPER,
    SANS,
    SERIF_BOLD,
    SERIF_ITALIC,
    PrintedFamily,
    Size,
    Sketch,
    Style,
    frame,
    ground,
    icon,
    text,
    turn,
)

# A quiet ink for each kind, beside its icon and its name; pages have the same as classes `k-…`.
KIND_INKS: Mapping[str, str] = {
    "simple_elixir": INKS["teal"],
    "complex_elixir": INKS["blue"],
    "powder": INKS["ochre"],
    "great_elixir": INKS["green"],
    "talisman": INKS["purple"],
    "creature": INKS["red"],
    "great_talisman": INKS["purple"],
    "supreme_elixir": INKS["green"],
    "spell": INKS["plum"],
}
ANY = "flask"  # the icon of an element that one may choose
LEFT, RIGHT = 7.0, 56.0  # where words begin and end
BADGE = (11.9, 12.6, 5.7)  # the frame of the points: middle and radius
TITLE = (19.8, 13.6)  # left edge of the name, middle of its lines
RULE_Y = 24.2  # the line between the head and the ingredients
RESULT = (47.6, 8.1)  # the picture of the kind: middle and radius
COLUMN = 22.0  # width of an ingredient's name
SIGN = 7.6  # an ingredient's icon
PANEL = (6.2, 50.6)  # the element's frame: left edge and width
LINE = 1.16  # height of a line of letters
# Where the icons of one, two or three elements stand on a small card: (x, y, size) each.
SMALL_ELEMENTS: Mapping[int, Sequence[tuple[float, float, float]]] = {
    1: ((4.2, 14, 11.6),),
    2: ((2.4, 13.2, 8), (9.6, 18, 8)),
    3: ((2.2, 13, 7.4), (10.4, 13, 7.4), (6.3, 19.4, 7.4)),
}


def face(
    game: GameContent, card: Card, size: Size, lang: str, *, bleed: float = 0, style: Style = FULL_INK
) -> str:
    """The recipe in the upper part, what the card is as an element in the lower."""
    it = Sketch(game, card, lang, ink_of(game, card), style, size.scale)
    height = size.height / size.scale
    note = it.rule if card.ingredients else ""
    panel = 26.6 + (height - 88) * 0.35 + (6.0 if note else 0)
    top = height - 6.4 - panel
    middle = (RULE_Y + top) / 2
    upper = _ingredients(it, RULE_Y, top) if card.ingredients else _effect(it, middle, top - RULE_Y - 2)
    inside = _head(it) + _result(it, middle) + upper + _shelf(it, top, panel, note)
    return (
        ground(size, bleed, style.ground)
        + frame(size, it.ink)
        + f'<g transform="scale({size.scale:.5g})">{inside}</g>'
    )


def ink_of(game: GameContent, card: Card) -> str:
    """The ink of a card’s kind, one of the game’s own or of a box."""
    return kind_ink(game.id, card.kind) or INK


def kind_ink(game_id: str, kind: str) -> str:
    """The ink of a kind of cards; empty if nobody names one."""
    of_boxes = (box.kind_inks for box in games.boxes(game_id).values())
    return next((inks[kind] for inks in (KIND_INKS, *of_boxes) if kind in inks), "")


def _head(it: Sketch) -> str:
    """Points in their frame, the name beside them, the kind below it."""
    card, ink = it.card, it.ink
    x, y, r = BADGE
    hexagon = "L".join(f"{x + r * math.sin(a):.2f} {y - r * math.cos(a):.2f}" for a in turn(6))
    badge = f'<path d="M{hexagon}z" {it.pale} stroke="{ink}" stroke-width=".45" stroke-linejoin="round"/>'
    if card.points:
        badge += text(x, y + 2.55, 7.6, str(card.points), family=SERIF_BOLD, fill=ink)
    else:
        badge += icon(kind_icon(card.kind), x - 3, y - 3, 6, ink)
    left, centre = TITLE
    name = fit(card.name.in_(it.lang), SERIF_BOLD, RIGHT + 1 - left, 2, (5.2, 3.6))
    kind = fit(it.game.kind_by_id[card.kind].name.in_(it.lang), SANS, RIGHT - left, 1, (3.3, it.letters(2.3)))
    tall = len(name.lines) * name.size * LINE + 3.9
    first = centre - tall / 2 + name.size * 0.82
    last = first + (len(name.lines) - 1) * name.size * LINE
    return (
        badge
        + typeset(name, left, first, SERIF_BOLD, INK, height=LINE, anchor="start")
        + typeset(kind, left, last + 4.5, SANS, ink, height=LINE, anchor="start")
        + f'<path d="M{LEFT:g} {RULE_Y:g}H{RIGHT:g}" stroke="{ink}" stroke-width=".2" fill="none"/>'
    )


def _beside(words: Fitted, x: float, middle: float, family: str, fill: str) -> str:
    """Lines that stand around a height."""
    first = middle - (len(words.lines) - 1) * words.size * LINE / 2 + words.size * 0.31
    return typeset(words, x, first, family, fill, height=LINE, anchor="start")


def _result(it: Sketch, middle: float) -> str:
    """What comes of the ingredients as a picture in the ring of a lamp."""
    x, r = RESULT
    side = r * 1.3
    centre, dial = f'cx="{x:g}" cy="{middle:.2f}"', r + 0.9
    gap = math.tau * dial / 36 - 0.22  # rays as dashes: a page of fifty cards is a tenth shorter for it
    return (
        f'<circle {centre} r="{r:g}" {it.pale} stroke="{it.ink}" stroke-width=".2"/>'
        f'<circle {centre} r="{dial:g}" fill="none" stroke="{it.ink}" stroke-width=".9" '
        f'stroke-dasharray=".22 {gap:.4f}"/>'
        + icon(sign_of(it.card), x - side / 2, middle - side / 2, side, it.ink, stroke=1.3)
    )


def _asked(it: Sketch, slot: RecipeSlot) -> tuple[str, str]:
    """Icon and words of an ingredient.

    «Any» recipes of a kind are worded as the card's own kind says what it is made of.
    """
    kind, name = slot.ingredient
    if kind == "any":
        return ANY, name_of(it.game, *slot.ingredient).in_(it.lang)
    if kind == "either":
        return kind_icon(slot.cards[0].kind), name_of(it.game, *slot.ingredient).in_(it.lang)
    if kind == "element":
        return element_icon(name), it.game.element_by_id[name].name.in_(it.lang)
    if kind == "card":
        used = it.game.card_by_id[name]
        return kind_icon(used.kind), used.name.in_(it.lang)
    return kind_icon(name), it.game.kind_by_id[it.card.kind].made_of.in_(it.lang)


def _ingredients(it: Sketch, top: float, bottom: float) -> str:
    """Icons in a column at the left, each with its name."""
    asked = [(*_asked(it, slot), slot.times) for slot in made_of(it.game, it.card)]
    step = (bottom - top) / sum(times for _, _, times in asked)
    sign = min(SIGN, step - 1.6)
    sizes = (3.7, it.letters(2.3))
    size = min(fill(words, SANS, COLUMN, step * times, sizes).size for _, words, times in asked)
    drawn, y = [], top
    for name, words, times in asked:
        for n in range(times):
            drawn.append(icon(name, LEFT, y + (n + 0.5) * step - sign / 2, sign, INK, stroke=1.5))
        lines = Fitted(size, wrap(words, size, SANS, COLUMN))
        drawn.append(_beside(lines, LEFT + sign + 1.6, y + step * times / 2, SANS, INK))
        y += step * times
    return "".join(drawn)


def _effect(it: Sketch, middle: float, room: float) -> str:
    """What a card without a recipe does."""
    words = fill(it.rule, SERIF_ITALIC, SIGN + COLUMN, room, (4.8, it.letters(2.8)))
    return _beside(words, LEFT, middle, SERIF_ITALIC, INK)


def _shelf(it: Sketch, top: float, tall: float, note: str) -> str:
    """The lower half: the element in its frame; several stand below each other, above a `note`."""
    left, width = PANEL
    box = (
        f'<rect x="{left:g}" y="{top:.2f}" width="{width:g}" height="{tall:.2f}" rx="2" {it.pale} '
        f'stroke="{it.ink}" stroke-width=".35"/>'
    )
    elements = elements_of(it.game, it.card)
    words = fit(note, SERIF_ITALIC, width - 4, 2, (it.letters(3.0), it.letters(2.6)))
    tall -= len(words.lines) * words.size * LINE + 1 if note else 0
    small_print = typeset(
        words, left + width / 2, top + tall + words.size * 0.75, SERIF_ITALIC, MUTED, height=LINE
    )
    if len(elements) == 1:
        return box + _element(elements[0], it.lang, top, tall) + (small_print if note else "")
    between = OR.in_(it.lang) if are_choices(it.card) else ""
    return box + _elements(it, elements, (top, tall), between) + small_print


def _element(element: Element, lang: str, top: float, tall: float) -> str:
    """One element, large, its name below it."""
    middle = BASE_WIDTH / 2
    side = tall - 10.2
    words = fit(element.name.in_(lang), SERIF_BOLD, PANEL[1] - 4, 1, (4.8, 3.6))
    return icon(element_icon(element.id), middle - side / 2, top + 1.9, side, INK, stroke=1.4) + text(
        middle, top + tall - 3, words.size, escape(words.lines[0]), family=SERIF_BOLD
    )


def _elements(it: Sketch, elements: Sequence[Element], place: tuple[float, float], between: str) -> str:
    """Several elements in rows; `between` is the word that parts them if only one of them is meant."""
    top, tall = place
    step = (tall - 1.6) / len(elements)
    side = min(step - 0.8, 9.2)
    left, width = PANEL[0] + side + 4.6, PANEL[1] - side - 6.6
    names = [element.name.in_(it.lang) for element in elements]
    size = min(fit(name, SERIF_BOLD, width, 1, (4.4, it.letters(3.2))).size for name in names)
    drawn = []
    for n, (element, name) in enumerate(zip(elements, names, strict=True)):
        y = top + 0.8 + (n + 0.5) * step
        if n and between:
            drawn.append(
                text(left, y - step / 2 + 1, it.letters(3.2), between, family=SERIF_ITALIC, anchor="start")
            )
        drawn.append(icon(element_icon(element.id), PANEL[0] + 2.6, y - side / 2, side, INK, stroke=1.5))
        drawn.append(_beside(Fitted(size, (name,)), left, y, SERIF_BOLD, INK))
    return "".join(drawn)


def small(game: GameContent, card: Card, lang: str) -> str:
    """Points, kind and elements on a card 20 × 28."""
    ink = ink_of(game, card)
    kind = kind_icon(card.kind)
    recipe = (
        text(5.6, 10, 8.6, str(card.points), family=SERIF_BOLD, fill=ink) + icon(kind, 10.6, 2.6, 7.4, ink)
        if card.points
        else icon(kind, 2.2, 2.8, 7.2, ink) + icon(sign_of(card), 10.4, 2.6, 7.4, ink)
    )
    elements = "".join(
        icon(element_icon(element), *place, INK)
        for element, place in zip(card.elements, SMALL_ELEMENTS[len(card.elements)], strict=True)
    )
    return (
        f'<rect x=".5" y=".5" width="19" height="27" rx="2.6" fill="{PAPER}" stroke="{ink}" '
        f'stroke-width=".8"/><path d="M2.2 12.2h15.6" stroke="{ink}" stroke-width=".4"/>{recipe}{elements}'
    )


FAMILY = PrintedFamily(face, back, small)
