"""What WeasyPrint's tags lack for a PDF that a screen reader reads well: PDF/UA-1, and small.

WeasyPrint tags every box, and each piece of text in it once more. Here its tree is read, what says nothing is
left out, drawings without words become artifacts, heads of tables get their scope, links say where they lead,
and the tree is written anew. How a document wants to be printed is noted for viewers, too.
"""

from base64 import b64decode
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

import pydyf
from weasyprint.document import Document, Page
from weasyprint.formatting_structure.boxes import MarginBox, TextBox

from rulebook.drawing.words import SVG, words_of

DRAWING = "data:image/svg+xml;base64,"
NO_WORDS = "\N{REPLACEMENT CHARACTER}"  # stands for an empty `alt`, of which WeasyPrint would complain
TWO_SIDED = "two-sided"  # the name of the <meta> of a document whose backs lie behind its faces

INLINE = frozenset({"Span", "NonStruct"})  # hold words and say nothing of them
GROUPS = frozenset({"Document", "Part", "Art", "Sect", "Div", "BlockQuote"})  # hold blocks, never words
HEADINGS = frozenset({"H1", "H2", "H3", "H4", "H5", "H6"})
WORDS = HEADINGS | {"P", "Caption", "Lbl", "Link"}  # hold no blocks
FRAMES = frozenset({"Table", "THead", "TBody", "TFoot", "TR", "L", "LI"})  # have children of a few sorts only
CELLS = frozenset({"TH", "TD"})
KEPT_EMPTY = CELLS  # a table has its cells, also those to be written in


@dataclass(frozen=True)
class Marked:
    """A piece of a page's content, by its number there."""

    page: int
    number: int


@dataclass(frozen=True)
class Annotation:
    """A link's place on a page."""

    page: bytes
    drawn: pydyf.Dictionary


@dataclass
class StructureElement:
    """An element of the tree."""

    sort: str
    attributes: dict[str, Any] = field(default_factory=dict)
    kids: "list[Kid]" = field(default_factory=list)


Kid = StructureElement | Marked | Annotation


def say_drawings(page: Element) -> None:
    """Gives WeasyPrint the words of drawings, which it reads from a title or an `alt` alone. No two different
    ones of a document say the same: what isn't told apart by its words is by a number.
    """
    said: dict[str, dict[str, str]] = {}

    def own(words: str, drawn: str) -> str:
        alike = said.setdefault(words, {})
        return alike.setdefault(drawn, f"{words} ({len(alike) + 1})" if alike else words)

    for image in page.iter("img"):
        address = image.get("src", "")
        words = image.get("alt") or _words_of_image(address)
        image.set("alt", own(words, address) if words else NO_WORDS)
    for drawn_by_style in page.iter("i"):
        if drawn_by_style.get("role") == "img":
            drawn_by_style.tag = f"{SVG}svg"
    for drawing in page.iter(f"{SVG}svg"):
        words = words_of(drawing)
        for title in drawing.findall(f"{SVG}title"):
            drawing.remove(title)
        if words:
            shapes = "".join(tostring(shape, encoding="unicode") for shape in drawing)
            SubElement(drawing, f"{SVG}title").text = own(words, shapes)


@lru_cache
def _words_of_image(address: str) -> str:
    if not address.startswith(DRAWING):
        return ""
    return words_of(fromstring(b64decode(address.removeprefix(DRAWING))))


def leave_links(page: Page) -> None:
    """Leaves each link of a page once: WeasyPrint makes others of the boxes inside of it, and of those in
    margins, which are artifacts.
    """
    margins = {
        id(box)
        for margin in page._page_box.children
        if isinstance(margin, MarginBox)
        for box in margin.descendants()
    }
    page.links = [link for link in page.links if link[3].link and id(link[3]) not in margins]


