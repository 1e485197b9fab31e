"""A content file in TOML, read with care: whatever is wrong is told with its file and its entry. Pure."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rulebook.entries import LANGUAGES, Text
from rulebook.typography import typeset


class ContentError(Exception):
    """Something wrong in a content file: says which file, which entry and, for syntax, which line."""

    def __init__(self, file: Path, entry: str, message: str):
        self.file, self.entry, self.message = file, entry, message
        super().__init__(f"{file.parent.name}/{file.name}: {entry + ': ' if entry else ''}{message}")


class Entry:
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
        return Text(typeset(data["ru"].strip()), data["en"].strip())

    def maybe_text(self, key: str) -> Text | None:
        return self.text(key) if key in self.data else None


class File:
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
    def root(self) -> Entry:
        return Entry(self.path, "", self.data)

    def entries(self, table: str, key: str) -> Iterator[Entry]:
        """The entries of an array of tables, named by `key`; duplicates are refused."""
        rows = self.data.get(table, [])
        if not isinstance(rows, list):
            raise ContentError(self.path, table, "must be an array of tables")
        seen = set()
        for n, row in enumerate(rows, start=1):
            entry = Entry(self.path, f"{table} {row.get(key, f'number {n}')}", row)
            name = entry.need(key)
            if name in seen:
                raise entry.fail("stands twice")
            seen.add(name)
            yield entry
