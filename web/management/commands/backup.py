"""`manage.py backup FILE`: everything that links open, while the site runs."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from web import keeping

POSTGRESQL = """База в PostgreSQL, её копию делает он сам:
    pg_dump --format=custom --file={file} "$DATABASE_URL"
"""
WITH_KEY = "Ключ подписи сохраните рядом: {key}"
KEY_ELSEWHERE = "Ключ подписи задан переменной SECRET_KEY, сохраните её отдельно."


class Command(BaseCommand):
    help = "Copy the database and the key into one file while the site runs, and check the copy."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
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
        if not key.exists():
            self.stdout.write(KEY_ELSEWHERE)
