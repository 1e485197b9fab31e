"""What «Маго-бой» prints of its own: the board, tokens, a sheet of lives, the reference sheet."""

from collections.abc import Mapping
from typing import Any

from games.wizwar.rulebook.drawing import maze_cards
from games.wizwar.rulebook.drawing.pieces import NUMERAL_KIND, SPELL_KINDS
from games.wizwar.rulebook.printing import box_tokens, maze_board, maze_tokens, spell_words
from games.wizwar.rulebook.reference import board, lives, sheet
from rulebook.content.entries import Card, GameContent
from rulebook.printing.cards.paint import FULL_INK, Size
from rulebook.printing.layout.game_documents import LOW, Document, DocumentRequest
from rulebook.printing.layout.piece_sheets import sheets

CARD_KINDS = (*SPELL_KINDS, NUMERAL_KIND)
TOKEN_OPTIONS = {**LOW, "size": tuple(board.UNITS), "teams": ("0", "1")}
OPENING, LISTED = (92.0, 92.0), (70.0, 62.0)  # boards in the rulebook's first chapter and in its list


def context(game: GameContent, lang: str, page: Size) -> dict[str, Any]:
    """What `games/wizwar/rulebook/templates/rulebook/wizwar/_reference.html` needs of this game alone."""
    return sheet.context(game, lang)


def opening(game: GameContent, lang: str) -> dict[str, Any]:
    """What `print/wizwar/opening.html` needs: the deck by types, a board for four."""
    rows = sheet.kind_rows(game)
    return {
        "kinds": rows,
        "sorts": sum(row.sorts for row in rows),
        "deck_size": sum(row.cards for row in rows),
        "drawing": maze_board.picture(game, game.card_by_id["layout_4"], FULL_INK, *OPENING),
    }


def facts(game: GameContent, card: Card, lang: str) -> list[str]:
    """What is known of a card besides its text, in short pieces."""
    return spell_words.facts(game, card, lang) if card.kind in CARD_KINDS else []


def picture(game: GameContent, card: Card) -> str:
    """A sector or a layout as a drawing."""
    drawn = card.kind in maze_cards.PICTURES
    return maze_board.picture(game, card, FULL_INK, *LISTED) if drawn else ""


def token_sheets(game: GameContent, asked: DocumentRequest) -> dict[str, Any]:
    """All tokens, as large as the squares of the board that they are for; of boxes those of their cards."""
    unit = board.UNITS[asked.options["size"]]
    desk = maze_tokens.MazeDesk(game, asked.lang, asked.style, unit)
    signs = [box_tokens.markers(desk)] if asked.options["teams"] == "1" else []
    own = maze_tokens.groups(game, asked.lang, asked.style, unit)
    return sheets([*own, *signs, *box_tokens.groups(desk)], asked.page)


DOCUMENTS: Mapping[str, Document] = {
    "board": Document("print/wizwar/board.html", board.board, board.OPTIONS),
    "tokens": Document("print/pieces.html", token_sheets, TOKEN_OPTIONS),
    "lives": Document("print/wizwar/lives.html", lives.sheet, lives.OPTIONS),
}
