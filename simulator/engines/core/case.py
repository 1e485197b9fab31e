"""Cases: a position (or a score sheet), moves, and what must come of them. The format: `docs/cases.md`.

One format serves the examples on the rules' pages, the tests, the position editor and `manage.py referee`.
A case that can't be read raises CaseError; one that can be read is run, and says where it differs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulebook import content
from rulebook.entries import LANGUAGES, GameContent
from rulebook.refusal import Refusal
from simulator.engines.core.game import Event, Game, Move, Seat, Step
from simulator.engines.core.refusal import BadConfig, BadPosition, IllegalMove

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
    ("position", dict, "a short form"),
    ("view", dict, "a table from a player to a short form"),
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
_PLAYED = {"refusal", "events", "position", "view", "legal", "scores", "lines", "winners", "bad_position"}
EXPECTS: Mapping[str, set[str]] = {
    "position": _PLAYED,
    "new": _PLAYED,
    "sheet": {"refusal", "bad_position", "warnings", "scores", "lines", "winners"},
    "laboratory": {"refusal", "bad_position", "events", "facts"},
    "notebook": {"bad_position", "events", "worlds", "table", "forced", "contradiction"},
}


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

    A refused move keeps the position; `unchanged` says whether it really did.
    """

    seat: Seat
    text: str
    move: Move
    refusal: Refusal | None
    step: Step
    unchanged: bool = True


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


def read_cases(data: Any, source: str, games: Sequence[str]) -> tuple[Case, ...]:
    """The cases of a file's data: `game` and a list `case`, or one case with its `game`. Raises CaseError."""
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
    cases = tuple(_read_case(row, source, game, n) for n, row in enumerate(rows, start=1))
    ids = [case.id for case in cases]
    for case in cases:
        if ids.count(case.id) > 1:
            raise case.error("id", "twice")
    return cases


def _read_case(row: Any, source: str, game: str, n: int) -> Case:
    table = _Table(row, source, f"case {n}", "")
    table.case = table.text("id", f"case {n}")
    table.only(CASE_KEYS)
    rules = content.load(game)
    if sum(key in table.data for key in STARTS) != 1:
        raise table.fail("", "either", ", ".join(STARTS))
    case = Case(
        source=source,
        game=game,
        id=table.case,
        clause=table.text("clause", ""),
        also=table.texts("also"),
        rulings=tuple(table.rows("rulings")),
        title=_title(table),
        position=table.table("position").data if "position" in table.data else None,
        new=_new(table.table("new")) if "new" in table.data else None,
        sheet=_sheet(table.table("sheet")) if "sheet" in table.data else None,
        laboratory=_laboratory(table.table("laboratory")) if "laboratory" in table.data else None,
        notebook=_notebook(table.table("notebook")) if "notebook" in table.data else None,
        moves=table.texts("moves"),
        expect=table.table("expect").data,
    )
    _check_references(case, rules)
    _check_expect(case, rules)
    return case


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
    table.texts("players")
    for row in table.rows("rounds"):
        if not isinstance(row, dict) or not all(isinstance(counts, dict) for counts in row.values()):
            raise table.fail("rounds", "kind", "a table from a player to counts")
    return table.data


def _laboratory(table: "_Table") -> Mapping[str, Any]:
    table.only(LABORATORY_KEYS)
    table.texts("players")
    if ("code" in table.data) == ("truth" in table.data):
        raise table.fail("code", "missing")
    return table.data


def _notebook(table: "_Table") -> Mapping[str, Any]:
    table.only(NOTEBOOK_KEYS)
    table.rows("facts")
    return table.data


def _check_references(case: Case, rules: GameContent) -> None:
    for key, clauses in (("clause", [case.clause] if case.clause else []), ("also", case.also)):
        for clause in clauses:
            if clause not in rules.clause_by_id:
                raise case.error(key, "unknown_clause", clause)
    for number in case.rulings:
        if f"{rules.id}-{number}" not in rules.ruling_by_id:
            raise case.error("rulings", "unknown_ruling", number)


def _check_expect(case: Case, rules: GameContent) -> None:
    expect = _Table(case.expect, case.source, case.id, "expect")
    expect.only(EXPECTS[case.start])
    if not expect.data:
        raise case.error("expect", "missing")
    for key, kind, shape in SHAPES:
        if key in expect.data and not isinstance(expect.data[key], kind):
            raise expect.fail(key, "kind", shape)
    needs_none, needs_some = "bad_position" in expect.data, "refusal" in expect.data
    if (needs_none and case.moves) or (needs_some and not case.moves):
        raise case.error("moves", "no_moves")
    refusals = [*expect.rows("bad_position"), *([expect.data["refusal"]] if "refusal" in expect.data else [])]
    for row in refusals:
        _check_code(expect, "refusal", as_refusal(row), "code", rules)
    for row in expect.rows("warnings"):
        _check_code(expect, "warning", as_refusal(row), "code", rules)
    for row in expect.rows("events"):
        _check_code(expect, "event", row, "kind", rules)
    for rows in expect.data.get("lines", {}).values():
        for row in rows if isinstance(rows, list) else [rows]:
            _check_code(expect, "line", row, "code", rules)


