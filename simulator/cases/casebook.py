"""Case files: finding and reading them, and running their cases. Pure."""

import json
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import tomli

from rulebook import finder
from rulebook.content import reading
from rulebook.finder import Room
from scoring import sheets
from simulator.cases.case import Case, CaseError, Unread, kinds_for, read_cases, sift_cases
from simulator.cases.sheet import run_sheet
from simulator.cases.verdict import Outcome, run
from simulator.game import engine_of, has_engine
from web import strict_json

SUFFIXES = (".toml", ".json")
FOLDERS = (("rulebook", "content/scenarios"), ("simulator", "cases"))
CATALOGUES = ("refusal", "event", "line", "warning")

log = logging.getLogger(__name__)


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
    return read_cases(data_of(text, source), source, tuple(reading.game_ids()))


def sift(text: str, source: str) -> list[Case | Unread]:
    """The cases of a text, those that can't be read in their places. Raises CaseError for the text itself."""
    return sift_cases(data_of(text, source), source, tuple(reading.game_ids()))


def data_of(text: str, source: str) -> Any:
    """What a text holds, TOML or JSON. Raises CaseError."""
    try:
        return _parsed(text)
    except (ValueError, RecursionError) as error:  # both parsers' complaints are ValueErrors
        raise CaseError(source, "", "", "syntax", error) from error


def _parsed(text: str) -> Any:
    """JSON where it begins so; a bracket begins a list of JSON or a table of TOML. Raises ValueError."""
    begins = text.lstrip()[:1]
    if begins == "{":
        return strict_json.read(text)
    try:
        data = tomli.loads(text)
    except ValueError:
        if begins == "[":
            with suppress(ValueError):
                return strict_json.read(text)
        raise
    json.dumps(data, default=str)  # TOML also has numbers that are too long to be written out
    return data


def case_files() -> list[Path]:
    """All case files of the site: the examples of the rules' pages, then the tests'."""
    return [path for _, path in files_in(FOLDERS)]


def files_in(folders: Sequence[tuple[str, str]]) -> Iterator[tuple[Room, Path]]:
    """Each file of a game or of a box in folders of their rooms, (app, folder), with the room it lies in."""
    for app, folder in folders:
        for room in finder.rooms(app).values():
            for home in (room.path, *sorted((room.path / "boxes").glob("*"))):
                for path in sorted((home / folder).rglob("*")):
                    if path.suffix in SUFFIXES and path.is_file():
                        yield room, path


@cache
def cases() -> tuple[Case, ...]:
    """Every case of the site. Raises CaseError for a file of ours; one of a stranger's is left out."""
    return tuple(case for room, path in files_in(FOLDERS) for case in _kept(room, path))


@cache
def cases_of(game_id: str) -> tuple[Case, ...]:
    """Those of one game, whose files alone are read. Raises CaseError as `cases` does."""
    return tuple(
        case for room, path in files_in(FOLDERS) if room.game == game_id for case in _kept(room, path)
    )


@cache
def _kept(room: Room, path: Path) -> tuple[Case, ...]:
    """The cases of a file; none of a stranger's that can't be read. Raises CaseError."""
    try:
        return _cases_in(room, path)
    except CaseError as error:
        if finder.is_ours(room):
            raise
        log.error("%s", error)
        return ()


def faults(game_ids: Collection[str]) -> list[CaseError]:
    """What can't be read of the case files of these games, the first fault of each file."""
    found = []
    for room, path in files_in(FOLDERS):
        if room.game not in game_ids:
            continue
        try:
            _cases_in(room, path)
        except CaseError as error:
            found.append(error)
    return found


def _cases_in(room: Room, path: Path) -> tuple[Case, ...]:
    """The cases of a file, which are all of the game that it lies with. Raises CaseError."""
    text, source = text_of(path), str(path)
    try:
        return read_cases(data_of(text, source), source, (room.game,))
    except CaseError:
        raise
    except Exception as error:  # kinds of cases that a game brings may stumble over what stands there
        raise CaseError(source, "", "", "unreadable", finder.one_line(error)) from error


def find(game_id: str, case_id: str) -> Case:
    """Raises KeyError."""
    for case in cases_of(game_id):
        if case.id == case_id:
            return case
    raise KeyError(case_id)


def evaluate(case: Case) -> Outcome:
    """Runs a case with its engine, its score sheet, or as its game does. Raises CaseError."""
    if case.start in RUNNERS:
        return RUNNERS[case.start](case)
    outcome: Outcome = kinds_for(case.game)[case.start].run(case)
    return outcome


def _run_table(case: Case) -> Outcome:
    if not has_engine(case.game):
        raise case.error("game", "unknown_game", case.game)
    return run(engine_of(case.game), case)


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
    said = [said for case in cases() if case.game == game_id for said in evaluate(case).said]
    game = reading.whole(game_id)
    found = []
    for kind in CATALOGUES:
        for code in {**game.words.get(kind, {}), **game.shared_words.get(kind, {})}:
            same = [each for each in said if each.mark[:2] == (kind, code)]
            if same:
                clauses = sorted({each.mark.clause for each in same})
                params = sorted({name for each in same for name in each.params})
                found.append(Code(kind, code, tuple(clauses), tuple(params)))
    return found
