"""Small cards and signs of colours that figures are put together from, in pixels of a page. Pure."""

from games.poison.rulebook.drawing.value_cards import colour_of
from rulebook.content.entries import Colour, GameContent
from rulebook.drawing.figures import path, tinted, words
from rulebook.drawing.icons import icon_group

WIDTH, HEIGHT, ROUND = 34.0, 48.0, 5.0


def card(game: GameContent, code: str, x: float, y: float, *, thick: bool = False) -> str:
    """A card: its value above, the shape of its colour below; `thick` for the one that is played."""
    found = game.card_by_code[code]
    colour = colour_of(game, found)
    across, down, bend = WIDTH - 2 * ROUND, HEIGHT - 2 * ROUND, ROUND
    frame = (
        f"M{x + bend:g} {y:g}h{across:g}q{bend:g} 0 {bend:g} {bend:g}v{down:g}q0 {bend:g} {-bend:g} {bend:g}"
        f"h{-across:g}q{-bend:g} 0 {-bend:g} {-bend:g}v{-down:g}q0 {-bend:g} {bend:g} {-bend:g}z"
    )
    return path(frame, "fg-sheet") + tinted(
        colour.id,
        path(frame, "fg-tint", 3 if thick else 1.5)
        + words(str(found.value), x + WIDTH / 2, y + 23, 22, "fg-tint-words")
        + icon_group(colour.shape, x + WIDTH / 2 - 8, y + 27, 16),
    )


def sign(colour: Colour, x: float, y: float, size: float = 18.0) -> str:
    """The shape of a colour with its left upper corner at (x, y)."""
    return tinted(colour.id, icon_group(colour.shape, x, y, size))


def tick(x: float, y: float) -> str:
    return path(f"M{x - 7:g} {y:g}l5 6l9 -12", "fg-good", 3)


def cross(x: float, y: float) -> str:
    return path(f"M{x - 6:g} {y - 6:g}l12 12m0 -12l-12 12", "fg-bad", 3)
