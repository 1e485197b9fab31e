"""The tables of the index, and what follows from their rows: whoever has the rows can make the index."""

import re
from typing import TYPE_CHECKING

from rulebook.search.finding import SCHEMA
from rulebook.search.query import LONG_WORD

if TYPE_CHECKING:
    import sqlite3

# What has long columns has a number for its key: with any other, each row that is longer than a quarter of a
# page takes pages of its own.
TABLES = f"""
PRAGMA user_version = {SCHEMA};
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE entry (
    id INTEGER PRIMARY KEY, game TEXT, kind TEXT, key TEXT, number TEXT, needs TEXT
);
CREATE TABLE shown (
    entry INTEGER, lang TEXT, title TEXT, text TEXT, title_words TEXT, text_words TEXT
);
CREATE TABLE name (name TEXT, entry INTEGER, PRIMARY KEY (name, entry)) WITHOUT ROWID;
CREATE TABLE form (
    id INTEGER PRIMARY KEY, form TEXT, place INTEGER, lemma TEXT, share REAL, used INTEGER, spelling TEXT
);
CREATE TABLE spoken (form TEXT PRIMARY KEY, word TEXT) WITHOUT ROWID;
CREATE TABLE token (lemma TEXT, token TEXT, PRIMARY KEY (lemma, token)) WITHOUT ROWID;
CREATE TABLE posting (
    token TEXT, game TEXT, needs TEXT, rarity REAL, rarity_among REAL, impacts BLOB
);
CREATE VIRTUAL TABLE trigram USING fts5(
    form, content='form', content_rowid='id', detail=none, tokenize='trigram'
);
CREATE VIRTUAL TABLE titles USING fts5(title, entry UNINDEXED, lang UNINDEXED, tokenize='trigram');
"""
FOLLOWING = "trigram"  # the table that `finish` makes of the others
FILLED = tuple(name for name in re.findall(r"CREATE (?:VIRTUAL )?TABLE (\w+)", TABLES) if name != FOLLOWING)
# Made when all rows are there, which takes less.
INDEXES = """
CREATE INDEX entry_by_key ON entry (key);
CREATE INDEX entry_by_number ON entry (number);
CREATE INDEX shown_by_entry ON shown (entry);
CREATE INDEX form_by_form ON form (form, place);
CREATE INDEX posting_by_token ON posting (token);
"""


def finish(index: "sqlite3.Connection") -> None:
    """Makes of the rows of FILLED what they are found by."""
    index.execute(
        f"INSERT INTO {FOLLOWING} (rowid, form)"
        " SELECT id, form FROM form WHERE place = 0 AND used IS NOT NULL AND length(form) >= ?",
        (LONG_WORD - 2,),
    )
    index.executescript(INDEXES)  # which commits the rows before it begins
