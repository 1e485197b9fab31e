"""Sheets of things to cut out, as `templates/print/pieces.html` shows them. Pure."""

import base64
from collections.abc import Iterable, Sequence
from typing import Any

from rulebook.drawing.words import letters_in
from rulebook.printing.cards.paint import Size, svg
from rulebook.printing.cards.pieces import BLEED, Piece, PieceGroup, Sheet, lay_out

MARGIN = 10.0  # around the pieces
HEAD = 6.0  # the small print above them


def sheets(groups: Iterable[PieceGroup], page: Size) -> dict[str, Any]:
    """All pieces on as many sheets as they need; a sheet with backs is followed by them, mirrored."""
    groups = list(groups)
    images = _images(groups)
    found = []
    for sheet in lay_out(groups, page, MARGIN, HEAD):
        found.append(
            {**_sheet(sheet, page, images, back=False), "cuts": sheet.cuts(), "shapes": sheet.shapes()}
        )
        if sheet.has_backs:
            found.append(_sheet(sheet, page, images, back=True))
    return {"sheets": found, "view": f"0 0 {page.width:g} {page.height:g}"}


def _sheet(sheet: Sheet, page: Size, images: dict[str, str], *, back: bool) -> dict[str, Any]:
    """Places of a sheet as CSS reads them; on backs columns are mirrored for a turn over the long edge."""
    cells = []
    for x, y, piece in sheet.pieces:
        drawing = piece.back if back else piece.face
        if drawing:
            left = page.width - x - piece.size.width if back else x
            cells.append({"style": _box(left, y, piece), "image": images[drawing]})
    titles = [] if back else [(f"left:{x:g}mm;top:{y:g}mm", words) for x, y, words in sheet.titles]
    return {"back": back, "cells": cells, "titles": titles}


def _box(x: float, y: float, piece: Piece) -> str:
    return (
        f"left:{x - BLEED:.2f}mm;top:{y - BLEED:.2f}mm;"
        f"width:{piece.size.width + 2 * BLEED:g}mm;height:{piece.size.height + 2 * BLEED:g}mm"
    )


def _images(groups: Sequence[PieceGroup]) -> dict[str, str]:
    """Drawings as the addresses of images, each made once however often it stands on the sheets. They read
    as their group with what is written on them; a back without letters is decoration.
    """
    images: dict[str, str] = {}
    for title, piece in ((group.title, piece) for group in groups for piece in group.pieces):
        for drawing, name in ((piece.face, piece.words), (piece.back, "")):
            if drawing and drawing not in images:
                said = " ".join(filter(None, (name, letters_in(drawing))))
                words = f"{title}: {said}" if said else title if drawing == piece.face else ""
                images[drawing] = data_image(svg(drawing, piece.size, bleed=BLEED, words=words))
    return images


def data_image(drawing: str) -> str:
    """A whole `<svg>` as the address of an image."""
    return "data:image/svg+xml;base64," + base64.b64encode(drawing.encode()).decode()
