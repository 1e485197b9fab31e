"""Which rows of a record of plays can be: one check for each kind of play."""

from collections.abc import Callable, Mapping

from games.potions.scoring.points import ASSEMBLE as ASSEMBLED
from games.potions.scoring.points import BEFORE, ELEMENT, SPELL, Play
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import ELEMENTS_OF, RECIPES, SPELLS

MOST_POINTS = 9999


def is_before(play: Play, course: Course) -> bool:
    return 0 <= play.n <= MOST_POINTS and not play.owners


def is_element(play: Play, course: Course) -> bool:
    """How many of its elements were new: no more than it carries."""
    return 0 <= play.n <= len(ELEMENTS_OF[play.card]) and not play.owners


def is_assembly(play: Play, course: Course) -> bool:
    """Owners are others, each once where no box says otherwise."""
    each_once = bool(course.boxes) or play.owners == tuple(sorted({*play.owners}))
    return play.card in RECIPES and play.n == 0 and play.seat not in play.owners and each_once


def is_cast(play: Play, course: Course) -> bool:
    return play.card in SPELLS and play.n == 0 and not play.owners


PLAYS: Mapping[str, Callable[[Play, Course], bool]] = {
    BEFORE: is_before,
    ELEMENT: is_element,
    ASSEMBLED: is_assembly,
    SPELL: is_cast,
}
