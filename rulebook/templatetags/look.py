"""Template tags of the look: icons, cards, marks of colours."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from rulebook import finder
from rulebook import game as games
from rulebook.content.entries import GameContent
from rulebook.drawing import icons, small
from rulebook.printing.cards import faces, paint
from rulebook.wording.sentences import with_minus
from web.language import page_language

register = template.Library()

BIG = paint.Size(63, 88)
FACES_KEPT = 1000  # lists show all of a game
ICONS_KEPT = 500  # pages show them by the hundred
# By language: letters of text and headings, of what is bold, then digits and stops (css/fonts.css).
FIRST_FONTS = {
    "ru": (
        "cyrillic-wght",
        "sans-cyrillic-400",
        "sans-cyrillic-700",
        "marks-wght",
        "sans-marks-400",
        "sans-marks-700",
    ),
    "en": ("latin-wght", "sans-latin-400", "sans-latin-700"),
}
# In PDF files every font file is a family of its own; a page has two families with weights.
SCREEN_FONTS = {
    paint.SERIF: 'font-family="Alegreya"',
    paint.SERIF_BOLD: 'font-family="Alegreya" font-weight="700"',
    paint.SERIF_ITALIC: 'font-family="Alegreya" font-style="italic"',
    paint.SANS: 'font-family="Alegreya Sans"',
    paint.SANS_BOLD: 'font-family="Alegreya Sans" font-weight="700"',
}


@cache
def screen_colours(game_id: str) -> dict[str, str]:
    """Inks of the print and the tokens that stand for them on a page, where there is night, too."""
    own = games.get(game_id)
    return {
        paint.PAPER: "var(--sheet)",
        paint.INK: "var(--ink)",
        paint.MUTED: "var(--muted)",
        paint.EDGE: "var(--edge)",
        own.accent[0]: "var(--accent)",
        own.accent[1]: _pale("accent"),
        **{ink: f"var(--{token})" for token, ink in {**own.inks, **paint.INKS}.items()},
        **{tint: _pale(token) for token, tint in {**own.tints, **paint.TINTS}.items()},
    }


def _pale(token: str) -> str:
    return f"color-mix(in srgb, var(--{token}) 14%, var(--sheet))"


register.filter("with_minus", with_minus)


@register.simple_tag
def icon(name: str, **attrs: str) -> SafeString:
    """`{% icon "book" class="small" %}`: a decorative icon from its sprite; words stand beside it."""
    return _icon(name, f"icon {attrs.get('class', '')}".strip())


@lru_cache(maxsize=ICONS_KEPT)
def _icon(name: str, classes: str) -> SafeString:
    view_box, _ = icons.icon_parts(name)
    return format_html(
        '<svg class="{}" viewBox="{}" aria-hidden="true">{}</svg>',
        classes,
        view_box,
        drawn(name),
    )


def drawn(name: str) -> SafeString:
    """What an `<svg>` of a page shows of an icon: its sprite's, or where none was made the icon itself."""
    sprite = icons.sprite_of(name)
    return (
        format_html('<use href="{}#{}"/>', static(sprite), name) if sprite else mark_safe(icons.loose(name))
    )


@register.simple_tag
def emblem(name: str, **attrs: str) -> SafeString:
    """`{% emblem game.id %}`: the larger drawing of a game (`emblem-*.svg`), hidden from readers."""
    return icon(icons.emblem(name), **{"class": f"emblem {attrs.get('class', '')}".strip()})


@register.simple_tag
def font_preloads() -> SafeString:
    """What a first page needs of our type at once, asked for before the style sheets name it."""
    links = ((static(f"fonts/alegreya-{name}-normal.woff2"),) for name in FIRST_FONTS[page_language()])
    link = '<link rel="preload" href="{}" as="font" type="font/woff2" crossorigin>'
    return format_html_join("\n  ", link, links)


@register.simple_tag(takes_context=True)
def game_styles(context: template.Context) -> SafeString:
    """Links to the accent and colours of the page's game; where no game is, lists may show any of them."""
    game = context.get("game")
    return _styles([game.id] if game else finder.rooms("rulebook"))


@register.simple_tag(takes_context=True)
def hit_styles(context: template.Context, *lists: Iterable[Any]) -> SafeString:
    """`{% hit_styles lines elsewhere %}`: on a page of a game, the same for lines of other ones."""
    game = context.get("game")
    found = {line.game.id for lines in lists for line in lines or ()}
    return _styles(sorted(found - {game.id})) if game else mark_safe("")


