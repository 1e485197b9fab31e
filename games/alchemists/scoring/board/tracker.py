"""The reputation track: where everybody stands, and the events that brought them there."""

from functools import cached_property
from typing import NamedTuple

from games.alchemists.scoring import points as calculator
from games.alchemists.scoring.board.cells import Cells, ReasonLine
from games.alchemists.scoring.board.words import ZONE_WORDS
from games.alchemists.scoring.sheet import reputation_track
from games.alchemists.scoring.sheet.cells import signed
from games.alchemists.scoring.sheet.reveal import EventTally, Goods
from rulebook.wording.sentences import with_sign


class TrackedPlayer(NamedTuple):
    """A player on the track: where, in which zone, and what brought them there."""

    seat: int
    name: str
    sign: str
    n: int
    zone: str
    zone_words: str
    typed: bool
    lines: list[ReasonLine]

    @property
    def place(self) -> int:
        return self.seat + 1


class LogRow(NamedTuple):
    """An event of the log."""

    tally: EventTally
    name: str
    title: str
    amount: str
    lines: list[ReasonLine]
    what: str
    base: int

    @property
    def number(self) -> int:
        return self.tally.number


class Tracker(Cells):
    """The track and its log."""

    @cached_property
    def track(self) -> reputation_track.Track:
        return reputation_track.track([goods.reputation for goods in self.tally.goods])

    @cached_property
    def strips(self) -> list[tuple[reputation_track.ZoneStrip, str]]:
        """The strips of the zones with their words."""
        return [(strip, ZONE_WORDS[strip.zone]()) for strip in self.track.strips]

    @property
    def track_words(self) -> str:
        return "; ".join(f"{each.name}: {each.n}, {each.zone_words}" for each in self.standings)

    @cached_property
    def standings(self) -> list[TrackedPlayer]:
        return [self._standing_of(goods) for goods in self.tally.goods]

    def _standing_of(self, goods: Goods) -> TrackedPlayer:
        zone = calculator.zone_of(goods.reputation)
        guesses = [event for event in self.tally.events if event.seat == goods.seat and event.guessed]
        guessed = {id(line) for event in guesses for line in event.change.lines[:1]}
        lines = [self.reason_line(line, id(line) in guessed) for line in self.tally.tracks[goods.seat].lines]
        words = next(row[self.lang] for row in self.game.constants["zones"] if row["id"] == zone.id)
        return TrackedPlayer(
            goods.seat,
            self.names[goods.seat],
            self.signs[goods.seat],
            goods.reputation,
            zone.id,
            words,
            goods.typed is not None,
            lines,
        )

    @cached_property
    def log(self) -> list[LogRow]:
        """The events in the order in which they were begun."""
        return [self._row(tally) for tally in self.tally.events]

    def _row(self, tally: EventTally) -> LogRow:
        happening = tally.happening
        titles = [self.title_of(part) for part in happening.parts]
        what = " ".join(f"{part.reason} {signed(part.amount)}" for part in happening.parts)
        return LogRow(
            tally,
            self.names[happening.seat],
            " + ".join(titles),
            with_sign(tally.amount),
            [self.reason_line(line, tally.guessed and n == 0) for n, line in enumerate(tally.change.lines)],
            " ".join(filter(None, (what, happening.conference))),
            tally.entry,
        )

    def row(self, cell_id: str) -> LogRow | None:
        """An event that stands, by its cell."""
        return next((row for row in self.log if row.tally.cell == cell_id), None)
