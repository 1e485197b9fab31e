"""The shelf: the games whose rules are here, loaded once in a process, and those to come."""

from functools import cache
from typing import NamedTuple

from django.http import Http404

from rulebook import finder
from rulebook.content import reading
from rulebook.content.entries import GameContent, Text
from rulebook.content.reading import ANNOUNCED, ROOT, game_ids, load
from rulebook.content.toml_file import File
from rulebook.content.typography import alphabetic


class Announced(NamedTuple):
    """A game whose rules are not here yet; `emblem` names its drawing."""

    emblem: str
    title: Text
    about: Text


def games() -> dict[str, GameContent]:
    """Every game by its id, without those that couldn't be loaded."""
    return _games(finder.problems())


@cache
def _games(left_out: tuple[finder.Problem, ...]) -> dict[str, GameContent]:
    finder.load_all()
    return {game_id: load(game_id) for game_id in game_ids()}


def ours() -> list[GameContent]:
    """The games of this house, in their order."""
    return [game for game in games().values() if not finder.is_guest(game.id)]


def guests(lang: str) -> list[GameContent]:
    """The games from outside by their titles, «ё» where a reader looks for it."""
    found = [game for game in games().values() if finder.is_guest(game.id)]
    return sorted(found, key=lambda game: (alphabetic(game.title.in_(lang)), game.id))


@cache
def announced() -> tuple[Announced, ...]:
    """The games of `content/announced.toml` that have no folder yet, in the order of the file."""
    entries = File(ROOT / "content" / ANNOUNCED, ANNOUNCED).entries("game", "id")
    return tuple(
        Announced(entry.word("emblem"), entry.text("title"), entry.text("about"))
        for entry in entries
        if entry.word("id") not in games()
    )


@cache  # pages ask of every hit and of every game, and which boxes there are stands in files
def whole(game_id: str) -> GameContent:
    """A game with all of its boxes."""
    return reading.whole(game_id)


def game_or_404(game_id: str) -> GameContent:
    """A game by the id in an address."""
    try:
        return games()[game_id]
    except KeyError:
        raise Http404(game_id) from None
