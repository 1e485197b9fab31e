"""`manage.py tryout`: an author's game by itself, in seconds."""

import sys
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext

from rulebook.content.entries import LANGUAGES
from simulator.tryout import package, running


class Command(BaseCommand):
    help = (
        "Tries out one game from outside: faults, cases, 20 games, conformance. Exit 1 if anything is wrong"
    )
    requires_system_checks = []  # of this site; the game gets one of its own

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="ID", help="its id, or the folder that it lies in")
        parser.add_argument(
            "--in", type=Path, dest="folder", metavar="FOLDER", help="where to look for the id"
        )
        parser.add_argument(
            "--watch", action="store_true", help="serve it, and look again when a file is saved"
        )
        parser.add_argument("--port", type=int, default=8001, help="of --watch")
        parser.add_argument(
            "--icons", action="store_true", help="only make a page of all icons with their names"
        )
        parser.add_argument("--lang", choices=LANGUAGES, default="ru")

    def handle(self, *args: Any, **given: Any) -> None:
        with translation.override(given["lang"]):
            found = package.find(given["game"], given["folder"])
            if found is None:
                raise CommandError(
                    gettext("Игры %(game)s здесь нет: назовите её папку.") % {"game": given["game"]}
                )
            if given["icons"]:
                page = settings.DATA_DIR / "tryout" / "icons.html"
                running.look(found, given["lang"], "--icons", str(page))
                self.stdout.write(f"file://{page}")
            elif given["watch"]:
                with suppress(KeyboardInterrupt):
                    running.watch(found, given["lang"], given["port"], settings.DATA_DIR, self.stdout.write)
            else:
                sys.exit(running.look(found, given["lang"]))
