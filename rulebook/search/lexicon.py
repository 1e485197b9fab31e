"""What words mean to the search: a form is a form of lemmas, a lemma stands for tokens. Pure.

The index holds a lexicon; a query reads the few rows of it that its words need. Both read a text the same
way, so that a query meets the entries. Tokens are of four sorts, told by how they begin: a lemma stands for
itself, «~ход» is the stem of one, «=<game>:tie» a word of a glossary and its synonyms, «&12» words that
players use alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

LONGEST_PHRASE = 3
STEM, TERM, GROUP = "~", "=", "&"
SHARES = {STEM: 0.8, TERM: 0.8, GROUP: 0.6}  # how much meeting a token says, beside the word itself
QUESTIONING = 0.35  # so much of another word
QUESTIONS = frozenset((
    "как", "что", "если", "когда", "где", "кто", "чей", "можно", "нужно", "надо", "зачем", "почему",
    "сколько", "какой", "делать", "быть", "это", "такой",
))  # fmt: skip


@dataclass
class Lexicon:
    """`forms`: form → lemmas with their shares, the likeliest first; none for words of no use like «и».

    `tokens`: lemma → its tokens. A phrase that means something by itself is a lemma with spaces. What a word
    means is found once, so no word is added any more when the first meanings have been asked for.
    """

    forms: dict[str, dict[str, float]] = field(default_factory=dict)
    tokens: dict[str, set[str]] = field(default_factory=dict)
    _found: dict[str, tuple[str, dict[str, float]]] = field(default_factory=dict)

    def base(self, form: str) -> str:
        """By what a form is known in phrases."""
        return next(iter(self.forms.get(form, ())), form)

    def meanings(self, words: Sequence[str]) -> list[dict[str, float]]:
        """For each word its tokens and how surely it means them; for words of a phrase also the phrase's."""
        each = [self._found.get(word) or self._find(word) for word in words]
        bases, found = [base for base, _ in each], [meaning for _, meaning in each]
        begins = [n for n, base in enumerate(bases) if base in self._beginnings]
        for phrase, start, end in runs(bases, begins):
            for token in self.tokens.get(phrase, ()):
                found[start:end] = [meaning | {token: 1.0} for meaning in found[start:end]]
        return found

    @cached_property
    def _beginnings(self) -> set[str]:
        """The first words of phrases."""
        return {lemma.partition(" ")[0] for lemma in self.tokens if " " in lemma}

    def _find(self, word: str) -> tuple[str, dict[str, float]]:
        """By what a word is known in phrases, and what it means by itself."""
        self._found[word] = self.base(word), self._of_word(word)
        return self._found[word]

    def _of_word(self, word: str) -> dict[str, float]:
        meaning: dict[str, float] = {}
        for lemma, share in self.forms.get(word, {}).items():
            for token in self.tokens.get(lemma, ()):
                meaning[token] = max(share, meaning.get(token, 0.0))
        return meaning


def runs(bases: Sequence[str], begins: Sequence[int] | None = None) -> list[tuple[str, int, int]]:
    """All runs of two and three words, with where they begin and end; those that begin there alone."""
    starts = range(len(bases)) if begins is None else begins
    return [
        (" ".join(bases[start : start + length]), start, start + length)
        for length in range(2, LONGEST_PHRASE + 1)
        for start in starts
        if start + length <= len(bases)
    ]


def share(token: str) -> float:
    """How much it says when a query and an entry meet in a token."""
    return SHARES.get(token[:1], 1.0)


def weight(lemmas: Mapping[str, float]) -> float:
    """How much a word counts in a query: question words little."""
    return QUESTIONING if QUESTIONS.intersection(lemmas) else 1.0
