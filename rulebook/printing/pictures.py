"""Pictures: `png` makes one of a drawing of ours or finds it among those made before.

Web workers never make one by themselves, as with PDFs: they ask for it (see `rulebook.printing.press`). The
same drawing gives the same bytes, so files are kept by a hash of all that goes in: the drawing, the fonts,
the version of resvg. A picture has no fonts but those of our prints and reads no file: a drawing that refers
to anything outside itself isn't drawn at all.
"""

import hashlib
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from rulebook.printing import pdf
from rulebook.printing.cards.paint import SANS
from rulebook.printing.emoji import EMOJI
from rulebook.printing.store import SVG, store

FONTS = pdf.STATIC_DIR / "fonts" / "print"
KEEP = 1000  # finished files; the least recently used go first
# What would read a file: drawings of ours have none of it.
READING_TAGS = frozenset({"image", "feImage", "style", "script", "foreignObject", "use"})
READING_ATTRIBUTES = frozenset({"href", "src", "style"})
FOREIGN_URL = re.compile(r"url\(\s*[\"']?[^#\"'\s]")
# Joined emoji are drawn as one only where they stand in their own font; resvg finds it for single letters.
WORDS = re.compile(r">[^<]+<")
OUTLINED_RUN = re.compile(f"[{EMOJI}]+")
IN_ITS_FONT = r'<tspan font-family="Grimoire Emoji">\g<0></tspan>'


@cache
def sources_digest() -> bytes:
    from importlib.metadata import version

    found = hashlib.sha256(version("resvg-py").encode())
    for path in _font_files():
        found.update(path.read_bytes())
    return found.digest()


def _font_files() -> list[Path]:
    return sorted(FONTS.glob("*.ttf"))


def digest(svg: str) -> str:
    """The name of a picture: the same for the same drawing."""
    return hashlib.sha256(sources_digest() + svg.encode()).hexdigest()[:32]


def finished(name: str) -> bytes | None:
    """The picture of this digest, if it was made before."""
    return store().made(SVG, name)


def make(svg: str) -> str:
    """Makes a picture unless it is there, and keeps it; its digest."""
    name = digest(svg)
    if finished(name) is None:
        store().keep(SVG, name, render(svg), KEEP)
    return name


def png(svg: str) -> bytes:
    """The picture of a drawing, from the cache if it was made before."""
    found = finished(make(svg))
    assert found is not None  # it has just been kept
    return found


def render(svg: str) -> bytes:
    """The drawing as a PNG of its own size. Raises ValueError for one that refers to anything outside."""
    _refuse_outside(svg)
    svg = WORDS.sub(lambda words: OUTLINED_RUN.sub(IN_ITS_FONT, words[0]), svg)
    import resvg_py  # not by web workers

    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[str(path) for path in _font_files()],
        font_family=SANS,
        resources_dir=str(FONTS),
    )
    return drawn


def _refuse_outside(svg: str) -> None:
    if "<!" in svg or "<?" in svg:  # entities and declarations
        raise ValueError("a drawing is one element")
    for element in ElementTree.fromstring(svg).iter():
        names = {name.rpartition("}")[2] for name in element.attrib}
        urls = any(
            FOREIGN_URL.search(value) for name, value in element.attrib.items() if name != "aria-label"
        )
        if element.tag.rpartition("}")[2] in READING_TAGS or names & READING_ATTRIBUTES or urls:
            raise ValueError("a drawing may refer to nothing outside itself")
