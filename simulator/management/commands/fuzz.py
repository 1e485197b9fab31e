"""`manage.py fuzz`: plays a game in all its configurations, inspects every position, counts what was met."""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext

from rulebook.content import reading
from rulebook.content.entries import LANGUAGES
from simulator.bulk.fuzzing import FaultFound, FuzzRun, fuzz, jobs, options_of
from simulator.game import engine_of, has_engine
from simulator.management.commands.simulate import MAX_GAMES, bots_named, no_such_game
from simulator.management.pools import add_pool_arguments, results


class Command(BaseCommand):
    help = "Plays a game in all its configurations, inspects every position and counts what was met"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        parser.add_argument("--games", type=int, default=100, help="for each configuration, players and bot")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--bots", default="random", help="each plays on all seats, one after the other")
        parser.add_argument("--config", help="this configuration only")
        add_pool_arguments(parser)
        parser.add_argument("--lang", choices=LANGUAGES, default="ru")
        parser.add_argument("--all-met", action="store_true", help="fail where a rarity was never met")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **given: Any) -> None:
        with translation.override(given["lang"]):
            self._fuzz(**given)

    def _fuzz(self, **given: Any) -> None:
        game_id, games = given["game"], given["games"]
        if not has_engine(game_id):
            raise no_such_game(game_id)
        if not 1 <= games <= MAX_GAMES:
            raise CommandError(gettext("--games: от 1 до %(games)s.") % {"games": MAX_GAMES})
        columns = _columns(game_id, bots_named(game_id, given["bots"]), given["config"])
        met = self._met(columns, given)
        report = _report(game_id, met, games)
        self.stdout.write(json.dumps(report, ensure_ascii=False) if given["json"] else _text(report))
        if given["all_met"] and report["never"]:
            raise CommandError(
                gettext("Ни разу не встретилось: %(names)s.") % {"names": ", ".join(report["never"])}
            )

    def _met(self, columns: Sequence[FuzzRun], given: Mapping[str, Any]) -> dict[FuzzRun, Counter[str]]:
        met = {column: Counter[str]() for column in columns}
        work = jobs(given["game"], columns, given["seed"], given["games"])
        total = len(columns) * given["games"]
        try:
            for found in results(self, fuzz, work, given, total, lambda found: found.games):
                met[found.run] += found.met
        except FaultFound as fault:
            record = json.dumps(fault.record.to_json(), ensure_ascii=False)
            raise CommandError(f"{fault}\n{record}") from fault
        return met


def _columns(game_id: str, bots: Sequence[str], only: str | None) -> list[FuzzRun]:
    configs = engine_of(game_id).configs
    if only is not None and only not in configs:
        known = {"name": only, "configs": ", ".join(configs)}
        raise CommandError(gettext("Нет такого расклада: %(name)s. Есть: %(configs)s.") % known)
    return [
        FuzzRun(name, players, bot)
        for bot in bots
        for name, config in configs.items()
        for players in config.seats
        if only in (None, name)
    ]


def _report(game_id: str, met: Mapping[FuzzRun, Counter[str]], games: int) -> dict[str, Any]:
    """`met`: by name, how often in each column; `never`: of the rarities that these configurations may
    bring, those met nowhere.
    """
    game = engine_of(game_id)
    possible = {name for column in met for name in game.rarities_of(options_of(game_id, column))}
    rarities = [name for name in game.rarities if name in possible]
    said = reading.whole(game_id).words["event"]
    events = [code for code in said if any(code in found for found in met.values())]
    rows = {name: [found[name] for found in met.values()] for name in (*events, *rarities)}
    return {
        "game": game_id,
        "games": games * len(met),
        "columns": list(map(str, met)),
        "met": rows,
        "never": [name for name in rarities if not any(rows[name])],
        "unsaid": [code for code in said if code not in events],
    }


def _text(report: Mapping[str, Any]) -> str:
    """A table with a line for each name, a column for each configuration, and the sum of them."""
    columns, rows = report["columns"], report["met"]
    widths = [max(len(column), 7) for column in columns]
    first = max(map(len, rows), default=0)
    head = [f"{'':{first}}", "    total", *(f"{name:>{w}}" for name, w in zip(columns, widths, strict=True))]
    lines = [
        " ".join(
            [f"{name:{first}}", f"{sum(row):9}", *(f"{n:{w}}" for n, w in zip(row, widths, strict=True))]
        )
        for name, row in rows.items()
    ]
    return "\n".join(
        [
            f"{report['game']}: {report['games']} games, every position sound",
            " ".join(head),
            *lines,
            f"never met: {', '.join(report['never']) or 'none'}",
            f"events of the catalogue not told by these games: {', '.join(report['unsaid']) or 'none'}",
        ]
    )
