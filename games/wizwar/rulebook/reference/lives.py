"""A sheet of paper for lives, treasures, lost turns, durations and broken walls of «Маго-бой». Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.wizwar.rulebook.printing import teams
from games.wizwar.rulebook.printing.maze_tokens import LETTERS, SEATS
from rulebook.content.entries import GameContent
from rulebook.printing.cards.paint import INKS, Size
from rulebook.printing.layout.game_documents import LOW, DocumentRequest

# «2x2» are two pairs, «3x2» three: teams play with four or six (teams.four, teams.six).
PAIRS: Mapping[str, int] = {"2x2": 2, "3x2": 3}
OPTIONS = {**LOW, "players": ("4", "2", "3", "5", "6", *PAIRS)}
LINE, NUMBERS = 7.4, 10.9  # height of a line to write on, and of what stands above it
LOST, TURNS, ROUNDS = 6, 12, 20
SPELL_ROWS: Mapping[str, int] = {"a4": 8, "letter": 6}
WALL_ROWS: Mapping[str, int] = {"a4": 6, "letter": 5}
TALLEST, TALLEST_PAIR = 40.0, 66.0  # of the lines of a player, of a team
PAIR_HEAD = 30.0  # of a pair's lines, what stands above those to write on, and below
SHORT_PAGE = 285.0  # a Letter is lower than this
PLAYERS_ROOM: Mapping[str, float] = {"a4": 130.0, "letter": 128.0}  # for all players together


class PlayerRow(NamedTuple):
    """A player's lines: number of the seat, its ink, and the letters of the treasures."""

    seat: int
    ink: str
    chests: Sequence[str]


class TeamRow(NamedTuple):
    """A team's lines: its number and sign, its wizards, places for the treasures that win."""

    number: int
    sign: str
    players: Sequence[PlayerRow]
    chests: Sequence[int]


class TickBox(NamedTuple):
    """A box to tick; with it something that has so many points is gone, if `end`."""

    n: int
    end: bool


def sheet(game: GameContent, asked: DocumentRequest) -> dict[str, Any]:
    """What `games/wizwar/rulebook/templates/print/wizwar/lives.html` shows."""
    low, players = asked.options["low_ink"] == "1", asked.options["players"]
    fill = team_lines if players in PAIRS else lines
    return {"sheet": fill(game, asked.lang, asked.page, PAIRS.get(players) or int(players)), "low": low}


def lines(game: GameContent, lang: str, page: Size, players: int) -> dict[str, Any]:
    """What `print/wizwar/_lives.html` shows: the sheet for a number of players, filling a page."""
    height = min(PLAYERS_ROOM[_paper(page)] / players, TALLEST)
    return {
        "players": _players(game, lang, players),
        **_room(height, NUMBERS),
        **_shared(game, page),
    }


def team_lines(game: GameContent, lang: str, page: Size, number: int) -> dict[str, Any]:
    """The same for so many teams, in place of the players' lines those of pairs, side by side."""
    pairs = teams.pairs(number)
    players = _players(game, lang, number * teams.TOGETHER)
    height = min(PLAYERS_ROOM[_paper(page)] / number, TALLEST_PAIR)
    return {
        "teams": [
            TeamRow(n + 1, teams.SIGNS[n], [players[seat] for seat in pair], range(teams.CHESTS))
            for n, pair in enumerate(pairs)
        ],
        "chests_to_win": teams.CHESTS,
        **_room(height, PAIR_HEAD),
        **_shared(game, page),
    }


def _paper(page: Size) -> str:
    return "letter" if page.height < SHORT_PAGE else "a4"


def _players(game: GameContent, lang: str, count: int) -> list[PlayerRow]:
    letters = LETTERS[lang][: game.constants["treasures_each"]]
    return [PlayerRow(n + 1, INKS[SEATS[n]], letters) for n in range(count)]


def _room(height: float, above: float) -> dict[str, Any]:
    """How high a row is, and the lines to write on that fit below what stands `above` them."""
    return {"height": f"{height:.2f}mm", "lines": range(int((height - above) / LINE))}


def _shared(game: GameContent, page: Size) -> dict[str, Any]:
    c, paper = game.constants, _paper(page)
    ends = (c["bush_hp"], c["door_hp"], c["wall_hp"])
    return {
        "lives": range(c["start_life"], 0, -1),
        "lost": range(LOST),
        "turns": range(1, TURNS + 1),
        "rounds": range(1, ROUNDS + 1),
        "spells": range(SPELL_ROWS[paper]),
        "walls": range(WALL_ROWS[paper]),
        "boxes": [TickBox(n, n in ends) for n in range(1, c["wall_hp"] + 1)],
    }
