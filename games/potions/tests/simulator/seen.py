"""A table to ask the engine about, without a game around it."""

from types import SimpleNamespace

from games.potions.simulator.engine.courses import course_of
from games.potions.simulator.engine.cupboard import empty
from games.potions.simulator.engine.state import RULES

COURSE = course_of()
EMPTY = empty(COURSE)


def table(cupboard=EMPTY, tables=((), ()), course=COURSE, parts=()):
    """What assembling looks at: the cupboard, the recipes on the tables, which cards there are, the rules."""
    options = SimpleNamespace(rules=RULES)
    return SimpleNamespace(cupboard=cupboard, tables=tables, course=course, parts=parts, options=options)
