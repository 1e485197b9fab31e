"""docs/trips.md leads through the house by names: each leads somewhere."""

import re

from rulebook import finder

ROOT = finder.ROOT
NAMES = re.findall(r"`([^`]+)`", (ROOT / "docs/trips.md").read_text(encoding="utf-8"))
CODE = re.compile(r"(?:\w+/)*[\w-]+\.(?:py|js)")
FOLDERS = ("config", "web", "rulebook", "scoring", "simulator", "games", "static/js", "script", "tests")
FOLDER = re.compile(r"(?:\w+/)+\w+")
CALLED = re.compile(r"[A-Za-z_]\w*(?:\.[a-z_]\w*)?")


def test_every_file_and_folder_named_is_there() -> None:
    named = [name for name in NAMES if CODE.fullmatch(name) or FOLDER.fullmatch(name)]
    assert len(named) > 20
    there = [path.as_posix() for folder in FOLDERS for path in (ROOT / folder, *(ROOT / folder).rglob("*"))]
    lost = [name for name in named if not any(path.endswith(f"/{name}") for path in there)]
    assert lost == []


def test_every_function_and_class_named_stands_in_the_code() -> None:
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.[pj][ys]")]
    words = set(re.findall(r"\w+", " ".join(file.read_text(encoding="utf-8") for file in files)))
    called = [name for name in NAMES if CALLED.fullmatch(name) and not CODE.fullmatch(name)]
    named = {part for name in called for part in name.split(".")}
    assert len(named) > 50
    assert sorted(named - words - {"toml"}) == []
