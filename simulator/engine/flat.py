"""Flat search: every move is tried in the same sampled worlds, and each world is played out.

Halving spends the playouts where they matter: after each round the worse half of the moves stays as it is.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from simulator.engine.chance import substream
from simulator.engine.game import Hint, Move, MoveEstimate

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
    common: bool = False,
    order: Callable[[Move], Any] = tuple,
) -> Hint:
    """Mean values of all moves, best first, from about `budget` playouts.

    `deal` makes a world from a seed; `value` plays a move in it with a seed of its own. `common`: with the
    same seed for all moves of a world, so that luck cancels out between them. `order` decides between equals.
    """
    samples: dict[Move, list[float]] = {move: [] for move in moves}
    left, world = list(moves), 0
    sign = 1 if fewer_is_better else -1
    for _ in range(rounds):
        for _ in range(max(FEWEST, budget // (rounds * len(left)))):
            dealt = deal(substream(seed, world))
            for k, move in enumerate(left):
                chance = substream(seed, world) if common else substream(seed, world, k)
                samples[move].append(value(dealt, move, chance))
            world += 1
        left.sort(key=lambda move: (sign * _mean(samples[move]), order(move)))
        left = left[: max(2, (len(left) + 1) // 2)]
    found = [_estimate(move, values) for move, values in samples.items()]
    ahead = {move: place for place, move in enumerate(left)}
    found.sort(key=lambda row: (ahead.get(row.move, len(moves)), sign * row.mean, order(row.move)))
    like = [row.move for row in found if _is_like(found[0], row, samples if common else {})]
    found.sort(key=lambda row: row.move not in like)
    return Hint(tuple(found), len(like), seed, budget)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _estimate(move: Move, values: Sequence[float]) -> MoveEstimate:
    n, mean = len(values), _mean(values)
    variance = sum((value - mean) ** 2 for value in values) / (n - 1)
    return MoveEstimate(move, mean, Z95 * math.sqrt(variance / n), n)


def _is_like(best: MoveEstimate, row: MoveEstimate, samples: Mapping[Move, Sequence[float]]) -> bool:
    """Whether a move can't be told from the best.

    `samples` are the values of the moves, world by world, if they shared their luck: then the differences are
    compared with zero. Else two intervals have to lie apart.
    """
    if row.move == best.move:
        return True
    if not samples:
        return abs(best.mean - row.mean) <= best.error + row.error
    pairs = zip(samples[best.move], samples[row.move], strict=False)  # the worse half had fewer
    behind = _estimate(row.move, [one - other for one, other in pairs])
    return abs(behind.mean) <= behind.error
