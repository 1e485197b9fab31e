"""Template tags of the rulebook: marked-up text, links to clauses, sentences of the engines."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from rulebook import markup
from rulebook import wording as words
from rulebook.entries import Clause, GameContent, Text
from rulebook.language import page_language
from rulebook.refusal import Params, Refusal
from rulebook.templatetags.look import icon

register = template.Library()


@register.filter
def says(text: Text | None) -> str:
    """`{{ clause.title|says }}`: a text of the content in the language of the page."""
    return text.in_(page_language()) if text else ""


@register.filter
def opens(text: Text) -> str:
    """The same with a capital first letter, for names that stand alone."""
    said = says(text)
    return said[:1].upper() + said[1:]


@register.filter
def rules_markup(text: Text | None, game: GameContent) -> SafeString:
    """`{{ clause.text|rules_markup:game }}`: escaped HTML with links; a blank line begins a paragraph."""
    if text is None:
        return mark_safe("")
    lang = page_language()
    shown = [_SHOWN[piece.kind](game, piece, lang) for piece in markup.pieces(game, text, lang)]
    return mark_safe("".join(shown))


@register.filter
def plain(text: Text, game: GameContent) -> str:
    """The text without markup: for titles, previews and copies."""
    return markup.plain(game, text, page_language())


def _emphasis(shown: SafeString, piece: markup.Piece) -> SafeString:
    return format_html("<em>{}</em>", shown) if piece.emphasised else shown


def _text(game: GameContent, piece: markup.Piece, lang: str) -> SafeString:
    return _emphasis(format_html("{}", piece.text), piece)


def _ref(game: GameContent, piece: markup.Piece, lang: str) -> SafeString:
    clause = game.clause_by_id[piece.target]
    link = format_html(
        '<a class="ref" href="{}" title="{}">{}</a>',
        clause_url(game, clause),
        clause.title.in_(lang),
        piece.text,
    )
    return _emphasis(link, piece)


def _term(game: GameContent, piece: markup.Piece, lang: str) -> SafeString:
    url = reverse("rulebook:term", args=[game.id, piece.target])
    return _emphasis(format_html('<a class="term" href="{}">{}</a>', url, piece.text), piece)


def _card(game: GameContent, piece: markup.Piece, lang: str) -> SafeString:
    url = reverse("rulebook:card", args=[game.id, piece.target])
    return _emphasis(format_html('<a class="ref" href="{}">{}</a>', url, piece.text), piece)


_SHOWN = {"text": _text, "ref": _ref, "term": _term, "card": _card}


def clause_url(game: GameContent, clause: Clause) -> str:
    return reverse("rulebook:clause", args=[game.id, clause.id])


@register.simple_tag
def clause_link(game: GameContent, clause_id: str, short: bool = False) -> SafeString:
    """`{% clause_link game "overflow.take" %}`: «Правило 3.4»; with `short=True` the number alone."""
    clause = game.clause_by_id[clause_id]
    name = clause.number if short else gettext("Правило %(number)s") % {"number": clause.number}
    return format_html(
        '<a class="clause-link" href="{}" title="{}">{}</a>',
        clause_url(game, clause),
        clause.title.in_(page_language()),
        name.replace(" ", "\u00a0"),
    )


@register.simple_tag
def clause_links(game: GameContent, clause_ids: Sequence[str]) -> SafeString:
    """Several numbers, with commas: «4.1, 4.2»."""
    return format_html_join(
        ", ", "{}", ((clause_link(game, clause_id, short=True),) for clause_id in clause_ids)
    )


@register.simple_tag
def refusal(game: GameContent, refusal: Refusal, names: Sequence[str] = ()) -> SafeString:
    """`{% refusal game refusal names %}`: one sentence and the clause that says so."""
    sentence = words.render(game, "refusal", refusal.code, refusal.params, page_language(), names)
    return format_html(
        '<div class="refusal" role="alert">{}<span>{} {}</span></div>',
        icon("refusal"),
        sentence,
        clause_link(game, refusal.clause),
    )


@register.simple_tag
def wording(game: GameContent, kind: str, code: str, params: Params, names: Sequence[str] = ()) -> str:
    """`{% wording game "event" event.kind event.params names %}`: a sentence of the catalogues."""
    return words.render(game, kind, code, params, page_language(), names)


@register.simple_tag
def url_if_any(name: str, *args: Any) -> str:
    """The address of a page that another app may or may not serve yet; empty if it doesn't."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""
