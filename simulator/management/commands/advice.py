"""`manage.py advice`: measures how true, how sure and how good hints are, in positions that bots meet.

docs/advice.md says what each table tells.
"""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext

from rulebook.content.entries import LANGUAGES
from simulator.bulk.advice import audit, measures, pairs
from simulator.bulk.advice.figures import FigureLine, Figures, GameTally, by_configuration, text
from simulator.bulk.advice.pairs import MovePair
from simulator.bulk.advice.positions import AdviceJob, AdviceTerms, jobs, tables_of
from simulator.bulk.advice.reference import DECISIONS
from simulator.game import engine_of, has_engine
from simulator.management.advice_pairs import pages
from simulator.management.commands.simulate import bots_named, no_such_game, options_named, try_out
from simulator.management.pools import add_pool_arguments, results

MAX_EACH = 100_000  # games of a table, positions of a game
SHOWN = 20  # notes of a kind that are printed, but for what is false; JSON has all
FIRST_LOOK = 1  # playouts: a hint goes on to its first look, a sixteenth of all its worlds
Given = Mapping[str, Any]


class Subcommand(NamedTuple):
    """Is called as the function that looks at one game. Its arguments besides those of all, how much it looks
    at if nobody says, and what makes figures of all games.
    """

    look: Callable[[AdviceJob], Any]
    help: str
    games: int
    positions: int
    arguments: Mapping[str, Given]
    figures: Callable[[Sequence[GameTally]], Figures] | None = None

    @property
    def name(self) -> str:
        return self.look.__name__


NUMBER: Given = {"type": int}
PLAYOUTS: Given = {**NUMBER, "default": 0, "help": "of a hint; 0: all, 1: up to the first look"}
BOT: Given = {"default": "", "metavar": "BOT"}
FOUND = (
    Subcommand(
        audit.audit,
        "looks up all that is said of moves",
        2,
        25,
        {
            "--full": {"action": "store_true", "help": "hints of all playouts, not of the first look"},
            "--unweighed": {"action": "store_true", "help": "no playouts: what is said, without reasons"},
            "--worlds": {**NUMBER, "default": audit.WORLDS, "help": "ten times as many for what is likely"},
            "--reference": {**NUMBER, "default": 0, "help": "positions of a game with a reference"},
        },
        audit.figures,
    ),
    Subcommand(
        measures.stability,
        "compares bands after two seconds and after eight",
        1,
        4,
        {"--seconds": {"type": float, "default": 2.0}, "--later": {"type": float, "default": 8.0}},
        measures.stability_figures,
    ),
    Subcommand(
        measures.coverage,
        "compares intervals with twenty times the worlds",
        1,
        4,
        {"--playouts": PLAYOUTS},
        measures.coverage_figures,
    ),
    Subcommand(
        measures.loss,
        "measures how much worse than the best the advised move is",
        1,
        4,
        {
            "--playouts": PLAYOUTS,
            "--against": {**BOT, "help": "whose moves are measured, too"},
            "--policy": {**BOT, "help": "that plays on instead of the evaluator"},
            "--ahead": {**NUMBER, "default": DECISIONS, "help": "decisions that it plays on"},
            "--worlds": {**NUMBER, "default": 400, "help": "in which it does"},
        },
        measures.loss_figures,
    ),
    Subcommand(
        measures.seeds,
        "compares intervals with luck that moves share and with luck of their own",
        1,
        4,
        {"--worlds": {**NUMBER, "default": 120}},
        measures.seed_figures,
    ),
    Subcommand(
        pairs.pairs,
        "writes pairs of moves for people to choose from, with and without reasons",
        4,
        12,
        {
            "--out": {"required": True, "type": Path, "metavar": "FILE"},
            "--pairs": {**NUMBER, "default": 40},
            "--alike": {"action": "store_true", "help": "both moves of one verb"},
            "--playouts": {**PLAYOUTS, "default": FIRST_LOOK},
        },
    ),
)
SUBCOMMANDS = {sub.name: sub for sub in FOUND}


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
            work = _work(given)
            sub = SUBCOMMANDS[given["subcommand"]]
            if sub.figures is None:
                self._write(sub, work, given)
            else:
                self._measure(sub, sub.figures, work, given)

    def _measure(
        self,
        sub: Subcommand,
        made: Callable[[Sequence[GameTally]], Figures],
        work: Sequence[AdviceJob],
        given: Given,
    ) -> None:
        games = list(results(self, sub.look, work, given, len(work)))
        groups = {given["game"]: games, **(by_configuration(games) if given["apart"] else {})}
        figures = {name: list(made(some)) for name, some in groups.items()}
        notes = _notes(games)
        if given["json"]:
            told = {name: [each.to_json() for each in some] for name, some in figures.items()}
            self.stdout.write(json.dumps({"figures": told, "notes": notes}, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(_lines(given, figures, notes)))

    def _write(self, sub: Subcommand, work: Sequence[AdviceJob], given: Given) -> None:
        """Jobs by their numbers, so that all tables have their share; those with both reasons go first."""
        found: list[MovePair] = []
        ordered = sorted(work, key=lambda job: job.number)
        for some in results(self, sub.look, ordered, given, len(work)):
            found += some
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
    add_pool_arguments(parser)
    parser.add_argument("--apart", action="store_true", help="each configuration by itself, too")
    parser.add_argument("--lang", choices=LANGUAGES, default="ru")
    parser.add_argument("--json", action="store_true")


def _work(given: Given) -> list[AdviceJob]:
    """The jobs, if they can be done. Raises CommandError."""
    game_id = given["game"]
    if not has_engine(game_id):
        raise no_such_game(game_id)
    counts = (given["games"], given["positions"])
    if not all(1 <= n <= MAX_EACH for n in counts):
        raise CommandError(gettext("--games и --positions: от 1 до %(most)s.") % {"most": MAX_EACH})
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
    return found


def _tables(game_id: str, given: Given) -> list[tuple[str, int]]:
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


def _asked(given: Given) -> AdviceTerms:
    """What the jobs are told: the arguments of the subcommand that concern them."""
    terms = {name: given[name] for name in AdviceTerms._fields if name in given}
    if "full" in given:
        terms["playouts"] = 0 if given["full"] else FIRST_LOOK
    return AdviceTerms(**terms)


def _notes(games: Sequence[GameTally]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for game in games:
        for kind, told in game.notes.items():
            found.setdefault(kind, []).extend(told)
    return found


def _lines(
    given: Given, figures: Mapping[str, Sequence[FigureLine]], notes: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """The tables, and below them what can be looked up by seed, game and ply."""
    for name, some in figures.items():
        yield f"{given['subcommand']} {name}, seed {given['seed']}"
        yield from map(text, some)
    for kind, told in notes.items():
        yield f"{kind}: {len(told)}"
        shown = told if kind == audit.FALSE else told[:SHOWN]
        yield from (f"  {each}" for each in shown)
