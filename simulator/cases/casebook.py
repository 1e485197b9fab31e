"""Case files: finding and reading them, and running their cases. Pure."""

import json
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rulebook import finder
from rulebook.content import reading
from scoring import sheets
from simulator import engines
from simulator.cases.case import Case, CaseError, Unread, kinds_for, read_cases, sift_cases
from simulator.cases.sheet import run_sheet
from simulator.cases.verdict import Outcome, run
from web import strict_json

SUFFIXES = (".toml", ".json")
CASE_FOLDERS = (*finder.folders("content/scenarios"), *finder.folders("cases"))
CATALOGUES = ("refusal", "event", "line", "warning")


def read(path: Path) -> tuple[Case, ...]:
    """The cases of a file. Raises CaseError."""
    return parse(text_of(path), str(path))


def text_of(path: Path) -> str:
    """What stands in a file of cases. Raises CaseError."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(str(path), "", "", "unreadable", error) from error


def parse(text: str, source: str) -> tuple[Case, ...]:
    """The cases of a text. Raises CaseError."""
    return read_cases(_data_of(text, source), source, tuple(reading.game_ids()))


def sift(text: str, source: str) -> list[Case | Unread]:
    """The cases of a text, those that can't be read in their places. Raises CaseError for the text itself."""
    return sift_cases(_data_of(text, source), source, tuple(reading.game_ids()))


def _data_of(text: str, source: str) -> Any:
    """TOML or JSON by its first character. Raises CaseError."""
    try:
        if text.lstrip().startswith(("{", "[")):
            return strict_json.read(text)
        data = tomllib.loads(text)
        json.dumps(data, default=str)  # TOML also has numbers that are too long to be written out
    except (ValueError, RecursionError) as error:  # both parsers' complaints are ValueErrors
        raise CaseError(source, "", "", "syntax", error) from error
    return data


def case_files() -> list[Path]:
    """All case files of the house: the examples of the rules' pages, then the tests'."""
    return [
        path
        for folder in CASE_FOLDERS
        for path in sorted(folder.rglob("*"))
        if path.suffix in SUFFIXES and path.is_file()
    ]


@cache
def cases() -> tuple[Case, ...]:
    """Every case of the house. Raises CaseError."""
    return tuple(case for path in case_files() for case in read(path))


def find(game_id: str, case_id: str) -> Case:
    """Raises KeyError."""
    for case in cases():
        if (case.game, case.id) == (game_id, case_id):
            return case
    raise KeyError(case_id)


def judge(case: Case) -> Outcome:
    """Runs a case with its engine, its score sheet, or as its game does. Raises CaseError."""
    if case.start in RUNNERS:
        return RUNNERS[case.start](case)
    outcome: Outcome = kinds_for(case.game)[case.start].run(case)
    return outcome


def _run_table(case: Case) -> Outcome:
    if not engines.has(case.game):
        raise case.error("game", "unknown_game", case.game)
    return run(engines.get(case.game), case)


RUNNERS: Mapping[str, Callable[[Case], Outcome]] = {
    "position": _run_table,
    "new": _run_table,
    "sheet": lambda case: run_sheet(sheets.get(case.game), case),
}


class Code(NamedTuple):
    """A code that cases can bring about, with the clauses that it cites and the parameters that it has."""

    kind: str
    code: str
    clauses: tuple[str, ...]
    params: tuple[str, ...]


def codes(game_id: str) -> list[Code]:
    """All codes that the cases of a game have shown, in the order of the catalogues."""
    said = [said for case in cases() if case.game == game_id for said in judge(case).said]
    words = reading.load(game_id).words
    found = []
    for kind in CATALOGUES:
        for code in words.get(kind, {}):
            same = [each for each in said if each.mark[:2] == (kind, code)]
            if same:
                clauses = sorted({each.mark.clause for each in same})
                params = sorted({name for each in same for name in each.params})
                found.append(Code(kind, code, tuple(clauses), tuple(params)))
    return found
