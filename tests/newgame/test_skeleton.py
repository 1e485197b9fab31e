"""`manage.py newgame`: all sixteen games are whole, readable and pass conformance."""

import re
import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulebook.finder import ROOT
from tests.newgame import samples

MOST_LINES = 80
GAMES = tuple(map(samples.called, samples.KINDS))
CONFORMANCE = ("-p", "no:cacheprovider", "-q", "tests/conformance", "-k")
# Advice costs most of all: it is asked of a kind that has nothing, one that has all, and the dearest, a board
# without hands.
DAILY = "kind_ and not (test_advice and not (kind_xxxx or kind_chsb or kind_xxsb))"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return samples.all_written(tmp_path_factory.mktemp("games"))


def test_no_file_is_longer_than_eighty_lines_and_none_is_left_a_template(home: Path) -> None:
    """Issue 40: «each file at most 80 lines; all 16 combinations are made»."""
    files = [path for path in home.rglob("*") if path.is_file()]
    assert {path.relative_to(home).parts[0] for path in files} == set(GAMES)
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= MOST_LINES, path
        assert "{%" not in text, path
        assert not text.startswith("\n"), path
        assert "\n\n\n\n" not in text, path


@pytest.fixture(scope="module")
def formatted(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them, and one with a long name."""
    place = tmp_path_factory.mktemp("formatted")
    shutil.copytree(home, place, dirs_exist_ok=True)
    return samples.long_name(place)


@pytest.mark.parametrize("words", [("format", "--check"), ("check",)], ids=" ".join)
def test_its_python_is_as_ruff_has_it(formatted: Path, words: tuple[str, ...]) -> None:
    home = formatted
    house = ("--config", str(ROOT / "pyproject.toml"), "--no-cache")
    src = ("--config", f'src=["{home}", "{ROOT}"]') if words == ("check",) else ()
    done = samples.python("-m", "ruff", *words, *house, *src, str(home))
    assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_all_sixteen_pass_conformance(home: Path) -> None:
    """Issue 40: «all 16 combinations are made in the daily tests and pass conformance»."""
    done = samples.python(
        "-m", "pytest", *CONFORMANCE, DAILY, "-m", "not thorough", env=samples.environment(home, *GAMES)
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) > 40 * len(GAMES)


@pytest.mark.thorough
def test_all_sixteen_pass_all_of_conformance(home: Path) -> None:
    done = samples.python("-m", "pytest", *CONFORMANCE, "kind_", env=samples.environment(home, *GAMES))
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


def newgame(*words: str) -> str:
    said = StringIO()
    call_command("newgame", *words, stdout=said)
    return said.getvalue()


@pytest.mark.parametrize(
    ("game_id", "why"),
    [
        ("1st", "no name for a game (1st): small Latin letters, and none of the names that addresses need"),
        ("recent", "no name for a game (recent)"),
        ("l", "no name for a game (l)"),
        ("class", "no name for a game (class)"),
        ("poison", "there is such a game already (poison)"),
        ("json", "there is a Python module of this name already: choose another one"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused_in_a_sentence(
    tmp_path: Path, game_id: str, why: str
) -> None:
    with pytest.raises(CommandError) as caught:
        newgame(game_id, "--in", str(tmp_path), "--lang", "en")
    assert str(caught.value).startswith(f"{game_id}: {why}")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "stones").mkdir()
    with pytest.raises(CommandError, match=r"Папка .*stones уже есть: в\sнеё не пишу"):
        newgame("stones", "--in", str(tmp_path))
    assert list((tmp_path / "stones").iterdir()) == []


def test_it_says_what_it_has_written_and_three_commands_to_go_on_with(tmp_path: Path) -> None:
    *files, then, first, second, third = newgame("stones", "--in", str(tmp_path), "--lang", "en").splitlines()
    assert {Path(each) for each in files} == {path for path in tmp_path.rglob("*") if path.is_file()}
    assert then == "Written. Go on with:"
    assert first.endswith(f"manage.py tryout {tmp_path}/stones --lang en")
    assert second.endswith("--watch")
    assert third.endswith(f"PYTHONPATH={tmp_path} GRIMOIRE_GAMES=stones script/server")
    assert first.strip() in (tmp_path / "stones/README.md").read_text(encoding="utf-8")
