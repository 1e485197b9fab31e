"""The four-letter codes of the official application, so that a table which began with it can go on here.

Source: facts of two published decoders. A code of the first generation ends in A to E (DEMO is one, too); the
second mixes the letters better. Either gives seven digits that pick, without putting back, which formula each
ingredient gets.
"""

import re
from collections.abc import Sequence

from web.refusal import Refusal

CODE = re.compile(r"[A-Za-z]{4}", re.ASCII)
WITH_GOLEM = re.compile(r"[A-Za-z]{5}", re.ASCII)  # of the application with the expansion «The King's Golem»
FIRST_GENERATION = "ABCDE"
DEMO = "DEMO"
# In which order the digits place formulas, and from which list they pick; ids as everywhere.
PLACED = ("fern", "claw", "mushroom", "flower", "mandrake", "scorpion", "toad", "feather")
PICKED = ("a5", "a3", "a1", "a4", "a2", "a0", "a7", "a6")
OFFSETS = (7, 13, 19, 29, 37, 43, 53, 61)
STRIDE = 613
HALF = 13  # letters lose their parity, which is kept apart
SPAN = 21 * HALF**3


class BadCode(ValueError):
    """A text that is no code; `refusal` says so."""

    def __init__(self, text: str):
        params = {"text": text[:20]}
        self.refusal = Refusal("lab_official", "lab.official", params)
        if is_with_golem(text):
            self.refusal = Refusal("lab_official_golem", "lab.official", params)
        super().__init__(text)


def is_with_golem(text: str) -> bool:
    """Whether it has the form of a code that the application gives with the Golem on the table."""
    return WITH_GOLEM.fullmatch(text.strip()) is not None


def official(text: str) -> dict[str, str]:
    """The world that an official code means, as ingredient -> alchemical. Raises BadCode."""
    if not CODE.fullmatch(text.strip()):
        raise BadCode(text)
    code = text.strip().upper()
    letters = [ord(letter) - ord("A") for letter in code]
    old = code == DEMO or code[-1] in FIRST_GENERATION
    return _world(_first_digits(letters) if old else _second_digits(letters))


def _world(digits: Sequence[int]) -> dict[str, str]:
    left = list(PICKED)
    return {ingredient: left.pop(digit) for ingredient, digit in zip(PLACED, [*digits, 0], strict=True)}


def _first_digits(c: Sequence[int]) -> list[int]:
    return [c[0] % 8, c[1] % 7, c[2] % 6, c[3] % 5, c[2] // 6 % 4, c[1] // 7 % 3, c[0] // 8 % 2]


def _second_digits(c: Sequence[int]) -> list[int]:
    parities = [letter % 2 for letter in c[:3]]
    offset = OFFSETS[parities[0] + 2 * parities[1] + 4 * parities[2]]
    u = ((c[3] - len(FIRST_GENERATION)) * HALF + c[2] // 2) * HALF + c[1] // 2
    u = (u * HALF + c[0] // 2 - STRIDE * offset) % SPAN
    digits = [0]
    for i in range(6):
        if parities[i % 3] == i // 3:
            digits[0] += (u % 2) * 2 ** (i % 3)
            u //= 2
        digits.append(u % (7 - i))
        u //= 7 - i
    return digits
