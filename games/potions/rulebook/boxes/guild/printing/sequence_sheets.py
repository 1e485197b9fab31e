"""Sheets of Sequence cards to cut out: ours, or with a table's own columns."""

from collections.abc import Mapping
from typing import Any

from games.potions.rulebook.boxes.guild import sequences
from games.potions.rulebook.boxes.guild.drawing import sequence_card
from games.potions.rulebook.boxes.guild.sequences import BadColumns, SequenceCard
from rulebook import finder
from rulebook.content.entries import GameContent, Text
from rulebook.printing.cards.pieces import BLEED, Piece, PieceGroup
from rulebook.printing.layout.game_documents import LOW, CannotPrint, Document, DocumentRequest
from rulebook.printing.layout.piece_sheets import sheets

LETTERS = 4000  # of nine typed columns
TITLE = Text("Карты Последовательностей, по {n} каждой", "Sequence cards, {n} of each")


def context(game: GameContent, asked: DocumentRequest) -> dict[str, Any]:
    """All copies of the three cards, backs behind them if they are wanted."""
    found = chosen(asked.options["columns"])
    content = sequences.content(tuple(finder.boxes("rulebook", game.id)))
    back = sequence_card.back(bleed=BLEED, style=asked.style) if asked.options["backs"] == "1" else ""
    pieces = [
        Piece(
            card.id,
            sequence_card.SIZE,
            sequence_card.face(content, card, asked.lang, bleed=BLEED, style=asked.style),
            back,
        )
        for card in found
        for _ in range(sequences.copies())
    ]
    title = TITLE.in_(asked.lang).format(n=sequences.copies())
    return {**sheets([PieceGroup(title, pieces)], asked.page), "ours": found == sequences.cards()}


def chosen(text: str) -> tuple[SequenceCard, ...]:
    """The cards with these columns; ours without any. Raises CannotPrint."""
    if not text.strip():
        return sequences.cards()
    boxes = tuple(finder.boxes("rulebook", sequences.GAME_ID))
    try:
        return sequences.own_columns(sequences.data_of_text(text, boxes), boxes)
    except BadColumns as error:
        raise CannotPrint(error.refusals) from error


DOCUMENTS: Mapping[str, Document] = {
    "sequences": Document(
        "print/potions/guild/sequences.html", context, {**LOW, "backs": ("1", "0")}, {"columns": LETTERS}
    ),
}
