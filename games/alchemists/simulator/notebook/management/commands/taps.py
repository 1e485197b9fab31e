"""`manage.py taps`: how many taps planning and a round of «Алхимики» take, in the median."""

from argparse import ArgumentParser
from itertools import product
from typing import Any

from django.core.management.base import BaseCommand

from games.alchemists.simulator import taps
from games.alchemists.simulator.engine.bots import BOTS
from games.alchemists.simulator.engine.data import TABLES
from web.progress import ProgressBar


class Command(BaseCommand):
    help = "Считает касания за столом «Алхимиков»: план и раунд, медиана по партиям ботов"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=50, help="партий на каждое число игроков")
        parser.add_argument("--seed", type=int, default=1, help="зерно первой партии")
        parser.add_argument("--players", type=int, choices=TABLES, action="append", help="только столько")
        parser.add_argument("--bot", choices=list(BOTS), default="sensible")

    def handle(self, *args: Any, **options: Any) -> None:
        seeds = range(options["seed"], options["seed"] + options["games"])
        tables = list(product(options["players"] or TABLES, ("apprentice", "master")))
        with ProgressBar(self.stderr, len(tables) * len(seeds)) as progress:
            for players, level in tables:
                found = taps.count(players, {"level": level}, seeds, options["bot"], progress.went)
                plan, whole = found.medians
                progress.hide()
                self.stdout.write(
                    f"{players} {level:<10} план {plan:g}, раунд {whole:g}"
                    f"  (партий {len(seeds)}, зёрна {seeds[0]}–{seeds[-1]}, раундов {len(found.round)})"
                )
