"""What figures of Alchemists are made of: circles of formulas, flasks, seals, cubes, coins. Pure.

A unit is a pixel of a page, so letters are at least 14 high. A colour never stands alone: a letter or a sign
is with it.
"""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from games.alchemists.rulebook.drawing import pieces
from games.alchemists.rulebook.drawing.formula import LAYOUTS, circles
from rulebook.content.entries import GameContent
from rulebook.drawing.figures import path, tinted, words
from rulebook.drawing.icons import icon_group
from rulebook.printing.cards.lettering import fit
from rulebook.printing.cards.paint import SANS_BOLD

WIDE = 300.0  # what a phone has for a figure
LETTER = 14.0  # the least height of letters
LINE = 1.15  # of a line of words, in their size
SEATS = ("red", "blue", "green", "ochre")
SEAL = 15.0  # radius of a seal on a book
FORMULA = 1.5  # the scale of a formula at which the letters of its small circles are as high as that


class Point(NamedTuple):
    x: float
    y: float


def circle(look: str, x: float, y: float, radius: float, width: float = 0.0, more: str = "") -> str:
    thick = f' stroke-width="{width:g}"' if width else ""
    return f'<circle class="{look}" cx="{x:g}" cy="{y:g}" r="{radius:g}"{thick}{more}/>'


def plate(
    look: str, x: float, y: float, width: float, height: float, line: float = 1.5, more: str = ""
) -> str:
    """A rectangle with round corners."""
    return (
        f'<rect class="{look}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"'
        f' stroke-width="{line:g}"{more}/>'
    )


def lettered(said: str, x: float, y: float, width: float, *, look: str = "fg-words", lines: int = 2) -> str:
    """Words in so many lines around `y`; those that begin or end at `x` say so by their look."""
    fitted = fit(said, SANS_BOLD, width, lines, (LETTER + 1, LETTER))
    step = fitted.size * LINE
    top = y + fitted.size * 0.36 - step * (len(fitted.lines) - 1) / 2
    return "".join(words(line, x, top + n * step, fitted.size, look) for n, line in enumerate(fitted.lines))


def icon(name: str, x: float, y: float, size: float, tint: str = "") -> str:
    """An icon around a point, in the ink of words or in a colour of the game."""
    drawn = icon_group(name, x - size / 2, y - size / 2, size)
    return tinted(tint, drawn) if tint else f'<g class="fg-ink">{drawn}</g>'


def piece(game: GameContent, code: str, x: float, y: float, size: float) -> str:
    """The picture of a card around a point."""
    card = game.card_by_code[code]
    return icon(pieces.piece_icon(card), x, y, size, pieces.tint(game, card))


def formula(
    game: GameContent, code: str, lang: str, at: Point, layout: str = "row", scale: float = FORMULA
) -> str:
    """The circles of a formula around a point."""
    box = LAYOUTS[layout]
    drawn = (
        tinted(
            each.colour,
            circle("fg-tint-fill" if each.large else "fg-tint-line", each.x, each.y, each.radius, 1.5)
            + words(
                each.said,
                each.x,
                each.y + each.radius * 0.37,
                each.radius * 1.1,
                "fg-on-tint" if each.large else "fg-tint-words",
            ),
        )
        for each in circles(game, game.card_by_code[code], lang, layout)
    )
    left, top = at.x - box.width * scale / 2, at.y - box.height * scale / 2
    return f'<g transform="translate({left:g} {top:g}) scale({scale:g})">{"".join(drawn)}</g>'


def circle_at(code_colour: str, at: Point, layout: str = "row", scale: float = FORMULA) -> Point:
    """The middle of a formula's circle of a colour."""
    box = LAYOUTS[layout]
    x, y = box.centres["RGB".index(code_colour)]
    return Point(at.x + (x - box.width / 2) * scale, at.y + (y - box.height / 2) * scale)


def short(game: GameContent, code: str, lang: str) -> str:
    return game.card_by_code[code].short.in_(lang)


def flask(game: GameContent, code: str, lang: str, at: Point, size: float = 36) -> str:
    """A potion around a point, its letters below."""
    below = words(pieces.spelled(game, code, lang), at.x, at.y + size / 2 + 14, 15, "fg-tint-words")
    tint = pieces.potion_tint(code)
    return icon(pieces.potion_icon(code), at.x, at.y, size, tint) + tinted(tint, below)


