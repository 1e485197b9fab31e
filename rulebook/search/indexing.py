"""Builds the search index from the content: a file that is replaced as a whole."""

import json
import os
import struct
import tempfile
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.content.entries import LANGUAGES, Element, GameContent, Term
from rulebook.content.typography import capital
from rulebook.search import memory, tables, thesaurus
from rulebook.search.findable import Findable, entries_of
from rulebook.search.finding import IMPACT
from rulebook.search.impacts import Worded, rarity, weigh
from rulebook.search.lexicon import GROUP, STEM, TERM, Lexicon
from rulebook.search.morphology import Dictionary
from rulebook.search.tokens import WORD, is_russian, normalise, spans, words

if TYPE_CHECKING:
    import sqlite3

NUMERALS = {
    "один": 1, "два": 2, "три": 3, "четыре": 4, "пять": 5, "шесть": 6, "семь": 7, "восемь": 8, "девять": 9,
    "десять": 10, "одиннадцать": 11, "двенадцать": 12, "тринадцать": 13, "четырнадцать": 14,
    "пятнадцать": 15, "двадцать": 20, "пятьдесят": 50,
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "twenty": 20,
    "fifty": 50,
}  # fmt: skip


STEPS = {"entries": 2, "words": 36, "entry rows": 6, "postings": 27, "forms": 9}  # what each costs


def build(path: Path, games: Iterable[GameContent], went: Callable[[int], None] = lambda size: None) -> int:
    """Writes the index and puts it in the place of the old one. Returns how many entries it has; `went` hears
    what each of STEPS has cost.

    What the dictionary says of the words is kept beside it.
    """
    import sqlite3  # here, so that whoever only imports the search does without

    contents = list(games)
    entries = [entry for content in contents for entry in entries_of(content)]
    went(STEPS["entries"])
    known = path.with_name(memory.FILE_NAME)
    vocabulary = Vocabulary(memory.recall(known))
    learn(vocabulary, contents, entries, thesaurus.load())
    memory.keep(known, vocabulary.dictionary)
    went(STEPS["words"])
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    os.close(handle)
    try:
        index = sqlite3.connect(draft)
        index.executescript(tables.TABLES)
        _write_entries(index, entries, vocabulary.lexicon)
        went(STEPS["entry rows"])
        _write_postings(index, entries, vocabulary)
        went(STEPS["postings"])
        _write_words(index, vocabulary)
        tables.finish(index)
        index.close()
        went(STEPS["forms"])
        os.replace(draft, path)
    finally:
        Path(draft).unlink(missing_ok=True)
    return len(entries)


# --- Words --------------------------------------------------------------------------------------------------


@dataclass
class Vocabulary:
    """All words in use with all their forms; `used`: how often a lemma is. `of_boxes` are the meanings that
    only boxes have: entries of a base game never have one.
    """

    dictionary: Dictionary
    lexicon: Lexicon = field(default_factory=Lexicon)
    spelling: dict[str, str] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)
    read: set[str] = field(default_factory=set)  # forms that have been looked up
    spoken: dict[str, str] = field(default_factory=dict)  # forms spelt as they are spoken → the form proper
    of_boxes: set[str] = field(default_factory=set)

    def add(self, word: str, times: int) -> None:
        """A word as it is spelt, with the other forms of its lemmas."""
        form = normalise(word)
        if form not in self.read:
            self.read.add(form)
            lemmas, told = self.dictionary.lemmas(form), self.lexicon.forms.get(form, {})
            self.lexicon.forms[form] = lemmas | told
            self.spelling.setdefault(form, word.casefold())
            for spelt, lemma in self.dictionary.inflections(form, told):
                other = normalise_once(spelt)
                self.spelling.setdefault(other, spelt)
                self.lexicon.forms.setdefault(other, {}).setdefault(lemma, 1.0)
            for lemma in lemmas:
                self.lexicon.tokens.setdefault(lemma, self._tokens(lemma))
        self.used.update(dict.fromkeys(self.lexicon.forms[form], times))

    def respell(self, spelt: str, word: str) -> None:
        """Lets a spelling be read as a word, and as nothing else."""
        form, proper = normalise(spelt), normalise(word)
        self.spoken[form] = proper
        self.lexicon.forms[form] = dict(self.lexicon.forms[proper])

    def shared_stems(self) -> set[str]:
        """Tokens of stems that several lemmas have."""
        stems = Counter(token for tokens in self.lexicon.tokens.values() for token in tokens)
        return {token for token, lemmas in stems.items() if token.startswith(STEM) and lemmas > 1}

    def without_boxes(self, meaning: Mapping[str, float]) -> Mapping[str, float]:
        """What a word means to whoever has no boxes."""
        if self.of_boxes.isdisjoint(meaning):
            return meaning
        return {token: share for token, share in meaning.items() if token not in self.of_boxes}

    def mean(self, said: str, token: str) -> None:
        """Lets a word or a phrase stand for a token, and all forms of it."""
        found = words(said)
        lemma = " ".join(map(self.lexicon.base, found))
        if found and not lemma.isdigit():
            self.lexicon.tokens.setdefault(lemma, set()).add(token)

    def _tokens(self, lemma: str) -> set[str]:
        stems = {STEM + self.dictionary.stem(lemma)} if is_russian(lemma) else set()
        numbers = {str(NUMERALS[lemma])} if lemma in NUMERALS else set()
        return {lemma} | stems | numbers


