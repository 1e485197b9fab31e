"""Flat search: every move is tried in the same sampled worlds, and each world is played out.

Halving spends the playouts where they matter: after each round the worse half of the moves stays as it is.
"""

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

from simulator.engines.core.chance import substream
from simulator.engines.core.game import Hint, Move, MoveEstimate

W = TypeVar("W")
Z95 = 1.96
FEWEST = 2  # playouts of a move: an interval needs two


def estimate(
    moves: Sequence[Move],
    deal: Callable[[int], W],
    value: Callable[[W, Move, int], float],
    seed: int,
    budget: int,
    fewer_is_better: bool,
    rounds: int = 1,
) -> Hint:
    """Mean values of all moves, best first, from about `budget` playouts.

    `deal` makes a world from a seed; `value` plays a move in it with a seed of its own.
    """
    samples: dict[Move, list[float]] = {move: [] for move in moves}
    left, world = list(moves), 0
    sign = 1 if fewer_is_better else -1
    for _ in range(rounds):
        for _ in range(max(FEWEST, budget // (rounds * len(left)))):
            dealt = deal(substream(seed, world))
            for k, move in enumerate(left):
                samples[move].append(value(dealt, move, substream(seed, world, k)))
            world += 1
        left.sort(key=lambda move: (sign * _mean(samples[move]), move))
        left = left[: max(2, (len(left) + 1) // 2)]
    found = [_estimate(move, values) for move, values in samples.items()]
    ahead = {move: place for place, move in enumerate(left)}
    found.sort(key=lambda row: (ahead.get(row.move, len(moves)), sign * row.mean, row.move))
    return Hint(tuple(found), is_clear(found), seed, budget)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _estimate(move: Move, values: Sequence[float]) -> MoveEstimate:
    n, mean = len(values), _mean(values)
    variance = sum((value - mean) ** 2 for value in values) / (n - 1)
    return MoveEstimate(move, mean, Z95 * math.sqrt(variance / n), n)


def is_clear(estimates: Sequence[MoveEstimate]) -> bool:
    """Whether the leader's interval lies apart from the next."""
    if len(estimates) < 2:
        return True
    best, second = estimates[:2]
    return abs(best.mean - second.mean) > best.error + second.error
