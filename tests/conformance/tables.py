"""What conformance runs on: every registered game with every named configuration and seat count.

Light on purpose, and without Django: a second process imports it to compare bytes.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from rulebook.content.entries import OptionText
from simulator.engine.chance import Rng, substream
from simulator.engine.game import Move, Seat, Step
from simulator.engine.record import Record, state_digest
from simulator.engine.rules import Rules
from simulator.game import engine_of, played_games

MOST = 12  # words tried at one place of a move, moves of a seat; with two or three places that is plenty
Agent = Callable[[Sequence[Move]], Move]


@dataclass(frozen=True)
class Table:
    """A game set up in one way."""

    game_id: str
    config: str
    seats: int

    @property
    def game(self) -> Rules[Any, Any]:
        return engine_of(self.game_id)

    @property
    def options(self) -> dict[str, Any]:
        return {"players": self.seats, "options": dict(self.game.configs[self.config].options)}

    @property
    def everybody(self) -> list[Seat | None]:
        """All seats, and a bystander."""
        return [*range(self.seats), None]

    def __str__(self) -> str:
        return f"{self.game_id}-{self.config}-{self.seats}"


TABLES = [
    Table(game_id, name, seats)
    for game_id in played_games()
    for name, config in engine_of(game_id).configs.items()
    for seats in config.seats
]


def of_each_configuration(game_id: str) -> list[Table]:
    """Tables of a game at which whatever it can say is said."""
    first, *others = engine_of(game_id).configs.items()
    seats = first[1].seats
    kept = [Table(game_id, first[0], number) for number in dict.fromkeys(seats[:2])]
    return kept + [Table(game_id, name, config.seats[0]) for name, config in others]


def every_day(game_id: str) -> list[Table]:
    """The two tables of a game that differ most: as it is, and with the most options changed."""
    first, *others = engine_of(game_id).configs.items()
    kept = [Table(game_id, first[0], first[1].seats[:2][-1])]  # two players are the fewest, three differ more
    if others:
        name, config = max(reversed(others), key=lambda each: len(each[1].options))
        kept.append(Table(game_id, name, config.seats[0]))
    return kept


SAYING = [table for game_id in played_games() for table in of_each_configuration(game_id)]
DAILY = [table for game_id in played_games() for table in every_day(game_id)]


class Ply(NamedTuple):
    """A position of a game: who moved into it (None at the start), the step, and what is legal there."""

    mover: Seat | None
    move: Move | None
    step: Step
    legal: dict[Seat, list[Move]]


@dataclass(frozen=True)
class Played:
    table: Table
    record: Record
    plies: tuple[Ply, ...]

    @property
    def states(self) -> list[Any]:
        return [ply.step.state for ply in self.plies]

    @property
    def telling(self) -> list[Any]:
        """The states of the plies that are worth a long look."""
        return [self.plies[n].step.state for n in telling(self)]


def uniform(seed: int) -> Agent:
    """Every legal move equally likely."""
    return Rng(seed).choice


def biased(seed: int) -> Agent:
    """Loves some words of a move and hates others, another set in every game; one move in five is uniform."""
    rng, likes = Rng(seed), {}

    def liking(move: Move) -> int:
        return sum(likes.setdefault(word, rng.below(1000)) for word in (move.verb, *move.args))

    def choose(moves: Sequence[Move]) -> Move:
        return rng.choice(moves) if rng.below(5) == 0 else max(moves, key=liking)

    return choose


def curious(seed: int) -> Agent:
    """Takes the verb that it has used least, so that rare kinds of moves come early, and deep positions."""
    rng, used = Rng(seed), Counter()

    def choose(moves: Sequence[Move]) -> Move:
        rarest = min(used[move.verb] for move in moves)
        move = rng.choice([move for move in moves if used[move.verb] == rarest])
        used[move.verb] += 1
        return move

    return choose


AGENTS = {"uniform": uniform, "biased": biased, "curious": curious}


def play(table: Table, seed: int, agent: str = "uniform", limit: int | None = None) -> Played:
    """A game by seed, to its end or to `limit` moves."""
    game, choose = table.game, AGENTS[agent](substream(seed, 1))
    record = Record(game.id, game.rules, table.options, seed)
    step = game.new_game(table.options, seed)
    plies = [Ply(None, None, step, legal_of(table, step.state))]
    while plies[-1].legal and (limit is None or len(plies) <= limit):
        seat = sorted(plies[-1].legal)[0]
        move = choose(plies[-1].legal[seat])
        record = record.with_move(seat, move)
        step = game.apply(step.state, seat, move)
        plies.append(Ply(seat, move, step, legal_of(table, step.state)))
    return Played(table, record, tuple(plies))


@lru_cache(maxsize=24)  # tests of a table stand one after the other
def sample(table: Table, agent: str = "curious") -> Played:
    """The game of an agent that tests look at, each for something else."""
    return play(table, 31, agent)


def legal_of(table: Table, state: Any) -> dict[Seat, list[Move]]:
    return {seat: table.game.legal_moves(state, seat) for seat in table.game.to_act(state)}


def powers_of_two(items: Sequence[Any]) -> Iterator[Any]:
    """The items number 0, 1, 2, 4, 8… and the last."""
    places = {0, len(items) - 1} | {1 << n for n in range(len(items).bit_length())}
    return (items[place] for place in sorted(places) if place < len(items))


def telling(played: Played) -> list[int]:
    """Numbers of plies worth a long look: powers of two, and the first at which each verb is offered."""
    first: dict[str, int] = {}
    for n, ply in enumerate(played.plies):
        for moves in ply.legal.values():
            for move in moves:
                first.setdefault(move.verb, n)
    return sorted({*powers_of_two(range(len(played.plies))), *first.values()})


def spread(items: Sequence[Any]) -> Sequence[Any]:
    """At most MOST of them, from all over their order."""
    return items[:: -(-len(items) // MOST)]


def names_a_seat(option: OptionText) -> bool:
    """Whether an option says which seat begins; one seat is like another, so not all are tried."""
    return all(str(seat) in {choice.value for choice in option.choices} for seat in range(1, 4))


def differing(one: Any, other: Any, untold: frozenset[str] = frozenset(), path: str = "") -> dict[str, Any]:
    """Where two values as JSON differ: by the path of a key, and what each has there."""
    if path in untold or (one == other and canonical(one) == canonical(other)):  # True equals 1, yet differs
        return {}
    if isinstance(one, dict) and isinstance(other, dict):
        keys = ((key, f"{path}.{key}".lstrip(".")) for key in sorted(one.keys() | other.keys()))
        found = (differing(one.get(key), other.get(key), untold, at) for key, at in keys)
        return {at: both for each in found for at, both in each.items()}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        parts = (differing(*both, untold, path) for both in zip(one, other, strict=True))
        return {at: both for each in parts for at, both in each.items()}
    return {path: (one, other)}


def canonical(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, ensure_ascii=False).encode()


def fingerprint(tables: Sequence[Table]) -> str:
    """A line for each table: hashes of states and events of a game."""
    lines = []
    for table in tables:
        played = sample(table)
        states = "".join(state_digest(table.game, state) for state in played.telling)
        events = [event.to_json() for ply in played.plies for event in ply.step.events]
        lines.append(f"{table} {states} {hash_of(events)}")
    return "\n".join(lines)


def hash_of(data: Any) -> str:
    return hashlib.sha256(canonical(data)).hexdigest()[:16]
