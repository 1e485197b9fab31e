"""The lessons of the site: finding their files, reading them, judging them. Pure."""

import logging
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path

from rulebook import finder
from rulebook.finder import Room
from simulator.cases import casebook
from simulator.cases.case import CaseError, Unread
from simulator.lessons.judging import lesson_faults, step_faults
from simulator.lessons.lesson import LESSON, Lesson, LessonStep, sift_lesson

Folders = Sequence[tuple[str, str]]
LESSONS, PUZZLES = (("simulator", "lessons"),), (("simulator", "puzzles"),)
FOLDERS = (*LESSONS, *PUZZLES)
PUZZLE_FILE = "puzzles/puzzles.json"  # where those that are found are written, in a game's room

log = logging.getLogger(__name__)


def lesson_files(folders: Folders = LESSONS) -> list[Path]:
    """Those of all games and boxes."""
    return [path for _, path in casebook.files_in(folders)]


@cache
def lessons_of(game_id: str) -> tuple[Lesson, ...]:
    """The lessons of a game and its boxes, first games before others; one that can't be read is left out,
    and the log says so: the build has failed before. No puzzles that were found: these are many.
    """
    return _all_of(game_id, LESSONS)


@cache
def puzzles_of(game_id: str) -> tuple[Lesson, ...]:
    """The puzzles that were found in a game and its boxes, read when the first of them is asked for."""
    return _all_of(game_id, PUZZLES)


@cache
def puzzle_ids(game_id: str) -> tuple[str, ...]:
    """How these are called, none of them read: pages ask for it that show none."""
    return tuple(_id(room, path) for room, path in casebook.files_in(PUZZLES) if room.game == game_id)


def _all_of(game_id: str, folders: Folders) -> tuple[Lesson, ...]:
    found: dict[str, Lesson] = {}
    for room, path in casebook.files_in(folders):
        if room.game == game_id:
            lesson = _read(room, path)
            if isinstance(lesson, Unread):
                log.error("%s", lesson.faults[0])
            else:
                found.setdefault(lesson.id, lesson)
    return tuple(sorted(found.values(), key=lambda lesson: lesson.kind != LESSON))


def find(game_id: str, lesson_id: str) -> Lesson:
    """Raises KeyError."""
    for found in (lessons_of, puzzles_of):
        for lesson in found(game_id):
            if lesson.id == lesson_id:
                return lesson
    raise KeyError(lesson_id)


def faults(game_ids: Collection[str], folders: Folders = LESSONS) -> list[CaseError]:
    """Whatever is wrong with the lessons of these games, each played through."""
    return [
        error
        for room, path in casebook.files_in(folders)
        if room.game in game_ids
        for error in _faults_in(room, path)
    ]


def unread(game_ids: Collection[str], folders: Folders = FOLDERS) -> list[CaseError]:
    """What can't even be read of them."""
    files = ((room, path) for room, path in casebook.files_in(folders) if room.game in game_ids)
    found = (_read(room, path) for room, path in files)
    return [fault for each in found if isinstance(each, Unread) for fault in each.faults]


def _faults_in(room: Room, path: Path) -> Iterator[CaseError]:
    lesson = _read(room, path)
    if isinstance(lesson, Unread):
        yield from lesson.faults
        return
    ids = [_id(each, file) for each, file in casebook.files_in(FOLDERS) if each.game == room.game]
    if ids.count(lesson.id) > 1:
        yield lesson.error("", "twice", lesson.id)
    if lesson.next and lesson.next not in {*ids} - {lesson.id}:
        yield lesson.error("next", "missing", lesson.next)
    yield from judge(lesson)


def judge(lesson: Lesson) -> Iterator[CaseError]:
    """What is wrong with a lesson once it is played: its steps; if they are sound, the whole."""
    wrong = [fault for step in lesson.steps for fault in _played(step)]
    yield from wrong or lesson_faults(lesson)


def _played(step: LessonStep) -> list[CaseError]:
    try:
        return step_faults(step)
    except Exception as error:  # noqa: BLE001 - whatever an author's engine does, the other steps are played
        return [step.begins.error("", "broke", finder.one_line(error))]


def _id(room: Room, path: Path) -> str:
    """Its file's name; behind that of the box that it lies with, if it is one's."""
    inside = path.relative_to(room.path).parts
    return f"{inside[1]}-{path.stem}" if inside[0] == "boxes" else path.stem


def _read(room: Room, path: Path) -> Lesson | Unread:
    """A lesson, which is of the game that it lies with."""
    try:
        text = casebook.text_of(path)
        return sift_lesson(casebook.data_of(text, str(path)), str(path), _id(room, path), (room.game,))
    except CaseError as error:
        return Unread((error,))
    except Exception as error:  # noqa: BLE001 - content of a stranger may stumble over what stands there
        return Unread((CaseError(str(path), "", "", "unreadable", finder.one_line(error)),))
