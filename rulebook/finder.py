"""Where games live: a folder for each, with a room for every app; ours, and packages from outside. Pure.

Ours are `games/<id>/`. The environment variable GRIMOIRE_GAMES names packages besides, separated by blanks or
commas. Each is one game, called as the last part of its name, and holds `rulebook/ scoring/ simulator/`.
With GRIMOIRE_ALONE=1 they are all there is: so an author’s game is tried out in seconds.
Walking looks at paths alone; `load` imports what is asked for, when it is asked for.
"""

import logging
import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from rulebook.content.faults import MESSAGES

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "games"  # ours
APPS = ("rulebook", "scoring", "simulator")
VARIABLE = "GRIMOIRE_GAMES"
ALONE = "GRIMOIRE_ALONE"
OBJECT = "GAME"  # what a game's `game.py` calls the one object that it holds
GAME_ID = re.compile(r"[a-z][a-z0-9_]{1,31}")
# What stands in addresses where a game's id does: /score/recent, /play/m/…
TAKEN = frozenset({"recent", "l", "m", "s"})

log = logging.getLogger(__name__)


class Room(NamedTuple):
    """A game's folder for an app: its package, `games.<id>.rulebook`, and where that lies."""

    app: str
    game: str
    package: str
    path: Path


class BoxRoom(NamedTuple):
    """The folder of an expansion for an app: `games.<id>.rulebook.boxes.<box>`, and where that lies."""

    app: str
    game: str
    box: str
    package: str
    path: Path


class SubApp(NamedTuple):
    """A Django app inside a room of `game`, and how it has to be labelled."""

    game: str
    package: str
    label: str


class Problem(NamedTuple):
    """Why a game isn't here: a code of `content.faults` with what it says."""

    game: str
    code: str
    what: str

    def say(self) -> str:
        """The line of the log: that of `rules check`."""
        return f"{self.game}: {MESSAGES[self.code].en.format(what=self.what)}"


_broken: dict[str, Problem] = {}  # games that couldn't be loaded when they were asked for
_closed: dict[tuple[str, str], Problem] = {}  # rooms of games that are here without them, by app and game


@cache
def _walked() -> tuple[Mapping[tuple[str, str], Room], tuple[Problem, ...]]:
    """Every room by app and game, ours before strangers', and what can't come in."""
    ours = list(_ours())
    whole = {room.game for room in ours if room.app == "rulebook" and _has_content(room.path)}
    alone = os.environ.get(ALONE) == "1"
    rooms = {(room.app, room.game): room for room in ours if room.game in whole and not alone}
    lost = {room.game: room.package for room in ours if room.game not in whole}
    problems = [Problem(game, "game_missing", package) for game, package in sorted(lost.items())]
    for package in packages():
        found = _outside(package, {*whole, *(game for _, game in rooms)})
        if isinstance(found, Problem):
            problems.append(found)
        else:
            rooms |= {(room.app, room.game): room for room in found}
    return rooms, tuple(problems)


def packages() -> list[str]:
    """Those from outside that are named, as they are imported."""
    return os.environ.get(VARIABLE, "").replace(",", " ").split()


def _has_content(home: Path) -> bool:
    """Whether a room of the rulebook says what its game is."""
    return (home / "content" / "game.toml").is_file()


def _ours() -> Iterator[Room]:
    for path in sorted(GAMES.glob("*/__init__.py")):
        yield from _rooms_in(path.parent, f"{GAMES.name}.{path.parent.name}")


def _rooms_in(home: Path, package: str) -> list[Room]:
    return [Room(app, home.name, f"{package}.{app}", home / app) for app in APPS if (home / app).is_dir()]


def _outside(package: str, taken: set[str]) -> list[Room] | Problem:
    game = package.rpartition(".")[2]
    if not GAME_ID.fullmatch(game) or game in TAKEN:
        return Problem(game, "game_id", package)
    if game in taken:
        return Problem(game, "game_twice", package)
    place = Path(*package.split("."))
    home = next((Path(entry) / place for entry in sys.path if (Path(entry) / place).is_dir()), None)
    if home is None or not _has_content(home / "rulebook"):
        return Problem(game, "game_missing", package)
    return _rooms_in(home, package)


def rooms(app: str, broken: bool = False) -> dict[str, Room]:
    """The rooms of an app by game, in the order of their ids; those of `broken` games, and closed ones, only
    if they are asked for.
    """
    found = sorted((game, room) for (each, game), room in _walked()[0].items() if each == app)
    return {game: room for game, room in found if broken or not (game in _broken or (app, game) in _closed)}


def is_ours(room: Room) -> bool:
    """Whether a room is in this house, not in a package from outside."""
    return room.path.is_relative_to(GAMES)


def is_guest(game: str) -> bool:
    """Whether a game has come in a package from outside."""
    found = room("rulebook", game)
    return found is not None and not is_ours(found)


def room(app: str, game: str) -> Room | None:
    """The room of a game in an app, None if it has none."""
    return rooms(app).get(game)


@cache
def boxes(app: str, game: str) -> Mapping[str, BoxRoom]:
    """The boxes that a game has in an app, in the order of their ids: each an expansion in its folder."""
    found = room(app, game)
    paths = sorted(found.path.glob("boxes/*/__init__.py")) if found else []
    names = [path.parent.name for path in paths]
    return {
        name: BoxRoom(app, game, name, f"{found.package}.boxes.{name}", found.path / "boxes" / name)
        for name in names
        if found
    }


