"""`manage.py golden`: writes golden games for the tests; called for when an engine's `rules` change."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rulebook import finder
from simulator.cases import golden
from simulator.game import engine_of, has_engine
from simulator.management.commands.simulate import no_such_game

SEED = 2005


def folder_of(game_id: str, box: str = "") -> Path:
    """Where the golden games of a game lie, or those of one of its boxes."""
    home = finder.boxes("simulator", game_id)[box] if box else finder.rooms("simulator")[game_id]
    return home.path / "golden"


class Command(BaseCommand):
    help = "Writes a golden game of every configuration of a game to its folder `golden`"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game")
        parser.add_argument("--overwrite", action="store_true", help="also replace games of these very rules")

    def handle(self, *args: Any, **options: Any) -> None:
        game_id = options["game"]
        if not has_engine(game_id):
            raise no_such_game(game_id)
        game = engine_of(game_id)
        bots = [name for name in ("greedy", "random") if name in game.bots] or list(game.bots)
        for name, config in game.configs.items():
            seats = config.seats[len(config.seats) // 2]
            path = folder_of(game_id, config.box) / f"rules-{game.rules}-{name}-{seats}.json"
            if path.exists() and not options["overwrite"]:
                self.stdout.write(f"kept   {path.name}")
                continue
            players = [bots[seat % len(bots)] for seat in range(seats)]
            played = golden.make(game, {"players": seats, "options": dict(config.options)}, players, SEED)
            played = json.loads(json.dumps(played))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(golden.to_text(played), encoding="utf-8")
            self.stdout.write(f"wrote  {path.name}")
