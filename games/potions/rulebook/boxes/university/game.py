"""What the rulebook knows of the University Course besides its content."""

from collections.abc import Mapping

from rulebook.drawing.figures import Draw
from rulebook.game import Rulebook
from rulebook.printing.cards.paint import INKS
from rulebook.wording.sentences import Format, say_seat


class UniversityRulebook(Rulebook):
    accent = ("#2f5d8a", "#dfe8f3")
    formats: Mapping[str, Format] = {"from": say_seat}
    kind_inks = {
        "lesser_talisman": INKS["purple"],
        "sorcery_talisman": INKS["purple"],
        "scruple": INKS["plum"],
    }

    @property
    def figures(self) -> Mapping[str, Draw]:
        from games.potions.rulebook.boxes.university.drawing import ahead

        return ahead.DRAWINGS


GAME = UniversityRulebook()
