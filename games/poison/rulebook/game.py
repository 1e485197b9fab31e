"""What the rulebook knows of Poison besides its content."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulebook.content.entries import Card, GameContent
from rulebook.drawing.figures import Draw
from rulebook.drawing.paper import SmallFamily
from rulebook.game import Rulebook
from rulebook.printing.cards.paint import PrintedFamily, Size
from rulebook.setup import Count
from rulebook.wording.sentences import render, say_plainly


def _say_number(game: GameContent, value: int, form: str, lang: str, names: Sequence[str]) -> str:
    """A number; as `taken` the cards that a play would bring, nothing where it brings none."""
    if form != "taken":
        return say_plainly(game, value, form, lang, names)
    return render(game, "fact", "taken", {"n": value}, lang) if value else ""


class PoisonRulebook(Rulebook):
    formats = {"n": _say_number}

    @property
    def figures(self) -> Mapping[str, Draw]:
        from games.poison.rulebook.drawing import figures

        return figures.DRAWINGS

    # The look and the print

    accent = ("#47761f", "#f1f4e8")
    inks = {"poison": "#47761f"}
    tints = {"poison": "#eef2e3"}

    def small_family(self, card: Card) -> SmallFamily:
        from games.poison.rulebook.drawing import value_cards

        return value_cards.FAMILY

    def printed_family(self, card: Card) -> PrintedFamily:
        from games.poison.rulebook.printing import value_cards

        return value_cards.FAMILY

    def reference(self, game: GameContent, lang: str, page: Size) -> dict[str, Any]:
        from games.poison.rulebook import reference

        return reference.context(game, lang, page)

    def setup_counts(self, game: GameContent, players: int) -> Iterable[Count]:
        from games.poison.rulebook.drawing import setup

        return setup.counts(game, players)

    def setup_drawing(self, game: GameContent, players: int, lang: str) -> str:
        from games.poison.rulebook.drawing import setup

        return setup.table(game, players, lang)

    def opening(self, game: GameContent, lang: str) -> dict[str, Any]:
        from games.poison.rulebook import reference

        return reference.opening(game, lang)


GAME = PoisonRulebook()
