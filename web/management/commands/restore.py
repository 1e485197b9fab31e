"""`manage.py restore FILE`: what `backup` has kept, in the place of what is there."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from web import keeping

POSTGRESQL = """База в PostgreSQL, её восстанавливает он сам, когда сайт остановлен:
    pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" {file}"""


class Command(BaseCommand):
    help = "Put a backup into the data folder of a site that is stopped; what was there is kept inside."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if settings.DATABASE_URL:
            raise CommandError(POSTGRESQL.format(file=file))
        known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
        connections.close_all()
        try:
            kept = keeping.restore(Path(settings.DATA_DIR), file, known)
        except (keeping.NotDone, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Готово. Прежнее лежит в {kept}. Теперь запустите script/server.")
