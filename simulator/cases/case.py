"""Cases: a position (or a score sheet), moves, and what must come of them. The format: `docs/cases.md`.

One format serves the examples on the rules' pages, the tests, the position editor and `manage.py referee`.
A case that can't be read raises CaseError; one that can be read is run, and says where it differs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulebook.content import reading
from rulebook.content.entries import LANGUAGES, GameContent
from simulator.engine.game import Event, Game, Move, Seat, Step
from simulator.engine.shortform import find_seat, numbered_names
from web.refusal import Refusal

Anything = Game[Any, Any]

FILE_KEYS = {"game", "case"}
STARTS = ("position", "new", "sheet", "laboratory", "notebook")  # a case has one of them
CASE_KEYS = {"id", "clause", "also", "rulings", "title", "moves", "expect", *STARTS}
NEW_KEYS = {"players", "seed", "options", "script"}
SHEET_KEYS = {"players", "rounds"}
LABORATORY_KEYS = {"players", "code", "truth"}
NOTEBOOK_KEYS = {"facts"}
SHAPES: Sequence[tuple[str, type | tuple[type, ...], str]] = (
    ("refusal", (dict, str), "a table or a code"),
    ("events", list, "a list of tables"),
    ("no_events", list, "a list of tables"),
    ("position", dict, "a short form"),
    ("view", dict, "a table from a player to a short form"),
    ("sees", dict, "a table from a player or a place to what is seen"),
    ("steps", dict, "a table from a player or a place to steps"),
    ("legal", (list, dict), "a list of moves"),
    ("scores", dict, "a table from a player to points"),
    ("lines", dict, "a table from a player to a list of lines"),
    ("winners", list, "a list of players"),
    ("bad_position", list, "a list of codes"),
    ("warnings", list, "a list of codes"),
    ("facts", dict, "a table from a player to facts"),
    ("worlds", int, "a whole number"),
    ("table", dict, "a table from an ingredient to worlds"),
    ("forced", list, "a list of tables"),
    ("contradiction", list, "a list of places of facts"),
)
# What each start may expect.
_TOLD = {"bad_position", "events", "no_events"}
_PLAYED = {"refusal", "position", "view", "sees", "steps", "legal", "scores", "lines", "winners"} | _TOLD
EXPECTS: Mapping[str, set[str]] = {
    "position": _PLAYED,
    "new": _PLAYED,
    "sheet": {"refusal", "bad_position", "warnings", "scores", "lines", "winners"},
    "laboratory": {"refusal", "facts"} | _TOLD,
    "notebook": {"worlds", "table", "forced", "contradiction"} | _TOLD,
}
ANY = "any"  # in place of a refusal's code: whichever it is


class CaseError(Exception):
    """A case that can't be run: `problem` is a code of PROBLEMS, found at `key` of `case` in `source`."""

    def __init__(self, source: str, case: str, key: str, problem: str, value: Any = ""):
        self.source, self.case, self.key, self.problem = source, case, key, problem
        self.value = str(value)[:200]
        place = ": ".join(part for part in (source, case, key) if part)
        super().__init__(f"{place}: {PROBLEMS[problem]}{': ' if self.value else ''}{self.value}")


PROBLEMS: Mapping[str, str] = {
    "unreadable": "the file can't be read",
    "syntax": "neither TOML nor JSON",
    "unknown_key": "no such key",
    "missing": "must be given",
    "kind": "must be",
    "unknown_game": "no such game",
    "unknown_clause": "no such clause",
    "unknown_ruling": "no such ruling",
    "unknown_code": "no such code",
    "unknown_player": "nobody is called so",
    "twice": "stands twice",
    "no_cases": "holds no case",
    "either": "a case has one position, one new game, one sheet, one laboratory or one notebook",
    "move": "a move is written «Name: move»",
    "no_moves": "a position that is refused takes no moves, and a refusal needs one",
    "expected_position": "this is no short form",
    "script": "this outcome can't happen",
    "no_table": "a score sheet isn't played",
    "unknown_place": "no such place",
    "no_places": "nobody stands anywhere in this game",
}


