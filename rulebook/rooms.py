"""Opening the rooms of games: what they bring is loaded before anybody asks for it.

What can't be loaded is found at the start and leaves its game out, where later it would meet a visitor. A
game from outside is loaded whole: every module of its rooms and every member of its objects. Our own are
loaded whole where it matters (the server, `load_rules`, `rules check`), as it takes a second or two; of them
all other processes try what no page can do without.
"""

import inspect
from collections.abc import Iterator
from functools import cache, cached_property
from importlib import import_module
from itertools import chain

from django.apps import apps
from django.template.backends.django import get_installed_libraries
from django.template.library import import_library
from django.urls import include, path

from rulebook import finder
from rulebook.content import reading


@cache
def open_all(ours: bool = False) -> None:
    """Loads the games from outside, and `ours` as well; needs Django set up. Whatever raises, is left out."""
    _put_away()
    for game, of_game in _by_game().items():
        if ours or not any(map(finder.is_ours, of_game)):
            _open(game, of_game)
    for room in _rooms():
        _try_addresses(room)
    _try_tags()
    _put_away()


def open_one(game: str) -> None:
    """Loads one game whole, as `open_all` does: an author waits for it."""
    _put_away()
    of_game = _by_game().get(game, [])
    if of_game:
        _open(game, of_game)
    for room in of_game:
        _try_addresses(room)
    _put_away()


def _rooms() -> Iterator[finder.Room]:
    """The rooms of all games that aren't left out, app by app."""
    return chain.from_iterable(list(finder.rooms(app).values()) for app in finder.APPS)


def _by_game() -> dict[str, list[finder.Room]]:
    every = list(_rooms())
    return {game: [room for room in every if room.game == game] for game in sorted({r.game for r in every})}


def _open(game: str, of_game: list[finder.Room]) -> None:
    """Content, modules, members, until something fails."""
    if not reading.is_sound(game):
        return
    for room in of_game:
        for name in finder.all_modules(room):
            with finder.left_out_if_it_fails(game, name):
                import_module(name)
                continue
            return
        _ask_everything(room)


def _ask_everything(room: finder.Room) -> None:
    """Members that are made when they are first asked for, such as `engine` and `board`."""
    thing = finder.load(room.app, room.game)
    for name, member in inspect.getmembers_static(type(thing)):
        if isinstance(member, property | cached_property):
            with finder.left_out_if_it_fails(room.game, f"{room.package}.game: {name}"):
                getattr(thing, name)


def _try_addresses(room: finder.Room) -> None:
    """One bad `urls.py` and no address of the site would lead anywhere."""
    for name in finder.modules(room.app, "urls"):
        if name == f"{room.package}.urls":
            with finder.left_out_if_it_fails(room.game, name):
                wrong = path("", include(name)).check()
                if wrong:
                    raise ValueError(wrong[0].msg)


def _try_tags() -> None:
    """A library that can't be loaded, or that takes the name of another one, and no page could be drawn."""
    taken = set(get_installed_libraries())
    for game, name, module in finder.tag_libraries():
        with finder.left_out_if_it_fails(game, module):
            if name in taken:
                raise ValueError(f"there is a tag library {name} already")
            import_library(module)
        taken.add(name)


def _put_away() -> None:
    """Takes the apps of games that are left out from Django's, with their models, commands and migrations."""
    for sub_app in finder.sub_apps():
        config = apps.app_configs.get(sub_app.label)
        if finder.is_left_out(sub_app.game) and config is not None and config.name == sub_app.package:
            del apps.app_configs[sub_app.label]
            apps.all_models.pop(sub_app.label, None)
            apps.clear_cache()
