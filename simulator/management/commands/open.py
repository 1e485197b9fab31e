"""`manage.py open`: the tables and sheets that people are at, to look at before an upgrade."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from simulator.game import engine_of, has_engine
from simulator.models import Match
from web.links import kinds


class Command(BaseCommand):
    help = "List what is open and was used lately: an upgrade that changes a game's rules ends its tables."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=1, help="used within so many days (1)")

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        since = timezone.now() - timedelta(days=days)
        found = [row for kind in kinds() for row in kind.open_rows().filter(updated_at__gt=since)]
        for row in sorted(found, key=lambda row: row.updated_at, reverse=True):
            when = timezone.localtime(row.updated_at)
            self.stdout.write(f"{when:%d.%m %H:%M}  {row._meta.model_name}  {row}{remark(row)}")
        self.stdout.write(f"Открыто: {len(found)}")


def remark(row: Any) -> str:
    """What becomes of a table here."""
    if not isinstance(row, Match):
        return ""
    if not has_engine(row.game):
        return "  (этой игры здесь нет: вернётся с ней)"
    if not row.has_other_rules:
        return ""
    return f"  (правила {row.rules}, здесь {engine_of(row.game).rules}: не продолжить)"
