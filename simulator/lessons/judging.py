"""The judge of lessons: each step is played, whatever a reader does in it, and the whole is measured."""

from collections.abc import Iterator, Sequence

from simulator.cases.case import CaseError
from simulator.cases.case_play import names_of, open_case
from simulator.engine.refusal import BadConfig, BadPosition
from simulator.game import engine_of
from simulator.lessons.lesson import ANY, LESSON, FreeGame, Lesson, LessonStep
from simulator.lessons.walk import (
    Exercise,
    Line,
    Misstep,
    answered,
    exercise_of,
    legal,
    misstep,
    read_line,
    set_up,
)

STEPS = range(8, 13)  # of a lesson
MOST_TAPS, MOST_WORDS = 40, 350
A_CHOICE = 3  # legal moves: fewer choose for the reader


def step_faults(step: LessonStep) -> list[CaseError]:
    """What is wrong with a step once it is played, all of it."""
    try:
        bare = set_up(step)
    except CaseError as error:
        return [error]
    faults = list(_line_faults(bare))
    if not faults:
        exercise = exercise_of(step)
        faults = [*_overlaps(exercise), *_silent(exercise), *_answer_faults(exercise)]
    return faults


def lesson_faults(lesson: Lesson) -> Iterator[CaseError]:
    """What is wrong with a lesson whose steps are sound."""
    if lesson.free:
        yield from _free_faults(lesson.free)
    if lesson.kind != LESSON:
        return
    if len(lesson.steps) not in STEPS:
        yield lesson.error("step", "steps", f"{len(lesson.steps)} ({STEPS[0]}-{STEPS[-1]})")
    if (taps := taps_of(lesson)) > MOST_TAPS:
        yield lesson.error("step", "taps", f"{taps} > {MOST_TAPS}")
    for lang in ("ru", "en"):
        if (words := words_of(lesson, lang)) > MOST_WORDS:
            yield lesson.error("step", "words", f"{lang}: {words} > {MOST_WORDS}")
    choices = sum(map(offers_choice, lesson.steps))
    if 2 * choices < len(lesson.steps):
        yield lesson.error("step", "choices", f"{choices} / {len(lesson.steps)}")


def words_of(lesson: Lesson, lang: str) -> int:
    """Words to read: what is to be done in each step, and what it was good for."""
    texts = (text.in_(lang) for step in lesson.steps for text in (step.say, step.then))
    return sum(any(map(str.isalnum, word)) for text in texts for word in text.split())


def taps_of(lesson: Lesson) -> int:
    """Taps on the shortest way: one for each word of a move behind its verb, and one to go on."""
    return sum(1 + min(map(_taps, exercise_of(step).take), default=1) for step in lesson.steps)


def _taps(line: Line) -> int:
    return sum(max(1, len(move.split()) - 1) for move in line.moves)


def offers_choice(step: LessonStep) -> bool:
    """Whether a reader can do the worse thing: three legal moves or more, where one of them is taught."""
    exercise = exercise_of(step)
    for each in exercise.teach:
        run = exercise.run(exercise.back_from(each.line.moves))
        if run and len(legal(exercise, run)) >= A_CHOICE:
            return True
    return False


def _line_faults(bare: Exercise) -> Iterator[CaseError]:
    """Lines that the rules refuse."""
    step = bare.step
    lines = [] if step.take == (ANY,) else [("take", text) for text in step.take]
    for key, text in (*lines, *(("teach", each.move) for each in step.teach)):
        try:
            read_line(bare, key, text)
        except CaseError as error:
            yield error


def _overlaps(exercise: Exercise) -> Iterator[CaseError]:
    for each, (line, _) in zip(exercise.step.teach, exercise.teach, strict=True):
        if any(line.is_made(other.moves) or other.is_made(line.moves) for other in exercise.take):
            yield exercise.step.begins.error("teach", "taken_too", each.move)


def _silent(exercise: Exercise) -> Iterator[CaseError]:
    """A legal move of which nothing is said: `other` must stand there."""
    step = exercise.step
    if step.other or step.take == (ANY,):
        return
    lines = (*exercise.take, *(each.line for each in exercise.teach))
    begun = dict.fromkeys(line.moves[:n] for line in lines for n in range(len(line.moves)))
    for moves in begun:
        run = exercise.run(moves)
        for move in legal(exercise, run) if run else ():
            made = (*moves, str(move))
            if not any(line.is_made(made) or line.is_begun(made) for line in lines):
                yield step.begins.error("other", "unanswered", "; ".join(made))
                return


def _ends(exercise: Exercise) -> Iterator[tuple[str, ...]]:
    """Every way to do what is taken."""
    lines: Sequence[Line] = exercise.take or (Line(("",), open=True),)
    for line in lines:
        before = line.moves[:-1] if line.open else line.moves
        run = exercise.run(before)
        if line.open and run:
            ways = (str(move) for move in legal(exercise, run))
            yield from ((*before, way) for way in ways if way.startswith(line.moves[-1]))
        else:
            yield line.moves


def _answer_faults(exercise: Exercise) -> Iterator[CaseError]:
    """Answers that can't be given after what is taken; one way that fails tells of all."""
    for moves in _ends(exercise):
        try:
            _, row, refusal = answered(exercise, moves)
        except CaseError as error:
            yield error
            return
        if refusal:
            yield misstep(exercise, "answers", f"{row} ({'; '.join(moves)})", refusal)
            return


def _free_faults(free: FreeGame) -> Iterator[CaseError]:
    case = free.begins
    engine = engine_of(case.game)
    if free.bot not in engine.bots:
        yield case.error("bot", "unknown_bot", f"{free.bot} ({', '.join(engine.bots)})")
    try:
        names = names_of(engine, case)
        state = open_case(engine, case).state
    except CaseError as error:
        yield error
    except (BadPosition, BadConfig) as error:
        yield Misstep(case.error(case.start, "impossible"), case.game, names, error.refusals)
    else:
        if not engine.to_act(state):
            yield case.error(case.start, "over")
