"""Moves weighed against each other: each is tried in the same sampled worlds, and each world is played out.

What is found is a function of the view, the seed and the number of worlds, never of the time. Halving spends
the playouts where they matter. What is said is said at a few looks, with intervals that hold for all of them
together; moves are compared world by world, so that the luck of a world cancels out.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from simulator.engine.chance import substream
from simulator.engine.game import Band, Hint, Move, MoveEstimate

W = TypeVar("W")
LOOKS = 5
FEWEST = 30  # worlds of a move of which something is said
KEPT, FINALISTS = 4, 3  # moves that stay in question before the first look, and after it
Z = 2.5758  # of 99 %: with five looks at most one hint of twenty has an interval that is wrong


class Weighing:
    """Moves that are being weighed. Whoever asks goes on as long as there is time: `done` ends it."""

    done = True

    def go_on(self) -> None:
        """Tries the moves in question in one more world."""

    def hint(self) -> Hint:
        """What the last look found; nothing before the first one."""
        raise NotImplementedError

    def run(self, playouts: int = 0) -> Hint:
        """The hint after at least so many playouts, and the first look; 0: all that there are."""
        raise NotImplementedError

    def leader(self, playouts: int) -> Move:
        """The best move by so many playouts, looked at or not: for bots, who tell no figures."""
        return self.run(playouts).estimates[0].move


class Known(Weighing):
    """Moves whose values need no playouts: exact, or a judgement. `alike`: up to which difference nobody can
    tell.
    """

    def __init__(
        self,
        rows: Sequence[MoveEstimate],
        seed: int,
        slip: float,
        fewer_is_better: bool = False,
        alike: float = 0.0,
    ) -> None:
        sign = 1 if fewer_is_better else -1
        ordered = sorted(rows, key=lambda row: sign * round(row.mean, 9))
        behind = [sign * (row.mean - ordered[0].mean) for row in ordered]
        banded = [row._replace(band=_band(far, 0.0, slip)) for row, far in zip(ordered, behind, strict=True)]
        self.found = Hint(tuple(banded), sum(far <= alike for far in behind), seed)

    def hint(self) -> Hint:
        return self.found

    def run(self, playouts: int = 0) -> Hint:
        return self.found


class _Compared(NamedTuple):
    """A row of a look: by how much a move is behind the best, and half the width of that interval."""

    row: MoveEstimate
    behind: float
    doubt: float


class Playouts(Weighing):
    """Moves weighed by playing worlds out.

    `deal` makes a world from a seed; `value` plays a move in it with a seed of its own. `common`: with the
    same seed for all moves of a world. `slip`: by how much a move is worse that is called a mistake. `most`:
    worlds of the last look. `order` decides between equals. `whole`: also the moves that fell out early are
    tried in as many worlds as the first look has, for whoever wants to know of each. `field`: the moves that
    are tried from the first world on, where a game knows which they should be; else all of them.
    """

    def __init__(
        self,
        moves: Sequence[Move],
        deal: Callable[[int], W],
        value: Callable[[W, Move, int], float],
        seed: int,
        *,
        slip: float,
        most: int,
        fewer_is_better: bool = False,
        common: bool = False,
        order: Callable[[Move], Any] = tuple,
        whole: bool = True,
        field: Sequence[Move] = (),
    ) -> None:
        self.moves, self.deal, self.value, self.seed = moves, deal, value, seed
        self.sign = 1 if fewer_is_better else -1
        self.slip, self.common, self.order, self.whole = slip, common, order, whole
        self.looks = sorted({max(FEWEST, most >> k) for k in range(LOOKS)})
        self.left = list(field or moves)
        self.samples: dict[Move, list[float]] = {move: [] for move in moves}
        self.sums = dict.fromkeys(moves, 0.0)
        self.bands: dict[Move, Band] = {}
        self.played = 0
        self.done = not moves
        self.found = Hint((), 0, seed, done=self.done)
        self._course = self._played()

    def go_on(self) -> None:
        if next(self._course, None) is None:
            self.done = True
            self.found = self.found._replace(done=True)

    def hint(self) -> Hint:
        return self.found

    def run(self, playouts: int = 0) -> Hint:
        while not self.done and (not playouts or self.played < playouts or not self.found.estimates):
            self.go_on()
        return self.found

    def leader(self, playouts: int) -> Move:
        while not self.done and self.played < playouts and len(self.left) > 1:
            self.go_on()
        return self.left[0] if len(self.left) == 1 else min(self.left, key=self._place)

    # --- The course of the playouts ------------------------------------------------------------------------

    def _played(self) -> Iterator[bool]:
        """Yields after each world."""
        first = self.looks[0]
        for until in (first // 4, first // 2):
            yield from self._up_to(self.left, until)
            self._halve(KEPT)
        for until in self.looks:
            yield from self._up_to(self.left, until)
            if self.whole and until == self.looks[min(1, len(self.looks) - 1)]:
                yield from self._up_to(self._fallen(), first)
            self._look()
            if len(self.left) == 1 and not (self.whole and self._fallen()):
                return
            self._halve(FINALISTS if self.whole else 2)

    def _fallen(self) -> list[Move]:
        """The moves of which nothing can be said yet."""
        return [move for move in self.moves if len(self.samples[move]) < self.looks[0]]

    def _up_to(self, moves: Sequence[Move], worlds: int) -> Iterator[bool]:
        """Tries moves that had equally many worlds in more, up to so many."""
        places = {move: k for k, move in enumerate(self.moves)}
        for world in range(min((len(self.samples[move]) for move in moves), default=worlds), worlds):
            dealt = self.deal(substream(self.seed, world))
            for move in moves:
                if len(self.samples[move]) > world:
                    continue
                luck = (
                    substream(self.seed, world) if self.common else substream(self.seed, world, places[move])
                )
                found = self.value(dealt, move, luck)
                self.samples[move].append(found)
                self.sums[move] += found
                self.played += 1
            yield True

    def _halve(self, least: int) -> None:
        self.left.sort(key=self._place)
        self.left = self.left[: max(least, (len(self.left) + 1) // 2)]

    def _place(self, move: Move) -> tuple[float, Any]:
        tried = len(self.samples[move])
        return self.sign * self.sums[move] / tried if tried else math.inf, self.order(move)

    # --- A look --------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Says what has been found; what is surely a mistake is tried no more, and stays one."""
        self.left.sort(key=self._place)
        best, first = self.left[0], self.looks[0]
        looks = [self._compared(best, move) for move in self.moves]
        for look in looks:
            if look.row.playouts >= first:
                band = _band(look.behind, look.doubt, self.slip, self.bands.get(look.row.move, Band.OPEN))
                self.bands[look.row.move] = band
        self.left = [move for move in self.left if self.bands[move] != Band.MISTAKE]

        def place(look: _Compared) -> tuple[bool, int, tuple[float, Any]]:
            move = look.row.move
            return move != best, self.bands.get(move, Band.OPEN).rank, self._place(move)

        looks.sort(key=place)
        rows = tuple(look.row._replace(band=self.bands.get(look.row.move, Band.OPEN)) for look in looks)
        alike = sum(1 for _ in takewhile(self._is_like, looks))
        self.found = Hint(rows, alike, self.seed, len(self.samples[best]), done=False)

    def _is_like(self, look: _Compared) -> bool:
        """Whether a move that was tried often enough can't be told from the best."""
        return look.row.playouts >= self.looks[0] and abs(look.behind) <= look.doubt

    def _compared(self, best: Move, move: Move) -> _Compared:
        own, others = self.samples[move], self.samples[best]
        if not own:
            return _Compared(MoveEstimate(move, 0.0, 0.0, 0), math.inf, 0.0)
        row = MoveEstimate(move, *mean_and_error(own), len(own))
        if move == best:
            return _Compared(row, 0.0, 0.0)
        behind, doubt = mean_and_error(
            [self.sign * (one - other) for one, other in zip(own, others, strict=False)]
        )
        return _Compared(row, behind, doubt)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of at least two values and half the width of its interval."""
    n = len(values)
    mean = sum(values) / n
    variance = sum((value - mean) ** 2 for value in values) / (n - 1)
    return mean, t_quantile(n - 1) * math.sqrt(variance / n)


def t_quantile(freedom: int) -> float:
    """Of Student's t at the level of `Z`, by the expansion of Cornish and Fisher: within 1 % from 8 on."""
    third = (Z**3 + Z) / 4
    fifth = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    return Z + third / freedom + fifth / freedom**2


def _band(behind: float, doubt: float, slip: float, before: Band = Band.OPEN) -> Band:
    """Where a move belongs. What was said before stands until it is surely wrong."""
    if before == Band.MISTAKE or behind - doubt > slip:
        return Band.MISTAKE
    if before == Band.GOOD:
        return Band.FAIR if behind - doubt > slip / 2 else Band.GOOD
    if before == Band.FAIR:
        return Band.GOOD if behind + doubt < slip / 2 else Band.FAIR
    return Band.GOOD if behind <= slip / 2 else Band.FAIR
