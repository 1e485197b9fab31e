"""`--workers` and `--on`: where a command has its jobs done, how far it is, what it says if that can't be."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from simulator.bulk import pool
from simulator.bulk.pool import Pool, PoolError
from web.progress import watched

AnyJob = TypeVar("AnyJob")
Found = TypeVar("Found")

MAX_WORKERS = 64


def add_pool_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--workers", type=int, default=1, help="processes of this machine")
    parser.add_argument(
        "--on", default="", metavar="local[:N]|tcp://HOST:PORT", help="instead of them: Dask, here or there"
    )


def results(
    command: BaseCommand,
    do: Callable[[AnyJob], Found],
    work: Iterable[AnyJob],
    given: Mapping[str, Any],
    total: int,
    size: Callable[[Found], int] = lambda found: 1,
) -> Iterator[Found]:
    """What `do` finds for each job, in their order, where the arguments say; progress is told meanwhile, with
    `size` of each of what is found. Raises CommandError.
    """
    if not 1 <= given["workers"] <= MAX_WORKERS:
        raise CommandError(gettext("--workers: от 1 до %(workers)s.") % {"workers": MAX_WORKERS})
    found = pool.results(do, work, Pool(given["game"], given["workers"], given["on"]))
    try:
        yield from watched(found, command.stderr, total, size)
    except PoolError as error:
        raise CommandError(_sentence(error)) from error


def _sentence(error: PoolError) -> str:
    words = {
        "missing": gettext("Не хватает пакета distributed: .venv/bin/pip install -r requirements-dask.txt"),
        "address": gettext("--on ждёт local, local:ЧИСЛО или tcp://АДРЕС:ПОРТ, а не «%(on)s»."),
        "silent": gettext("По адресу %(on)s планировщик Dask не отвечает."),
        "nobody": gettext("У планировщика %(on)s нет ни одного рабочего процесса."),
        "other": gettext(
            "Рабочий процесс %(worker)s играет по другим правилам: у него %(there)s, здесь %(here)s. "
            "Поставьте туда тот же коммит и запустите его заново."
        ),
        "workers_lost": gettext("Рабочие процессы пропали: %(error)s"),
    }
    return words[error.problem] % error.params
