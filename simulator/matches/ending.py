"""The end of a match: who stands where, by how much it was won, how it came to that, what is worth telling.

Places follow from what the engine says. The course, the facts and the picture are those of the score sheet
that the match would fill, wherever that sheet counts the same.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext, ngettext

from scoring.boards.core import SheetPresenter
from scoring.boards.finish import Ending
from scoring.played import PlayedGame
from simulator.game import get as game_object
from simulator.matches import forms
from simulator.table.fan import hue_of

if TYPE_CHECKING:
    from simulator.matches.board import MatchPresenter

FACTS_SHOWN = 3  # the best of them: a sheet tells more


class EndedPerson(NamedTuple):
    """A player at a place; `own`: the reader. `sign` and `line` are those of the chart, if there is one."""

    name: str
    own: bool
    colour: str
    sign: str = ""
    line: str = ""


class EndedPlace(NamedTuple):
    """Players who stand alike; `rank` is 0 and `points` None where nothing is counted."""

    rank: int
    people: Sequence[EndedPerson]
    points: int | None
    won: bool


class ToldFault(NamedTuple):
    """What a bot says of its own fault, under its name."""

    name: str
    bot: forms.SeatKind
    words: str


class MatchEnding:
    """What the end of a match shows to one reader."""

    def __init__(self, board: "MatchPresenter") -> None:
        self.board = board
        self.result = board.replay.engine.result(board.state)
        self.counts = bool(board.totals)

    @cached_property
    def places(self) -> list[EndedPlace]:
        """The winners first; who stands alike shares a place."""
        scores, fewest = self.result.scores, self.board.replay.engine.fewer_is_better
        alike: dict[tuple[bool, int], list[int]] = {}
        for seat, points in enumerate(scores):
            standing = (points if fewest else -points) if self.counts else 0
            alike.setdefault((seat not in self.result.winners, standing), []).append(seat)
        found, before = [], 0
        for (lost, _), seats in sorted(alike.items()):
            rank = 0 if lost and not self.counts else before + 1
            people = [self._person(seat) for seat in seats]
            found.append(EndedPlace(rank, people, scores[seats[0]] if self.counts else None, not lost))
            before += len(seats)
        return found

    def _person(self, seat: int) -> EndedPerson:
        own = seat in self.board.access.own and len(self.board.access.own) < len(self.board.names)
        person = EndedPerson(self.board.names[seat], own, f"hue-{hue_of(seat)}")
        if self.told is None or self.told.course is None:
            return person
        sheet = self.told.board
        drawn = {each.place - 1: each.pattern for place in self.told.places for each in place.people}
        colour = f"person-{sheet.colours[seat] + 1}"
        return person._replace(colour=colour, sign=sheet.signs[seat], line=drawn.get(seat, ""))

    @property
    def mine(self) -> bool:
        """Whether the reader has won, alone at this device."""
        return len(self.board.access.own) == 1 and self.board.access.own[0] in self.result.winners

    @property
    def margin(self) -> str:
        """By how much it was won, where one stands ahead of others."""
        if not self.counts or len(self.places) < 2 or len(self.result.winners) > 1:
            return ""
        first, second = self.places[:2]
        n = abs(first.points - second.points)  # type: ignore[operator]
        if not n:
            return ""
        if self.board.replay.engine.fewer_is_better:
            said = ngettext(
                "На %(n)s очко меньше, чем у ближайшего соперника.",
                "На %(n)s очков меньше, чем у ближайшего соперника.",
                n,
            )
        else:
            said = ngettext(
                "На %(n)s очко больше, чем у ближайшего соперника.",
                "На %(n)s очков больше, чем у ближайшего соперника.",
                n,
            )
        return said % {"n": n}

    @property
    def rounds(self) -> Sequence[Any]:
        """The rounds, the first one first, where each has points of its own."""
        results = self.board.results
        whole = tuple(map(sum, zip(*(each.points for each in results), strict=True)))
        return results[::-1] if len(results) > 1 and whole == tuple(self.result.scores) else ()

    @cached_property
    def sheet(self) -> SheetPresenter | None:
        """What a score sheet would tell: of a game that was played from its beginning, in rules that the
        sheet counts by as well.
        """
        board = self.board
        rounds = board.table.finished_rounds(board.state) if board.table.INTO_SHEET else ()
        if not rounds or board.match.start is not None:
            return None
        played = PlayedGame(board.match.game, board.access.names, rounds, board.match.updated_at)
        told = played.told(board.lang)
        same = tuple(told.tally.totals) == tuple(self.result.scores) or not self.counts
        return told if same and sorted(told.tally.winners) == sorted(self.result.winners) else None

    @cached_property
    def told(self) -> Ending | None:
        return self.sheet.ending if self.sheet else None

    @cached_property
    def faults(self) -> list[ToldFault]:
        """What the characters at the table tell of themselves: nobody heard it before."""
        board = self.board
        characters = game_object(board.match.game).characters
        kinds = {kind.value: kind for kind in forms.bots(board.match.game)}
        seats = zip(board.names, board.access.seats, strict=True)
        return [
            ToldFault(name, kinds[seat.kind], characters[seat.kind].fault.in_(board.lang))
            for name, seat in seats
            if seat.kind in characters
        ]

    @property
    def facts(self) -> Sequence[Any]:
        return self.told.facts[:FACTS_SHOWN] if self.told else ()

    @property
    def title(self) -> str:
        """The heading, where the game has no sentence of its own."""
        names = self.board.winners
        if self.mine and len(names) == 1:
            return gettext("Вы победили")
        if not names:
            return gettext("Ничья")
        if len(names) == 1:
            return gettext("Побеждает %(name)s") % {"name": names[0]}
        return gettext("Победу делят: %(names)s") % {"names": ", ".join(names)}
