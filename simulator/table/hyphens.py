"""Where a long Russian word may be cut on a small card. Pure."""

import re

LONG_WORD = re.compile(r"\w{7,}")
# Where a Russian word may be cut: v a vowel, c a consonant, j one of «йьъ».
LETTERS = {"v": "[аеёиоуыэюя]", "c": "[бвгджзклмнпрстфхцчшщ]", "j": "[йьъ]"}
CUTS = [
    re.compile(
        "({})(?={})".format(*("".join(LETTERS[sign] for sign in part) for part in cut.split("-"))), re.I
    )
    for cut in ("j-cv", "j-cc", "vc-cv", "cv-cv", "vc-ccv", "vcc-ccv")
]


def hyphenated(name: str) -> str:
    """A name with soft hyphens between syllables of its long words: small cards are narrow."""
    return LONG_WORD.sub(lambda word: _cut(word[0]), name)


def _cut(word: str) -> str:
    for cut in CUTS:
        word = cut.sub("\\1\u00ad", word)
    return word
