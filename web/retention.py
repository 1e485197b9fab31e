"""Which backups of a folder stay: the last of each of some days, and of each of some weeks before."""

from collections.abc import Callable, Hashable, Iterable
from datetime import datetime
from pathlib import Path

STEM = "grimoire-%Y%m%d-%H%M%S"
OURS, DUMP = ".tar.gz", ".dump"  # the latter is pg_dump's


def name_at(moment: datetime, ending: str = OURS) -> str:
    """What a backup of this moment is called."""
    return moment.strftime(STEM) + ending


def prune(folder: Path, days: int, weeks: int) -> list[Path]:
    """Deletes those that needn't stay, and says which; other files are nobody's to delete here."""
    made = {moment: path for path in folder.iterdir() if (moment := _moment_of(path.name))}
    staying = staying_of(made, days, weeks)
    leaving = [path for moment, path in sorted(made.items()) if moment not in staying]
    for path in leaving:
        path.unlink()
    return leaving


def staying_of(made: Iterable[datetime], days: int, weeks: int) -> set[datetime]:
    """The last one of each of the last `days` that have one, and the same with `weeks`."""
    latest_first = sorted(made, reverse=True)
    of_days = _first_of_each(latest_first, lambda moment: moment.date(), days)
    return of_days | _first_of_each(latest_first, lambda moment: moment.isocalendar()[:2], weeks)


def _first_of_each(
    moments: Iterable[datetime], group_of: Callable[[datetime], Hashable], groups: int
) -> set[datetime]:
    first: dict[Hashable, datetime] = {}
    for moment in moments:
        first.setdefault(group_of(moment), moment)
    return set(list(first.values())[:groups])


def _moment_of(name: str) -> datetime | None:
    try:
        return datetime.strptime(name, STEM + OURS)
    except ValueError:
        return None
