"""The file of the search: issue 44 has it at most 25 MB «with the same answers»."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rulebook.search import quality
from rulebook.search.query import allowed_errors, similar
from rulebook.search.tokens import distance, words

MOST = 25_000_000  # bytes
TRIED = 20


@pytest.fixture
def index(search_index: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(search_index)) as connection:
        yield connection


def mistyped() -> list[str]:
    """Words of players' questions in which one letter is missing, so short that one error is forgiven."""
    asked = (question for half in quality.HALVES for question in quality.questions(half))
    said = {word for each in asked for ways in each.phrasings.values() for way in ways for word in words(way)}
    short = sorted(word for word in said if allowed_errors(word[:-1]) == 1)
    assert len(short) > TRIED
    chosen = short[:: len(short) // TRIED]
    return [word[:at] + word[at + 1 :] for n, word in enumerate(chosen) if (at := 1 + n % (len(word) - 1))]


def test_the_index_is_small(search_index: Path) -> None:
    """«`search.db` at most 25 MB (41)», that of four games with all their boxes."""
    assert search_index.stat().st_size <= MOST


def test_one_error_finds_each_form_that_is_so_near(index: sqlite3.Connection) -> None:
    """«The same answers»: without spelling backwards no form is missed that differs by one error, whichever
    half of the word it is in.
    """
    forms = dict(index.execute("SELECT form, used FROM form WHERE used IS NOT NULL"))
    ends = 0
    for typed in mistyped():
        alike = [form for form in forms if form[0] == typed[0] and abs(len(form) - len(typed)) <= 1]
        errors = {form: distance(typed, form, 1) for form in alike}
        nearest = min(errors.values(), default=2)
        near = {form: forms[form] for form, n in errors.items() if n == nearest <= 1}
        assert similar(index, typed) == near
        ends += any(form[:2] != typed[:2] for form in near)
    assert ends  # those that only their ends have in common


def test_what_is_never_meant_by_a_typing_error_has_no_use(index: sqlite3.Connection) -> None:
    """Words of no use, like «и», and ways in which a word is spelt as it is spoken are no corrections."""
    unused = {form for (form,) in index.execute("SELECT form FROM form WHERE used IS NULL")}
    silent = {form for (form,) in index.execute("SELECT form FROM form WHERE lemma = ''")}
    spoken = {form for (form,) in index.execute("SELECT form FROM spoken")}
    assert silent
    assert spoken
    assert unused == silent | spoken
