"""What the rulebook knows of Potions besides its content."""

from typing import Any

from rulebook.content.entries import Card, GameContent
from rulebook.drawing.paper import Family as SmallFamily
from rulebook.game import Rulebook
from rulebook.games.potions import words
from rulebook.printing.cards.paint import Family as PrintedFamily
from rulebook.printing.cards.paint import Size


class PotionsRulebook(Rulebook):
    formats = words.FORMATS

    # The look and the print

    accent = ("#8c590a", "#f8f0df")

    def small_family(self, card: Card) -> SmallFamily:
        from rulebook.games.potions.drawing import recipe_cards

        return recipe_cards.FAMILY

    def printed_family(self, card: Card) -> PrintedFamily:
        from rulebook.games.potions.printing import recipe_cards

        return recipe_cards.FAMILY

    def reference(self, game: GameContent, lang: str, page: Size) -> dict[str, Any]:
        from rulebook.games.potions.reference import sheet

        return sheet.context(game, lang, page)

    def opening(self, game: GameContent, lang: str) -> dict[str, Any]:
        from rulebook.games.potions.reference import sheet

        return sheet.opening(game, lang)


GAME = PotionsRulebook()
