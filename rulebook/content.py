"""The rulebook's content: reads `content/<game>/*.toml` into the dataclasses of `rulebook.entries`.

The files are the one owner of every text, card count and constant. Everything else (pages, search, engines,
calculators, PDFs) reads them through `load`; `rulebook.checking` holds them against one another. Pure: no
Django, no database.
"""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from rulebook.entries import (
    Card,
    Chapter,
    Choice,
    Clause,
    Colour,
    Copies,
    Element,
    GameContent,
    Ingredient,
    Kind,
    OptionText,
    Passage,
    Ruling,
    Source,
    Term,
    Text,
)
from rulebook.toml_file import Entry, File

CONTENT_DIR = Path(__file__).parent / "content"
STATUSES = ("rulebook", "author", "ours")
SOURCES = ("seed", "ruling", "edition")
DECIDERS = ("engine", "table")
INGREDIENTS = ("element", "card", "kind")


def game_ids(folder: Path = CONTENT_DIR) -> list[str]:
    """Games with content, in the order of their names."""
    return sorted(path.parent.name for path in folder.glob("*/game.toml"))


@cache
def load(game_id: str, folder: Path = CONTENT_DIR) -> GameContent:
    """The content of one game. Raises ContentError at the first thing that can't be read."""
    home = folder / game_id
    game = File(home / "game.toml")
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
        elements=tuple(_element(e) for e in _elements_file(home).entries("element", "id")),
        kinds=tuple(_kind(e) for e in game.entries("kinds", "id")),
        options=tuple(_option(e) for e in game.entries("options", "id")),
        clauses=tuple(_numbered(_entries(home, "rules", "clause"), chapters)),
        terms=tuple(_term(e) for e in File(home / "glossary.toml").entries("term", "id")),
        cards=tuple(_card(e) for e in File(home / "cards.toml").entries("card", "id")),
        rulings=tuple(_ruling(e, game_id) for e in File(home / "rulings.toml").entries("ruling", "number")),
        passages=tuple(_passage(e) for e in File(home / "passages.toml").entries("passage", "n")),
        words=_words(_files(home, "words")),
        retired=head.get("retired", {}),
        people=head.get("people", {}),
        digest=_digest(home),
        folder=home,
    )


def _files(home: Path, name: str) -> list[File]:
    """`name.toml`, or where that would be too long the files of a folder `name`, in order."""
    folder = home / name
    paths = sorted(folder.glob("*.toml")) if folder.is_dir() else [home / f"{name}.toml"]
    return [File(path) for path in paths]


def _entries(home: Path, name: str, table: str) -> Iterator[Entry]:
    """The tables of all these files, none with the id of another."""
    seen: set[str] = set()
    for file in _files(home, name):
        for entry in file.entries(table, "id"):
            if entry.word("id") in seen:
                raise entry.fail("stands in two files")
            seen.add(entry.word("id"))
            yield entry


def _digest(home: Path) -> str:
    """Changes when any content file of the game does; printed on PDFs, keys caches."""
    files = sorted(path for path in home.rglob("*.toml"))
    content = b"\0".join(str(path.relative_to(home)).encode() + path.read_bytes() for path in files)
    return hashlib.sha256(content).hexdigest()[:16]


def _numbered(entries: Iterator[Entry], chapters: tuple[Chapter, ...]) -> Iterator[Clause]:
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


def _clause(e: Entry, number: str) -> Clause:
    clause_id = e.word("id")
    if "." not in clause_id:
        raise e.fail("a clause id needs a dot (chapters have none)")
    source = Entry(e.file, e.name, e.need("source"))
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


def _term(e: Entry) -> Term:
    forms = Entry(e.file, e.name, e.get("forms", {}))
    return Term(e.word("id"), e.text("name"), e.text(), forms.words("ru"), forms.words("en"))


def _elements_file(home: Path) -> File:
    """Games without elements have no file for them."""
    path = home / "elements.toml"
    return File(path if path.exists() else home / "game.toml")


def _element(e: Entry) -> Element:
    forms = Entry(e.file, e.name, e.get("forms", {}))
    return Element(
        id=e.word("id"),
        name=e.text("name"),
        text=e.maybe_text("text"),
        forms_ru=forms.words("ru"),
        forms_en=forms.words("en"),
        provenance=e.word("provenance"),
    )


def _kind(e: Entry) -> Kind:
    points = e.whole_number("points") if "points" in e.data else None
    return Kind(e.word("id"), e.text("name"), e.text("plural"), e.text("made_of"), points)


def _card(e: Entry) -> Card:
    copies = _copies(e)
    return Card(
        id=e.word("id"),
        code=e.word("code", e.word("id")),
        kind=e.word("kind"),
        colour=e.word("colour", ""),
        value=e.whole_number("value") if "value" in e.data else 0,
        count=sum(each.count for each in copies),
        name=e.text("name"),
        short=e.text("short"),
        acc=e.text("acc") if "acc" in e.data else e.text("short"),
        text=e.maybe_text("text"),
        provenance=e.word("provenance"),
        deck=e.word("deck", ""),
        points=e.whole_number("points") if "points" in e.data else 0,
        ingredients=tuple(_ingredient(e, text) for text in e.words("ingredients")),
        copies=copies,
        disputed=e.maybe_text("disputed"),
        rule=e.maybe_text("rule"),
        data=e.get("data", {}),
        guessed=bool(e.get("guessed", False)),
    )


def _ingredient(e: Entry, text: str) -> Ingredient:
    """«element:mandrake», «card:elixir_of_fire», «kind:talisman»."""
    kind, _, name = text.partition(":")
    if kind not in INGREDIENTS or not name:
        raise e.fail(f"'{text}' is no ingredient")
    return Ingredient(kind, name)


def _copies(e: Entry) -> tuple[Copies, ...]:
    """Rows with elements, or `count` alike copies; where rows differ, their codes name the elements."""
    if "copies" not in e.data:
        return (Copies(e.word("code"), (), e.whole_number("count")),)
    rows = [Entry(e.file, e.name, row) for row in e.need("copies")]
    code = e.word("code", e.word("id"))
    return tuple(
        Copies(
            code if len(rows) == 1 else f"{code}:{'+'.join(row.words('elements'))}",
            row.words("elements"),
            row.whole_number("count"),
        )
        for row in rows
    )


def _ruling(e: Entry, game_id: str) -> Ruling:
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


def _passage(e: Entry) -> Passage:
    return Passage(
        e.whole_number("n"), e.text("label"), e.word("sha"), e.words("clauses"), e.maybe_text("silent")
    )


def _colour(e: Entry) -> Colour:
    return Colour(e.word("id"), e.word("shape", ""), e.text("letter"), e.text("name"), e.need("forms"))


def _option(e: Entry) -> OptionText:
    choices = [Entry(e.file, e.name, row) for row in e.need("choices")]
    return OptionText(
        id=e.word("id"),
        default=e.need("default"),
        ruling=e.word("ruling", ""),
        hidden=bool(e.get("hidden", False)),
        title=e.text("title"),
        about=e.text("about"),
        choices=tuple(Choice(choice.need("value"), choice.text()) for choice in choices),
    )


def _words(files: Iterable[File]) -> dict[str, dict[str, Text]]:
    words: dict[str, dict[str, Text]] = {}
    for file in files:
        for kind, table in file.data.items():
            for code, pair in table.items():
                entry = Entry(file.path, f"{kind}.{code}", pair)
                if code in words.setdefault(kind, {}):
                    raise entry.fail("stands in two files")
                words[kind][code] = entry.text()
    return words
