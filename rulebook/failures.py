"""Where the code of a game fails: which exception, and in which line of the game. Pure."""

from pathlib import Path
from traceback import walk_tb
from typing import NamedTuple

from rulebook import finder

# Shared code that works with what a game says: what it raises there, its game has brought about.
KIT = (
    *("simulator/engine", "simulator/table", "simulator/jobs", "simulator/matches/play.py"),
    *("simulator/matches/board.py", "scoring/sheets", "scoring/boards", "scoring/models.py"),
)


class Failure(NamedTuple):
    """`what` was raised, as a line; `kind` is its type alone, which tells nothing of anybody's cards; `where`
    is «<game>/simulator/engine.py:40, check». `seconds`: it was stopped after so many.
    """

    what: str
    kind: str
    where: str
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.what} ({self.where})" if self.where else self.what


def is_of_game(error: BaseException, game_id: str) -> bool:
    """Whether an exception came through a game, or what works with it: else the mistake is elsewhere."""
    homes = [home for home in (_home(game_id), *(finder.ROOT / place for place in KIT)) if home is not None]
    return any(path.is_relative_to(home) for path, _, _ in _places(error) for home in homes)


def failure_of(error: BaseException, game_id: str) -> Failure:
    """The innermost line of the game that an exception came through; where there is none, of this house."""
    places = _places(error)
    for home in (_home(game_id), finder.ROOT):
        inside = [place for place in places if home is not None and place[0].is_relative_to(home)]
        if home is not None and inside:
            path, line, function = inside[-1]
            start = finder.ROOT if home.is_relative_to(finder.ROOT) else home.parent
            where = f"{path.relative_to(start)}:{line}, {function}"
            return Failure(finder.one_line(error), type(error).__name__, where)
    return Failure(finder.one_line(error), type(error).__name__, "")


def _places(error: BaseException) -> list[tuple[Path, int, str]]:
    """File, line and function of each step on the way of an exception, the innermost last."""
    steps = walk_tb(error.__traceback__)
    return [(Path(frame.f_code.co_filename), line, frame.f_code.co_name) for frame, line in steps]


def _home(game_id: str) -> Path | None:
    rooms = (room for app in finder.APPS for room in finder.rooms(app, broken=True).values())
    return next((room.path.parent for room in rooms if room.game == game_id), None)
