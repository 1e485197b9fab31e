"""The protocol every engine follows, and the small values that pass through it.

An engine is one object with pure functions. `check` is the one predicate: legal moves are the candidates it
passes, `apply` asks it first. Refusals and events carry a clause id; `rulebook.wording` makes the sentences.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from scoring.sheets.lines import PlayerScore
from web.refusal import Params, Refusal

Seat = int
S = TypeVar("S")
V = TypeVar("V")
_new = tuple.__new__  # a tuple with names as it is, where its own way to make one costs twice as much


class Move(NamedTuple):
    """A verb with plain arguments; its text is `verb arg arg`."""

    verb: str
    args: tuple[Any, ...] = ()

    def __str__(self) -> str:
        if len(self.args) == 1:  # most
            return f"{self.verb} {self.args[0]}"
        return " ".join((self.verb, *map(str, self.args)))


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


class MoveEstimate(NamedTuple):
    """A legal move with its expected value and half the width of the 95 % interval.

    The value is in points: of the round where fewer are better, else by how much the seat gets ahead. `why`
    says what it rests on, where a game weighs its moves and doesn't play them out.
    """

    move: Move
    mean: float
    error: float
    playouts: int
    why: tuple[Why, ...] = ()


class Hint(NamedTuple):
    """Estimates, best first; the first `alike` of them can't be told from the best."""

    estimates: tuple[MoveEstimate, ...]
    alike: int
    seed: int
    budget: int

    @property
    def clear(self) -> bool:
        """Whether one move is better than all others."""
        return self.alike == 1


class Plan(NamedTuple):
    """What a seat may be out for: a legal move that begins it, and sentences as those of `Why`.

    `goal` names it without a full stop; `said` are the way there, what it brings, costs and risks.
    """

    move: Move
    goal: Why
    said: tuple[Why, ...] = ()


class Bot(Protocol):
    """Chooses a move from a view alone: it can't cheat."""

    def __call__(self, view: Any, moves: Sequence[Move], seed: int) -> Move: ...


class Game(Protocol[S, V]):
    """One object per game; `engine.rules.Rules` is the base class with a default for nearly everything."""

    id: str
    rules: int  # raised when the meaning of a record changes
    seats: range
    configs: Mapping[str, Config]
    bulk_options: Mapping[str, Any]  # what whole games between bots need besides, to end
    bots: Mapping[str, Bot]
    max_decisions: int  # no game is longer
    fewer_is_better: bool
    rarities: tuple[str, ...]  # names of all that `rarities_in` may find
    elsewhere: frozenset[str]  # codes of refusals that say no more than that something else is asked now
    untold: frozenset[str]  # paths of keys of `encode` that `short` leaves out: chance, the past

    @property
    def hides(self) -> bool:
        """Whether somebody may know what another player doesn't: then nobody looks at another's phone."""

    def players(self, state: S) -> int:
        """How many sit at the table."""

    def new_game(self, config: Mapping[str, Any], seed: int) -> Step:
        """The first real choice of a fresh game, with the events of the deal. Raises BadConfig."""

    def reads(self, rules: int) -> bool:
        """Whether a record of these rules can be replayed."""

    def begin(self, rules: int, config: Mapping[str, Any], seed: int) -> Step:
        """`new_game` as it was in rules that are read. Raises BadConfig."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Seats that have a choice now; empty when the game is over."""

    def check(self, state: S, seat: Seat, move: Move) -> Refusal | None:
        """Why `seat` may not make `move` now, or None."""

    def legal_moves(self, state: S, seat: Seat) -> list[Move]:
        """Sorted; empty for a seat that is not to act."""

    def apply(self, state: S, seat: Seat, move: Move) -> Step:
        """The next real choice. Raises IllegalMove."""

    def settled(self, state: S, seat: Seat, move: Move) -> tuple[Settled, ...]:
        """The choices that a legal move goes past on its way to the next real one, in their order."""

    def unasked(self, state: S) -> tuple[Seat, Move] | None:
        """The answer to the open question, if a record written before it was asked may lack it."""

    def view(self, state: S, seat: Seat | None) -> V:
        """What `seat` (None: a bystander) may know; built up from nothing."""

    def view_json(self, seen: V) -> dict[str, Any]:
        """The view as JSON."""

    def world(self, view: V, rng: int) -> S | None:
        """A position that agrees with a view; None where a game leaves it to `resample`."""

    def resample(self, state: S, seat: Seat | None, rng: int) -> S:
        """A world that `seat` can't tell from the real one; depends on its view and `rng` alone."""

    def reseeded(self, state: S, rng: int) -> S:
        """The same position, but what chance brings from now on follows from `rng`."""

    def result(self, state: S) -> Result | None:
        """None while somebody has a choice."""

    def encode(self, state: S) -> dict[str, Any]:
        """The whole state as JSON types."""

    def decode(self, data: Any) -> S:
        """From `encode` or from the short form of `docs/cases.md`. Raises only BadPosition."""

    def invariants(self, state: S) -> None:
        """Raises AssertionError on a broken state."""

    def parse(self, state: S, seat: Seat, text: str) -> Move:
        """The move that a text means here; anything unreadable becomes a move that `check` refuses."""

    def say(self, state: S, seat: Seat, move: Move) -> tuple[str, Params]:
        """Code and parameters of the move's words (catalogue `move`)."""

    def names(self, data: Any) -> list[str]:
        """The players' names that a short form gives, else an empty list."""

    def short(
        self, state: S, names: Sequence[str], seat: Seat | None = None, whole: bool = True
    ) -> dict[str, Any]:
        """The short form of a position; `whole` False: only what `seat` knows."""

    def differences(self, seen: S | V, names: Sequence[str], expected: Mapping[str, Any]) -> list[Difference]:
        """Where a position, or what a view knows of it, differs from the given keys of a short form.

        Raises BadPosition.
        """

    def explain(self, state: S) -> tuple[PlayerScore, ...]:
        """The points of the last finished round or game by seat, line by line; empty before its end."""

    def tallies(self, state: S) -> Mapping[str, tuple[int, ...]]:
        """What is counted of each seat in finished games that are played in bulk, by name."""

    def rarities_of(self, options: Mapping[str, Any]) -> Iterable[str]:
        """Which of the rarities games with these options may bring."""

    def rarities_in(self, before: S, step: Step) -> Iterable[str]:
        """What a step has brought that many games are played to meet, besides its events."""

    def hint(self, view: V, seed: int, budget: int) -> Hint:
        """Estimates of all legal moves by `budget` playouts."""

    def plans(self, view: V, hint: Hint) -> tuple[Plan, ...]:
        """What the seat of a view may be out for, the best first; quick, as a page asks for it by itself."""


@runtime_checkable
class WithPlaces(Protocol):
    """What a game may offer besides, if its players stand somewhere: sight and ways by themselves, for cases.

    A place is a seat, for where its player stands, or a text. Both raise BadPosition for what is no place.
    """

    def sees(self, state: Any, origin: Seat | str, target: Seat | str) -> bool:
        """Whether the target is seen from the origin, without the help of any card."""

    def steps(self, state: Any, origin: Seat | str, target: Seat | str) -> int | None:
        """The length of the shortest way on foot, None where there is none."""
