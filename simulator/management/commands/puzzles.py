"""`manage.py puzzles`: finds puzzles in games between bots and writes them as content. `docs/lessons.md`."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext

from rulebook import finder
from rulebook.content.entries import LANGUAGES
from simulator.bulk.advice.positions import AdviceTerms, jobs, tables_of
from simulator.bulk.puzzles.choosing import chosen, is_enough
from simulator.bulk.puzzles.finding import Puzzle, PuzzleJob, PuzzleTerms, puzzles
from simulator.game import engine_of, get, has_engine
from simulator.lessons.book import PUZZLE_FILE
from simulator.management.commands.simulate import bots_named, no_such_game, options_named
from simulator.management.pools import add_pool_arguments, results
from simulator.management.puzzle_file import text_of

NAMES = ("Оля", "Коля", "Рита", "Саша", "Паша", "Вера")
BOTS, TEMPTED = ("random", "greedy"), "greedy"
BATCH = 24  # games between two looks at whether there are enough


class Command(BaseCommand):
    help = "Finds puzzles in games between bots and writes them as content"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        parser.add_argument("--games", type=int, default=20, help="at most so many of each table")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--want", type=int, default=100)
        add_pool_arguments(parser)
        parser.add_argument("--config", help="between commas; else the standard one and those of expansions")
        parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", dest="options")
        parser.add_argument("--bots", default=",".join(BOTS), help="one of them is drawn for each seat")
        parser.add_argument("--out", type=Path, metavar="FILE", help="else with the game")
        parser.add_argument("--lang", choices=LANGUAGES, default="ru")

    def handle(self, *args: Any, **given: Any) -> None:
        with translation.override(given["lang"]):
            work = _work(given)
            found: list[Puzzle] = []
            for done, some in enumerate(results(self, puzzles, work, given, len(work)), start=1):
                found += some
                if done % BATCH == 0 and is_enough(found, given["want"]):
                    break
            self._write(given, chosen(found, given["want"]), len(found))

    def _write(self, given: Mapping[str, Any], kept: Sequence[Puzzle], found: int) -> None:
        room = finder.room("simulator", given["game"])
        assert room is not None  # it has an engine
        place = given["out"] or room.path / PUZZLE_FILE
        text = text_of(given["game"], kept)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        self.stdout.write(f"{place}: {len(kept)} of {found}, {len(text.encode()) / 1000:.0f} kB")
        counts = {
            "theme": Counter(puzzle.theme for puzzle in kept),
            "table": Counter(puzzle.table for puzzle in kept),
        }
        for what, counted in counts.items():
            self.stdout.write(f"{what}: " + ", ".join(f"{name} {n}" for name, n in sorted(counted.items())))
        self.stdout.write(f"{TEMPTED} errs: {sum(puzzle.erred for puzzle in kept)}")


def _work(given: Mapping[str, Any]) -> list[PuzzleJob]:
    """The games by their numbers, so that all tables have their share. Raises CommandError."""
    game_id = given["game"]
    if not has_engine(game_id):
        raise no_such_game(game_id)
    if not get(game_id).puzzle_themes:
        raise CommandError(gettext("У этой игры нет тем для задач: Simulator.puzzle_themes."))
    if given["games"] < 1 or given["want"] < 1:
        raise CommandError(gettext("--games и --want: от 1."))
    bots = bots_named(game_id, given["bots"])
    options, numbers = options_named(game_id, given["options"]), range(given["games"])
    found = jobs(
        game_id, _tables(game_id, given["config"]), options, bots, given["seed"], numbers, 1, AdviceTerms()
    )
    terms = PuzzleTerms(NAMES, *bots_named(game_id, TEMPTED))
    return [PuzzleJob(job, terms) for job in sorted(found, key=lambda job: job.number)]


def _tables(game_id: str, named: str | None) -> list[tuple[str, int]]:
    """The tables of the configurations that are named. Raises CommandError."""
    configs = engine_of(game_id).configs
    usual = [name for name, config in configs.items() if config.box or not config.options]
    wanted = named.split(",") if named else usual
    if unknown := set(wanted) - set(configs):
        raise CommandError(
            gettext("Таких раскладов нет: %(names)s. Есть: %(configs)s.")
            % {"names": ", ".join(sorted(unknown)), "configs": ", ".join(configs)}
        )
    return [table for table in tables_of(game_id) if table[0] in wanted]