def finish(document: Document, pdf: pydyf.PDF) -> None:
    """Given to `write_pdf`."""
    _say_where_links_lead(document)
    tree = _TagReader(pdf).tree()
    unseen = set(_unseen(pdf))
    for root in tree:
        _leave_out(root, unseen)
        root.kids = _blocks(_tidy(kid) for kid in root.kids)
        _leave_no_level_out(root, [])
    _write(pdf, tree)
    _make_artifacts(pdf, {(each.page, each.number) for root in tree for each in _marked(root)})
    pdf.catalog["ViewerPreferences"]["PrintScaling"] = "/None"
    if TWO_SIDED in document.metadata.custom:
        pdf.catalog["ViewerPreferences"]["Duplex"] = "/DuplexFlipLongEdge"


def _say_where_links_lead(document: Document) -> None:
    """WeasyPrint describes a link by its address; its title, or else its words, say more."""
    for page in document.pages:
        for _, target, _, box in page.links:
            if box.link_annotation is None:
                continue
            words = "".join(each.text for each in box.descendants() if isinstance(each, TextBox))
            title = box.element.get("title") if box.element is not None else None
            box.link_annotation["Contents"] = pydyf.String(title or words.strip() or target)


class _TagReader:
    """Reads WeasyPrint's tree."""

    def __init__(self, pdf: pydyf.PDF):
        self.pdf = pdf
        self.pages = {reference: n for n, reference in enumerate(pdf.page_references)}

    def tree(self) -> list[StructureElement]:
        root = self._object(self.pdf.catalog["StructTreeRoot"])
        return [self._node(self._object(kid)) for kid in root["K"]]

    def _object(self, reference: bytes) -> Any:
        return self.pdf.objects[int(reference.split()[0])]

    def _node(self, element: Mapping[str, Any]) -> StructureElement:
        attributes = {key: element[key] for key in ("A", "Alt") if key in element}
        node = StructureElement(element["S"].lstrip("/"), attributes)
        for kid in element["K"]:
            node.kids.append(self._kid(kid, element))
        return node

    def _kid(self, kid: int | bytes, parent: Mapping[str, Any]) -> Kid:
        if isinstance(kid, int):
            return Marked(self.pages[parent["Pg"]], kid)
        found = self._object(kid)
        if found["Type"] == "/OBJR":
            return Annotation(found["Pg"], self._object(found["Obj"]))
        return self._node(found)


def _leave_out(node: StructureElement, unseen: Collection[Marked]) -> None:
    """Words that are hidden are drawn as nothing, yet marked."""
    node.kids = [kid for kid in node.kids if not (isinstance(kid, Marked) and kid in unseen)]
    for kid in node.kids:
        if isinstance(kid, StructureElement):
            _leave_out(kid, unseen)


def _unseen(pdf: pydyf.PDF) -> Iterator[Marked]:
    """Pieces of content that end as they begin."""
    for page, stream in enumerate(_streams(pdf)):
        for n, each in enumerate(stream.stream):
            if each == b"BDC" and stream.stream[n + 1] == b"EMC":
                yield Marked(page, stream.stream[n - 1]["MCID"])


def _streams(pdf: pydyf.PDF) -> Iterator[pydyf.Stream]:
    """What is drawn on each page."""
    for reference in pdf.page_references:
        page = pdf.objects[int(reference.split()[0])]
        yield pdf.objects[int(page["Contents"].split()[0])]


def _leave_no_level_out(node: StructureElement, above: list[str]) -> None:
    """A heading is one level below the last one that is larger, whatever sizes a document skips."""
    for kid in node.kids:
        if isinstance(kid, StructureElement) and kid.sort in HEADINGS:
            while above and above[-1] >= kid.sort:
                above.pop()
            above.append(kid.sort)
            kid.sort = f"H{len(above)}"
        elif isinstance(kid, StructureElement):
            _leave_no_level_out(kid, above)


