"""What script/server makes before the site opens: tables with the rules in them, and static files beside.

A step is done again when what it is made from has changed (script/stamp.py) or what it made is gone. Its
stamp is laid down when it is done, so what was cut off is done again. docs/start.md tells it for people.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import stamp

from web import keeping, whole_files

ROOT = Path(__file__).resolve().parent.parent
LOCK = "start.lock"
DIGEST = re.compile(r"[0-9a-f]{64}")
NOTICED = 2  # seconds; a step that takes longer says when it has ended
COMPRESSED = (".br", ".gz")


class Failed(Exception):
    """A command of a step did; it has said why."""


class Step(NamedTuple):
    """`product` is what it leaves in the folder of data; `title` and `ended` are what it says."""

    name: str
    product: str
    title: str
    ended: str
    command: tuple[str, ...]


TABLES = Step(
    "migrations", "db.sqlite3", "Готовлю базу данных", "База данных готова", ("migrate", "--verbosity", "0")
)
RULES = Step("rules", "search.db", "Загружаю правила", "Правила загружены", ("load_rules",))
STATIC = Step(
    "static",
    "static/staticfiles.json",
    "Собираю статические файлы",
    "Статические файлы собраны",
    ("collectstatic", "--noinput", "--verbosity", "0"),
)
# Made once the site answers (web/wishes.py): the folder that it is kept in, and what is said meanwhile.
AFTERWARDS = {
    "reading": ("offline", "Правила для чтения без сети соберу, когда сайт откроется"),
    "coverage": ("coverage", "Случаи из правил сыграю, когда сайт откроется"),
}


@dataclass(frozen=True)
class Start:
    """A folder of data, the stamps that it should have, and the lock that is held meanwhile."""

    data: Path
    wanted: dict[str, str]
    lock: int

    def why(self, step: Step) -> str | None:
        """Why a step has to be done: empty for the usual reasons, None if it is done."""
        kept = _read(self.data / f"{step.name}.stamp")
        if kept is None:
            return ""
        kept = kept.partition("\n")[0]
        if not DIGEST.fullmatch(kept):
            return f"отметка {step.name}.stamp испорчена"
        if not (self.data / step.product).exists() and not self._elsewhere(step):
            return f"{step.product} нет на месте"
        return None if kept == self.wanted[step.name] else ""

    def _elsewhere(self, step: Step) -> bool:
        return step is TABLES and bool(os.environ.get("DATABASE_URL"))

    def done(self, step: Step) -> None:
        self.keep(f"{step.name}.stamp", self.wanted[step.name])

    def keep(self, name: str, text: str) -> None:
        """Lays a line down."""
        whole_files.write(self.data / name, f"{text}\n".encode())

    def run(self, step: Step, why: str, **variables: str) -> None:
        """Does a step and says so. The command holds the lock too: even orphaned it isn't disturbed."""
        say(f"{step.title}: {why}" if why else step.title)
        begun = time.monotonic()
        command = [sys.executable, "manage.py", *step.command]
        if subprocess.call(command, cwd=ROOT, env=os.environ | variables, pass_fds=[self.lock]):
            raise Failed(step.title)
        took = time.monotonic() - begun
        if took >= NOTICED:
            say(f"{step.ended} за {took:.0f} с")


def main() -> None:
    data = Path(os.environ.get("GRIMOIRE_DATA_DIR") or ROOT / "var").resolve()
    with keeping.in_one_sentence(data):
        prepare(data)


def prepare(data: Path) -> None:
    """All steps, those that need nothing of each other side by side."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with alone(data) as lock, ThreadPoolExecutor() as threads:
        start = Start(data, stamp.stamps(), lock)
        sides = [threads.submit(side, start) for side in (tables_with_rules, static_files)]
        failed = [error for error in (each.exception() for each in sides) if error]
        for error in failed:
            if not isinstance(error, Failed):
                raise error
            print(f"{error}: не получилось, сайт не запущен", file=sys.stderr)
        if failed:
            sys.exit(1)
        wish(start)


def say(line: str) -> None:
    """In one piece: two steps that speak at once mustn't share a line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@contextmanager
def alone(data: Path) -> Iterator[int]:
    """Two that prepare one folder would spoil each other's work: the second waits, and then finds it done."""
    lock = os.open(data / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say(f"Папку {data} уже готовит другой запуск: жду, когда он закончит")
        fcntl.flock(lock, fcntl.LOCK_EX)
    yield lock
    os.close(lock)


def tables_with_rules(start: Start) -> None:
    why = start.why(TABLES)
    if os.environ.get("DATABASE_URL"):
        why = why or ""  # whether that one has its tables only it can say
    if why is not None:
        start.run(TABLES, why)  # if other rules are in the tables then, it takes the stamp of the rules away
        start.done(TABLES)
    why = start.why(RULES)
    if why is not None:
        start.run(RULES, why)  # it lays down its stamp itself


def static_files(start: Start) -> None:
    """With DEBUG the site takes them from where they lie."""
    why = start.why(STATIC)
    if why is None or os.environ.get("DEBUG") == "1":
        return
    draft = start.data / "static.draft"
    shutil.rmtree(draft, ignore_errors=True)
    start.run(STATIC, why, GRIMOIRE_DATA_DIR=str(draft))
    place, listed = start.data / "static", Path(STATIC.product).name
    whole_files.put_in_place(draft / "static", place, listed, _hashed_names, packed=COMPRESSED)
    shutil.rmtree(draft)
    start.done(STATIC)


def _hashed_names(listed: dict[str, Any]) -> Iterable[str]:
    """The static files of their list; pages that are open find those of the one before until the next."""
    return listed["paths"].values()


def wish(start: Start) -> None:
    """What takes long and nobody waits for: made when the site answers."""
    for name, (folder, announced) in AFTERWARDS.items():
        if not (start.data / folder).exists():
            (start.data / f"{name}.stamp").unlink(missing_ok=True)
        start.keep(f"{name}.wanted", start.wanted[name])
        if _read(start.data / f"{name}.stamp") != start.wanted[name]:
            say(announced)


def _read(path: Path) -> str | None:
    """None if it isn't there."""
    with suppress(FileNotFoundError):
        return path.read_text(encoding="utf-8", errors="replace").strip()
    return None


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
