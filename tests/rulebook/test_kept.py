"""Issue 44: «content is read once an edition into one file of plain data», and never stale."""

import os
import shutil
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
import tomli

from rulebook.content import kept, reading
from rulebook.content.faults import ContentError
from tests.daily import daily

GAME = "potions"  # has boxes, and is quickly read
SHARED = reading.ROOT / "content" / reading.SHARED


def leaves(said: Any, place: str = "") -> Any:
    """All that lies in a content with its type, cached properties not among it."""
    if is_dataclass(said):
        return type(said), [leaves(getattr(said, field.name)) for field in fields(said)]
    if isinstance(said, dict):
        return type(said), [(key, leaves(value)) for key, value in said.items()]
    return (type(said), [leaves(each) for each in said]) if isinstance(said, list | tuple) else said


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game's content in a place of its own, where a start finds it."""
    rooms = reading.content_folders()[GAME].parent
    for folder in ("content", *(path.relative_to(rooms) for path in rooms.glob("boxes/*/content"))):
        ignored = shutil.ignore_patterns("__pycache__", "scenarios")
        shutil.copytree(rooms / folder, tmp_path / folder, ignore=ignored)
    monkeypatch.setattr(reading, "content_folders", lambda root: {GAME: tmp_path / "content"})
    return tmp_path / "content"


def start() -> kept.GameParts:
    """What a process that has just begun reads of the game."""
    return reading._parts.__wrapped__(GAME, reading.ROOT)


@pytest.fixture
def parse(monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Whether a start parses any TOML."""
    parsed: list[str] = []
    loads = tomli.loads
    monkeypatch.setattr(tomli, "loads", lambda text: parsed.append(text) or loads(text))

    def parses() -> bool:
        parsed.clear()
        start()
        return bool(parsed)

    return parses


@pytest.mark.parametrize("game", reading.game_ids())
def test_what_was_kept_is_what_the_files_say(game: str) -> None:
    """Every field of every entry, with its type: pages can't tell one from the other."""
    reading.load(game)
    found = kept.find(reading.content_folders()[game], SHARED)
    read = reading.read_whole(game)
    assert leaves(found) == leaves(kept.GameParts(read.base, read.boxed))


def test_the_second_start_parses_nothing(home: Path, parse: Callable[[], bool]) -> None:
    """«Content is read once an edition.» Phrases for the search say nothing of a content."""
    assert [parse(), parse()] == [True, False]
    assert start().base.folder == home
    (home / "asks").mkdir(exist_ok=True)
    (home / "asks/more.toml").write_text("")
    assert not parse()


def test_what_was_kept_is_read_by_whoever_reads_the_files(home: Path) -> None:
    """One user loads the rules, another serves the pages; data is never for running."""
    (home / "game.toml").chmod(0o755)
    start()
    assert (home / kept.PLACE).stat().st_mode & 0o777 == 0o644


def test_a_change_shows_at_once(home: Path, parse: Callable[[], bool]) -> None:
    """«Never stale: a changed clause shows after a reload»: be it as long as before and dated as before."""
    clause = next(clause for clause in start().base.clauses if not clause.of_all_games)
    path = home / "rules.toml"
    before, text = path.stat(), path.read_text(encoding="utf-8")
    path.write_text(text.replace(f'id = "{clause.id}"', f'id = "{clause.id[:-1]}_"'), encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert f"{clause.id[:-1]}_" in start().base.clause_by_id
    assert not parse()
    shutil.rmtree(next(home.parent.glob("boxes/*")))
    assert parse()


@pytest.mark.parametrize(
    "damage",
    daily(
        ["cut off", "of another version", "a letter changed", "empty", "zeros"],
        ["cut off", "of another version", "a letter changed"],
    ),
)
def test_a_damaged_file_is_read_anew(
    home: Path, parse: Callable[[], bool], damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """«Cut off or of another version: read from TOML again and written anew, with a line in the log.»"""
    sound = leaves(start())
    caplog.set_level("INFO", "grimoire.content")
    path = home / kept.PLACE
    said = path.read_bytes()
    damaged = {"cut off": said[: len(said) // 2], "empty": b"", "zeros": b"\0" * 4096}
    damaged["of another version"] = b"z" + said[1:]
    path.write_bytes(damaged.get(damage, said.replace("и".encode(), "й".encode(), 1)))
    assert leaves(start()) == sound
    assert [str(path) in record.getMessage() for record in caplog.records] == [True]
    assert not parse()


def test_it_does_without_where_nothing_can_be_kept(home: Path, parse: Callable[[], bool]) -> None:
    """«Works where the folder is read-only.»"""
    (home / kept.PLACE).parent.write_text("no folder")
    assert [parse(), parse()] == [True, True]


def test_faults_are_told_with_their_lines(home: Path) -> None:
    """«Faults in content give the same messages with file and line as today», whatever was kept before."""
    start()
    with (home / "game.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[chapters]]\nid = "no_words"\n')
    for _ in range(2):
        with pytest.raises(ContentError) as told:
            start()
        assert told.value.faults == reading.read_whole(GAME).faults
        assert {fault.file for fault in told.value.faults} == {f"{GAME}/game.toml"}
        assert all(fault.line for fault in told.value.faults)
