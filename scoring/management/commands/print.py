"""`manage.py print`: the same PDF files as on the site, into a file or to standard output."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.http import QueryDict
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from rulebook import game as games
from rulebook.content.entries import GameContent
from rulebook.content.faults import ContentError, say
from rulebook.content.reading import game_ids, load
from rulebook.printing import documents, paper, pdf, spoken
from rulebook.printing.documents import CardOptions
from rulebook.printing.forms import BacksForm, BadOption, ExtraForm, read
from rulebook.printing.paper import BackShift
from scoring import printing as score_printing

LOCAL_URL = "http://127.0.0.1:8000"


def _cards(game: GameContent, options: dict[str, Any]) -> str:
    chosen = {key: options[key] for key in ("paper", "size", "bleed", "low_ink", "backs", "box")}
    return documents.cards(game, CardOptions(**chosen, shift=_shift(options)))


def _shift(options: dict[str, Any]) -> BackShift:
    """How far backs move."""
    right, down = options["shift"]
    query = QueryDict(mutable=True)
    query.update({"shift_x": right, "shift_y": down})
    try:
        return read(BacksForm, query).shift()
    except BadOption as error:
        raise CommandError(str(error)) from None


def _sheet(game: GameContent, options: dict[str, Any]) -> str:
    players = [] if options["players"] is None else [options["players"]]
    least, most = game.players
    if players and not least <= players[0] <= most:
        raise CommandError(gettext("--players: %(least)s–%(most)s.") % {"least": least, "most": most})
    url = (settings.PUBLIC_URL or LOCAL_URL) + reverse("scoring:start", args=[game.id])
    return score_printing.blank(game, options["paper"], url, players)


def _reference(game: GameContent, options: dict[str, Any]) -> str:
    return documents.reference(game, options["paper"])


def _rulebook(game: GameContent, options: dict[str, Any]) -> str:
    return documents.rulebook(game, options["paper"])


def _extra(kind: str, game: GameContent, options: dict[str, Any]) -> str:
    """A document of this game alone; its own options are those of its address."""
    known = games.documents(game.id)
    query = QueryDict("&".join([f"paper={options['paper']}", *options["options"]]))
    try:
        chosen = read(ExtraForm, query, choices=known[kind].options).chosen()
        return documents.extra(game, kind, shift=_shift(options), **chosen)
    except BadOption as error:
        raise CommandError(str(error)) from None


KINDS: dict[str, Callable[[GameContent, dict[str, Any]], str]] = {
    "cards": _cards,
    "sheet": _sheet,
    "reference": _reference,
    "rulebook": _rulebook,
}


def extra_kinds() -> list[str]:
    """What any game prints besides."""
    return sorted({name for game_id in game_ids() for name in games.documents(game_id)})


class Command(BaseCommand):
    help = (
        "Makes a PDF: cards, a blank score sheet, the reference sheet, the whole rulebook, what a game adds."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", choices=[*KINDS, *extra_kinds()])
        parser.add_argument("game", help="id of a game: " + ", ".join(game_ids()))
        parser.add_argument("-o", "--output", required=True, metavar="FILE", help="«-» is standard output")
        parser.add_argument("--paper", choices=paper.PAPERS, default="a4")
        parser.add_argument("--lang", choices=[code for code, _ in settings.LANGUAGES], default="ru")
        parser.add_argument(
            "--boxes",
            type=lambda said: said.split(","),
            default=[],
            help="with these expansions, «air,water»",
        )
        cards = parser.add_argument_group("cards")
        cards.add_argument("--box", default="", help="the cards of one expansion, or «alone»: of none")
        cards.add_argument("--size", choices=paper.SIZES, default="63x88", help="millimetres")
        cards.add_argument("--bleed", action="store_true", help="3 mm on every edge")
        cards.add_argument("--low-ink", action="store_true", help="lines only")
        cards.add_argument("--no-backs", action="store_false", dest="backs", help="faces only")
        parser.add_argument(
            "--shift",
            nargs=2,
            default=("", ""),
            metavar=("RIGHT", "DOWN"),
            help="moves pages of backs so many millimetres, «0.5 -1»",
        )
        extra = parser.add_argument_group(", ".join(extra_kinds()))
        extra.add_argument(
            "--set",
            action="append",
            default=[],
            dest="options",
            metavar="NAME=VALUE",
            help="as in the address",
        )
        parser.add_argument(
            "--text", action="store_true", help="what a screen reader says of it, instead of the PDF"
        )
        sheet = parser.add_argument_group("sheet")
        sheet.add_argument("--players", type=int, help="one sheet for so many; otherwise one for each number")

    def handle(self, *, kind: str, game: str, output: str, lang: str, **options: Any) -> None:
        with translation.override(lang):
            if game not in game_ids():
                known = {"game": game, "games": ", ".join(game_ids())}
                raise CommandError(gettext("Нет такой игры: %(game)s. Есть: %(games)s.") % known)
            try:
                content = load(game, boxes=options["boxes"])
            except ContentError as error:
                raise CommandError("\n".join(say(fault, lang) for fault in error.faults)) from None
            except KeyError:
                raise CommandError(gettext("Такого дополнения у этой игры нет.")) from None
            if not documents.prints(content, kind, KINDS):
                raise CommandError(gettext("Такого у игры нет: %(kind)s.") % {"kind": kind})
            make = KINDS.get(kind) or partial(_extra, kind)
            made = pdf.pdf(make(content, options))
            said = "\n".join(spoken.lines(made)).encode() if options["text"] else made
            self.write(said, output)

    def write(self, made: bytes, output: str) -> None:
        if output == "-":
            sys.stdout.buffer.write(made)
            sys.stdout.buffer.flush()
            return
        try:
            Path(output).write_bytes(made)
        except OSError as error:
            why = {"file": output, "why": error.strerror}
            raise CommandError(gettext("Файл не записать: %(file)s, %(why)s.") % why) from None
        self.stderr.write(f"{output}: {len(made) // 1024 + 1} КБ")
