"""A reader's way through a step: its position, the moves made so far, and what the next is answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from rulebook.content.entries import Text
from simulator.cases.case import Anything, CaseError
from simulator.cases.case_play import CaseRun, names_of, open_case
from simulator.engine.game import Seat, Step
from simulator.engine.refusal import BadConfig, BadPosition
from simulator.game import engine_of, has_engine
from simulator.lessons.lesson import ANY, LessonStep
from web.refusal import Refusal

NEXT, ANYTHING_MORE = ";", "*"  # in a line of moves: after each, and behind what the last one begins with
MOST_KEPT = 256  # steps that are set up, for whoever is in them now
# What a move is answered.
REFUSED, TAUGHT, OTHER, GOES_ON, TAKEN = "refused", "taught", "other", "goes-on", "as-asked"


class Misstep(CaseError):
    """What the rules refuse in a lesson, with their own words for it."""

    def __init__(self, about: CaseError, game: str, names: Sequence[str], refusals: Sequence[Refusal]):
        super().__init__(about.source, about.case, about.key, about.problem, about.value)
        self.game, self.names, self.refusals = game, names, tuple(refusals)


class Line(NamedTuple):
    """Moves that belong together, as the engine writes them; where it is `open`, the last only begins so."""

    moves: tuple[str, ...]
    open: bool = False

    def is_made(self, moves: tuple[str, ...]) -> bool:
        """Whether these moves are the whole of it."""
        if not self.open:
            return moves == self.moves
        *before, last = self.moves
        return len(moves) == len(self.moves) and moves[:-1] == tuple(before) and moves[-1].startswith(last)

    def is_begun(self, moves: tuple[str, ...]) -> bool:
        """Whether more of it is to come after these."""
        return len(moves) < len(self.moves) and self.moves[: len(moves)] == moves


class TaughtLine(NamedTuple):
    line: Line
    says: Text


@dataclass(frozen=True)
class Exercise:
    """A step that is set up: its position, whose seat the reader takes, the lines that it knows."""

    step: LessonStep
    engine: Anything
    names: tuple[str, ...]
    opening: Step
    seat: Seat
    take: tuple[Line, ...] = ()
    teach: tuple[TaughtLine, ...] = ()

    def run(self, moves: Sequence[str]) -> CaseRun | None:
        """The position after these moves of the reader; None if the rules refuse one of them."""
        run = CaseRun(self.engine, self.step.begins, self.names, self.opening)
        refused = (run.take(self.seat, text) for text in moves)
        return None if any(refused) else run

    def is_taken(self, moves: tuple[str, ...]) -> bool:
        whatever = self.step.take == (ANY,) and len(moves) == 1
        return whatever or any(line.is_made(moves) for line in self.take)

    def is_on_the_way(self, moves: tuple[str, ...]) -> bool:
        """Whether more that is taken may come after these."""
        return not moves or any(line.is_begun(moves) for line in self.take)

    def back_from(self, moves: tuple[str, ...]) -> tuple[str, ...]:
        """As many of these moves as are on the way to what is taken, the last one never."""
        return next(moves[:n] for n in reversed(range(len(moves))) if self.is_on_the_way(moves[:n]))


class Reply(NamedTuple):
    """What a move is answered, and the moves that the board then shows."""

    kind: str
    moves: tuple[str, ...]
    says: Text | None = None
    refusal: Refusal | None = None


def moves_of(run: CaseRun) -> tuple[str, ...]:
    """As the engine writes them, without those that only say what was settled."""
    return tuple(str(scene.move) for scene in run.scenes if scene.refusal is None and not scene.repeats)


def set_up(step: LessonStep) -> Exercise:
    """The position of a step, its lines not yet read. Raises CaseError."""
    case = step.begins
    if not has_engine(case.game):
        raise case.error("game", "unknown_game", case.game)
    engine = engine_of(case.game)
    names = names_of(engine, case)
    try:
        opening = open_case(engine, case)
    except (BadPosition, BadConfig) as error:
        raise Misstep(case.error(case.start, "impossible"), case.game, names, error.refusals) from error
    acting = engine.to_act(opening.state)
    if not acting:
        raise case.error(case.start, "over")
    seat = _seat(step, names) if step.seat else min(acting)
    return Exercise(step, engine, names, opening, seat)


def _seat(step: LessonStep, names: Sequence[str]) -> Seat:
    if step.seat not in names:
        raise step.begins.error("seat", "unknown_player", step.seat)
    return names.index(step.seat)


def read_line(exercise: Exercise, key: str, text: str) -> Line:
    """Moves as they stand in a file. Raises CaseError, too, if one of them is refused."""
    texts = [each.strip() for each in text.split(NEXT)]
    begins = texts.pop()[: -len(ANYTHING_MORE)] if text.endswith(ANYTHING_MORE) else None
    run = CaseRun(exercise.engine, exercise.step.begins, exercise.names, exercise.opening)
    for each in texts:
        if refusal := run.take(exercise.seat, each):
            raise misstep(exercise, key, each, refusal)
    moves = moves_of(run)
    if begins is None:
        return Line(moves)
    if not any(str(move).startswith(begins) for move in legal(exercise, run)):
        raise exercise.step.begins.error(key, "never", begins)
    return Line((*moves, begins), open=True)


def misstep(exercise: Exercise, key: str, move: str, refusal: Refusal) -> Misstep:
    case = exercise.step.begins
    return Misstep(case.error(key, "refused", move), case.game, exercise.names, [refusal])


def legal(exercise: Exercise, run: CaseRun) -> list[Any]:
    """What the reader may do then."""
    return exercise.engine.legal_moves(run.state, exercise.seat)


@lru_cache(maxsize=MOST_KEPT)
def exercise_of(step: LessonStep) -> Exercise:
    """A step with its lines, kept. Raises CaseError."""
    bare = set_up(step)
    whatever = step.take == (ANY,)
    take = () if whatever else tuple(read_line(bare, "take", text) for text in step.take)
    teach = tuple(TaughtLine(read_line(bare, "teach", each.move), each.says) for each in step.teach)
    return Exercise(step, bare.engine, bare.names, bare.opening, bare.seat, take, teach)


def reply(exercise: Exercise, moves: tuple[str, ...], text: str) -> Reply:
    """What the next move after these is answered; of several in one text, such as the steps of a way, each
    that can be made while more is to come. Raises LookupError if `moves` can't be made (any more).
    """
    first, *more = text.split(NEXT)
    answer = _reply(exercise, moves, first.strip())
    for each in more:
        if answer.kind != GOES_ON:
            break
        further = _reply(exercise, answer.moves, each.strip())
        if further.kind == REFUSED:
            break
        answer = further
    return answer


def _reply(exercise: Exercise, moves: tuple[str, ...], text: str) -> Reply:
    run = exercise.run(moves)
    if run is None:
        raise LookupError(moves)
    if refusal := run.take(exercise.seat, text):
        return Reply(REFUSED, moves, refusal=refusal)
    made = moves_of(run)
    taught = next((each.says for each in exercise.teach if each.line.is_made(made)), None)
    if taught:
        return Reply(TAUGHT, exercise.back_from(made), taught)
    if exercise.is_taken(made):
        return Reply(TAKEN, made)
    if exercise.is_on_the_way(made) or any(each.line.is_begun(made) for each in exercise.teach):
        return Reply(GOES_ON, made)
    return Reply(OTHER, exercise.back_from(made), exercise.step.other)


def answered(exercise: Exercise, moves: tuple[str, ...]) -> tuple[CaseRun, str, Refusal | None]:
    """The position after moves that are taken and all answers to them; the answer that the rules refuse, and
    why, if there is one. Raises LookupError as `reply` does.
    """
    run = exercise.run(moves)
    if run is None:
        raise LookupError(moves)
    for row in exercise.step.begins.moves:
        if refusal := run.make(row):
            return run, row, refusal
    return run, "", None
