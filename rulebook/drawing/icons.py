"""Icons as SVG text.

Every icon is one file in `static/img/icons`, drawn on a 24-unit grid with a stroke of 1.75. The sprite for
pages is built from these files by `manage.py build_icons`; print puts the same files inline.
"""

import re
from functools import cache
from html import escape
from pathlib import Path

IMAGE_DIR = Path(__file__).resolve().parent.parent.parent / "static" / "img"
ICON_DIR = IMAGE_DIR / "icons"
SPRITE = IMAGE_DIR / "icons.svg"
SVG_FILE = re.compile(r"<svg\b(?P<attrs>[^>]*)>(?P<body>.*)</svg>", re.S)
VIEW_BOX = re.compile(r'viewBox="([^"]+)"')
STROKE = (
    'fill="none" stroke="currentColor" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
)


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