def _tidy(kid: Kid) -> list[Kid]:
    """A part of the tree without what says nothing: often what stands in its place are its kids."""
    if not isinstance(kid, StructureElement):
        return [kid]
    if kid.sort == "Figure":
        return [kid] if _has_words(kid) else []
    kid.kids = [part for each in kid.kids for part in _tidy(each)]
    if kid.sort in INLINE or (kid.sort == "Div" and _only_blocks(kid.kids)):
        return kid.kids
    if kid.sort in WORDS:
        kid.kids = list(_words(kid.kids, kid.sort))
    elif kid.sort == "Div":
        kid.sort = "P" if all(map(_is_inline, kid.kids)) else "Div"
    if kid.sort in GROUPS or (kid.sort in {*CELLS, "LBody"} and not all(map(_is_inline, kid.kids))):
        kid.kids = _blocks([each] for each in kid.kids)
    if kid.sort == "Table":
        rows = list(_rows(kid))
        if not _has_heads(rows):
            return _blocks(_cell_as_block(cell) for row in rows for cell in row.kids)
        _give_scopes(rows)
    return [kid] if kid.kids or kid.sort in KEPT_EMPTY else []


def _has_words(figure: StructureElement) -> bool:
    alt = figure.attributes.get("Alt")
    return alt is not None and alt.string != NO_WORDS


def _is_inline(kid: Kid) -> bool:
    return not isinstance(kid, StructureElement) or kid.sort in {"Link", "Figure", *INLINE}


def _only_blocks(kids: Sequence[Kid]) -> bool:
    return not any(map(_is_inline, kids))


def _words(kids: Sequence[Kid], sort: str) -> Iterator[Kid]:
    """What stands in a paragraph: blocks in it are there for the layout alone."""
    for kid in kids:
        if isinstance(kid, StructureElement) and (kid.sort in {"Div", "P"} or kid.sort == sort):
            yield from kid.kids
        else:
            yield kid


def _blocks(parts: "Iterator[list[Kid]]") -> list[Kid]:
    """Blocks, of which neighbouring pieces of text outside of one make another; a figure may stand alone."""
    found: list[Kid] = []
    loose: StructureElement | None = None
    for kid in (kid for part in parts for kid in part):
        if _is_inline(kid) and not (isinstance(kid, StructureElement) and kid.sort == "Figure"):
            if loose is None:
                loose = StructureElement("P")
                found.append(loose)
            loose.kids.append(kid)
        else:
            loose = None
            found.append(kid)
    return found


def _has_heads(rows: Sequence[StructureElement]) -> bool:
    return any(isinstance(cell, StructureElement) and cell.sort == "TH" for row in rows for cell in row.kids)


def _cell_as_block(cell: Kid) -> list[Kid]:
    """What a cell holds of a table without heads, which is there for the layout alone."""
    if not isinstance(cell, StructureElement):
        return [cell]
    return (
        [StructureElement("P", kids=cell.kids)]
        if cell.kids and all(map(_is_inline, cell.kids))
        else cell.kids
    )


def _give_scopes(rows: Sequence[StructureElement]) -> None:
    """A head stands above its column in the first row and where all of a row are heads, else before its row.
    A corner that is left empty says that rows have heads, too: the first words in each, and those that
    several rows share. WeasyPrint's own lists of heads in each cell say the same at many times the length.
    """
    corner = bool(rows[0].kids) and isinstance(rows[0].kids[0], StructureElement) and not rows[0].kids[0].kids
    for n, row in enumerate(rows):
        cells = [cell for cell in row.kids if isinstance(cell, StructureElement) and cell.sort in CELLS]
        said = [cell for cell in cells if cell.kids]
        if corner and n:
            for cell in said[: 2 if said and "RowSpan" in said[0].attributes["A"] else 1]:
                cell.sort = "TH"
        above = n == 0 or all(cell.sort == "TH" for cell in cells)
        for cell in cells:
            cell.attributes["A"].pop("Headers", None)
            if cell.sort == "TH":
                cell.attributes["A"]["Scope"] = "/Column" if above else "/Row"
            elif set(cell.attributes["A"]) == {"O"}:
                del cell.attributes["A"]


