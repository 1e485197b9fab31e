"""Content files in TOML: whatever is wrong is noted with its line, and reading goes on. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import tomli

from rulebook.content.entries import LANGUAGES, NO_TEXT, REFERENCE, CatalogueSentence, Text
from rulebook.content.faults import Fault
from rulebook.content.typography import typeset, typeset_name
from rulebook.content.wanted import wanted

NUMBER = re.compile(r"\{n:([^{}]*)\}")  # a constant of the game in a text
DIGITS = re.compile(r"(?<![\w.])\d+(?:[ ,]\d{3}\b)*(?:[.,]\d\b)?(?!\w|\.\d)")  # «5», «40 320», “27.5”
NAMES = ("name", "short", "acc")  # keys of what a thing is called
NAMED_BY = {"number": (int,), "n": (int, float, str)}  # what an entry is known by, where that is no text
MISSING = ("no_key", "no_key_so", "no_words")


class Wording(NamedTuple):
    """A text as its file has it, for what is checked of texts alone."""

    entry: "TomlTable"
    key: str
    text: Text


class TomlTable:
    """One table of a file. What can't be read is noted as a fault, and something empty stands for it."""

    def __init__(
        self,
        file: "File",
        name: str,
        data: Mapping[str, Any],
        header: "Header",
        prefix: str = "",
        outer: "TomlTable | None" = None,
    ):
        self.file, self.name, self.data, self.header, self._outer = file, name, data, header, outer
        self._prefix, self._read = prefix, {"bare", "numbers_differ"}

    def wrong(self, code: str, key: str = "", **params: Any) -> Fault:
        """A fault of this entry, at a key of it."""
        path = f"{self._prefix}{key}".rstrip(".")
        place = self.file.place(self.header)
        line = place.keys.get(path) or place.keys.get(path.partition(".")[0]) or place.line
        return Fault(self.file.name, line, self.name, path, code, params)

    def fault(self, code: str, key: str = "", **params: Any) -> None:
        """Notes one that was met in reading."""
        self.file.faults.append(self.wrong(code, key, **params))

    def fault_unread(self) -> None:
        """Keys that nobody asked for are misspelt: an optional one would be lost without a word.

        Where something is missing, that line is enough.
        """
        if any(fault.entry == self.name and fault.code in MISSING for fault in self.file.faults):
            return
        for key in self.data.keys() - self._read:
            self.fault("unknown_key", key)

    def fault_twice(self, key: str) -> None:
        """Another entry has its id, so nobody reads what else stands in it."""
        self._read.update(self.data)
        self.fault("duplicate", key)

    def get(self, key: str, default: Any = None) -> Any:
        self._read.add(key)
        return self.data.get(key, default)

    def need(self, key: str, default: Any = None) -> Any:
        if key not in self.data:
            self.fault_missing(key)
        return self.get(key, default)

    def fault_missing(self, key: str) -> None:
        """Says what the key is for, where that is known."""
        found = wanted(self.name, f"{self._prefix}{key}")
        if found is None:
            self.fault("no_key", key)
        else:
            self.fault("no_key_so", key, ru=found.what.ru, en=found.what.en, example=found.example)

    def has(self, key: str) -> bool:
        return key in self.data

    @property
    def needs(self) -> tuple[str, ...]:
        """The boxes that must be on the table: its file's own, and the one that `with` names."""
        if self._outer is not None:
            return self._outer.needs
        if not self.file.box:
            return ()
        return tuple(sorted({self.file.box, self.word("with", self.file.box)}))

    def within(self, key: str) -> "TomlTable":
        """The table at a key, empty if there is none."""
        data = self.get(key, {})
        if not isinstance(data, dict):
            self.fault("not_table", key)
            data = {}
        return TomlTable(self.file, self.name, data, self.header, f"{self._prefix}{key}.", self)

    def rows(self, key: str) -> list["TomlTable"]:
        """The tables of the list at a key."""
        rows = self.need(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.fault("not_table", key)
            return []
        prefix = f"{self._prefix}{key}."
        return [TomlTable(self.file, self.name, row, self.header, prefix, self) for row in rows]

    def word(self, key: str, default: str | None = None) -> str:
        if default is not None and key not in self.data:
            return default
        value = self.need(key, "")
        if isinstance(value, str):
            return value
        self.fault("not_text", key)
        return ""

    def whole_number(self, key: str, default: int | None = None) -> int:
        if default is not None and key not in self.data:
            return default
        value = self.need(key, 0)
        if type(value) is int:
            return value
        self.fault("not_whole", key)
        return 0

    def day(self, key: str) -> str:
        """A day as «2026-07-30», with quotes or without."""
        said = str(self.need(key, ""))
        try:
            return date.fromisoformat(said).isoformat()
        except ValueError:
            if self.has(key):
                self.fault("not_date", key)
            return said

    def words(self, key: str) -> tuple[str, ...]:
        values = self.get(key, [])
        if isinstance(values, list) and all(isinstance(value, str) for value in values):
            return tuple(values)
        self.fault("not_texts", key)
        return ()

    def whole_numbers(self, key: str) -> tuple[int, ...]:
        values = self.need(key, [0])
        if isinstance(values, list) and values and all(type(value) is int for value in values):
            return tuple(values)
        self.fault("not_wholes", key)
        return (0,)

    def named_texts(self, key: str) -> dict[str, str]:
        """The texts of the table at a key, by their names."""
        table = self.within(key)
        return {name: table.word(name) for name in table.data}

    def flag(self, key: str) -> bool:
        """Yes or no; no where nothing is said."""
        value = self.get(key, False)
        if not isinstance(value, bool):
            self.fault("not_flag", key)
        return value is True

    def one_of(self, key: str, allowed: tuple[str, ...]) -> str:
        value = self.word(key)
        if value not in allowed and key in self.data:
            self.fault("not_one_of", key, value=value, allowed=", ".join(allowed))
        return value

    def text(self, key: str = "") -> Text:
        """The pair ru/en at `key`, or of the entry itself, with the numbers of the game in their places."""
        if not key:
            self._read.update(LANGUAGES)
            return self._pair("", self.data)
        pair = self.need(key, {})
        if isinstance(pair, dict):
            return self._pair(f"{key}.", pair) if key in self.data else NO_TEXT
        self.fault("no_pair", key)
        return NO_TEXT

    def sentence(self, clause: str = "") -> CatalogueSentence:
        """The pair of a catalogue of sentences: its braces are places for parameters."""
        pair = self._spoken("", self.data)
        self._read.update(LANGUAGES)
        return CatalogueSentence(typeset(pair.ru), pair.en, clause)

    def maybe_text(self, key: str) -> Text | None:
        return self.text(key) if key in self.data else None

    def _pair(self, at: str, data: Mapping[str, Any]) -> Text:
        written = self._spoken(at, data)
        self.file.wordings.append(Wording(self, at.rstrip("."), written))
        spaced = typeset_name if at.rstrip(".") in NAMES else typeset
        return Text(spaced(self._numbered(at, "ru", written)), self._numbered(at, "en", written))

    def _spoken(self, at: str, data: Mapping[str, Any]) -> Text:
        read = {}
        for lang in LANGUAGES:
            value = data.get(lang)
            if not isinstance(value, str) or not value.strip():
                self.fault("no_words", f"{at}{lang}")
                value = ""
            read[lang] = value.strip()
        for extra in data.keys() - set(LANGUAGES) if at else ():
            self.fault("unknown_key", f"{at}{extra}")
        return Text(**read)

    def _numbered(self, at: str, lang: str, text: Text) -> str:
        def number(match: re.Match[str]) -> str:
            value = self.file.numbers.get(match[1])
            if value is None:
                self.fault("unknown_constant", f"{at}{lang}", name=match[1])
            return str(value)

        return NUMBER.sub(number, text.in_(lang))


class Header(NamedTuple):
    """What a table is called, () for the file's beginning, and how many before it are called so, too."""

    path: tuple[str, ...]
    n: int = 0


class TomlHeader(NamedTuple):
    """A header, or the file's beginning: where it stands, and its keys with their lines."""

    line: int
    path: tuple[str, ...]
    keys: dict[str, int]


class File:
    """A parsed file. `name` is what faults call it, `box` the expansion that it belongs to; `numbers` are the
    constants that its texts may name.

    A part that is no TOML is left out with a fault, the rest is read. `unread` are the ids in such parts;
    `lost`: nothing of the file can be read.
    """

    def __init__(self, path: Path, name: str, numbers: Mapping[str, int] | None = None, box: str = ""):
        self.path, self.name, self.box = path, name, box
        self.numbers: Mapping[str, int] = {} if numbers is None else numbers
        self.faults: list[Fault] = []
        self.wordings: list[Wording] = []
        self.unread: set[str] = set()
        self.lost = False
        self.data = self._parse(self._source())

    def _source(self) -> str:
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            self._fault(0, "no_file")
        except UnicodeDecodeError as error:
            self._fault(0, "encoding", n=error.start)
        self.lost = True
        return ""

    def _fault(self, line: int, code: str, entry: str = "", **params: Any) -> None:
        self.faults.append(Fault(self.name, line, entry, "", code, params))

    def _parse(self, source: str) -> dict[str, Any]:
        try:
            return tomli.loads(source)
        except tomli.TOMLDecodeError:
            sound = self._without_broken(source, places_in(source))
        try:
            data = tomli.loads(sound)
        except tomli.TOMLDecodeError as error:  # each part is sound by itself, but two are called alike
            line, _ = _where(error, sound)
            self._fault(line, "syntax_twice")
            self.lost = True
            return {}
        self._places = _by_header(places_in(sound))
        return data

    @cached_property
    def _places(self) -> dict[Header, TomlHeader]:
        """Where the tables stand. Found when the first fault asks for it, as most files never have one."""
        if self.lost:
            return {Header(()): TomlHeader(0, (), {})}
        return _by_header(places_in(self.path.read_text(encoding="utf-8")))

    def place(self, header: Header) -> TomlHeader:
        """Where a table stands; a row that has no header of its own where the first one does, and one of a
        list written after its key where that key stands.
        """
        return self._places.get(header) or TomlHeader(self._line(header.path[0]), header.path, {})

    def _line(self, name: str) -> int:
        """Where a name of the file stands first, as a table or as a key; 0 if it has quotes."""
        top, *tables = self._places.values()
        return top.keys.get(name) or next((place.line for place in tables if place.path[0] == name), 0)

    def _without_broken(self, source: str, places: Sequence[TomlHeader]) -> str:
        """The source with the tables that can't be parsed made empty lines; a fault for each of them."""
        lines = source.splitlines()
        starts = [place.line for place in places] + [len(lines) + 1]
        kept: list[str] = []
        for start, end in pairwise(starts):
            part = lines[start - 1 : end - 1]
            text = "\n".join(part)
            try:
                tomli.loads(text)
                kept += part
            except tomli.TOMLDecodeError as error:
                kept += [""] * len(part)
                line, what = _where(error, text)
                code = next((code for start, code in SYNTAX.items() if what.startswith(start)), "syntax")
                bracket = ""
                if code in ("syntax", "syntax_value", "syntax_list") and (opened := _left_open(text)):
                    code, (line, bracket) = "syntax_list", opened
                self._fault(start + line - 1, code, _called(text), what=what, bracket=bracket)
                self.unread.update(re.findall(r'^(?:id|number)\W+([^"\n]*)"?$', text, re.MULTILINE))
        return "\n".join(kept)

    @property
    def root(self) -> TomlTable:
        return TomlTable(self, "", self.data, Header(()))

    def entries(self, table: str, key: str) -> Iterator[TomlTable]:
        """The entries of an array of tables, named by `key`; duplicates are noted and left out.

        Each has been read when the next is asked for: what is left of it then is misspelt.
        """
        rows = self.data.get(table, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self._fault(self._line(table), "not_tables", name=table)
            return
        seen = set()
        for n, row in enumerate(rows):
            entry = TomlTable(self, f"{table} {row.get(key, f'number {n + 1}')}", row, Header((table,), n))
            if type(entry.need(key)) not in NAMED_BY.get(key, (str,)):
                if key in row:
                    entry.fault("not_whole" if key == "number" else "not_text", key)
                continue
            if row[key] in seen:
                entry.fault("duplicate", key)
                continue
            seen.add(row[key])
            yield entry
            entry.fault_unread()

    def hold(self, table: str) -> None:
        """Notes what stands in the file besides an array of tables: nobody reads it."""
        for name in self.data.keys() - {table}:
            self._fault(self._line(name), "stray_table", name=name, known=table)

    def tables(self) -> Iterator[tuple[str, str, TomlTable]]:
        """(kind, code, entry) of the tables `[kind.code]`; whatever else stands in the file is noted."""
        for kind, codes in self.data.items():
            for code, data in codes.items() if isinstance(codes, dict) else [("", codes)]:
                if code and isinstance(data, dict):
                    yield kind, code, TomlTable(self, f"{kind}.{code}", data, Header((kind, code)))
                else:
                    self._fault(self._line(kind), "not_table", f"{kind}.{code}".rstrip("."))


# How the parser's complaints begin, and what somebody who edits a text should look for.
SYNTAX: Mapping[str, str] = {
    "Illegal character '\\n'": "syntax_quote",
    "Unterminated string": "syntax_quote",
    "Expected '=' after a key": "syntax_equals",
    "Invalid value": "syntax_value",
    "Expected newline or end of document": "syntax_after",
    "Unclosed": "syntax_list",
    "Cannot overwrite a value": "syntax_twice",
    "Duplicate inline table key": "syntax_twice",
    "Cannot mutate immutable namespace": "syntax_twice",
}


def _where(error: tomli.TOMLDecodeError, text: str) -> tuple[int, str]:
    """The line of a complaint, and its words; what only shows at the end belongs to the last key."""
    what, _, where = str(error).rpartition(" (at ")
    line = re.match(r"line (\d+)", where)
    if line:
        return int(line[1]), what
    last = max(n for place in places_in(text) for n in (place.line, *place.keys.values()))
    return last, what


def _called(text: str) -> str:
    """The name of an entry whose table can't be parsed: «clause overflow.take»."""
    header = re.match(r"\[\[?([\w.-]+)", text)
    named = re.search(r'^(?:id|number|n) = "?([^"\n]*)"?', text, re.MULTILINE)
    return f"{header[1]} {named[1]}".strip() if header and named else header[1] if header else ""


# Strings and comments, which may hold anything; one in three quotes never runs into the next table.
_OPAQUE = re.compile(
    r'"""(?:(?!\n\[)(?:\\.|[^\\]))*?"""|'
    r"'''(?:(?!\n\[).)*?'''|"
    r'"(?:\\.|[^"\\\n])*"|'
    r"'[^'\n]*'|#[^\n]*",
    re.DOTALL,
)
_HEADER = re.compile(r"\[\[?([\w.-]+)\]\]?\s*$")
_KEY = re.compile(r"([\w.-]+)\s*=")


def _bare_lines(source: str) -> Iterator[tuple[int, str]]:
    """The lines of a file without strings and comments, and their numbers."""
    bare = _OPAQUE.sub(lambda match: "\n" * match[0].count("\n"), source)
    return enumerate(bare.split("\n"), start=1)


def places_in(source: str) -> list[TomlHeader]:
    """Where the tables of a file and their keys begin, the file's own first; reads broken files, too."""
    places, depth = [TomlHeader(1, (), {})], 0
    for number, line in _bare_lines(source):
        if header := _HEADER.match(line):
            places.append(TomlHeader(number, tuple(header[1].split(".")), {}))
            depth = 0
        elif depth == 0 and (key := _KEY.match(line)):
            for path in accumulate(key[1].split("."), "{}.{}".format):
                places[-1].keys.setdefault(path, number)
        depth = max(0, depth + sum(map(line.count, "[{")) - sum(map(line.count, "]}")))
    return places


def _left_open(source: str) -> tuple[int, str] | None:
    """The line of a bracket that is never closed, and the bracket; None where all are."""
    open_ones: list[tuple[int, str]] = []
    for number, line in _bare_lines(source):
        for sign in re.findall(r"[\[\]{}]", line):
            if sign in "[{":
                open_ones.append((number, sign))
            elif open_ones:
                open_ones.pop()
    return open_ones[-1] if open_ones else None


def _by_header(places: Iterable[TomlHeader]) -> dict[Header, TomlHeader]:
    met: Counter[tuple[str, ...]] = Counter()
    found = {}
    for place in places:
        found[Header(place.path, met[place.path])] = place
        met[place.path] += 1
    return found


def bare_numbers(text: str) -> list[int]:
    """The numbers that stand in a text as digits, apart from references and named constants."""
    plain = NUMBER.sub(" ", REFERENCE.sub(" ", text))
    return [int("".join(filter(str.isdigit, found))) for found in DIGITS.findall(plain)]
