"""What a query means: which words of the index were typed, in whatever form, layout or spelling.

A word that nothing here knows is read, in this order, under the other keyboard layout, by its stem, as the
beginning of a word, and as a word with typing errors. A reading is taken because it is likely, not because it
is possible: letters too few to tell stay as they are, and of two words that a typed one may be it is none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulebook.search.lexicon import STEM, Lexicon, runs, share, weight
from rulebook.search.tokens import distance, is_russian, normalise, stem, swapped_layout, words

if TYPE_CHECKING:
    import sqlite3

MOST_WORDS = 12
MOST_LEMMAS = 16  # of words that begin alike
SHORTEST_BEGINNING = 3  # letters: fewer say too little, but in the word that is being typed
SHORTEST_REPAIRED = 3  # letters, before and after: fewer may be anything
LIKELIER = 3  # so many times as often a word is used than any other that was as likely typed
# Typing errors: none in short words, two in long ones, one in others. The first letter is always right.
SHORTEST_WITH_ERROR, LONG_WORD, LONGEST_WITH_ERRORS = 5, 9, 30
MOST_SIMILAR = 300  # forms with letters in common that are measured for typing errors


@dataclass(frozen=True)
class Word:
    """A word of the query. `lemmas`: what it stands for, with shares; `read_as`: how it was read.

    `known` words may be of no use, like «и»; `tokens` and `weight` are for counting.
    """

    typed: str
    read_as: str
    lemmas: dict[str, float]
    known: bool
    sure: bool
    tokens: dict[str, float] = field(default_factory=dict)
    weight: float = 1.0

    @property
    def repaired(self) -> bool:
        return self.known and not self.sure

    @property
    def is_telling(self) -> bool:
        """Whether it says what the query is about; question words don't."""
        return bool(self.lemmas) and self.weight == 1.0


def understand(index: "sqlite3.Connection", query: str) -> list[Word]:
    """The words of a query in their order, with the tokens by which entries are found."""
    typed = list(dict.fromkeys(query.split()))[:MOST_WORDS]
    last = len(typed) - 1
    meant = [word for n, run in enumerate(typed) for word in _read(index, run, typing=n == last)]
    return _with_tokens(index, meant[:MOST_WORDS])


def goes_on(query: str) -> bool:
    """Whether there is more in a query than `understand` reads."""
    return len(set(query.split())) > MOST_WORDS


def _read(index: "sqlite3.Connection", typed: str, typing: bool) -> list[Word]:
    """A run of characters, under the keyboard layout that makes more sense of it."""
    literal = _look_up(index, words(typed)[:MOST_WORDS])
    if len(literal) == 1:
        literal = [replace(literal[0], typed=typed)]
    if literal and all(word.known for word in literal):
        return literal
    swapped = _swapped(index, typed)
    if swapped and all(word.known for word in swapped) and _known(swapped) > _known(literal):
        return [_retyped(index, word, typed) for word in swapped]
    guessed = [word if word.known else _guess(index, word, typing) for word in literal]
    if not _known(guessed) and not is_russian(normalise(typed)):
        again = [word if word.known else _guess(index, word, typing) for word in swapped]
        if all(word.known for word in again) and _known(again):
            return [_retyped(index, word, typed) for word in again]
    return guessed


def _swapped(index: "sqlite3.Connection", typed: str) -> list[Word]:
    """The words that the same keys make under the other layout; none if they are too short to be likely."""
    found = words(swapped_layout(typed))[:MOST_WORDS]
    if len(typed) < SHORTEST_REPAIRED or any(len(word) < SHORTEST_REPAIRED for word in found):
        return []
    return _look_up(index, found)


def _known(found: Iterable[Word]) -> int:
    """Letters of the words that are known and of use."""
    return sum(len(word.read_as) for word in found if word.lemmas)


def _look_up(index: "sqlite3.Connection", forms: Sequence[str]) -> list[Word]:
    """Words as they are, known or not; one that is spelt as it is spoken is the word proper."""
    spoken = dict(
        index.execute(f"SELECT form, word FROM spoken WHERE form IN ({marks(forms)})", list(forms)).fetchall()
    )
    forms = [spoken.get(form, form) for form in forms]
    rows = index.execute(
        f"SELECT form, lemma, share FROM form WHERE form IN ({marks(forms)}) ORDER BY form, place", forms
    )
    found: dict[str, dict[str, float]] = {}
    for form, lemma, of in rows:
        found.setdefault(form, {}).update({lemma: of} if lemma else {})
    return [Word(form, form, found.get(form, {}), known=form in found, sure=form in found) for form in forms]


def _retyped(index: "sqlite3.Connection", word: Word, typed: str) -> Word:
    """A word typed under the other layout, in its proper spelling."""
    return replace(word, typed=typed, read_as=_spelling(index, word.read_as), sure=False)


def _spelling(index: "sqlite3.Connection", form: str) -> str:
    return column(index, "SELECT coalesce(spelling, form) FROM form WHERE form = ?", (form,), form)[0]


