"""How much each token says of each entry: BM25F over the fields of the entries. Pure.

What a word says of an entry is worked out once, while the index is built, so that a query only adds up. FTS5
ranks about as well by itself, but knows neither the rarity of a word within one game nor linked entries.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class FieldWeights:
    """`weight`: of a word in it; `length`: how much a word loses in a longer one, from 0 to 1."""

    weight: float
    length: float


FIELDS: Mapping[str, FieldWeights] = {
    "title": FieldWeights(3.0, 0.3),
    "also": FieldWeights(2.0, 0.2),
    "asks": FieldWeights(1.2, 0.9),
    "text": FieldWeights(1.0, 0.5),
    "sayings": FieldWeights(0.3, 0.5),
}
SATURATION = 2.5  # the higher, the more it says that a word comes again
WORDINESS = 0.6  # how much an entry loses that has many words
LINKED = 0.3  # so much of what a token says of an entry it says of the nearest linked one too
KINDS: Mapping[str, float] = {"term": 0.9, "card": 0.85, "chapter": 0.6, "game": 0.6}

Bag = Mapping[str, float]  # token → how often, where an unlikely reading of a word counts half


@dataclass(frozen=True)
class Worded:
    """An entry as its tokens: for each field and language the words of it."""

    id: int
    kind: str
    fields: Mapping[tuple[str, str], Sequence[Mapping[str, float]]]
    links: Mapping[int, float]


@dataclass(frozen=True)
class Postings:
    """`impacts`: token → entry → how much. They are weighed by how many `entries` there are, how many have a
    token, `having`, and by the `lengths` of fields: how many texts, how many words in all.
    """

    entries: int
    impacts: dict[str, dict[int, float]]
    having: Counter[str]
    lengths: Mapping[tuple[str, str], tuple[int, int]]


def rarity(entries: int, having: int) -> float:
    """How much it says to have a token that only some of the entries have."""
    return math.log(1 + (entries - having + 0.5) / (having + 0.5))


def weigh(entries: Sequence[Worded], beside: Postings | None = None) -> Postings:
    """The impacts of all tokens in one game, or of what boxes add to the game `beside`.

    What they add is weighed within the whole: figures of two boxes, or of a box and its game, stand in one
    list. The game never counts a box.
    """
    lengths = _lengths(entries, beside)
    means = {name: words / texts for name, (texts, words) in lengths.items()}
    saturated: dict[str, dict[int, float]] = defaultdict(dict)
    for entry in entries:
        for token, often in _frequencies(entry, means).items():
            saturated[token][entry.id] = often * (SATURATION + 1) / (often + SATURATION)
    having = Counter({token: len(found) for token, found in saturated.items()})
    total = len(entries)
    if beside:
        having.update(beside.having)
        total += beside.entries
    squares: dict[int, float] = defaultdict(float)
    for token, found in saturated.items():
        rare = rarity(total, having[token])
        for entry_id, impact in found.items():
            squares[entry_id] += (impact * rare) ** 2
    factors = {
        entry.id: KINDS.get(entry.kind, 1.0) * max(squares[entry.id], 1.0) ** (-WORDINESS / 2)
        for entry in entries
    }
    linked_from: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for entry in entries:
        for other, nearness in entry.links.items():
            linked_from[other].append((entry.id, LINKED * nearness))
    impacts = {
        token: _with_links({entry_id: found[entry_id] * factors[entry_id] for entry_id in found}, linked_from)
        for token, found in saturated.items()
    }
    return Postings(total, impacts, having, lengths)


def _lengths(entries: Iterable[Worded], beside: Postings | None) -> dict[tuple[str, str], tuple[int, int]]:
    lengths = dict(beside.lengths) if beside else {}
    for entry in entries:
        for name, words in entry.fields.items():
            if words:
                texts, total = lengths.get(name, (0, 0))
                lengths[name] = texts + 1, total + len(words)
    return lengths


def _frequencies(entry: Worded, means: Mapping[tuple[str, str], float]) -> Bag:
    """How often each token stands in an entry, fields and their lengths counted in."""
    often: dict[str, float] = defaultdict(float)
    for (name, lang), words in entry.fields.items():
        if not words:
            continue
        field, longer = FIELDS[name], len(words) / means[name, lang]
        each = field.weight / (1 - field.length + field.length * longer)
        for meaning in words:
            for token, share in meaning.items():
                often[token] += each * share
    return often


def _with_links(
    impacts: Mapping[int, float], linked_from: Mapping[int, Sequence[tuple[int, float]]]
) -> dict[int, float]:
    """Impacts with what the best linked entry adds."""
    added: dict[int, float] = {}
    for other, impact in impacts.items():
        for entry_id, nearness in linked_from.get(other, ()):
            more = nearness * impact
            if more > added.get(entry_id, 0.0):
                added[entry_id] = more
    return {**impacts, **{entry_id: impacts.get(entry_id, 0.0) + more for entry_id, more in added.items()}}
