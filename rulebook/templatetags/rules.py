"""Template tags of the rulebook: marked-up text, links to clauses, sentences of the engines."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from rulebook import finder, shelf
from rulebook.content import markup, recipes
from rulebook.content.entries import Box, Card, Clause, GameContent, Placed, Ruling, Text
from rulebook.content.typography import capital
from rulebook.drawing import icons, small
from rulebook.search.snippets import SnippetPart
from rulebook.templatetags.look import drawn, icon
from rulebook.wording import sentences as words
from web.language import page_language
from web.names import isolated
from web.refusal import Params, Refusal
from web.ways_back import carrying

register = template.Library()
NODES_KEPT = LINKS_KEPT = 1000  # of all games in both languages


@register.filter
def says(text: Text | None) -> str:
    """`{{ clause.title|says }}`: a text of the content in the language of the page.

    A table's own card may be named in any script.
    """
    return isolated(text.in_(page_language())) if text else ""


@register.filter
def opens(text: Text) -> str:
    """The same with a capital first letter, for names that stand alone."""
    return capital(says(text))


@register.filter
def rules_markup(text: Text | None, game: GameContent) -> SafeString:
    """`{{ clause.text|rules_markup:game }}`: escaped HTML with links; a blank line begins a paragraph."""
    return _marked_up(text, game)


@register.simple_tag(takes_context=True)
def rule_text(context: template.Context, text: Text, game: GameContent) -> SafeString:
    """`{% rule_text clause.text game %}`: the same, and its links take the reader's way back along."""
    return _marked_up(text, game, context.get("came_from", ""))


def _marked_up(text: Text | None, game: GameContent, came_from: str = "") -> SafeString:
    if text is None:
        return mark_safe("")
    lang, shown = page_language(), {**_SHOWN, "ref": partial(_ref, came_from=came_from)}
    return mark_safe(
        "".join(shown[piece.kind](game, piece, lang) for piece in markup.pieces(game, text, lang))
    )


@register.filter
def plain(text: Text, game: GameContent) -> str:
    """The text without markup: for titles, previews and copies."""
    return markup.plain(game, text, page_language())


@register.filter
def rule_plain(entry: Clause | Ruling, game: GameContent) -> str:
    """A whole rule or clarification without markup, what is ours with its mark: for previews and copies."""
    return plain(entry.whole, game)


@register.filter
def quotation(entry: Clause | Ruling, game: GameContent) -> str:
    """A rule or clarification as one quotes it in a chat: of which game it is, its number, its words."""
    values = {
        "game_title": says(game.title),
        "number": entry.number,
        "title": says(entry.title),
        "text": rule_plain(entry, game),
    }
    if isinstance(entry, Ruling):
        return gettext("%(game_title)s, разъяснение %(number)s. %(title)s %(text)s") % values
    return gettext("%(game_title)s, правило %(number)s. %(title)s: %(text)s") % values


@register.simple_tag
def rests_on(ruling: Ruling, game: GameContent) -> SafeString | str:
    """`{% rests_on ruling game %}`: «Правила игры, раздел «Бой»; ответы автора», or that they are silent."""
    known = (shelf.whole(game.id) if game.id in shelf.games() else game).headings
    headings = [one.name for one in ruling.grounds if one.name in known]
    parts = [_of_rulebook(headings)] if headings else []
    parts += [foreign(one.name) for one in ruling.grounds if one.name not in known]
    if not parts:
        return gettext("Правила об этом молчат")
    said = format_html_join("; ", "{}", ((part,) for part in parts))
    if ruling.status == "ours":
        return format_html("{} {}", gettext("Опираемся на:"), said)
    return mark_safe(capital(said))


def _of_rulebook(headings: Sequence[str]) -> SafeString:
    shown = format_html_join(
        ", ", "«{}»" if page_language() == "ru" else "“{}”", ((foreign(calm(each)),) for each in headings)
    )
    text = ngettext("правила игры, раздел %(headings)s", "правила игры, разделы %(headings)s", len(headings))
    return mark_safe(text % {"headings": shown})


@register.filter
def calm(heading: str) -> str:
    """A heading as a sentence has it: some books print theirs in capitals."""
    return capital(heading.lower()) if heading.isupper() else heading


@register.filter
def foreign(name: str) -> SafeString:
    """A name that stays Russian on English pages, too."""
    if page_language() == "ru" or name.isascii():
        return format_html("{}", name)
    return format_html('<span lang="ru">{}</span>', name)


@register.filter
def shown_address(address: str) -> str:
    """«example.com/faq.html»: an address as one reads it aloud."""
    return address.partition("://")[2].removeprefix("www.")


def _emphasis(shown: SafeString, piece: markup.TextRun) -> SafeString:
    return format_html("<em>{}</em>", shown) if piece.emphasised else shown


def _text(game: GameContent, piece: markup.TextRun, lang: str) -> SafeString:
    return _emphasis(format_html("{}", piece.text), piece)


