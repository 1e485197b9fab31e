"""A deal that nobody chooses: the server commits itself to a number, every seat adds a share, the mix deals.

The commitment is shown before the first share comes, so the server can't choose its number by them; a seat's
share comes from its own phone, so the number alone decides nothing. After the end all of it is open, and
anybody can do the sums again: they are SHA-256 of plain text.
"""

import hashlib
import re
from collections.abc import Sequence

# Where the cards of a match come from: mixed of what every seat added, a number that was typed, or what stood
# already (a position, a branch, a record); of old matches nobody knows.
MIXED, TYPED, GIVEN, UNKNOWN = "mixed", "typed", "given", ""
PHONE, SERVER, BOT = "phone", "server", "bot"  # who drew a share
SHARE = re.compile(r"[0-9a-f]{32}")  # 128 bits


def commitment(seed: int, salt: str) -> str:
    """What the server shows at the start; the salt keeps the number from being guessed by trying."""
    return _hash(str(seed), salt)


def mixed(seed: int, salt: str, shares: Sequence[str]) -> int:
    """The seed of the deal: 63 bits of all that was put together, in the order of the seats."""
    return int(_hash(str(seed), salt, *shares)[:16], 16) >> 1


def _hash(*parts: str) -> str:
    return hashlib.sha256(":".join(parts).encode()).hexdigest()
