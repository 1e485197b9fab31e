"""Links of what is printed to the site, for those who read it on a screen: paper shows the same without."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from rulebook.content.entries import Clause, GameContent
from rulebook.drawing.words import named
from rulebook.printing.cards import paint
from web.addresses import on_paper, qr_svg
from web.language import page_language


def rule_link(game: GameContent, clause: Clause, marks: str = "") -> SafeString:
    """The number of a rule, with marks behind it; it leads to the rule and is called as that."""
    return format_html(
        '<a href="{}" title="{} {}">{}{}</a>',
        on_paper(reverse("rulebook:clause", args=[game.id, clause.id])),
        clause.number,
        clause.title.in_(page_language()),
        clause.number,
        format_html("<sup>{}</sup>", marks) if marks else "",
    )


def game_link(game: GameContent, words: str) -> SafeString:
    """Words that lead to the game's own page."""
    address = on_paper(reverse("rulebook:game", args=[game.id]))
    return format_html('<a href="{}" title="{}">{}</a>', address, game.title.in_(page_language()), words)


def code(address: str, error: str = "m") -> SafeString:
    """A QR code that says and leads where it would have led a phone."""
    drawn = named(drawn_code(address, error), said_by_code(address))
    return format_html('<a class="code" href="{}">{}</a>', address, mark_safe(drawn))


def drawn_code(address: str, error: str) -> SafeString:
    """A QR code in the ink of our papers."""
    return qr_svg(address, border=0, dark=paint.INK, light=None, error=error)


def said_by_code(address: str) -> str:
    return gettext("QR-код: %(name)s") % {"name": address}
