"""docs/trips.md leads through the house by names: each leads somewhere."""

import re

from rulebook import finder

ROOT = finder.ROOT
NAMES = re.findall(r"`([^`]+)`", (ROOT / "docs/trips.md").read_text(encoding="utf-8"))
CODE = re.compile(r"(?:\w+/)*[\w-]+\.(?:py|js)")
FOLDER = re.compile(r"(?:\w+/)+\w+")
CALLED = re.compile(r"[A-Za-z_]\w*(?:\.[a-z_]\w*)?")


def test_every_file_and_folder_named_is_there() -> None:
    named = [name for name in NAMES if CODE.fullmatch(name) or FOLDER.fullmatch(name)]
    assert len(named) > 20
    lost = [name for name in named if not any(ROOT.glob(f"**/{name}"))]
    assert lost == []


def test_every_function_and_class_named_stands_in_the_code() -> None:
    folders = ("config", "web", "rulebook", "scoring", "simulator", "games", "static/js", "tests")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.[pj][ys]")]
    words = set(re.findall(r"\w+", " ".join(file.read_text(encoding="utf-8") for file in files)))
    called = [name for name in NAMES if CALLED.fullmatch(name) and not CODE.fullmatch(name)]
    named = {part for name in called for part in name.split(".")}
    assert len(named) > 50
    assert sorted(named - words - {"toml"}) == []
