"""The reference sheet of a game that has none of its own: rules by number and title, on one page. Pure."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rulebook.content.entries import Clause, GameContent
from rulebook.printing.cards.paint import Size

COLUMNS = 3
MARGIN, BETWEEN = 12.0, 4.0  # millimetres beside the columns, and from one to the next
ABOVE = 104.0  # what the head of the sheet, the turn and the foot take at most
LARGEST, SMALLEST = 96, 64  # size of the type, tenths of a point
POINT = 0.3528  # millimetres
LINE, LETTER = 1.34, 0.5  # height of a line and width of a letter, in sizes of the type
HEAD_LINES = 2
NUMBER = 6  # letters that a number takes


class Row(NamedTuple):
    """A line of the list: the title of a chapter (`head`) or of a rule; `ours`: it has a decision of ours."""

    number: str
    title: str
    head: bool = False
    ours: bool = False


def context(game: GameContent, lang: str, page: Size) -> dict[str, Any]:
    """All rules in columns, in the largest type that has room for them; of too many those that people ask."""
    every = list(_rows(game, lang, game.clauses))
    for rows in (every, list(_rows(game, lang, [game.clause_by_id[name] for name in game.asked]))):
        for tenths in range(LARGEST, SMALLEST - 1, -2):
            columns = _columns(rows, tenths / 10, page)
            if len(columns) <= COLUMNS:
                return {"columns": columns, "size": f"{tenths / 10:g}pt", "height": _height(page)}
    return {"columns": [], "size": f"{LARGEST / 10:g}pt", "height": _height(page)}


def _height(page: Size) -> str:
    """Of the whole sheet inside its margins, as CSS reads it."""
    return f"{page.height - 20:g}mm"


def _rows(game: GameContent, lang: str, clauses: Sequence[Clause]) -> Iterator[Row]:
    """Chapters, each before those of its rules that are among `clauses`."""
    for chapter in game.chapters:
        of_chapter = [clause for clause in game.in_chapter(chapter.id) if clause in clauses]
        if of_chapter:
            yield Row(str(chapter.number), chapter.title.in_(lang), head=True)
        for clause in of_chapter:
            yield Row(clause.number, clause.title.in_(lang), ours=bool(clause.all_ours or clause.ours))


def _columns(rows: Iterable[Row], size: float, page: Size) -> list[list[Row]]:
    """Rows from column to column; the title of a chapter is never the last of one."""
    width = (page.width - 2 * MARGIN - (COLUMNS - 1) * BETWEEN) / COLUMNS
    letters = int(width / (size * POINT * LETTER)) - NUMBER
    room = int((page.height - ABOVE) / (size * POINT * LINE))
    columns: list[list[Row]] = [[]]
    left = room
    for row in rows:
        lines = math.ceil(len(row.title) / letters) + (HEAD_LINES if row.head else 0)
        if lines + (HEAD_LINES if row.head else 0) > left:
            columns.append([])
            left = room
        columns[-1].append(row)
        left -= lines
    return columns
