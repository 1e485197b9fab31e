"""Search over the rules of all games: rules, clarifications, words, cards, in both languages at once.

The index is a read-only SQLite file that `rulebook.search.indexing` builds from the content.
"""

import json
import os
import struct
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from rulebook.search.lexicon import GROUP, STEM
from rulebook.search.query import Word, column, goes_on, marks, understand
from rulebook.search.snippets import SnippetPart, highlight, shorten
from rulebook.search.tokens import normalise, words

if TYPE_CHECKING:
    import sqlite3

FILE_NAME = "search.db"  # in the data folder
SCHEMA = 5  # raised whenever the tables change, so that an index of another version isn't read
IMPACT = struct.Struct("<Hf")  # an entry's id and how much a token says of it
LONGEST_QUERY = 200
WORTH_SHOWING = 0.15  # entries that answer less than this part of the best one are left out
ELSEWHERE = 0.6  # so good a hit of another game is shown inside a game
MOST_ELSEWHERE = 5
AWAY = 0.7  # so much of its score keeps what counts only with a box that isn't on the table
MOST_AWAY = 8
EACH_GAME = 2  # rows of a game among all games, before others of it
MOST_NEAREST = 3  # titles of each game, where nothing was found
CLEARLY = 1.2  # a clarification so much better than the next hit may be the answer
IN_TITLE = 2  # words of the query that its title has as well, or the only one
TYPED_BEGINNING = 3  # letters by which a highlighted word is one that the reader typed


Row = tuple[int, str, str, str, str, str]  # id, game, kind, key, number, needs


class SearchUnavailable(Exception):
    """There is no index yet, or another version built it: `manage.py load_rules` makes it."""


@dataclass(frozen=True)
class SearchHit:
    """One entry found. `lang` is the language of the snippet; the title is in the reader's. `needs` are the
    boxes without which it doesn't count; `away`: not all of them are on the table.
    """

    game: str
    kind: str
    key: str
    number: str
    title: tuple[SnippetPart, ...]
    snippet: tuple[SnippetPart, ...]
    lang: str
    needs: str
    away: bool


@dataclass(frozen=True)
class Found:
    """The answer to a query.

    `hits` are of the game that was asked for, else of all, out of `total`; `elsewhere` are those of other
    games. `games`: how many each game has. `answer`: the first hit is a clarification that clearly answers.
    `repaired`: pairs (typed, what was searched instead). `unknown`: words that nothing here knows. `read_to`:
    the last word that was read, if there are more. `nearest`: entries with titles like the query, if there
    are no hits.
    """

    hits: tuple[SearchHit, ...] = ()
    total: int = 0
    elsewhere: tuple[SearchHit, ...] = ()
    games: tuple[tuple[str, int], ...] = ()
    answer: bool = False
    repaired: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()
    read_to: str = ""
    nearest: tuple[SearchHit, ...] = ()

    @property
    def page(self) -> tuple[SearchHit, ...]:
        """Every row as the page has it, from the top down; the first may stand whole, as the answer."""
        return (*self.hits, *self.elsewhere)


class Scored(NamedTuple):
    """An entry and how well it answers; one that was called by its name answers best."""

    score: float
    id: int
    game: str
    kind: str
    key: str
    number: str
    needs: str
    away: bool = False
    named: bool = False


def find(
    path: Path,
    query: str,
    lang: str,
    game: str = "",
    limit: int = 40,
    boxes: Mapping[str, Collection[str]] | None = None,
) -> Found:
    """All that answers `query`, the best first; inside `game` its own entries. Raises SearchUnavailable.

    `boxes` are those on the table, by game.
    """
    index = _open(path)
    query = query[:LONGEST_QUERY].encode(errors="ignore").decode()
    meant = understand(index, query)
    answers = Answers(index, meant, _named(index, query, meant), game, boxes or {})
    ranked = answers.ranked() if answers.named or _tells(meant) else []
    inside = [row for row in ranked if game in ("", row.game)]
    own = _in_order(inside)
    others = [row for row in ranked if game and row.game != game and not row.away]
    shown = HitMaker(index, meant, lang)
    best = own[0].score if own else 0.0
    return Found(
        hits=shown.hits(own[:limit]),
        total=len(own),
        elsewhere=shown.hits([row for row in others[:MOST_ELSEWHERE] if row.score >= ELSEWHERE * best]),
        games=tuple(Counter(row.game for row in (*own, *others)).most_common()),
        answer=_is_answer(index, inside, meant),
        repaired=tuple((word.typed, word.read_as) for word in meant if word.repaired) if ranked else (),
        unknown=tuple(word.typed for word in meant if not word.known),
        read_to=meant[-1].typed if meant and goes_on(query) else "",
        nearest=() if ranked else shown.hits(_nearest(index, query, lang, game)),
    )


