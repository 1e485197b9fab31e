"""Icons as SVG text.

Every icon is one file, drawn on a 24-unit grid with a stroke of 1.75: in `static/img/icons`, or in
`static/<id>/icons` of a game's folder if it is that game's alone, `static/<id>-<box>/icons` of a box's.
Pages take them from sprites that `manage.py build_icons` makes of each folder, but for emblems: the only
drawing of a game on many pages, they stand inline, as everything does in print.
"""

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from rulebook import finder

EMBLEM = "emblem-"
PLAIN_EMBLEM = f"{EMBLEM}game"  # of a game that has none
SVG_FILE = re.compile(r"<svg\b(?P<attrs>[^>]*)>(?P<body>.*)</svg>", re.S)
VIEW_BOX = re.compile(r'viewBox="([^"]+)"')
STROKE = (
    'fill="none" stroke="currentColor" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
)


class UnknownDrawing(KeyError):
    """No icon file, card or card size has this name."""


class IconSet(NamedTuple):
    """A folder of icons, the sprite that is made of them, and what that is called among static files."""

    folder: Path
    sprite: Path
    address: str

    @property
    def names(self) -> tuple[str, ...]:
        """The icons of this folder, sorted."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.svg")))

    @property
    def in_sprite(self) -> tuple[str, ...]:
        """Those that its sprite has."""
        return tuple(name for name in self.names if not name.startswith(EMBLEM))


@cache
def icon_sets() -> tuple[IconSet, ...]:
    """The shared icons, then those of each game and of each of its boxes that have some."""
    shared = finder.ROOT / "static" / "img"
    own = (home for game, room in finder.rooms("rulebook").items() for home in _homes(game, room.path))
    homes = [(shared, "img"), *((home, home.name) for home in own if (home / "icons").is_dir())]
    return tuple(IconSet(home / "icons", home / "icons.svg", f"{name}/icons.svg") for home, name in homes)


def _homes(game: str, room: Path) -> list[Path]:
    """Where a game's own icons lie, and those of its boxes."""
    boxes = finder.boxes("rulebook", game).items()
    return [
        room / "static" / game,
        *(box.path / "static" / f"{game}-{name}" for name, box in boxes),
    ]


@cache
def _set_by_name() -> Mapping[str, IconSet]:
    """Where each icon lies; of two with one name the first counts."""
    return {name: each for each in reversed(icon_sets()) for name in each.names}


@cache
def icon_names() -> tuple[str, ...]:
    """Names of all icons, sorted."""
    return tuple(sorted(_set_by_name()))


def _set_of(name: str) -> IconSet:
    if name not in _set_by_name():
        raise UnknownDrawing(name)
    return _set_by_name()[name]


@cache
def sprite_of(name: str) -> str:
    """The sprite that has an icon, as static files call it; empty if none has. Raises UnknownDrawing."""
    home = _set_of(name)
    return home.address if name in home.in_sprite and home.sprite.is_file() else ""


def named_icon(name: str, otherwise: str) -> str:
    """A name if an icon has it, else another one."""
    return name if name in _set_by_name() else otherwise


def kind_icon(kind_id: str) -> str:
    """What the icon of a kind of cards is called."""
    return f"kind-{kind_id.replace('_', '-')}"


def element_icon(element_id: str) -> str:
    """What the icon of an element is called."""
    return f"el-{element_id.replace('_', '-')}"


def emblem(game_id: str) -> str:
    """The name of a game's larger drawing; a plain one for games without."""
    return named_icon(f"{EMBLEM}{game_id}", PLAIN_EMBLEM)


@cache
def icon_parts(name: str) -> tuple[str, str]:
    """`(viewBox, inner SVG)` of one icon; raises UnknownDrawing."""
    return parts_of(_set_of(name).folder / f"{name}.svg")


def parts_of(path: Path) -> tuple[str, str]:
    """The same of a file."""
    match = SVG_FILE.search(path.read_text(encoding="utf-8"))
    view_box = match and VIEW_BOX.search(match["attrs"])
    if not match or not view_box:
        raise UnknownDrawing(f"{path.stem}: not an icon file")
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


def symbol(name: str) -> str:
    """One icon as a `<symbol>` of a sprite, its id its name."""
    view_box, body = icon_parts(name)
    return f'<symbol id="{name}" viewBox="{view_box}" {_stroke(view_box)}>{body}</symbol>'


def loose(name: str) -> str:
    """One icon as a `<g>` for an `<svg>` of the same viewBox, where no sprite has it."""
    view_box, body = icon_parts(name)
    return f"<g {_stroke(view_box)}>{body}</g>"


def _stroke(view_box: str) -> str:
    return STROKE.format(width="1.75" if view_box == "0 0 24 24" else "1.5")


def sprite(icons: IconSet) -> str:
    """The whole sprite of a folder; the page's CSS gives the size."""
    symbols = "\n".join(map(symbol, icons.in_sprite))
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'
