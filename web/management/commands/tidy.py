"""`manage.py tidy --older-than DAYS`: deletes what is over and was not used for long."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from web.append_only import delete_with_logs
from web.links import kinds


class Command(BaseCommand):
    help = "Delete finished sheets, matches and the like that nobody used for so many days."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--older-than", type=int, required=True, metavar="DAYS")
        parser.add_argument("--dry-run", action="store_true", help="only say how many")
        parser.add_argument("--open-too", action="store_true", help="those that were never finished, too")

    def handle(self, *args: Any, older_than: int, dry_run: bool, open_too: bool, **options: Any) -> None:
        before = timezone.now() - timedelta(days=older_than)
        for kind in kinds():
            old = kind.objects.filter(updated_at__lt=before)
            still_open = kind.open_rows().filter(updated_at__lt=before)
            going = old if open_too else old.exclude(pk__in=still_open.values("pk"))
            counts = going.count(), 0 if open_too else still_open.count()
            if not dry_run:
                delete_with_logs(going)
            said = "удалил бы" if dry_run else "удалено"
            self.stdout.write(f"{kind._meta.model_name}: {said} {counts[0]}, открытых оставлено {counts[1]}")
