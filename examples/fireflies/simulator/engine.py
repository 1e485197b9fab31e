"""Fireflies: roll, keep what glows, then roll on or stop. Chance falls in the middle of a turn.

A turn is a compound move: each of its choices is a frame on `agenda`, and the last frame is asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from examples.fireflies.simulator.bot import careful
from rulebook.content import reading
from simulator.engine.chance import Chance, script_of
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat, Step
from simulator.engine.options import as_given, check_players, read_values
from simulator.engine.rules import Rules, random_bot
from simulator.engine.tuples import replaced, without
from web.refusal import Refusal

GAME = reading.load("fireflies")
NUMBERS: Mapping[str, int] = GAME.constants
DICE, FULL, GOAL = NUMBERS["dice"], NUMBERS["full"], NUMBERS["goal"]
SIDES = 6
WORTH = {5: 1, 6: 2}  # of a die that glows
VERBS: Mapping[str, Sequence[type]] = {"roll": (), "follow": (), "keep": (int,), "stop": ()}


class Begin(NamedTuple):
    """A turn begins: all dice, or the jar of whoever stopped before."""

    seat: Seat


class Keep(NamedTuple):
    """A roll lies there: a die that glows goes into the jar."""

    seat: Seat


class Decide(NamedTuple):
    """Something was kept: roll on, stop, or keep more. It waits below `Keep`."""

    seat: Seat


@dataclass(frozen=True)
class Public:
    """All but the luck to come: in this game nothing is hidden."""

    players: int
    round: int
    scores: tuple[int, ...]
    rolled: tuple[int, ...]
    jar: tuple[int, ...]
    agenda: tuple[Begin | Keep | Decide, ...]

    @property
    def dice_left(self) -> int:
        return DICE - len(self.jar)

    @property
    def in_jar(self) -> int:
        return sum(WORTH[die] for die in self.jar)


@dataclass(frozen=True)
class State(Public):
    chance: Chance


@dataclass(frozen=True)
class View(Public):
    seat: Seat | None


class Fireflies(Rules[State, View]):
    """See `simulator.engine.rules`; `to_act` is the seat of the last frame of `agenda`."""

    bots = {"random": random_bot, "careful": careful}

    def new_game(self, config: Mapping[str, Any], seed: int) -> Step:
        """Raises BadConfig."""
        read_values(GAME, config.get("options", {}))
        players = check_players(config.get("players"), *GAME.players)
        state = State(players, 1, (0,) * players, (), (), (Begin(0),), Chance(seed, script_of(config)))
        return Step(state, (), frozenset())

    def candidates(self, state: State, seat: Seat) -> list[Move]:
        return [*(Move("keep", (die,)) for die in WORTH), *map(Move, ("roll", "follow", "stop"))]

    def check(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        refusal = self.turn_refusal(state, seat)
        if refusal is None and tuple(map(type, move.args)) != tuple(VERBS.get(move.verb, (None,))):
            refusal = Refusal("bad_move", "turn.play")
        return refusal or self._not_now(state, move)

    def _not_now(self, state: State, move: Move) -> Refusal | None:
        asked = state.agenda[-1]
        if move.verb == "follow":
            follows = isinstance(asked, Begin) and state.jar
            return None if follows else Refusal("no_jar", "turn.follow")
        if move.verb == "keep" and not isinstance(asked, Begin):
            return self._not_kept(state, move.args[0])
        if move.verb == "roll":
            return Refusal("keep_first", "turn.keep") if isinstance(asked, Keep) else None
        if isinstance(asked, Begin):
            return Refusal("roll_first", "turn.roll")
        return Refusal("keep_first", "turn.keep") if isinstance(asked, Keep) else None

    def _not_kept(self, state: State, die: int) -> Refusal | None:
        if die not in state.rolled:
            return Refusal("not_rolled", "turn.keep", {"n": as_given(die)})
        return None if die in WORTH else Refusal("dark", "turn.keep", {"n": die})

    def do(self, state: State, seat: Seat, move: Move) -> Step:
        match move.verb:
            case "keep":
                return keep(state, seat, move.args[0])
            case "stop":
                return write_down(state, seat, "wrote", "turn.stop", 0)
            case "follow":
                return roll(state, seat, Event("followed", "turn.follow", {"seat": seat, "n": state.in_jar}))
        fresh = isinstance(state.agenda[-1], Begin)
        return roll(evolve(state, jar=()) if fresh else state, seat)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(state.players, state.round, state.scores, state.rolled, state.jar, state.agenda, seat)

    def invariants(self, state: State) -> None:
        assert len(state.jar) + len(state.rolled) in (len(state.jar), DICE), "the number of dice"
        assert all(die in WORTH for die in state.jar), "what is in the jar"


def roll(state: State, seat: Seat, *events: Event) -> Step:
    """Everybody sees it: nobody takes a move back past a roll."""
    rolled, chance = [], state.chance
    for _ in range(state.dice_left):
        side, chance = chance.below(SIDES)
        rolled.append(side + 1)
    dice = tuple(sorted(rolled, reverse=True))
    told = (*events, Event("rolled", "turn.roll", {"seat": seat, "dice": ", ".join(map(str, dice))}))
    state = evolve(state, chance=chance, rolled=dice, agenda=(Decide(seat), Keep(seat)))
    if not WORTH.keys() & set(dice):
        told = (*told, Event("flew", "turn.fly", {"seat": seat}))
        state, ended = next_turn(evolve(state, jar=()), seat)
        told = (*told, *ended)
    return Step(state, told, frozenset(range(state.players)))


def keep(state: State, seat: Seat, die: int) -> Step:
    """The answer takes `Keep` off the agenda; `Decide`, which waits below it, may keep more."""
    kept = Event("kept", "turn.keep", {"seat": seat, "die": die})
    jar = tuple(sorted((*state.jar, die), reverse=True))
    state = evolve(state, jar=jar, rolled=without(state.rolled, die), agenda=(Decide(seat),))
    if state.dice_left:
        return Step(state, (kept,), frozenset())
    return write_down(state, seat, "full", "turn.full", FULL, kept)


def write_down(state: State, seat: Seat, code: str, clause: str, more: int, *events: Event) -> Step:
    n = state.in_jar + more
    scores = replaced(state.scores, seat, state.scores[seat] + n)
    written = Event(code, clause, {"seat": seat, "n": n, "total": scores[seat]})
    jar = state.jar if state.dice_left else ()
    state, ended = next_turn(evolve(state, scores=scores, jar=jar), seat)
    return Step(state, (*events, written, *ended), frozenset())


def next_turn(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """Whose turn it is, or who has won once a round is over in which somebody has reached the goal."""
    following = (seat + 1) % state.players
    if following or max(state.scores) < GOAL:
        return evolve(state, rolled=(), round=state.round + (not following), agenda=(Begin(following),)), ()
    best = max(state.scores)
    seats = tuple(each for each, points in enumerate(state.scores) if points == best)
    code = "shared" if len(seats) > 1 else "series_ended"
    ended = Event(code, "end.goal", {"seats": seats, "n": best})
    return evolve(state, rolled=(), jar=(), agenda=()), (ended,)
