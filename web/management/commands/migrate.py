"""Django's `migrate`, by one machine at a time: two at once each made the first table, and one failed."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from web.advisory_lock import one_at_a_time


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with one_at_a_time(connections[options["database"]], "migrate"):
            super().handle(*args, **options)
