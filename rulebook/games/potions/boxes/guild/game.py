"""What the rulebook knows of the Guild of Alchemists besides its content."""

from collections.abc import Mapping

from rulebook.game import Rulebook
from rulebook.printing.layout.game_documents import Document


class GuildRulebook(Rulebook):
    @property
    def documents(self) -> Mapping[str, Document]:
        from rulebook.games.potions.boxes.guild.printing import sequence_sheets

        return sequence_sheets.DOCUMENTS


GAME = GuildRulebook()
