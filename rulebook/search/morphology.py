"""Russian word forms from the dictionary, English ones from a stemmer. Only while the index is built.

Only this module needs pymorphy, so web workers never import it.
"""

from collections.abc import Collection, Iterator
from functools import cache

import pymorphy3

from rulebook.search.tokens import is_russian, normalise, stem

LIKELY = 0.2  # a reading of a form less probable than this counts half, and doesn't bring its other forms
UNLIKELY_SHARE = 0.5
# Marks of pymorphy for «в», «и», «не», «он», «который».
SERVICE = {"PREP", "CONJ", "PRCL", "INTJ", "NPRO", "Apro"}
# Participles and gerunds: most forms of a verb. Those that nobody wrote are found by their stem.
DERIVED = {"PRTF", "PRTS", "GRND"}
TELLING = frozenset(("себя", "сам"))  # pronouns that a question may turn on
SILENT_WORDS = """
a an the of to in on at is are am be was it its and or if for with by from as that this these those
there so do does how what when where who which can may i me my you your we our they them their he
him his she her
"""
SILENT = frozenset(SILENT_WORDS.split())


@cache
def _analyser() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer(lang="ru")


@cache
def _parses(form: str) -> list[pymorphy3.analyzer.Parse]:
    """All readings of a form, the likeliest first; what is asked of a form needs them more than once."""
    return list(_analyser().parse(form))


def lemmas(form: str) -> dict[str, float]:
    """What a form may be a form of, with shares of 1 or less, the likeliest first; nothing for «и», «не»."""
    if not is_russian(form):
        return {} if form in SILENT else {stem(form): 1.0}
    parses = _parses(form)
    first = normalise(parses[0].normal_form)
    if SERVICE & parses[0].tag.grammemes and first not in TELLING:
        return {}
    shares = {first: 1.0}
    for parse in parses:
        share = 1.0 if parse.score >= LIKELY else UNLIKELY_SHARE
        lemma = normalise(parse.normal_form)
        shares[lemma] = max(share, shares.get(lemma, 0.0))
    return shares


def inflections(form: str, told: Collection[str]) -> Iterator[tuple[str, str]]:
    """(form spelt with «ё», lemma): the other forms of the words that a Russian form is likely to be of.

    Lemmas that were `told` when another form was looked up are left out.
    """
    if not is_russian(form):
        return
    parses = _parses(form)
    for parse in parses:
        if parse.score >= LIKELY or parse == parses[0]:
            lemma = normalise(parse.normal_form)
            if lemma in told:
                continue
            yield from ((other.word, lemma) for other in parse.lexeme if other.tag.POS not in DERIVED)