normalise_once = cache(normalise)  # most forms come several times


def learn(
    vocabulary: Vocabulary,
    contents: Iterable[GameContent],
    entries: Iterable[Findable],
    said: thesaurus.Thesaurus,
) -> None:
    """The words of all entries, what glossaries make them mean, and what players use alike."""
    for word, times in Counter(_words_of(entries, said)).items():
        vocabulary.add(word, times)
    for word, *spellings in said.spoken:
        for spelt in spellings:
            vocabulary.respell(spelt, word)
    for content in contents:
        called: tuple[Term | Element, ...] = (*content.terms, *content.elements)
        for named in called:
            token = f"{TERM}{content.id}:{named.id}"
            if named.box:
                vocabulary.of_boxes.add(token)
            for name in (named.name.ru, named.name.en, *named.synonyms.ru, *named.synonyms.en):
                vocabulary.mean(name, token)
    for n, group in enumerate(said.groups):
        for word in group:
            vocabulary.mean(word, f"{GROUP}{n}")


def _words_of(entries: Iterable[Findable], said: thesaurus.Thesaurus) -> Iterator[str]:
    for entry in entries:
        for lang in LANGUAGES:
            for texts in fields_of(entry, lang).values():
                for text in texts:
                    yield from WORD.findall(unicodedata.normalize("NFC", text))
    for word in chain.from_iterable(said.groups):
        yield from WORD.findall(word)
    for word, *_ in said.spoken:
        yield word


def fields_of(entry: Findable, lang: str) -> dict[str, Sequence[str]]:
    """The texts of an entry's fields; a phrase never runs from one text into the next."""
    return {
        "title": (entry.title.in_(lang),),
        "also": (entry.also.in_(lang),),
        "asks": getattr(entry.asks, lang),
        "text": (entry.text.in_(lang),),
        "sayings": (entry.sayings.in_(lang),),
    }


def _write_words(index: "sqlite3.Connection", vocabulary: Vocabulary) -> None:
    lexicon = vocabulary.lexicon
    index.executemany(
        "INSERT INTO form (form, place, lemma, share, used, spelling) VALUES (?, ?, ?, ?, ?, ?)",
        (
            (form, place, lemma, share, *_written(form, lemmas, vocabulary))
            for form, lemmas in lexicon.forms.items()
            for place, (lemma, share) in enumerate(lemmas.items() or [("", 0.0)])
        ),
    )
    index.executemany("INSERT INTO spoken VALUES (?, ?)", vocabulary.spoken.items())
    index.executemany(
        "INSERT INTO token VALUES (?, ?)",
        ((lemma, token) for lemma, tokens in lexicon.tokens.items() for token in sorted(tokens)),
    )


def _written(form: str, lemmas: Mapping[str, float], vocabulary: Vocabulary) -> tuple[int | None, str | None]:
    """How much a form is used, None where no typed word is read as it, and its spelling if that differs."""
    if not lemmas or form in vocabulary.spoken:
        return None, None
    spelling = vocabulary.spelling[form]
    return max(vocabulary.used[lemma] for lemma in lemmas), None if spelling == form else spelling


# --- Entries ------------------------------------------------------------------------------------------------


