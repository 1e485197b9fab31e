"""What our print fonts can draw of a text that people wrote: for pictures and PDFs alike. Pure."""

import re
import unicodedata
from collections.abc import Sequence

from rulebook.printing.emoji import EMOJI
from rulebook.wording.sentences import seat_name
from web import names as rule_of_names

# What the families of letters have; tests hold this and the list of emoji against the fonts themselves.
LETTERS = re.compile(
    "[\\u0020-\\u007e\\u00a0-\\u0148\\u014a-\\u017e\\u0218-\\u021b\\u0400-\\u045f\\u0490\\u0491"
    "\\u2010\\u2011\\u2013\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2020\\u2022\\u2026\\u202f\\u2116\\u2212]"
)
IN_EMOJI = re.compile(f"[{EMOJI}]")


def drawable(words: str) -> str:
    """The words without what our fonts have no letters for; empty if nothing is left."""
    signs = rule_of_names.signs(unicodedata.normalize("NFC", words))
    return " ".join("".join(map(_drawn, signs)).split())


def names_drawn(names: Sequence[str], lang: str) -> list[str]:
    """Names for paper and pictures: none is empty, who can't be written is called by the seat."""
    return [drawable(name) or seat_name(seat, (), lang) for seat, name in enumerate(names)]


def _drawn(sign: str) -> str:
    """As much of a sign as there is in one font: joined emoji whole, a letter without marks that it lacks."""
    font = LETTERS if LETTERS.match(sign) else IN_EMOJI
    return "".join(filter(font.match, sign)) if font.match(sign) else " "
