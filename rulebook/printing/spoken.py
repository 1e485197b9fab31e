"""A finished PDF as a screen reader says it: its elements in their order, with the words of each."""

import ctypes
from collections.abc import Iterator
from typing import Any

import pypdfium2
from pypdfium2 import raw

BLOCKS = frozenset({"Document", "Sect", "Div", "Part", "Art"})  # where a drawing stands by itself

NOWHERE = -1  # the number of content that no element holds
HYPHEN = "\x02"  # as PDFium says one that ends a line
GOES_ON = (" ", "-", "\N{HYPHEN}")  # after these a line goes on without a blank
PITCH = 0.8  # of the size of the type, less than from line to line, more than to what stands raised


def lines(made: bytes) -> Iterator[str]:
    """A line for each element that has words of its own, further in for those inside of others; pages are
    counted as they begin.
    """
    with pypdfium2.PdfDocument(made) as document:
        for number in range(len(document)):
            yield f"— {number + 1} —"
            yield from _of_page(document[number])


def _of_page(page: Any) -> Iterator[str]:
    words = _words(page)
    tree = raw.FPDF_StructTree_GetForPage(page)
    try:
        for n in range(raw.FPDF_StructTree_CountChildren(tree)):
            yield from _said(raw.FPDF_StructTree_GetChildAtIndex(tree, n), words, 0)
    finally:
        raw.FPDF_StructTree_Close(tree)


def _said(element: Any, words: dict[int, str], depth: int) -> Iterator[str]:
    sort = _text(raw.FPDF_StructElement_GetType, element)
    if sort == "Figure":
        yield f"{'  ' * depth}{sort} {_aloud(element, words)}"
        return
    parts: list[str | list[str]] = [""]
    for n in range(raw.FPDF_StructElement_CountChildren(element)):
        kid = raw.FPDF_StructElement_GetChildAtIndex(element, n)
        if kid and _is_within_words(kid, sort):
            _append(parts, _aloud(kid, words))
        elif kid:
            parts.append(list(_said(kid, words, depth + 1)))
        else:
            _append(parts, words.get(raw.FPDF_StructElement_GetChildMarkedContentID(element, n), ""))
    own = parts[0] if isinstance(parts[0], str) else ""
    yield f"{'  ' * depth}{sort} {own.lstrip()}".rstrip()
    for part in parts[1:]:
        yield from [f"{'  ' * depth}  {part.lstrip()}"] if isinstance(part, str) else part


def _is_within_words(element: Any, parent: str) -> bool:
    sort = _text(raw.FPDF_StructElement_GetType, element)
    return sort == "Link" or (sort == "Figure" and parent not in BLOCKS)


def _append(parts: list[str | list[str]], words: str) -> None:
    last = parts[-1]
    if isinstance(last, str):
        parts[-1] = last + words
    elif words:
        parts.append(words)


def _aloud(element: Any, words: dict[int, str]) -> str:
    """A link in its brackets, a drawing as its words."""
    alt = _text(raw.FPDF_StructElement_GetAltText, element)
    if alt:
        return f"[{alt}]"
    said = ""
    for n in range(raw.FPDF_StructElement_CountChildren(element)):
        kid = raw.FPDF_StructElement_GetChildAtIndex(element, n)
        number = raw.FPDF_StructElement_GetChildMarkedContentID(element, n)
        said += _aloud(kid, words) if kid else words.get(number, "")
    before = " " if said.startswith(" ") else ""
    return f"{before}<{said.lstrip()}>"


def _words(page: Any) -> dict[int, str]:
    """The words of each piece of content, by its number; a blank before those that begin a line, as the one
    that stood there isn't drawn.
    """
    text = page.get_textpage()
    found: dict[int, str] = {}
    last, above = "", 0.0
    for drawn in page.get_objects(filter=(raw.FPDF_PAGEOBJ_TEXT,), textpage=text):
        number = raw.FPDFPageObj_GetMarkedContentID(drawn)
        said, line = drawn.extract().replace(HYPHEN, "-"), drawn.get_matrix().f
        apart = abs(line - above) > _size(drawn) * PITCH and not last.endswith(GOES_ON)
        found[number] = found.get(number, "") + (" " if apart else "") + said
        last, above = said, line
    return {**found, NOWHERE: ""}


def _size(drawn: Any) -> float:
    """The size of its type, in points on the page."""
    size = ctypes.c_float()
    raw.FPDFTextObj_GetFontSize(drawn, size)
    return float(size.value * abs(drawn.get_matrix().d))


def _text(ask: Any, element: Any) -> str:
    """What PDFium says of an element in UTF-16."""
    length = ask(element, None, 0)
    buffer = ctypes.create_string_buffer(length)
    ask(element, buffer, length)
    return buffer.raw[: max(length - 2, 0)].decode("utf-16-le")
