"""Everyday words that players use alike, by language, and words as they are spelt in a hurry: groups in
`content/thesaurus.toml`. Pure.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulebook.content.entries import LANGUAGES
from rulebook.content.faults import ContentError, Fault
from rulebook.content.reading import ROOT
from rulebook.content.toml_file import File

NAME = "thesaurus.toml"
SPOKEN = "spoken"
Group = tuple[str, ...]


@dataclass(frozen=True)
class Thesaurus:
    """`groups` of words used alike; `spoken`: a word proper with the ways in which it is spelt besides."""

    groups: tuple[Group, ...] = ()
    spoken: tuple[Group, ...] = ()


def read(root: Path = ROOT) -> tuple[Thesaurus, tuple[Fault, ...]]:
    """The thesaurus, and what is wrong with the file."""
    file = File(root / "content" / NAME, NAME)
    alike = tuple(tuple(group) for lang in LANGUAGES for group in _groups(file, lang))
    return Thesaurus(alike, tuple(tuple(group) for group in _groups(file, SPOKEN))), tuple(file.faults)


def _groups(file: File, name: str) -> Iterator[list[str]]:
    for group in file.root.need(name, []):
        if isinstance(group, list) and len(group) > 1 and all(isinstance(word, str) for word in group):
            yield group
        else:
            file.root.fault("no_group", name, group=str(group)[:60])


def load(root: Path = ROOT) -> Thesaurus:
    """The thesaurus. Raises ContentError if any group is none."""
    found, faults = read(root)
    if faults:
        raise ContentError(faults)
    return found
