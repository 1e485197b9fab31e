"""A sheet of paper for lives, treasures, lost turns, durations and broken walls of «Маго-бой». Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rulebook.content.entries import GameContent
from rulebook.games.wizwar.printing.maze_tokens import LETTERS, SEATS
from rulebook.printing.cards.paint import INKS, Size
from rulebook.printing.layout.game_documents import LOW, Asked

OPTIONS = {**LOW, "players": ("4", "2", "3", "5", "6")}
LINE, NUMBERS = 7.4, 10.9  # height of a line to write on, and of what stands above it
LOST, TURNS, ROUNDS = 6, 12, 20
SPELL_ROWS: Mapping[str, int] = {"a4": 8, "letter": 6}
WALL_ROWS: Mapping[str, int] = {"a4": 6, "letter": 5}
TALLEST = 40.0  # of a player's lines
SHORT_PAGE = 285.0  # a Letter is lower than this
PLAYERS_ROOM: Mapping[str, float] = {"a4": 130.0, "letter": 128.0}  # for all players together


class PlayerRow(NamedTuple):
    """A player's lines: number of the seat, its ink, and the letters of the treasures."""

    seat: int
    ink: str
    chests: Sequence[str]


class Box(NamedTuple):
    """A box to tick; with it something that has so many points is gone, if `end`."""

    n: int
    end: bool


def sheet(game: GameContent, asked: Asked) -> dict[str, Any]:
    """What `rulebook/games/wizwar/templates/print/wizwar/lives.html` shows."""
    low = asked.options["low_ink"] == "1"
    return {"sheet": lines(game, asked.lang, asked.page, int(asked.options["players"])), "low": low}


def lines(game: GameContent, lang: str, page: Size, players: int) -> dict[str, Any]:
    """What `print/wizwar/_lives.html` shows: the sheet for a number of players, filling a page."""
    c = game.constants
    paper = "letter" if page.height < SHORT_PAGE else "a4"
    height = min(PLAYERS_ROOM[paper] / players, TALLEST)
    letters = LETTERS[lang][: c["treasures_each"]]
    ends = (c["bush_hp"], c["door_hp"], c["wall_hp"])
    return {
        "players": [PlayerRow(n + 1, INKS[SEATS[n]], letters) for n in range(players)],
        "height": f"{height:.2f}mm",
        "lines": range(int((height - NUMBERS) / LINE)),
        "lives": range(c["start_life"], 0, -1),
        "lost": range(LOST),
        "turns": range(1, TURNS + 1),
        "rounds": range(1, ROUNDS + 1),
        "spells": range(SPELL_ROWS[paper]),
        "walls": range(WALL_ROWS[paper]),
        "boxes": [Box(n, n in ends) for n in range(1, c["wall_hp"] + 1)],
    }
