"""The rulebook's content: reads `content/<game>/*.toml` into frozen dataclasses and checks them.

The files are the one owner of every text, card count and constant. Everything else (pages, search, engines,
calculators, PDFs) reads them through `load`. Pure: no Django, no database.
"""

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

CONTENT_DIR = Path(__file__).parent / "content"
LANGUAGES = ("ru", "en")
STATUSES = ("rulebook", "author", "ours")
SOURCES = ("seed", "ruling", "edition")
DECIDERS = ("engine", "table")
# A chapter shares its address with these pages of a game, so it can't have their names.
RESERVED_CHAPTERS = {"cards", "glossary", "term", "rulings", "ruling", "all", "coverage"}
MARKUP = re.compile(r"\{(ref|term|card):([^{}]*)\}")


class ContentError(Exception):
    """Something wrong in a content file: says which file, which entry and, for syntax, which line."""

    def __init__(self, file: Path, entry: str, message: str):
        self.file, self.entry, self.message = file, entry, message
        super().__init__(f"{file.parent.name}/{file.name}: {entry + ': ' if entry else ''}{message}")


@dataclass(frozen=True)
class Text:
    """One text in both languages."""

    ru: str
    en: str

    def in_(self, lang: str) -> str:
        return self.en if lang == "en" else self.ru


@dataclass(frozen=True)
class Chapter:
    id: str
    number: int
    title: Text


@dataclass(frozen=True)
class Source:
    """Where a clause comes from: `kind` is seed, ruling (the seed is silent) or edition (another edition)."""

    kind: str
    heading: str


@dataclass(frozen=True)
class Clause:
    id: str
    chapter: str
    number: str
    title: Text
    text: Text
    source: Source
    decided_by: str
    shown_by: tuple[str, ...] = ()
    scenario: str = ""
    edition: Text | None = None


@dataclass(frozen=True)
class Term:
    id: str
    name: Text
    text: Text
    forms_ru: tuple[str, ...]
    forms_en: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """A kind of card with `count` copies in the box; `code` is its short name in moves and positions."""

    id: str
    code: str
    kind: str
    colour: str
    value: int
    count: int
    name: Text
    short: Text
    acc: Text
    text: Text | None
    provenance: str


@dataclass(frozen=True)
class Ruling:
    id: str
    number: int
    title: Text
    text: Text
    status: str
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    option: str
    source: str


@dataclass(frozen=True)
class Passage:
    """A paragraph of the seed: its number, our label, a hash, and the clauses that cover it (or why none)."""

    n: int
    label: Text
    sha: str
    clauses: tuple[str, ...]
    silent: Text | None


@dataclass(frozen=True)
class Colour:
    """A colour of the game with its shape, letter and the word forms that sentences need."""

    id: str
    shape: str
    letter: Text
    name: Text
    forms: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Choice:
    value: bool | str | int
    text: Text