def _ref(game: GameContent, piece: markup.TextRun, lang: str, came_from: str = "") -> SafeString:
    clause = game.clause_by_id[piece.target]
    link = format_html(
        '<a class="ref" href="{}" title="{}">{}</a>',
        clause_url(game, clause, came_from),
        clause.title.in_(lang),
        piece.text,
    )
    return _emphasis(link, piece)


def _term(game: GameContent, piece: markup.TextRun, lang: str) -> SafeString:
    url = reverse("rulebook:term", args=[game.id, piece.target])
    return _emphasis(format_html('<a class="term" href="{}">{}</a>', url, piece.text), piece)


def _card(game: GameContent, piece: markup.TextRun, lang: str) -> SafeString:
    url = reverse("rulebook:card", args=[game.id, piece.target])
    return _emphasis(format_html('<a class="ref" href="{}">{}</a>', url, piece.text), piece)


def _element(game: GameContent, piece: markup.TextRun, lang: str) -> SafeString:
    url = reverse("rulebook:element", args=[game.id, piece.target])
    return _emphasis(format_html('<a class="term" href="{}">{}</a>', url, piece.text), piece)


_SHOWN = {"text": _text, "ref": _ref, "term": _term, "card": _card, "element": _element}


@register.simple_tag(takes_context=True)
def way_on(context: template.Context) -> str:
    """`{{ url }}{% way_on %}`: what takes the reader's way back along to another rule; mostly nothing."""
    return carrying(context.get("came_from", ""))


def clause_url(game: GameContent, clause: Clause, came_from: str = "") -> str:
    return reverse("rulebook:clause", args=[game.id, clause.id]) + carrying(came_from)


@register.simple_tag(takes_context=True)
def clause_link(
    context: template.Context, game: GameContent, clause_id: str, short: bool = False
) -> SafeString:
    """`{% clause_link game "overflow.take" %}`: «Правило 3.4»; with `short=True` the number alone.

    It leads back to what the page calls `came_from`, if it does.
    """
    return _clause_link(game, clause_id, short, get_language(), context.get("came_from", ""))


@lru_cache(maxsize=LINKS_KEPT)
def _clause_link(game: GameContent, clause_id: str, short: bool, lang: str, came_from: str) -> SafeString:
    """Logs and explanations show the same few by the hundred."""
    clause = game.clause_by_id[clause_id]
    name = clause.number if short else gettext("Правило %(number)s") % {"number": clause.number}
    return format_html(
        '<a class="clause-link" href="{}" title="{}">{}</a>',
        clause_url(game, clause, came_from),
        clause.title.in_(page_language()),
        name.replace(" ", "\u00a0"),
    )


def numbered_link(game: GameContent, clause: Clause, marks: str) -> SafeString:
    """The number of a rule as a link, with marks behind it."""
    return format_html(
        '<a class="clause-link" href="{}" title="{}">{}{}</a>',
        clause_url(game, clause),
        clause.title.in_(page_language()),
        clause.number,
        format_html("<sup>{}</sup>", marks) if marks else "",
    )


@register.simple_tag(takes_context=True)
def clause_links(context: template.Context, game: GameContent, clause_ids: Sequence[str]) -> SafeString:
    """Several numbers, with commas: «4.1, 4.2»."""
    links = ((clause_link(context, game, clause_id, short=True),) for clause_id in clause_ids)
    return format_html_join(", ", "{}", links)


@register.simple_tag(takes_context=True)
def refusal(
    context: template.Context,
    game: GameContent,
    refusal: Refusal,
    names: Sequence[str] = (),
    quiet: bool = False,
) -> SafeString:
    """`{% refusal game refusal names %}`: one sentence and the clause that says so, then what would make it
    possible, where the content says that. `quiet=True`: where something else reads it out.
    """
    lang = page_language()
    sentence = words.render(game, "refusal", refusal.code, refusal.params, lang, names)
    remedy = words.remedy(game, refusal.code, refusal.params, lang, names)
    return format_html(
        '<div class="refusal"{}>{}<span>{} {}{}</span></div>',
        "" if quiet else mark_safe(' role="alert"'),
        icon("refusal"),
        sentence,
        clause_link(context, game, refusal.clause),
        format_html(' <span class="remedy">{}</span>', remedy) if remedy else "",
    )


@register.simple_tag
def wording(game: GameContent, kind: str, code: str, params: Params, names: Sequence[str] = ()) -> str:
    """`{% wording game "event" event.kind event.params names %}`: a sentence of the catalogues."""
    return words.render(game, kind, code, params, page_language(), names)


@register.inclusion_tag("rulebook/_box_mark.html", takes_context=True)
def box_mark(context: template.Context, entry: Placed) -> dict[str, Any]:
    """`{% box_mark clause %}`: of which expansion a thing is, and whether the reader has it on the table."""
    game, table = context["game"], context.get("table")
    of = [game.box_by_id[box] for box in entry.homes or entry.needs if box in game.box_by_id]
    names = words.join([quoted(box.title.in_(page_language())) for box in of], page_language())
    return {
        "names": names,
        "n": len(of),
        "either": bool(entry.also),
        "off": table is not None and not entry.counts_with(table.boxes),
    }


