"""Lessons as they are written: a file each, with steps that are positions to move in. `docs/lessons.md`.

Positions, new games, players and moves are those of cases. Whatever can't be read is a CaseError, whose case
is the step.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulebook.content import reading
from rulebook.content.entries import LANGUAGES, GameContent, Text
from rulebook.content.typography import typeset
from simulator import game
from simulator.cases.case import NEW_KEYS, Case, CaseError, CaseTable, Unread

LESSON, PUZZLES, BETTER = KINDS = ("lesson", "puzzles", "better")
FILE_KEYS = {"game", "kind", "title", "about", "free", "next", "step"}
STARTS = ("position", "new")
STEP_KEYS = {"id", "theme", "say", "seat", "take", "teach", "other", "answers", "then", "clause", *STARTS}
FREE_KEYS = {"bot", "say", *STARTS}
TEACH_KEYS = {"move", *LANGUAGES}
ANY = "any"  # in place of a move that is taken: whichever is legal
# The line to write where a key is missing, besides texts in both languages.
LINES: Mapping[str, str] = {
    "kind": 'kind = "lesson"',
    "free": 'free = { bot = "random", new = { players = 3 } }',
    "step": "[[step]]",
    "id": 'id = "first-move"',
    "take": 'take = ["…"]',
    "clause": 'clause = "…"',
    "bot": 'bot = "random"',
}


class Teaching(NamedTuple):
    """A move that is legal and isn't taken, and what it is answered."""

    move: str
    says: Text


@dataclass(frozen=True, eq=False)
class LessonStep:
    """A position with one thing to do; `begins` holds it, and as its moves what others answer."""

    say: Text
    seat: str  # empty: the one to act
    take: tuple[str, ...]
    teach: tuple[Teaching, ...]
    other: Text | None
    then: Text
    begins: Case
    theme: str = ""

    @property
    def id(self) -> str:
        return self.begins.id

    @property
    def clause(self) -> str:
        return self.begins.clause


@dataclass(frozen=True)
class FreeGame:
    """What follows a lesson: a game with bots that are easy to play with, and a line over it."""

    bot: str
    say: Text | None
    begins: Case


@dataclass(frozen=True)
class Lesson:
    source: str
    game: str
    id: str
    kind: str
    title: Text
    about: Text
    steps: tuple[LessonStep, ...]
    free: FreeGame | None
    next: str = ""  # the lesson that it leads on to, instead of a game

    def error(self, key: str, problem: str, value: Any = "") -> CaseError:
        return CaseError(self.source, "", key, problem, value)


def is_lesson(data: Any) -> bool:
    """Whether what stands in a file is a lesson, or else cases."""
    return isinstance(data, Mapping) and not {"kind", "step"}.isdisjoint(data)


def sift_lesson(data: Any, source: str, lesson_id: str, games: Sequence[str]) -> Lesson | Unread:
    """The lesson of a file's data, or everything that is wrong about it."""
    try:
        file = CaseTable(data, source, "", "")
        game_id = file.text("game")
        if game_id not in games:
            raise file.fail("game", "unknown_game", game_id)
    except CaseError as error:
        return Unread((error,))
    content = reading.whole(game_id)
    found = _Finder()
    found.all(file.unknown(FILE_KEYS))
    kind = found.get(lambda: _kind(file), LESSON)
    title = found.get(lambda: _text(file, "title"))
    about = found.get(lambda: _text(file, "about"))
    free = found.get(lambda: _free(file, game_id, kind, found))
    following = found.get(lambda: file.text("next", ""), "")
    rows = found.get(lambda: file.rows("step")) or []
    steps = [_step(row, n, source, content, found) for n, row in enumerate(rows, start=1)]
    ids = [step.id for step in steps if step]
    found.all(file.fail("step.id", "twice", each) for each in dict.fromkeys(ids) if ids.count(each) > 1)
    if not rows:
        found.all([file.fail("step", "missing", LINES["step"])])
    if found.faults or title is None or about is None:
        return Unread(tuple(found.faults))
    whole = tuple(step for step in steps if step)
    return Lesson(source, game_id, lesson_id, kind or LESSON, title, about, whole, free, following)


class _Finder:
    """Reads part after part and keeps what is wrong, so that all of it is told at once."""

    def __init__(self) -> None:
        self.faults: list[CaseError] = []

    def get(self, read: Callable[[], Any], instead: Any = None) -> Any:
        try:
            return read()
        except CaseError as error:
            self.faults.append(error)
            return instead

    def all(self, faults: Any) -> None:
        self.faults.extend(faults)


def _require(table: CaseTable, key: str, line: str = "") -> None:
    """Raises CaseError with the line to write, where a table hasn't a key."""
    if key not in table.data:
        raise table.fail(key, "missing", line or LINES[key])


