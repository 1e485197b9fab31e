"""What players ask at the table, beside each entry of a game: `content/<game>/asks/*.toml`.

Only the search index and the check of the content read these phrasings; pages never need them. Pure.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulebook.content.entries import GameContent, Phrases
from rulebook.content.faults import ContentError, Fault, in_order
from rulebook.content.toml_file import File, TomlTable


@dataclass(frozen=True)
class Questions:
    """`of`: phrasings by «clause:overflow.take», «ruling:12», «term:cauldron», «card:red-1», «element:x».

    `entries`: where they stand, by the same names; `faults`: what can't be read; `lost`: whole tables can't.
    """

    of: Mapping[str, Phrases]
    entries: Mapping[str, TomlTable]
    faults: tuple[Fault, ...]
    lost: bool


def read(game: GameContent) -> Questions:
    """The questions of a game and its boxes, whatever is wrong in them; it may have none."""
    files = [
        File(path, f"{name}/asks/{path.name}")
        for name, home in game.folders.items()
        for path in sorted((home / "asks").glob("*.toml"))
    ]
    of: dict[str, Phrases] = {}
    entries: dict[str, TomlTable] = {}
    for entry in _each(files):
        name = entry.word("of")
        if name in entries:
            entry.fault("duplicate", "of")
        entries[name], of[name] = entry, Phrases(entry.words("ru"), entry.words("en"))
    faults = in_order(fault for file in files for fault in file.faults)
    lost = any(file.lost for file in files) or any(fault.code.startswith("syntax") for fault in faults)
    return Questions(of, entries, faults, lost)


def _each(files: list[File]) -> Iterator[TomlTable]:
    for file in files:
        file.hold("asks")
        yield from file.entries("asks", "of")


def load(game: GameContent) -> Mapping[str, Phrases]:
    """The questions of a game by entry. Raises ContentError with all that can't be read."""
    questions = read(game)
    if questions.faults:
        raise ContentError(questions.faults)
    return questions.of
