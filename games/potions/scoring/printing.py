"""Journals on paper: the track of points and a log of plays, to write in or with every point explained."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.potions.scoring.board import PlayRow, PotionsPresenter
from games.potions.scoring.sheet import print_grid
from rulebook import finder
from rulebook.content.entries import GameContent
from rulebook.printing.paper import Paper
from scoring.boards.core import Sentence
from web.language import page_language

TEMPLATE = "print/potions/sheet.html"
# Millimetres of a page: margins at the sides, above and below together, the head, the words below a log, air.
SIDES, MARGINS, HEAD, FOOT, AIR = 24.0, 24.0, 31.0, 27.0, 5.0
LOG_COLUMNS, GAP = 2, 5.0  # logs side by side on a page, and between them


class Lane(NamedTuple):
    """A player's row on the track; `lap` counts from 0, `field` is 0 before the first point."""

    sign: str
    name: str
    lap: int
    field: int
    total: str
    best: bool
    parts: Sequence[tuple[str, int]]


class Reason(NamedTuple):
    """A sentence, and the players whose points it explains."""

    names: Sequence[str]
    sentence: Sentence


class LogRow(NamedTuple):
    """A play on paper: `cells` are the points of each player; `own` says why its player got theirs.

    A spell has no `own`: it brings nothing. `others` are those who got a part.
    """

    play: PlayRow
    cells: Sequence[str]
    own: Sequence[Sentence]
    others: Sequence[Reason]


@dataclass(frozen=True)
class BlankJournal:
    """A sheet to write on: the drawn track, what boxes draw below it and say of counting, and the drawn logs
    page by page, column by column.
    """

    title: str
    track: SafeString
    parts: Sequence[SafeString]
    howtos: Sequence[str]
    pages: Sequence[Sequence[SafeString]]


@dataclass(frozen=True)
class FilledJournal:
    """A sheet as it stands: everybody's lane on the track, and what boxes draw."""

    title: str
    parts: Sequence[SafeString]
    lanes: Sequence[Lane]
    fields: Sequence[int]


def blank(game: GameContent, paper: Paper, players: int) -> BlankJournal:
    """A track and empty logs for so many players: a leaf of paper, front and back, or as many as the cards
    of all decks need.
    """
    width = paper.width - SIDES
    papers = [
        module
        for box, module in finder.box_modules("scoring", game.id, "paper").items()
        if box in game.box_by_id
    ]
    parts = [module.blank(width, players) for module in papers]
    log_width = (width - GAP * (LOG_COLUMNS - 1)) / LOG_COLUMNS
    captions = escape(gettext("круги")), escape(gettext("всего"))
    log_captions = escape(gettext("Что сыграно")), *[""] * (LOG_COLUMNS - 1)
    columns = log_lines(paper, players, sum(part.height for part in parts), sum(c.count for c in game.cards))
    drawn = [
        mark_safe(print_grid.log(log_width, lines, players, log_captions[n % LOG_COLUMNS]))
        for n, lines in enumerate(columns)
    ]
    said = [gettext("Игроков: %(players)s") % {"players": players}]
    return BlankJournal(
        title=" · ".join([*said, *(box.title.in_(page_language()) for box in game.boxes)]),
        track=mark_safe(print_grid.track(width, players, _fields(game), captions)),
        parts=[mark_safe(part.svg) for part in parts if part.svg],
        howtos=[part.howto for part in parts],
        pages=[drawn[n : n + LOG_COLUMNS] for n in range(0, len(drawn), LOG_COLUMNS)],
    )


def log_lines(paper: Paper, players: int, taken: float = 0, least: int = 0) -> list[range]:
    """Numbers of the lines in each column of an empty log: those of the front, then those of the back, and of
    further leaves until there are `least` of them.

    `taken` is the height of what else stands on the front.
    """
    room = paper.height - MARGINS - print_grid.LOG_HEAD
    above = HEAD + taken + print_grid.TRACK_HEAD + print_grid.TRACK_ROW * players
    front, back = int((room - above - FOOT - AIR) / print_grid.LOG_ROW), int((room - 1) / print_grid.LOG_ROW)
    counts = [front] * LOG_COLUMNS + [back] * LOG_COLUMNS
    while sum(counts) < least:
        counts += [back] * LOG_COLUMNS * 2
    return [range(sum(counts[:n]) + 1, sum(counts[: n + 1]) + 1) for n in range(len(counts))]


def filled(board: PotionsPresenter, paper: Paper) -> FilledJournal:
    """Everybody's place on the track."""
    lanes = [_lane(board, seat) for seat in range(len(board.names))]
    papers = finder.box_modules("scoring", board.game.id, "paper")
    width = paper.width - SIDES
    parts = [papers[part.box].filled(part, width) for part in board.parts if part.box in papers]
    drawn = [mark_safe(part.svg) for part in parts if part.svg]
    return FilledJournal(board.title, drawn, lanes, _fields(board.game))


def reasons(board: PotionsPresenter) -> dict[str, Any]:
    """The log with the reason for every point, and what can't be right about it."""
    return {
        "log": [_row(board, play) for play in board.plays],
        "warnings": board.warnings,
        "totals": board.totals,
    }


def _fields(game: GameContent) -> range:
    return range(1, game.constants["track"] + 1)


def _lane(board: PotionsPresenter, seat: int) -> Lane:
    point = board.totals[seat]
    lap, field = board.sheet.rules.on_track(point.n)
    best = point.best and bool(board.plays)
    return Lane(board.signs[seat], point.name, lap, field, str(point.n), best, board.whys[seat].parts)


def _row(board: PotionsPresenter, play: PlayRow) -> LogRow:
    gains = {gain.seat: str(gain.n).replace("-", "−") for gain in play.gains}
    own, others = [], {}
    for (seat, _), sentence in zip(play.tally.lines, play.lines, strict=True):
        if seat == play.seat:
            own.append(sentence)
        else:
            others.setdefault(sentence, []).append(board.names[seat])
    return LogRow(
        play,
        [gains.get(seat, "") for seat in range(len(board.names))],
        own,
        [Reason(names, sentence) for sentence, names in others.items()],
    )
