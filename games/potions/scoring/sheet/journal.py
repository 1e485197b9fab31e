"""The journal: a log of plays, and what it adds up to."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.sheets.core import Remark
from scoring.sheets.lines import PlayerScore, ScoreLine
from scoring.sheets.log import Log

LOG = Log("play", most=400)


class PlayTally(NamedTuple):
    """A play of the log: `number` counts those that stand from 1, `play` is the calculator's.

    `gains` are (seat, points), the player's own first, `lines` their explanation as (seat, line).
    """

    number: int
    cell: str
    entry: int
    text: str
    play: Any
    gains: tuple[tuple[int, int], ...]
    lines: tuple[tuple[int, ScoreLine], ...]


@dataclass(frozen=True)
class JournalTally:
    """The whole sheet, see `core.Tally`. `over` says that the game has ended: the sheet was closed, or a box
    knows a play that ends it, by the clause `ended_by`. `table` is what the log was written at.
    """

    plays: tuple[PlayTally, ...]
    scores: tuple[PlayerScore, ...]
    leaders: tuple[int, ...]
    verdict: Remark | None
    warnings: list[Remark]
    finished: bool
    over: bool
    ended_by: str
    table: Any

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(score.points for score in self.scores)

    @property
    def winners(self) -> tuple[int, ...]:
        return self.leaders if self.over else ()

    @property
    def shown_scores(self) -> list[PlayerScore]:
        return list(self.scores)


class PlayableCard(NamedTuple):
    """A card that a player may be said to have played: `what` is the kind of play it begins with.

    `points` for its player, `half` for each owner, at most `owners` of them; `copies` in the box. A
    card with several elements gives up to `elements` points when it is played as one. `exact`: it takes as
    many owners as it may; `own`: the player may be one of them.
    """

    card: str
    kind: str
    what: str
    points: int
    half: int
    owners: int
    copies: int
    elements: int
    exact: bool = False
    own: bool = False
