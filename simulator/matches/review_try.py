"""«Find a better one»: the board as it stood before a mistake, with two tries before anything is shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import QueryDict
from django.urls import reverse

from simulator.engine.game import Band, MoveEstimate
from simulator.matches.access import MatchAccess
from simulator.matches.board import MatchPresenter
from simulator.matches.play import Viewer
from simulator.matches.review import Mistake, Review
from simulator.matches.review_board import try_url

TRIES = 2
TRIED, NEXT = "tried", ";"


@dataclass(frozen=True, kw_only=True)
class TryPresenter(MatchPresenter):
    """The board before a mistake; `home` is its address, `tried` are the moves tried so far."""

    home: str
    mistake: Mistake
    tried: tuple[str, ...]

    @property
    def mine(self) -> bool:
        return not self.is_told and super().mine

    @property
    def hints(self) -> bool:
        return False

    @property
    def is_found(self) -> bool:
        """Whether the last try is as good as the best."""
        return self.last is not None and self.last.band == Band.GOOD

    @property
    def is_told(self) -> bool:
        """Whether the answer is shown."""
        return self.is_found or len(self.tried) >= TRIES

    @property
    def last(self) -> MoveEstimate | None:
        """What was found of the last try."""
        return self._row(self.tried[-1]) if self.tried else None

    def _row(self, text: str) -> MoveEstimate | None:
        return next((row for row in self.mistake.hint.estimates if str(row.move) == text), None)

    @property
    def made_said(self) -> str:
        return self._words(self.mistake.made)

    @property
    def best_said(self) -> str:
        return self._words(self.best)

    def _words(self, row: MoveEstimate) -> str:
        return self.say.move(self.state, self.viewer.seat or 0, row.move)

    @property
    def best(self) -> MoveEstimate:
        return self.mistake.hint.estimates[0]

    @cached_property
    def reasons(self) -> list[str]:
        """What speaks for the best move, and against the one that was made."""
        found = (row.reason for row in (self.best, self.mistake.made))
        return [self.say.mark(each.code, each.params) for each in found if each]

    @property
    def worlds(self) -> int:
        return self.mistake.hint.worlds

    @property
    def address(self) -> str:
        return address_of(self.home, self.tried)

    @property
    def came_from(self) -> str:
        return self.address

    came_from_results = came_from

    @property
    def about_at(self) -> str:
        return f"{reverse('simulator:about', args=[self.match.public_id])}?ply={self.shown}&thing="

    @property
    def speech_at(self) -> str:
        return f"{reverse('simulator:speech', args=[self.match.public_id])}?ply={self.shown}"


def address_of(home: str, tried: Sequence[str]) -> str:
    query = QueryDict(mutable=True)
    if tried:
        query[TRIED] = NEXT.join(tried)
    return f"{home}?{query.urlencode()}" if tried else home


def try_board(
    access: MatchAccess, review: Review, found: Mistake, tried: tuple[str, ...], lang: str
) -> TryPresenter:
    """The board of the seat that made the mistake, with all that it knew then."""
    seat, replay = review.replay.record.moves[found.ply][0], review.at(found.ply)
    home = try_url(access.match.public_id, found.ply)
    return TryPresenter(
        access, replay, Viewer(seat), found.ply, lang, home=home, mistake=found, tried=tried[:TRIES]
    )
