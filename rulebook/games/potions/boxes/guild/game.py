"""What the rulebook knows of the Guild of Alchemists besides its content."""

from collections.abc import Mapping

from rulebook.game import Rulebook
from rulebook.printing.cards.paint import INKS
from rulebook.printing.layout.game_documents import Document


class GuildRulebook(Rulebook):
    accent = ("#4a4039", "#ebe7e0")
    kind_inks = {"four_element_elixir": INKS["blue"], "philosophers_stone": INKS["red"]}

    @property
    def documents(self) -> Mapping[str, Document]:
        from rulebook.games.potions.boxes.guild.printing import sequence_sheets

        return sequence_sheets.DOCUMENTS


GAME = GuildRulebook()