def _tells(meant: Sequence[Word]) -> bool:
    """Whether there is something to look for: a question of which the only word that says what it is about is
    unknown has no answer here.
    """
    return any(word.is_telling for word in meant) or all(word.known for word in meant)


def _in_order(rows: Sequence[Scored]) -> list[Scored]:
    """Rows as the page has them: few of boxes that aren't on the table; of several games few of one before
    the others that answer about as well.
    """
    away = [row for row in rows if row.away][:MOST_AWAY]
    kept = [row for row in rows if not row.away or row in away]
    if not kept:
        return []
    first: list[Scored] = []
    rest: list[Scored] = []
    least, seen = ELSEWHERE * kept[0].score, Counter[str]()
    for row in kept:
        seen[row.game] += 1
        (first if seen[row.game] <= EACH_GAME and row.score >= least else rest).append(row)
    return first + rest


def _is_answer(index: "sqlite3.Connection", rows: Sequence[Scored], meant: Sequence[Word]) -> bool:
    """Whether the best row is a clarification that stands whole above the others, as the answer.

    A wrong one costs more trust than ten rows in a wrong order: it is called by its name, or it is clearly
    better than what follows and its own title has words of the query.
    """
    if not rows or rows[0].kind != "ruling" or (rows[0].away and not rows[0].named):
        return False
    if len(rows) > 1 and rows[0].score <= CLEARLY * rows[1].score:
        return False
    return rows[0].named or _shares_title(index, rows[0].id, meant)


def _shares_title(index: "sqlite3.Connection", entry: int, meant: Sequence[Word]) -> bool:
    telling = [word.tokens for word in meant if word.is_telling]
    title = {
        token
        for places in column(index, "SELECT title_words FROM shown WHERE entry = ?", (entry,))
        for _, _, tokens in json.loads(places)
        for token in tokens
    }
    shared = sum(not title.isdisjoint(tokens) for tokens in telling)
    return shared >= min(IN_TITLE, len(telling)) > 0


# --- The index ----------------------------------------------------------------------------------------------


class _Connection(threading.local):
    """One connection for each thread, opened anew when the file has been replaced."""

    index: "sqlite3.Connection | None" = None
    stamp: tuple[Path, int, int] | None = None


_connection = _Connection()


def _open(path: Path) -> "sqlite3.Connection":
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


def _connect(path: Path) -> "sqlite3.Connection":
    import sqlite3  # here, so that whoever only imports the search does without

    # The file is replaced, never written in place, so SQLite needs no locks on it.
    index = sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)
    try:
        (version,) = index.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        index.close()
        raise SearchUnavailable(f"{path}: {error}") from error
    if version != SCHEMA:
        index.close()
        raise SearchUnavailable(f"{path} has version {version}, not {SCHEMA}")
    return index


# --- Ranking ------------------------------------------------------------------------------------------------


class Posting(NamedTuple):
    """What a token says of the entries of one game, or of those that some boxes add to it."""

    game: str
    needs: str
    rarity: float
    impacts: bytes


