"""What is kept beside the memory of a pocket: what it may still ask for, and nothing that it holds."""

import io
import sys
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from pocket import asked
from rulebook.content.kept import PLACE as AS_READ


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module that is in memory, one that isn't, and a content that was read."""
    for name in ("known.py", "other.py", AS_READ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    module = ModuleType("known")
    module.__file__ = str(tmp_path / "known.py")
    monkeypatch.setitem(sys.modules, "known", module)
    return tmp_path


def test_a_module_in_memory_leaves_its_name_alone(known: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lists a folder, as migrations are found, sees it there."""
    monkeypatch.setattr(asked, "HOMES", (str(known),))
    with tarfile.open(fileobj=io.BytesIO(asked.files())) as archive:
        sizes = {Path(f"/{member.name}").relative_to(known).as_posix(): member.size for member in archive}
    assert sizes == {"known.py": 0, "other.py": len("other.py"), AS_READ: 0}


def test_so_does_one_of_the_standard_library(known: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = known / "library.zip"
    with zipfile.ZipFile(library, "w") as archive:
        for name in ("known.py", "other.py"):
            archive.writestr(name, name)
    monkeypatch.setattr(asked, "LIBRARY", str(library))
    monkeypatch.setattr(sys.modules["known"], "__file__", f"{library}/known.py")
    with zipfile.ZipFile(io.BytesIO(asked.library())) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            "known.py": b"",
            "other.py": b"other.py",
        }
