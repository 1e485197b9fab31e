"""Codes to write down: ours open a laboratory again, the application's four letters name a world. Pure.

A code of ours is random. Nothing of the world is in it, so nobody can work the world out from it.
"""

import secrets

CODE_LENGTH = 6
OFFICIAL_LENGTH = 4
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that looks like another on paper
TYPED_LIMIT = 40
# A phone with a Russian keyboard: letters that look the same stand for each other.
LOOKALIKES = str.maketrans("АВЕКМНОРСТУХ", "ABEKMHOPCTYX")


def new_code() -> str:
    """30**6 codes: who tries a million of them still finds none of a thousand tables."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def shown(code: str) -> str:
    """«7KM-2XQ»."""
    return f"{code[:3]}-{code[3:]}"


def typed(text: str) -> str:
    """What somebody meant to type: capitals without dashes and spaces."""
    letters = (letter for letter in text[:TYPED_LIMIT].upper() if letter.isalnum())
    return "".join(letters).translate(LOOKALIKES)


def is_ours(code: str) -> bool:
    return len(code) == CODE_LENGTH and all(letter in LETTERS for letter in code)


def is_official(code: str) -> bool:
    """Whether it has the form of a code of the application."""
    return len(code) == OFFICIAL_LENGTH and code.isascii() and code.isalpha()
