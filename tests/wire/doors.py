"""Where these tests enter the house: the only file here that names its modules.

Whoever moves code mends the imports of this file; nothing else here may have to change.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from games.alchemists.simulator.deduction.facts import to_json
from games.alchemists.simulator.deduction.laboratory import facts_of
from rulebook.content import reading
from rulebook.content.entries import GameContent
from scoring import sheets
from simulator.bulk import play as bulk
from simulator.cases import case as case_keys
from simulator.cases import casebook, golden
from simulator.cases.case import Case, kinds_for
from simulator.cases.sheet import entries_of_case
from simulator.cases.verdict import Outcome
from simulator.engine.record import Record, steps_of
from simulator.engine.refusal import BadPosition
from simulator.engine.rules import Rules
from simulator.game import engine_of
from simulator.jobs import jobs

__all__ = ["BadPosition"]

ENGINES = ("poison", "potions", "wizwar")
GAMES = ("alchemists", "poison", "potions", "wizwar")
STARTS = ("position", "new", "sheet", "laboratory", "notebook")  # what a case may begin with


def engine(game_id: str) -> Rules[Any, Any]:
    """The engine of one of `ENGINES`."""
    return engine_of(game_id)


def rules_of(game_id: str) -> GameContent:
    """What the content files say of one of `GAMES`."""
    return reading.load(game_id)


def sheet_fields(game_id: str) -> tuple[str, ...]:
    """The rows of a game's score sheet, where it is a grid."""
    return sheets.get(game_id).fields


# --- Cases --------------------------------------------------------------------------------------------------


def case_files() -> Mapping[str, str]:
    """The text of every file of cases by the name it was written down under: `poison/scenarios/turn.toml`
    beside the rules, `cases/poison/turn.toml` beside the engine.
    """
    return {_case_name(path): path.read_text(encoding="utf-8") for path in casebook.case_files()}


def _case_name(path: Path) -> str:
    game = path.parts[path.parts.index("games") + 1]
    folder = path.parent.name
    return f"{game}/{folder}/{path.name}" if folder == "scenarios" else f"{folder}/{game}/{path.name}"


def cases_in(text: str, source: str) -> Sequence[Case]:
    """The cases of a file's text."""
    return casebook.parse(text, source)


def judge(case: Case) -> Outcome:
    """A case played through and compared."""
    return casebook.evaluate(case)


def written(case: Case) -> Sequence[tuple[str, str]]:
    """The entries (cell, text) of a case about a score sheet."""
    return entries_of_case(sheets.get(case.game), case).rows


def known_in(lab: Any, seat: int | None) -> list[dict[str, Any]]:
    """The facts that a seat (None: a bystander) has from a laboratory, as JSON."""
    return [{"entry": known.entry, **to_json(known.fact)} for known in facts_of(lab, seat)]


def keys_of_cases() -> dict[str, list[str]]:
    """The keys that a case may have, by where they stand; what each start may expect."""
    tables = {"case": "CASE_KEYS", "new": "NEW_KEYS", "sheet": "SHEET_KEYS", "file": "FILE_KEYS"}
    found = {name: {*getattr(case_keys, table)} for name, table in tables.items()}
    found |= {f"expect of {start}": set(keys) for start, keys in case_keys.EXPECTS.items()}
    for game_id in GAMES:
        for start, kind in kinds_for(game_id).items():
            found["case"].add(start)
            found |= {start: {*kind.keys}, f"expect of {start}": {*kind.expects}}
    return {name: sorted(keys) for name, keys in found.items()}


# --- Whole games --------------------------------------------------------------------------------------------


def golden_states(path: Any) -> tuple[str, list[Any]]:
    """The game of a golden file and its positions, ply by ply."""
    record = golden.record_of(golden.read(path))
    return record.game, [step.state for step in steps_of(engine(record.game), record)]


def golden_record(path: Any) -> dict[str, Any]:
    """The record of a golden file as JSON."""
    return golden.record_of(golden.read(path)).to_json()


def bot_game(game_id: str, config: Mapping[str, Any], seed: int) -> list[Any]:
    """The positions of a game that bots play at random."""
    record: Record = bulk.play(game_id, config, ["random"] * config["players"], seed).record
    return [step.state for step in steps_of(engine(game_id), record)]


def job(data: Mapping[str, Any]) -> dict[str, Any]:
    """What the helper answers to a job."""
    return jobs.run(data)
