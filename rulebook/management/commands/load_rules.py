"""Loads the content files into the database and builds the search index."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulebook import rooms
from rulebook.content.checking import report_of_ours
from rulebook.content.faults import say
from rulebook.content.reading import game_ids, whole
from rulebook.hits import index_path
from rulebook.loading import load_games
from rulebook.search.indexing import build


class Command(BaseCommand):
    help = "Load the rules of all games and build the search index; running it again changes nothing."
    requires_system_checks = []  # they import what can't be imported while a content file is broken

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = report_of_ours()
        if wrong:
            raise CommandError("\n".join(say(fault, "ru") for fault in wrong))
        rooms.open_all(ours=True)
        games = [whole(game_id) for game_id in game_ids()]
        lines = []
        for name, counts in load_games(games).items():
            changes = f"{counts.created} new, {counts.changed} changed, {counts.removed} removed"
            lines.append(f"{name}: {counts.total} ({changes if counts.touched else 'unchanged'})")
        entries = build(index_path(), games)
        lines.append(f"search: {entries} entries")
        if options["verbosity"]:
            self.stdout.write("\n".join(lines))
