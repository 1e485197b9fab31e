"""Names that others hold: addresses, columns, codes, options, ids of the content, keys of cases."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.db import connection
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.utils import translation

from tests.wire import doors

MIRROR = "rulebook_"  # tables that only repeat the content files
# The keys of what a phone keeps by itself: entries not sent yet, what it may take back, day or night.
KEPT_BY_BROWSERS = ("`sheet.${words.id}.${name}`", 'stored("outbox")', 'stored("made")', '"theme"')
# An address for each kind of place in a route.
EXAMPLES = {"slug": "a1", "int": "7", "str": "b.2", "path": "c/d"}


def addresses() -> list[str]:
    """Every address with its name, in the order in which they are tried."""
    with translation.override(settings.LANGUAGE_CODE):
        return list(_addresses(get_resolver(), "", ""))


def _addresses(resolver: URLResolver, route: str, space: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        here = f"{route}{pattern.pattern}"
        if isinstance(pattern, URLPattern):
            given = f" {pattern.default_args}" if pattern.default_args else ""
            yield f"{here} = {space}{pattern.name}{given}"
        else:
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _addresses(pattern, here, inner)


def leads() -> dict[str, str]:
    """An address of each kind, and the name that answers there: of two that fit, the first."""
    with translation.override(settings.LANGUAGE_CODE):
        routes = [address.partition(" = ")[0] for address in addresses()]
        urls = ["/" + re.sub(r"<(\w+):\w+>", lambda place: EXAMPLES[place[1]], route) for route in routes]
        return {url: _name(url) for url in urls}


def _name(url: str) -> str:
    found = resolve(url)
    return ":".join([*found.namespaces, found.url_name or ""])


def schema() -> dict[str, list[str]]:
    """The tables of the open database but the mirror: columns, constraints, indexes, what points where."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY tbl_name, name")
        made = [row for row in cursor.fetchall() if not row[2].startswith(("sqlite_", "django_", MIRROR))]
        return {
            name: [
                *_columns(cursor, name),
                *sorted(f"constraint {each}" for each in re.findall(r'CONSTRAINT "(\w+)"', sql)),
                *sorted(f"index {row[1]}" for row in made if row[0] == "index" and row[2] == name and row[3]),
                *_unique(cursor, name),
                *_references(cursor, name),
            ]
            for kind, name, _, sql in made
            if kind == "table"
        }


def _columns(cursor: Any, table: str) -> list[str]:
    cursor.execute(f'SELECT name, type, "notnull" FROM pragma_table_info("{table}")')
    return [f"{name} {kind} {'not null' if strict else 'null'}" for name, kind, strict in cursor.fetchall()]


def _unique(cursor: Any, table: str) -> list[str]:
    cursor.execute(f'SELECT name FROM pragma_index_list("{table}") WHERE "unique"')
    found = []
    for (index,) in cursor.fetchall():
        cursor.execute(f'SELECT name FROM pragma_index_info("{index}")')
        found.append(f"unique ({', '.join(name for (name,) in cursor.fetchall())})")
    return sorted(found)


def _references(cursor: Any, table: str) -> list[str]:
    cursor.execute(f'SELECT "from", "table", "to" FROM pragma_foreign_key_list("{table}")')
    return sorted(f"{column} points to {other}.{key}" for column, other, key in cursor.fetchall())


def codes(game_id: str) -> dict[str, list[str]]:
    """The codes of each catalogue of sentences."""
    return {catalogue: sorted(words) for catalogue, words in doors.rules_of(game_id).words.items()}


def options(game_id: str) -> dict[str, list[Any]]:
    """The options with their default and the values that they may have."""
    return {
        option.id: [option.default, *(choice.value for choice in option.choices)]
        for option in doors.rules_of(game_id).options
    }


def entries(game_id: str) -> dict[str, list[str]]:
    """The ids of the content, which are addresses; the codes of cards, which are in positions."""
    game = doors.rules_of(game_id)
    return {
        "chapters": [each.id for each in game.chapters],
        "clauses": [each.id for each in game.clauses],
        "terms": [each.id for each in game.terms],
        "rulings": [each.id for each in game.rulings],
        "elements": [each.id for each in game.elements],
        "cards": [each.id for each in game.cards],
        "codes": [copies.code for each in game.cards for copies in each.copies],
        "retired": sorted(game.retired),
    }


def browsers() -> list[str]:
    """What scripts keep in a browser: those of `KEPT_BY_BROWSERS` that some script still says."""
    files = (storage.path(path) for finder in get_finders() for path, storage in finder.list([]))
    scripts = [Path(path).read_text(encoding="utf-8") for path in files if path.endswith(".js")]
    return [words for words in KEPT_BY_BROWSERS if any(words in script for script in scripts)]


def everything() -> dict[str, Any]:
    """All names, with an empty database open that was migrated to the end."""
    return {
        "addresses": addresses(),
        "leads": leads(),
        "schema": schema(),
        "keys of cases": doors.keys_of_cases(),
        "kept by browsers": browsers(),
        **{
            game_id: {
                "codes": codes(game_id),
                "options": options(game_id),
                "entries": entries(game_id),
                "rows of the sheet": list(doors.sheet_fields(game_id)),
            }
            for game_id in doors.GAMES
        },
    }
