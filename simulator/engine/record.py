"""A record: game, rules, config, seed, moves. Everything else is derived from it by replaying.

Time travel, forks, undo, bug reports and shared games are records.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulator.engine.evolve import evolve
from simulator.engine.game import Move, Seat, Step
from simulator.engine.refusal import BadConfig, BadPosition, BadRecord, IllegalMove
from simulator.engine.rules import Rules
from web.refusal import Refusal

Anything = Rules[Any, Any]

# What each key of a record holds; in a file stand beside it `names`, and where the cards come from.
KEYS = {"game": str, "rules": int, "config": dict, "seed": int, "moves": list}
BESIDE = {"start", "names", "deal", "digest"}
CONFIG_KEYS = {"players", "options", "script"}


@dataclass(frozen=True)
class Record:
    """`moves` are (seat, text); `start` is an encoded state where the game doesn't begin with a deal."""

    game: str
    rules: int
    config: Mapping[str, Any]
    seed: int
    moves: tuple[tuple[Seat, str], ...] = ()
    start: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "game": self.game,
            "rules": self.rules,
            "config": dict(self.config),
            "seed": self.seed,
            "moves": [list(move) for move in self.moves],
        }
        return data if self.start is None else {**data, "start": dict(self.start)}

    def with_move(self, seat: Seat, move: Move) -> "Record":
        return evolve(self, moves=(*self.moves, (seat, str(move))))

    def cut(self, ply: int) -> "Record":
        """The record as it was after `ply` moves."""
        return evolve(self, moves=self.moves[:ply])

    def digest(self) -> str:
        return hashlib.sha256(
            json.dumps(self.to_json(), sort_keys=True, ensure_ascii=False).encode()
        ).hexdigest()


def _broken(what: str) -> BadRecord:
    return BadRecord([Refusal("bad_record", "turn.play", {"what": what})])


def record_from_json(data: Any) -> Record:
    """Raises BadRecord unless `data` has the shape of a record; the moves are not tried yet."""
    if not isinstance(data, dict):
        raise _broken("record")
    for key, kind in KEYS.items():
        if not isinstance(data.get(key), kind) or isinstance(data[key], bool):
            raise _broken(key)
    unknown = {*data} - {*KEYS} - BESIDE or {*data["config"]} - CONFIG_KEYS
    if unknown:
        raise _broken(min(unknown)[:80])
    for move in data["moves"]:
        if not (
            isinstance(move, list) and len(move) == 2 and type(move[0]) is int and isinstance(move[1], str)
        ):
            raise _broken("moves")
    start = data.get("start")
    if start is not None and not isinstance(start, dict):
        raise _broken("start")
    moves = tuple((seat, text) for seat, text in data["moves"])
    return Record(data["game"], data["rules"], data["config"], data["seed"], moves, start)


def surplus(data: Any, known: Any) -> str:
    """A key of an object in `data` that none in `known` has at that place; empty if there is none."""
    if isinstance(data, Mapping) and isinstance(known, Mapping):
        inside = (surplus(data[key], known[key]) for key in data if key in known)
        return min(data.keys() - known.keys(), default="") or next(filter(None, inside), "")
    if isinstance(data, list) and isinstance(known, list):
        return next(
            filter(None, (min((surplus(part, each) for each in known), default="") for part in data)), ""
        )
    return ""


def opening(game: Anything, record: Record) -> Step:
    """The position before the first move. Raises BadRecord."""
    try:
        if record.start is not None:
            return Step(game.decode(dict(record.start)), (), frozenset())
        return game.begin(record.rules, record.config, record.seed)
    except (BadConfig, BadPosition) as error:
        raise BadRecord(error.refusals) from error


def steps_of(game: Anything, record: Record, known: Sequence[Step] = ()) -> Iterator[Step]:
    """The opening, then a step for each move; `known` are the first of them, where they were replayed before.
    Raises BadRecord at the first that the rules refuse.
    """
    if record.game != game.id or not game.reads(record.rules):
        raise _broken("rules")
    yield from known[:-1]
    step = known[-1] if known else opening(game, record)
    for seat, text in record.moves[max(0, len(known) - 1) :]:
        try:
            step, then = following(game, step, seat, text)
        except (IllegalMove, BadConfig) as error:
            yield step
            refusals = [error.refusal] if isinstance(error, IllegalMove) else error.refusals
            raise BadRecord(refusals) from error  # of a config: a scripted outcome that can't happen
        except Exception:  # a fault of the game
            yield step
            raise
        yield step
        step = then
    yield step


def following(game: Anything, step: Step, seat: Seat, text: str) -> tuple[Step, Step]:
    """A step and the one that a move leads to. Older records lack the answer to a question that wasn't asked
    in their time: then it is part of the step before, as it was.
    """
    try:
        return step, game.apply(step.state, seat, game.parse(step.state, seat, text))
    except IllegalMove:
        unasked = game.unasked(step.state)
        if unasked is None:
            raise
        answered = game.apply(step.state, *unasked)
        events, learned = (*step.events, *answered.events), step.learned | answered.learned
        return following(game, Step(answered.state, events, learned), seat, text)


def last_state(game: Anything, record: Record) -> Any:
    """The state after all moves."""
    state = None
    for step in steps_of(game, record):
        state = step.state
    return state


def state_digest(game: Anything, state: Any) -> str:
    """A hash that is equal in every process for equal states."""
    return hashlib.sha256(json.dumps(game.encode(state), sort_keys=True).encode()).hexdigest()[:16]


def may_undo(learned: frozenset[Seat], mover: Seat, elsewhere: Sequence[Seat]) -> bool:
    """Whether the last step may be taken back: the mover saw nothing new, nor did anyone in `elsewhere`.

    `elsewhere` are the seats whose people could have seen the step already (another phone, a lifted curtain).
    """
    return mover not in learned and learned.isdisjoint(elsewhere)
