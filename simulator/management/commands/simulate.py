"""`manage.py simulate`: plays whole games between bots and sums them up."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext

from rulebook.content import reading
from rulebook.content.entries import LANGUAGES
from rulebook.wording.sentences import render
from simulator.bulk import play
from simulator.engine.refusal import BadConfig
from simulator.game import engine_of, has_engine, played_games
from simulator.management.pools import add_pool_arguments, results
from web.shares import wilson

MAX_GAMES = 1_000_000


class Command(BaseCommand):
    help = "Plays whole games between bots and sums them up"

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_bulk_arguments(parser)
        parser.add_argument("--seats", default="random", help="a bot for each seat, repeated round the table")
        parser.add_argument("--rotate", action="store_true", help="bots sit a place further on in every game")

    def handle(self, *args: Any, **given: Any) -> None:
        with translation.override(given["lang"]):
            self._simulate(**given)

    def _simulate(self, **given: Any) -> None:
        game_id, games = given["game"], given["games"]
        config = config_in(given)
        seats = _seats(game_id, given["seats"], given["players"])
        start = time.perf_counter()
        work = play.jobs(game_id, config, seats, given["seed"], games, given["rotate"])
        found = results(self, play.run, work, given, games, lambda part: part.games)
        totals, digest = play.summed(found)
        report = _report(game_id, given["players"], totals, digest, time.perf_counter() - start)
        self.stdout.write(json.dumps(report, ensure_ascii=False) if given["json"] else _text(report, seats))


def add_bulk_arguments(parser: ArgumentParser) -> None:
    """Those of every command that plays whole games."""
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", dest="options")
    add_pool_arguments(parser)
    parser.add_argument("--lang", choices=LANGUAGES, default="ru")
    parser.add_argument("--json", action="store_true")


def config_in(given: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up that these arguments ask for. Raises CommandError for what can't be played."""
    game_id = given["game"]
    if not has_engine(game_id):
        raise no_such_game(game_id)
    if not 1 <= given["games"] <= MAX_GAMES:
        raise CommandError(gettext("--games: от 1 до %(games)s.") % {"games": MAX_GAMES})
    options = {**engine_of(game_id).bulk_options, **options_named(game_id, given["options"])}
    config = {"players": given["players"], "options": options}
    try_out(game_id, config, given["lang"])
    return config


def no_such_game(game_id: str) -> CommandError:
    """For every command that takes a game with an engine."""
    known = {"game": game_id, "games": ", ".join(played_games())}
    return CommandError(gettext("Нет такой игры: %(game)s. Есть: %(games)s.") % known)


def try_out(game_id: str, config: Mapping[str, Any], lang: str) -> None:
    """Refuses a set-up that the engine refuses, before any worker starts. Raises CommandError."""
    try:
        engine_of(game_id).new_game(config, 0)
    except BadConfig as error:
        words = reading.load(game_id)
        sentences = [render(words, "refusal", r.code, r.params, lang) for r in error.refusals]
        raise CommandError("\n".join(sentences)) from error


def options_named(game_id: str, pairs: list[str]) -> dict[str, Any]:
    """`option=value` pairs with the values typed as the content's choices are."""
    known = reading.load(game_id).option_by_id
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise CommandError(gettext("--set ждёт опция=значение, а не «%(text)s».") % {"text": pair})
        choices = known[name].choices if name in known else ()
        options[name] = next((c.value for c in choices if str(c.value).lower() == text.lower()), text)
    return options


def bots_named(game_id: str, text: str) -> list[str]:
    """Names of a game's bots between commas. Raises CommandError."""
    bots, names = engine_of(game_id).bots, text.split(",")
    for name in names:
        if name not in bots:
            found = {"name": name, "bots": ", ".join(bots)}
            raise CommandError(gettext("Нет такого бота: %(name)s. Есть: %(bots)s.") % found)
    return names


def _seats(game_id: str, text: str, players: int) -> list[str]:
    names = bots_named(game_id, text)
    if len(names) > players:
        raise CommandError(
            gettext("Ботов названо %(bots)s, а мест %(seats)s.") % {"bots": len(names), "seats": players}
        )
    return [names[seat % len(names)] for seat in range(players)]


def _report(game_id: str, players: int, totals: play.Totals, digest: str, seconds: float) -> dict[str, Any]:
    return {
        "game": game_id,
        "players": players,
        "games": totals.games,
        "finished": totals.games - totals.limited,
        "limited": totals.limited,
        "decisions": totals.decisions,
        "seconds": round(seconds, 3),
        "ref_per_decision": round(totals.ref / totals.decisions, 1),
        "ref_per_game": round(totals.ref / totals.games),
        "wins": [round(won, 4) for won in totals.wins],
        "mean_scores": [round(score / totals.games, 4) for score in totals.scores],
        "digest": digest,
        **({"tallies": dict(totals.tallies)} if totals.tallies else {}),
    }


def _text(report: dict[str, Any], seats: list[str]) -> str:
    lines = [
        f"{report['game']}, {report['players']} players: {report['finished']} games finished, "
        f"{report['limited']} ended by a limit, {report['decisions']} decisions in {report['seconds']} s",
        f"{report['ref_per_decision']} ref per decision, {report['ref_per_game']} ref per game",
    ]
    for seat, bot in enumerate(seats):
        low, high = wilson(report["wins"][seat], report["games"])
        share = report["wins"][seat] / report["games"]
        lines.append(
            f"seat {seat + 1} {bot:8} wins {share:6.1%} ({low:.1%} to {high:.1%}), "
            f"mean score {report['mean_scores'][seat]:.2f}"
        )
    for name, counts in report.get("tallies", {}).items():
        lines.append(f"{name}: {', '.join(map(str, counts))}")
    return "\n".join([*lines, f"digest {report['digest']}"])
