"""How a finished game ended, in numbers: for the device that keeps its evenings and for BG Stats."""

import hashlib
import json
import unicodedata
from datetime import UTC
from typing import Any, NamedTuple
from urllib.parse import quote

from scoring import game as scoring
from scoring.boards.core import Board

SOURCE = "Grimoire"
CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
LINK_LIMIT = 8000  # characters that BG Stats and phones take


class Player(NamedTuple):
    """`place` is 0 where the rules know none, `points` None where none are counted."""

    name: str
    place: int
    points: int | None
    won: bool


def players_of(board: Board) -> list[Player]:
    """The players by seat; none before the end, or where nobody has won."""
    if not board.tally.finished:
        return []
    found = {
        seat: Player(board.names[seat], place.rank, place.points, place.won)
        for place in scoring.get(board.sheet.game).finish.places(board.tally)
        for seat in place.seats
    }
    return [found[seat] for seat in sorted(found)]


def as_row(board: Board) -> str:
    """The result as the row that a device keeps, JSON; empty before there is one."""
    players = [player._asdict() for player in players_of(board)]
    if not players:
        return ""
    sheet = board.sheet
    row = {
        "sheet": sheet.public_id,
        "version": sheet.version,
        "game": sheet.game,
        "date": f"{sheet.played_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "players": players,
    }
    return json.dumps(row, ensure_ascii=False)


def bg_stats(board: Board) -> dict[str, Any]:
    """A play as BG Stats reads it from a link; the app insists on fields that its description calls optional.

    Which numbers are good, and whether there are any, is said by how the game ends.
    """
    players = players_of(board)
    no_points = all(player.points is None for player in players)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": board.sheet.public_id,
        "playDate": f"{board.sheet.played_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": board.game.title.in_(board.lang),
            "sourceGameId": board.sheet.game,
            "highestWins": not scoring.get(board.sheet.game).finish.fewest_win,
            "noPoints": no_points,
        },
        "players": [_bg_stats_player(player) for player in players],
    }


def _bg_stats_player(player: Player) -> dict[str, Any]:
    said: dict[str, Any] = {
        "name": player.name,
        "sourcePlayerId": player_id(player.name),
        "startPlayer": False,
        "winner": player.won,
    }
    if player.place:
        said["rank"] = player.place
    if player.points is not None:
        said["score"] = player.points
    return said


def player_id(name: str) -> str:
    """The same for the same name on every evening, however its letters are written."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def bg_stats_link(board: Board) -> str:
    """Where BG Stats takes the play from; empty where it would be too long for it."""
    data = json.dumps(bg_stats(board), ensure_ascii=False, separators=(",", ":"))
    link = CREATE_PLAY + quote(data, safe="")
    return link if len(link) < LINK_LIMIT else ""
