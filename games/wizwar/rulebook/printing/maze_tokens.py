"""Tokens of a game in a maze: wizards that stand, treasures, what is laid on edges and squares.

What lies on the board is as large as its squares; `unit` is the side of a square in millimetres.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from games.wizwar.rulebook.drawing import maze
from games.wizwar.rulebook.drawing.pieces import piece_icon
from games.wizwar.rulebook.printing import maze_board, paper_die
from games.wizwar.rulebook.printing.inks import INK as OWN_INK
from games.wizwar.rulebook.printing.inks import TINT as OWN_TINT
from rulebook.content.entries import Card, GameContent, Text
from rulebook.printing.cards.inks import ink_of
from rulebook.printing.cards.lettering import Fitted, cut, fit, parted, typeset
from rulebook.printing.cards.paint import (
    INK,
    INKS,
    MUTED,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    SMALLEST,
    TINTS,
    WHITE,
    Size,
    Style,
    ground,
    icon,
    text,
)
from rulebook.printing.cards.pieces import BLEED, Desk, Piece, PieceGroup, disc, rounded

# Inks by seat, those of the board on the site; a number always stands with them.
SEATS = ("red", "blue", "green", "ochre", "purple", "teal")
LETTERS = {"ru": "аб", "en": "ab"}
FIGURE = Size(22.0, 34.0)  # a wizard that stands, folded over its top
FOOT = 9.0
FOLDED = Size(FIGURE.width, 2 * (FIGURE.height + FOOT))
CHEST, OBJECT, LOCK, DAMAGE, EXIT = 17.0, 18.0, 11.0, 11.0, 15.0
EDGE = 0.21  # how wide a token on an edge is, in squares
FILLED = 0.82  # the side of a token that fills a square
DAMAGES = ((1, 14), (5, 8), (10, 4))  # points, and how many markers of them
LABEL = 2.22  # how far from the auto-warp's middle its name stands, in squares
LINE = 1.15
NAME_LINES = 2  # of a name, however long

WIZARDS = Text(
    "маги: перегните по пунктиру, склейте и отогните ножки",
    "wizards: fold on the dots, glue, bend the feet out",
)
CHESTS = Text("сундуки: номер хозяина и буква", "treasures: the owner’s number and a letter")
EDGES = Text("на сторону клетки", "for edges of squares")
SQUARES = Text("на клетку", "for squares")
LOCKS = Text("на двери: замок снят, замок заклинен", "for doors: lock removed, lock jammed")
DAMAGE_WORDS = Text(
    "сколько очков потеряла стена, дверь, терновник (жетоны наши)",
    "points lost by a wall, a door, a bush (tokens of ours)",
)
DIE = Text(
    "кубик на четыре: склейте пирамидку или проткните волчок спичкой",
    "a die of four: glue the pyramid, or push a match through the spinner",
)
EXITS = Text("буквы выходов: к краям поля", "letters of exits: for the rim of the board")
WARP = Text("авто-перенос: между секторами 1 и 3", "auto-warp: between sectors 1 and 3")
STAND = Text("ножка", "foot")


@dataclass(frozen=True)
class MazeDesk(Desk):
    unit: float


def groups(game: GameContent, lang: str, style: Style, unit: float) -> list[PieceGroup]:
    """All tokens of the box for a board with squares of `unit`; a table may lack the cards that need some."""
    it = MazeDesk(game, lang, style, unit)
    made = [
        it.group(WIZARDS, _wizards(it)),
        it.group(CHESTS, _chests(it)),
        it.group(EDGES, _edges(it)),
        it.group(SQUARES, _squares(it)),
        it.group(LOCKS, _locks(it)),
        it.group(game.kind_by_id["object"].plural, _objects(it)),
        it.group(DAMAGE_WORDS, _damages(it)),
        it.group(DIE, paper_die.pieces(lang, style)),
    ]
    return [each for each in made if each.pieces]


def rim(game: GameContent, lang: str, style: Style, unit: float, layouts: Sequence[Card]) -> list[PieceGroup]:
    """What is laid around the board of some layouts: letters of exits, the auto-warp."""
    it = MazeDesk(game, lang, style, unit)
    letters = sorted({one["letter"] for layout in layouts for one in layout.data["exits"]})
    found = [it.group(EXITS, [_exit(it, letter, n) for letter in letters for n in range(2)])]
    if any("auto_warp" in layout.data for layout in layouts):
        found.append(it.group(WARP, [_warp(it)]))
    return found


# Wizards and treasures


def _wizards(it: MazeDesk) -> Iterator[Piece]:
    for seat in range(it.card("wizard").count):
        yield Piece(f"wizard:{seat + 1}", FOLDED, _wizard(it, seat))


def _wizard(it: MazeDesk, seat: int) -> str:
    ink, middle, top = INKS[SEATS[seat]], FIGURE.width / 2, FOOT + FIGURE.height
    return folded(
        it,
        ink,
        icon("wizard", middle - 9, top + 2.6, 18, ink, stroke=1.3)
        + f'<circle cx="{middle:g}" cy="{top + 27.2:g}" r="4.9" fill="{ink if it.style.filled else WHITE}" '
        f'stroke="{ink}" stroke-width=".4"/>'
        + text(
            middle,
            top + 29.6,
            7,
            str(seat + 1),
            family=SERIF_BOLD,
            fill=it.style.ground if it.style.filled else ink,
        ),
    )


def folded(it: MazeDesk, ink: str, drawn: str) -> str:
    """Both sides of a figure head to head, a foot at either end; `drawn` is the lower one."""
    middle, top = FIGURE.width / 2, FOOT + FIGURE.height
    tint = f'fill="{ink}" fill-opacity=".12"' if it.style.filled else 'fill="none"'
    side = (
        f'<rect x="{-BLEED:g}" y="{top:g}" width="{FIGURE.width + 2 * BLEED:g}" '
        f'height="{FIGURE.height:g}" {tint}/>'
        + drawn
        + text(middle, top + FIGURE.height + 5.4, 2.6, STAND.in_(it.lang), family=SANS, fill=MUTED)
    )
    height = 2 * top
    folds = "".join(f"M0 {y:g}h{FIGURE.width:g}" for y in (FOOT, top, top + FIGURE.height))
    return (
        f'{side}<g transform="rotate(180 {middle:g} {height / 2:g})">{side}</g>'
        f'<path d="{folds}" stroke="{ink}" stroke-width=".2" stroke-dasharray=".8 .8"/>'
    )


def _chests(it: MazeDesk) -> Iterator[Piece]:
    for seat in range(it.card("wizard").count):
        for letter in LETTERS[it.lang][: it.game.constants["treasures_each"]]:
            yield rounded(f"treasure:{seat + 1}{letter}", CHEST, _chest(it, seat, letter))


def _chest(it: MazeDesk, seat: int, letter: str) -> str:
    ink, middle = INKS[SEATS[seat]], CHEST / 2
    return (
        it.disc(CHEST, ink)
        + icon("chest", middle - 4.1, middle - 6.3, 8.2, ink, stroke=1.6)
        + text(middle, middle + 5.7, 4.6, f"{seat + 1}{letter}", family=SERIF_BOLD, fill=ink)
    )


# On edges and squares


def _edges(it: MazeDesk) -> Iterator[Piece]:
    size = Size(it.unit, it.unit * EDGE)
    for name, draw in EDGE_TOKENS.items():
        for n in range(it.card(name).count):
            words = it.card(name).name.in_(it.lang)
            yield Piece(f"{name}:{n + 1}", size, strip(it, draw(it)), words=words)


def strip(it: MazeDesk, inside: str) -> str:
    """A drawing in squares, along the line y = 0, on the ground of the floor."""
    size = Size(it.unit, it.unit * EDGE)
    fill = maze_board.SLABS[0] if it.style.filled else WHITE
    return (
        ground(size, BLEED, fill)
        + f'<g transform="translate(0 {size.height / 2:.3f}) scale({it.unit:g})">{inside}</g>'
    )


SIDE = maze.WallLine(0, 0, 1, 0)


def _wall(it: MazeDesk) -> str:
    return maze_board.bricks([SIDE], it.style)


def _fire(it: MazeDesk) -> str:
    return "".join(icon("fire-wall", 0.06 + n * 0.18, -0.09, 0.17, INKS["red"]) for n in range(5))


def _illusion(it: MazeDesk) -> str:
    """Bricks in dashes, a question in the middle."""
    ink = INKS["purple"]
    rows = "".join(f"M.05 {y:g}H.4M.6 {y:g}H.95" for y in (-0.06, 0.06))
    joints = "".join(f"M{x:g} -.06V.06" for x in (0.05, 0.17, 0.29, 0.4, 0.6, 0.71, 0.83, 0.95))
    line = f'fill="none" stroke="{ink}" stroke-width=".018" stroke-dasharray=".045 .03"'
    words = f'font-family="{SANS_BOLD}" font-size=".17" fill="{ink}" text-anchor="middle"'
    return f'<path d="{rows}{joints}" {line}/><text x=".5" y=".058" {words}>?</text>'


BROKEN = "M0 -.085H.13l.05 .05 -.04 .04 .03 .05 -.05 .03H0zM1 -.085H.88l-.05 .03 .03 .05 -.05 .05 .05 .04H1z"
RUBBLE = (
    "M.3 .03l.05 -.03 .03 .04 -.05 .02zM.46 -.05l.04 -.01 .01 .04 -.04 0z"
    "M.62 .05l.05 -.04 .02 .05zM.74 -.03h.03v.03h-.03z"
)


def _gap(it: MazeDesk) -> str:
    """Broken ends, a few stones between them."""
    fill = maze_board.STONE if it.style.filled else WHITE
    look = f'fill="{fill}" stroke="{INK}" stroke-width=".014" stroke-linejoin="round"'
    return f'<path d="{BROKEN}{RUBBLE}" {look}/>'


EDGE_TOKENS: Mapping[str, Callable[[MazeDesk], str]] = {
    "token_wall": _wall,
    "token_fire": _fire,
    "token_illusion": _illusion,
    "token_gap": _gap,
}


def _squares(it: MazeDesk) -> Iterator[Piece]:
    """Thornbushes, with the points that they have, and the block of stone."""
    side = it.unit * FILLED
    for name in ("token_bush", "token_stone"):
        card = it.card(name)
        points = str(it.game.constants["bush_hp"]) if name == "token_bush" else ""
        for n in range(card.count):
            words, face = card.name.in_(it.lang), _filled(it, card, side, points)
            yield Piece(f"{name}:{n + 1}", Size(side, side), face, words=words)


def _filled(it: MazeDesk, card: Card, side: float, points: str) -> str:
    ink, pale = (INKS["green"], TINTS["green"]) if points else (MUTED, maze_board.STONE)
    return filled(it, card, side, points, ink, pale)


def filled(it: MazeDesk, card: Card, side: float, points: str, ink: str, pale: str) -> str:
    """The face of a token that fills a square, in its corner the points that it has."""
    drawn = icon(piece_icon(card), side * 0.14, side * 0.14, side * 0.72, ink, stroke=1.4)
    corner = text(side - 2.6, side - 1.6, 3.4, points, family=SANS_BOLD, fill=ink) if points else ""
    line = f'width="{side - 1.6:.2f}" height="{side - 1.6:.2f}" fill="none" stroke="{ink}"'
    return (
        ground(Size(side, side), BLEED, it.style.pale(pale))
        + f'<rect x=".8" y=".8" {line} stroke-width=".3"/>{drawn}{corner}'
    )


def _locks(it: MazeDesk) -> Iterator[Piece]:
    for name in ("remove_lock", "jam_lock"):
        for n in range(it.card(name).count):
            card = it.card(name)
            yield rounded(f"{name}:{n + 1}", LOCK, _lock(it, card), words=card.name.in_(it.lang))


def _lock(it: MazeDesk, card: Card) -> str:
    middle = LOCK / 2
    ink = ink_of(it.game, card)
    return it.disc(LOCK, ink) + icon(piece_icon(card), middle - 3.3, middle - 3.3, 6.6, ink)


def _objects(it: MazeDesk) -> Iterator[Piece]:
    for card in it.game.cards:
        if card.data.get("object") and not card.box:
            for n in range(card.count):
                yield rounded(f"object:{card.id}:{n + 1}", OBJECT, _object(it, card))


def _object(it: MazeDesk, card: Card) -> str:
    return named(it, piece_icon(card), card.name.in_(it.lang), ink_of(it.game, card))


def named(it: MazeDesk, sign: str, words: str, ink: str, across: float = OBJECT) -> str:
    """The face of a round token of an object: its sign, its name below; a larger one has larger letters."""
    middle, scale = across / 2, across / OBJECT
    room = 13.2 + (across - OBJECT) / 2  # the ring is narrower where the words are
    name = named_in(words, room, 2, (SMALLEST * scale, SMALLEST))
    y = middle + 3.9 * scale - (len(name.lines) - 1) * 0.7 * scale
    return (
        it.disc(across, ink)
        + icon(sign, middle - 4 * scale, middle - 7.4 * scale, 8 * scale, ink, stroke=1.6)
        + typeset(name, middle, y, SANS_BOLD, INK, height=LINE)
    )


def named_in(words: str, width: float, lines: int, sizes: tuple[float, float]) -> Fitted:
    """A name in so many lines if there is room at one of the sizes, else in two."""
    found = parted(fit(words, SANS_BOLD, width, lines, sizes), SANS_BOLD, width)
    return cut(found, SANS_BOLD, width, NAME_LINES)


def _damages(it: MazeDesk) -> Iterator[Piece]:
    for points, copies in DAMAGES:
        for n in range(copies):
            yield rounded(f"damage:{points}:{n + 1}", DAMAGE, _damage(it, points))


def _damage(it: MazeDesk, points: int) -> str:
    middle = DAMAGE / 2
    return it.disc(DAMAGE, INKS["red"]) + text(
        middle, middle + 1.9, 5.4, f"−{points}", family=SERIF_BOLD, fill=INKS["red"]
    )


# Around the board


def _exit(it: MazeDesk, letter: str, n: int) -> Piece:
    middle, ink = EXIT / 2, OWN_INK
    face = disc(EXIT, ink, it.style.pale(OWN_TINT)) + text(
        middle, middle + 3.1, 9, letter, family=SERIF_BOLD, fill=ink
    )
    return rounded(f"exit:{letter}:{n + 1}", EXIT, face)


def _warp(it: MazeDesk) -> Piece:
    side = maze_board.WARP * it.unit
    name = it.card("warp").name.in_(it.lang)
    drawn = f'<g transform="scale({it.unit:g})">{maze_board.warp(it.game, it.style)}</g>'
    along = it.unit * LABEL / math.sqrt(2)
    label = (
        f'<g transform="translate({along:.2f} {side - along:.2f}) rotate(45)">'
        + text(0, 0, it.unit * 0.11, escape(name), family=SANS_BOLD, fill=OWN_INK)
        + "</g>"
    )
    shape = _scaled_ring(it.unit)
    return Piece("warp", Size(side, side), drawn + label, shape=shape)


def _scaled_ring(unit: float) -> str:
    """The quarter ring to cut out, in millimetres."""
    outer, inner = maze_board.WARP * unit, (maze_board.WARP - 1) * unit
    return (
        f"M0 0A{outer:g} {outer:g} 0 0 1 {outer:g} {outer:g}L{inner:g} {outer:g}"
        f"A{inner:g} {inner:g} 0 0 0 0 {outer - inner:g}z"
    )
