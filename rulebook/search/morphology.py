"""Russian word forms from the dictionary, English ones from a stemmer. Only while the index is built.

Only this module needs pymorphy, so web workers never import it.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from rulebook.search.tokens import is_russian, normalise, stem

if TYPE_CHECKING:
    import pymorphy3

LIKELY = 0.2  # a reading of a form less probable than this counts half, and doesn't bring its other forms
UNLIKELY_SHARE = 0.5
# Marks of pymorphy for «в», «и», «не», «он», «который».
SERVICE = {"PREP", "CONJ", "PRCL", "INTJ", "NPRO", "Apro"}
# Participles and gerunds: most forms of a verb. Those that nobody wrote are found by their stem.
DERIVED = {"PRTF", "PRTS", "GRND"}
TELLING = frozenset(("себя", "сам", "мимо", "сквозь"))  # of these a question may turn on one
SILENT_WORDS = """
a an the of to in on at is are am be was it its and or if for with by from as that this these those
there so do does how what when where who which can may i me my you your we our they them their he
him his she her
"""
SILENT = frozenset(SILENT_WORDS.split())


@dataclass
class DictionaryForm:
    """What the dictionary says of a form.

    `lemmas`: what it may be a form of, with shares of 1 or less, the likeliest first; none for «и», «не».
    `likely`: the lemma of each likely reading with its forms, spelt with «ё»; None until they are asked for.
    """

    lemmas: dict[str, float]
    likely: list[tuple[str, list[str] | None]]


class Dictionary:
    """The dictionary with a memory: of what was asked once it is told at once.

    `told` may come from another process, see `memory`; `asked` is what was asked of this one.
    """

    def __init__(
        self, told: dict[str, DictionaryForm] | None = None, stems: dict[str, str] | None = None
    ) -> None:
        self.told, self.stems = told or {}, stems or {}
        self.asked: dict[str, DictionaryForm] = {}

    def lemmas(self, form: str) -> dict[str, float]:
        return self._told(form).lemmas

    def inflections(self, form: str, besides: Collection[str]) -> Iterator[tuple[str, str]]:
        """(form spelt with «ё», lemma): the other forms of the words that a form is likely to be of, but for
        the lemmas `besides`.
        """
        likely = self._told(form).likely
        for n, (lemma, forms) in enumerate(likely):
            if lemma not in besides:
                if forms is None:
                    forms = _forms(form, n)
                    likely[n] = lemma, forms
                yield from ((other, lemma) for other in forms)

    def stem(self, lemma: str) -> str:
        if lemma not in self.stems:
            self.stems[lemma] = stem(lemma)
        return self.stems[lemma]

    def _told(self, form: str) -> DictionaryForm:
        told = self.told.get(form)
        if told is None:
            told = self.told[form] = _look_up(form)
        self.asked[form] = told
        return told


@cache
def _analyser() -> "pymorphy3.MorphAnalyzer":
    import pymorphy3  # here, as whoever remembers all words does without

    return pymorphy3.MorphAnalyzer(lang="ru")


@cache
def _parses(form: str) -> "list[pymorphy3.analyzer.Parse]":
    """All readings of a form, the likeliest first; what is asked of a form needs them more than once."""
    return list(_analyser().parse(form))


def _look_up(form: str) -> DictionaryForm:
    if not is_russian(form):
        return DictionaryForm({} if form in SILENT else {stem(form): 1.0}, [])
    parses = _parses(form)
    first = normalise(parses[0].normal_form)
    if SERVICE & parses[0].tag.grammemes and first not in TELLING:
        return DictionaryForm({}, [])
    shares = {first: 1.0}
    for parse in parses:
        share = 1.0 if parse.score >= LIKELY else UNLIKELY_SHARE
        lemma = normalise(parse.normal_form)
        shares[lemma] = max(share, shares.get(lemma, 0.0))
    return DictionaryForm(shares, [(normalise(parse.normal_form), None) for parse in _likely(form)])


def _likely(form: str) -> "list[pymorphy3.analyzer.Parse]":
    parses = _parses(form)
    return [parse for parse in parses if parse.score >= LIKELY or parse == parses[0]]


def _forms(form: str, n: int) -> list[str]:
    """The forms of the n-th likely reading of a form."""
    return [other.word for other in _likely(form)[n].lexeme if other.tag.POS not in DERIVED]
