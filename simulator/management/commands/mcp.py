"""`manage.py mcp`: the rules for programs that speak the Model Context Protocol, over stdin and stdout."""

from argparse import ArgumentParser
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext


class Command(BaseCommand):
    help = "Answers programs that speak MCP on standard input and output; no port, nothing is written."
    requires_system_checks = []  # whoever starts it waits, and a site that works isn't needed

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--lang",
            choices=[code for code, _ in settings.LANGUAGES],
            default=settings.LANGUAGE_CODE,
            help="the language of descriptions, and of answers to calls that name none",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if find_spec("mcp") is None:
            with translation.override(options["lang"]):
                raise CommandError(
                    gettext("Не хватает пакета mcp: .venv/bin/pip install -r requirements-mcp.txt")
                )
        from simulator.mcp import server

        server.serve(options["lang"])
