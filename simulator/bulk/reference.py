"""The unit of speed: `ref`, iterations of a fixed pure-Python loop; so figures compare between machines."""

import statistics
import time
from collections.abc import Callable

LOOP = 200_000


def ref_loop(iterations: int = LOOP) -> None:
    """The loop that defines a ref; changing it would change every figure ever published."""
    x, d = 1, [0] * 64
    for _ in range(iterations):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        d[x & 63] = x


def ref_rate(repeats: int = 3) -> float:
    """Reference iterations per second of this core now; the median of `repeats`."""
    return LOOP / statistics.median(cpu_seconds(ref_loop) for _ in range(repeats))


def cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
