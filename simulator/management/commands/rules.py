"""Checks the content and the cases, records what changed, and shows what the cases prove: for that it needs
the engines.
"""

import json
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from datetime import timezone as zone
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation
from django.utils.translation import gettext

from rulebook import finder, revising, rooms
from rulebook.content import checking, editions
from rulebook.content.entries import LANGUAGES, GameContent, Text
from rulebook.content.faults import Fault, say
from rulebook.content.reading import Reading, game_ids, read_whole, whole
from simulator.jobs.trial import rehearse_guests
from web import wishes
from web.progress import watched

COVERAGE = "coverage"  # the wish
EARLIEST_ZONE = zone(timedelta(hours=14))  # where a day begins first: none that has begun is in the future


class Command(BaseCommand):
    help = "Is the content sound? Which clauses, refusals, events, lines and cases show each passage?"
    requires_system_checks = []  # they import what can't be imported while a content file is broken

    def add_arguments(self, parser: CommandParser) -> None:
        parts = parser.add_subparsers(dest="part", required=True)
        check = parts.add_parser(
            "check", help="names everything wrong in the content files and cases, a line each"
        )
        check.add_argument("game", nargs="?", metavar="ID", help="this game alone, in a second or two")
        check.add_argument(
            "--seed", type=Path, metavar="FILE", help="also compare passages and headings with this rulebook"
        )
        check.add_argument("--lang", choices=LANGUAGES, default="ru", help="the language of the lines")
        coverage = parts.add_parser(
            "coverage", help="prints the matrix of passages, clauses and what shows them"
        )
        coverage.add_argument("--json", action="store_true", help="one JSON object instead of lines")
        coverage.add_argument(
            "--wished", action="store_true", help="only keeps it for the site, if script/server wishes for it"
        )
        changed = parts.add_parser(
            "changed",
            help="writes down in history.toml what has changed in the texts, for its reason to be added",
        )
        changed.add_argument("--reason-ru", default="", metavar="WORDS", help="why, in Russian")
        changed.add_argument("--reason-en", default="", metavar="WORDS", help="why, in English")
        changed.add_argument(
            "--only",
            nargs="+",
            default=(),
            metavar="KIND:ID",
            help="the reason is that of these entries alone",
        )
        changed.add_argument(
            "--game", metavar="ID", help="this game alone; begins the history of one without"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["part"] == "check":
            self.check_content(options["game"], options["seed"], options["lang"])
        elif options["part"] == "changed":
            self.record_changes(options)
        elif options["wished"]:
            self.keep_coverage()
        else:
            self.show_coverage(options["json"])

    def check_content(self, alone: str | None, seed: Path | None, lang: str) -> None:
        if alone:
            rooms.open_one(alone)
        else:
            rooms.open_all(ours=True)
            rehearse_guests()
        wrong = checking.report_of(alone) if alone else checking.report()
        if seed is not None:
            wrong += checking.seed_report(*self._game_of(seed))
        games = [alone] if alone else game_ids()
        wrong = wrong or self._wrong_history(games)
        told = [say(fault, lang) for fault in wrong] or self._wrong_cases(games, lang)
        for line in told:
            self.stderr.write(line)
        if told:
            raise SystemExit(1)
        for content in map(whole, games):
            self.stdout.writelines(f"{line}\n" for line in checking.counts(content))
            if alone:
                self._tell_of_shared(content, lang)

    def _tell_of_shared(self, content: GameContent, lang: str) -> None:
        """A clause whose id is a shared one takes its place, meant or not."""
        replaced, without = checking.instead_of_shared(content)
        with translation.override(lang):
            for words, ids in (
                (gettext("своё вместо общего правила: %(ids)s"), replaced),
                (gettext("без общих правил: %(ids)s"), without),
            ):
                if ids:
                    self.stdout.write(f"{content.id}: {words % {'ids': ', '.join(ids)}}")

    def _wrong_history(self, games: Sequence[str]) -> tuple[Fault, ...]:
        """Changed texts of which history says nothing, and what is wrong in it; needs sound content."""
        today = datetime.now(EARLIEST_ZONE).date().isoformat()
        readings = map(read_whole, games)
        return tuple(fault for reading in readings for fault in editions.faults(reading, today))

    def record_changes(self, options: dict[str, Any]) -> None:
        rooms.open_all(ours=True)
        reason = Text(options["reason_ru"].strip(), options["reason_en"].strip())
        if bool(reason.ru) != bool(reason.en):
            raise CommandError("a reason needs both languages: --reason-ru and --reason-en")
        if options["game"] and options["game"] not in game_ids():
            raise CommandError(f"there is no game {options['game']}")
        today = timezone.localdate().isoformat()
        for game_id in [options["game"]] if options["game"] else game_ids():
            reading = read_whole(game_id)
            if reading.faults:  # what can't be read would be written down as gone
                raise CommandError(f"{say(reading.faults[0], 'en')}: first rules check")
            record = revising.RevisionWriter(reading, today, reason, frozenset(options["only"]))
            for line in record.write(begin=bool(options["game"])):
                self.stdout.write(line)

    def _wrong_cases(self, games: Sequence[str], lang: str) -> list[str]:
        """What can't be read of cases and puzzles, and what is wrong in lessons; they need sound content."""
        from simulator.case_words import problem_text
        from simulator.cases import casebook
        from simulator.lessons import book

        with translation.override(lang):
            unread = (*casebook.faults(games), *book.unread(games, book.PUZZLES))
            return [problem_text(error) for error in (*unread, *book.faults(games))]

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

    def keep_coverage(self) -> None:
        """Of each game that can be played; another one says on its page what is wrong."""
        from simulator.matches import coverage_store

        with wishes.alone(COVERAGE):
            if wish := wishes.open_wish(COVERAGE):
                begun = time.monotonic()
                rooms.open_all(ours=True)
                rehearse_guests()
                for game_id in coverage_store.missing():
                    with finder.left_out_if_it_fails(game_id, "cases"):
                        coverage_store.make(game_id)
                wishes.fulfil(COVERAGE, wish)
                self.stdout.write(f"Случаи из правил сыграны за {time.monotonic() - begun:.0f} с")

    def show_coverage(self, as_json: bool) -> None:
        from simulator.cases import coverage

        games = game_ids()
        shown = ((game_id, coverage.matrix(whole(game_id))) for game_id in games)
        matrices = dict(watched(shown, self.stderr, len(games)))
        if as_json:
            self.stdout.write(json.dumps(matrices, ensure_ascii=False, indent=1))
        else:
            for matrix in matrices.values():
                self.stdout.writelines(f"{line}\n" for line in coverage.lines(matrix))