def as_refusal(row: Any) -> Any:
    """A refusal may be expected by its code alone."""
    return {"code": row} if isinstance(row, str) else row


def _check_code(expect: "_Table", catalogue: str, row: Any, key: str, rules: GameContent) -> None:
    """The code that `row` expects must have words, and its clause must exist."""
    table = _Table(row, expect.source, expect.case, f"expect.{catalogue}")
    code = table.text(key)
    if code not in rules.words[catalogue]:
        raise table.fail(key, "unknown_code", code)
    if "clause" in table.data and table.text("clause") not in rules.clause_by_id:
        raise table.fail("clause", "unknown_clause", table.text("clause"))


class _Table:
    """A table of a case file; complaints name the file, the case and the key."""

    def __init__(self, data: Any, source: str, case: str, path: str):
        self.source, self.case, self.path = source, case, path
        if not isinstance(data, Mapping):
            raise self.fail("", "kind", "a table")
        self.data = data

    def fail(self, key: str, problem: str, value: Any = "") -> CaseError:
        path = ".".join(part for part in (self.path, key) if part)
        return CaseError(self.source, self.case, path, problem, value)

    def only(self, known: set[str]) -> None:
        for key in self.data:
            if key not in known:
                raise self.fail(str(key), "unknown_key", ", ".join(sorted(known)))

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

    def table(self, key: str) -> "_Table":
        if key not in self.data:
            raise self.fail(key, "missing")
        path = ".".join(part for part in (self.path, key) if part)
        return _Table(self.data[key], self.source, self.case, path)


# --- Playing ----------------------------------------------------------------------------------------------


def play(game: Anything, case: Case) -> Played:
    """Sets the position up and makes the moves, to the first that is refused. Raises CaseError."""
    if case.sheet is not None:
        raise case.error("sheet", "no_table")
    names = _names(game, case)
    try:
        opening = _open(game, case)
    except (BadPosition, BadConfig) as error:
        return Played(names, None, (), error.refusals)
    scenes: list[Scene] = []
    step = opening
    for row in case.moves:
        scene = _make_move(game, case, names, step.state, row)
        scenes.append(scene)
        if scene.refusal is not None:
            break
        step = scene.step
    return Played(names, opening, tuple(scenes))


def _names(game: Anything, case: Case) -> tuple[str, ...]:
    data = case.new if case.position is None else case.position
    assert data is not None  # read_cases saw to it
    given, players = game.names(data), data.get("players")
    if case.new is not None and isinstance(players, list) and (not given or len(set(given)) < len(given)):
        raise case.error("new.players", "kind", "a number, or names that differ")
    if given or type(players) is not int:
        return tuple(given)
    return tuple(str(seat) for seat in range(1, min(max(players, 0), 99) + 1))


def _open(game: Anything, case: Case) -> Step:
    if case.position is not None:
        return Step(game.decode(dict(case.position)), (), frozenset())
    assert case.new is not None
    players = case.new.get("players")
    config = {key: value for key, value in case.new.items() if key != "seed"}
    config["players"] = len(players) if isinstance(players, list) else players
    return game.new_game(config, case.new.get("seed", 0))


def _make_move(game: Anything, case: Case, names: Sequence[str], state: Any, row: str) -> Scene:
    seat, text = read_move(case, names, row)
    before, move = game.encode(state), game.parse(state, seat, text)
    try:
        return Scene(seat, text, move, None, game.apply(state, seat, move))
    except IllegalMove as error:
        unchanged = game.encode(state) == before and game.check(state, seat, move) == error.refusal
        return Scene(seat, text, move, error.refusal, Step(state, (), frozenset()), unchanged)
    except BadConfig as error:
        raise case.error("new.script", "script", error.refusals[0].params.get("what", "")) from error


def read_move(case: Case, names: Sequence[str], row: str) -> tuple[Seat, str]:
    """«Name: move» taken apart. Raises CaseError."""
    who, colon, text = row.partition(":")
    if not colon or not text.strip():
        raise case.error("moves", "move", row)
    return seat_of(case, names, who.strip(), "moves"), text.strip()


def seat_of(case: Case, names: Sequence[str], who: Any, key: str) -> Seat:
    """The seat of a player given by name, or by number from 1. Raises CaseError."""
    if isinstance(who, str) and who in names:
        return names.index(who)
    if isinstance(who, str) and who.isdecimal() and len(who) < 3:
        who = int(who)
    if type(who) is int and 1 <= who <= len(names):
        return who - 1
    raise case.error(key, "unknown_player", who)
