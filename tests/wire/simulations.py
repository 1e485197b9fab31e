"""Whole games between bots: the digest of their records for every configuration and number of players."""

import json
from collections.abc import Iterator
from typing import Any

from tests.wire import doors
from tests.wire.rooms import command

SEED = 17
KEPT = ("players", "games", "finished", "limited", "decisions", "wins", "mean_scores", "digest")
FEW, ONE = {"random": 3, "random,greedy": 1}, {"random,greedy": 1}  # games by the bots that sit there


def planned() -> Iterator[dict[str, Any]]:
    """What `manage.py simulate` is asked for, run by run."""
    for game_id in doors.ENGINES:
        engine = doors.engine(game_id)
        for name, config in engine.configs.items():
            options = [f"{option}={value}" for option, value in config.options.items()]
            asked = {"game": game_id, "config": name, "options": options}
            for players in config.seats:
                yield from (
                    {**asked, "players": players, "seats": seats, "games": games}
                    for seats, games in (FEW if players == min(config.seats) else ONE).items()
                )


def run(asked: dict[str, Any]) -> dict[str, Any]:
    """The part of the command's answer that is the same in every run."""
    given = {key: asked[key] for key in ("players", "seats", "games", "options")}
    report = json.loads(command("simulate", asked["game"], seed=SEED, json=True, **given))
    return {key: report[key] for key in KEPT}
