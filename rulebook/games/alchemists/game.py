"""What the rulebook knows of Alchemists besides its content."""

from rulebook.game import Rulebook
from rulebook.games.alchemists import words


class AlchemistsRulebook(Rulebook):
    formats = words.FORMATS
    uncited = frozenset({"turn.play", "components.deck"})  # no engine plays it


GAME = AlchemistsRulebook()
