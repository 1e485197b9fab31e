"""Loads the content files into the database and builds the search index, unless both stand as they should."""

import gc
from collections.abc import Iterator
from io import StringIO
from typing import Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from rulebook import finder, fingerprint, loaded, rooms
from rulebook.content.checking import report_of_ours
from rulebook.content.faults import say
from rulebook.content.reading import game_ids, whole
from rulebook.hits import index_path
from rulebook.loading import load_games
from rulebook.search.indexing import STEPS, build
from web.progress import ProgressBar

CHECKED, IN_TABLES = 14, 6  # what they cost beside STEPS: 100 together


class Command(BaseCommand):
    help = "Load the rules of all games and build the search index; stops at once if nothing has changed."
    requires_system_checks = []  # they import what can't be imported while a content file is broken

    def handle(self, *args: Any, **options: Any) -> None:
        digest = fingerprint.of_rules()
        amiss = loaded.what_is_amiss(digest)
        lines = [f"rules: {amiss or 'unchanged'}"]
        if amiss:
            loaded.forget()
            gc.disable()  # looking for cycles took a tenth of it, and there are next to none
            try:
                lines += self.load(digest, self.stderr if options["verbosity"] else OutputWrapper(StringIO()))
            finally:
                gc.enable()
        if options["verbosity"]:
            self.stdout.write("\n".join(lines))

    def load(self, digest: str, told: OutputWrapper) -> Iterator[str]:
        """Loads all that has this digest; a line on each game."""
        with ProgressBar(told, CHECKED + IN_TABLES + sum(STEPS.values())) as progress:
            wrong = report_of_ours()
            if wrong:
                raise CommandError("\n".join(say(fault, "ru") for fault in wrong))
            progress.went(CHECKED)
            rooms.open_all(ours=True)
            games = [whole(game_id) for game_id in game_ids()]
            loaded_games = load_games(games)
            progress.went(IN_TABLES)
            entries = build(index_path(), games, progress.went)
        for game_id, done in loaded_games.items():
            yield f"{game_id}: {done.rows} entries ({'changed' if done.changed else 'unchanged'})"
        yield f"search: {entries} entries"
        if not finder.problems():  # a game that is left out may come back by a change elsewhere
            loaded.note(digest, games)
