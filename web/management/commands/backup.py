"""`manage.py backup FILE`: everything that links open, while the site runs."""

from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from web import keeping, retention

POSTGRESQL = """База в PostgreSQL, её копию делает он сам:
    pg_dump --format=custom --file={file} "$DATABASE_URL"
"""
WITH_KEY = "Ключ подписи сохраните рядом: {key}"
KEY_ELSEWHERE = "Ключ подписи задан переменной SECRET_KEY, сохраните её отдельно."


class Command(BaseCommand):
    help = "Copy the database and the key into one file while the site runs, and check the copy."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="or a folder, where it gets a name with the time")
        parser.add_argument(
            "--keep", type=int, nargs=2, metavar=("DAYS", "WEEKS"), help="delete others from that folder"
        )

    def handle(self, *args: Any, file: Path, keep: list[int] | None, **options: Any) -> None:
        place = file
        if keep and not (place.is_dir() and keep[0] > 0 and keep[1] >= 0):
            raise CommandError("--keep нужны папка и числа: сколько дней (хотя бы один) и недель.")
        if place.is_dir():
            ending = retention.DUMP if settings.DATABASE_URL else retention.OURS
            file = place / retention.name_at(datetime.now(), ending)
        folder = Path(settings.DATA_DIR)
        key = folder / keeping.KEY
        if settings.DATABASE_URL:
            beside = WITH_KEY if key.exists() else KEY_ELSEWHERE
            raise CommandError((POSTGRESQL + beside).format(file=file, key=key))
        try:
            keeping.backup(folder, file)
        except (keeping.NotDone, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size >> 10} КБ, проверено")
        for old in retention.prune(place, *keep) if keep else ():
            self.stdout.write(f"{old}: удалено")
        if not key.exists():
            self.stdout.write(KEY_ELSEWHERE)
