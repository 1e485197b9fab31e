"""How far somebody has to go: steps by the measure of the engine, and how a way begins (move.steps)."""

from collections.abc import Iterable
from functools import cached_property

from games.wizwar.simulator.engine.board import FIRE, STONE
from games.wizwar.simulator.engine.moving import is_airy, own_ways, spread
from games.wizwar.simulator.engine.state import State


class Ways:
    """The ways open to somebody; a distance is -1 where none leads, as in `moving.own_distances`."""

    def __init__(self, state: State, who: int) -> None:
        self.board, self.here = state.board, state.wizards[who].at
        self.passes = own_ways(state, who)
        self._harmless = self.passes if is_airy(state, who) else without_harm(state, self.passes)
        self._spread: dict[tuple[int, bytes], tuple[int, ...]] = {}

    def between(self, start: int, end: int) -> int:
        """Steps from one square to another."""
        return self._from(start, self.passes)[end]

    def to(self, square: int) -> int:
        """Steps from where they stand."""
        return self.between(self.here, square)

    def hurts(self, square: int) -> bool:
        """Whether every shortest way there leads through fire, a bush or the like."""
        return self._from(self.here, self._harmless)[square] != self.to(square)

    def way(self, square: int) -> list[int]:
        """The squares of a shortest way, one without harm where there is one; none where no way leads."""
        before = self._before[self.hurts(square)]
        found: list[int] = []
        while square in before and square != self.here:
            found.append(square)
            square = before[square]
        return found[::-1]

    @cached_property
    def _before(self) -> tuple[dict[int, int], dict[int, int]]:
        """By square, the one before it: without harm, and by whatever ways are open."""
        return self._tree(self._harmless), self._tree(self.passes)

    def _tree(self, passes: bytes) -> dict[int, int]:
        before, queue = {self.here: self.here}, [self.here]
        for square in queue:
            for half_edge in range(square * 4, square * 4 + 4):
                beyond = self.board.net.next[half_edge]
                if passes[half_edge] and beyond not in before and self.board.filled[beyond] != STONE:
                    before[beyond] = square
                    queue.append(beyond)
        return before

    def first_sides(self, square: int, sides: Iterable[int]) -> list[int]:
        """Of some sides, those over which a shortest way begins, one without harm where there is one."""
        passes = self.passes if self.hurts(square) else self._harmless
        return [side for side in sides if self._leads(side, square, passes)]

    def _leads(self, side: int, square: int, passes: bytes) -> bool:
        half_edge = self.here * 4 + side
        beyond = self.board.net.next[half_edge]
        return bool(passes[half_edge]) and self._from(beyond, passes)[square] == self.to(square) - 1

    def _from(self, start: int, passes: bytes) -> tuple[int, ...]:
        found = self._spread.get((start, passes))
        if found is None:
            found = self._spread[start, passes] = spread(self.board, start, passes)
        return found


def without_harm(state: State, passes: bytes) -> bytes:
    """Neither over an edge on fire nor into a square where something stands."""
    board, beyond = state.board, state.board.net.next
    if FIRE not in board.kinds and not any(board.filled):
        return passes
    return bytes(
        open_ and board.kinds[edge] != FIRE and not board.filled[beyond[edge]]
        for edge, open_ in enumerate(passes)
    )


def turns_for(steps: int, left: int, each: int) -> int:
    """The turns that a way takes, this one counted: `left` steps of it, then so many in each."""
    return 1 if steps <= left else 1 + -(-(steps - left) // each)
