"""The sheet: one number followed through the game, and everything else counted once, at its end.

Reputation is a log of events; the theory board, what everybody owns and the answers are cells to write over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.alchemists.scoring.points import Part, ReputationChange, counted, top_alchemists
from scoring.sheets.core import Remark
from scoring.sheets.lines import PlayerScore, ScoreLine
from scoring.sheets.log import Log

LOG = Log("rep", most=400)
FACE_DOWN = "?"  # a seal whose kind only its owner knows
# Final lines by what they are for, in the order of the rules.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "reputation": ("reputation",),
    "mirror": ("mirror",),
    "artifacts": ("artifact", "cabinet", "feather"),
    "grants": ("grant", "sheet_grant"),
    "gold": ("favours", "gold"),
    "seals": ("seal_right", "seal_wrong", "seal_hedged"),
    "idol": ("idol",),
}
OWN_GROUPS = tuple(GROUPS)[:5]  # those that don't wait for the answers


class Happening(NamedTuple):
    """An event on the reputation track as its text tells it; `conference` is the token behind it, if any."""

    seat: int
    parts: tuple[Part, ...]
    robe: bool = False
    authority: bool = False
    conference: str = ""


class EventTally(NamedTuple):
    """An event of the log and what it did: `number` counts those that stand from 1.

    `guessed` says that its amount rests on a number of ours which the table hasn't set.
    """

    number: int
    cell: str
    entry: int
    text: str
    happening: Happening
    change: ReputationChange
    guessed: bool

    @property
    def seat(self) -> int:
        return self.happening.seat

    @property
    def amount(self) -> int:
        return self.change.after - self.change.before


class SealTally(NamedTuple):
    """A seal on a book; `line` is what the great reveal brought it, None while it or the answer is hidden."""

    seat: int
    kind: str
    line: ScoreLine | None


class BookTally(NamedTuple):
    """A book of the theory board. `alchemical` and `truth` are empty where nothing is published or known.

    `conflicts` are the ingredients whose books share a conflict token with this one; `wrong` the colours in
    which theory and truth differ.
    """

    ingredient: str
    alchemical: str
    truth: str
    seals: tuple[SealTally, ...]
    conflicts: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def open(self) -> bool:
        """Something is published here, and nobody has seen whether it's right."""
        return bool(self.alchemical) and not self.truth


class Goods(NamedTuple):
    """What a player has; None is a number that nobody has written, which is not 0.

    `tracked` is the reputation that the log gives, `typed` the one written by hand, which wins.
    """

    seat: int
    tracked: int
    typed: int | None
    artifacts: tuple[str, ...]
    grants: tuple[str, ...]
    gold: int | None
    favours: int | None
    feather: int | None
    level: str

    @property
    def reputation(self) -> int:
        return self.tracked if self.typed is None else self.typed

    @property
    def counted(self) -> bool:
        """Somebody has counted this player's things."""
        return self.gold is not None


class ConferenceNumbers(NamedTuple):
    """Need, gain and losses of a conference, and whether they are our guess."""

    need: int
    gain: int
    losses: tuple[int, ...]
    guessed: bool


class GrantPoints(NamedTuple):
    n: int
    guessed: bool


@dataclass(frozen=True)
class RevealTally:
    """The whole sheet, see `core.Tally`.

    `tracks` are the lines behind everybody's reputation, `spread` what seals may still take and give.
    `conferences` is by token and level, `grants` by tile, `tiles` are their ingredients.
    """

    events: tuple[EventTally, ...]
    tracks: tuple[PlayerScore, ...]
    books: tuple[BookTally, ...]
    goods: tuple[Goods, ...]
    conferences: Mapping[str, Mapping[str, ConferenceNumbers]]
    grants: Mapping[str, GrantPoints]
    tiles: Mapping[str, tuple[str, ...]]
    scores: tuple[PlayerScore, ...]
    spread: tuple[tuple[int, int], ...]
    leaders: tuple[int, ...]
    verdict: Remark | None
    warnings: list[Remark]
    finished: bool

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(score.points for score in self.scores)

    @property
    def winners(self) -> tuple[int, ...]:
        return self.leaders if self.verdict else ()

    @property
    def revealed(self) -> bool:
        """Some answer is known."""
        return any(book.truth for book in self.books)

    @property
    def scoring(self) -> bool:
        """The game is over and is being counted."""
        return self.revealed or any(goods.counted for goods in self.goods)

    @property
    def settled(self) -> bool:
        """Nothing is missing that could change the result."""
        asked = [book for book in self.books if book.alchemical]
        return (
            self.revealed
            and all(goods.counted for goods in self.goods)
            and all(book.truth and all(seal.line for seal in book.seals) for book in asked)
        )

    @property
    def shown_scores(self) -> list[PlayerScore]:
        return list(self.scores if self.scoring else self.tracks)

    def counted_seals(self, seat: int) -> int:
        """A player's seals on books without a conflict token."""
        sealed = {book.ingredient: [seal.seat for seal in book.seals] for book in self.books}
        conflicts = [(book.ingredient, other) for book in self.books for other in book.conflicts]
        return len(counted(seat, sealed, conflicts))

    @property
    def tops(self) -> tuple[int, ...]:
        """The seats of the top alchemists now."""
        return top_alchemists([self.counted_seals(goods.seat) for goods in self.goods])
