"""How often the search finds the right answer: questions of players in two halves, `questions/` of each game
and of each box.

`seen` may be read by whoever mends the search. `unseen` was written from the rules alone before the search
was, and only its figures are looked at: what is tuned to a question says nothing of the next one.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli

from rulebook import finder
from rulebook.content.entries import LANGUAGES
from rulebook.search.finding import Found, SearchHit, find

HALVES = ("seen", "unseen")
LOOKED_AT = 20  # rows: an answer further down is nowhere
CONFIDENCE = 1.96  # of 95 %


@dataclass(frozen=True)
class SearchQuestion:
    """What somebody needs to know. `answers`: all entries that a player would accept, «clause:sight.edge».

    `boxes` are those without which it isn't asked; `game` is empty where any game may answer.
    """

    id: str
    game: str
    answers: frozenset[str]
    phrasings: Mapping[str, tuple[str, ...]]
    boxes: tuple[str, ...] = ()

    def is_answered_by(self, hit: SearchHit) -> bool:
        """A clarification may be called by its number, «ruling:12»."""
        names = {f"{hit.kind}:{hit.key}", f"{hit.kind}:{hit.number}"}
        return self.game in ("", hit.game) and not names.isdisjoint(self.answers)


@dataclass(frozen=True)
class PhrasingResult:
    """One phrasing with the place of the first right answer, from 0; None: nowhere. `misled`: whether what
    stood as the answer is none; None where only places were looked at.
    """

    half: str
    game: str
    lang: str
    phrasing: str
    place: int | None
    boxes: tuple[str, ...] = ()
    misled: bool | None = None


@dataclass(frozen=True)
class Proportion:
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


# --- Questions ----------------------------------------------------------------------------------------------


def questions(half: str) -> Iterator[SearchQuestion]:
    """Those of a half: of each game, then of its boxes."""
    for room in finder.rooms("rulebook").values():
        yield from read(_file(room.path, half), room.game)
        for box in finder.boxes("rulebook", room.game).values():
            yield from read(_file(box.path, half), room.game, (box.box,))


def _file(home: Path, half: str) -> Path:
    return home / "questions" / f"{half}.toml"


def read(path: Path, game: str = "", boxes: tuple[str, ...] = ()) -> Iterator[SearchQuestion]:
    """The questions of a file; one that doesn't say its game and boxes is of those given."""
    rows = tomli.loads(path.read_text(encoding="utf-8"))["question"] if path.exists() else []
    for n, row in enumerate(rows, start=1):
        yield _question(**{"id": f"{path.stem}-{n}", "game": game, "boxes": boxes, **row})


def _question(
    *,
    id: str,
    game: str,
    boxes: Iterable[str],
    answers: Iterable[str],
    lang: str = "",
    ask: str = "",
    **said: Any,
) -> SearchQuestion:
    """With several phrasings in each language, or one, `ask`, in the language that the row names."""
    phrasings = {lang: (ask,)} if ask else {each: tuple(said.get(each, ())) for each in LANGUAGES}
    return SearchQuestion(id, game, frozenset(answers), phrasings, tuple(boxes))


# --- Measuring ----------------------------------------------------------------------------------------------


def ask(
    path: Path, half: str, asked: Iterable[SearchQuestion], inside: bool = True
) -> Iterator[PhrasingResult]:
    """Places among the hits alone, asked within the game or, as on the home page, among all games."""
    for question, lang, phrasing in _phrased(asked):
        found = _find(path, question, lang, phrasing, inside, question.boxes)
        yield PhrasingResult(
            half, question.game, lang, phrasing, _place(question, found.hits), question.boxes
        )


def ask_page(
    path: Path,
    half: str,
    asked: Iterable[SearchQuestion],
    inside: bool,
    boxes: Mapping[str, Iterable[str]] | None,
) -> Iterator[PhrasingResult]:
    """The same as a reader sees the page: the answer on top, then every row in its place.

    `boxes` on the table by game; without them those of each question.
    """
    for question, lang, phrasing in _phrased(asked):
        on_table = question.boxes if boxes is None else boxes.get(question.game, ())
        found = _find(path, question, lang, phrasing, inside, on_table)
        shown = found.page[:LOOKED_AT]
        misled = found.answer and not question.is_answered_by(shown[0])
        place = _place(question, shown)
        yield PhrasingResult(half, question.game, lang, phrasing, place, question.boxes, misled)


def _phrased(asked: Iterable[SearchQuestion]) -> Iterator[tuple[SearchQuestion, str, str]]:
    for question in asked:
        for lang, phrasings in question.phrasings.items():
            yield from ((question, lang, phrasing) for phrasing in phrasings)


def _find(
    path: Path, question: SearchQuestion, lang: str, phrasing: str, inside: bool, boxes: Iterable[str]
) -> Found:
    game = question.game if inside else ""
    return find(path, phrasing, lang, game, LOOKED_AT, {question.game: tuple(boxes)})


def _place(question: SearchQuestion, hits: Iterable[SearchHit]) -> int | None:
    return next((place for place, hit in enumerate(hits) if question.is_answered_by(hit)), None)


def shares(asked: Iterable[PhrasingResult]) -> dict[str, Proportion]:
    """How many found the answer first, among three, nowhere, and saw as the answer what is none."""
    every = list(asked)
    places = [one.place for one in every]
    counts = {
        "first": sum(place == 0 for place in places),
        "three": sum(place is not None and place < 3 for place in places),
        "nowhere": places.count(None),
    }
    if any(one.misled is not None for one in every):
        counts["misled"] = sum(bool(one.misled) for one in every)
    return {name: Proportion(n, len(places)) for name, n in counts.items()}
