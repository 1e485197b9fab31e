"""`manage.py rules check ID`: one game alone, quickly, and whatever is wrong in it by its line."""

import os
import re
from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command

from rulebook import finder
from simulator.newgame.writing import Kind, write
from tests.newgame import samples

DEAREST = 4.0  # CPU seconds, of them about half for Django and all modules of the site


def check(home: Path, game_id: str, *words: str) -> tuple[int, str, str, float]:
    """The exit code, what is said to both ends, and the CPU seconds."""
    env = {**os.environ, finder.VARIABLE: "stones", "PYTHONPATH": str(home)}
    before = os.times()
    done = samples.python("manage.py", "rules", "check", game_id, "--lang", "en", *words, env=env)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return done.returncode, done.stdout, done.stderr, spent


@pytest.fixture
def home(tmp_path: Path) -> Path:
    write("stones", tmp_path, Kind(), "en", date(2026, 7, 30))
    return tmp_path


def test_a_sound_game_is_counted_within_two_seconds_of_django_s_start(home: Path) -> None:
    """Issue 40: «`rules check ID` for one game in 2 s»."""
    code, said, wrong, spent = check(home, "stones")
    assert (code, wrong) == (0, "")
    assert said == "stones: 2 chapters, 14 clauses\n"
    assert spent <= DEAREST


def test_what_shows_only_between_entries_is_told_with_its_line_and_no_traceback(home: Path) -> None:
    """It was `KeyError: 'game_content'`, raised again while the first was handled."""
    path = home / "stones/rulebook/content/game.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace('icon = "pile"', 'icon = "piles"'), encoding="utf-8"
    )
    code, _, wrong, _ = check(home, "stones")
    assert code == 1
    assert "Traceback" not in wrong
    in_log, line = wrong.splitlines()
    assert "stones: its content can’t be used: ContentError: stones/game.toml:" in in_log
    assert re.match(r"stones/game\.toml:\d+: steps choose, icon: unknown icon piles, like it: pile", line)


def test_a_game_that_is_not_there_and_one_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("rules", "check", "nim", lang="en")
    assert ended.value.code == 1
    wrong = capsys.readouterr().err
    assert wrong.startswith("nim: there is no package nim, or it has no rulebook/content/game.toml")
    call_command("rules", "check", "poison", lang="en")
    said = capsys.readouterr().out
    assert "poison: without the shared clauses: setup.first" in said
    assert "poison: its own in place of the shared clause: components.deck" in said
