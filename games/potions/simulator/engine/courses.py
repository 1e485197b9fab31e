"""The boxes that there are, found by walking paths, and the courses that they make, named by options."""

import copyreg
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from games.potions.simulator.engine.base_game import BASE_GAME
from games.potions.simulator.engine.box import Box, Columns
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import GAME
from games.potions.simulator.engine.state import COLUMNS, Options
from rulebook import finder
from simulator.engine.boxes import BASE, SETS, every_set, read_sets
from simulator.engine.options import read_values


@cache
def every_box() -> Mapping[str, Box]:
    """All boxes of the engine, in the order of their ids."""
    found = finder.box_modules("simulator", "potions", name="engine.box")
    return {name: module.BOX for name, module in found.items()}


@cache
def courses() -> Mapping[str, tuple[str, ...]]:
    """The boxes that may be on the table together, by the name of the option's value; none first."""
    return every_set(every_box())


def course_of(boxes: tuple[str, ...] = (), columns: Columns = ()) -> Course:
    """The course of some boxes, in the order of their ids, with a table's own columns if it has some."""
    return _course(boxes, columns)


@lru_cache(maxsize=64)
def _course(boxes: tuple[str, ...], columns: Columns) -> Course:
    own = [every_box()[name] for name in boxes]
    shared = dict.fromkeys(below for box in own for below in box.rests_on)
    return Course(boxes, (BASE_GAME, *shared, *own), columns)


copyreg.pickle(Course, lambda course: (course_of, (course.boxes, course.columns)))


def read_options(data: Any) -> tuple[Options, Course]:
    """Checks options against the content's choices. Raises BadConfig with every fault."""
    if not isinstance(data, Mapping):
        read_values(GAME, data)
    named = dict(data)
    boxes = courses()[read_sets(named.pop(SETS, BASE), courses())]
    columns = course_of(boxes).read_columns(named.pop(COLUMNS, None))
    course = course_of(boxes, columns)
    return Options(**read_values(GAME, named), sets=course.sets), course