@register.filter
def is_guest(game: GameContent) -> bool:
    """`{% if game|is_guest %}`: whether a game has come from outside, with texts and drawings of its own."""
    return finder.is_guest(game.id)


@register.simple_tag
def any_guests() -> bool:
    """`{% any_guests as guests %}`: whether there is such a game here."""
    return any(map(is_guest, shelf.games().values()))


@register.filter
def quoted(name: str) -> str:
    """A title as Russian quotes it; English has none around names."""
    return name if page_language() == "en" else f"«{name}»"


@register.filter
def titles(boxes: Sequence[Box]) -> str:
    """The names of boxes in a row, with «и» before the last."""
    return words.join([says(box.title) for box in boxes], page_language())


@register.filter
def ids(boxes: Sequence[Box]) -> str:
    """«air,water», as addresses name boxes."""
    return ",".join(box.id for box in boxes)


class NodeLabel(NamedTuple):
    """An element, card or kind as recipes show it: its address, name, icon and a few words about it.

    A card's words are its kind, `points` is what its recipe gives (0 for everything else); `points_word` says
    «очков» behind the number.
    """

    url: str
    name: str
    icon: str
    about: str = ""
    points: int = 0
    points_word: str = ""


@register.simple_tag
def marked(parts: Sequence[SnippetPart]) -> SafeString:
    """The pieces of a title or snippet, those that were looked for marked: a page of hits has hundreds."""
    said = ((escape(part.text), part.hit) for part in parts)
    return mark_safe("".join(f"<mark>{text}</mark>" if hit else text for text, hit in said))


@register.simple_tag
def node(game: GameContent, kind: str, entry_id: str) -> NodeLabel:
    """`{% node game "card" "dragon" as it %}`: what a link to an element, card or kind needs."""
    return _node(game, kind, entry_id, get_language())


@lru_cache(maxsize=NODES_KEPT)
def _node(game: GameContent, kind: str, entry_id: str, lang: str) -> NodeLabel:
    """A graph of all recipes asks for each node several times, and every reader sees the same ones."""
    name = opens(recipes.name_of(game, kind, entry_id))
    if kind == "kind":
        url = f"{reverse('rulebook:cards', args=[game.id])}?kind={entry_id}"
        return NodeLabel(url, name, _drawn(icons.kind_icon(entry_id), "card"))
    if kind in ("any", "either"):
        url = reverse("rulebook:elements" if kind == "any" else "rulebook:cards", args=[game.id])
        return NodeLabel(url, name, "circle" if kind == "any" else "card")
    url = reverse(f"rulebook:{kind}", args=[game.id, entry_id])
    if kind == "element":
        return NodeLabel(url, name, _drawn(icons.element_icon(entry_id), "circle"), gettext("элемент"))
    card = game.card_by_id[entry_id]
    about = says(game.kind_by_id[card.kind].name) if card.kind in game.kind_by_id else ""
    word = ngettext("очко", "очков", card.points)
    picture = icons.kind_icon(card.kind) if card.elements else small.card_icon(game, card)
    return NodeLabel(url, name, _drawn(picture, "card"), about, card.points, word)


@register.simple_tag(takes_context=True)
def card_icon(context: template.Context, card: Card) -> str:
    """`{% card_icon card as name %}`: the icon of a card among links: its own picture, if it is a piece."""
    return small.card_icon(context["game"], card) or "card"


def _drawn(name: str, otherwise: str) -> str:
    """The name of an icon; where a game has no drawing, another icon stands for it."""
    return icons.named_icon(name, otherwise)


@register.simple_tag
def icon_at(name: str, x: float, y: float, size: float) -> SafeString:
    """`{% icon_at "el-mandrake" 8 9 24 %}`: an icon inside a larger drawing of the page."""
    view_box, _ = icons.icon_parts(name)  # raises for a name that is no icon's, so nothing needs escaping
    return mark_safe(
        f'<svg class="icon-at" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" viewBox="{view_box}">'
        f"{drawn(name)}</svg>"
    )


@register.simple_tag
def recipe(game: GameContent, card: Card) -> str:
    """`{% recipe game card %}`: «Камень крови + Мандрагора»; empty without a recipe."""
    return " + ".join(_asked(game, slot) for slot in recipes.made_of(game, card))


def _asked(game: GameContent, slot: recipes.RecipeSlot) -> str:
    name = says(recipes.name_of(game, *slot.ingredient))
    if slot.ingredient.kind == "kind":
        return f"{name}, {gettext('любые %(n)s') % {'n': slot.times}}"
    return f"{name} {times(slot.times)}".strip()


@register.filter
def times(count: int) -> str:
    """«×2»; nothing for one."""
    return f"×{count}" if count > 1 else ""


@register.filter
def breakable(code: str) -> SafeString:
    """A code of a card that may go on in the next line after its colon."""
    return format_html_join(mark_safe(":<wbr>"), "{}", ((part,) for part in code.split(":")))
