"""The puzzle of a day: all of a game come before one of them comes again. Pure."""

import hashlib
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from simulator.lessons.lesson import Lesson, LessonStep


class DailyPuzzle(NamedTuple):
    lesson: Lesson
    step: LessonStep


def of_day(lessons: Sequence[Lesson], day: date) -> DailyPuzzle | None:
    """Of puzzles in an order of their own, in which themes are mixed; None where there are none."""
    every = [DailyPuzzle(lesson, step) for lesson in lessons for step in lesson.steps]
    every.sort(key=lambda puzzle: hashlib.sha256(puzzle.step.id.encode()).digest())
    return every[day.toordinal() % len(every)] if every else None