def _guess(index: "sqlite3.Connection", word: Word, typing: bool) -> Word:
    """An unknown word by its stem, as a beginning, as one with typing errors; else it stays unknown."""
    for read in (_by_stem, _by_beginning if typing or len(word.read_as) >= SHORTEST_BEGINNING else None):
        lemmas = read(index, word.read_as) if read else []
        if lemmas:
            return replace(word, lemmas=dict.fromkeys(lemmas, 1.0), known=True, sure=True)
    return _repaired(index, word)


def _by_stem(index: "sqlite3.Connection", word: str) -> list[str]:
    """Lemmas with the stem of a word; an English stem is the lemma itself."""
    token = f"{STEM}{stem(word)}" if is_russian(word) else stem(word)
    return column(index, "SELECT lemma FROM token WHERE token = ? LIMIT ?", (token, MOST_LEMMAS))


def _by_beginning(index: "sqlite3.Connection", letters: str) -> list[str]:
    """Lemmas of the forms that begin with these letters, the most used first."""
    return column(
        index,
        "SELECT lemma FROM form WHERE form > ? AND form < ? AND used IS NOT NULL GROUP BY lemma"
        " ORDER BY max(used) DESC, min(length(form)) LIMIT ?",
        (letters, f"{letters}\uffff", MOST_LEMMAS),
    )


def _repaired(index: "sqlite3.Connection", word: Word) -> Word:
    """The nearest form that differs by few enough typing errors, else the word as it was."""
    near = similar(index, word.read_as)
    found = _look_up(index, list(near))
    if not found or any(
        found[0].lemmas.keys().isdisjoint(other.lemmas)
        and near[found[0].read_as] < LIKELIER * near[other.read_as]
        for other in found[1:]
    ):
        return word
    spelt = _spelling(index, found[0].read_as)
    return replace(found[0], typed=word.typed, read_as=spelt, sure=False)


def allowed_errors(word: str) -> int:
    """How many typing errors a word of this length may have and still be recognised."""
    if not word.isalpha() or not SHORTEST_WITH_ERROR <= len(word) <= LONGEST_WITH_ERRORS:
        return 0
    return 2 if len(word) >= LONG_WORD else 1


def similar(index: "sqlite3.Connection", word: str) -> dict[str, int]:
    """Forms that this word may be with the fewest typing errors, with how much they are used, most first."""
    allowed = allowed_errors(word)
    if not allowed:
        return {}
    forms = dict(_one_error(index, word) if allowed == 1 else _some_letters(index, word))
    near = sorted(
        (errors, -used, form)
        for form, used in forms.items()
        if form[0] == word[0] and (errors := distance(word, form, allowed)) <= allowed
    )
    return {form: forms[form] for errors, _, form in near if errors == near[0][0]}


def _one_error(index: "sqlite3.Connection", word: str) -> Iterable[tuple[str, int]]:
    """Forms with a word's first letter that begin or end like it: one error leaves a half of it whole."""
    half = (len(word) - 1) // 2
    return index.execute(
        "SELECT form, used FROM form WHERE form > ?1 AND form < ?1 || char(0xffff)"
        " AND length(form) BETWEEN ?2 - 1 AND ?2 + 1 AND place = 0"
        " AND (substr(form, 1, ?3) = ?4 OR substr(form, -?3) = ?5) AND used IS NOT NULL",
        (word[0], len(word), half, word[:half], word[-half:]),
    )


def _some_letters(index: "sqlite3.Connection", word: str) -> Iterable[tuple[str, int]]:
    """Forms with three letters in a row of a long word."""
    trigrams = " OR ".join(f'"{word[i : i + 3]}"' for i in range(len(word) - 2))
    return index.execute(
        "SELECT f.form, f.used FROM trigram t JOIN form f ON f.id = t.rowid"
        " WHERE trigram MATCH ? ORDER BY t.rank LIMIT ?",
        (trigrams, MOST_SIMILAR),
    )


def _with_tokens(index: "sqlite3.Connection", meant: Sequence[Word]) -> list[Word]:
    """The words with their tokens: those of their lemmas, and of the phrases that they make."""
    forms = {word.read_as: word.lemmas for word in meant}
    lexicon = Lexicon({normalise(form): lemmas for form, lemmas in forms.items()})
    read = [normalise(word.read_as) for word in meant]
    phrases = [phrase for phrase, _, _ in runs([lexicon.base(form) for form in read])]
    lemmas = list({lemma for word in meant for lemma in word.lemmas}.union(phrases))
    rows = index.execute(f"SELECT lemma, token FROM token WHERE lemma IN ({marks(lemmas)})", lemmas)
    for lemma, token in rows:
        lexicon.tokens.setdefault(lemma, set()).add(token)
    return [
        replace(
            word,
            tokens={token: sure * share(token) for token, sure in meaning.items()},
            weight=weight(word.lemmas),
        )
        for word, meaning in zip(meant, lexicon.meanings(read), strict=True)
    ]


def column(index: "sqlite3.Connection", query: str, values: Sequence[object], *default: str) -> list[str]:
    """The one column of what a query finds, or the default."""
    return [value for (value,) in index.execute(query, values)] or list(default)


def marks(values: Sequence[object]) -> str:
    """Placeholders for a list of values."""
    return ", ".join("?" * len(values))