class Answers:
    """The entries that answer a query, which calls some of them by name; with some boxes on the table."""

    def __init__(
        self,
        index: "sqlite3.Connection",
        meant: Sequence[Word],
        named: Sequence[int],
        game: str,
        boxes: Mapping[str, Collection[str]],
    ):
        self.index, self.meant, self.boxes = index, meant, boxes
        self.named = list(_rows(index, named))
        self.postings = _postings(index, {token for word in meant for token in word.tokens}, game)

    def counts(self, game: str, needs: str) -> bool:
        return not needs or set(needs.split("+")).issubset(self.boxes.get(game, ()))

    def ranked(self) -> list[Scored]:
        """Entries called by their name, then those that answer best; scores of games can be compared."""
        scores = _scores(self.meant, self.postings, self._share)
        best = max(scores.values(), default=1.0)
        named = sorted(self.named, key=self._is_away)
        found = {row_id: score for row_id, score in scores.items() if score >= WORTH_SHOWING * best}
        found |= {row_id: best * (2 - n / len(named)) for n, (row_id, *_) in enumerate(named)}
        called = {row[0] for row in named}
        rows = [
            Scored(found[row[0]], *row, away=self._is_away(row), named=row[0] in called)
            for row in _rows(self.index, list(found))
        ]
        once: dict[tuple[str, str, str], Scored] = {}
        for row in sorted(self._base_first(rows), key=lambda row: (-row.score, row.away, row.id)):
            once.setdefault((row.game, row.kind, row.key), row)
        return list(once.values())

    def _base_first(self, rows: Sequence[Scored]) -> Iterator[Scored]:
        """No row of a box that isn't on the table stands above all others of its game, unless it is called
        by its name or the query has a word that only such a box has.
        """
        best: dict[str, float] = defaultdict(float)
        for row in rows:
            if not row.away:
                best[row.game] = max(best[row.game], row.score)
        free = self._called_away()
        for row in rows:
            held = row.away and not row.named and row.game in best and row.game not in free
            yield row._replace(score=min(row.score, best[row.game])) if held else row

    def _called_away(self) -> set[str]:
        """Games where a word means something only with boxes that aren't on the table."""
        found = set[str]()
        for word in self.meant:
            for token in word.tokens if word.is_telling else ():
                on_table: dict[str, bool] = defaultdict(bool)
                for posting in self.postings.get(token, ()):
                    on_table[posting.game] |= self.counts(posting.game, posting.needs)
                if not token.startswith((GROUP, STEM)):
                    found.update(game for game, has in on_table.items() if not has)
        return found

    def _is_away(self, row: Row) -> bool:
        return not self.counts(row[1], row[5])

    def _share(self, posting: "Posting") -> float:
        return 1.0 if self.counts(posting.game, posting.needs) else AWAY


def _scores(
    meant: Sequence[Word], postings: Mapping[str, Sequence[Posting]], share: Callable[[Posting], float]
) -> dict[int, float]:
    """What the words say of each entry: of what stands for a word the best, of the words the sum.

    `share`: how much of it counts.
    """
    scores: dict[int, float] = defaultdict(float)
    once: dict[str, Word] = {}
    for word in meant:
        once.setdefault(word.read_as, word)
    for word in once.values():
        best: dict[int, float] = {}
        known = best.get  # this is done for thousands of rows in each search
        for token, sure in word.tokens.items():
            for posting in postings.get(token, ()):
                factor = sure * posting.rarity * share(posting)
                for row_id, impact in IMPACT.iter_unpack(posting.impacts):
                    value = factor * impact
                    if value > known(row_id, 0.0):
                        best[row_id] = value
        for row_id, value in best.items():
            scores[row_id] += word.weight * value
    return scores


def _postings(index: "sqlite3.Connection", tokens: Iterable[str], game: str) -> dict[str, list[Posting]]:
    """token → for each game and what its boxes add how rare it is there and what it says of entries.

    Inside a game its own measure of rarity finds better; between games one that they share does.
    """
    wanted = list(tokens)
    postings: dict[str, list[Posting]] = defaultdict(list)
    for token, *posted in index.execute(
        "SELECT token, game, needs, iif(game = ?, rarity, rarity_among), impacts FROM posting"
        f" WHERE token IN ({marks(wanted)})",
        (game, *wanted),
    ):
        postings[token].append(Posting(*posted))
    return postings


def _rows(index: "sqlite3.Connection", ids: Sequence[int]) -> Iterator[Row]:
    found = index.execute(
        f"SELECT id, game, kind, key, number, needs FROM entry WHERE id IN ({marks(ids)})", ids
    )
    by_id = {row[0]: row for row in found}
    return (by_id[row_id] for row_id in ids)