def token(game: GameContent, code: str, lang: str, at: Point, radius: float = 15) -> str:
    """The token of a result: a disc with its letters."""
    look = "fg-tint-words"
    return tinted(
        pieces.potion_tint(code),
        circle("fg-tint", *at, radius, 1.5)
        + words(pieces.spelled(game, code, lang), at.x, at.y + 5, 15, look),
    )


def coin(number: object, at: Point, radius: float = 13) -> str:
    return tinted("ochre", circle("fg-tint", *at, radius, 1.75)) + words(str(number), at.x, at.y + 5.4, 15)


def points(number: int, at: Point) -> str:
    """Points of the end, in a hexagon."""
    turns = [math.pi / 3 * n for n in range(6)]
    corners = "L".join(f"{at.x + 14 * math.sin(a):.1f} {at.y - 14 * math.cos(a):.1f}" for a in turns)
    return tinted("green", path(f"M{corners}z", "fg-tint", 1.75)) + words(str(number), at.x, at.y + 5.4, 15)


def cube(at: Point, size: float = 18, seat: int | None = None, letter: str = "", more: str = "") -> str:
    """An action cube around a point: that of a player has the first letter of the name."""
    left, top = at.x - size / 2, at.y - size / 2
    box = f'x="{left:g}" y="{top:g}" width="{size:g}" height="{size:g}" rx="2.5"'
    if seat is None:
        return f'<rect class="fg-sheet" {box} stroke-width="1.5"{more}/>'
    body = f'<rect class="fg-tint-fill" {box}/>'
    return tinted(SEATS[seat], body + words(letter, at.x, at.y + 5.2, LETTER, "fg-on-tint"))


def marker(seat: int, letter: str, at: Point, radius: float = 14) -> str:
    """A flask of a player, or the back of a seal: a disc with the letter."""
    body = circle("fg-tint-fill", *at, radius) + words(letter, at.x, at.y + 5.4, 15, "fg-on-tint")
    return tinted(SEATS[seat], body)


def seal(game: GameContent, code: str, lang: str, at: Point, radius: float = SEAL) -> str:
    """A seal with its face up: a star in its metal, or the colour in doubt with its letter."""
    hedge = game.card_by_code[code].data["hedge"]
    if not hedge:
        return tinted("ochre" if code == "gold" else "none", circle("fg-tint", *at, radius, 1.75)) + piece(
            game, code, *at, radius * 1.5
        )
    doubt = game.colour_by_id[hedge].letter.in_(lang) + "?"
    look = "fg-tint-words"
    return tinted(hedge, circle("fg-tint", *at, radius, 1.75) + words(doubt, at.x, at.y + 5.2, 15, look))


def cross(at: Point, size: float = 7, look: str = "fg-bad", width: float = 3) -> str:
    x, y = at
    lines = f"M{x - size:g} {y - size:g}l{2 * size:g} {2 * size:g}m0 {-2 * size:g}l{-2 * size:g} {2 * size:g}"
    return path(lines, look, width)


def check(at: Point, size: float = 8) -> str:
    """✓ around a point."""
    lines = f"M{at.x - size:g} {at.y:g}l{size * 0.7:g} {size * 0.7:g} {size * 1.3:g} {-size * 1.5:g}"
    return path(lines, "fg-good", 3)


def arrow(start: Point, end: Point, look: str = "fg-line", width: float = 2) -> str:
    """A line whose end has a head; it runs straight up, down, left or right."""
    across, along = (end.x > start.x) - (end.x < start.x), (end.y > start.y) - (end.y < start.y)
    wing = 5
    one = f"M{end.x - wing * (across + along):g} {end.y - wing * (along + across):g}"
    other = f"{end.x - wing * (across - along):g} {end.y - wing * (along - across):g}"
    return path(f"M{start.x:g} {start.y:g}L{end.x:g} {end.y:g}{one}L{end.x:g} {end.y:g} {other}", look, width)


# Who is who


def letter(game: GameContent, name: str, lang: str) -> str:
    """The first letter of a player of an example."""
    return person(game, name, lang)[:1]


def person(game: GameContent, name: str, lang: str) -> str:
    return game.people.get(name, name) if lang == "en" else name


def players(whole: Mapping[str, Any]) -> list[str]:
    """The players of a case, at whatever table it is played."""
    for table in ("position", "laboratory", "sheet"):
        if "players" in whole.get(table, {}):
            return list(whole[table]["players"])
    return []