def _rows(table: StructureElement) -> Iterator[StructureElement]:
    for kid in table.kids:
        if isinstance(kid, StructureElement) and kid.sort == "TR":
            yield kid
        elif isinstance(kid, StructureElement) and kid.sort in FRAMES:
            yield from _rows(kid)


def _marked(node: StructureElement) -> Iterator[Marked]:
    for kid in node.kids:
        if isinstance(kid, StructureElement):
            yield from _marked(kid)
        elif isinstance(kid, Marked):
            yield kid


def _write(pdf: pydyf.PDF, tree: Sequence[StructureElement]) -> None:
    """Puts the tree in place of WeasyPrint's, which was added to the objects last but for the metadata."""
    root = pdf.objects[int(pdf.catalog["StructTreeRoot"].split()[0])]
    first = int(root["ParentTree"].split()[0])
    others = [each for each in pdf.objects[first:] if isinstance(each, pydyf.Stream)]
    del pdf.objects[first:]
    references = pdf.page_references
    pages = len(references)
    parents: list[dict[int, bytes]] = [{} for _ in references]
    annotations: list[bytes] = []

    def add(node: StructureElement, parent: bytes) -> bytes:
        element = pydyf.Dictionary({"S": f"/{node.sort}", "P": parent, **node.attributes})
        pdf.add_object(element)
        reference: bytes = element.reference
        found = pydyf.Array()
        for kid in node.kids:
            if isinstance(kid, StructureElement):
                found.append(add(kid, reference))
            elif isinstance(kid, Marked):
                element["Pg"] = references[kid.page]
                parents[kid.page][kid.number] = reference
                found.append(kid.number)
            else:
                kid.drawn["StructParent"] = pages + len(annotations)
                annotations.append(reference)
                place = {"Type": "/OBJR", "Obj": kid.drawn.reference, "Pg": kid.page}
                found.append(pydyf.Dictionary(place))
        element["K"] = found[0] if len(found) == 1 else found
        return reference

    pdf.add_object(root)
    root["K"] = pydyf.Array(add(node, root.reference) for node in tree)
    numbers = pydyf.Array()
    for page, found in enumerate(parents):
        listed = (found.get(n, b"null") for n in range(max(found, default=-1) + 1))
        numbers.extend((page, pydyf.Array(listed)))
    for n, reference in enumerate(annotations, start=pages):
        numbers.extend((n, reference))
    mapping = pydyf.Dictionary({"Nums": numbers})
    pdf.add_object(mapping)
    root["ParentTree"] = mapping.reference
    pdf.catalog["StructTreeRoot"] = root.reference
    for each in others:
        pdf.add_object(each)
        pdf.catalog["Metadata"] = each.reference


def _make_artifacts(pdf: pydyf.PDF, tagged: Collection[tuple[int, int]]) -> None:
    """Marks as an artifact what no element holds; and what WeasyPrint marks so within words, a line through
    them, as a part of these.
    """
    for n, stream in enumerate(_streams(pdf)):
        stream.stream = list(_remarked(stream.stream, {number for on, number in tagged if on == n}))


def _remarked(operations: Sequence[Any], tagged: Collection[int]) -> Iterator[Any]:
    """The operations of a page: `/Span`, a dictionary with the number and `BDC` begin a piece of content,
    `/Artifact` and `BMC` an artifact, `EMC` ends both. None lies within another.
    """
    depth = 0
    skipped = 0
    for n, each in enumerate(operations):
        following = operations[n + 1 : n + 3]
        if skipped:
            skipped -= 1
        elif each == b"EMC":
            depth -= 1
            if not depth:
                yield each
        elif following[:1] == [b"BMC"]:
            depth += 1
            skipped = 1
            if depth == 1:
                yield from (each, b"BMC")
        elif following[1:] == [b"BDC"]:
            depth += 1
            skipped = 2
            if depth == 1:
                is_tagged = following[0]["MCID"] in tagged
                yield from (each, *following) if is_tagged else ("/Artifact", b"BMC")
        else:
            yield each
