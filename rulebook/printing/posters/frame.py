"""What every poster is drawn with: its ground, the game's emblem, words that our fonts can draw. Pure."""

from html import escape
from typing import NamedTuple

from rulebook import game as games
from rulebook.content.entries import GameContent
from rulebook.drawing import icons
from rulebook.printing.cards.lettering import cut, fit, typeset, width_of
from rulebook.printing.cards.paint import INK, MUTED, SANS_BOLD, SERIF_BOLD, text
from rulebook.printing.drawable import drawable

PAPER = "#f7f2e6"
MARGIN = 72
SITE = {"ru": "Гримуар", "en": "Grimoire"}


class PixelSize(NamedTuple):
    """Pixels."""

    width: int
    height: int


LINK = PixelSize(1200, 630)  # what messengers show of a link
LETTER = PixelSize(1080, 1350)  # what is sent from phone to phone


def poster(game: GameContent, size: PixelSize, inside: str) -> str:
    """A whole poster: the game's ground with `inside` drawn on it."""
    ink = accent(game)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size.width}" height="{size.height}" '
        f'viewBox="0 0 {size.width} {size.height}">'
        f'<rect width="{size.width}" height="{size.height}" fill="{PAPER}"/>'
        f'<rect width="{size.width}" height="16" fill="{ink}"/>'
        f'<g color="{ink}">{inside}</g></svg>'
    )


def emblem(game: GameContent, x: float, y: float, size: float) -> str:
    """The game's large drawing, its square of `size` starting at (x, y)."""
    return icons.icon_group(icons.emblem(game.id), x, y, size, stroke=1.6)


def accent(game: GameContent) -> str:
    return games.get(game.id).accent[0]


def heading(
    words: str, x: float, y: float, width: float, *, lines: int, sizes: tuple[float, float]
) -> tuple[str, float]:
    """Words in the letters of headings from the baseline `y` on, and the baseline behind them."""
    fitted = fit(drawable(words), SERIF_BOLD, width, lines, sizes, step=1)
    fitted = cut(fitted, SERIF_BOLD, width, lines)
    drawn = typeset(fitted, x, y, SERIF_BOLD, INK, height=1.12, anchor="start")
    return drawn, y + fitted.size * 1.12 * len(fitted.lines)


def label(words: str, x: float, y: float, size: float, fill: str = MUTED) -> str:
    """Words in the letters of labels."""
    return text(x, y, size, escape(words), family=SANS_BOLD, fill=fill, anchor="start")


def text_until(x: float, y: float, size: float, words: str, *, family: str, fill: str) -> str:
    """A text that ends at `x`."""
    left = x - width_of(words, size, family)
    return text(left, y, size, escape(words), family=family, fill=fill, anchor="start")


def signature(size: PixelSize, lang: str, beside: str = "") -> str:
    """The name of the site at the foot, and what stands there besides."""
    y = size.height - 44
    return label(SITE[lang], MARGIN, y, 34, "currentColor") + text_until(
        size.width - MARGIN, y, 34, beside, family=SANS_BOLD, fill=MUTED
    )
