"""What the rulebook knows of Potions besides its content."""

from rulebook.game import Rulebook
from rulebook.games.potions import words


class PotionsRulebook(Rulebook):
    formats = words.FORMATS


GAME = PotionsRulebook()