@cache
def box_modules(app: str, game: str, name: str) -> Mapping[str, Any]:
    """The modules called so, «sheet» or «table.kit», that a game's boxes hold in an app, by box in the order
    of their ids; imported now.
    """
    file = Path(*name.split(".")).with_suffix(".py")
    return {
        box: import_module(f"{room.package}.{name}")
        for box, room in boxes(app, game).items()
        if (room.path / file).is_file()
    }


def folders(name: str) -> list[Path]:
    """All folders of this name that games and their boxes have in their rooms, such as `templates`, ours
    first.
    """
    rooms = list(_walked()[0].values())
    homes = [place for room in rooms for place in (room.path, *sorted((room.path / "boxes").glob("*")))]
    return [home / name for home in homes if (home / name).is_dir()]


def homes() -> list[Path]:
    """The packages from outside, where each holds what belongs to no app, such as `locale`."""
    return sorted({room.path.parent for room in _walked()[0].values() if not is_ours(room)})


def problems() -> tuple[Problem, ...]:
    """Which games aren't here, or not as a whole, and why."""
    return (*_walked()[1], *_broken.values(), *_closed.values())


def tell() -> None:
    """What can't come in, once there is a log: settings walk the rooms before it is set up."""
    for problem in _walked()[1]:
        log.error(problem.say())


def is_left_out(game: str) -> bool:
    """Whether a game that is named isn't here at all."""
    return game in _broken or any(problem.game == game for problem in _walked()[1])


def close_room(app: str, game: str, code: str, what: str) -> None:
    """A game is without its room for an app from now on, and the log says so once."""
    if (app, game) not in _closed:
        _closed[app, game] = Problem(game, code, what)
        load.cache_clear()
        log.error(_closed[app, game].say())


def leave_out(game: str, code: str, what: str) -> None:
    """A game that can't be loaded isn't there from now on, and the log says so once."""
    if game not in _broken:
        _broken[game] = Problem(game, code, what)
        load.cache_clear()
        log.error(_broken[game].say())


def one_line(error: BaseException) -> str:
    """What an exception says, as far as it fits into a line of the log."""
    return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"


@contextmanager
def left_out_if_it_fails(game: str, part: str) -> Iterator[None]:
    """Whatever is raised inside, leaves out a game because of a part of it, a module or a member: whatever
    a stranger's code does, even if it exits, the others go on.
    """
    try:
        yield
    except (Exception, SystemExit) as error:  # noqa: BLE001 -- whatever a stranger does, the others go on
        leave_out(game, "game_broken", f"{part}: {one_line(error)}")


def load_all(besides: Collection[str] = ()) -> None:
    """Loads the objects of all games, so that those that can't be loaded are left out before anybody sees
    them. What needs Django is loaded by `rulebook.rooms`.
    """
    for app in APPS:
        for game in sorted(rooms(app).keys() - set(besides)):
            load(app, game)


@cache
def load(app: str, game: str) -> Any:
    """The one object of a game in an app, imported now; None if its room has none or can't be loaded."""
    return _object(room(app, game))


@cache
def load_box(app: str, game: str, box: str) -> Any:
    """The one object of a box in an app, imported now; None as for a game."""
    return _object(boxes(app, game).get(box))


def _object(home: Room | BoxRoom | None) -> Any:
    if home is None or not (home.path / "game.py").is_file():
        return None
    name = f"{home.package}.game"
    with left_out_if_it_fails(home.game, name):
        thing = getattr(import_module(name), OBJECT)
        if not any(kind.__module__ == f"{home.app}.game" for kind in type(thing).__mro__):
            raise TypeError(
                f"{OBJECT} must be an object of a class made from {home.app}.game.{home.app.title()}"
            )
        return thing
    return None


def modules(app: str, name: str) -> list[str]:
    """Dotted names of the modules or packages called so in an app's rooms, such as `urls`."""
    found = rooms(app).values()
    return [
        f"{room.package}.{name}"
        for room in found
        if (room.path / f"{name}.py").is_file() or (room.path / name / "__init__.py").is_file()
    ]


def all_modules(room: Room) -> Iterator[str]:
    """Dotted names of everything in a room that can be imported, its own package first."""
    for path in sorted(room.path.rglob("*.py")):
        inside = path.relative_to(room.path).with_suffix("").parts
        yield ".".join((room.package, *(part for part in inside if part != "__init__")))


def sub_apps() -> list[SubApp]:
    """The Django apps inside rooms: folders with an `apps.py`."""
    every = _walked()[0].values()
    found = (
        SubApp(room.game, f"{room.package}.{path.parent.name}", f"{room.game}_{path.parent.name}")
        for room in every
        for path in room.path.glob("*/apps.py")
    )
    return sorted(found, key=lambda each: each.package)


def tag_libraries() -> list[tuple[str, str, str]]:
    """Template tag libraries of games that can be loaded: whose it is, the name to load it by, its module."""
    return [
        (game, path.stem, f"{room.package}.templatetags.{path.stem}")
        for app in APPS
        for game, room in rooms(app).items()
        for path in sorted(room.path.glob("templatetags/*.py"))
        if path.stem != "__init__"
    ]
