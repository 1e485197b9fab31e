"""Evenings from fixed seeds, as script/night runs them by the thousand."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from tests.daily import daily
from tests.night import night
from tests.night.night import Lost, kept, one
from tests.night.planted import every

SOME = tuple(range(20))  # steps
KEPT = [("sheet", "poison", 2, SOME), ("sheet", "wizwar", 4, SOME), ("table", "alchemists", 1, SOME)]
KEPT += [("laboratory", "alchemists", 3, SOME), ("notebook", "alchemists", 7, SOME)]
FOUND = kept()


def of_all_games(first: int) -> list[tuple[str, str, int, None]]:
    """A whole evening of each kind and game."""
    return [
        (kind, game, seed, None)
        for kind, games in night.GAMES.items()
        for seed, game in enumerate(sorted(games()), start=first)
    ]


DAILY = [*KEPT, *FOUND, *of_all_games(101)]


@pytest.mark.whole
@pytest.mark.parametrize(("kind", "game", "seed", "steps"), daily([*DAILY, *of_all_games(201)], DAILY))
def test_an_evening_holds(
    kind: str,
    game: str,
    seed: int,
    steps: tuple[int, ...] | None,
    filled_database: Path,
    django_db_blocker: DjangoDbBlocker,
) -> None:
    """What was acknowledged stands once, versions only grow, nobody hears of a mistake, all pages agree."""
    with django_db_blocker.unblock():
        found = one(kind, game, seed, Counter(), steps)
    assert not isinstance(found, Lost), found.why


@pytest.mark.thorough
def test_a_seed_is_an_evening_to_the_byte(filled_database: Path) -> None:
    """Answers with tokens are the same in two processes that order their sets differently."""
    runs = [
        subprocess.run(
            [sys.executable, "-m", "tests.night", "--seed", "5", "--evenings", "1", "--digest"],
            cwd=settings.BASE_DIR,
            env=os.environ | {"PYTHONHASHSEED": seed, "NIGHT_DATABASE": str(filled_database)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split("\n")[0]
        for seed in "12"
    ]
    assert runs[0] == runs[1]
    assert len(runs[0]) == 64


def test_what_fails_is_kept_with_the_fewest_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """«A failure prints its seed and shrinks to the fewest steps that still fail, written as a test.»"""

    def fails_with_two(kind: str, game: str, seed: int, count: Counter[str], steps: tuple[int, ...]) -> Any:
        return Lost(kind, game, seed, steps, "lost", "…") if {3, 17} <= set(steps) else "all is well"

    monkeypatch.setattr(night, "one", fails_with_two)
    monkeypatch.setattr(night, "KEPT", tmp_path / "found.txt")
    night.shrunk(Lost("sheet", "poison", 7, tuple(range(60)), "lost", "…")).keep()
    night.shrunk(Lost("table", "wizwar", 8, (3, 17), "lost", "…"))._replace(steps=()).keep()
    assert kept() == [("sheet", "poison", 7, (3, 17)), ("table", "wizwar", 8, ())]


def test_every_planted_fault_says_what_it_is() -> None:
    """A patch has a sentence, and the kind of evening that is to find it: «40 planted faults»."""
    faults = every(())
    assert len(faults) >= 40
    assert {fault.test for fault in faults} == set(night.KINDS)
