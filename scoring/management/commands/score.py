"""`manage.py score GAME FILE.json [--json]`: points from raw data, each explained by its clause."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext

from rulebook.content import reading
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import counted, render
from scoring import game as scoring
from scoring import sheets
from scoring.sheets.core import Remark, TableRefused, TableScore
from web import strict_json


class Command(BaseCommand):
    help = "Counts a round, or a game of plays: points, winners and the reason for every point."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        forms = (f"{game} {sheets.get(game).table_form}" for game in reading.game_ids())
        parser.add_argument("file", help=f"a JSON object: {'; '.join(forms)}")
        parser.add_argument("--json", action="store_true", help="totals, winners, lines and warnings as JSON")
        parser.add_argument("--lang", choices=["ru", "en"], default="ru")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(options["lang"]):
            self.score(options["game"], options["file"], options["lang"], options["json"])

    def score(self, game_id: str, file: str, lang: str, as_json: bool) -> None:
        if game_id not in reading.game_ids():
            raise CommandError(gettext("Для такой игры счёта нет."))
        game, data = reading.whole(game_id), read(file)
        try:
            game = scoring.get(game_id).table_content(data)
            scored = sheets.get(game_id).score_table(data)
        except TableRefused as error:
            raise CommandError(said(game, error, names_in(data), lang)) from None
        if as_json:
            self.stdout.write(json.dumps(as_data(game, scored, lang), ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(as_lines(game, scored, lang)))


def read(file: str) -> dict[str, Any]:
    """The JSON object in a file. Raises CommandError with a sentence for whatever it isn't."""
    try:
        data = strict_json.read(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(gettext("Файл не прочитать: %(why)s") % {"why": error}) from None
    except ValueError as error:
        raise CommandError(gettext("Это не JSON: %(why)s") % {"why": error}) from None
    if not isinstance(data, dict):
        raise CommandError(gettext("Нужен объект JSON с ключом players."))
    return data


def names_in(data: Mapping[str, Any]) -> list[str]:
    """The players by seat, as raw data calls them, counted or not; none unless all have names."""
    players = data.get("players")
    rows = players if isinstance(players, list) else []
    names = [row.get("name") if isinstance(row, dict) else row for row in rows]
    return names if all(isinstance(name, str) for name in names) else []


def said(game: GameContent, refused: TableRefused, names: Sequence[str], lang: str) -> str:
    """The refusal as a line for the terminal, with the player it is about and its clause."""
    refusal, name = refused.refusal, refused.name
    sentence = render(game, "refusal", refusal.code, refusal.params, lang, names)
    clause = game.clause_by_id[refusal.clause]
    rule = gettext("Правило %(number)s") % {"number": clause.number}
    return f"{name + ': ' if name else ''}{sentence} {rule} ({clause.id})."


def warning(game: GameContent, scored: TableScore, remark: Remark, lang: str) -> str:
    return render(game, "warning", remark.code, remark.params, lang, scored.names)


def as_data(game: GameContent, scored: TableScore, lang: str) -> dict[str, Any]:
    """What the command prints with --json."""
    return {
        "game": game.id,
        "players": list(scored.names),
        "totals": [score.points for score in scored.scores],
        "winners": list(scored.winners),
        "lines": [
            [
                {
                    "label": render(game, "line", line.code, line.params, lang, scored.names),
                    "points": line.points,
                    "clause": line.clause,
                }
                for line in score.lines
            ]
            for score in scored.scores
        ],
        "warnings": [
            {"text": warning(game, scored, remark, lang), "clause": remark.clause}
            for remark in scored.warnings
        ],
    }


def as_lines(game: GameContent, scored: TableScore, lang: str) -> list[str]:
    """What the command prints for people."""
    numbers = {clause.id: clause.number for clause in game.clauses}
    words = gettext("очко|очка|очков").split("|")
    shown = []
    for seat, (name, score) in enumerate(zip(scored.names, scored.scores, strict=True)):
        best = " ★" if seat in scored.winners else ""
        shown.append(f"{name}: {counted(score.points, words, lang)}{best}")
        for line in score.lines:
            label = render(game, "line", line.code, line.params, lang, scored.names)
            shown.append(f"  {line.points:>3}  {label}  [{numbers[line.clause]}]")
    for remark in scored.warnings:
        shown.append(f"! {warning(game, scored, remark, lang)} [{numbers[remark.clause]}]")
    return shown
