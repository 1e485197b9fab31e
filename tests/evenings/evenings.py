"""An evening: a whole game, how it ended, its score sheet, what it told. Bots of mixed strength played it, or
people by hand through the page, beside bots: those moves are kept, and never made again.
"""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from itertools import count, islice
from pathlib import Path
from typing import Any

from scoring import game as games
from scoring.sheets.core import SheetEntry
from simulator.bulk.play import play
from simulator.engine.record import Record, record_from_json, state_digest, steps_of
from simulator.game import engine_of, get, played_games, table_of
from simulator.models import HERE, PHONE

FILE = Path(__file__).with_name("evenings.jsonl")
LEAST = 30
ENDS = ("result", "sheet", "history")  # what comes of a record
PEOPLE = {HERE, PHONE}  # among `bots`: who had that seat
Evening = dict[str, Any]


def kept() -> list[Evening]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def is_by_hand(evening: Evening) -> bool:
    return not PEOPLE.isdisjoint(evening["bots"])


def planned(by_hand: Collection[Evening] = ()) -> Iterator[Mapping[str, Any]]:
    """Every configuration of every game, so every box, then again until there are enough, but for those that
    were played by hand: with as many players as come next, and one after another the bots that think quickly.
    """
    there = [(evening["game"], evening["config"]["options"]) for evening in by_hand]
    every = [(game_id, name) for game_id in played_games() for name in engine_of(game_id).configs]
    seats = count()
    for n, (game_id, name) in enumerate(islice(_again(every), max(LEAST, len(every)))):
        engine = engine_of(game_id)
        config = engine.configs[name]
        players, bots, options = config.seats[n % len(config.seats)], bots_of(game_id), dict(config.options)
        plan = {
            "game": game_id,
            "config": {"players": players, "options": options},
            "bots": [bots[next(seats) % len(bots)] for _ in range(players)],
            "seed": 1000 + n,
        }
        if (game_id, options) not in there:
            yield plan


def bots_of(game_id: str) -> list[str]:
    """From the weakest to those that play like people."""
    return [
        bot
        for bot in ("random", "greedy", *sorted(get(game_id).characters))
        if bot in get(game_id).engine.bots
    ]


def _again(rows: list[Any]) -> Iterator[Any]:
    while True:
        yield from rows


def played(plan: Mapping[str, Any]) -> Evening:
    record = play(plan["game"], plan["config"], plan["bots"], plan["seed"]).record
    moves = [f"{seat} {text}" for seat, text in record.moves]
    evening = {**plan, "rules": record.rules, "moves": moves}
    return {**evening, **ends(evening)}


def record_of(evening: Evening) -> Record:
    data = {key: evening[key] for key in ("game", "rules", "config", "seed")}
    told = (move.partition(" ") for move in evening["moves"])
    return record_from_json({**data, "moves": [[int(seat), text] for seat, _, text in told]})


def ends(evening: Evening) -> Evening:
    """What comes of its moves by the rules of today. Raises BadRecord where they don't allow them."""
    record = record_of(evening)
    engine, told = engine_of(record.game), hashlib.sha256()
    for step in steps_of(engine, record):
        events = [[*event.to_json().values(), event.audience] for event in step.events]
        told.update(json.dumps([events, sorted(step.learned)], sort_keys=True, default=str).encode())
    told.update(state_digest(engine, step.state).encode())
    result = engine.result(step.state)
    found = {
        "result": None if result is None else result._asdict(),
        "sheet": sheet_of(record.game, record.config["players"], step.state),
        "history": told.hexdigest()[:16],
    }
    as_json: Evening = json.loads(json.dumps(found))
    return as_json


def sheet_of(game_id: str, players: int, state: Any) -> Evening | None:
    """The score sheet as the table fills it, and what it adds up to; none where it fills none."""
    table, rules = table_of(game_id), games.get(game_id).sheet
    if not table.INTO_SHEET:
        return None
    pairs = rules.entries_of(table.finished_rounds(state))
    entries = [SheetEntry(n, cell, text) for n, (cell, text) in enumerate(pairs, start=1)]
    tally = rules.fold(players, entries)
    return {
        "entries": [f"{cell} {text}" for cell, text in pairs],
        "totals": tally.totals,
        "winners": tally.winners,
    }


def name_of(evening: Mapping[str, Any]) -> str:
    return f"{evening['game']}-{evening['seed']}"
