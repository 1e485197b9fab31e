"""What the rulebook knows of Wiz-War besides its content."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.wizwar.rulebook import words
from games.wizwar.rulebook.printing.inks import INK, TINT
from rulebook.content.entries import Card, GameContent
from rulebook.drawing.figures import Draw
from rulebook.drawing.paper import SmallFamily
from rulebook.game import CardField, Needed, Rulebook
from rulebook.printing.cards.paint import PrintedFamily, Size
from rulebook.printing.layout.game_documents import Document
from rulebook.setup import Count


class WizwarRulebook(Rulebook):
    formats = words.FORMATS

    drawn_kinds = ("sector", "layout")
    drawing_styles = ("wizwar/maze.css",)

    def summary(self, game: GameContent, card: Card) -> list[str]:
        from games.wizwar.rulebook import spells

        return spells.SUMMARIES[card.kind](game, card) if card.kind in spells.SUMMARIES else []

    def relatives(self, game: GameContent, card: Card) -> Mapping[str, object]:
        from games.wizwar.rulebook import spells

        return {name: find(game, card) for name, find in spells.RELATIVES.get(card.kind, {}).items()}

    def filters(self, game: GameContent) -> tuple[CardField, ...]:
        from games.wizwar.rulebook import spells

        return spells.filters(game)

    def drawing(self, game: GameContent, card: Card, lang: str) -> str:
        from games.wizwar.rulebook.drawing import maze, maze_cards

        return maze.svg(maze_cards.PICTURES[card.kind](game, card), card.name.in_(lang))

    def small_drawing(self, game: GameContent, card: Card, lang: str) -> str:
        from games.wizwar.rulebook.drawing import maze, maze_cards

        if card.kind not in self.drawn_kinds:
            return ""
        return maze.svg(maze_cards.small_picture(game, card), "", classes="piece-picture")

    @property
    def figures(self) -> Mapping[str, Draw]:
        from games.wizwar.rulebook.drawing import figures

        return figures.DRAWINGS

    # The look and the print

    figure_styles = drawing_styles
    accent = (INK, "#f8edef")
    inks = {"wizwar": INK}
    tints = {"wizwar": TINT}
    card_kinds = ("attack", "neutral", "counteraction", "magic_stone", "object", "number")

    @property
    def figure_looks(self) -> Mapping[str, str]:
        from games.wizwar.rulebook.drawing import figures

        return figures.LOOKS

    def small_family(self, card: Card) -> SmallFamily:
        from games.wizwar.rulebook.drawing import pieces

        return pieces.FAMILY

    def printed_family(self, card: Card) -> PrintedFamily:
        from games.wizwar.rulebook.printing import spell_cards

        return spell_cards.FAMILY if card.kind in self.card_kinds else spell_cards.OTHER_FAMILY

    @property
    def documents(self) -> Mapping[str, Document]:
        from games.wizwar.rulebook.reference import documents

        return documents.DOCUMENTS

    def reference(self, game: GameContent, lang: str, page: Size) -> dict[str, Any]:
        from games.wizwar.rulebook.reference import documents

        return documents.context(game, lang, page)

    def setup_counts(self, game: GameContent, players: int) -> Iterable[Count]:
        from games.wizwar.rulebook.drawing import setup

        return setup.counts(game, players)

    def setup_drawing(self, game: GameContent, players: int, lang: str) -> str:
        from games.wizwar.rulebook.drawing import setup

        return setup.board(game, players)

    def opening(self, game: GameContent, lang: str) -> dict[str, Any]:
        from games.wizwar.rulebook.reference import documents

        return documents.opening(game, lang)

    def evening(self, players: int) -> Sequence[Needed]:
        return (Needed("lives", {"players": str(players)}),)

    def facts(self, game: GameContent, card: Card, lang: str) -> list[str]:
        from games.wizwar.rulebook.reference import documents

        return documents.facts(game, card, lang)

    def picture(self, game: GameContent, card: Card) -> str:
        from games.wizwar.rulebook.reference import documents

        return documents.picture(game, card)


GAME = WizwarRulebook()
