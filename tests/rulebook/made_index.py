"""A search index of a few rows, whose scores are given."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from rulebook.search import tables
from rulebook.search.finding import IMPACT

ALIKE = {"street": "strange", "stop": "strange"}  # words that stand for another
WORD = "слово"  # the one that all entries have, in the text unless it is in the title


class Row(NamedTuple):
    """An entry; `score`: how well it answers WORD, `says`: how well other words."""

    key: str
    score: float = 0.0
    game: str = "a"
    kind: str = "clause"
    needs: str = ""
    title: str = "Заглавие"
    text: str = f"Одно {WORD} и другое"
    foreign: str = "One word"
    number: str = ""
    names: tuple[str, ...] = ()
    says: Mapping[str, float] = {}


class Index:
    """An index in the making: rows of words beside those of entries."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(
        self, *rows: Row, silent: Collection[str] = (), spoken: Iterable[tuple[str, str]] = ()
    ) -> Path:
        said = [{WORD: row.score, **row.says} for row in rows]
        vocabulary = {word for each in said for word in each}
        self.path.unlink(missing_ok=True)
        with closing(sqlite3.connect(self.path)) as index:
            index.executescript(tables.TABLES)
            for n, row in enumerate(rows, start=1):
                entry = (n, row.game, row.kind, row.key, row.number, row.needs)
                index.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", entry)
                for lang, title, text in (("ru", row.title, row.text), ("en", "Title", row.foreign)):
                    shown = (n, lang, title, text, places(title), places(text))
                    index.execute("INSERT INTO shown VALUES (?, ?, ?, ?, ?, ?)", shown)
                    index.execute("INSERT INTO titles VALUES (?, ?, ?)", (f"{title} {row.key}", n, lang))
                index.executemany("INSERT INTO name VALUES (?, ?)", [(name, n) for name in row.names])
            for word in vocabulary:
                homes = {(row.game, row.needs) for row in rows}
                for game, needs in homes:
                    found = {
                        n: each[word]
                        for n, (row, each) in enumerate(zip(rows, said, strict=True), start=1)
                        if (row.game, row.needs) == (game, needs) and each.get(word)
                    }
                    if found:
                        impacts = b"".join(IMPACT.pack(*each) for each in found.items())
                        posting = (word, game, needs, 2.0, 2.0, impacts)
                        index.execute("INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?)", posting)
            for word in {*vocabulary, *silent}:
                lemma = "" if word in silent else word
                form = (word, 0, lemma, 1.0, None if word in silent else 1, None)
                index.execute(
                    "INSERT INTO form (form, place, lemma, share, used, spelling) VALUES (?, ?, ?, ?, ?, ?)",
                    form,
                )
                index.execute("INSERT INTO token VALUES (?, ?)", (word, word))
            index.executemany("INSERT INTO spoken VALUES (?, ?)", spoken)
            tables.finish(index)
        return self.path


def places(text: str) -> str:
    """Where the words of a text stand; each is its own token."""
    found, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        found.append([at, at + len(word), [ALIKE.get(word.casefold(), word.casefold())]])
    return json.dumps(found)
