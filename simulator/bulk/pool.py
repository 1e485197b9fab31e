"""Where jobs are done: in this process, in several, or on machines that Dask has. What comes back, and in
which order, is the same. Pure: jobs and what they find go from process to process by pickle.
"""

import logging
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from typing import Any, NamedTuple, TypeVar

from rulebook import finder, fingerprint
from simulator.game import engine_of

AnyJob = TypeVar("AnyJob")
Found = TypeVar("Found")

AHEAD = 4  # jobs that wait for each worker: while results are awaited in order, nobody stands idle
RETRIES = 3  # of a job that failed; one whose worker died is given to another besides
LOCAL = re.compile(r"local(?::([1-9]\d?))?")  # as many processes as there are cores, or so many
ADDRESS = re.compile(r"(?:tcp|tls)://\S+:\d+")  # of a scheduler of Dask
FIRST_ANSWER = 10  # seconds that a scheduler and its first worker may take


class Pool(NamedTuple):
    """Who does the jobs of a game: so many processes, or whatever Dask has where `on` says."""

    game: str
    workers: int = 1
    on: str = ""


class PoolError(Exception):
    """Jobs can't be done there; simulator/management/pools.py has words for each `problem`."""

    def __init__(self, problem: str, params: Mapping[str, str]):
        super().__init__(problem, params)
        self.problem, self.params = problem, params


class Version(NamedTuple):
    """What games are played by: the number that records carry, and a hash of the code and the content."""

    rules: int
    code: str

    def __str__(self) -> str:
        return f"{self.rules} ({self.code[:8]})"


def version_of(game_id: str) -> Version:
    """That of this process; equal where the same games come of the same seeds."""
    rooms = [room.path for app in finder.APPS if (room := finder.room(app, game_id))]
    houses = [finder.ROOT / app for app in ("web", *finder.APPS)]
    code = fingerprint.of([*houses, *rooms], f"Python {sys.version_info[:2]}")
    return Version(engine_of(game_id).rules, code)


class _Open(NamedTuple):
    """A pool at work: takes a job and gives a future; how many jobs it should have at a time."""

    submit: Callable[[Callable[[Any], Any], Any], Any]
    room: Callable[[], int]


def results(do: Callable[[AnyJob], Found], work: Iterable[AnyJob], pool: Pool) -> Iterator[Found]:
    """What `do` finds for each job, in the order of the jobs; these are asked for as they are wanted.

    Raises PoolError, and what `do` raises.
    """
    if pool.workers == 1 and not pool.on:
        yield from map(do, work)
        return
    waiting: deque[Any] = deque()
    with _dask(pool) if pool.on else _processes(pool.workers) as opened:
        try:
            for job in work:
                waiting.append(opened.submit(do, job))
                while len(waiting) >= opened.room():
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except (BrokenProcessPool, CancelledError) as error:
            raise PoolError("workers_lost", {"error": str(error)}) from error
        finally:
            for future in waiting:  # whoever asked has enough
                future.cancel()


@contextmanager
def _processes(workers: int) -> Iterator[_Open]:
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        yield _Open(executor.submit, lambda: AHEAD * workers)


@contextmanager
def _dask(pool: Pool) -> Iterator[_Open]:
    local, own = LOCAL.fullmatch(pool.on), version_of(pool.game)
    if not local and not ADDRESS.fullmatch(pool.on):
        raise PoolError("address", {"on": pool.on})
    try:
        from distributed import Client, KilledWorker, LocalCluster
    except ModuleNotFoundError as error:
        raise PoolError("missing", {}) from error
    logging.getLogger("distributed").setLevel(logging.WARNING)  # not each connection
    with ExitStack() as stack:
        address: Any = pool.on
        if local:
            count = int(local[1]) if local[1] else None
            cluster = LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=":0")
            address = stack.enter_context(cluster)
        try:
            client = stack.enter_context(Client(address, timeout=FIRST_ANSWER, set_as_default=False))
        except OSError as error:
            raise PoolError("silent", {"on": pool.on}) from error
        _require_same(client, pool, own)

        def submit(do: Callable[[Any], Any], job: Any) -> Any:
            return client.submit(_done_alike, do, job, pool.game, own, pure=False, retries=RETRIES)

        try:
            yield _Open(submit, lambda: max(1, AHEAD * sum(client.nthreads().values())))
        except KilledWorker as error:
            raise PoolError("workers_lost", {"error": str(error)}) from error


def _require_same(client: Any, pool: Pool, own: Version) -> None:
    """Nobody plays by other rules. Raises PoolError."""
    try:
        client.wait_for_workers(1, timeout=FIRST_ANSWER)
    except TimeoutError as error:
        raise PoolError("nobody", {"on": pool.on}) from error
    for worker, found in client.run(version_of, pool.game, on_error="return").items():
        if found != own:
            raise _other(worker, found, own)


def _other(worker: str, found: object, own: Version) -> PoolError:
    """`found`: a version, or the error of who can't say its own."""
    return PoolError("other", {"worker": worker, "there": str(found), "here": str(own)})


def _done_alike(do: Callable[[AnyJob], Found], job: AnyJob, game_id: str, own: Version) -> Found:
    """A job on a worker, which may have come when all others had been asked. Raises PoolError."""
    from distributed import get_worker

    if (found := version_of(game_id)) != own:
        raise _other(get_worker().address, found, own)
    return do(job)
