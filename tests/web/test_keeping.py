"""Backup and restore (review, M7): a plain copy of the database lost sixty entries of sixty."""

import errno
import io
import re
import sqlite3
import stat
import tarfile
import threading
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from web import keeping

pytestmark = pytest.mark.whole

KNOWN = {("scoring", "0001_initial")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a small database in WAL mode, as the site has it, and a key."""
    return made(tmp_path / "data")


def made(folder: Path, entries: int = 0, migration: str = "0001_initial") -> Path:
    folder.mkdir()
    (folder / keeping.KEY).write_text("key of " + folder.name)
    with closing(opened(folder)) as site:
        site.execute("CREATE TABLE django_migrations (app, name)")
        site.execute("INSERT INTO django_migrations VALUES ('scoring', ?)", [migration])
        site.execute("CREATE TABLE entry (number PRIMARY KEY, text)")
        site.executemany("INSERT INTO entry VALUES (?, ?)", [(n, "x" * 500) for n in range(entries)])
    return folder


def opened(folder: Path) -> sqlite3.Connection:
    site = sqlite3.connect(folder / keeping.DATABASE, isolation_level=None)
    site.execute("PRAGMA journal_mode=WAL")
    return site


def entries(folder: Path) -> list[int]:
    with closing(opened(folder)) as site:
        return [number for (number,) in site.execute("SELECT number FROM entry ORDER BY number")]


def test_what_was_acknowledged_during_a_backup_is_in_it(folder: Path, tmp_path: Path) -> None:
    """Issue 16: «60 entries acknowledged during a backup, restored elsewhere»."""
    acknowledged: list[int] = []
    begun, done = threading.Event(), threading.Event()

    def write() -> None:
        with closing(opened(folder)) as site:
            while not done.is_set():
                if len(acknowledged) < 60:
                    site.execute("INSERT INTO entry VALUES (?, ?)", [len(acknowledged), "x" * 500])
                    acknowledged.append(len(acknowledged))
                    begun.set()

    writer = threading.Thread(target=write)
    writer.start()
    begun.wait(10)
    keeping.backup(folder, tmp_path / "kept")
    at_least = list(acknowledged)[:60]
    while len(acknowledged) < 60:
        pass
    keeping.backup(folder, tmp_path / "kept later")
    done.set()
    writer.join()
    elsewhere = made(tmp_path / "elsewhere", entries=3)
    keeping.restore(elsewhere, tmp_path / "kept later", KNOWN)
    assert entries(elsewhere) == list(range(60))
    assert (elsewhere / keeping.KEY).read_text() == "key of data"
    another = made(tmp_path / "another")
    keeping.restore(another, tmp_path / "kept", KNOWN)
    assert entries(another) == list(range(len(entries(another))))
    assert at_least


def test_a_backup_is_one_file_for_its_owner_alone_and_over_no_other(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    keeping.backup(folder, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"data", "kept"}
    with tarfile.open(file) as archive:
        assert archive.getnames() == list(keeping.KEPT)
    with pytest.raises(keeping.NotDone, match="уже есть"):
        keeping.backup(folder, file)


def test_what_was_there_is_kept(folder: Path, tmp_path: Path) -> None:
    keeping.backup(made(tmp_path / "other", entries=5), tmp_path / "kept")
    (folder / "rules.stamp").touch()
    before = keeping.restore(folder, tmp_path / "kept", KNOWN)
    assert entries(folder) == [0, 1, 2, 3, 4]
    assert not (folder / "rules.stamp").exists()
    assert entries(before) == []
    assert (before / keeping.KEY).read_text() == "key of data"


def test_the_log_of_a_site_that_was_killed_stays_with_its_database(folder: Path, tmp_path: Path) -> None:
    """«What was there goes into a folder»: SQLite writes that log into any database that it lies beside."""
    keeping.backup(made(tmp_path / "other", entries=5), tmp_path / "kept")
    log = folder / f"{keeping.DATABASE}-wal"
    with closing(opened(folder)) as site:
        site.execute("INSERT INTO entry VALUES (60, 'killed')")
        left = log.read_bytes()
    log.write_bytes(left)
    before = keeping.restore(folder, tmp_path / "kept", KNOWN)
    assert (before / log.name).read_bytes() == left
    assert entries(folder) == [0, 1, 2, 3, 4]


def test_what_is_restored_is_for_its_owner_alone(folder: Path, tmp_path: Path) -> None:
    """The database and «the key that signs its cookies»: who reads them opens every sheet and every match."""
    (folder / keeping.DATABASE).chmod(0o644)
    (folder / keeping.KEY).chmod(0o644)
    keeping.backup(folder, tmp_path / "kept")
    elsewhere = made(tmp_path / "elsewhere")
    keeping.restore(elsewhere, tmp_path / "kept", KNOWN)
    modes = {name: stat.S_IMODE((elsewhere / name).stat().st_mode) for name in keeping.KEPT}
    assert modes == dict.fromkeys(keeping.KEPT, 0o600)


def test_while_a_server_holds_the_folder_nothing_is_restored(folder: Path, tmp_path: Path) -> None:
    keeping.backup(folder, tmp_path / "kept")
    holds = keeping.hold(folder)
    another = keeping.hold(folder)  # a second server on another port
    assert stat.S_IMODE((folder / keeping.LOCK).stat().st_mode) == 0o600
    with pytest.raises(keeping.NotDone, match="держит сервер"):
        keeping.restore(folder, tmp_path / "kept", KNOWN)
    for file in (holds, another):
        keeping.os.close(file)
    keeping.restore(folder, tmp_path / "kept", KNOWN)


def state(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_restore_that_fails_half_way_undoes_itself(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping.backup(made(tmp_path / "other", entries=5), tmp_path / "kept")
    before, rename = state(folder), keeping.os.rename
    for fails in range(1, 4):
        calls: list[Path] = []

        def failing(source: Path, target: Path, fails: int = fails, calls: list[Path] = calls) -> None:
            calls.append(source)
            if len(calls) == fails:
                raise OSError("no room")
            rename(source, target)

        monkeypatch.setattr(keeping.os, "rename", failing)
        with pytest.raises(OSError, match="no room"):
            keeping.restore(folder, tmp_path / "kept", KNOWN)
        monkeypatch.undo()
        assert [path for path in folder.iterdir() if path.is_dir()] == []
        assert state(folder) == before | {keeping.LOCK: b""}


@pytest.mark.parametrize("spoil", ["cut", "nonsense", "no database", "damaged", "newer"])
def test_a_bad_backup_changes_nothing(folder: Path, tmp_path: Path, spoil: str) -> None:
    file = tmp_path / "kept"
    other = made(tmp_path / "other", 400, "0099_later" if spoil == "newer" else "0001_initial")
    keeping.backup(other, file)
    if spoil == "cut":
        file.write_bytes(file.read_bytes()[:200])
    if spoil == "nonsense":
        file.write_bytes(b"nonsense")
    if spoil in ("no database", "damaged"):
        with closing(opened(other)) as site:
            site.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        whole = (other / keeping.DATABASE).read_bytes()
        (other / "damaged").write_bytes(whole[:5000] + b"?" * 90_000 + whole[95_000:])
        with tarfile.open(file, "w:gz") as archive:
            archive.add(
                other / ("damaged" if spoil == "damaged" else keeping.KEY), keeping.KEPT[spoil != "damaged"]
            )
    before = state(folder)
    with pytest.raises(keeping.NotDone):
        keeping.restore(folder, file, KNOWN)
    assert state(folder) == before | {keeping.LOCK: b""}


def test_the_command_says_in_a_sentence_why_nothing_is_restored(
    folder: Path, tmp_path: Path, settings: Settings
) -> None:
    settings.DATA_DIR, settings.DATABASE_URL = folder, ""
    (tmp_path / "kept").write_bytes(b"nonsense")
    with pytest.raises(CommandError, match="kept"):
        call_command("restore", str(tmp_path / "kept"))


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(errno.EACCES, "Permission denied"), "нет прав"),
        (OSError(errno.EROFS, "Read-only file system"), "её диск только для чтения"),
        (OSError(errno.ENOSPC, "No space left on device"), "на диске нет места"),
        (OSError(errno.ENOTDIR, "Not a directory"), "это не папка"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
        (OSError("gone"), "gone"),
    ],
)
def test_a_folder_that_cannot_be_had_ends_the_program_with_a_sentence(error: OSError, why: str) -> None:
    with (
        pytest.raises(SystemExit, match=f"папку данных /data не записать: {why}[.] Другую"),
        keeping.in_one_sentence(Path("/data")),
    ):
        raise error


class Opened:
    """A connection to a database on a file."""

    vendor = "sqlite"

    def __init__(self, file: Path) -> None:
        self.settings_dict = {"NAME": str(file)}


@pytest.mark.parametrize("others", [0o040, 0o020, 0o010, 0o004, 0o002, 0o001])
def test_nobody_else_may_do_anything_with_a_database(tmp_path: Path, others: int) -> None:
    """«Only its owner may read an embedded database, and what SQLite lays beside it.»"""
    file = tmp_path / "db.sqlite3"
    file.touch()
    file.chmod(0o600 | others)
    keeping.keep_private(Opened(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_another_ones_database_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody but its owner and root may change that: a command would end there."""
    file = tmp_path / "db.sqlite3"
    file.touch()
    file.chmod(0o644)
    monkeypatch.setattr(keeping.os, "getuid", lambda: file.stat().st_uid + 1)
    keeping.keep_private(Opened(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o644


def said(command: str, *asked: str, **more: object) -> list[str]:
    out = io.StringIO()
    call_command(command, *asked, stdout=out, **more)
    return out.getvalue().splitlines()


def test_the_commands_say_what_they_have_made_and_where(
    folder: Path, tmp_path: Path, settings: Settings
) -> None:
    """In a folder a backup gets a name with the time, and others leave it that needn't stay."""
    settings.DATA_DIR, settings.DATABASE_URL = folder, ""
    (line,) = said("backup", str(tmp_path / "kept"))
    assert line == f"{tmp_path / 'kept'}: {(tmp_path / 'kept').stat().st_size // 1024} КБ, проверено"
    with pytest.raises(CommandError, match="уже есть"):
        said("backup", str(tmp_path / "kept"))
    (line,) = said("restore", str(tmp_path / "kept"))
    (before,) = folder.glob("before-restore-*")
    assert line == f"Готово. Прежнее лежит в {before}. Теперь запустите script/server."
    kept = tmp_path / "backups"
    kept.mkdir()
    old = [kept / f"grimoire-20200{month}01-120000.tar.gz" for month in range(1, 4)]
    for file in old:
        file.touch()
    (folder / keeping.KEY).unlink()
    made, *gone, key = said("backup", str(kept), keep=[1, 0])
    assert re.fullmatch(rf"{kept}/grimoire-\d{{8}}-\d{{6}}\.tar\.gz: \d+ КБ, проверено", made)
    assert gone == [f"{file}: удалено" for file in old]
    assert "SECRET_KEY" in key
    assert len([*kept.iterdir()]) == 1


@pytest.mark.parametrize(("command", "says"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_with_postgresql_the_command_for_it_is_said(settings: Settings, command: str, says: str) -> None:
    settings.DATABASE_URL = "postgres://olya@db/grimoire"
    with pytest.raises(CommandError, match=says):
        call_command(command, "kept")


@pytest.mark.parametrize("there", [True, False])
def test_a_key_is_named_only_where_there_is_one(settings: Settings, tmp_path: Path, there: bool) -> None:
    """L3: with SECRET_KEY in the environment there is no such file."""
    settings.DATABASE_URL, settings.DATA_DIR = "postgres://olya@db/grimoire", tmp_path
    if there:
        (tmp_path / keeping.KEY).touch()
    with pytest.raises(CommandError) as told:
        call_command("backup", str(tmp_path))
    assert re.search(r"/grimoire-\d{8}-\d{6}\.dump ", str(told.value)), "pg_dump makes no archive"
    assert (keeping.KEY in str(told.value)) is there
    assert ("SECRET_KEY" in str(told.value)) is not there
