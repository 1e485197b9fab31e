"""`manage.py newgame`: writes the package of a game that runs at once, for its author to go on from."""

import keyword
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone, translation
from django.utils.translation import gettext

from rulebook import finder
from rulebook.content.entries import LANGUAGES
from rulebook.content.faults import MESSAGES
from simulator.newgame.writing import Kind, write

GAMES = Path("~/games")  # as docs/new-game.md has it


class Command(BaseCommand):
    help = "Writes the package of a small game with rules, engine, cases and tests, ready to be played"
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", help="small Latin letters, digits and _")
        parser.add_argument("--cards", action="store_true", help="it is played with cards that have names")
        parser.add_argument(
            "--hidden-hands", action="store_true", help="everyone holds what nobody else sees"
        )
        parser.add_argument("--sealed", action="store_true", help="all choose at once and in secret")
        parser.add_argument("--board", action="store_true", help="what is chosen is put on a square")
        parser.add_argument(
            "--in", type=Path, default=GAMES, dest="folder", metavar="FOLDER", help=f"{GAMES}"
        )
        parser.add_argument(
            "--lang", choices=LANGUAGES, default="ru", help="of its README and of this command"
        )

    def handle(self, *args: Any, **given: Any) -> None:
        game_id, folder = given["id"], given["folder"].expanduser().resolve()
        kind = Kind(given["cards"], given["hidden_hands"], given["sealed"], given["board"])
        with translation.override(given["lang"]):
            if wrong := _wrong_name(game_id, given["lang"]):
                raise CommandError(f"{game_id}: {wrong}")
            try:
                written = write(game_id, folder, kind, given["lang"], timezone.localdate())
            except FileExistsError as error:
                home = folder / game_id
                raise CommandError(
                    gettext("Папка %(home)s уже есть: в неё не пишу.") % {"home": home}
                ) from error
            except OSError as error:
                raise CommandError(str(error)) from error
            self.stdout.writelines(f"{path}\n" for path in written)
            self.stdout.write(gettext("Написано. Дальше:"))
            self.stdout.writelines(f"  {command}\n" for command in _next(game_id, folder, given["lang"]))


def _wrong_name(game_id: str, lang: str) -> str:
    """Why no game can be called so; empty if one can."""
    if not finder.GAME_ID.fullmatch(game_id) or game_id in finder.TAKEN or keyword.iskeyword(game_id):
        code = "game_id"
    elif game_id in finder.rooms("rulebook", broken=True):
        code = "game_twice"
    elif find_spec(game_id) is not None:  # the package would stand in its place, or it in the package's
        code = "game_module"
    else:
        return ""
    return MESSAGES[code].in_(lang).format(what=game_id)


def _next(game_id: str, folder: Path, lang: str) -> list[str]:
    tryout = f".venv/bin/python manage.py tryout {folder / game_id}"
    tryout += "" if lang == settings.LANGUAGE_CODE else f" --lang {lang}"
    return [
        tryout,
        f"{tryout} --watch",
        f"PYTHONPATH={folder} GRIMOIRE_GAMES={game_id} script/server",
    ]
