"""A deal that nobody chooses: the server commits itself to a number, every seat adds a share, the mix deals.

The commitment is shown before the first share comes, and the shares of seats without a phone follow from the
number, so the server has nothing left to choose; the other shares come from phones, so the number alone
decides nothing. After the end all of it is open, and anybody can do the sums again: they are SHA-256 of plain
text. One person is not bound by it: a player who runs the server and sends their own share last.
"""

import hashlib
import re
from collections.abc import Sequence

# Where the cards of a match come from: mixed of what every seat added, a number that was typed, or what stood
# already (a position, a branch, a record); of old matches nobody knows.
MIXED, TYPED, GIVEN, UNKNOWN = "mixed", "typed", "given", ""
# Whose a share is: a phone drew it, or it follows from the server's number, for a person or for a bot.
PHONE, SERVER, BOT = "phone", "server", "bot"
SHARE = re.compile(r"[0-9a-f]{32}")  # 128 bits


def commitment(seed: int, salt: str) -> str:
    """What the server shows at the start; the salt keeps the number from being guessed by trying."""
    return _hash(str(seed), salt)


def bound_share(seed: int, salt: str, place: int) -> str:
    """The share of a seat for which no phone draws one."""
    return _hash(str(seed), salt, str(place))[:32]


def mixed(seed: int, salt: str, shares: Sequence[str]) -> int:
    """The seed of the deal: 63 bits of all that was put together, in the order of the seats."""
    return int(_hash(str(seed), salt, *shares)[:16], 16) >> 1


def _hash(*parts: str) -> str:
    return hashlib.sha256(":".join(parts).encode()).hexdigest()
