"""`manage.py backup FILE`: everything that links open, while the site runs."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from web import keeping

POSTGRESQL = """База в PostgreSQL, её копию делает он сам:
    pg_dump --format=custom --file={file} "$DATABASE_URL"
Ключ подписи сохраните рядом: {key}"""


class Command(BaseCommand):
    help = "Copy the database and the key into one file while the site runs, and check the copy."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        folder = Path(settings.DATA_DIR)
        if settings.DATABASE_URL:
            raise CommandError(POSTGRESQL.format(file=file, key=folder / keeping.KEY))
        try:
            keeping.backup(folder, file)
        except (keeping.NotDone, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size >> 10} КБ, проверено")
        if not (folder / keeping.KEY).exists():
            self.stdout.write("Ключа в копии нет: он задан переменной SECRET_KEY, сохраните её отдельно.")
