"""Things cut out of paper besides cards: tokens, and how they are laid out on sheets. Millimetres."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulebook.content.entries import Card, GameContent, Text
from rulebook.printing.cards.paint import Size, Style

BLEED = 0.6
GAP = 1.2  # between two pieces, room for the bleed of both
TITLE = 5.2  # height of the words above a group
BETWEEN = 2.0  # below a group


@dataclass(frozen=True)
class Piece:
    """A token: what is drawn on its face and its back (empty: nothing); `round` ones are cut as circles.

    `shape` is the path to cut along where it is neither a circle nor the whole box; `words` name what the
    letters on its face don't, to those who don't see it.
    """

    id: str
    size: Size
    face: str
    back: str = ""
    round: bool = False
    shape: str = ""
    words: str = ""


@dataclass(frozen=True)
class PieceGroup:
    """Pieces under a common title; a `fresh` one begins a page."""

    title: str
    pieces: Sequence[Piece]
    fresh: bool = False


@dataclass(frozen=True)
class Desk:
    """What all tokens of a game are drawn with."""

    game: GameContent
    lang: str
    style: Style

    def card(self, name: str) -> Card:
        return self.game.card_by_id[name]

    def disc(self, diameter: float, ink: str) -> str:
        """The ground of a round token."""
        return disc(diameter, ink, self.style.ground)

    def group(
        self, title: Text, pieces: Iterable[Piece], *, about: str = "", fresh: bool = False
    ) -> PieceGroup:
        """Pieces under a title, and what it says further."""
        words = title.in_(self.lang) + (about and f": {about}")
        return PieceGroup(words[:1].upper() + words[1:], list(pieces), fresh)


@dataclass
class Sheet:
    """A page: words with their left upper corner, pieces with theirs."""

    titles: list[tuple[float, float, str]] = field(default_factory=list)
    pieces: list[tuple[float, float, Piece]] = field(default_factory=list)

    @property
    def has_backs(self) -> bool:
        return any(piece.back for _, _, piece in self.pieces)

    def cuts(self) -> str:
        """Path of the lines to cut along."""
        return "".join(outline(x, y, piece) for x, y, piece in self.pieces if not piece.shape)

    def shapes(self) -> list[tuple[float, float, str]]:
        """Paths of the pieces with a shape of their own, each with its left upper corner."""
        return [(x, y, piece.shape) for x, y, piece in self.pieces if piece.shape]


def rounded(name: str, diameter: float, face: str, back: str = "", words: str = "") -> Piece:
    return Piece(name, Size(diameter, diameter), face, back, round=True, words=words)


def outline(x: float, y: float, piece: Piece) -> str:
    """Path around a piece whose left upper corner is (x, y)."""
    width, height = piece.size.width, piece.size.height
    if piece.round:
        r = width / 2
        return f"M{x:g} {y + r:g}a{r:g} {r:g} 0 1 1 {width:g} 0a{r:g} {r:g} 0 1 1 {-width:g} 0z"
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def disc(diameter: float, ink: str, fill: str) -> str:
    """The ground of a round token with a line inside its edge."""
    r = diameter / 2
    return (
        f'<circle cx="{r:g}" cy="{r:g}" r="{r + BLEED:g}" fill="{fill}"/>'
        f'<circle cx="{r:g}" cy="{r:g}" r="{r - 0.9:g}" fill="none" stroke="{ink}" stroke-width=".35"/>'
    )


def lay_out(groups: Iterable[PieceGroup], page: Size, margin: float, top: float) -> list[Sheet]:
    """Groups below one another, their pieces in rows; what finds no room goes to the next page.

    `margin` is kept free on all sides, `top` further millimetres above.
    """
    sheets = [Sheet()]
    y, bottom = margin + top, page.height - margin
    for group in groups:
        for n, row in enumerate(_rows(group.pieces, page.width - 2 * margin)):
            head = 0 if n else TITLE
            height = max(piece.size.height for piece in row)
            if y + head + height > bottom or (group.fresh and not n):
                sheets.append(Sheet())
                y, head = margin + top, TITLE
            if head:
                sheets[-1].titles.append((margin, y, group.title))
            x, y = margin, y + head
            for piece in row:
                sheets[-1].pieces.append((x, y, piece))
                x += piece.size.width + GAP
            y += height + GAP
        y += BETWEEN
    return sheets


def _rows(pieces: Sequence[Piece], width: float) -> list[list[Piece]]:
    """Pieces in order, as many in a row as there is room for."""
    rows: list[list[Piece]] = [[]]
    used = 0.0
    for piece in pieces:
        if rows[-1] and used + piece.size.width > width:
            rows.append([])
            used = 0.0
        rows[-1].append(piece)
        used += piece.size.width + GAP
    return rows
