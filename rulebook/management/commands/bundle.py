"""Makes what browsers keep to read the rules without a network."""

import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from rulebook import rooms
from rulebook.offline import edition, figures
from web import wishes
from web.progress import watched

READING = "reading"  # the wish
LANGUAGES = [code for code, _ in settings.LANGUAGES]


class Command(BaseCommand):
    help = "Make what browsers keep to read without a network; after collectstatic."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--lang", choices=LANGUAGES, action="append", help="only this one; all by default"
        )
        parser.add_argument("--wished", action="store_true", help="only if script/server wishes for it")

    def handle(self, *args: Any, **options: Any) -> None:
        languages = options["lang"] or LANGUAGES
        with wishes.alone(READING):
            wish = wishes.open_wish(READING)
            if options["wished"] and not wish:
                return
            begun = time.monotonic()
            rooms.open_all(ours=True)
            made = (edition.write(lang) for lang in languages)
            lists = [*made] if options["wished"] else [*watched(made, self.stderr, len(languages))]
            if wish and set(languages) == set(LANGUAGES):
                wishes.fulfil(READING, wish)
        if options["wished"]:
            took = time.monotonic() - begun
            self.stdout.write(f"Правила для чтения без сети готовы за {took:.0f} с")
        elif options["verbosity"]:
            for lang, made in zip(languages, lists, strict=True):
                self.stdout.write(figures.line(lang, [made]))
            if len(lists) > 1:
                self.stdout.write(figures.line("+".join(languages), lists))
