"""The cases beside the rules, as far as a picture needs them: the simulator plays their files. Pure."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import tomli

from rulebook.content.entries import GameContent


class Scenario(NamedTuple):
    """A case as its file has it: the short form of a position, what is done in it and what comes of it.
    `whole` has whatever else a case may stand on in place of a position.
    """

    id: str
    position: Mapping[str, Any]
    moves: tuple[str, ...]
    expect: Mapping[str, Any]
    whole: Mapping[str, Any]


def find(game: GameContent, scenario_id: str) -> Scenario:
    """A case of a game or of its boxes on the table. Raises KeyError."""
    for folder in game.folders.values():
        if scenario_id in (cases := _in(folder)):
            return cases[scenario_id]
    raise KeyError(scenario_id)


@cache
def _in(home: Path) -> Mapping[str, Scenario]:
    files = (tomli.loads(path.read_text(encoding="utf-8")) for path in sorted(home.glob("scenarios/*.toml")))
    cases = (case for file in files for case in file.get("case", ()))
    return {
        case["id"]: Scenario(
            case["id"], case.get("position", {}), tuple(case.get("moves", ())), case.get("expect", {}), case
        )
        for case in cases
        if "id" in case
    }
