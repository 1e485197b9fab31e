"""What our print fonts can draw of a text that people wrote: for pictures and PDFs alike. Pure."""

import re
import unicodedata
from collections.abc import Sequence

from rulebook.printing.cards.paint import OUTLINED
from rulebook.printing.emoji import EMOJI
from rulebook.wording.sentences import seat_name
from web import names as rule_of_names

# What the families of letters have; tests hold this and the list of emoji against the fonts themselves.
LETTERS = re.compile(
    "[\\u0020-\\u007e\\u00a0-\\u0148\\u014a-\\u017e\\u0218-\\u021b\\u0400-\\u045f\\u0490\\u0491"
    "\\u2010\\u2011\\u2013\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2020\\u2022\\u2026\\u202f\\u2116\\u2212]"
)
# What makes one emoji of several: selectors, tones, tags, and each further one behind a joiner.
JOINED = re.compile(f"(?<=[{EMOJI}])(?:[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]|\u200d.)+")


def drawable(words: str) -> str:
    """The words that our fonts have letters for, without signs that they lack; empty if nothing is left."""
    return " ".join(" ".join(map(_word, unicodedata.normalize("NFC", words).split())).split())


def names_drawn(names: Sequence[str], lang: str) -> list[str]:
    """Names for paper and pictures: none is empty, who can't be written is called by the seat."""
    return [_called(name) or seat_name(seat, (), lang) for seat, name in enumerate(names)]


def _called(name: str) -> str:
    """What somebody may be called by: not by the number or the bracket that is left of a name."""
    drawn = drawable(name)
    telling = any(letter.isalpha() or OUTLINED.match(letter) for letter in drawn)
    return drawn if telling or drawn == " ".join(name.split()) else ""


def letter_by_letter(words: str) -> str:
    """Words for drawings inside a PDF, which are set so: of joined emoji the first stands for all."""
    return JOINED.sub("", words)


def _word(word: str) -> str:
    """A word as it is drawn; nothing of one that would lose a letter and be another."""
    signs = rule_of_names.signs(word)
    drawn = [_sign(sign) for sign in signs]
    lost = any(sign[0].isalpha() and not said for sign, said in zip(signs, drawn, strict=True))
    return "" if lost else "".join(said or " " for said in drawn)


def _sign(sign: str) -> str:
    """As much of a sign as there is in one font: joined emoji whole, a letter without marks that it lacks."""
    plain = sign if LETTERS.match(sign) else unicodedata.normalize("NFD", sign)
    font = LETTERS if LETTERS.match(plain) else OUTLINED
    return "".join(filter(font.match, plain)) if font.match(plain) else ""
