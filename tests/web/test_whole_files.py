"""Files that others read while they are made anew, and wishes for what is made once a site answers."""

import json
import os
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from web import whole_files, wishes

LIST = "list.json"


def test_a_file_is_the_old_one_or_the_new_and_nothing_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """«Each is there whole, the old one or the new», in a folder that needn't be there yet."""
    path = tmp_path / "new/folder/file"
    whole_files.write(path, b"old")
    whole_files.write(path, b"new")
    assert path.read_bytes() == b"new"

    def no_room(draft: str, place: Path) -> None:
        assert Path(draft).read_bytes() == b"newer"
        raise OSError("no room")

    monkeypatch.setattr(os, "replace", no_room)
    with pytest.raises(OSError, match="no room"):
        whole_files.write(path, b"newer")
    assert {each.name: each.read_bytes() for each in path.parent.iterdir()} == {"file": b"new"}


def edition(folder: Path, *names: str) -> Path:
    """A folder of files with their list."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (folder / LIST).write_text(json.dumps({"files": [name for name in names if not name.endswith(".br")]}))
    return folder


def put(draft: Path, place: Path) -> set[str]:
    """The files that are in the place once those of the draft are."""
    whole_files.put_in_place(draft, place, LIST, lambda said: said["files"], packed=(".br",))
    return {str(path.relative_to(place)) for path in place.rglob("*") if path.is_file()} - {LIST}


def test_files_of_the_list_before_stay_until_the_next_time_and_others_go(tmp_path: Path) -> None:
    place = tmp_path / "place"
    assert put(edition(tmp_path / "1", "a/1", "a/1.br", "both"), place) == {"a/1", "a/1.br", "both"}
    (place / "nobody's").touch()
    (place / "a/1.txt").touch()
    second = put(edition(tmp_path / "2", "2", "both"), place)
    assert second == {"a/1", "a/1.br", "2", "both"}
    assert put(edition(tmp_path / "3", "3", "both"), place) == {"2", "3", "both"}


@pytest.mark.parametrize("listed", ["", "[]", "{}", '{"files": 7}', "7"])
def test_a_list_that_cannot_be_read_names_nothing(tmp_path: Path, listed: str) -> None:
    place = edition(tmp_path / "place", "old")
    (place / LIST).write_text(listed)
    assert put(edition(tmp_path / "draft", "new"), place) == {"new"}


def test_the_list_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """«No reader misses a file meanwhile.»"""
    moved: list[str] = []
    replace = Path.replace
    monkeypatch.setattr(
        Path, "replace", lambda path, target: (moved.append(path.name), replace(path, target))[1]
    )
    put(edition(tmp_path / "draft", "a", "z"), tmp_path / "place")
    assert moved[-1] == LIST
    assert sorted(moved[:-1]) == ["a", "z"]


def test_a_wish_stands_until_it_is_fulfilled(tmp_path: Path, settings: Settings) -> None:
    """«So what was cut off is made by the next start.»"""
    settings.DATA_DIR = tmp_path
    assert wishes.open_wish("reading") == "", "nobody has wished"
    (tmp_path / "reading.wanted").write_text("digest\n")
    assert wishes.open_wish("reading") == "digest"
    with wishes.alone("reading"):
        wishes.fulfil("reading", "older")
        assert wishes.open_wish("reading") == "digest"
        wishes.fulfil("reading", "digest")
    assert wishes.open_wish("reading") == ""
