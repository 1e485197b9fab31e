"""`manage.py worth`: fits what a position is worth on games between bots, and measures how good that is."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from simulator.engine.boxes import BASE
from simulator.engine.worth import MOST_WEIGHTS, FittedWorth
from simulator.game import has_engine
from simulator.management.commands.simulate import bots_named, no_such_game
from simulator.management.pools import Found, add_pool_arguments, results
from simulator.review import fitted, fitting, measuring, plotting
from simulator.review.games import EqualGames


class Command(BaseCommand):
    help = "What a position is worth: fits it on games between bots, calibrates it, measures luck and doubt"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=[*ACTIONS])
        parser.add_argument("game")
        parser.add_argument("--games", type=int, default=2000)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--policy", default="", help="the bot that plays all seats; else the fitted one")
        parser.add_argument("--sets", default=BASE, help="expansions, as in the options of a game")
        parser.add_argument("--ahead", type=int, help="moves after which `doubt` judges a decision")
        parser.add_argument("--moves", type=int, help="of the policy, for all decisions of a game")
        parser.add_argument("--until", type=int, help="moves after which `doubt` judges what came")
        add_pool_arguments(parser)
        parser.add_argument("--plot", default="", help="an SVG file for a calibration")

    def handle(self, *args: Any, **given: Any) -> None:
        if not has_engine(given["game"]):
            raise no_such_game(given["game"])
        known = fitted.fitted_of(given["game"], given["sets"])
        changes = {name: given[name] for name in ("ahead", "moves") if given[name] is not None}
        ACTIONS[given["what"]](self, self._asked(known, **given), known._replace(**changes), **given)

    def _asked(self, known: FittedWorth, **given: Any) -> EqualGames:
        policy = given["policy"] or known.policy
        if not policy:
            raise CommandError(gettext("Чьи партии смотреть, говорит --policy: имя бота этой игры."))
        bot = bots_named(given["game"], policy)[0]
        return EqualGames(given["game"], bot, given["games"], given["seed"], given["sets"])

    def _of_each(self, do: Callable[[int], Found], given: Mapping[str, Any]) -> Iterator[Found]:
        """What is found in each of the games, by their numbers."""
        return results(self, do, range(given["games"]), given, given["games"])

    def fit(self, asked: EqualGames, known: FittedWorth, **given: Any) -> None:
        """Writes the weights; what was measured before of other weights is no longer so."""
        played = self._of_each(partial(fitting.courses, asked), given)
        weights = fitting.weights_of(chain.from_iterable(played))
        if not 0 < len(weights) <= MOST_WEIGHTS:
            raise CommandError(gettext("Признаков у игры должно быть от 1 до %(n)s.") % {"n": MOST_WEIGHTS})
        found = FittedWorth(asked.policy, asked.games, asked.seed, known.ahead, known.moves, weights=weights)
        fitted.write(asked.game_id, asked.sets, found)
        self.stdout.write(f"{len(weights)} weights of {asked.games} games of {asked.policy}")

    def calibrate(self, asked: EqualGames, known: FittedWorth, **given: Any) -> None:
        """By tenths of what is foretold, on games that it wasn't fitted on unless the seed is the same."""
        rows = list(chain.from_iterable(self._of_each(partial(fitting.samples, asked), given)))
        tenths = fitting.calibration(rows, known.weights)
        self.stdout.write("| tenth | foretold | came | positions |\n|---|---|---|---|")
        for n, tenth in enumerate(tenths, start=1):
            self.stdout.write(f"| {n} | {tenth.foretold:.2f} | {tenth.came:.2f} | {tenth.rows} |")
        self.stdout.write(f"\nR² {fitting.explained(rows, known.weights):.3f} of {len(rows)} positions")
        if given["plot"]:
            Path(given["plot"]).write_text(plotting.plot(tenths), encoding="utf-8")

    def luck(self, asked: EqualGames, known: FittedWorth, **given: Any) -> None:
        """The parts of a seat's result on average: between equal bots each has to be about 0."""
        found = measuring.spreads(self._of_each(partial(measuring.row_of, asked, known), given))
        self.stdout.write("| part | mean | ± | spread |\n|---|---|---|---|")
        for name, row in found.items():
            self.stdout.write(f"| {name} | {row.mean:+.3f} | {row.half_width:.3f} | {row.spread:.2f} |")
        ratio = found[measuring.LUCK].half_width / found[measuring.RESULT].spread
        self.stdout.write(f"\nhalf-width of mean luck: {ratio:.3f} of the spread of results")

    def doubt(self, asked: EqualGames, known: FittedWorth, **given: Any) -> None:
        """By how much a deal, other chance and decisions are off, these when they are judged `--ahead` moves
        later; writes that into the game's file.
        """
        errors_of = partial(measuring.errors_of, asked, known, given["until"])
        found = measuring.doubts(self._of_each(errors_of, given))
        doubts = {f"{name}_doubt": value for name, value in found._asdict().items()}
        fitted.write(asked.game_id, asked.sets, known._replace(**doubts))
        self.stdout.write(f"a deal: {found.deal} points; small events, and shares of large ones:")
        for name, doubt in list(found._asdict().items())[1:]:
            self.stdout.write(f"{name} {doubt.small} and {doubt.share:.0%}")


ACTIONS: Mapping[str, Callable[..., None]] = {
    "fit": Command.fit,
    "calibrate": Command.calibrate,
    "luck": Command.luck,
    "doubt": Command.doubt,
}
