"""The reference sheet of a game that has none of its own: titles of rules, and words, on a page. Pure."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rulebook.content import markup
from rulebook.content.entries import Clause, GameContent, Text
from rulebook.printing.cards.paint import Size

COLUMNS = 3
MARGIN, BETWEEN = 12.0, 6.0  # millimetres beside the columns, and from one to the next
ABOVE = 100.0  # what the head of the sheet, the turn and the foot take at most
LARGEST, SMALLEST = 100, 66  # size of the type, tenths of a point
POINT = 0.3528  # millimetres
LINE, LETTER = 1.34, 0.48  # height of a line and width of a letter, in sizes of the type
HEAD_LINES = 2
NUMBER = 7  # letters that a number takes
WORDS = Text("Слова", "Words")


class ReferenceLine(NamedTuple):
    """A line of the sheet: the title of a chapter (`head`), a rule (`clause` is its id), or a word with what
    it means.
    """

    number: str
    title: str
    head: bool = False
    clause: str = ""
    meaning: str = ""

    def lines(self, letters: int) -> int:
        """How many lines it takes in a column of so many letters."""
        room = letters - (NUMBER if self.number and not self.head else 0)
        taken = math.ceil((len(self.title) + len(self.meaning)) / room)
        return taken + (HEAD_LINES if self.head else 0)


def context(game: GameContent, lang: str, page: Size) -> dict[str, Any]:
    """All rules and words in columns, in the largest type that has room for them.

    Where there are too many, the rules alone, or of these what people ask at the table.
    """
    rules = list(_rules(game, lang, game.clauses))
    asked = list(_rules(game, lang, [game.clause_by_id[name] for name in game.asked]))
    tried = (_set(rows, page) for rows in (rules + _words(game, lang), rules, asked))
    found = next(filter(None, tried), None)
    columns, size = found or ([], LARGEST)
    return {"columns": columns, "size": f"{size / 10:g}pt", "height": f"{page.height - 20:g}mm"}


def _set(rows: Sequence[ReferenceLine], page: Size) -> tuple[list[list[ReferenceLine]], int] | None:
    """Rows in columns of about one height, and the size of the type; None if they have no room."""
    for size in range(LARGEST, SMALLEST - 1, -2):
        width = (page.width - 2 * MARGIN - (COLUMNS - 1) * BETWEEN) / COLUMNS
        letters = int(width / (size / 10 * POINT * LETTER))
        most = int((page.height - ABOVE) / (size / 10 * POINT * LINE))
        least = math.ceil(sum(row.lines(letters) for row in rows) / COLUMNS)
        for room in range(least, most + 1):
            columns = _columns(rows, letters, room)
            if len(columns) <= COLUMNS:
                return columns, size
    return None


def _columns(rows: Sequence[ReferenceLine], letters: int, room: int) -> list[list[ReferenceLine]]:
    """Rows from column to column; the title of a chapter is never the last of one."""
    columns: list[list[ReferenceLine]] = [[]]
    left = room
    for row in rows:
        lines = row.lines(letters)
        if columns[-1] and lines + (HEAD_LINES if row.head else 0) > left:
            columns.append([])
            left = room
        columns[-1].append(row)
        left -= lines
    return columns


def _rules(game: GameContent, lang: str, clauses: Sequence[Clause]) -> Iterator[ReferenceLine]:
    """Chapters, each before those of its rules that are among `clauses`."""
    for chapter in game.chapters:
        yield ReferenceLine(str(chapter.number), chapter.title.in_(lang), head=True)
        for clause in game.in_chapter(chapter.id):
            if clause in clauses:
                yield ReferenceLine(clause.number, clause.title.in_(lang), clause=clause.id)


def _words(game: GameContent, lang: str) -> list[ReferenceLine]:
    """The glossary, in the order of the content."""
    words = [
        ReferenceLine("", term.name.in_(lang), meaning=markup.plain(game, term.text, lang))
        for term in game.terms
    ]
    return [ReferenceLine("", WORDS.in_(lang), head=True), *words] if words else []
