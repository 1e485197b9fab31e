"""What the rulebook knows of the University Course besides its content."""

from rulebook.game import Rulebook
from rulebook.printing.cards.paint import INKS


class UniversityRulebook(Rulebook):
    accent = ("#2f5d8a", "#dfe8f3")
    kind_inks = {
        "lesser_talisman": INKS["purple"],
        "sorcery_talisman": INKS["purple"],
        "scruple": INKS["plum"],
    }


GAME = UniversityRulebook()
