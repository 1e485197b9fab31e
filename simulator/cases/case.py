"""Cases: a position (or a score sheet), moves, and what must come of them. The format: `docs/cases.md`.

One format serves the examples on the rules' pages, the tests, the position editor and `manage.py referee`.
A case that can't be read raises CaseError; one that can be read is run, and says where it differs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from rulebook.content import reading
from rulebook.content.entries import LANGUAGES, GameContent
from simulator import game
from simulator.cases.kinds import CaseKind, Shape
from simulator.engine.game import Event, Move, Seat, Step
from simulator.engine.rules import Rules
from simulator.engine.shortform import find_seat, numbered_names
from web.refusal import Refusal

Anything = Rules[Any, Any]

FILE_KEYS = {"game", "case"}
STARTS = ("position", "new", "sheet")  # a case has one of them, or a start that some game brings
CASE_KEYS = {"id", "clause", "also", "rulings", "title", "moves", "expect", *STARTS}
NEW_KEYS = {"players", "seed", "options", "script"}
SHEET_KEYS = {"players", "boxes", "rounds"}
SHAPES: Sequence[Shape] = (
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
)
# What each start may expect.
TOLD = frozenset({"bad_position", "events", "no_events"})
_PLAYED = {"refusal", "position", "view", "sees", "steps", "legal", "scores", "lines", "winners"} | TOLD
EXPECTS: Mapping[str, Set[str]] = {
    "position": _PLAYED,
    "new": _PLAYED,
    "sheet": {"refusal", "bad_position", "warnings", "scores", "lines", "winners"},
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
    "either": "a case has one start",
    "move": "a move is written «Name: move»",
    "no_moves": "a position that is refused takes no moves, and a refusal needs one",
    "expected_position": "this is no short form",
    "script": "this outcome can't happen",
    "script_order": "the whole order is one entry, script = [[…]], and this is none",
    "no_table": "a score sheet isn't played",
    "unknown_place": "no such place",
    "no_places": "nobody stands anywhere in this game",
    "impossible": "it can't begin so",
    "over": "nobody is to act there",
    "broke": "the game broke there",
    "refused": "the rules refuse this move",
    "never": "no legal move begins so",
    "taken_too": "this move is taken as well",
    "unanswered": "a legal move has no answer",
    "unknown_bot": "no such bot",
    "unknown_theme": "no such theme",
    "steps": "too many or too few steps",
    "taps": "too many taps",
    "words": "too many words",
    "choices": "half of the steps must offer three moves, one of them taught",
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
    start: str  # one of STARTS, or that of a kind which a game brings
    begins: Mapping[str, Any]  # what stands under it
    moves: tuple[str, ...]
    expect: Mapping[str, Any]

    @property
    def position(self) -> Mapping[str, Any] | None:
        return self.begins if self.start == "position" else None

    @property
    def new(self) -> Mapping[str, Any] | None:
        return self.begins if self.start == "new" else None

    @property
    def sheet(self) -> Mapping[str, Any] | None:
        return self.begins if self.start == "sheet" else None

    @property
    def clauses(self) -> tuple[str, ...]:
        return (*([self.clause] if self.clause else []), *self.also)

    def error(self, key: str, problem: str, value: Any = "") -> CaseError:
        return CaseError(self.source, self.id, key, problem, value)


class PlayedMove(NamedTuple):
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
    scenes: tuple[PlayedMove, ...]
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
    file = CaseTable(data, source, "", "")
    game_id = file.text("game")
    if game_id not in games:
        raise file.fail("game", "unknown_game", game_id)
    if "case" in file.data:
        file.only(FILE_KEYS)
        rows = file.rows("case")
    else:
        file.only({"game", *CASE_KEYS, *kinds_for(game_id)})
        rows = [{key: value for key, value in file.data.items() if key != "game"}]
    if not rows:
        raise file.fail("case", "no_cases")
    found: list[Case | Unread] = []
    for n, row in enumerate(rows, start=1):
        case = _read_case(row, source, game_id, n)
        if isinstance(case, Case) and any(isinstance(c, Case) and c.id == case.id for c in found):
            case = Unread((case.error("id", "twice"),))
        found.append(case)
    return found


def _read_case(row: Any, source: str, game_id: str, n: int) -> Case | Unread:
    try:
        table = CaseTable(row, source, f"case {n}", "")
        table.case = table.text("id", table.case)
    except CaseError as error:
        return Unread((error,))
    kinds = kinds_for(game_id)
    starts = (*STARTS, *kinds)
    faults = list(table.unknown({*CASE_KEYS, *kinds}))
    given = [start for start in starts if start in table.data]
    if len(given) != 1:
        faults.append(table.fail("", "either", ", ".join(starts)))
    begins = {start: partial(_begins, start=start, kinds=kinds) for start in given}
    fields: dict[str, Any] = {}
    for field, read in (HEAD | begins | BODY).items():
        try:
            fields[field] = read(table)
        except CaseError as error:
            faults.append(error)
    if faults:
        return Unread(tuple(faults))
    (start,) = given
    case = Case(source=source, game=game_id, id=table.case, start=start, begins=fields.pop(start), **fields)
    rules = reading.whole(game_id)
    faults = [*_reference_faults(case, rules), *_expect_faults(case, rules, kinds.get(start))]
    return Unread(tuple(faults)) if faults else case


def _title(table: "CaseTable") -> Mapping[str, str]:
    if "title" not in table.data:
        return {}
    title = table.table("title")
    title.only(set(LANGUAGES))
    return {lang: title.text(lang) for lang in LANGUAGES}


def _new(table: "CaseTable") -> Mapping[str, Any]:
    table.only(NEW_KEYS)
    if "seed" in table.data and type(table.data["seed"]) is not int:
        raise table.fail("seed", "kind", "a whole number")
    table.rows("script")
    return table.data


def _sheet(table: "CaseTable") -> Mapping[str, Any]:
    table.only(SHEET_KEYS)
    for row in table.rows("rounds"):
        if not isinstance(row, dict) or not all(isinstance(counts, dict) for counts in row.values()):
            raise table.fail("rounds", "kind", "a table from a player to counts")
    return {**table.data, "players": table.names("players"), "boxes": table.texts("boxes")}


# How each start is read that all games share.
_BEGINNINGS: Mapping[str, Callable[["CaseTable"], Mapping[str, Any]]] = {
    "position": lambda table: table.data,
    "new": _new,
    "sheet": _sheet,
}


def kinds_for(game_id: str) -> Mapping[str, CaseKind]:
    """The kinds of cases that games bring; where two of them bring the same, a game has its own."""
    kinds = {key: kind for each in game.every().values() for key, kind in each.case_kinds.items()}
    return {**kinds, **game.get(game_id).case_kinds}


def _begins(table: "CaseTable", start: str, kinds: Mapping[str, CaseKind]) -> Mapping[str, Any]:
    under = table.table(start)
    if start not in kinds:
        return _BEGINNINGS[start](under)
    under.only(kinds[start].keys)
    return kinds[start].read(under)


# How each field of a case is read, before its start and after it.
Readers = dict[str, Callable[["CaseTable"], Any]]
HEAD: Readers = {
    "clause": lambda table: table.text("clause", ""),
    "also": lambda table: table.texts("also"),
    "rulings": lambda table: tuple(table.rows("rulings")),
    "title": _title,
}
BODY: Readers = {
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


def _expect_faults(case: Case, rules: GameContent, kind: CaseKind | None) -> Iterator[CaseError]:
    expect = CaseTable(case.expect, case.source, case.id, "expect")
    yield from expect.unknown(EXPECTS[case.start] if kind is None else kind.expects)
    if not expect.data:
        yield case.error("expect", "missing")
    misshapen = [
        (key, shape)
        for key, types, shape in (*SHAPES, *(kind.shapes if kind else ()))
        if key in expect.data and not isinstance(expect.data[key], types)
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


def _expected_codes(expect: "CaseTable") -> Iterator[tuple[str, str, Any]]:
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


def _check_code(expect: "CaseTable", catalogue: str, row: Any, key: str, rules: GameContent) -> None:
    """The code that `row` expects must have words, and its clause must exist. Raises CaseError."""
    table = CaseTable(row, expect.source, expect.case, f"expect.{catalogue}")
    code = table.text(key)
    if not rules.has_sentence(catalogue, code) and (catalogue, code) != ("refusal", ANY):
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


class CaseTable:
    """A table of a case file; complaints name the file, the case and the key."""

    def __init__(self, data: Any, source: str, case: str, path: str):
        self.source, self.case, self.path = source, case, path
        if not isinstance(data, Mapping):
            raise self.fail("", "kind", "a table")
        self.data: Mapping[str, Any] = data

    def fail(self, key: str, problem: str, value: Any = "") -> CaseError:
        path = ".".join(part for part in (self.path, key) if part)
        return CaseError(self.source, self.case, path, problem, value)

    def unknown(self, known: Set[str]) -> Iterator[CaseError]:
        """A fault for each key that nobody reads."""
        for key in self.data:
            if key not in known:
                yield self.fail(str(key), "unknown_key", ", ".join(sorted(known)))

    def only(self, known: Set[str]) -> None:
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

    def table(self, key: str) -> "CaseTable":
        if key not in self.data:
            raise self.fail(key, "missing")
        path = ".".join(part for part in (self.path, key) if part)
        return CaseTable(self.data[key], self.source, self.case, path)
