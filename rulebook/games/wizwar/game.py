"""What the rulebook knows of Wiz-War besides its content."""

from rulebook.game import Rulebook
from rulebook.games.wizwar import words


class WizwarRulebook(Rulebook):
    formats = words.FORMATS


GAME = WizwarRulebook()
