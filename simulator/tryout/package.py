"""Finding the package that an author means, and the environment in which it is the only game. Pure."""

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from rulebook import finder

CONTENT = Path("rulebook/content/game.toml")
HOME = Path("~/games")  # where `manage.py newgame` writes


class Package(NamedTuple):
    """A game's folder, its dotted name, and the folder from which that is imported."""

    home: Path
    name: str
    root: Path

    @property
    def game(self) -> str:
        return self.home.name


def find(said: str, folder: Path | None) -> Package | None:
    """What an id or a path means: as it stands, in a folder, in GRIMOIRE_GAMES, or where games are made."""
    for place in _places(said, folder):
        home = place.expanduser().resolve()
        if (home / CONTENT).is_file():
            return _package(home)
    return None


def _places(said: str, folder: Path | None) -> Iterator[Path]:
    if folder is not None:
        yield folder / said
        return
    if os.sep in said:
        yield Path(said)
        return
    for named in finder.packages():
        if said in (named, named.rpartition(".")[2]):
            yield from (Path(entry, *named.split(".")) for entry in sys.path)
    yield HOME / said
    yield Path(said)


def _package(home: Path) -> Package:
    """A folder of packages may be one, too: then the name has two parts."""
    names, root = [home.name], home.parent
    while (root / "__init__.py").is_file():
        names.append(root.name)
        root = root.parent
    return Package(home, ".".join(reversed(names)), root)


def environment(package: Package) -> Mapping[str, str]:
    """What makes it the only game, besides the environment that there is."""
    path = os.pathsep.join(filter(None, (str(package.root), os.environ.get("PYTHONPATH", ""))))
    own = {finder.VARIABLE: package.name, finder.ALONE: "1", "PYTHONPATH": path}
    return {**os.environ, **own}
