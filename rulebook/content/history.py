"""`history.toml`, beside the rules: the editions of their texts, and what each entry said before. Pure.

`rulebook.content.editions` holds it against the texts, `rulebook.revising` writes it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from rulebook.content.entries import Edition, Revision, Text
from rulebook.content.toml_file import File, Header, TomlTable
from rulebook.content.typography import typeset

NAME = "history.toml"
EDITION, CHANGE = "edition", "change"
CHANGED, NEW, GONE = "changed", "new", "gone"


class FolderHistory(NamedTuple):
    """What a folder says of its texts' past; the newest change first, the newest edition last."""

    editions: tuple[Edition, ...] = ()
    revisions: tuple[Revision, ...] = ()


def read(file: File) -> FolderHistory:
    root = file.root
    editions = tuple(Edition(row.day("date"), row.word("digest")) for row in rows(root, EDITION))
    revisions = tuple(revision(row) for row in rows(root, CHANGE))
    root.fault_unread()
    return FolderHistory(editions, newest_first(revisions))


def rows(root: TomlTable, table: str) -> Iterator[TomlTable]:
    """The tables of one name, each called by its entry or its day."""
    for n, row in enumerate(root.rows(table) if root.has(table) else ()):
        called = row.data.get("entry", row.data.get("date", f"number {n + 1}"))
        entry = TomlTable(root.file, f"{table} {called}", row.data, Header((table,), n))
        yield entry
        entry.fault_unread()


def revision(row: TomlTable) -> Revision:
    kind, _, entry_id = row.word("entry").partition(":")
    facts = row.within("facts")
    return Revision(
        kind=kind,
        id=entry_id,
        date=row.day("date"),
        what=row.one_of("what", (CHANGED, NEW, GONE)) if row.has("what") else CHANGED,
        reason=_pair(row, "reason"),
        was=_pair(row, "was"),
        title=_pair(row, "title"),
        facts={name: str(facts.get(name)) for name in facts.data},
        box=row.file.box,
    )


def _pair(row: TomlTable, key: str) -> Text:
    """Both languages of a text that may be missing yet: `rules check` says so, and the site goes on."""
    said = row.within(key)
    found = Text(typeset(said.word("ru", "").strip()), said.word("en", "").strip())
    said.fault_unread()
    return found


def newest_first(revisions: tuple[Revision, ...]) -> tuple[Revision, ...]:
    """By day; of what several boxes hold, and each tells of, one tells."""
    once: dict[tuple[str, str, str], Revision] = {}
    for each in revisions:
        once.setdefault((each.kind, each.id, each.date), each)
    return tuple(sorted(once.values(), key=lambda each: each.date, reverse=True))
