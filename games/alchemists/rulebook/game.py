"""What the rulebook knows of Alchemists besides its content."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.alchemists.rulebook import words
from games.alchemists.rulebook.printing.inks import COLOUR_INKS, INK, TINT
from rulebook.content.entries import Card, GameContent
from rulebook.drawing.figures import Draw
from rulebook.drawing.paper import SmallFamily
from rulebook.game import Needed, Rulebook
from rulebook.printing.cards.paint import PrintedFamily, Size
from rulebook.printing.layout.game_documents import Document
from rulebook.setup import Count


class AlchemistsRulebook(Rulebook):
    formats = words.FORMATS

    sheet_kinds = ("conference", "grant")

    def spellings(self, game: GameContent, card: Card) -> list[str]:
        """A potion is called by the letter of its colour and its sign, too: «к+»."""
        sign = card.data.get("sign")
        if not sign:
            return []
        letter = game.colour_by_id[card.colour].letter
        return [letter.ru + sign, letter.en + sign]

    def summary(self, game: GameContent, card: Card) -> list[str]:
        from games.alchemists.rulebook import cards

        return cards.SUMMARIES[card.kind](game, card) if card.kind in cards.SUMMARIES else []

    def relatives(self, game: GameContent, card: Card) -> Mapping[str, object]:
        from games.alchemists.rulebook import cards

        return {name: find(game, card) for name, find in cards.RELATIVES.get(card.kind, {}).items()}

    def marks(self, game: GameContent, card: Card) -> list[Card]:
        return [game.card_by_code[code] for code in card.data.get("potions", ())]

    def small_drawing(self, game: GameContent, card: Card, lang: str) -> str:
        from games.alchemists.rulebook.drawing.formula import formula_svg

        return formula_svg(game, card, lang) if card.data.get("signs") else ""

    @property
    def figures(self) -> Mapping[str, Draw]:
        from games.alchemists.rulebook.drawing import figures

        return figures.DRAWINGS

    # The look and the print

    accent = (INK, "#eef0f8")
    inks = {"alchemists": INK}
    tints = {"alchemists": TINT}
    card_kinds = ("ingredient", "favour", "artifact", "discount")
    sides = 2

    def evening(self, players: int) -> Sequence[Needed]:
        return (Needed("grid", each=True),)

    def small_family(self, card: Card) -> SmallFamily:
        from games.alchemists.rulebook.drawing import pieces

        return pieces.FAMILY

    def printed_family(self, card: Card) -> PrintedFamily:
        from games.alchemists.rulebook.printing import piece_cards

        return piece_cards.FAMILY

    def ink(self, name: str) -> str:
        return COLOUR_INKS.get(name) or super().ink(name)

    @property
    def documents(self) -> Mapping[str, Document]:
        from games.alchemists.rulebook.reference import sheet

        return sheet.DOCUMENTS

    def reference(self, game: GameContent, lang: str, page: Size) -> dict[str, Any]:
        from games.alchemists.rulebook.reference import sheet

        return sheet.context(game, lang, page)

    def setup_counts(self, game: GameContent, players: int) -> Iterable[Count]:
        from games.alchemists.rulebook.drawing import setup

        return setup.counts(game, players)

    def setup_drawing(self, game: GameContent, players: int, lang: str) -> str:
        from games.alchemists.rulebook.drawing import setup

        return setup.table(game, players, lang)

    def opening(self, game: GameContent, lang: str) -> dict[str, Any]:
        from games.alchemists.rulebook.reference import sheet

        return sheet.opening(game, lang)

    def facts(self, game: GameContent, card: Card, lang: str) -> list[str]:
        from games.alchemists.rulebook.reference import sheet

        return sheet.facts(game, card, lang)


GAME = AlchemistsRulebook()
