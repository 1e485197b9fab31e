"""Golden games: whole games kept as files that people can read. A change of meaning shows in them first.

Every ply stands on a line of its own: seat, move, what happened, how many moves are legal, the state's hash.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simulator.bulk.play import play
from simulator.engine.game import Step
from simulator.engine.record import Record, record_from_json, state_digest, steps_of
from simulator.engine.rules import Rules

Anything = Rules[Any, Any]


def make(game: Anything, config: Mapping[str, Any], bots: Sequence[str], seed: int) -> dict[str, Any]:
    """A game between bots, written down."""
    return describe(game, play(game.id, config, bots, seed).record)


def describe(game: Anything, record: Record) -> dict[str, Any]:
    """A record with what it leads to at every ply. Raises BadRecord."""
    steps = list(steps_of(game, record))
    result = game.result(steps[-1].state)
    head = {key: value for key, value in record.to_json().items() if key != "moves"}
    return {
        "record": head,
        "result": None if result is None else result._asdict(),
        "plies": [
            [None, "", *_facts(game, steps[0])],
            *(
                [seat, text, *_facts(game, step)]
                for (seat, text), step in zip(record.moves, steps[1:], strict=True)
            ),
        ],
    }


def _facts(game: Anything, step: Step) -> list[Any]:
    happened = " ".join(event.kind for event in step.events)
    legal = sum(len(game.legal_moves(step.state, seat)) for seat in game.to_act(step.state))
    return [happened, legal, state_digest(game, step.state)]


def record_of(golden: Mapping[str, Any]) -> Record:
    """Raises BadRecord."""
    moves = [[seat, text] for seat, text, *_ in golden["plies"] if seat is not None]
    return record_from_json({**golden["record"], "moves": moves})


def to_text(golden: Mapping[str, Any]) -> str:
    """JSON with a line for each ply."""
    plies = ",\n".join(f"  {json.dumps(ply, ensure_ascii=False)}" for ply in golden["plies"])
    head = ",\n".join(
        f" {json.dumps(key)}: {json.dumps(golden[key], ensure_ascii=False)}" for key in ("record", "result")
    )
    return f'{{\n{head},\n "plies": [\n{plies}\n ]\n}}\n'


def read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data