@dataclass(frozen=True)
class Case:
    """A case as it was written; every clause, ruling and code it names exists."""

    source: str
    game: str
    id: str
    clause: str
    also: tuple[str, ...]
    rulings: tuple[int, ...]
    title: Mapping[str, str]
    position: Mapping[str, Any] | None
    new: Mapping[str, Any] | None
    sheet: Mapping[str, Any] | None
    laboratory: Mapping[str, Any] | None
    notebook: Mapping[str, Any] | None
    moves: tuple[str, ...]
    expect: Mapping[str, Any]

    @property
    def start(self) -> str:
        """Which of STARTS it has."""
        return next(start for start in STARTS if getattr(self, start) is not None)

    @property
    def clauses(self) -> tuple[str, ...]:
        return (*([self.clause] if self.clause else []), *self.also)

    def error(self, key: str, problem: str, value: Any = "") -> CaseError:
        return CaseError(self.source, self.id, key, problem, value)


class Scene(NamedTuple):
    """One move of a case: who made it, its text, why it was refused (or None), and what came of it.

    A refused move keeps the position; `unchanged` says whether it really did. `repeats`: it only says once
    more what was settled by itself, so that nothing comes of it.
    """

    seat: Seat
    text: str
    move: Move
    refusal: Refusal | None
    step: Step
    unchanged: bool = True
    repeats: bool = False


