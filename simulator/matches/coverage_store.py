"""What the cases of a game showed, kept in the folder of data: playing them takes seconds, reading it none.

`config.server` has it made when the site answers (`manage.py rules coverage --wished`). Until then, and where
the content, the cases or the code are others, whoever asks plays them, and keeps what came of it.
"""

import hashlib
import json
import logging
import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path

from django.conf import settings

from rulebook import finder
from rulebook.content import reading
from rulebook.content.entries import GameContent
from simulator.cases import coverage
from simulator.cases.coverage import Coverage, Witness
from web import whole_files

FOLDER = "coverage"
SUFFIXES = (".py", ".toml", ".json")  # code, content and cases

log = logging.getLogger(__name__)


def of(game: GameContent) -> Coverage:
    """The matrix of a game; worked out once for each state of the content."""
    return _of(game.id, game.digest)


@lru_cache(maxsize=16)
def _of(game_id: str, digest: str) -> Coverage:
    kept = _kept(game_id)
    return coverage.cover(reading.whole(game_id), make(game_id) if kept is None else kept)


def missing() -> list[str]:
    """The games whose cases have to be played."""
    return [game_id for game_id in reading.game_ids() if _kept(game_id) is None]


def make(game_id: str) -> Sequence[Witness]:
    """Plays the cases of a game and keeps what they showed, if it can be kept."""
    played = coverage.witnesses(game_id)
    text = json.dumps({"digest": _digest(game_id), "cases": played}, ensure_ascii=False)
    try:
        whole_files.write(_path(game_id), text.encode())
    except OSError as error:
        log.warning("what the cases of %s showed isn't kept: %s", game_id, error)
    return played


def _kept(game_id: str) -> list[Witness] | None:
    """What is kept of this content and this code; None if nothing is."""
    try:
        data = json.loads(_path(game_id).read_bytes())
        return [Witness(*case) for case in data["cases"]] if data["digest"] == _digest(game_id) else None
    except (OSError, ValueError, LookupError, TypeError):  # not there, or spoilt
        return None


def _path(game_id: str) -> Path:
    return Path(settings.DATA_DIR) / FOLDER / f"{game_id}.json"


def _digest(game_id: str) -> str:
    """Of all that cases depend on: the code of the house, and what stands in the rooms of their game.

    By the size and the time of each file: reading them takes longer than all else that the page needs.
    """
    houses = [finder.ROOT / app for app in ("web", *finder.APPS)]
    rooms = [room.path for app in finder.APPS if (room := finder.room(app, game_id))]
    files = chain.from_iterable(map(_files, [*houses, *rooms]))
    return hashlib.sha256(repr(sorted(files)).encode()).hexdigest()


def _files(folder: Path | str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(SUFFIXES):
                stat = entry.stat()
                yield entry.path, stat.st_size, stat.st_mtime_ns
            elif entry.name != "__pycache__" and entry.is_dir():
                yield from _files(entry.path)
