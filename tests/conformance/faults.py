"""What can go wrong in a game, found while it is played or replayed; and a failing record made small."""

from collections.abc import Iterator
from typing import Any

from simulator.bulk.fuzzing import MISTAKES, first_line, inspect
from simulator.engine.record import Record, opening
from simulator.engine.rules import Rules
from tests.conformance.tables import Agent, Table

Engine = Rules[Any, Any]


def fuzz(table: Table, agent: Agent, seed: int) -> tuple[Record, str | None]:
    """Plays a whole game and inspects every position: the record so far, and what went wrong if it did."""
    game = table.game
    record = Record(game.id, game.rules, table.options, seed)
    try:
        state = game.new_game(table.options, seed).state
        inspect(game, state, 0)
        while acting := game.to_act(state):
            seat = min(acting)
            move = agent(game.legal_moves(state, seat))
            record = record.with_move(seat, move)
            state = game.apply(state, seat, move).state
            inspect(game, state, len(record.moves))
    except MISTAKES as error:
        return record, first_line(error)
    return record, None


def fault_of(game: Engine, record: Record) -> str | None:
    """What goes wrong when a record is replayed, or None."""
    try:
        for ply, state in enumerate(states_of(game, record)):
            inspect(game, state, ply)
    except MISTAKES as error:
        return first_line(error)
    return None


def states_of(game: Engine, record: Record) -> Iterator[Any]:
    state = opening(game, record).state
    yield state
    for seat, text in record.moves:
        state = game.apply(state, seat, game.parse(state, seat, text)).state
        yield state


def shrink(game: Engine, record: Record) -> Record:
    """The shortest tail of a failing game that still fails: a position, and the moves from there."""
    states = []
    try:
        for state in states_of(game, record):
            states.append(game.encode(state))
    except MISTAKES:
        pass  # the fault itself; the states before it are what we want
    for ply in reversed(range(len(states))):
        tail = Record(record.game, record.rules, record.config, record.seed, record.moves[ply:], states[ply])
        if fault_of(game, tail):
            return tail
    return record


def as_test(record: Record, message: str) -> str:
    """A failing record as a test to paste."""
    return (
        f"\n{message}\nseed {record.seed}, {record.config}, moves {list(record.moves)}\n\n"
        "def test_found_by_fuzzing():\n"
        f"    record = record_from_json({record.to_json()!r})\n"
        f"    assert fault_of(engine_of({record.game!r}), record) is None\n"
    )
