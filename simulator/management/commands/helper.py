"""`manage.py helper`: the process where bots think and hints are computed."""

import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from simulator.game import engine_of, played_games
from simulator.jobs import server


class Command(BaseCommand):
    help = "Has bots think and hints counted for the web workers. script/server starts it by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        for game_id in played_games():
            engine_of(game_id)
        signal.signal(signal.SIGTERM, leave)
        signal.signal(signal.SIGINT, leave)
        with server.serve(Path(settings.DATA_DIR)) as helper:
            if options["verbosity"]:
                self.stdout.write("helper: ready")
            helper.serve_forever()


def leave(number: int, frame: FrameType | None) -> None:
    """The server is stopping."""
    sys.exit(0)
