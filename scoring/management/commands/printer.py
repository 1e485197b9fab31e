"""`manage.py printer`: the process that makes PDFs; those that nobody waits for, and pictures, beside it."""

import signal
import sys
from functools import partial
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from rulebook.content.entries import GameContent
from rulebook.printing import menu, press
from rulebook.printing.store import SVG, store
from rulebook.printing.views import usual_players
from scoring import printing
from web.addresses import own_url
from web.priority import give_way


class Command(BaseCommand):
    help = "Makes PDFs one at a time, those of the print menus ahead. script/server starts it by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        signal.signal(signal.SIGTERM, leave)
        signal.signal(signal.SIGINT, leave)
        store().forget_failures()
        pictures = partial(press.run, lambda: False, SVG)
        with press.beside(pictures) as drawing, press.beside(ahead):
            if options["verbosity"]:
                self.stdout.write("printer: ready")
            press.run(lambda: press.has_ended(drawing))
        raise CommandError("printer: pictures are made no more")  # the server starts all of it again


def ahead() -> None:
    """What menus open, while nothing else wants the processor."""
    give_way()
    press.make_ahead(menu.opened(of_scoring))


def of_scoring(game: GameContent) -> menu.Kinds:
    """The blank score sheets of a game, all of them in one document, and what an evening needs."""
    yield "sheet", partial(_blank, game)
    yield "evening", partial(_evening, game)


def _blank(game: GameContent) -> str:
    return printing.blank(game, "a4", _start(game))


def _evening(game: GameContent) -> str:
    return printing.evening(game, "a4", _start(game), usual_players(game))


def _start(game: GameContent) -> str:
    return own_url() + reverse("scoring:start", args=[game.id])


def leave(number: int, frame: FrameType | None) -> None:
    """The server is stopping."""
    sys.exit(0)
