"""Search over the rules of all games: clauses, clarifications, terms, cards, in both languages at once.

The index is a read-only SQLite file that `rulebook.indexing` builds from the content. A query becomes words;
a word becomes the lemmas that stand in the index: through the table of forms, as the beginning of a form,
typed under the other keyboard layout, or as a form that differs by a typing error.
"""

import json
import os
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from rulebook.tokens import distance, english_stem, normalise, swapped_layout, words

FILE_NAME = "search.db"  # in the data folder
SCHEMA = 1  # raised whenever the tables change, so that an index of another version isn't read
LONGEST_QUERY = 200
MOST_WORDS = 12
MOST_LEMMAS = 16
LONGEST_PHRASE = 3
MOST_ROWS = 200
MOST_SIMILAR = 1000  # forms with letters in common that are measured for typing errors
SNIPPET = 170  # characters
BEFORE_FIRST_HIT = 60
TYPED_BEGINNING = 3  # letters by which a highlighted word is one that the reader typed
SHORTEST_TYPO, LONGEST_TYPO = 4, 30
SHORTEST_BEGINNING = 6  # letters typed so far: fewer don't tell an error in them
SHORT_WORD = 6  # letters: a typing error in so short a word may leave no three letters in a row
COLUMN_WEIGHTS = (10.0, 5.0, 1.0, 0.5)  # title, terms, body, sayings
OTHER_LANGUAGE = 0.4
THIS_GAME = 1.5
FEW = 5  # fewer entries than this with all the words: those with some of them follow
TERM_AMONG_WORDS = 0.5  # a question in several words wants a rule, unless they are the term itself
RELATED = 0.6  # how much of a word its relatives share: «победитель» and «победил»
SHORTEST_RELATIVE = 7


class SearchUnavailable(Exception):
    """There is no index yet, or another version built it: `manage.py load_rules` makes it."""


class Part(NamedTuple):
    """A piece of text; a `hit` is highlighted."""

    text: str
    hit: bool


@dataclass(frozen=True)
class Hit:
    """One entry found. `lang` is the language of the snippet; the title is in the reader's."""

    game: str
    kind: str
    key: str
    number: str
    title: tuple[Part, ...]
    snippet: tuple[Part, ...]
    lang: str


@dataclass(frozen=True)
class Found:
    """The answer to a query.

    `read_as`: what was searched instead, if it wasn't what was typed. `unknown`: words that nothing here
    knows. `nearest`: words that look like the unknown ones.
    """

    hits: tuple[Hit, ...] = ()
    total: int = 0
    read_as: str = ""
    unknown: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()


class Row(NamedTuple):
    """An entry in one language, as the index has it; the places of words are JSON."""

    id: int
    game: str
    kind: str
    key: str
    lang: str
    number: str
    title: str
    text: str
    title_words: str
    text_words: str
    weight: float
    score: float


@dataclass(frozen=True)
class Word:
    """A word of the query: what it stands for, how it was read, and how sure that is."""

    typed: str
    lemmas: tuple[str, ...] = ()
    read_as: str = ""
    worth: int = 0
    silent: bool = False  # a word like «и», known and of no use

    @property
    def known(self) -> bool:
        return bool(self.lemmas) or self.silent


EXACT, BEGINNING, SHORT_BEGINNING, UNKNOWN = 4, 3, 1, -1
_ROW = "e.id, e.game, e.kind, e.key, e.lang, e.number, e.title, e.text, e.title_words, e.text_words, e.weight"


def find(path: Path, query: str, lang: str, game: str = "", limit: int = 40) -> Found:
    """All that answers `query`, the best first; entries of `game` are preferred. Raises SearchUnavailable."""
    index = _open(path)
    query = query[:LONGEST_QUERY].encode(errors="ignore").decode()
    meant = understand(index, query)
    named = _by_name(index, query)
    rows = _one_per_entry([*named, *_by_words(index, meant, lang, game, strict=bool(named))], lang)
    lemmas = frozenset(lemma for word in meant for lemma in word.lemmas)
    unknown = tuple(word.typed for word in meant if not word.known)
    return Found(
        hits=tuple(_hit(index, row, meant, lemmas, lang) for row in rows[:limit]),
        total=len(rows),
        read_as=_read_as(meant) if rows else "",
        unknown=unknown,
        nearest=() if rows else _nearest(index, unknown),
    )


