"""What the rulebook knows of Poison besides its content."""

from rulebook.game import Rulebook


class PoisonRulebook(Rulebook):
    uncited = frozenset({"setup.first"})  # the dealer decides who begins


GAME = PoisonRulebook()
