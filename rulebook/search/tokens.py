"""How text becomes words for searching: the index and the query must agree, so both come here. Pure."""

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache

# «3.4» is one word; everything else is split at whatever is neither a letter nor a digit. The «s» of
# “rival’s” is no word: it marked every «’s» of every text.
WORD = re.compile(r"\d+(?:\.\d+)+|(?!(?<=[^\W_]['\u2019])[sS]\b)[^\W_]+")
# Accents that mark the stress («котёл» written «коте́л»), soft hyphens and joiners never make another word.
DROPPED = re.compile("[\u0300\u0301\u00ad\u200b\u200c\u200d\ufeff\0]")
RUSSIAN_KEYS = "ёйцукенгшщзхъфывапролджэячсмитьбю" + "ёхъжэбю"
LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,." + '~{}:"<>'
SWAPPED_KEYS = str.maketrans(RUSSIAN_KEYS[:33] + LATIN_KEYS, LATIN_KEYS[:33] + RUSSIAN_KEYS)
IRREGULAR_FORMS = """
took:take taken:take dealt:deal laid:lay went:go gone:go won:win kept:keep left:leave held:hold
lost:lose made:make chose:choose chosen:choose began:begin begun:begin gave:give given:give
drew:draw drawn:draw threw:throw thrown:throw fewer:few fewest:few more:many most:many
children:child tying:tie
"""
ENGLISH_IRREGULAR = dict(pair.split(":") for pair in IRREGULAR_FORMS.split())


def normalise(text: str) -> str:
    """One spelling for what a reader takes for one word: case, ё, stress marks and invisible characters."""
    folded = unicodedata.normalize("NFC", DROPPED.sub("", text)).casefold()
    return DROPPED.sub("", folded).replace("ё", "е")


def words(text: str) -> list[str]:
    return WORD.findall(normalise(text))


def spans(text: str) -> Iterator[tuple[int, int, str]]:
    """The words of a text with their places in it, for highlighting. The text must be in the NFC form."""
    for match in WORD.finditer(text):
        yield match.start(), match.end(), _normalise_word(match[0])


# The same words come again and again; a longer memory would only take room in web workers.
_normalise_word = lru_cache(4096)(normalise)


def swapped_layout(text: str) -> str:
    """The same keys pressed under the other keyboard layout: «rjntk» is «котел», «кгдуы» is «rules»."""
    return unicodedata.normalize("NFC", text).casefold().translate(SWAPPED_KEYS)


def is_russian(word: str) -> bool:
    return any("а" <= letter <= "я" for letter in word)


class _Stemmers(threading.local):
    """A stemmer keeps the word that it works on, so each thread has its own."""

    def __init__(self) -> None:
        from snowballstemmer import stemmer  # thirty languages, which most processes need none of

        self.russian, self.english = stemmer("russian"), stemmer("english")


@cache
def _stemmers() -> _Stemmers:
    return _Stemmers()


def stem(word: str) -> str:
    """What forms of a word and words made from it have in common: «ход» and «ходить» are «ход»."""
    if is_russian(word):
        return str(_stemmers().russian.stemWord(word))
    return str(_stemmers().english.stemWord(ENGLISH_IRREGULAR.get(word, word)))


def distance(a: str, b: str, limit: int) -> int:
    """Letters added, dropped, changed or swapped between two words; limit + 1 if there are more."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    previous: list[int] = []
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, start=1):
        before, previous, row = previous, row, [i]
        for j, right in enumerate(b, start=1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and a[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]
