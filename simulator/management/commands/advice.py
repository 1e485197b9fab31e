"""`manage.py advice`: measures how true, how sure and how good hints are, in positions that bots meet.

docs/advice.md says what each table tells.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext

from rulebook.content.entries import LANGUAGES
from simulator.bulk import pool
from simulator.bulk.advice import audit, measures
from simulator.bulk.advice.figures import FigureLine, GameTally, by_configuration, text
from simulator.bulk.advice.measures import AdviceMeasure
from simulator.bulk.advice.pairs import MovePair, paired
from simulator.bulk.advice.positions import AdviceJob, jobs, tables_of
from simulator.bulk.advice.reference import DECISIONS
from simulator.game import engine_of, has_engine
from simulator.management.advice_pairs import pages
from simulator.management.commands.simulate import (
    MAX_WORKERS,
    bots_named,
    no_such_game,
    options_named,
    try_out,
)

MAX_EACH = 100_000  # games of a table, positions of a game
SHOWN = 20  # notes of a kind that are printed; JSON has all
PAIRS = "pairs"
FIRST_LOOK = 1  # playouts: a hint goes on to its first look, a sixteenth of all its worlds
Asked = Mapping[str, Any]


class Subcommand(NamedTuple):
    """A measure with its arguments besides those of all, and how much it looks at if nobody says."""

    help: str
    games: int
    positions: int
    arguments: Mapping[str, Asked]
    measure: AdviceMeasure | None = None


PLAYOUTS: Asked = {"type": int, "default": 0, "help": "of a hint; 0: all, 1: up to the first look"}
SUBCOMMANDS = {
    "audit": Subcommand(
        "looks up all that is said of moves",
        2,
        25,
        {
            "--full": {"action": "store_true", "help": "hints of all playouts, not of the first look"},
            "--worlds": {
                "type": int,
                "default": audit.WORLDS,
                "help": "ten times as many for what is likely",
            },
            "--reference": {"type": int, "default": 0, "help": "positions of a game with a reference"},
        },
        AdviceMeasure(audit.audited, audit.figures),
    ),
    "stability": Subcommand(
        "compares bands after two seconds and after eight",
        1,
        4,
        {
            "--seconds": {"type": float, "default": 2.0},
            "--later": {"type": float, "default": 8.0},
        },
        AdviceMeasure(measures.stability, measures.stability_figures),
    ),
    "coverage": Subcommand(
        "compares intervals with twenty times the worlds",
        1,
        4,
        {"--playouts": PLAYOUTS},
        AdviceMeasure(measures.coverage, measures.coverage_figures),
    ),
    "loss": Subcommand(
        "measures how much worse than the best the advised move is",
        1,
        4,
        {
            "--playouts": PLAYOUTS,
            "--against": {"default": "", "metavar": "BOT", "help": "whose moves are measured, too"},
            "--policy": {"default": "", "metavar": "BOT", "help": "that plays on instead of the evaluator"},
            "--ahead": {"type": int, "default": DECISIONS, "help": "decisions that it plays on"},
            "--worlds": {"type": int, "default": 400, "help": "in which it does"},
        },
        AdviceMeasure(measures.losses, measures.loss_figures),
    ),
    "seeds": Subcommand(
        "compares intervals with luck that moves share and with luck of their own",
        1,
        4,
        {"--worlds": {"type": int, "default": 120}},
        AdviceMeasure(measures.seeds, measures.seed_figures),
    ),
    PAIRS: Subcommand(
        "writes pairs of moves for people to choose from, with and without reasons",
        4,
        12,
        {
            "--out": {"required": True, "type": Path, "metavar": "FILE"},
            "--pairs": {"type": int, "default": 40},
            "--playouts": {**PLAYOUTS, "default": FIRST_LOOK},
        },
    ),
}


class Command(BaseCommand):
    help = "Measures how true, how sure and how good hints are, in positions that bots meet"

    def add_arguments(self, parser: ArgumentParser) -> None:
        found = parser.add_subparsers(dest="subcommand", required=True)
        for name, sub in SUBCOMMANDS.items():
            own = found.add_parser(name, help=sub.help)
            _common(own, sub)
            for flag, kind in sub.arguments.items():
                own.add_argument(flag, **kind)

    def handle(self, *args: Any, **given: Any) -> None:
        with translation.override(given["lang"]):
            work = list(_work(given))
            if given["subcommand"] == PAIRS:
                self._pairs(work, given)
            else:
                self._measure(SUBCOMMANDS[given["subcommand"]].measure, work, given)

    def _measure(self, measure: AdviceMeasure | None, work: Sequence[AdviceJob], given: Asked) -> None:
        assert measure is not None
        games = list(self._watched(pool.results(measure.look, work, given["workers"]), len(work)))
        groups = {given["game"]: games, **(by_configuration(games) if given["apart"] else {})}
        figures = {name: list(measure.figures(some)) for name, some in groups.items()}
        notes = _notes(games)
        if given["json"]:
            told = {name: [each.to_json() for each in some] for name, some in figures.items()}
            self.stdout.write(json.dumps({"figures": told, "notes": notes}, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(_lines(given, figures, notes)))

    def _watched(self, found: Iterator[GameTally], of: int) -> Iterator[GameTally]:
        for done, each in enumerate(found, start=1):
            if sys.stderr.isatty():
                self.stderr.write(f"{done}/{of}", ending="\n" if done == of else "\r")
            yield each

    def _pairs(self, work: Sequence[AdviceJob], given: Asked) -> None:
        """Jobs by their numbers, so that all tables have their share; those with both reasons go first."""
        found: list[MovePair] = []
        ordered = sorted(work, key=lambda job: job.number)
        for start in range(0, len(ordered), given["pairs"]):
            some = pool.results(paired, ordered[start : start + given["pairs"]], given["workers"])
            found += [pair for pair in some if pair is not None]
            if sum(pair.complete for pair in found) >= given["pairs"]:
                break
        kept = sorted(found, key=lambda pair: not pair.complete)[: given["pairs"]]
        written = pages(given["game"], kept, given["seed"], given["lang"]).write(given["out"])
        self.stdout.write(f"{len(kept)} pairs, {sum(pair.complete for pair in kept)} with both reasons")
        self.stdout.write("\n".join(map(str, written)))


def _common(parser: ArgumentParser, sub: Subcommand) -> None:
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=sub.games, help="of each configuration and players")
    parser.add_argument("--first", type=int, default=0, help="number of the first of them")
    parser.add_argument("--positions", type=int, default=sub.positions, help="at most so many of a game")
    parser.add_argument("--config", help="this configuration only")
    parser.add_argument("--players", type=int, help="this number of players only")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", dest="options")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", help="one of them is drawn for each seat; all if nobody says")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--apart", action="store_true", help="each configuration by itself, too")
    parser.add_argument("--lang", choices=LANGUAGES, default="ru")
    parser.add_argument("--json", action="store_true")


def _work(given: Asked) -> Iterator[AdviceJob]:
    """The jobs, if they can be done. Raises CommandError."""
    game_id = given["game"]
    if not has_engine(game_id):
        raise no_such_game(game_id)
    counts = (given["games"], given["positions"])
    if not all(1 <= n <= MAX_EACH for n in counts) or not 1 <= given["workers"] <= MAX_WORKERS:
        limits = {"most": MAX_EACH, "workers": MAX_WORKERS}
        raise CommandError(
            gettext("--games и --positions: от 1 до %(most)s, --workers: от 1 до %(workers)s.") % limits
        )
    bots = bots_named(game_id, given["bots"]) if given["bots"] else list(engine_of(game_id).bots)
    for bot in filter(None, (given.get("against"), given.get("policy"))):
        bots_named(game_id, bot)
    options, only = options_named(game_id, given["options"]), _tables(game_id, given)
    numbers = range(given["first"], given["first"] + given["games"])
    found = list(
        jobs(game_id, only, options, bots, given["seed"], numbers, given["positions"], _asked(given))
    )
    for job in found:
        if job.number == given["first"]:
            try_out(game_id, job.config, given["lang"])
    return iter(found)


def _tables(game_id: str, given: Asked) -> list[tuple[str, int]]:
    """The configurations with numbers of players that are asked for. Raises CommandError."""
    tables = tables_of(game_id)
    found = [
        (name, players)
        for name, players in tables
        if given["config"] in (None, name) and given["players"] in (None, players)
    ]
    if not found:
        known = {"configs": ", ".join(f"{name}-{players}" for name, players in tables)}
        raise CommandError(gettext("Таких раскладов нет. Есть: %(configs)s.") % known)
    return found


def _asked(given: Asked) -> dict[str, Any]:
    """What the jobs are told: the arguments of the subcommand alone."""
    names = [flag.removeprefix("--") for flag in SUBCOMMANDS[given["subcommand"]].arguments]
    asked = {name: given[name] for name in names if name != "out"}
    return asked | ({"playouts": 0 if asked["full"] else FIRST_LOOK} if "full" in asked else {})


def _notes(games: Sequence[GameTally]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for game in games:
        for kind, told in game.notes.items():
            found.setdefault(kind, []).extend(told)
    return found


def _lines(
    given: Asked, figures: Mapping[str, Sequence[FigureLine]], notes: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """The tables, and below them what can be looked up by seed, game and ply."""
    for name, some in figures.items():
        yield f"{given['subcommand']} {name}, seed {given['seed']}"
        yield from map(text, some)
    for kind, told in notes.items():
        yield f"{kind}: {len(told)}"
        yield from (f"  {each}" for each in told[:SHOWN])
