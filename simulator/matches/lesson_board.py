"""A step of a lesson on the table's own board: a match of which no row is kept, nor anything of a reader."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from rulebook.content import reading
from simulator.cases.case_play import CaseRun
from simulator.engine.record import Record
from simulator.lessons.walk import NEXT, Exercise, answered, moves_of
from simulator.matches.access import MatchAccess
from simulator.matches.board import MatchPresenter
from simulator.matches.example_stage import readers_names
from simulator.matches.log import LogSentence
from simulator.matches.play import Replay, Viewer
from simulator.models import HERE, Match, Seat
from web.ways_back import LONGEST

MADE = "made"  # of an address: the moves so far
SPEECH = "speech"  # of an address: what the board says is asked for, not its page
MOST_TOLD = 6  # sentences: the end of a round has more, and its results


@dataclass(frozen=True, kw_only=True)
class LessonPresenter(MatchPresenter):
    """The board after the moves that a reader has made in a step; `done` if it is what was asked for,
    `puzzle` in a step that was found in a game.
    """

    home: str
    made: tuple[str, ...]
    done: bool
    puzzle: bool

    @property
    def mine(self) -> bool:
        return not self.done and super().mine

    @property
    def hints(self) -> bool:
        return False

    @property
    def unaided(self) -> bool:
        return self.puzzle and not self.done

    @property
    def came_from(self) -> str:
        return self.address if len(self.address) <= LONGEST else self.home

    came_from_results = came_from

    @property
    def address(self) -> str:
        return with_moves(self.home, self.made)

    def address_with(self, asked: str) -> str:
        return with_moves(self.home, self.made, asked)

    @property
    def about_at(self) -> str:
        return self.address_with("thing=")

    @property
    def speech_at(self) -> str:
        return self.address_with(SPEECH)

    @property
    def before(self) -> str:
        """The address of the board without the last move."""
        return with_moves(self.home, self.made[:-1])

    @property
    def happened(self) -> list[LogSentence]:
        """What came last of the moves in this step, as far as the reader may know it."""
        plies = range(1, self.shown + 1)
        return [self.say.event(event) for ply in plies for event in self.log.told(ply)][-MOST_TOLD:]


def with_moves(home: str, moves: Sequence[str], more: str = "") -> str:
    """The address of a step with moves made in it."""
    query = QueryDict(mutable=True)
    if moves:
        query[MADE] = NEXT.join(moves)
    asked = "&".join(filter(None, (query.urlencode(), more)))
    return f"{home}?{asked}" if asked else home


def lesson_board(
    exercise: Exercise, moves: tuple[str, ...], home: str, lang: str, draft: str = ""
) -> LessonPresenter:
    """The board of a step at its address `home`. Raises LookupError if the moves can't be made (any more)."""
    run = exercise.run(moves)
    if run is None:
        raise LookupError(moves)
    made = moves_of(run)  # as the engine writes them, whoever has typed the address
    if done := bool(made) and exercise.is_taken(made):
        run, _, refusal = answered(exercise, made)
        if refusal:
            raise LookupError(moves)
    access, seat = _access(exercise, lang), exercise.seat
    replay = _replay(exercise, run, access.match).seen_by(seat)
    viewer = Viewer(seat)
    puzzle = bool(exercise.step.theme)
    return LessonPresenter(
        access, replay, viewer, replay.ply, lang, draft, home=home, made=made, done=done, puzzle=puzzle
    )


def _access(exercise: Exercise, lang: str) -> MatchAccess:
    case, engine = exercise.step.begins, exercise.engine
    names = readers_names(reading.whole(case.game), exercise.names, lang)
    config: dict[str, Any] = {"players": len(names), "options": {}, **(case.new or {})}
    start = None if case.position is None else dict(case.position)
    match = Match(game=case.game, rules=engine.rules, config=config, seed="0", start=start, public_id="")
    bot = match.table.DEFAULT_BOT
    seats = [
        Seat(match=match, place=place, name=name, kind=HERE if place == exercise.seat else bot)
        for place, name in enumerate(names)
    ]
    return MatchAccess(match, tuple(seats), is_host=True, own=(exercise.seat,))


def _replay(exercise: Exercise, run: CaseRun, match: Match) -> Replay:
    made = [scene for scene in run.scenes if scene.refusal is None and not scene.repeats]
    moves = tuple((scene.seat, str(scene.move)) for scene in made)
    record = Record(match.game, match.rules, match.config, 0, moves, match.start)
    return Replay(record, (exercise.opening, *(scene.step for scene in made)))
