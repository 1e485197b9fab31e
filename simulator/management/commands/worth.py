"""`manage.py worth`: fits what a position is worth on games between bots, and measures how good that is."""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from simulator.engine.worth import MOST_WEIGHTS, FittedWorth
from simulator.game import has_engine
from simulator.management.commands.simulate import bots_named, no_such_game
from simulator.review import fitted, fitting, measuring


class Command(BaseCommand):
    help = "What a position is worth: fits it on games between bots, calibrates it, measures luck and doubt"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=[*ACTIONS])
        parser.add_argument("game")
        parser.add_argument("--games", type=int, default=2000)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--policy", default="", help="the bot that plays all seats; else the fitted one")

    def handle(self, *args: Any, **given: Any) -> None:
        if not has_engine(given["game"]):
            raise no_such_game(given["game"])
        ACTIONS[given["what"]](self, **given)

    def _policy(self, **given: Any) -> str:
        policy = given["policy"] or fitted.fitted_of(given["game"]).policy
        if not policy:
            raise CommandError(gettext("Чьи партии смотреть, говорит --policy: имя бота этой игры."))
        return bots_named(given["game"], policy)[0]

    def fit(self, **given: Any) -> None:
        """Writes the weights; what was measured before of other weights is no longer so."""
        game, policy = given["game"], self._policy(**given)
        weights = fitting.weights_of(game, policy, given["games"], given["seed"])
        if not 0 < len(weights) <= MOST_WEIGHTS:
            raise CommandError(gettext("Признаков у игры должно быть от 1 до %(n)s.") % {"n": MOST_WEIGHTS})
        fitted.write(game, FittedWorth(policy, given["games"], given["seed"], weights=weights))
        self.stdout.write(f"{len(weights)} weights of {given['games']} games of {policy}")

    def calibrate(self, **given: Any) -> None:
        """By tenths of what is foretold, on games that it wasn't fitted on unless the seed is the same."""
        rows = list(fitting.samples(given["game"], self._policy(**given), given["games"], given["seed"]))
        weights = fitted.fitted_of(given["game"]).weights
        self.stdout.write("| tenth | foretold | came | positions |\n|---|---|---|---|")
        for n, tenth in enumerate(fitting.calibration(rows, weights), start=1):
            self.stdout.write(f"| {n} | {tenth.foretold:.2f} | {tenth.came:.2f} | {tenth.rows} |")
        self.stdout.write(f"\nR² {fitting.explained(rows, weights):.3f} of {len(rows)} positions")

    def luck(self, **given: Any) -> None:
        """The parts of the first seat's result on average: between equal bots each has to be about 0."""
        found = measuring.spreads(**self._asked(**given))
        self.stdout.write("| part | mean | ± | spread |\n|---|---|---|---|")
        for name, row in found.items():
            self.stdout.write(f"| {name} | {row.mean:+.3f} | {row.half_width:.3f} | {row.spread:.2f} |")
        ratio = found[measuring.LUCK].half_width / found[measuring.RESULT].spread
        self.stdout.write(f"\nhalf-width of mean luck: {ratio:.3f} of the spread of results")

    def doubt(self, **given: Any) -> None:
        """By how much a deal and decisions are off; writes that into the game's file."""
        deal, own, others = measuring.doubts(**self._asked(**given))
        known = fitted.fitted_of(given["game"])
        fitted.write(given["game"], known._replace(deal_doubt=deal, own_doubt=own, others_doubt=others))
        self.stdout.write(f"a deal: {deal} points; decisions, small ones and shares of large ones:")
        self.stdout.write(
            f"own {own.small} and {own.share:.0%}, others' {others.small} and {others.share:.0%}"
        )

    def _asked(self, **given: Any) -> dict[str, Any]:
        return {
            "game_id": given["game"],
            "policy": self._policy(**given),
            "games": given["games"],
            "seed": given["seed"],
            "fitted": fitted.fitted_of(given["game"]),
        }


ACTIONS: Mapping[str, Callable[..., None]] = {
    "fit": Command.fit,
    "calibrate": Command.calibrate,
    "luck": Command.luck,
    "doubt": Command.doubt,
}
