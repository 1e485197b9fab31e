"""Checks the content and the cases, and shows what the cases prove of them: proving needs the engines."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from rulebook import rooms
from rulebook.content import checking
from rulebook.content.entries import LANGUAGES
from rulebook.content.faults import say
from rulebook.content.reading import Reading, game_ids, read_whole, whole


class Command(BaseCommand):
    help = "Is the content sound? Which clauses, refusals, events, lines and cases show each passage?"
    requires_system_checks = []  # they import what can't be imported while a content file is broken

    def add_arguments(self, parser: CommandParser) -> None:
        parts = parser.add_subparsers(dest="part", required=True)
        check = parts.add_parser(
            "check", help="names everything wrong in the content files and cases, a line each"
        )
        check.add_argument(
            "--seed", type=Path, metavar="FILE", help="also compare passages and headings with this rulebook"
        )
        check.add_argument("--lang", choices=LANGUAGES, default="ru", help="the language of the lines")
        coverage = parts.add_parser(
            "coverage", help="prints the matrix of passages, clauses and what shows them"
        )
        coverage.add_argument("--json", action="store_true", help="one JSON object instead of lines")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["part"] == "check":
            self.check_content(options["seed"], options["lang"])
        else:
            self.show_coverage(options["json"])

    def check_content(self, seed: Path | None, lang: str) -> None:
        rooms.open_all(ours=True)
        wrong = checking.report()
        if seed is not None:
            wrong += checking.seed_report(*self._game_of(seed))
        told = [say(fault, lang) for fault in wrong] or self._wrong_cases(lang)
        for line in told:
            self.stderr.write(line)
        if told:
            raise SystemExit(1)
        for game_id in game_ids():
            self.stdout.writelines(f"{line}\n" for line in checking.counts(whole(game_id)))

    def _wrong_cases(self, lang: str) -> list[str]:
        """What can't be read of the case files, which need sound content."""
        from simulator.case_words import problem_text
        from simulator.cases import casebook

        with translation.override(lang):
            return [problem_text(error) for error in casebook.faults()]

    def _game_of(self, seed: Path) -> tuple[Reading, str, str]:
        """The game that a rulebook's file belongs to, the text of the file, and the box that it may be of."""
        for reading in map(read_whole, game_ids()):
            boxes = {reading.base.seed: "", **{box.seed: box.id for box in reading.content.boxes if box.seed}}
            if seed.name in boxes:
                try:
                    return reading, seed.read_text(encoding="utf-8"), boxes[seed.name]
                except (OSError, UnicodeDecodeError) as error:
                    raise CommandError(f"{seed}: {error}") from error
        raise CommandError(f"{seed.name} is the rulebook of no game here")

    def show_coverage(self, as_json: bool) -> None:
        from simulator.cases import coverage

        matrices = {game_id: coverage.matrix(whole(game_id)) for game_id in game_ids()}
        if as_json:
            self.stdout.write(json.dumps(matrices, ensure_ascii=False, indent=1))
        else:
            for matrix in matrices.values():
                self.stdout.writelines(f"{line}\n" for line in coverage.lines(matrix))