@dataclass(frozen=True)
class OptionText:
    """A switch of the engine with its texts; `hidden` means that there is nothing to choose."""

    id: str
    default: bool | str | int
    ruling: str
    hidden: bool
    title: Text
    about: Text
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class GameContent:
    """All that the content files say of one game."""

    id: str
    title: Text
    title_note: Text
    author: Text
    about: Text
    edition: Text
    turn: Text
    players: tuple[int, int]
    minutes: int
    seed: str
    updated: str
    asked: tuple[str, ...]
    constants: Mapping[str, Any]
    chapters: tuple[Chapter, ...]
    colours: tuple[Colour, ...]
    options: tuple[OptionText, ...]
    clauses: tuple[Clause, ...]
    terms: tuple[Term, ...]
    cards: tuple[Card, ...]
    rulings: tuple[Ruling, ...]
    passages: tuple[Passage, ...]
    words: Mapping[str, Mapping[str, Text]]
    retired: Mapping[str, str]
    digest: str
    folder: Path = field(compare=False)

    @cached_property
    def chapter_by_id(self) -> dict[str, Chapter]:
        return {chapter.id: chapter for chapter in self.chapters}

    @cached_property
    def clause_by_id(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @cached_property
    def term_by_id(self) -> dict[str, Term]:
        return {term.id: term for term in self.terms}

    @cached_property
    def card_by_id(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def card_by_code(self) -> dict[str, Card]:
        return {card.code: card for card in self.cards}

    @cached_property
    def colour_by_id(self) -> dict[str, Colour]:
        return {colour.id: colour for colour in self.colours}

    @cached_property
    def option_by_id(self) -> dict[str, OptionText]:
        return {option.id: option for option in self.options}

    @cached_property
    def ruling_by_id(self) -> dict[str, Ruling]:
        return {ruling.id: ruling for ruling in self.rulings}

    def in_chapter(self, chapter_id: str) -> list[Clause]:
        return [clause for clause in self.clauses if clause.chapter == chapter_id]

    def rulings_of(self, clause_id: str) -> list[Ruling]:
        return [ruling for ruling in self.rulings if clause_id in ruling.clauses]

    def rulings_on_card(self, card_id: str) -> list[Ruling]:
        return [ruling for ruling in self.rulings if card_id in ruling.cards]

    @cached_property
    def back_references(self) -> dict[str, list[str]]:
        """Clause id -> ids of the clauses whose text refers to it."""
        found: dict[str, list[str]] = {}
        for clause in self.clauses:
            for target in sorted(set(_references(clause.text, "ref"))):
                found.setdefault(target, []).append(clause.id)
        return found


def game_ids(folder: Path = CONTENT_DIR) -> list[str]:
    """Games with content, in the order of their names."""
    return sorted(path.parent.name for path in folder.glob("*/game.toml"))


@cache
def load(game_id: str, folder: Path = CONTENT_DIR) -> GameContent:
    """The content of one game. Raises ContentError at the first thing that can't be read."""
    home = folder / game_id
    game = _File(home / "game.toml")
    head = game.root
    chapters = tuple(
        Chapter(e.word("id"), n, e.text()) for n, e in enumerate(game.entries("chapters", "id"), start=1)
    )
    return GameContent(
        id=head.word("id"),
        **{key: head.text(key) for key in ("title", "title_note", "author", "about", "edition", "turn")},
        players=(head.whole_numbers("players")[0], head.whole_numbers("players")[-1]),
        minutes=head.whole_number("minutes"),
        seed=head.word("seed"),
        updated=str(head.need("updated")),
        asked=head.words("asked"),
        constants=head.need("constants"),
        chapters=chapters,
        colours=tuple(_colour(e) for e in game.entries("colours", "id")),
        options=tuple(_option(e) for e in game.entries("options", "id")),
        clauses=tuple(_numbered(_File(home / "rules.toml").entries("clause", "id"), chapters)),
        terms=tuple(_term(e) for e in _File(home / "glossary.toml").entries("term", "id")),
        cards=tuple(_card(e) for e in _File(home / "cards.toml").entries("card", "id")),
        rulings=tuple(_ruling(e, game_id) for e in _File(home / "rulings.toml").entries("ruling", "number")),
        passages=tuple(_passage(e) for e in _File(home / "passages.toml").entries("passage", "n")),
        words=_words(_File(home / "words.toml")),
        retired=head.get("retired", {}),
        digest=_digest(home),
        folder=home,
    )


def _digest(home: Path) -> str:
    """Changes when any content file of the game does; printed on PDFs, keys caches."""
    files = sorted(path for path in home.rglob("*.toml"))
    content = b"\0".join(str(path.relative_to(home)).encode() + path.read_bytes() for path in files)
    return hashlib.sha256(content).hexdigest()[:16]


class _Entry:
    """One table of a content file; every complaint names the file and the entry."""

    def __init__(self, file: Path, name: str, data: Mapping[str, Any]):
        self.file, self.name, self.data = file, name, data

    def fail(self, message: str) -> ContentError:
        return ContentError(self.file, self.name, message)

    def get(self, key: str, default: Any = None) -> Any:
        return self.data.get(key, default)

    def need(self, key: str) -> Any:
        if key not in self.data:
            raise self.fail(f"'{key}' is missing")
        return self.data[key]

    def _typed(self, key: str, kind: type, word: str) -> Any:
        value = self.need(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.fail(f"'{key}' must be {word}")
        return value

    def word(self, key: str, default: str | None = None) -> str:
        if default is not None and key not in self.data:
            return default
        value: str = self._typed(key, str, "a text")
        return value

    def whole_number(self, key: str) -> int:
        value: int = self._typed(key, int, "a whole number")
        return value

    def words(self, key: str) -> tuple[str, ...]:
        values = self.data.get(key, [])
        if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
            raise self.fail(f"'{key}' must be a list of texts")
        return tuple(values)

    def whole_numbers(self, key: str) -> tuple[int, ...]:
        values = self.need(key)
        if not isinstance(values, list) or not values or not all(isinstance(v, int) for v in values):
            raise self.fail(f"'{key}' must be a list of whole numbers")
        return tuple(values)

    def one_of(self, key: str, allowed: tuple[str, ...]) -> str:
        value = self.word(key)
        if value not in allowed:
            raise self.fail(f"'{key}' is '{value}', not one of {', '.join(allowed)}")
        return value

    def text(self, key: str | None = None) -> Text:
        """The pair ru/en at `key`, or of the entry itself."""
        data = self.data if key is None else self.need(key)
        name = key or "text"
        if not isinstance(data, dict):
            raise self.fail(f"'{name}' must have ru and en")
        for lang in LANGUAGES:
            if not isinstance(data.get(lang), str) or not data[lang].strip():
                raise self.fail(f"'{name}' has no {lang}")
        return Text(data["ru"].strip(), data["en"].strip())

    def maybe_text(self, key: str) -> Text | None:
        return self.text(key) if key in self.data else None


class _File:
    """A parsed TOML file."""

    def __init__(self, path: Path):
        self.path = path
        try:
            self.data = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ContentError(path, "", "the file is missing") from None
        except UnicodeDecodeError as error:
            raise ContentError(path, "", f"not UTF-8 at byte {error.start}") from None
        except tomllib.TOMLDecodeError as error:
            raise ContentError(path, "", f"syntax: {error}") from None  # the parser's words name the line

    @property
    def root(self) -> _Entry:
        return _Entry(self.path, "", self.data)

    def entries(self, table: str, key: str) -> Iterator[_Entry]:
        """The entries of an array of tables, named by `key`; duplicates are refused."""
        rows = self.data.get(table, [])
        if not isinstance(rows, list):
            raise ContentError(self.path, table, "must be an array of tables")
        seen = set()
        for n, row in enumerate(rows, start=1):
            entry = _Entry(self.path, f"{table} {row.get(key, f'number {n}')}", row)
            name = entry.need(key)
            if name in seen:
                raise entry.fail("stands twice")
            seen.add(name)
            yield entry


def _numbered(entries: Iterator[_Entry], chapters: tuple[Chapter, ...]) -> Iterator[Clause]:
    """Clauses in the order of the book, numbered «chapter.place»."""
    by_id = {chapter.id: chapter for chapter in chapters}
    places = dict.fromkeys(by_id, 0)
    clauses = []
    for entry in entries:
        chapter = by_id.get(entry.word("chapter"))
        if chapter is None:
            raise entry.fail(f"chapter '{entry.word('chapter')}' does not exist")
        places[chapter.id] += 1
        clauses.append((chapter.number, _clause(entry, f"{chapter.number}.{places[chapter.id]}")))
    return (clause for _, clause in sorted(clauses, key=lambda pair: pair[0]))


def _clause(e: _Entry, number: str) -> Clause:
    clause_id = e.word("id")
    if "." not in clause_id:
        raise e.fail("a clause id needs a dot (chapters have none)")
    source = _Entry(e.file, e.name, e.need("source"))
    return Clause(
        id=clause_id,
        chapter=e.word("chapter"),
        number=number,
        title=e.text("title"),
        text=e.text(),
        source=Source(source.one_of("kind", SOURCES), source.word("heading")),
        decided_by=e.one_of("decided_by", DECIDERS),
        shown_by=e.words("shown_by"),
        scenario=e.word("scenario", ""),
        edition=e.maybe_text("edition"),
    )


def _term(e: _Entry) -> Term:
    forms = _Entry(e.file, e.name, e.get("forms", {}))
    return Term(e.word("id"), e.text("name"), e.text(), forms.words("ru"), forms.words("en"))


def _card(e: _Entry) -> Card:
    return Card(
        id=e.word("id"),
        code=e.word("code"),
        kind=e.word("kind"),
        colour=e.word("colour", ""),
        value=e.whole_number("value"),
        count=e.whole_number("count"),
        name=e.text("name"),
        short=e.text("short"),
        acc=e.text("acc"),
        text=e.maybe_text("text"),
        provenance=e.word("provenance"),
    )


def _ruling(e: _Entry, game_id: str) -> Ruling:
    return Ruling(
        id=f"{game_id}-{e.whole_number('number')}",
        number=e.whole_number("number"),
        title=e.text("title"),
        text=e.text(),
        status=e.one_of("status", STATUSES),
        clauses=e.words("clauses"),
        cards=e.words("cards"),
        option=e.word("option", ""),
        source=e.word("source", ""),
    )


def _passage(e: _Entry) -> Passage:
    return Passage(
        e.whole_number("n"), e.text("label"), e.word("sha"), e.words("clauses"), e.maybe_text("silent")
    )


def _colour(e: _Entry) -> Colour:
    return Colour(e.word("id"), e.word("shape", ""), e.text("letter"), e.text("name"), e.need("forms"))


def _option(e: _Entry) -> OptionText:
    choices = [_Entry(e.file, e.name, row) for row in e.need("choices")]
    return OptionText(
        id=e.word("id"),
        default=e.need("default"),
        ruling=e.word("ruling", ""),
        hidden=bool(e.get("hidden", False)),
        title=e.text("title"),
        about=e.text("about"),
        choices=tuple(Choice(choice.need("value"), choice.text()) for choice in choices),
    )


def _words(file: _File) -> dict[str, dict[str, Text]]:
    return {
        kind: {code: _Entry(file.path, f"{kind}.{code}", pair).text() for code, pair in table.items()}
        for kind, table in file.data.items()
    }


def _references(text: Text, kind: str) -> Iterator[str]:
    for lang in LANGUAGES:
        for match in MARKUP.finditer(text.in_(lang)):
            if match[1] == kind:
                yield match[2]


def problems(game: GameContent) -> list[str]:
    """What is wrong between the entries: dangling ids, missing covers, contradictions. Empty when sound."""
    return [line for check in _CHECKS for line in check(game)]


def _check_references(game: GameContent) -> Iterator[str]:
    known: dict[str, Mapping[str, object]] = {
        "ref": game.clause_by_id,
        "term": game.term_by_id,
        "card": game.card_by_id,
    }
    texts = [(f"clause {c.id}", c.text) for c in game.clauses]
    texts += [(f"term {t.id}", t.text) for t in game.terms]
    texts += [(f"ruling {r.id}", r.text) for r in game.rulings]
    texts += [(f"card {c.id}", c.text) for c in game.cards if c.text]
    texts += [("game turn", game.turn), ("game about", game.about)]
    for name, text in texts:
        for kind, ids in known.items():
            yield from (
                f"{name}: {{{kind}:{target}}} leads nowhere"
                for target in _references(text, kind)
                if target not in ids
            )
        for lang in LANGUAGES:
            if "{" in MARKUP.sub("", text.in_(lang)):
                yield f"{name}: unknown markup in {lang}"


def _check_links(game: GameContent) -> Iterator[str]:
    for ruling in game.rulings:
        yield from (
            f"ruling {ruling.id}: clause {i} does not exist"
            for i in ruling.clauses
            if i not in game.clause_by_id
        )
        yield from (
            f"ruling {ruling.id}: card {i} does not exist" for i in ruling.cards if i not in game.card_by_id
        )
        if not ruling.clauses and not ruling.cards:
            yield f"ruling {ruling.id}: attached to nothing"
        if ruling.option and ruling.option not in game.option_by_id:
            yield f"ruling {ruling.id}: option {ruling.option} does not exist"
    for option in game.options:
        if option.ruling and option.ruling not in game.ruling_by_id:
            yield f"option {option.id}: ruling {option.ruling} does not exist"
        if option.default not in [choice.value for choice in option.choices]:
            yield f"option {option.id}: the default is not among the choices"
    yield from (f"game: asked clause {i} does not exist" for i in game.asked if i not in game.clause_by_id)
    for old, new in game.retired.items():
        if old in game.clause_by_id or new not in game.clause_by_id:
            yield f"game: retired id {old} must lead to a clause and be none itself"


def _check_clauses(game: GameContent) -> Iterator[str]:
    for clause in game.clauses:
        if clause.decided_by == "engine" and not clause.shown_by:
            yield f"clause {clause.id}: decided by the engine, but nothing shows it"
        if (clause.source.kind == "edition") != (clause.edition is not None):
            yield f"clause {clause.id}: text of another edition must name it"
        for mark in clause.shown_by:
            kind, _, name = mark.partition(":")
            if kind == "constant":
                if name not in game.constants:
                    yield f"clause {clause.id}: constant {name} does not exist"
            elif name not in game.words.get(kind, {}):
                yield f"clause {clause.id}: {mark} has no words"
    for chapter in game.chapters:
        if chapter.id in RESERVED_CHAPTERS or "." in chapter.id:
            yield f"chapter {chapter.id}: the name is taken by a page"
        if not game.in_chapter(chapter.id):
            yield f"chapter {chapter.id}: has no clauses"


def _check_passages(game: GameContent) -> Iterator[str]:
    for passage in game.passages:
        yield from (
            f"passage {passage.n}: clause {i} does not exist"
            for i in passage.clauses
            if i not in game.clause_by_id
        )
        if bool(passage.clauses) == bool(passage.silent):
            yield f"passage {passage.n}: needs clauses or a reason why it states no rule, not both"
    if [passage.n for passage in game.passages] != list(range(1, len(game.passages) + 1)):
        yield "passages: numbers must run from 1 without gaps"


def _check_cards(game: GameContent) -> Iterator[str]:
    if len(game.card_by_code) != len(game.cards):
        yield "cards: two cards have one code"
    for card in game.cards:
        if card.colour and card.colour not in game.colour_by_id:
            yield f"card {card.id}: colour {card.colour} does not exist"
        if card.count < 1:
            yield f"card {card.id}: no copies"


_CHECKS: tuple[Callable[[GameContent], Iterator[str]], ...] = (
    _check_references,
    _check_links,
    _check_clauses,
    _check_passages,
    _check_cards,
)


def seed_problems(game: GameContent, seed_text: str) -> list[str]:
    """Compares `passages.toml` with the seed itself, which is not ours to publish, by paragraph."""
    paragraphs = [" ".join(block.split()) for block in re.split(r"\n\s*\n", seed_text) if block.strip()]
    found = [f"passages: {len(game.passages)} listed, {len(paragraphs)} in the seed"]
    found = [] if len(game.passages) == len(paragraphs) else found
    for passage, paragraph in zip(game.passages, paragraphs, strict=False):
        if passage.sha != hashlib.sha256(paragraph.encode()).hexdigest()[:16]:
            found.append(f"passage {passage.n}: the seed's paragraph has another hash")
    return found
