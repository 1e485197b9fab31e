"""The search of a pocket: rows that came by wire, and an index of them that answers as the server's."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pocket import rows
from rulebook.search import finding, tables

QUERIES = (
    "яд",
    "котлы",
    "сколько игроков",
    "переполненне",
    "rjntk",
    "how many players",
    "огненный шар",
    "2.3",
    "ыыыы",
)


@pytest.fixture(scope="module")
def made(search_index: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    sent = tmp_path_factory.mktemp("rows")
    with closing(sqlite3.connect(search_index)) as index:
        for name, content in rows.taken(index).items():
            (sent / name).write_bytes(content)
    rows.make(sent, sent / finding.FILE_NAME)
    assert [path.name for path in sent.iterdir()] == [finding.FILE_NAME], (
        "what was sent takes no room any more"
    )
    return sent / finding.FILE_NAME


def test_an_index_made_of_rows_has_the_same_ones(search_index: Path, made: Path) -> None:
    """All that answers follow from, the figures of FTS5, too: in the same order, with the same keys."""
    with closing(sqlite3.connect(search_index)) as ours, closing(sqlite3.connect(made)) as theirs:
        for table in (*tables.FILLED, "trigram_docsize", "titles_docsize"):
            query = f"SELECT * FROM {table}"
            assert ours.execute(query).fetchall() == theirs.execute(query).fetchall(), table
        listed = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
        assert ours.execute(listed).fetchall() == theirs.execute(listed).fetchall()
        assert theirs.execute("PRAGMA user_version").fetchone() == (finding.SCHEMA,)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_it_answers_the_same(lang: str, search_index: Path, made: Path) -> None:
    """Names, questions, typing errors, the other keyboard, what nobody knows."""
    for query in QUERIES:
        assert finding.find(search_index, query, lang) == finding.find(made, query, lang), query
