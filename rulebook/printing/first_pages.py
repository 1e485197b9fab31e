"""What the first pages of what a menu opens look like: small pictures of the very PDFs, for the menu itself.

The press draws each with its document (see `printing.press`), so that a page only looks which are there. A
picture is named by the language, the game, the kind of document and the digest of the PDF that it shows.
"""

import io
from pathlib import Path

from rulebook.printing import pdf
from rulebook.printing.store import menu_dir
from web import whole_files

WIDTH = 336  # pixels: twice what a menu shows
COLOURS = 48  # of a palette; a page of text and line drawings looks the same with them
BETWEEN = "."  # parts of a name, none of which has it


def folder() -> Path:
    return menu_dir() / "first"


def name_of(lang: str, game_id: str, kind: str) -> str:
    return BETWEEN.join((lang, game_id, kind))


def known(lang: str, game_id: str) -> dict[str, str]:
    """The digests of what has a picture, by kind of document."""
    found = (path.stem.split(BETWEEN) for path in folder().glob(f"{name_of(lang, game_id, '*')}.png"))
    return {kind: digest for _, _, kind, digest in found}


def picture(lang: str, game_id: str, kind: str, digest: str) -> bytes | None:
    """A picture, if it is there."""
    try:
        return _path(name_of(lang, game_id, kind), digest).read_bytes()
    except FileNotFoundError:
        return None


def keep(name: str, digest: str) -> None:
    """Draws the first page of a finished PDF, unless it is drawn; pictures of former editions go."""
    path = _path(name, digest)
    made = None if path.exists() else pdf.finished(digest)
    if made is None:
        return
    whole_files.write(path, draw(made))
    for old in folder().glob(f"{name}{BETWEEN}*.png"):
        if old != path:
            old.unlink(missing_ok=True)


def draw(made: bytes) -> bytes:
    """The first page of a PDF as a PNG."""
    import pypdfium2  # the press alone needs it, in a child that ends

    document = pypdfium2.PdfDocument(made)
    page = document[0]
    image = page.render(scale=WIDTH / page.get_width()).to_pil().quantize(COLOURS)
    written = io.BytesIO()
    image.save(written, "PNG", optimize=True)
    document.close()
    return written.getvalue()


def _path(name: str, digest: str) -> Path:
    return folder() / f"{name}{BETWEEN}{digest}.png"
