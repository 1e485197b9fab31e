"""A colour for each person at a table, from the name: the same on every sheet of the same people, whatever
they play and whoever sits where. `static/js/people-colours.js` counts alike.
"""

from collections.abc import Sequence

from rulebook.printing.cards.paint import Inks

# Tokens of the look (`static/css/tokens.css`), without two that look like others. `person-<n>` counts from 1.
COLOURS = tuple(name for name in Inks._fields if name not in ("plum", "umber"))


def colours(names: Sequence[str]) -> list[int]:
    """The place in COLOURS for each name, by seat.

    Each has the colour of the own name; of those with the same one the first by hash keeps it, and the others
    get the next that nobody has, after all that are nobody else's are given: so newcomers change little.
    """
    hashes = [_hash(name) for name in names]
    order = sorted(range(len(names)), key=lambda seat: hashes[seat])
    found: dict[int, int] = {}
    for seat in order:
        wanted = hashes[seat] % len(COLOURS)
        if wanted not in found.values():
            found[seat] = wanted
    for seat in order:
        if seat not in found:
            wanted = hashes[seat] % len(COLOURS)
            nexts = [(wanted + step) % len(COLOURS) for step in range(len(COLOURS))]
            found[seat] = next((each for each in nexts if each not in found.values()), wanted)
    return [found[seat] for seat in range(len(names))]


def _hash(name: str) -> int:
    """FNV-1a of the name in small letters, 32 bits."""
    found = 2166136261
    for byte in name.lower().encode(errors="replace"):
        found = (found ^ byte) * 16777619 & 0xFFFFFFFF
    return found
