"""The small values that pass through an engine; what an engine is, says `simulator.engine.rules`.

Refusals and events carry a clause id; `rulebook.wording` makes the sentences.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, runtime_checkable

from web.refusal import Params

Seat = int
_new = tuple.__new__  # a tuple with names as it is, where its own way to make one costs twice as much


class Move(NamedTuple):
    """A verb with plain arguments; its text is `verb arg arg`."""

    verb: str
    args: tuple[Any, ...] = ()

    def __str__(self) -> str:
        if len(self.args) == 1:  # most
            return f"{self.verb} {self.args[0]}"
        return " ".join((self.verb, *map(str, self.args)))

    @property
    def arg(self) -> Any:
        """That of a verb that has one."""
        (arg,) = self.args
        return arg


class Event(NamedTuple):
    """What happened. `audience` None means everybody, else the seats that may know it."""

    kind: str
    clause: str
    params: Params
    audience: tuple[Seat, ...] | None = None

    @staticmethod
    def of(kind: str, clause: str, params: Params, audience: tuple[Seat, ...] | None = None) -> "Event":
        """The same as the class by its name, at two thirds of its price: every move tells of several."""
        return _new(Event, (kind, clause, params, audience))

    def visible_to(self, seat: Seat | None) -> bool:
        return self.audience is None or seat in self.audience

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "clause": self.clause, "params": dict(self.params)}


class Step(NamedTuple):
    """The position after a move, what happened, and the seats that learned something hidden from it."""

    state: Any
    events: tuple[Event, ...]
    learned: frozenset[Seat]

    @staticmethod
    def of(state: Any, events: Iterable[Event], learned: frozenset[Seat]) -> "Step":
        """The same as the class by its name, cheaper, as `Event.of`."""
        return _new(Step, (state, tuple(events), learned))


class Settled(NamedTuple):
    """A choice that a game has made by itself, as there was only one: whose it was, and the answer.

    `step` is as if the game had stopped to ask: the position then, and what of the move had happened. `also`
    are verbs that other answers would have had.
    """

    seat: Seat
    move: Move
    step: Step
    also: tuple[str, ...] = ()

    @property
    def verbs(self) -> tuple[str, ...]:
        return (self.move.verb, *self.also)


def everybody_else(most: int) -> tuple[tuple[frozenset[Seat], ...], ...]:
    """The other seats by number of players, up to `most`, and seat: made once, as every step names some."""
    return tuple(
        tuple(frozenset(range(players)) - {seat} for seat in range(players)) for players in range(most + 1)
    )


class Result(NamedTuple):
    """The end: the score of each seat and the seats that win. `limited`: ended by a turn limit."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    limited: bool = False


class Difference(NamedTuple):
    """Where something is not as a case expects it: `what` is a path such as `position.turn`.

    `problem` is a code of `case_words.DIFFERENCES`: how the two differ, if it isn't simply that.
    """

    what: str
    expected: Any
    actual: Any
    problem: str = ""


class Config(NamedTuple):
    """A named configuration that conformance and fuzzing run: options, and the seat counts that it allows.

    `box` is the expansion that brings it, empty for what the game itself has.
    """

    options: Mapping[str, Any]
    seats: tuple[int, ...]
    box: str = ""


class Why(NamedTuple):
    """A sentence that speaks for or against a move: a code of the catalogue `mark` with its parameters."""

    code: str
    params: Params


class Band(StrEnum):
    """How good a move is by what has been counted; `OPEN` where that says nothing yet.

    A mistake is surely worse than the best by more than the game's `slip`. Good is what lies within half of
    it, fair all between.
    """

    GOOD = "good"
    FAIR = "fair"
    MISTAKE = "mistake"
    OPEN = ""

    @property
    def rank(self) -> int:
        return RANKS[self]


RANKS = {Band.GOOD: 0, Band.FAIR: 1, Band.MISTAKE: 2, Band.OPEN: 3}


class Proposition(NamedTuple):
    """What is so if a seat makes a move and anybody can look up in the engine: a code of the catalogue
    `mark`. It is so in every world of the view; `likely`: in at least 19 of 20. `good` speaks for the move.
    """

    code: str
    params: Params
    good: bool = True
    likely: bool = False


class MoveEstimate(NamedTuple):
    """A legal move with its expected value and half the width of its interval, which holds for all looks of a
    hint together at 95 %.

    The value is in points: of the round where fewer are better, else by how much the seat gets ahead. `why`
    says what it rests on, where a game weighs its moves and doesn't play them out; `reason` is the one thing
    that tells it from moves of another band. `lacks`: where it has none and is of a worse band than the best
    move, what speaks for that one and isn't so of it.
    """

    move: Move
    mean: float
    error: float
    playouts: int
    why: tuple[Why, ...] = ()
    band: Band = Band.OPEN
    reason: Proposition | None = None
    lacks: Proposition | None = None


class Hint(NamedTuple):
    """Estimates, best first; the first `alike` of them can't be told from the best, which was tried in so
    many `worlds`. `done`: no more will be counted.
    """

    estimates: tuple[MoveEstimate, ...]
    alike: int
    seed: int
    worlds: int = 0
    done: bool = True

    @property
    def clear(self) -> bool:
        """Whether one move is better than all others."""
        return self.alike == 1

    @property
    def playouts(self) -> int:
        return sum(row.playouts for row in self.estimates)


class MovePlan(NamedTuple):
    """What a seat may be out for: a legal move that begins it, and sentences as those of `Why`.

    `goal` names it without a full stop; `said` are the way there, what it brings, costs and risks.
    """

    move: Move
    goal: Why
    said: tuple[Why, ...] = ()


class Riddle(NamedTuple):
    """A position that asks a seat for one move: the theme, of `Simulator.puzzle_themes`, and the right moves.

    `right` are all of them where that can be proven; empty where the evaluator has to say which move is best.
    `why` speaks for them. `wrong`: moves that may tempt, with what is wrong about each, where there are words
    for that besides those of a hint.
    """

    theme: str
    right: tuple[Move, ...] = ()
    why: Proposition | None = None
    wrong: tuple[tuple[Move, Proposition], ...] = ()


class Playable(Protocol):
    """What an engine is asked by whoever looks a move ahead: `engine.rules.Rules` is one."""

    fewer_is_better: bool

    def world(self, view: Any, rng: int) -> Any: ...

    def to_act(self, state: Any) -> frozenset[Seat]: ...

    def legal_moves(self, state: Any, seat: Seat) -> list[Move]: ...

    def apply(self, state: Any, seat: Seat, move: Move) -> Step: ...

    def scores(self, state: Any) -> tuple[int, ...]: ...

    def result(self, state: Any) -> Result | None: ...


class Bot(Protocol):
    """Chooses a move from a view alone: it can't cheat."""

    def __call__(self, view: Any, moves: Sequence[Move], seed: int) -> Move: ...


@runtime_checkable
class WithPlaces(Protocol):
    """What a game may offer besides, if its players stand somewhere: sight and ways by themselves, for cases.

    A place is a seat, for where its player stands, or a text. Both raise BadPosition for what is no place.
    """

    def sees(self, state: Any, origin: Seat | str, target: Seat | str) -> bool:
        """Whether the target is seen from the origin, without the help of any card."""

    def steps(self, state: Any, origin: Seat | str, target: Seat | str) -> int | None:
        """The length of the shortest way on foot, None where there is none."""
