"""`manage.py bench`: prints the figures of speed and memory beside the ceilings promised for them."""

from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import product
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from rulebook.content import reading
from simulator.management import benchmarks
from simulator.management.commands.simulate import no_such_game
from simulator.matches import readiness
from web.progress import watched


class Command(BaseCommand):
    help = "Measures engines, pages, PDFs and memory, each beside its ceiling"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?")
        parser.add_argument("--only", choices=tuple(benchmarks.SECTIONS), help="one section alone")

    def handle(self, *args: Any, **given: Any) -> None:
        games = [given["game"]] if given["game"] else reading.game_ids()
        for game in games:
            if game not in reading.game_ids():
                raise no_such_game(game)
        sections = [given["only"]] if given["only"] else list(benchmarks.SECTIONS)
        lacking = () if set(sections) <= set(benchmarks.SITELESS) else readiness.lacking()
        if lacking:
            raise not_ready(lacking)
        asked = list(product(games, sections))
        measured = ((game, section, [*benchmarks.SECTIONS[section](game)]) for game, section in asked)
        for game, section, figures in watched(measured, self.stderr, len(asked)):
            if section == sections[0]:
                self.stdout.write(f"{game} (seed {benchmarks.SEED}, {benchmarks.GAMES} games, medians)")
            self.stdout.writelines(f"{line(figure)}\n" for figure in figures)


def not_ready(lacking: Sequence[readiness.Requirement]) -> CommandError:
    """Pages can't be measured before there is something to serve."""
    what = {
        "folder": settings.DATA_DIR,
        "what": ", ".join(str(need.name) for need in lacking),
        "commands": "; ".join(f"manage.py {need.command}" for need in lacking),
    }
    return CommandError(
        gettext("Страницы не измерить: в %(folder)s нет %(what)s. Готовит script/server или %(commands)s.")
        % what
    )


def line(figure: benchmarks.Metric) -> str:
    text = f"  {figure.name:52} {figure.value:10.2f} {figure.unit}"
    if figure.ceiling is None:
        return text
    return f"{text}, at most {figure.ceiling:g}: {'kept' if figure.kept else 'NOT KEPT'}"
