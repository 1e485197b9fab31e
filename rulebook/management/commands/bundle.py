"""Makes what browsers keep to read the rules without a network."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from rulebook import rooms
from rulebook.offline import edition, figures


class Command(BaseCommand):
    help = "Make what browsers keep to read without a network; after collectstatic."

    def add_arguments(self, parser: CommandParser) -> None:
        languages = [code for code, _ in settings.LANGUAGES]
        parser.add_argument(
            "--lang", choices=languages, action="append", help="only this one; all by default"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        rooms.open_all(ours=True)
        languages = options["lang"] or [code for code, _ in settings.LANGUAGES]
        lists = [edition.write(lang) for lang in languages]
        if options["verbosity"]:
            for lang, made in zip(languages, lists, strict=True):
                self.stdout.write(figures.line(lang, [made]))
            if len(lists) > 1:
                self.stdout.write(figures.line("+".join(languages), lists))
