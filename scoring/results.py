"""How a finished game ended, in numbers: for the device that keeps its evenings and for BG Stats."""

import hashlib
import json
import unicodedata
from datetime import UTC
from typing import Any, NamedTuple
from urllib.parse import quote

from scoring import game as scoring
from scoring.boards.core import SheetPresenter

SOURCE = "Grimoire"
CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
LINK_LIMIT = 8000  # characters that BG Stats and phones take
LONGEST = 12 * 60  # minutes; a sheet that was open for longer was forgotten


class PlayerResult(NamedTuple):
    """`place` is 0 where the rules know none, `points` None where none are counted."""

    name: str
    place: int
    points: int | None
    won: bool


def players_of(board: SheetPresenter) -> dict[int, PlayerResult]:
    """The players by seat; none before the end, or where nobody has won."""
    if not board.tally.finished:
        return {}
    found = {
        seat: PlayerResult(board.written_names[seat], place.rank, place.points, place.won)
        for place in scoring.get(board.sheet.game).finish.places(board.tally)
        for seat in place.seats
    }
    return dict(sorted(found.items()))


def as_row(board: SheetPresenter) -> str:
    """The result as the row that a device keeps, JSON; empty before there is one."""
    players = [player._asdict() for player in players_of(board).values()]
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
    if sheet.given_from:  # the same evening, by its sheet there
        row["from"] = sheet.given_from
    return json.dumps(row, ensure_ascii=False)


def bg_stats(board: SheetPresenter) -> dict[str, Any]:
    """A play as BG Stats reads it from a link; the app insists on fields that its description calls optional.

    Which numbers are good, and whether there are any, is said by how the game ends. A sheet knows no place
    but what people call it, and that goes along as their remark: as a place each evening would be a new one.
    """
    sheet, players = board.sheet, players_of(board)
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": sheet.public_id,
        "playDate": f"{sheet.played_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": board.game.title.in_(board.lang),
            "sourceGameId": sheet.game,
            "highestWins": not scoring.get(sheet.game).finish.fewest_win,
            "noPoints": all(player.points is None for player in players.values()),
        },
        "players": [_bg_stats_player(board, seat, player) for seat, player in players.items()],
    }
    if board.game.bgg_id:
        play["game"]["bggId"] = board.game.bgg_id
    if minutes := _minutes(board):
        play["durationMin"] = minutes
    if sheet.title:
        play["comments"] = sheet.title
    return play


def _minutes(board: SheetPresenter) -> int:
    """How long they played: from the sheet's beginning to its first end. 0 where that can't be it: a sheet
    that was filled in afterwards, or left open.
    """
    sheet = board.sheet
    minutes = round((sheet.played_at - sheet.created_at).total_seconds() / 60)
    return minutes if board.game.minutes / 4 <= minutes <= LONGEST else 0


def _bg_stats_player(board: SheetPresenter, seat: int, player: PlayerResult) -> dict[str, Any]:
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
    if board.teams:
        said["team"] = str(board.teams[seat] + 1)
    return said


def player_id(name: str) -> str:
    """The same for the same name on every evening, however its letters are written."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def bg_stats_link(board: SheetPresenter) -> str:
    """Where BG Stats takes the play from; empty where it would be too long for it."""
    data = json.dumps(bg_stats(board), ensure_ascii=False, separators=(",", ":"))
    link = CREATE_PLAY + quote(data, safe="")
    return link if len(link) < LINK_LIMIT else ""
