"""Everyday words that players use alike: groups in `content/thesaurus.toml`, by language. Pure."""

from collections.abc import Iterator
from pathlib import Path

from rulebook.content.entries import LANGUAGES
from rulebook.content.faults import ContentError, Fault
from rulebook.content.reading import ROOT
from rulebook.content.toml_file import File

NAME = "thesaurus.toml"
Group = tuple[str, ...]


def read(root: Path = ROOT) -> tuple[list[Group], tuple[Fault, ...]]:
    """All groups, and what is wrong with the file."""
    file = File(root / "content" / NAME, NAME)
    groups = [tuple(group) for lang in LANGUAGES for group in _groups(file, lang)]
    return groups, tuple(file.faults)


def _groups(file: File, lang: str) -> Iterator[list[str]]:
    for group in file.root.need(lang, []):
        if isinstance(group, list) and len(group) > 1 and all(isinstance(word, str) for word in group):
            yield group
        else:
            file.root.fault("no_group", lang, group=str(group)[:60])


def load(root: Path = ROOT) -> list[Group]:
    """The groups. Raises ContentError if any is none."""
    groups, faults = read(root)
    if faults:
        raise ContentError(faults)
    return groups