@dataclass(frozen=True)
class Played:
    """A case played through; `refused` says why its position or game can't exist: then nothing was played."""

    names: tuple[str, ...]
    opening: Step | None
    scenes: tuple[Scene, ...]
    refused: tuple[Refusal, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The opening and the positions after the moves that were allowed."""
        opening = () if self.opening is None else (self.opening,)
        return (*opening, *(scene.step for scene in self.scenes if scene.refusal is None))

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.events)

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return (*self.refused, *(scene.refusal for scene in self.scenes if scene.refusal))


# --- Reading ----------------------------------------------------------------------------------------------


class Unread(NamedTuple):
    """A case that can't be run, with everything that is wrong about it."""

    faults: tuple[CaseError, ...]


def read_cases(data: Any, source: str, games: Sequence[str]) -> tuple[Case, ...]:
    """The cases of a file's data: `game` and a list `case`, or one case with its `game`. Raises CaseError."""
    found = sift_cases(data, source, games)
    for each in found:
        if isinstance(each, Unread):
            raise each.faults[0]
    return tuple(each for each in found if isinstance(each, Case))


def sift_cases(data: Any, source: str, games: Sequence[str]) -> list[Case | Unread]:
    """The same with those that can't be read in their places; raises CaseError only for the file itself."""
    file = _Table(data, source, "", "")
    game = file.text("game")
    if game not in games:
        raise file.fail("game", "unknown_game", game)
    if "case" in file.data:
        file.only(FILE_KEYS)
        rows = file.rows("case")
    else:
        file.only(CASE_KEYS | {"game"})
        rows = [{key: value for key, value in file.data.items() if key != "game"}]
    if not rows:
        raise file.fail("case", "no_cases")
    found: list[Case | Unread] = []
    for n, row in enumerate(rows, start=1):
        case = _read_case(row, source, game, n)
        if isinstance(case, Case) and any(isinstance(c, Case) and c.id == case.id for c in found):
            case = Unread((case.error("id", "twice"),))
        found.append(case)
    return found


def _read_case(row: Any, source: str, game: str, n: int) -> Case | Unread:
    try:
        table = _Table(row, source, f"case {n}", "")
        table.case = table.text("id", table.case)
    except CaseError as error:
        return Unread((error,))
    faults = list(table.unknown(CASE_KEYS))
    if sum(key in table.data for key in STARTS) != 1:
        faults.append(table.fail("", "either", ", ".join(STARTS)))
    fields: dict[str, Any] = {}
    for field, read in FIELDS.items():
        try:
            fields[field] = read(table)
        except CaseError as error:
            faults.append(error)
    if faults:
        return Unread(tuple(faults))
    case = Case(source=source, game=game, id=table.case, **fields)
    rules = reading.load(game)
    faults = [*_reference_faults(case, rules), *_expect_faults(case, rules)]
    return Unread(tuple(faults)) if faults else case


def _title(table: "_Table") -> Mapping[str, str]:
    if "title" not in table.data:
        return {}
    title = table.table("title")
    title.only(set(LANGUAGES))
    return {lang: title.text(lang) for lang in LANGUAGES}


def _new(table: "_Table") -> Mapping[str, Any]:
    table.only(NEW_KEYS)
    if "seed" in table.data and type(table.data["seed"]) is not int:
        raise table.fail("seed", "kind", "a whole number")
    table.rows("script")
    return table.data


def _sheet(table: "_Table") -> Mapping[str, Any]:
    table.only(SHEET_KEYS)
    for row in table.rows("rounds"):
        if not isinstance(row, dict) or not all(isinstance(counts, dict) for counts in row.values()):
            raise table.fail("rounds", "kind", "a table from a player to counts")
    return {**table.data, "players": table.names("players")}


def _laboratory(table: "_Table") -> Mapping[str, Any]:
    table.only(LABORATORY_KEYS)
    if ("code" in table.data) == ("truth" in table.data):
        raise table.fail("code", "missing")
    return {**table.data, "players": table.names("players")}


def _notebook(table: "_Table") -> Mapping[str, Any]:
    table.only(NOTEBOOK_KEYS)
    table.rows("facts")
    return table.data


def _start(key: str, read: Callable[["_Table"], Mapping[str, Any]]) -> Callable[["_Table"], Any]:
    return lambda table: read(table.table(key)) if key in table.data else None


# How each field of a case is read.
FIELDS: Mapping[str, Callable[["_Table"], Any]] = {
    "clause": lambda table: table.text("clause", ""),
    "also": lambda table: table.texts("also"),
    "rulings": lambda table: tuple(table.rows("rulings")),
    "title": _title,
    "position": _start("position", lambda table: table.data),
    "new": _start("new", _new),
    "sheet": _start("sheet", _sheet),
    "laboratory": _start("laboratory", _laboratory),
    "notebook": _start("notebook", _notebook),
    "moves": lambda table: table.texts("moves"),
    "expect": lambda table: table.table("expect").data,
}


def _reference_faults(case: Case, rules: GameContent) -> Iterator[CaseError]:
    for key, clauses in (("clause", [case.clause] if case.clause else []), ("also", case.also)):
        for clause in clauses:
            if clause not in rules.clause_by_id:
                yield case.error(key, "unknown_clause", clause)
    for number in case.rulings:
        if f"{rules.id}-{number}" not in rules.ruling_by_id:
            yield case.error("rulings", "unknown_ruling", number)


def _expect_faults(case: Case, rules: GameContent) -> Iterator[CaseError]:
    expect = _Table(case.expect, case.source, case.id, "expect")
    yield from expect.unknown(EXPECTS[case.start])
    if not expect.data:
        yield case.error("expect", "missing")
    misshapen = [
        (key, shape)
        for key, kind, shape in SHAPES
        if key in expect.data and not isinstance(expect.data[key], kind)
    ]
    if misshapen:
        yield from (expect.fail(key, "kind", shape) for key, shape in misshapen)
        return
    needs_none, needs_some = "bad_position" in expect.data, "refusal" in expect.data
    if (needs_none and case.moves) or (needs_some and not case.moves):
        yield case.error("moves", "no_moves")
    for catalogue, key, row in _expected_codes(expect):
        try:
            _check_code(expect, catalogue, row, key, rules)
        except CaseError as error:
            yield error


def _expected_codes(expect: "_Table") -> Iterator[tuple[str, str, Any]]:
    """(catalogue, the key that holds the code, a row with it) of all that a case expects by its code."""
    refusals = [*expect.rows("bad_position"), *([expect.data["refusal"]] if "refusal" in expect.data else [])]
    yield from (("refusal", "code", as_refusal(row)) for row in refusals)
    yield from (("warning", "code", as_refusal(row)) for row in expect.rows("warnings"))
    yield from (("event", "kind", row) for row in (*expect.rows("events"), *expect.rows("no_events")))
    for rows in expect.data.get("lines", {}).values():
        yield from (("line", "code", row) for row in (rows if isinstance(rows, list) else [rows]))


def as_refusal(row: Any) -> Any:
    """A refusal may be expected by its code alone."""
    return {"code": row} if isinstance(row, str) else row


def _check_code(expect: "_Table", catalogue: str, row: Any, key: str, rules: GameContent) -> None:
    """The code that `row` expects must have words, and its clause must exist. Raises CaseError."""
    table = _Table(row, expect.source, expect.case, f"expect.{catalogue}")
    code = table.text(key)
    if code not in rules.words[catalogue] and (catalogue, code) != ("refusal", ANY):
        raise table.fail(key, "unknown_code", code)
    if "clause" in table.data and table.text("clause") not in rules.clause_by_id:
        raise table.fail("clause", "unknown_clause", table.text("clause"))


def read_move(case: Case, names: Sequence[str], row: str) -> tuple[Seat, str]:
    """«Name: move» taken apart. Raises CaseError."""
    who, colon, text = row.partition(":")
    if not colon or not text.strip():
        raise case.error("moves", "move", row)
    return seat_of(case, names, who.strip(), "moves"), text.strip()


def seat_of(case: Case, names: Sequence[str], who: Any, key: str) -> Seat:
    """The seat of a player given by name, or by number from 1. Raises CaseError."""
    seat = find_seat(who, names)
    if seat is None:
        raise case.error(key, "unknown_player", who)
    return seat


class _Table:
    """A table of a case file; complaints name the file, the case and the key."""

    def __init__(self, data: Any, source: str, case: str, path: str):
        self.source, self.case, self.path = source, case, path
        if not isinstance(data, Mapping):
            raise self.fail("", "kind", "a table")
        self.data: Mapping[str, Any] = data

    def fail(self, key: str, problem: str, value: Any = "") -> CaseError:
        path = ".".join(part for part in (self.path, key) if part)
        return CaseError(self.source, self.case, path, problem, value)

    def unknown(self, known: set[str]) -> Iterator[CaseError]:
        """A fault for each key that nobody reads."""
        for key in self.data:
            if key not in known:
                yield self.fail(str(key), "unknown_key", ", ".join(sorted(known)))

    def only(self, known: set[str]) -> None:
        for fault in self.unknown(known):
            raise fault

    def text(self, key: str, default: str | None = None) -> str:
        if key not in self.data and default is not None:
            return default
        if key not in self.data:
            raise self.fail(key, "missing")
        value = self.data[key]
        if not isinstance(value, str):
            raise self.fail(key, "kind", "a text")
        return value

    def rows(self, key: str) -> Sequence[Any]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.fail(key, "kind", "a list")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.rows(key)
        if not all(isinstance(value, str) for value in values):
            raise self.fail(key, "kind", "a list of texts")
        return tuple(values)

    def names(self, key: str) -> list[str]:
        """Players by their names, or by their number: then they are called "1", "2"…"""
        value = self.data.get(key, [])
        return numbered_names(value) if type(value) is int else list(self.texts(key))

    def table(self, key: str) -> "_Table":
        if key not in self.data:
            raise self.fail(key, "missing")
        path = ".".join(part for part in (self.path, key) if part)
        return _Table(self.data[key], self.source, self.case, path)
