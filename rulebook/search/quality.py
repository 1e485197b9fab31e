"""How often the search finds the right answer: questions of players in two halves, `questions/` of each game.

`seen` may be read by whoever mends the search. `unseen` was written from the rules alone before the search
was, and only its figures are looked at: what is tuned to a question says nothing of the next one.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import tomli

from rulebook import finder
from rulebook.content.entries import LANGUAGES
from rulebook.search.finding import find

HALVES = ("seen", "unseen")
LOOKED_AT = 20  # hits: an answer further down is nowhere
CONFIDENCE = 1.96  # of 95 %


@dataclass(frozen=True)
class Question:
    """What somebody needs to know. `answers`: all entries that a player would accept, «clause:sight.edge»."""

    id: str
    game: str
    answers: frozenset[str]
    phrasings: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Asked:
    """One phrasing with the place of the first right answer among the hits, from 0; None: nowhere."""

    half: str
    game: str
    lang: str
    phrasing: str
    place: int | None


@dataclass(frozen=True)
class Share:
    """`n` of `total`."""

    n: int
    total: int

    @property
    def percent(self) -> float:
        return 100 * self.n / self.total

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %, in percent."""
        p, z = self.n / self.total, CONFIDENCE
        middle = p + z * z / (2 * self.total)
        spread = z * math.sqrt(p * (1 - p) / self.total + (z / (2 * self.total)) ** 2)
        whole = 1 + z * z / self.total
        return max(0.0, 100 * (middle - spread) / whole), min(100.0, 100 * (middle + spread) / whole)


def _question(
    id: str, answers: Sequence[str], game: str, phrasings: Mapping[str, tuple[str, ...]]
) -> Question:
    """A row of a file of questions."""
    return Question(id, game, frozenset(answers), phrasings)


def questions(half: str) -> Iterator[Question]:
    for room in finder.rooms("rulebook").values():
        path = room.path / "questions" / f"{half}.toml"
        rows = tomli.loads(path.read_text(encoding="utf-8"))["question"] if path.exists() else []
        for row in rows:
            phrasings = {lang: tuple(row.pop(lang)) for lang in LANGUAGES}
            yield _question(game=room.game, phrasings=phrasings, **row)


def ask(path: Path, half: str, inside: bool = True) -> Iterator[Asked]:
    """All questions of a half, asked within their game or, as on the home page, among all games."""
    for question in questions(half):
        for lang, phrasings in question.phrasings.items():
            for phrasing in phrasings:
                found = find(path, phrasing, lang, question.game if inside else "", LOOKED_AT)
                places = (
                    place
                    for place, hit in enumerate(found.hits)
                    if hit.game == question.game and f"{hit.kind}:{hit.key}" in question.answers
                )
                yield Asked(half, question.game, lang, phrasing, next(places, None))


def shares(asked: Iterable[Asked]) -> dict[str, Share]:
    """How many found the answer first, among three, nowhere."""
    places = [one.place for one in asked]
    counts = {
        "first": sum(place == 0 for place in places),
        "three": sum(place is not None and place < 3 for place in places),
        "nowhere": places.count(None),
    }
    return {name: Share(n, len(places)) for name, n in counts.items()}
