"""Jobs in one process or in several: what comes back, and in which order, is the same."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

AnyJob = TypeVar("AnyJob")
Found = TypeVar("Found")


def results(do: Callable[[AnyJob], Found], work: Sequence[AnyJob], workers: int) -> Iterator[Found]:
    """What `do` finds for each job, in the order of the jobs."""
    if workers == 1:
        yield from map(do, work)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(do, work)
