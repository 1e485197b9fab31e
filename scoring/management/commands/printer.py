"""`manage.py printer`: the process that makes PDFs, with low priority, so that the site goes on meanwhile.

Pictures are made beside it.
"""

import os
import signal
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from rulebook.content.entries import GameContent
from rulebook.printing import menu, press
from rulebook.printing.views import usual_players
from scoring import printing
from web.addresses import own_url

LOWEST = 19
AUTOGROUP = Path("/proc/self/autogroup")


class Command(BaseCommand):
    help = "Makes PDFs one at a time, those of the print menus ahead. script/server starts it by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        signal.signal(signal.SIGTERM, leave)
        signal.signal(signal.SIGINT, leave)
        press.pictures_beside()  # before this process gives way: a picture is small and somebody waits for it
        give_way()
        if options["verbosity"]:
            self.stdout.write("printer: ready")
        press.run(menu.opened(of_scoring), lambda: False)


def give_way() -> None:
    """Everybody else goes first. Linux weighs sessions against each other, too, by a number of their own."""
    os.nice(LOWEST)
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            AUTOGROUP.write_text(str(LOWEST), encoding="ascii")


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
