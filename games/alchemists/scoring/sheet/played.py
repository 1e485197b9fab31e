"""What was played elsewhere, at a laboratory or at the table, as entries of the sheet.

`{"theories": {"toad": "a1"}, "truth": {"toad": "a5", …}}` is all that a laboratory knows, the truth only
after the reveal. A game adds what it has of these, rows going by seat:

settings    {"C1.master": "2 1 2 1", "g2": "2"}: numbers of the table's own
tiles       {"g2": "toad claw fern"}: grants of the table's own
levels      ["apprentice", "master"]: whose conferences count
opening     [10, 13]: reputation before the first event
events      [Happening]: everything that moved a marker, in order
seals       {"toad": {0: "?", 2: "gold"}}: by ingredient and seat
spent, artifacts, grants        [["gold", "hedge_G"], []]
conflicts   [("fern", "toad")]
gold, favours, feather          [5, 0]: when the game is counted
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.alchemists.scoring.points import INGREDIENTS, START, Part
from games.alchemists.scoring.sheet.cells import LEVELS, OWNED, text_of
from games.alchemists.scoring.sheet.reveal import LOG, Happening
from scoring.sheets.core import TEXT_LIMIT, YES

Pair = tuple[str, str]
COUNTED = ("gold", "favours", "feather")  # numbers by seat


def entries(known: Mapping[str, Any]) -> Iterator[Pair]:
    """What is known as (cell, text), in an order in which a sheet takes it."""
    for name, text in known.get("settings", {}).items():
        yield f"set.{name}", text
    for name, text in known.get("tiles", {}).items():
        yield f"tile.{name}", text
    for seat, level in enumerate(known.get("levels", ())):
        if level != LEVELS[0]:
            yield f"level.{seat + 1}", level
    yield from _events(known)
    yield from _books(known)
    for seat, artifacts in enumerate(known.get("artifacts", ())):
        for kind, text in zip(OWNED, divided(artifacts), strict=False):
            yield f"{kind}.{seat + 1}", text
    for seat, grants in enumerate(known.get("grants", ())):
        if grants:
            yield f"grants.{seat + 1}", " ".join(grants)
    for kind in COUNTED:
        for seat, n in enumerate(known.get(kind, ())):
            yield f"{kind}.{seat + 1}", str(n)
    yield from _by_ingredient("truth", known.get("truth", {}))


def _events(known: Mapping[str, Any]) -> Iterator[Pair]:
    for seat, reputation in enumerate(known.get("opening", ())):
        if reputation != START:
            yield f"{LOG.prefix}.o{seat + 1}", text_of(_begins(seat, reputation - START))
    for n, event in enumerate(known.get("events", ()), start=1):
        yield LOG.poured_cell(n), text_of(event._replace(parts=joined(event.parts)))


def _begins(seat: int, n: int) -> Happening:
    """A game that began from a position: where the marker stood then. No zone reaches to `START`."""
    return Happening(seat, (Part("gain" if n > 0 else "loss", n),))


def joined(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Each cause once, with what it came to: seals of two books are lost for one cause."""
    sums: Counter[str] = Counter()
    for part in parts:
        sums[part.reason] += part.amount
    return tuple(Part(reason, n) for reason, n in sums.items())


def _books(known: Mapping[str, Any]) -> Iterator[Pair]:
    yield from _by_ingredient("theory", known.get("theories", {}))
    for ingredient, seals in known.get("seals", {}).items():
        for seat, kind in seals.items():
            yield f"seal.{ingredient}.{seat + 1}", kind
    for seat, kinds in enumerate(known.get("spent", ())):
        if kinds:
            yield f"spent.{seat + 1}", " ".join(kinds)
    for pair in known.get("conflicts", ()):
        yield ".".join(("conflict", *pair)), YES


def _by_ingredient(kind: str, texts: Mapping[str, str]) -> Iterator[Pair]:
    for ingredient in INGREDIENTS:
        if ingredient in texts:
            yield f"{kind}.{ingredient}", texts[ingredient]


def divided(words: Sequence[str]) -> list[str]:
    """Words in as few texts as hold them."""
    texts: list[str] = []
    for word in words:
        if texts and len(texts[-1]) + 1 + len(word) <= TEXT_LIMIT:
            texts[-1] += f" {word}"
        else:
            texts.append(word)
    return texts
