"""`manage.py verify`: whether the cards of saved matches came from where their files say."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext

from simulator.engine.proof import NoProof, prove
from simulator.matches import deal


class Command(BaseCommand):
    help = "Checks the deal of matches saved by «Сохранить запись»: commitment, shares, seed, every move."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--lang", choices=[code for code, _ in settings.LANGUAGES], default="ru")

    def handle(self, *, files: list[str], lang: str, **options: Any) -> None:
        with translation.override(lang):
            held = [self._check(Path(name)) for name in files]
            if not all(held):
                raise CommandError(gettext("Сошлось не всё."))

    def _check(self, path: Path) -> bool:
        try:
            found = prove(path.read_bytes().decode("utf-8", errors="replace"))
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
        except NoProof:
            self.stdout.write(f"{path}: {deal.NOTHING_TO_PROVE}")
            return False
        for holds, said in deal.checks(found):
            self.stdout.write(f"{path}: {'+' if holds else '−'} {said}")
        self.stdout.write(f"{path}: {deal.verdict(found)}")
        return found.holds
