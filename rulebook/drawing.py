"""Our own drawings as SVG text: icons and small cards (large ones: print_cards). No Django, no database.

Every icon is one file in `static/img/icons`, drawn on a 24-unit grid with a stroke of 1.75. The sprite for
pages is built from these files by `manage.py build_icons`; print puts the same files inline.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from pathlib import Path

from rulebook.entries import Card, Colour, GameContent

IMAGE_DIR = Path(__file__).resolve().parent.parent / "static" / "img"
ICON_DIR = IMAGE_DIR / "icons"
SPRITE = IMAGE_DIR / "icons.svg"
SVG_FILE = re.compile(r"<svg\b(?P<attrs>[^>]*)>(?P<body>.*)</svg>", re.S)
VIEW_BOX = re.compile(r'viewBox="([^"]+)"')
STROKE = (
    'fill="none" stroke="currentColor" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
)
SERIF = "Alegreya, Georgia, serif"
SANS = "'Alegreya Sans', sans-serif"


class UnknownDrawing(KeyError):
    """No icon file, card or card size has this name."""


@cache
def icon_names() -> tuple[str, ...]:
    """Names of all icons, sorted."""
    return tuple(sorted(path.stem for path in ICON_DIR.glob("*.svg")))


@cache
def icon_parts(name: str) -> tuple[str, str]:
    """`(viewBox, inner SVG)` of one icon; raises UnknownDrawing."""
    path = ICON_DIR / f"{name}.svg"
    if name not in icon_names():
        raise UnknownDrawing(name)
    match = SVG_FILE.search(path.read_text(encoding="utf-8"))
    view_box = match and VIEW_BOX.search(match["attrs"])
    if not match or not view_box:
        raise UnknownDrawing(f"{name}: not an icon file")
    return view_box[1], match["body"].strip()


def icon_svg(
    name: str, *, colour: str = "currentColor", stroke: float = 1.75, title: str = "", **attrs: object
) -> str:
    """One icon as a standalone `<svg>` to be put inline.

    `colour` replaces currentColor (WeasyPrint needs a real one); `title` names the icon, without it the icon
    is hidden from readers; further attributes go on the element (`class_` for class, `_` becomes `-`).
    """
    view_box, body = icon_parts(name)
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attrs.items()
    )
    named = f' role="img" aria-label="{escape(title)}"' if title else ' aria-hidden="true"'
    lines = STROKE.format(width=stroke)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" {lines}{given}{named}>{body}</svg>'
    return svg.replace("currentColor", escape(colour))


def icon_group(name: str, x: float, y: float, size: float, *, stroke: float = 1.75) -> str:
    """One icon as a `<g>` whose square of `size` starts at (x, y), for use inside a larger drawing."""
    view_box, body = icon_parts(name)
    scale = size / float(view_box.split()[2])
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:.4g})" {STROKE.format(width=stroke)}>{body}</g>'
    )


def sprite() -> str:
    """The whole sprite: every icon as a `<symbol>` whose id is its name; the page's CSS gives the stroke."""
    symbols = []
    for name in icon_names():
        view_box, body = icon_parts(name)
        width = "1.75" if view_box == "0 0 24 24" else "1.5"
        symbols.append(
            f'<symbol id="{name}" viewBox="{view_box}" {STROKE.format(width=width)}>{body}</symbol>'
        )
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"


def colour_of(content: GameContent, card: Card) -> Colour:
    """What gives a card its shape and letter: its colour, or its kind if it has none (poison)."""
    return content.colour_by_id[card.colour or card.kind]


def find_card(content: GameContent, name: str) -> Card:
    """A card by its code (`R4`) or its id (`red-4`); raises UnknownDrawing."""
    card = content.card_by_code.get(name) or content.card_by_id.get(name)
    if card is None:
        raise UnknownDrawing(f"{content.id}: card {name}")
    return card


def hand_face(content: GameContent, card: Card, lang: str) -> str:
    """Inner SVG of a face in a hand, 46 × 64: letter above, value in the middle, shape below."""
    colour = colour_of(content, card)
    return (
        PAPER
        + _text(colour.letter.in_(lang), 9.5, 15, 12, SANS)
        + _text(str(card.value), 23, 41.5, 29, SERIF)
        + icon_group(colour.shape, 28, 46, 13)
    )


def row_face(content: GameContent, card: Card, lang: str) -> str:
    """Inner SVG of a face among others, 46 × 64: all it says stands at the left, seen when others overlap."""
    colour = colour_of(content, card)
    return (
        PAPER
        + _text(str(card.value), 12, 25, 24, SERIF)
        + icon_group(colour.shape, 5, 31, 14)
        + _text(colour.letter.in_(lang), 12, 58, 12, SANS)
    )


def _text(words: str, x: float, y: float, size: float, family: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{family}" font-weight="700" font-size="{size:g}"'
        f' text-anchor="middle" fill="currentColor">{escape(words)}</text>'
    )


PAPER = (
    '<rect class="card-paper" x=".75" y=".75" width="44.5" height="62.5" rx="7.25" fill="#fffdf6"'
    ' stroke="currentColor" stroke-width="1.5"/>'
)
BACK = (
    PAPER + '<rect x="4" y="4" width="38" height="56" rx="4.5" fill="currentColor" fill-opacity=".14"/>'
    '<g fill="none" stroke="currentColor" stroke-width="1.25" stroke-linejoin="round">'
    '<rect x="4" y="4" width="38" height="56" rx="4.5"/>'
    '<path d="M23 9l15 23-15 23L8 32z" stroke-opacity=".6"/><circle cx="23" cy="32" r="8.5"/>'
    '<path d="M23 26.5c-2.6 3.5-4.2 5-4.2 7.4a4.2 4.2 0 0 0 8.4 0c0-2.4-1.6-3.9-4.2-7.4z"/></g>'
)
FACES: Mapping[str, Callable[[GameContent, Card, str], str]] = {"hand": hand_face, "row": row_face}


def card_svg(content: GameContent, name: str, lang: str, size: str = "hand", *, classes: str = "") -> str:
    """A small card face; `name` is a code or an id, `size` a key of FACES. Raises UnknownDrawing."""
    card = find_card(content, name)
    if size not in FACES:
        raise UnknownDrawing(f"card size {size}")
    face = FACES[size](content, card, lang)
    return _card(face, f"{size}-size k-{colour_of(content, card).id} {classes}", card.name.in_(lang))


def back_svg(label: str, size: str = "hand", *, classes: str = "") -> str:
    """A small card lying face down; `label` is what a reader hears."""
    return _card(BACK, f"{size}-size back {classes}", label)


def _card(inside: str, classes: str, label: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="card {escape(classes.strip())}" viewBox="0 0 46 64"'
        f' role="img" aria-label="{escape(label)}">{inside}</svg>'
    )
