"""What a link into the rules shows in a chat: a game, a rule, a card. Pure."""

from rulebook.content import markup
from rulebook.content.entries import Card, Clause, GameContent, Text
from rulebook.printing.cards import faces
from rulebook.printing.cards.lettering import cut, fit, typeset
from rulebook.printing.cards.paint import INK, SERIF
from rulebook.printing.cards.paint import Size as Millimetres
from rulebook.printing.drawable import drawable
from rulebook.printing.posters.frame import (
    LINK,
    MARGIN,
    emblem,
    heading,
    label,
    poster,
    signature,
)

BOTTOM = LINK.height - 104  # where texts end above the foot
LINE = 1.28  # between lines, in sizes of letters
CARD = Millimetres(63.0, 88.0)
CARD_SCALE = 5.8  # pixels for a millimetre
CARD_X, CARD_Y = 744, 60
# Where a rule's picture stands, a square; its words then keep to the left of it.
FIGURE_X, FIGURE_Y, FIGURE_SIZE = 744, 116, 384
RULE = {"ru": "правило", "en": "rule"}


def game_poster(game: GameContent, lang: str) -> str:
    """A game: its name, what it is about, its emblem."""
    title, y = heading(game.title.in_(lang), MARGIN, 190, 640, lines=2, sizes=(96, 52))
    about = _words(game, game.about, lang, y + 4, 640, (38, 30))
    return poster(game, LINK, title + about + emblem(game, 768, 110, 360) + signature(LINK, lang))


def clause_poster(game: GameContent, clause: Clause, lang: str, figure: str = "") -> str:
    """A rule: its number, title and words, what is ours with its mark.

    `figure` is the rule's own drawing in a square of one unit, in place of the game's emblem.
    """
    width = (FIGURE_X - 48 if figure else LINK.width - MARGIN) - MARGIN
    where = f"{game.title.in_(lang)} · {RULE[lang]} {clause.number}"
    title, y = heading(clause.title.in_(lang), MARGIN, 186, min(width, 900), lines=2, sizes=(72, 46))
    words = _words(game, clause.whole, lang, y + 6, width, (42, 30))
    art = (
        f'<g transform="translate({FIGURE_X} {FIGURE_Y}) scale({FIGURE_SIZE})">{figure}</g>'
        if figure
        else emblem(game, LINK.width - MARGIN - 128, 44, 128)
    )
    return _page(game, lang, where, title + words + art)


def card_poster(game: GameContent, card: Card, lang: str) -> str:
    """A card: its printed face beside its name and what it does."""
    face = faces.face(game, card, CARD, lang)
    wide, high = CARD.width * CARD_SCALE, CARD.height * CARD_SCALE
    shown = (
        f'<svg x="{CARD_X}" y="{CARD_Y}" width="{wide:g}" height="{high:g}" '
        f'viewBox="0 0 {CARD.width:g} {CARD.height:g}">{face}</svg>'
        f'<rect x="{CARD_X}" y="{CARD_Y}" width="{wide:g}" height="{high:g}" rx="16" fill="none" '
        'stroke="currentColor" stroke-width="2"/>'
    )
    title, y = heading(card.name.in_(lang), MARGIN, 190, 620, lines=3, sizes=(84, 48))
    said = card.printed
    words = _words(game, said, lang, y + 4, 620, (38, 30)) if said else ""
    return _page(game, lang, game.title.in_(lang), title + words + shown)


def _page(game: GameContent, lang: str, where: str, inside: str) -> str:
    """A poster with a line above that says where in the rules it is."""
    above = label(drawable(where), MARGIN, 92, 36, "currentColor")
    return poster(game, LINK, above + inside + signature(LINK, lang))


def _words(
    game: GameContent, said: Text, lang: str, y: float, width: float, sizes: tuple[float, float]
) -> str:
    """A text from the baseline `y` on, as large as lets it end above the foot; what doesn't fit is cut."""
    plain = drawable(markup.plain(game, said, lang))
    lines = max(1, int((BOTTOM - y) / (sizes[0] * LINE)) + 1)
    fitted = fit(plain, SERIF, width, lines, sizes, step=1)
    fitted = cut(fitted, SERIF, width, max(1, int((BOTTOM - y) / (fitted.size * LINE)) + 1))
    return typeset(fitted, MARGIN, y, SERIF, INK, height=LINE, anchor="start")