def _write_entries(index: "sqlite3.Connection", entries: Sequence[Findable], lexicon: Lexicon) -> None:
    for row_id, entry in enumerate(entries, start=1):
        index.execute(
            "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)",
            (row_id, entry.game, entry.kind, entry.key, entry.number, entry.needs),
        )
        names = {name for said in entry.names for name in names_of(said, lexicon)}
        index.executemany("INSERT INTO name VALUES (?, ?)", ((name, row_id) for name in sorted(names)))
        for lang in LANGUAGES:
            title = unicodedata.normalize("NFC", capital(entry.title.in_(lang)))
            text = unicodedata.normalize("NFC", entry.text.in_(lang))
            places = (_compact(places_of(said, lexicon)) for said in (title, text))
            index.execute("INSERT INTO shown VALUES (?, ?, ?, ?, ?, ?)", (row_id, lang, title, text, *places))
            index.execute("INSERT INTO titles VALUES (?, ?, ?)", (f"{title} {entry.key}", row_id, lang))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def names_of(said: str, lexicon: Lexicon) -> set[str]:
    """As what a query may call an entry: letter by letter, and in any form of its words."""
    return {normalise(said), " ".join(map(lexicon.base, words(said)))} - {""}


def places_of(text: str, lexicon: Lexicon) -> list[tuple[int, int, list[str]]]:
    """Where the words of a text stand, and by which tokens a query marks them: not by words used alike."""
    found = list(spans(text))
    meanings = lexicon.meanings([word for _, _, word in found])
    places = (
        (start, end, sorted(token for token in meaning if not token.startswith((GROUP, STEM))))
        for (start, end, _), meaning in zip(found, meanings, strict=True)
    )
    return [place for place in places if place[2]]


def _write_postings(index: "sqlite3.Connection", entries: Sequence[Findable], vocabulary: Vocabulary) -> None:
    """What tokens say; a stem that only one lemma has says nothing more than the lemma."""
    stems = vocabulary.shared_stems()
    index.executemany(
        "INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?)",
        sorted(row for row in _posted(entries, vocabulary) if row[0][:1] != STEM or row[0] in stems),
    )


# Token, game, needs, how rare it is there and among the games, impacts.
Posted = tuple[str, str, str, float, float, bytes]


def _posted(entries: Sequence[Findable], vocabulary: Vocabulary) -> Iterator[Posted]:
    """What each token says of the entries of a game, and of those that boxes add to it."""
    rows: dict[tuple[str, str], dict[int, Findable]] = defaultdict(dict)
    for row_id, entry in enumerate(entries, start=1):
        rows[entry.game, entry.needs][row_id] = entry
    games = {
        game: weigh(list(_worded(found, found, vocabulary)))
        for (game, needs), found in rows.items()
        if not needs
    }
    among: Counter[str] = Counter()
    for postings in games.values():
        among.update(postings.having)
    total = sum(postings.entries for postings in games.values())
    for game, base in games.items():
        added = {needs: found for (of, needs), found in rows.items() if of == game and needs}
        every = {row_id: entry for found in added.values() for row_id, entry in found.items()}
        of_boxes = [each for found in added.values() for each in _worded(found, every, vocabulary)]
        for postings in (base, weigh(of_boxes, base)):
            more = postings.entries - base.entries
            for token, impacts in postings.impacts.items():
                also = postings.having[token] - base.having[token]
                here = rarity(postings.entries, postings.having[token])
                # Among the games half as in its own, half as in all.
                between = (here + rarity(total + more, among[token] + also)) / 2
                split = {"": impacts} if postings is base else _by_needs(impacts, every)
                for needs, found in split.items():
                    yield token, game, needs, here, between, _packed(found)


def _by_needs(impacts: Mapping[int, float], of_boxes: Mapping[int, Findable]) -> dict[str, dict[int, float]]:
    """What a token says of entries, by what must be on the table for them to count."""
    found: dict[str, dict[int, float]] = defaultdict(dict)
    for row_id, impact in impacts.items():
        found[of_boxes[row_id].needs][row_id] = impact
    return found


def _packed(impacts: Mapping[int, float]) -> bytes:
    size = len(impacts)
    return struct.pack(f"<{IMPACT.format.lstrip('<') * size}", *chain.from_iterable(sorted(impacts.items())))


def _worded(
    found: Mapping[int, Findable], near: Mapping[int, Findable], vocabulary: Vocabulary
) -> Iterator[Worded]:
    """Entries as their tokens; links lead to entries `near`, of the same boxes rather than of others."""
    ids = {entry.name: row_id for rows in (near, found) for row_id, entry in rows.items()}
    for row_id, entry in found.items():
        fields: dict[tuple[str, str], list[Mapping[str, float]]] = defaultdict(list)
        for lang in LANGUAGES:
            for name, texts in fields_of(entry, lang).items():
                for text in texts:
                    meanings = filter(None, vocabulary.lexicon.meanings(words(text)))
                    fields[name, lang] += meanings if entry.needs else map(vocabulary.without_boxes, meanings)
        links = {ids[name]: nearness for name, nearness in entry.links.items() if name in ids}
        yield Worded(row_id, entry.kind, fields, links)
