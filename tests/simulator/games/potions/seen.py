"""A table to ask the engine about, without a game around it."""

from types import SimpleNamespace

from simulator.games.potions.engine.course import course_of
from simulator.games.potions.engine.cupboard import empty

COURSE = course_of()
EMPTY = empty(COURSE)


def table(cupboard=EMPTY, tables=((), ()), course=COURSE, parts=()):
    """What assembling looks at: the cupboard, the recipes on the tables, the cards that there are."""
    return SimpleNamespace(cupboard=cupboard, tables=tables, course=course, parts=parts)
