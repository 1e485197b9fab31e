"""`editions.toml`: a fingerprint of each entry that people read, by which a changed text is noticed. Pure.

What of an entry counts follows from its dataclass: every text in it, and the facts that are read though they
are no text. Only `rules check` and `rules changed` ask; pages need `history.toml` alone.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

from rulebook.content import history
from rulebook.content.boxes import FolderEntries
from rulebook.content.entries import LANGUAGES, Box, GameContent, Revision, Text
from rulebook.content.faults import Fault, in_order
from rulebook.content.reading import Reading
from rulebook.content.toml_file import File, TomlTable
from rulebook.content.typography import NO_BREAK

NAME = "editions.toml"
PRINTS = "entries"
# The kinds of entries: how histories call one, how contents call them all, and the tables of their files.
KINDS = (
    ("chapter", "chapters", "chapters"),
    ("clause", "clauses", "clause"),
    ("figure", "figures", "figure"),
    ("ruling", "rulings", "ruling"),
    ("term", "terms", "term"),
    ("card", "cards", "card"),
    ("element", "elements", "element"),
    ("kind", "kinds", "kinds"),
    ("colour", "colours", "colours"),
    ("option", "options", "options"),
    ("step", "steps", "steps"),
)
HEADS = ("game", "box")
# Read on the page though they are no texts. Empty ones don't count, so that a fact that entries learn to have
# changes none of those without it.
FACTS = frozenset({"status", "said", "value", "points", "ingredients", "reconstruction", "guessed"})
SHORT = 10  # letters of a fingerprint


class ContentFolder(NamedTuple):
    """The folder of a game or of a box: its name among faults, its files, its entries by «kind:id»."""

    name: str
    home: Path
    head: GameContent | Box
    entries: Mapping[str, Any]

    @property
    def prints(self) -> dict[str, str]:
        return {key: fingerprint(entry) for key, entry in self.entries.items()}

    @property
    def kept(self) -> dict[str, str] | None:
        """The fingerprints of the last edition; None where none were taken."""
        path = self.home / NAME
        if not path.is_file():
            return None
        kept = File(path, f"{self.name}/{NAME}").root.within(PRINTS).data
        return {key: str(value) for key, value in kept.items()}


def books(reading: Reading) -> list[ContentFolder]:
    base, boxed = reading.base, reading.boxed
    found = [ContentFolder(base.id, base.folder, base, entries_of(base, base))]
    return found + [
        ContentFolder(f"{base.id}/boxes/{box.id}", box.folder, box, entries_of(box, parts))
        for box, parts in boxed
    ]


def entries_of(head: GameContent | Box, parts: GameContent | FolderEntries) -> dict[str, Any]:
    every = ((kind, entry) for kind, name, _ in KINDS for entry in getattr(parts, name))
    called = "game" if isinstance(head, GameContent) else "box"
    return {f"{called}:{head.id}": head} | {f"{kind}:{entry.id}": entry for kind, entry in every}


def texts(entry: Any) -> dict[str, Text]:
    """Every text in an entry, by its place; of a game or a box only what it says of itself."""
    deep = not isinstance(entry, GameContent | Box)
    found = ((each.name, getattr(entry, each.name)) for each in fields(entry))
    return {
        path: text
        for name, value in found
        if deep or isinstance(value, Text)
        for path, text in _texts(name, value)
        if text.ru or text.en
    }


def _texts(path: str, value: Any) -> Iterator[tuple[str, Text]]:
    if isinstance(value, Text):
        yield path, Text(_spaced(value.ru), _spaced(value.en))
    elif isinstance(value, Mapping) and value.keys() == set(LANGUAGES):
        yield path, Text(*(_spaced(str(value[lang])) for lang in LANGUAGES))
    elif not isinstance(value, str):
        for name, inner in _inside(value):
            yield from _texts(f"{path}.{name}", inner)


def _spaced(text: str) -> str:
    """With plain spaces: where a line may not break is not for the text to say."""
    return text.replace(NO_BREAK, " ")


def _inside(value: Any) -> Iterator[tuple[str, Any]]:
    if is_dataclass(value):
        yield from ((each.name, getattr(value, each.name)) for each in fields(value))
    elif isinstance(value, Mapping):
        yield from ((str(name), inner) for name, inner in value.items())
    elif isinstance(value, list | tuple):
        yield from ((str(n), inner) for n, inner in enumerate(value))


def facts(entry: Any) -> dict[str, str]:
    """What else is read of an entry, in words that a file can hold."""
    if isinstance(entry, GameContent | Box):
        return {}
    said = {each.name: _words(getattr(entry, each.name)) for each in fields(entry) if each.name in FACTS}
    return {name: words for name, words in said.items() if words}


def _words(value: Any) -> str:
    if isinstance(value, Text) or not value:
        return ""
    if isinstance(value, str | int):
        return "yes" if value is True else str(value)
    return " ".join(filter(None, (_words(inner) for _, inner in _inside(value))))


def fingerprint(entry: Any) -> str:
    said = [[path, text.ru, text.en] for path, text in sorted(texts(entry).items())]
    return _short(json.dumps([said, sorted(facts(entry).items())], ensure_ascii=False))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:SHORT]


def digest(prints: Mapping[str, str]) -> str:
    """The digest of an edition, made of the fingerprints of its entries."""
    lines = "\n".join(f"{key} {value}" for key, value in sorted(prints.items()))
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


class Differences(NamedTuple):
    """The entries that aren’t what they were in an edition, each in the order of its files."""

    changed: list[str]
    new: list[str]
    gone: list[str]


def differences(kept: Mapping[str, str], prints: Mapping[str, str]) -> Differences:
    return Differences(
        [key for key, value in prints.items() if kept.get(key, value) != value],
        [key for key in prints if key not in kept],
        [key for key in kept if key not in prints],
    )


# --- The check ----------------------------------------------------------------------------------------------


def faults(reading: Reading, today: str) -> tuple[Fault, ...]:
    """Where the texts of a game, its fingerprints and its history disagree; `today` is the last day that has
    begun anywhere.
    """
    return in_order(fault for book in books(reading) for fault in _faults_of(reading, book, today))


def _faults_of(reading: Reading, book: ContentFolder, today: str) -> Iterator[Fault]:
    kept, path = book.kept, book.home / history.NAME
    if kept is None and not path.is_file():
        return  # nobody has to keep a history
    if kept is None or not book.head.editions:
        missing = NAME if kept is None else history.NAME
        yield Fault(f"{book.name}/{missing}", 0, "", "", "history_half", {})
        return
    yield from _unrecorded(reading, book, kept)
    yield from _faults_of_editions(File(path, f"{book.name}/{history.NAME}"), kept)
    yield from _faults_of_changes(File(path, f"{book.name}/{history.NAME}"), book, today)


def _unrecorded(reading: Reading, book: ContentFolder, kept: Mapping[str, str]) -> Iterator[Fault]:
    found, since = differences(kept, book.prints), {"date": book.head.editions[-1].date}
    for code, keys in (("unrecorded", found.changed), ("unrecorded_new", found.new)):
        for key in keys:
            entry = _entry(reading, key)
            yield entry.wrong(code, **since) if entry else Fault(book.name, 0, key, "", code, since)
    for key in found.gone:
        yield Fault(f"{book.name}/{NAME}", 0, key, "", "unrecorded_gone", since)


def _entry(reading: Reading, key: str) -> TomlTable | None:
    """Where an entry stands in its file."""
    kind, _, entry_id = key.partition(":")
    tables = {kind: table for kind, _, table in KINDS} | {head: head for head in HEADS}
    called = entry_id.rpartition("-")[2] if kind == "ruling" else entry_id
    return reading.entries.get((tables[kind], called))


def _faults_of_editions(file: File, kept: Mapping[str, str]) -> Iterator[Fault]:
    before, last = "", None
    for row in history.rows(file.root, history.EDITION):
        day, last = row.day("date"), row
        if day < before:
            yield row.wrong("edition_order", "date")
        before = day
    if last is not None and last.word("digest") != digest(kept):
        yield last.wrong("edition_digest", "digest")


def _faults_of_changes(file: File, book: ContentFolder, today: str) -> Iterator[Fault]:
    days = {each.date for each in book.head.editions}
    told: list[Revision] = []
    for row in history.rows(file.root, history.CHANGE):
        one = history.revision(row)
        if one.date > today:
            yield row.wrong("future_date", "date", date=one.date)
        elif one.date not in days:
            yield row.wrong("no_edition", "date", date=one.date)
        if any((one.kind, one.id, one.date) == (each.kind, each.id, each.date) for each in told):
            yield row.wrong("two_texts", "entry", date=one.date)
        told.append(one)
        yield from _missing_words(row, one)
    yield from _unknown(file, book, told)


def _missing_words(row: TomlTable, one: Revision) -> Iterator[Fault]:
    if not (one.reason.ru and one.reason.en):
        yield row.wrong("no_reason", "reason")
    needs_was = one.what == history.GONE or (one.what == history.CHANGED and not one.facts)
    if bool(one.was.ru) != bool(one.was.en) or (needs_was and not one.was.ru):
        yield row.wrong("no_was", "was")


def _unknown(file: File, book: ContentFolder, told: Iterable[Revision]) -> Iterator[Fault]:
    """Changes of what isn't there, and of which nobody says that it has gone."""
    gone = {(each.kind, each.id) for each in told if each.what == history.GONE}
    kinds = {kind for kind, _, _ in KINDS}
    for row in history.rows(file.root, history.CHANGE):
        key = row.word("entry")
        kind, _, entry_id = key.partition(":")
        if key not in book.entries and ((kind, entry_id) not in gone or kind not in kinds):
            yield row.wrong("asks_of_nothing", "entry", name=key)
