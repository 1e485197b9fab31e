"""PDFs: `pdf` makes one of HTML or finds it among those made before. Web workers never make one by
themselves: they ask for it (see `printing.press`) and look whether it is there.

Output is the same bytes for the same HTML, so finished files are kept in `printing.store` by a hash of all
that goes in: the HTML, the style sheets, the fonts, WeasyPrint's version and our code around it. What menus
open without a change of their options lies in `DATA_DIR/print/menu` of each machine, where nothing that is
chosen besides can push it out.

Addresses in a document are relative to the shared `static/`. What isn't there is looked for in the games'
static folders, so that `<id>/print/sheet.css` is a file of that game, as it is on pages.
"""

import atexit
import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

from rulebook import finder
from rulebook.printing.store import HTML, menu_dir, store

if TYPE_CHECKING:
    from rulebook.printing.pdf_engine import Engine

STATIC_DIR = Path(settings.BASE_DIR) / "static"
SOURCES = ("css/print/*.css", "fonts/print/*.ttf")  # files that documents refer to, below static/
# Files that documents may refer to in the static folders of games; icons stand in the documents themselves.
GAME_SOURCES = frozenset({".css", ".otf", ".png", ".jpg", ".svg", ".ttf", ".woff", ".woff2"})
ICONS = "icons"
MAKERS = ("pdf_engine.py", "tagging.py")  # what of our own code a PDF of the same HTML depends on
NEXT_PART = "\n<!-- the next part of this document -->\n"  # between whole pages of HTML: see `together`
KEEP = 400  # finished files; the least recently used go first


def static_folders() -> list[Path]:
    """Where files of documents lie: the shared folder, to which addresses are relative, then games."""
    return [STATIC_DIR, *finder.folders("static")]


def sources(folders: Sequence[Path]) -> Iterator[Path]:
    """What documents may refer to, in an order that doesn't change."""
    shared, *games = folders
    for pattern in SOURCES:
        yield from sorted(shared.glob(pattern))
    for folder in games:
        inside = (path.relative_to(folder) for path in sorted(folder.rglob("*")))
        yield from (
            folder / path for path in inside if path.suffix in GAME_SOURCES and ICONS not in path.parts
        )


@cache
def sources_digest() -> bytes:
    """Hash of what documents refer to, read once in a process: style sheets, fonts; and of who makes them."""
    from importlib.metadata import version

    found = hashlib.sha256(version("weasyprint").encode())
    for maker in MAKERS:
        found.update((Path(__file__).parent / maker).read_bytes())
    for path in sources(static_folders()):
        found.update(path.name.encode())
        found.update(path.read_bytes())
    return found.digest()


def digest(html: str) -> str:
    """The name of a PDF: the same for the same content."""
    return hashlib.sha256(sources_digest() + html.encode()).hexdigest()[:32]


def together(title: str, parts: Sequence[str]) -> str:
    """Several documents as one, page after page, each with its own styles; equal ones are laid out once."""
    named = re.sub(r"<title>.*?</title>", f"<title>{escape(title)}</title>", parts[0], count=1, flags=re.S)
    return NEXT_PART.join(named if part == parts[0] else part for part in parts)


def is_digest(name: str) -> bool:
    """Whether a PDF can have this name."""
    return re.fullmatch("[0-9a-f]{32}", name) is not None


@cache
def engine() -> "Engine":
    """This process's WeasyPrint, imported now: half a second and 60 MB that pages without PDFs never pay."""
    from rulebook.printing.pdf_engine import Engine

    atexit.register(engine.cache_clear)  # its font files go while Python can still delete them
    return Engine(static_folders(), NEXT_PART)


def pdf(html: str) -> bytes:
    """The PDF of `html`, from the cache if it was made before."""
    name = digest(html)
    found = finished(name)
    if found is None:
        found = engine().pdf(html)
        keep(name, found)
    return found


def finished(name: str) -> bytes | None:
    """The PDF of this digest, if it was made before."""
    try:
        return _for_menu(name).read_bytes()
    except FileNotFoundError:
        return store().made(HTML, name)


def is_finished(name: str) -> bool:
    return _for_menu(name).exists() or store().is_made(HTML, name)


def _for_menu(name: str) -> Path:
    return menu_dir() / f"{name}.pdf"


def keep(name: str, content: bytes) -> None:
    """Puts a PDF into the cache; the least recently used go."""
    store().keep(HTML, name, content, KEEP)