def _kind(file: CaseTable) -> str:
    _require(file, "kind")
    kind = file.text("kind")
    if kind not in KINDS:
        raise file.fail("kind", "kind", "lesson, puzzles or better")
    return kind


def _text(table: CaseTable, key: str) -> Text:
    """A text in both languages, neither of them empty. Raises CaseError."""
    _require(table, key, f'{key} = {{ ru = "…", en = "…" }}')
    pair = table.table(key)
    pair.only(set(LANGUAGES))
    return _pair(pair)


def _pair(pair: CaseTable) -> Text:
    words = {lang: pair.text(lang, "").strip() for lang in LANGUAGES}
    for lang, text in words.items():
        if not text:
            raise pair.fail(lang, "missing", f'{lang} = "…"')
    return Text(typeset(words["ru"]), words["en"])


def _free(file: CaseTable, game_id: str, kind: str, found: _Finder) -> FreeGame | None:
    if "free" not in file.data and (kind != LESSON or "next" in file.data):
        return None
    _require(file, "free")
    free = file.table("free")
    found.all(free.unknown(FREE_KEYS))
    say = found.get(lambda: _text(free, "say")) if "say" in free.data else None
    start, begins = _begins(free)
    _require(free, "bot")
    return FreeGame(free.text("bot"), say, _case(free, game_id, start, begins, "free", "", ()))


def _step(row: Any, n: int, source: str, content: GameContent, found: _Finder) -> LessonStep | None:
    before = len(found.faults)
    table = found.get(lambda: CaseTable(row, source, f"step {n}", ""))
    if table is None:
        return None
    step_id = found.get(lambda: _id(table), f"step {n}")
    table.case = step_id
    found.all(table.unknown(STEP_KEYS))
    theme = found.get(lambda: table.text("theme", ""), "")
    if theme:
        table.data = {**found.get(lambda: _of_theme(table, content, theme), {}), **table.data}
    start, begins = found.get(lambda: _begins(table), ("position", {}))
    clause = found.get(lambda: _clause(table, content), "")
    answers = found.get(lambda: table.texts("answers"), ())
    read = {
        "say": lambda: _text(table, "say"),
        "seat": lambda: table.text("seat", ""),
        "take": lambda: _take(table),
        "teach": lambda: tuple(_teachings(table)),
        "other": lambda: _text(table, "other") if "other" in table.data else None,
        "then": lambda: _text(table, "then"),
    }
    fields = {key: found.get(each) for key, each in read.items()}
    if len(found.faults) > before:
        return None
    return LessonStep(
        **fields, begins=_case(table, content.id, start, begins, step_id, clause, answers), theme=theme
    )


def _of_theme(table: CaseTable, content: GameContent, theme: str) -> Mapping[str, Any]:
    """What puzzles of a theme have in common. Raises CaseError."""
    themes = game.get(content.id).puzzle_themes
    if theme not in themes:
        raise table.fail("theme", "unknown_theme", f"{theme} ({', '.join(themes)})")
    clause, say, other = themes[theme]
    texts = {"say": say, "other": other}
    return {"clause": clause, **{key: {"ru": text.ru, "en": text.en} for key, text in texts.items()}}


def _id(table: CaseTable) -> str:
    """It stands in an address: small letters, digits and hyphens. Raises CaseError."""
    _require(table, "id")
    step_id = table.text("id")
    if not step_id or not set(step_id) <= set("abcdefghijklmnopqrstuvwxyz0123456789-"):
        raise table.fail("id", "kind", "small Latin letters, digits and hyphens")
    return step_id


def _begins(table: CaseTable) -> tuple[str, Mapping[str, Any]]:
    given = [start for start in STARTS if start in table.data]
    if len(given) != 1:
        raise table.fail("", "either", ", ".join(STARTS))
    under = table.table(given[0])
    if given[0] == "new":
        under.only(NEW_KEYS)
    return given[0], under.data


def _clause(table: CaseTable, content: GameContent) -> str:
    _require(table, "clause")
    clause = table.text("clause")
    if clause not in content.clause_by_id:
        raise table.fail("clause", "unknown_clause", clause)
    return clause


def _take(table: CaseTable) -> tuple[str, ...]:
    take = table.texts("take")
    if not take:
        raise table.fail("take", "missing", LINES["take"])
    return take


def _teachings(table: CaseTable) -> Iterator[Teaching]:
    for n, row in enumerate(table.rows("teach"), start=1):
        teach = CaseTable(row, table.source, table.case, f"teach {n}")
        teach.only(TEACH_KEYS)
        yield Teaching(teach.text("move"), _pair(teach))


def _case(
    table: CaseTable,
    game_id: str,
    start: str,
    begins: Mapping[str, Any],
    case_id: str,
    clause: str,
    moves: tuple[str, ...],
) -> Case:
    """What begins here, as a case: what reads and plays cases, reads and plays it."""
    return Case(table.source, game_id, case_id, clause, (), (), {}, start, begins, moves, {})
