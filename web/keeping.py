"""Copies of the data folder: the database as it stands at one moment, and the key that signs its cookies.

The search index, finished PDFs and static files are made anew by script/server.
"""

import errno
import fcntl
import os
import sqlite3
import sys
import tarfile
import tempfile
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

DATABASE, KEY, LOCK = "db.sqlite3", "secret.key", "server.lock"
KEPT = (DATABASE, KEY)
STAMPS = ("migrations.stamp", "rules.stamp")  # so that script/server looks at what came
REPLACED = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", *STAMPS)
TRIES = 5  # copies of a database that is being written; each waits for nobody

REASONS = {
    errno.EACCES: "нет прав",
    errno.EPERM: "нет прав",
    errno.EROFS: "её диск только для чтения",
    errno.ENOSPC: "на диске нет места",
    errno.EDQUOT: "на диске нет места",
    errno.ENOTDIR: "это не папка",
    errno.EEXIST: "это не папка",
}

Migration = tuple[str, str]


class NotDone(Exception):
    """A sentence that says why."""


@contextmanager
def in_one_sentence(folder: Path) -> Iterator[None]:
    """Ends the program where the folder of data, or a file in it, can't be had."""
    try:
        yield
    except OSError as error:
        why = REASONS.get(error.errno, error.strerror or str(error))
        sys.exit(f"В папку данных {folder} не записать: {why}. Другую называет GRIMOIRE_DATA_DIR.")


def hold(folder: Path, *, alone: bool = False) -> int:
    """Marks the folder as used until the process ends, by several or `alone`. Raises NotDone."""
    file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise NotDone(f"Папку {folder} держит {'сервер' if alone else 'восстановление'}.") from None
    return file


def keep_private(connection: Any, **about: Any) -> None:
    """A receiver of signals: only its owner may read an embedded database, and what SQLite lays beside it."""
    if connection.vendor != "sqlite":
        return
    path = Path(connection.settings_dict["NAME"])
    for file in (path, *(path.with_name(f"{path.name}-{part}") for part in ("wal", "shm"))):
        with suppress(FileNotFoundError):
            if file.stat().st_mode & 0o077 and os.getuid() in (0, file.stat().st_uid):
                file.chmod(0o600)


# --- Backup -------------------------------------------------------------------------------------------------


def backup(folder: Path, file: Path) -> None:
    """Writes all that links open into a file, while the site runs. Raises NotDone."""
    if file.exists():
        raise NotDone(f"{file} уже есть. Назовите другой.")
    with tempfile.TemporaryDirectory(dir=file.resolve().parent, prefix=f".{file.name}.") as beside:
        copy(folder / DATABASE, Path(beside) / DATABASE)
        check(Path(beside) / DATABASE)
        if (folder / KEY).exists():
            (Path(beside) / KEY).write_bytes((folder / KEY).read_bytes())
        draft = Path(beside) / "draft"
        draft.touch(mode=0o600)
        with tarfile.open(draft, "w:gz") as archive:
            for name in KEPT:
                if (Path(beside) / name).exists():
                    archive.add(Path(beside) / name, name)
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        os.link(draft, file)  # complete from the first moment, and over nobody else's


def copy(source: Path, target: Path) -> None:
    """A database as it stands now, with everything that was acknowledged while it was copied."""
    with closing(sqlite3.connect(source)) as site, closing(sqlite3.connect(target)) as kept:
        for _ in range(TRIES):
            before = site.execute("PRAGMA data_version").fetchone()
            site.backup(kept)
            if site.execute("PRAGMA data_version").fetchone() == before:
                break
        kept.execute("PRAGMA journal_mode=DELETE")  # one file, without another beside it
    target.chmod(0o600)


def check(database: Path, known: Collection[Migration] | None = None) -> None:
    """Raises NotDone for a file that isn't a sound database of a site, or one of a newer site."""
    try:
        with closing(sqlite3.connect(database)) as kept:
            sound = kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            made = set(kept.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error as error:
        raise NotDone(f"В копии нет исправной базы: {error}.") from error
    if not sound:
        raise NotDone("База в копии повреждена.")
    apps = {app for app, _ in known or ()}
    newer = {(app, name) for app, name in made - set(known or ()) if app in apps}
    if newer:
        raise NotDone(f"Копию сделал сайт новее этого: {', '.join(sorted(map('.'.join, newer)))}.")


# --- Restore ------------------------------------------------------------------------------------------------


def restore(folder: Path, file: Path, known: Collection[Migration]) -> Path:
    """Puts what a backup holds into the folder. What was there goes into a folder inside, which is returned.

    Raises NotDone, and leaves everything as it was, while a server holds the folder and for a bad backup.
    """
    held = hold(folder, alone=True)
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix="restore.") as beside:
            unpack(file, Path(beside))
            check(Path(beside) / DATABASE, known)
            return exchange(folder, Path(beside))
    finally:
        os.close(held)


def unpack(file: Path, place: Path) -> None:
    """The files of a backup, and nothing else that a file of this kind may hold."""
    try:
        with tarfile.open(file) as archive:
            for name in KEPT:
                with suppress(KeyError):
                    inside = archive.extractfile(name)
                    (place / name).touch(mode=0o600)
                    (place / name).write_bytes(inside.read() if inside else b"")
    except (OSError, EOFError, tarfile.TarError) as error:
        raise NotDone(f"{file} не прочитать: {error}.") from error
    if not (place / DATABASE).exists():
        raise NotDone(f"{file} не копия сайта: в нём нет {DATABASE}.")


def exchange(folder: Path, beside: Path) -> Path:
    """Moves old files away and new ones in; moves them back if one of them can't be moved."""
    kept = Path(tempfile.mkdtemp(dir=folder, prefix=f"before-restore-{datetime.now():%Y%m%d-%H%M}-"))
    arriving = [name for name in KEPT if (beside / name).exists()]
    leaving = [name for name in {*REPLACED, *arriving} if (folder / name).exists()]
    try:
        with moved_back_on_error() as move:
            for name in leaving:
                move(folder / name, kept / name)
            for name in arriving:
                move(beside / name, folder / name)
    except BaseException:
        kept.rmdir()
        raise
    return kept


@contextmanager
def moved_back_on_error() -> Iterator:
    """Gives a function that moves a file."""
    done: list[tuple[Path, Path]] = []

    def move(source: Path, target: Path) -> None:
        os.rename(source, target)
        done.append((source, target))

    try:
        yield move
    except BaseException:
        for source, target in reversed(done):
            os.rename(target, source)
        raise