class _Connection(threading.local):
    """One connection for each thread, opened anew when the file has been replaced."""

    index: sqlite3.Connection | None = None
    stamp: tuple[Path, int, int] | None = None


_connection = _Connection()


def _open(path: Path) -> sqlite3.Connection:
    try:
        status = os.stat(path)
    except FileNotFoundError:
        raise SearchUnavailable(f"{path} is missing") from None
    stamp = (path, status.st_ino, status.st_mtime_ns)
    if _connection.index is None or _connection.stamp != stamp:
        if _connection.index is not None:
            _connection.index.close()
            _connection.index = None
        _connection.index, _connection.stamp = _connect(path), stamp
    return _connection.index


def _connect(path: Path) -> sqlite3.Connection:
    # The file is replaced as a whole and never written in place, so SQLite needs no locks on it.
    index = sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)
    try:
        version = index.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.DatabaseError as error:
        index.close()
        raise SearchUnavailable(f"{path}: {error}") from error
    if version != SCHEMA:
        index.close()
        raise SearchUnavailable(f"{path} has version {version}, not {SCHEMA}")
    return index


def understand(index: sqlite3.Connection, query: str) -> list[Word]:
    """The words of a query. Each run of characters is read under the layout that makes more sense of it."""
    meant: list[Word] = []
    for typed in list(dict.fromkeys(query.split()))[:MOST_WORDS]:
        literal = [_look_up(index, word) for word in words(typed)[:MOST_WORDS]]
        if not all(word.known for word in literal) or not literal:
            literal = _other_reading(index, typed, literal)
        meant += literal
    return _with_phrases(index, meant[:MOST_WORDS])


def _with_phrases(index: sqlite3.Connection, meant: list[Word]) -> list[Word]:
    """Words that stand together for one term, like «больше всех», get the term besides their own lemmas."""
    for length in range(2, min(LONGEST_PHRASE, len(meant)) + 1):
        for i in range(len(meant) - length + 1):
            phrase = " ".join(normalise(word.read_as) for word in meant[i : i + length])
            terms = tuple(_column(index, "SELECT lemma FROM form WHERE form = ?", (phrase,)))
            if terms:
                meant[i : i + length] = [
                    replace(word, lemmas=word.lemmas + terms) for word in meant[i : i + length]
                ]
    return meant


def _other_reading(index: sqlite3.Connection, typed: str, literal: list[Word]) -> list[Word]:
    """What else a run of characters with unknown words may mean: another layout, else typing errors."""
    swapped = [_look_up(index, word) for word in words(swapped_layout(typed))[:MOST_WORDS]]
    if sum(word.worth for word in swapped) > max(SHORT_BEGINNING, sum(word.worth for word in literal)):
        return [_retyped(index, word, typed) for word in swapped]
    corrected = [word if word.known else _correct(index, word) for word in literal]
    if not any(word.known for word in corrected):
        again = [_retyped(index, word, typed) for word in swapped]
        if all(word.known for word in again) and sum(word.worth for word in again) > SHORT_BEGINNING:
            return again
    return corrected


def _look_up(index: sqlite3.Connection, word: str) -> Word:
    """A word of the index, else the beginning of some."""
    stem = english_stem(word) if word.isascii() and word.isalpha() else word
    lemmas = _column(index, "SELECT DISTINCT lemma FROM form WHERE form IN (?, ?)", (word, stem))
    if lemmas == [""]:
        return Word(word, read_as=word, silent=True)
    if lemmas:
        return Word(word, tuple(filter(None, lemmas)), word, EXACT)
    lemmas = _beginning(index, word)
    if lemmas:
        return Word(word, tuple(lemmas), word, BEGINNING if len(word) > 2 else SHORT_BEGINNING)
    return Word(word, read_as=word, worth=UNKNOWN)