def _styles(game_ids: Iterable[str]) -> SafeString:
    """A link for each game that has a `game.css`."""
    links = ((static(sheet),) for game_id in game_ids for sheet in style_sheets(game_id))
    return format_html_join("\n  ", '<link rel="stylesheet" href="{}">', links)


@cache
def style_sheets(game_id: str) -> tuple[str, ...]:
    """Those with the colours of a game and of its boxes, as static files call them."""
    room = finder.room("rulebook", game_id)
    homes = {game_id: room.path} if room else {}
    homes |= {f"{game_id}-{box}": found.path for box, found in finder.boxes("rulebook", game_id).items()}
    sheets = {f"{name}/game.css": home / "static" / name / "game.css" for name, home in homes.items()}
    return tuple(sheet for sheet, path in sheets.items() if path.is_file())


@register.simple_tag(takes_context=True)
def card_face(
    context: template.Context,
    name: str,
    size: str = "hand",
    game: GameContent | None = None,
    thing: bool = False,
    **attrs: str,
) -> SafeString:
    """`{% card_face "R4" size="hand|row|big" class="up" %}`: a drawn card that reads as its name.

    The name is a code or an id; "big" is the printed card itself. `thing=True`: a card on a table, which
    tells what it is.
    """
    content = game or context["game"]
    lang = page_language()
    classes = attrs.get("class", "")
    if size != "big":
        face = small.card_svg(content, name, lang, size, classes=classes)
        named = format_html('<svg data-about="card:{}"', name)
        return mark_safe(face.replace("<svg", named, 1) if thing else face)
    return _big_face(content, name, lang, classes)


@lru_cache(maxsize=FACES_KEPT)
def _big_face(content: GameContent, name: str, lang: str, classes: str) -> SafeString:
    card = small.find_card(content, name)
    inside = faces.face(content, card, BIG, lang)
    label = small.card_label(content, card, lang)
    sort = small.family_of(content, card).sort
    return big_svg(content, inside, label, f"{sort}-card {classes}".strip())


@register.simple_tag(takes_context=True)
def card_back(
    context: template.Context, size: str = "hand", game: GameContent | None = None, **attrs: str
) -> SafeString:
    """`{% card_back size="row" label="…" %}`: a card of the game lying face down."""
    content = game or context["game"]
    label = attrs.get("label") or gettext("Карта лицом вниз")
    classes = attrs.get("class", "")
    if size != "big":
        return mark_safe(small.back_svg(content, label, size, classes=classes))
    return big_svg(content, faces.back(content, BIG), label, classes)


@register.simple_tag(takes_context=True)
def page_drawing(context: template.Context, inside: str, label: str, size: str) -> SafeString:
    """`{% page_drawing inside label "88 120" %}`: something drawn for paper, as large as the page lets it."""
    return _on_page(context["game"], inside, label, "drawing", size)


def big_svg(content: GameContent, inside: str, label: str, classes: str) -> SafeString:
    """A printed card of a game put on a page."""
    size = f"{BIG.width:g} {BIG.height:g}"
    return _on_page(content, inside, label, f"card big {classes}", size)


def _on_page(content: GameContent, inside: str, label: str, classes: str, size: str) -> SafeString:
    return format_html(
        '<svg class="{}" viewBox="0 0 {}" role="img" aria-label="{}">{}</svg>',
        classes,
        size,
        label,
        in_page_colours(content, inside),
    )


def in_page_colours(content: GameContent, inside: str) -> SafeString:
    """What is drawn for paper, in the page's fonts and colours."""
    for family, attributes in SCREEN_FONTS.items():
        inside = inside.replace(f'font-family="{family}"', attributes)
    for ink, colour in screen_colours(content.id).items():
        inside = inside.replace(f'="{ink}"', f'="{colour}"')
    return mark_safe(inside)


@register.simple_tag(takes_context=True)
def colour_mark(
    context: template.Context,
    colour: str,
    word: bool = False,
    bare: bool = False,
    game: GameContent | None = None,
) -> SafeString:
    """`{% colour_mark "red" %}`: the colour's shape in its colour.

    `word=True` shows the colour's name beside it, `bare=True` leaves the name out (the page says it itself);
    otherwise the name is there for readers alone.
    """
    content = game or context["game"]
    entry = content.colour_by_id[colour]
    name = entry.name.in_(page_language())
    label = format_html('<span class="{}">{}</span>', "" if word else "sr-only", name)
    return format_html(
        '<span class="mark k-{}">{}{}</span>', colour, icon(entry.shape), "" if bare else label
    )
