"""What printed pictures are made of besides icons: circles of formulas, potions, coins, points, smiles.

A colour is never alone: circles carry its letter, bottles have a shape for each colour and the sign inside.
"""

import math

from games.alchemists.rulebook.drawing.formula import LAYOUTS, formula_group
from games.alchemists.rulebook.drawing.pieces import piece_icon
from games.alchemists.rulebook.printing.inks import COLOUR_INKS
from rulebook.content.entries import Card, GameContent
from rulebook.printing.cards.inks import ink_of
from rulebook.printing.cards.paint import SANS_BOLD, SERIF_BOLD, Style, icon, text, turn


def piece(game: GameContent, code: str, x: float, y: float, size: float, *, stroke: float = 1.75) -> str:
    """The picture of a card around (x, y): an ingredient, a potion, a seal."""
    card = game.card_by_code[code]
    return icon(piece_icon(card), x - size / 2, y - size / 2, size, ink_of(game, card), stroke=stroke)


def formula(
    game: GameContent,
    card: Card,
    lang: str,
    centre: tuple[float, float],
    width: float,
    style: Style,
    layout: str = "row",
) -> str:
    """A formula's three circles around `centre`, `width` wide, as pages draw them."""
    box = LAYOUTS[layout]
    scale = width / box.width
    drawn = formula_group(game, card, lang, layout, inks=COLOUR_INKS, paper=style.ground, font=SANS_BOLD)
    bold = drawn.replace(' font-weight="700"', "")  # the family is bold by itself
    x, y = centre[0] - width / 2, centre[1] - box.height * scale / 2
    return f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.5g})">{bold}</g>'


def coin(words: str, x: float, y: float, radius: float, ink: str, style: Style) -> str:
    """A coin with a number on it."""
    pale = f'fill="{ink}" fill-opacity=".12"' if style.filled else 'fill="none"'
    return (
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" {pale} stroke="{ink}" '
        f'stroke-width="{radius * 0.09:.2f}"/>'
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius * 0.82:.2f}" fill="none" stroke="{ink}" '
        f'stroke-width="{radius * 0.035:.2f}"/>'
        + text(x, y + radius * 0.43, radius * 1.26, words, family=SERIF_BOLD, fill=ink)
    )


def points(words: str, x: float, y: float, radius: float, ink: str, style: Style) -> str:
    """Points at the end of the game, in a hexagon; without words a star."""
    pale = f'fill="{ink}" fill-opacity=".12"' if style.filled else 'fill="none"'
    corners = "L".join(f"{x + radius * math.sin(a):.2f} {y - radius * math.cos(a):.2f}" for a in turn(6))
    return (
        f'<path d="M{corners}z" {pale} stroke="{ink}" stroke-width="{radius * 0.08:.2f}" '
        'stroke-linejoin="round"/>'
    ) + (
        text(x, y + radius * 0.43, radius * 1.26, words, family=SERIF_BOLD, fill=ink)
        if words
        else f'<path d="{star(x, y, radius * 0.6)}" fill="{ink}"/>'
    )


def star(x: float, y: float, radius: float) -> str:
    """Path of a star with five points."""
    corners = (
        (x + r * math.sin(angle), y - r * math.cos(angle))
        for angle, r in zip(turn(10), (radius, radius * 0.42) * 5, strict=True)
    )
    return "M" + "L".join(f"{a:.2f} {b:.2f}" for a, b in corners) + "z"


def smiles(count: int, x: float, y: float, size: float, ink: str) -> str:
    """A row of smiling faces around (x, y)."""
    left = x - size * (count - 1) / 2
    return "".join(icon("smile", left + (n - 0.5) * size, y - size / 2, size, ink) for n in range(count))
