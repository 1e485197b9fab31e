"""Sheets in the midst of a game, one for each game: `sample.py` in the folder of its tests."""

from dataclasses import dataclass
from importlib import import_module

from rulebook.content import reading

NAMES = ["Оля", "Коля", "Рита"]


@dataclass(frozen=True)
class Sample:
    """What is written on a sheet of three people, and the parts of its page."""

    game: str
    cells: list[tuple[str, str]]
    parts: tuple[str, ...] = ("",)
    name_in_page: str = 'data-name="{}"'  # how a page names somebody


def samples() -> list[Sample]:
    return [import_module(f"games.{game}.tests.scoring.sample").SAMPLE for game in reading.game_ids()]
