"""Reads finished PDFs back: text, fonts, boxes in millimetres, pixels."""

import base64
import io
import logging
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import pypdf
import pypdfium2
import pypdfium2.raw as pdfium
from django.test import override_settings
from django.urls import reverse

from rulebook.content.entries import GameContent
from rulebook.printing import pdf, store
from rulebook.printing.cards.paint import Size
from rulebook.printing.cards.pieces import BLEED, GAP, PieceGroup, lay_out
from rulebook.printing.layout import piece_sheets
from scoring import printing

POINT = 25.4 / 72
# Every day one language on each paper; and of what has one language the paper on which less fits.
USUAL = (("a4", "ru"), ("letter", "en"))
SHORTER = ("letter",)
AS_OPENED = ("a4",)  # what menus open unchanged, which is made anyway
REACHED = "https://grimoire.example"


def reached() -> override_settings:
    """Papers of a site that others reach bear their codes."""
    return override_settings(PUBLIC_URL=REACHED)


@dataclass(frozen=True)
class Made:
    """A PDF made for a test."""

    content: bytes

    @cached_property
    def reader(self) -> pypdf.PdfReader:
        return pypdf.PdfReader(io.BytesIO(self.content))

    @cached_property
    def texts(self) -> list[str]:
        """The text of each page, read by PDFium: in a fiftieth of the time that pypdf takes for drawings."""
        with pypdfium2.PdfDocument(self.content) as document:
            return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def sizes(self) -> set[tuple[float, float]]:
        """Sizes of the pages, millimetres."""
        boxes = [page.mediabox for page in self.reader.pages]
        return {(round(float(box.width) * POINT, 1), round(float(box.height) * POINT, 1)) for box in boxes}

    @cached_property
    def fonts(self) -> set[str]:
        """Names of all fonts, without the letters that mark a subset."""
        return {
            str(font.get_object()["/BaseFont"]).rpartition("+")[2].lstrip("/")
            for page in self.reader.pages
            for font in page["/Resources"].get("/Font", {}).values()
        }

    def outline(self, items: Any = None) -> Iterator[str]:
        """Titles of the bookmarks, depth first."""
        for item in self.reader.outline if items is None else items:
            if isinstance(item, list):
                yield from self.outline(item)
            else:
                yield item.title

    def words(self) -> Iterator[tuple[float, str]]:
        """What is written, with the size of its letters in points; letters that stand apart are two words."""
        with pypdfium2.PdfDocument(self.content) as document:
            for page in document:
                yield from _words(page.get_textpage())

    def runs(self) -> Iterator[list[tuple[str, tuple[float, float, float, float]]]]:
        """Of each page the words that stand together, with left, bottom, right and top in points."""
        with pypdfium2.PdfDocument(self.content) as document:
            for page in document:
                text = page.get_textpage()
                boxes = [text.get_rect(n) for n in range(text.count_rects())]
                yield [(text.get_text_bounded(*box).strip(), box) for box in boxes]

    def image(self, page: int = 0, scale: float = 2.0) -> Any:
        """A page as a greyscale picture."""
        with pypdfium2.PdfDocument(self.content) as document:
            return document[page].render(scale=scale).to_pil().convert("L")


def _words(page: pypdfium2.PdfTextPage) -> Iterator[tuple[float, str]]:
    matrix = pdfium.FS_MATRIX()
    size, end, line, word = 0.0, 0.0, 0.0, ""
    for n in range(page.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(page.raw, n))
        pdfium.FPDFText_GetMatrix(page.raw, n, matrix)
        tall = pdfium.FPDFText_GetFontSize(page.raw, n) * math.hypot(matrix.c, matrix.d)
        left, _, right, _ = page.get_charbox(n, loose=True)
        follows = abs(left - end) < tall / 3 and abs(matrix.f - line) < 0.1 and abs(tall - size) < 0.01
        if word and (letter.isspace() or not follows):
            yield size, word
            word = ""
        if not letter.isspace():
            word += letter
            size, end, line = tall, right, matrix.f
    if word:
        yield size, word


class Letters(Made):
    """Read by pypdf, which keeps words together whose letters are drawn one by one."""

    @cached_property
    def texts(self) -> list[str]:
        return [page.extract_text() for page in self.reader.pages]


@contextmanager
def no_complaints() -> Iterator[None]:
    """Fails if WeasyPrint warns of anything: a missing glyph, a file it may not read, a wrong property."""
    said: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    listener, logger = Listener(logging.WARNING), logging.getLogger("weasyprint")
    logger.addHandler(listener)
    try:
        yield
    finally:
        logger.removeHandler(listener)
    assert said == []


def make_anew(html: str) -> Made:
    """The PDF of `html`, made now, without a word of complaint from WeasyPrint."""
    with no_complaints():
        return Made(pdf.engine().pdf(html))


def make(html: str) -> Made:
    """The same, made by the first test that asks: others read it, also those of other test processes.

    The cache is the site's own, but what the site put there nobody has listened to, so it is made again.
    """
    heard = store.cache_dir() / f"{pdf.digest(html)}.heard"
    if heard.exists():
        return Made(pdf.pdf(html))
    heard.with_suffix(".pdf").unlink(missing_ok=True)
    with no_complaints():
        made = Made(pdf.pdf(html))
    heard.touch()
    return made


def printed(document: Callable[..., str], *asked: Any) -> Made:
    """As a site prints it that others reach; what its menus open is one PDF for all who ask about it."""
    with reached():
        return make(document(*asked))


def blank(game: GameContent, paper: str, players: Sequence[int] = ()) -> Made:
    """Blank score sheets, of all numbers of players unless some are given."""
    return printed(printing.blank, game, paper, REACHED + reverse("scoring:start", args=[game.id]), players)


def pieces_apart(groups: Iterable[PieceGroup], page: Size) -> int:
    """How many pieces lie on sheets of this size: inside their margins, and cut without touching another."""
    laid = 0
    for sheet in lay_out([*groups], page, piece_sheets.MARGIN, piece_sheets.HEAD):
        boxes = [(x, y, x + p.size.width, y + p.size.height) for x, y, p in sheet.pieces]
        laid += len(boxes)
        for x1, y1, x2, y2 in boxes:
            assert 5 + BLEED < x1 < x2 < page.width - 5 - BLEED
            assert 5 + BLEED < y1 < y2 < page.height - 5 - BLEED
        for one, other in combinations(boxes, 2):
            apart = max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
            assert apart > GAP - 0.001
    return laid


def inks_are_real(html: str) -> None:
    """Drawings of a document hold no colours of a page: WeasyPrint knows no variables inside a drawing."""
    for image in set(re.findall(r"base64,([^\"]+)", html)):
        drawn = base64.b64decode(image).decode()
        assert "var(" not in drawn
        assert "currentColor" not in drawn
