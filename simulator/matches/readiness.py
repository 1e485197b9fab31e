"""What pages need besides the code: a database, the rules in it with their search index, and static files."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from django.apps import apps
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext_lazy

from rulebook import hits
from rulebook.content import reading
from rulebook.models import Game
from rulebook.search import finding


class Requirement(NamedTuple):
    """What it is, in the genitive («нет базы данных»), what makes it, and whether it is there."""

    name: str
    command: str
    is_there: Callable[[], bool]


def _has_database() -> bool:
    """Migrated to the end; a file that isn't there is not made by asking."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return False
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return False


def _has_rules() -> bool:
    try:
        hits.find("1")
    except finding.SearchUnavailable:
        return False
    return _has_database() and Game.objects.count() == len(reading.game_ids())


def _has_static_files() -> bool:
    """Where names carry hashes, each file of the house has to be among those that were collected."""
    collected = getattr(staticfiles_storage, "hashed_files", None)
    if collected is None:
        return True
    left_out = apps.get_app_config("staticfiles").ignore_patterns
    files = (path for finder in get_finders() for path, _ in finder.list(left_out))
    return all(path in collected for path in files)


NEEDS = (
    Requirement(gettext_lazy("базы данных"), "migrate", _has_database),
    Requirement(gettext_lazy("правил и поиска"), "load_rules", _has_rules),
    Requirement(gettext_lazy("статических файлов"), "collectstatic", _has_static_files),
)


def lacking() -> Sequence[Requirement]:
    """What has to be made before pages can be served, in the order of making it."""
    return [need for need in NEEDS if not need.is_there()]
