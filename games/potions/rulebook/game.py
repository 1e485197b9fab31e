"""What the rulebook knows of Potions besides its content."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from games.potions.rulebook import words
from rulebook.content.entries import Card, GameContent
from rulebook.content.faults import Fault
from rulebook.drawing.figures import Draw
from rulebook.drawing.paper import SmallFamily
from rulebook.game import Rulebook
from rulebook.printing.cards.paint import PrintedFamily, Size
from rulebook.setup import Count

if TYPE_CHECKING:
    from rulebook.content.reading import Reading

HALF_POINTS = {
    "ru": "собирается из рецептов, но половина от {n} очков не целая",
    "en": "takes recipes, but half of {n} points is no whole number",
}


class PotionsRulebook(Rulebook):
    formats = words.FORMATS

    def faults(self, reading: "Reading") -> Iterator[Fault]:
        """A recipe that takes recipes gives half of its points to others, so they must be even."""
        for card in reading.content.cards:
            if card.points % 2 and any(asked.kind != "element" for asked in card.ingredients):
                said = {lang: text.format(n=card.points) for lang, text in HALF_POINTS.items()}
                yield reading.entries["card", card.id].wrong("of_game", "points", **said)

    @property
    def figures(self) -> Mapping[str, Draw]:
        from games.potions.rulebook.drawing import figures

        return figures.DRAWINGS

    # The look and the print

    accent = ("#8c590a", "#f8f0df")

    def ink(self, name: str) -> str:
        """Its cards have the colours of their kinds."""
        from games.potions.rulebook.printing import recipe_cards

        return recipe_cards.kind_ink("potions", name.replace("-", "_")) or super().ink(name)

    def small_family(self, card: Card) -> SmallFamily:
        from games.potions.rulebook.drawing import recipe_cards

        return recipe_cards.FAMILY

    def printed_family(self, card: Card) -> PrintedFamily:
        from games.potions.rulebook.printing import recipe_cards

        return recipe_cards.FAMILY

    def reference(self, game: GameContent, lang: str, page: Size) -> dict[str, Any]:
        from games.potions.rulebook.reference import sheet

        return sheet.context(game, lang, page)

    def setup_counts(self, game: GameContent, players: int) -> Iterable[Count]:
        from games.potions.rulebook.drawing import setup

        return setup.counts(game, players)

    def setup_drawing(self, game: GameContent, players: int, lang: str) -> str:
        from games.potions.rulebook.drawing import setup

        return setup.table(game, players, lang)

    def opening(self, game: GameContent, lang: str) -> dict[str, Any]:
        from games.potions.rulebook.reference import sheet

        return sheet.opening(game, lang)


GAME = PotionsRulebook()