def _beginning(index: sqlite3.Connection, letters: str) -> list[str]:
    """Lemmas of the forms that begin with `letters`, the most used first."""
    return _column(
        index,
        "SELECT lemma FROM form WHERE form > ? AND form < ? AND lemma > '' AND instr(form, ' ') = 0"
        " GROUP BY lemma ORDER BY max(weight) DESC, min(length(form)) LIMIT ?",
        (letters, letters + "\uffff", MOST_LEMMAS),
    )


def _column(index: sqlite3.Connection, query: str, values: Sequence[object]) -> list[str]:
    return [row[0] for row in index.execute(query, values)]


def _retyped(index: sqlite3.Connection, word: Word, typed: str) -> Word:
    """A word typed under the other layout, in its proper spelling."""
    if not word.known:
        word = _correct(index, word)
    spelling = _column(index, "SELECT spelling FROM form WHERE form = ? LIMIT 1", (word.read_as,))
    return replace(word, typed=typed, read_as=spelling[0] if spelling else word.read_as)


def _correct(index: sqlite3.Connection, word: Word) -> Word:
    """The nearest form that differs by few enough typing errors, else the word as it was."""
    near = _similar(index, word.typed, allowed_errors(word.typed))
    if not near:
        return word
    best = [form for errors, form in near if errors == near[0][0]][:2]
    lemmas = _column(
        index, f"SELECT DISTINCT lemma FROM form WHERE form IN ({_marks(best)}) AND lemma > ''", best
    )
    spelling = _column(index, "SELECT spelling FROM form WHERE form = ? LIMIT 1", (best[0],))
    return Word(word.typed, tuple(lemmas), spelling[0], UNKNOWN + 2)


def allowed_errors(word: str) -> int:
    """How many typing errors a word of this length may have and still be recognised."""
    if not word.isalpha() or not SHORTEST_TYPO <= len(word) <= LONGEST_TYPO:
        return 0
    return 1 if len(word) < 6 else 2 if len(word) < 9 else 3


def _similar(index: sqlite3.Connection, word: str, limit: int) -> list[tuple[int, str]]:
    """Forms within `limit` typing errors of a word: pairs (errors, form), the nearest and most used first."""
    if not limit or len(word) > LONGEST_TYPO or len(word) < SHORTEST_TYPO:
        return []
    trigrams = " OR ".join(f'"{word[i : i + 3]}"' for i in range(len(word) - 2))
    forms = dict(
        index.execute(
            "SELECT form, weight FROM trigram WHERE trigram MATCH ? ORDER BY rank LIMIT ?",
            (trigrams, MOST_SIMILAR),
        )
    )
    if len(word) <= SHORT_WORD:
        forms |= dict(
            index.execute(
                "SELECT form, max(weight) FROM form"
                " WHERE form > ? AND form < ? AND length(form) BETWEEN ? AND ? AND lemma > '' GROUP BY form",
                (word[0], word[0] + "\uffff", len(word) - limit, len(word) + limit),
            )
        )
    near = [(_errors(word, form, limit), form[0] != word[0], -weight, form) for form, weight in forms.items()]
    return [(errors, form) for errors, _, _, form in sorted(near) if errors <= limit]


def _errors(word: str, form: str, limit: int) -> int:
    """Typing errors in a word. One error in the beginning of a word, typed so far, counts as two."""
    whole = distance(word, form, limit)
    if whole <= limit or len(word) < SHORTEST_BEGINNING or len(form) <= len(word):
        return whole
    return whole if distance(word, form[: len(word)], 1) > 1 else 2