def _named(index: "sqlite3.Connection", query: str, meant: Sequence[Word]) -> list[int]:
    """Entries that the query calls by id, number or name, then those whose id begins with it."""
    name = normalise(query).strip(" .#№?").replace("\N{MINUS SIGN}", "-")
    if not name:
        return []
    numbers = [word for word in words(query) if "." in word]
    bases = " ".join(next(iter(word.lemmas), normalise(word.read_as)) for word in meant)
    found = _ids(
        index,
        f"SELECT id FROM entry WHERE key = ? OR number IN ({marks(numbers)}) ORDER BY id",
        [name, *numbers],
    )
    found += _ids(index, "SELECT entry FROM name WHERE name IN (?, ?) ORDER BY entry", [name, bases])
    if "." in name and not numbers:
        found += _ids(
            index, "SELECT id FROM entry WHERE key > ? AND key < ? ORDER BY id", [name, f"{name}\uffff"]
        )
    return list(dict.fromkeys(found))


def _ids(index: "sqlite3.Connection", query: str, values: Sequence[object]) -> list[int]:
    return [entry for (entry,) in index.execute(query, values)]


def _nearest(index: "sqlite3.Connection", query: str, lang: str, game: str) -> list[Scored]:
    """Entries whose title or id has the most letters in common with the query, some of each game."""
    said = " ".join(words(query))
    trigrams = {said[i : i + 3] for i in range(len(said) - 2)}
    trigrams = {letters for letters in trigrams if " " not in letters}
    if not trigrams:
        return []
    expression = " OR ".join(f'"{letters}"' for letters in sorted(trigrams))
    ids = _ids(
        index,
        "SELECT entry FROM titles WHERE titles MATCH ? AND lang = ? ORDER BY rank LIMIT 100",
        [expression, lang],
    )
    rows = {row[0]: row for row in _rows(index, list(dict.fromkeys(ids)))}
    found: dict[str, list[Scored]] = defaultdict(list)
    for row_id in ids:
        found[rows[row_id][1]].append(Scored(0.0, *rows[row_id]))
    games = sorted(found, key=lambda each: each != game)
    return [row for each in games for row in found[each][:MOST_NEAREST]]


# --- Hits ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HitMaker:
    """Makes hits of entries, for a reader of `lang` who asked for these words."""

    index: "sqlite3.Connection"
    meant: Sequence[Word]
    lang: str

    def hits(self, rows: Sequence[Scored]) -> tuple[SearchHit, ...]:
        written: dict[int, dict[str, IndexedText]] = defaultdict(dict)
        for row_id, lang, *texts in self.index.execute(
            "SELECT entry, lang, title, title_words, text, text_words FROM shown"
            f" WHERE entry IN ({marks(rows)})",
            [row.id for row in rows],
        ):
            written[row_id][lang] = IndexedText(*texts)
        tokens = {token for word in self.meant for token in word.tokens}
        return tuple(self._hit(row, written[row.id], tokens) for row in rows)

    def _hit(self, row: Scored, written: Mapping[str, "IndexedText"], tokens: Collection[str]) -> SearchHit:
        """The entry for the list; in the other language only if the reader typed words of that language."""
        own = written[self.lang]
        title = highlight(own.title, own.title_words, tokens)
        text, lang = highlight(own.text, own.text_words, tokens), self.lang
        if not any(part.hit for part in (*title, *text)):
            other = next(each for each in written if each != self.lang)
            foreign = shorten(highlight(written[other].text, written[other].text_words, tokens))
            if self._as_typed(foreign):
                text, lang = foreign, other
        return SearchHit(
            row.game, row.kind, row.key, row.number, title, shorten(text), lang, row.needs, row.away
        )

    def _as_typed(self, snippet: Sequence[SnippetPart]) -> bool:
        """Whether a highlighted word begins as a typed one; single letters are codes of both languages."""
        typed = {normalise(word.read_as)[:TYPED_BEGINNING] for word in self.meant}
        return any(
            part.hit and len(part.text) > 1 and normalise(part.text)[:TYPED_BEGINNING] in typed
            for part in snippet
        )


class IndexedText(NamedTuple):
    """An entry in one language, with the places of its words as JSON."""

    title: str
    title_words: str
    text: str
    text_words: str
