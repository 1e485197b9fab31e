"""What has happened in a match, in sentences for one reader: the log, and whose doing each move was."""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise
from typing import Any, NamedTuple

from rulebook.content.entries import MARK, GameContent
from simulator.engine.game import Event, Move
from simulator.engine.rules import Rules
from simulator.game import engine_of, table_of
from simulator.matches.access import MatchAccess
from simulator.matches.play import Replay, Viewer
from simulator.table.base import Table

RECENT_MOVES = 8
SOMEBODY = "\N{OBJECT REPLACEMENT CHARACTER}"  # a name that nobody has


class LogSentence(NamedTuple):
    """`own`: told to the reader and not to all."""

    text: str
    clause: str
    own: bool = False


class LogEntry(NamedTuple):
    """What happened at one ply (0: the deal), which is the `number`-th move."""

    ply: int
    number: int
    sentences: tuple[LogSentence, ...]
    current: bool


@dataclass(frozen=True)
class Words:
    """Says what a game's engine says, with the names at the table, in the reader's language."""

    content: GameContent
    names: Sequence[str]
    lang: str

    @cached_property
    def engine(self) -> Rules[Any, Any]:
        return engine_of(self.content.id)

    @cached_property
    def table(self) -> Table:
        """What draws this game."""
        return table_of(self.content.id)

    def move(self, state: Any, seat: int, made: Move) -> str:
        return self._say("move", *self.table.says(state, seat, made))

    def event(self, event: Event) -> LogSentence:
        return LogSentence(
            self._say("event", event.kind, event.params), event.clause, event.audience is not None
        )

    def mark(self, code: str, params: Mapping[str, Any]) -> str:
        return self._say(MARK, code, params)

    def behind(self, code: str) -> str:
        """The rule behind what is said of a move, where there is one."""
        return self.content.sentence(MARK, code).clause

    def _say(self, kind: str, code: str, params: Mapping[str, Any]) -> str:
        return self.table.sentence(self.content, kind, code, params, self.lang, self.names)


@dataclass(frozen=True)
class MatchLog:
    """What happened up to the `shown` ply, as far as `viewer` may know."""

    access: MatchAccess
    replay: Replay
    viewer: Viewer
    shown: int
    say: Words

    @property
    def table(self) -> Table:
        return self.say.table

    def number(self, ply: int) -> int:
        """How many moves were made up to a ply."""
        return bisect_right(self.replay.settled, ply) - 1

    def events(self, ply: int) -> list[Event]:
        """What came of the move at a ply, as far as the reader may know; where a frame of sealed choices
        closed there, of all its choices.
        """
        frame = self.replay.closed_at(ply)
        steps = self.replay.steps[frame.start + 1 if frame else ply : ply + 1]
        return [event for step in steps for event in step.events if event.visible_to(self.viewer.seat)]

    def told(self, ply: int) -> Sequence[Event]:
        """The same as sentences tell it."""
        return self.replay.told(ply, self.events(ply))

    def own_first(self, ply: int) -> Sequence[Event]:
        """First what only the reader knows, where the table doesn't say what answers a move."""
        if self.table.ANSWERS is not None:
            return self.told(ply)
        return sorted(self.told(ply), key=lambda event: event.audience is None)

    def answers(self, event: Event) -> bool:
        """Whether an event is told to its player above the table, whatever else is."""
        kinds = self.table.ANSWERS
        return event.audience is not None if kinds is None else event.kind in kinds

    def entry(self, ply: int, whole: bool = True) -> LogEntry:
        """What the reader may know of a ply; not `whole`: without what stands elsewhere on the page."""
        events = self.told(ply) if whole else self.own_first(ply)
        hidden, private = self.table.LOG_HIDDEN_EVENTS, self.table.ANSWERS is None
        told = (
            self.say.event(event)
            for event in events
            if whole or (event.kind not in hidden and (private or event.audience is None))
        )
        better = self.told_better(ply) if private else ()  # nothing is read twice
        return LogEntry(
            ply, self.number(ply), tuple(each for each in told if each not in better), ply == self.shown
        )

    @cached_property
    def recent(self) -> list[LogEntry]:
        """What happened last up to the ply that is shown, the newest first; silent moves left out."""
        return [entry for entry in self._back(RECENT_MOVES, whole=False) if entry.sentences]

    @property
    def whole(self) -> list[LogEntry]:
        return [entry for entry in self._back(self.replay.ply + 1) if entry.sentences]

    def _back(self, n: int, whole: bool = True) -> list[LogEntry]:
        return [self.entry(ply, whole) for ply in islice(self.told_plies(), n)]

    def told_better(self, ply: int) -> Collection[LogSentence]:
        """What all hear of the reader's own doings, or of the reader among others, where the reader is told
        the same and more.
        """
        events = self.events(ply)
        private = {event.kind for event in events if event.audience is not None}
        return {
            self.say.event(event)
            for event in events
            if self.table.INSTEAD.get(event.kind) in private
            and self.viewer.seat in (event.params.get("seat"), *event.params.get("seats", ()))
        }

    def touches_reader(self, event: Event) -> bool:
        """Whether a sentence touches the reader: names them, or is told to nobody else."""
        seat = self.viewer.seat
        if seat is None or event.audience is not None:
            return seat is not None
        return SOMEBODY in self._without_reader.event(event).text

    def is_about_reader(self, event: Event) -> bool:
        """Whether a sentence begins with the reader, whoever moved."""
        return self._without_reader.event(event).text.startswith(SOMEBODY)

    @cached_property
    def _without_reader(self) -> Words:
        seat, names = self.viewer.seat, self.say.names
        return replace(
            self.say, names=[SOMEBODY if place == seat else name for place, name in enumerate(names)]
        )

    def told_plies(self) -> Iterator[int]:
        """The plies that the log tells of, the last first: of a walk only where it led."""
        later = None
        for ply in reversed(self.replay.settled[: self.number(self.shown) + 1]):
            run = self._run_at(ply)
            if run is None or run != later:
                yield ply
            later = run

    def _run_at(self, ply: int) -> tuple[str, Any] | None:
        """What a ply goes on with, as far as the reader may know: the kind of its only event, and whose."""
        seen = self.events(ply)
        if len(seen) != 1 or seen[0].kind not in self.table.COLLAPSED_EVENTS:
            return None
        return seen[0].kind, seen[0].params["seat"]

    # Whose doing it was

    def movers(self, ply: int) -> Collection[int]:
        """Whose move led to a ply, or all whose sealed choices did; nobody's the deal."""
        frame = self.replay.closed_at(ply)
        if frame:
            return frame.seats
        return (self.replay.record.moves[ply - 1][0],) if ply else ()

    def is_own(self, ply: int) -> bool:
        return self.viewer.seat in self.movers(ply)

    def is_own_turn(self, ply: int) -> bool:
        """Whether a ply is the reader's own move and no answer in the turn of somebody else."""
        return self.is_own(ply) and (self.replay.closed_at(ply) is not None or not self.replay.is_answer(ply))

    def is_bots(self, ply: int) -> bool:
        """Whether no person had a part in it."""
        return all(self.access.seats[seat].is_bot for seat in self.movers(ply))

    @property
    def answered_by_bot(self) -> bool:
        """Whether a bot has moved last: then stepping back leads to where something else may be tried."""
        return self.replay.ply > 0 and self.is_bots(self.replay.ply)

    @property
    def before_own(self) -> int | None:
        """The ply from which the reader last moved: from there something else may be tried."""
        steps = list(pairwise(self.replay.settled))
        return next((before for before, ply in reversed(steps) if self.is_own(ply)), None)