def _nearest(index: sqlite3.Connection, unknown: Iterable[str]) -> tuple[str, ...]:
    """Words to offer when nothing was found: one error more than usual, each lemma once."""
    offered: dict[str, str] = {}
    for word in unknown:
        for _, form in _similar(index, word, min(allowed_errors(word) + 1, len(word) // 3))[:12]:
            lemma, spelling = index.execute(
                "SELECT min(lemma), spelling FROM form WHERE form = ? AND lemma > ''", (form,)
            ).fetchone()
            offered.setdefault(lemma, spelling)
    return tuple(offered.values())[:4]


def _read_as(meant: Sequence[Word]) -> str:
    if all(normalise(word.read_as) == word.typed for word in meant):
        return ""
    return " ".join(word.read_as for word in meant if word.known)


def _by_name(index: sqlite3.Connection, query: str) -> list[Row]:
    """Entries whose id or number is the query itself, then those whose id begins with it."""
    name = normalise(query).strip(" .#№")
    if not name:
        return []
    numbers = [word for word in words(query) if "." in word]
    signed = name.replace("\N{MINUS SIGN}", "-")
    found = _select(
        index,
        f"WHERE e.key = ? OR e.number IN ({_marks(numbers)})"
        " OR e.kind = 'card' AND instr(' ' || e.number || ' ', ?) ORDER BY e.id",
        [name, *numbers, f" {signed} "],
    )
    if "." in name and not numbers:
        found += _select(index, "WHERE e.key > ? AND e.key < ? ORDER BY e.id", [name, name + "\uffff"])
    return found


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _select(index: sqlite3.Connection, where: str, values: Sequence[object]) -> list[Row]:
    return [Row(*row) for row in index.execute(f"SELECT {_ROW}, 0 FROM entry e {where}", values)]


def _by_words(
    index: sqlite3.Connection, meant: Sequence[Word], lang: str, game: str, strict: bool
) -> list[Row]:
    """Entries with all the words; if they are few, and not `strict`, those with some or related words."""
    groups = [word.lemmas for word in meant if word.lemmas]
    if not groups:
        return []
    rows = _match(index, " AND ".join(map(_any_of, groups)), groups, lang, game)
    if strict or len(rows) >= FEW:
        return rows
    if len(groups) > 1:
        rows += _match(index, " OR ".join(map(_any_of, groups)), groups, lang, game)
    related = _relatives(index, meant) if len(rows) < FEW else []
    return rows + (_match(index, _any_of(related), [related], lang, game) if related else [])


def _relatives(index: sqlite3.Connection, meant: Sequence[Word]) -> list[str]:
    """Lemmas of words that begin like the long words of the query."""
    related = []
    for word in meant:
        known = normalise(word.read_as)
        if word.lemmas and known.isalpha() and len(known) >= SHORTEST_RELATIVE:
            related += _beginning(index, known[: round(len(known) * RELATED)])
    return related


def _any_of(lemmas: Iterable[str]) -> str:
    # Quoted, so that nothing typed can be read as a part of the query language.
    return "({})".format(" OR ".join('"{}"'.format(lemma.replace('"', '""')) for lemma in lemmas))


def _match(
    index: sqlite3.Connection, expression: str, groups: Sequence[Sequence[str]], lang: str, game: str
) -> list[Row]:
    found = index.execute(
        f"SELECT {_ROW}, score FROM entry e"
        " JOIN (SELECT rowid, -bm25(words, ?, ?, ?, ?) AS score FROM words WHERE words MATCH ?) w"
        " ON w.rowid = e.id"
        " ORDER BY score * iif(e.lang = ?, 1, ?) * iif(e.game = ?, ?, 1) DESC, e.id LIMIT ?",
        (*COLUMN_WEIGHTS, expression, lang, OTHER_LANGUAGE, game, THIS_GAME, MOST_ROWS),
    )
    wanted = [frozenset(group) for group in groups]
    rows = [Row(*row) for row in found]
    return sorted(rows, key=lambda row: -_value(row, wanted, lang, game))


def _value(row: Row, wanted: Sequence[frozenset[str]], lang: str, game: str) -> float:
    """How well an entry answers: its score, more if the title says all that was asked, and little else."""
    title = [frozenset(tokens) for _, _, tokens in json.loads(row.title_words)]
    asked = sum(any(not group.isdisjoint(tokens) for tokens in title) for group in wanted) / len(wanted)
    said = sum(any(not group.isdisjoint(tokens) for group in wanted) for tokens in title) / max(1, len(title))
    weight = row.weight * (1 + asked) * (1 + said)
    if row.kind == "term" and len(wanted) > 1 and not _is_called(title, wanted):
        weight *= TERM_AMONG_WORDS
    return (
        row.score
        * weight
        * (1 if row.lang == lang else OTHER_LANGUAGE)
        * (THIS_GAME if row.game == game else 1)
    )


def _is_called(title: Sequence[frozenset[str]], wanted: Sequence[frozenset[str]]) -> bool:
    """True if these are the very words of the title, not others that stand for the same term."""
    spelt = [{lemma for lemma in group if "_" not in lemma} for group in wanted]  # a term's token has a «_»
    return len(title) == len(wanted) and all(
        any(not tokens.isdisjoint(lemmas) for tokens in title) for lemmas in spelt
    )


def _one_per_entry(rows: Iterable[Row], lang: str) -> list[Row]:
    """Each entry once, at its best place, in the reader's language if that was found too."""
    best: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        name = (row.game, row.kind, row.key)
        if name not in best or (row.lang == lang != best[name].lang):
            best[name] = row
    return list(best.values())


def _hit(
    index: sqlite3.Connection, row: Row, meant: Sequence[Word], lemmas: frozenset[str], lang: str
) -> Hit:
    """The entry for the list; in the other language only if the reader typed words of that language."""
    title = highlight(row.title, row.title_words, lemmas)
    snippet = shorten(highlight(row.text, row.text_words, lemmas))
    shown = row.lang
    if row.lang != lang:
        title = (Part(_in_language(index, "title", row, lang), False),)
        if not _as_typed(snippet, meant):
            snippet = shorten((Part(_in_language(index, "text", row, lang), False),))
            shown = lang
    return Hit(row.game, row.kind, row.key, row.number, title, snippet, shown)


def _in_language(index: sqlite3.Connection, column: str, row: Row, lang: str) -> str:
    query = f"SELECT {column} FROM entry WHERE game = ? AND kind = ? AND key = ? AND lang = ?"
    return _column(index, query, (row.game, row.kind, row.key, lang))[0]


def _as_typed(snippet: Sequence[Part], meant: Sequence[Word]) -> bool:
    """Whether a highlighted word begins as a typed one does; single letters are codes of both languages."""
    typed = {(word.read_as or word.typed)[:TYPED_BEGINNING] for word in meant}
    return any(
        part.hit and len(part.text) > 1 and normalise(part.text)[:TYPED_BEGINNING] in typed
        for part in snippet
    )


def highlight(text: str, places: str, lemmas: frozenset[str]) -> tuple[Part, ...]:
    """The text in pieces, words with one of `lemmas` marked. `places`: JSON [[start, end, [lemma, …]], …]."""
    parts: list[Part] = []
    done = 0
    for start, end, found in json.loads(places):
        if not lemmas.isdisjoint(found):
            parts += [Part(text[done:start], False), Part(text[start:end], True)]
            done = end
    parts.append(Part(text[done:], False))
    return tuple(part for part in parts if part.text)


def shorten(parts: Sequence[Part]) -> tuple[Part, ...]:
    """At most about SNIPPET characters, cut between words, from a little before the first highlighted one."""
    before = 0
    for part in parts:
        if part.hit:
            break
        before += len(part.text)
    whole = "".join(part.text for part in parts)
    start = (
        0
        if before <= BEFORE_FIRST_HIT or len(whole) <= SNIPPET or before == len(whole)
        else before - BEFORE_FIRST_HIT
    )
    start = whole.find(" ", start) + 1 if start else 0
    end = (
        len(whole)
        if len(whole) - start <= SNIPPET
        else max(whole.rfind(" ", start, start + SNIPPET), start + 1)
    )
    kept = [Part("…", False)] if start else []
    place = 0
    for part in parts:
        text = part.text[max(0, start - place) : max(0, end - place)]
        place += len(part.text)
        if text:
            kept.append(Part(text, part.hit))
    return (*kept, Part("…", False)) if end < len(whole) else tuple(kept)
