"""What the rulebook knows of the Guild of Alchemists besides its content."""

from collections.abc import Mapping, Sequence

from rulebook.content.entries import GameContent
from rulebook.drawing.figures import Draw
from rulebook.game import Rulebook
from rulebook.printing.cards.paint import INKS
from rulebook.printing.layout.game_documents import Document
from rulebook.wording.sentences import Format


def _sequence(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    """A Sequence card by its id."""
    from games.potions.rulebook.boxes.guild import sequences

    return sequences.name(value).in_(lang)


class GuildRulebook(Rulebook):
    accent = ("#4a4039", "#ebe7e0")
    kind_inks = {"four_element_elixir": INKS["blue"], "philosophers_stone": INKS["red"]}
    own_files = ("sequences.toml",)
    formats: Mapping[str, Format] = {"sequence": _sequence}

    @property
    def figures(self) -> Mapping[str, Draw]:
        from games.potions.rulebook.boxes.guild.drawing import stages

        return stages.DRAWINGS

    @property
    def documents(self) -> Mapping[str, Document]:
        from games.potions.rulebook.boxes.guild.printing import sequence_sheets

        return sequence_sheets.DOCUMENTS


GAME = GuildRulebook()
