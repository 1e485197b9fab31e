"""`manage.py bench`: prints the figures of speed and memory beside the ceilings promised for them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from simulator import benchmarks
from simulator.management.commands.simulate import no_such_game


class Command(BaseCommand):
    help = "Measures engines, pages, PDFs and memory, each beside its ceiling"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?")

    def handle(self, *args: Any, **given: Any) -> None:
        games = [given["game"]] if given["game"] else list(benchmarks.OWN_SECTIONS)
        for game in games:
            if game not in benchmarks.OWN_SECTIONS:
                raise no_such_game(game)
            self.stdout.write(f"{game} (seed {benchmarks.SEED}, {benchmarks.GAMES} games, medians)")
            for section in (benchmarks.OWN_SECTIONS[game], *benchmarks.SECTIONS):
                for figure in section(game):
                    self.stdout.write(line(figure))


def line(figure: benchmarks.Figure) -> str:
    text = f"  {figure.name:52} {figure.value:10.2f} {figure.unit}"
    if figure.ceiling is None:
        return text
    return f"{text}, at most {figure.ceiling:g}: {'kept' if figure.kept else 'NOT KEPT'}"
