"""`manage.py pocket`: makes what a browser needs to be this site without a network."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from pocket import measuring, packs, runtime


class Command(BaseCommand):
    help = "Makes the packs of the pocket in the data folder, or says what they weigh."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--from", dest="given", default="", help="folder or .tgz of the runtime")
        parser.add_argument("--measure", nargs="?", const="", metavar="URL", help="print budgets alone")

    def handle(self, *args: Any, given: str, measure: str | None, **options: Any) -> None:
        if settings.DATABASE_URL:
            raise CommandError("Карман собирают из папки данных с SQLite: запустите без DATABASE_URL.")
        if measure is not None:
            measuring.measure(self.stdout.write, measure.rstrip("/"))
            return
        try:
            made = packs.write(runtime.fetch(given), self.stdout.write)
        except runtime.NoRuntime as error:
            raise CommandError(str(error)) from error
        except FileNotFoundError as error:
            raise CommandError(f"{error.filename}: нет на месте; сначала script/server") from error
        self.stdout.write(f"карман: издание {made['edition']}")
