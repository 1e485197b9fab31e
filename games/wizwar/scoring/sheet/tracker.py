"""The tracker: lives and turns while a game is played, from a log of all that happens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.wizwar.scoring.points import TEAM_WIN, is_truce
from scoring.sheets.core import Remark
from scoring.sheets.lines import PlayerScore, ScoreLine
from scoring.sheets.log import Log

LOG = Log("log", most=800)
TEAMS = "teams"  # the cell that says whether they play in teams
CARDS = "cards"  # the cell that says which cards of its own a table plays with, see `own_cards`
ON_FLOOR, CARRIED, AT_HOME = "floor", "with", "home"  # where a chest may be


class Chest(NamedTuple):
    """Where a treasure is: on the floor of the maze, carried by `seat`, or at rest on the home of `seat`."""

    where: str = ON_FLOOR
    seat: int = -1

    @property
    def rests(self) -> int | None:
        """The seat on whose home it rests."""
        return self.seat if self.where == AT_HOME else None


class Snapshot(NamedTuple):
    """A game that was played elsewhere as it stands: lives, why players are out, treasures, the turn.

    `draw` names those who share a draw, which lives and treasures alone don't tell; `in_teams`: they play so;
    `boxes` and `cards` (see `own_cards`) are what they play with.
    """

    lives: Sequence[int]
    outs: Sequence[str]
    chests: Sequence[Chest]
    round: int = 1
    seat: int = 0
    draw: Sequence[int] = ()
    in_teams: bool = False
    boxes: Sequence[str] = ()
    cards: str = ""


class EventRemark(NamedTuple):
    """A sentence of a catalogue (`mark`, `event`) to be said of an event."""

    kind: str
    remark: Remark


class EventTally(NamedTuple):
    """An event of the log: `number` counts those that stand from 1, `what` is the first word of its text.

    `head` tells it, `notes` tell what followed from it, `changes` are (seat, lives gained or lost); it
    happened in `round`.
    """

    number: int
    cell: str
    entry: int
    text: str
    what: str
    head: EventRemark
    notes: tuple[EventRemark, ...]
    changes: tuple[tuple[int, int], ...]
    round: int


class LastingSpell(NamedTuple):
    """A spell that lasts: `left` turns of `caster`, 0 for one without an end; `subject` is under it."""

    card: str
    left: int
    caster: int
    subject: int


class Monster(NamedTuple):
    """A monster on the board: its creator, its card, and `nth` of those that the same wizard has created with
    it; `life` of `most`. Its lines explain the life, `sources` are the numbers of their events.
    """

    seat: int
    card: str
    nth: int
    life: int
    most: int
    lines: tuple[ScoreLine, ...]
    sources: tuple[int, ...]


class Turn(NamedTuple):
    """Whose turn it is; `number` counts turns from 1, `first` is the seat that began."""

    number: int
    round: int
    seat: int
    first: int

    @property
    def began(self) -> bool:
        return self.number > 1

    @property
    def truce(self) -> bool:
        """Nobody may attack yet (fight.first_round)."""
        return is_truce(self.round)


@dataclass(frozen=True)
class TrackerTally:
    """The whole sheet, see `core.Tally`; totals are lives. `outs` says why players are out, "" of others.

    `sources` has for each line of the scores the number of the event that it comes from, 0 for the beginning.
    `following` is whose turn comes next; `die` the last roll, 0 before the first. `monsters` are those on the
    board; `teams` are those of `points.teams_of`, empty where everybody plays for himself.
    """

    events: tuple[EventTally, ...]
    scores: tuple[PlayerScore, ...]
    sources: tuple[tuple[int, ...], ...]
    outs: tuple[str, ...]
    chests: tuple[Chest, ...]
    turn: Turn
    following: int
    lost: tuple[int, ...]
    effects: tuple[LastingSpell, ...]
    die: int
    winners: tuple[int, ...]
    verdict: Remark | None
    warnings: list[Remark]
    finished: bool
    monsters: tuple[Monster, ...] = ()
    boxes: tuple[str, ...] = ()
    teams: tuple[int, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(score.points for score in self.scores)

    @property
    def team_won(self) -> bool:
        """The winners are a team, and share no draw."""
        return bool(self.teams) and self.verdict is not None and self.verdict.clause == TEAM_WIN

    @property
    def leaders(self) -> tuple[int, ...]:
        return self.winners

    @property
    def shown_scores(self) -> list[PlayerScore]:
        return list(self.scores)


def snapshot(
    lives: Sequence[int],
    outs: Sequence[str],
    chests: Sequence[int],
    homes: Mapping[int, int],
    turn: tuple[int, int],
    draw: Sequence[int] = (),
    in_teams: bool = False,
    boxes: Sequence[str] = (),
    cards: str = "",
) -> Snapshot:
    """What an engine knows, for `SheetRules.entries_of`.

    `chests` has for each treasure the square where it lies, or -1 - seat of who carries it; `homes` the seat
    whose home a square is; `turn` round and seat.
    """
    placed = [
        Chest(CARRIED, -1 - at) if at < 0 else Chest(AT_HOME, homes[at]) if at in homes else Chest()
        for at in chests
    ]
    return Snapshot(tuple(lives), tuple(outs), tuple(placed), *turn, tuple(draw), in_teams, boxes, cards)
