"""Which package an author means who names one to `manage.py tryout`."""

from pathlib import Path

import pytest

from simulator.tryout import package


def made(home: Path) -> Path:
    (home / "rulebook/content").mkdir(parents=True)
    (home / "rulebook/content/game.toml").touch()
    return home


def test_a_path_an_id_in_a_folder_and_a_name_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = made(tmp_path / "games/stones")
    expected = package.Package(home, "stones", home.parent)
    assert package.find(str(home), None) == expected
    assert package.find("stones", home.parent) == expected
    assert package.find("stones", tmp_path) is None
    monkeypatch.setenv("GRIMOIRE_GAMES", "nim, stones")
    monkeypatch.syspath_prepend(str(home.parent))
    assert package.find("stones", None) == expected


def test_a_game_inside_a_package_has_the_name_of_both(tmp_path: Path) -> None:
    home = made(tmp_path / "ours/stones")
    (tmp_path / "ours/__init__.py").touch()
    found = package.find(str(home), None)
    assert found == package.Package(home, "ours.stones", tmp_path)
    assert package.environment(found)["GRIMOIRE_GAMES"] == "ours.stones"
