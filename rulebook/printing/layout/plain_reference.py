"""The reference sheet of a game that has none of its own: what each card does, the rules or a sentence of
each, words; of all this as much as one page has room for. Pure.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rulebook.content import markup
from rulebook.content.entries import Card, Clause, GameContent, Text
from rulebook.content.typography import first_sentence
from rulebook.printing.cards.lettering import width_of, wrap
from rulebook.printing.cards.paint import SANS, SANS_BOLD, SERIF_BOLD, SERIF_ITALIC, Size

COLUMNS, COLUMN = 3, 58.0  # how many, and millimetres of each, as `print/plain.css` has them
POINT = 0.3528  # millimetres
LARGEST, READABLE, SMALLEST = 128, 76, 66  # size of the type, tenths of a point
LINE = 1.3  # height of a line, in sizes of the type
HEAD_SIZE, HEAD_ABOVE = 1.2, 2.6  # the type of a heading to that of a row; millimetres around it
NUMBER, BETWEEN = 10.0, 0.6  # millimetres that a number takes beside its row, and between two rows
MARGINS = 20.0  # of a page, above and below together
STEPS = 20  # columns of one height are tried first, then higher ones
FOOT = 13.0  # what the foot of the page takes at most, and some air above it
CARDS, WORDS = Text("Карты", "Cards"), Text("Слова", "Words")


class ReferenceLine(NamedTuple):
    """A line of the sheet: the title of a chapter (`head`), a rule (`clause` is its id), so many copies of a
    card (`copies`), or a word; each with what it means.
    """

    number: str
    title: str
    head: bool = False
    clause: str = ""
    meaning: str = ""
    copies: str = ""

    def height(self, size: float) -> float:
        """Millimetres that it takes in a column, in type of so many millimetres."""
        if self.head:
            head = size * HEAD_SIZE
            return _lines(f"{self.number}. {self.title}", head, SERIF_BOLD, COLUMN) * head * LINE + HEAD_ABOVE
        room = COLUMN - (NUMBER if self.clause or self.copies else 0)
        family = SANS_BOLD if self.meaning else SANS
        return _lines(f"{self.title} {self.meaning}".strip(), size, family, room) * size * LINE + BETWEEN


class SheetColumns(NamedTuple):
    """Rows in columns, and the size of their type in tenths of a point."""

    columns: list[list[ReferenceLine]]
    size: int


def context(game: GameContent, lang: str, page: Size, deck: Sequence[Card]) -> dict[str, Any]:
    """As much as the page has room for in type that can be read, the fullest first: see `_choices`."""
    room = page.height - MARGINS - FOOT - _above(game, lang, page)
    tried = (
        found for rows, least in _choices(game, lang, deck) if (found := _set(rows, room, least)) is not None
    )
    columns, size = next(tried, None) or _cut(list(_rules(game, lang, game.clauses)), room)
    return {"columns": columns, "size": f"{size / 10:g}pt"}


def _choices(game: GameContent, lang: str, deck: Sequence[Card]) -> Iterator[tuple[list[ReferenceLine], int]]:
    """What the sheet may say, the fullest first, and the smallest type for it. What all games share goes
    before anything of the game's own; the sentences of rules before what cards do, as rules are known sooner.
    """
    own = [clause for clause in game.clauses if not clause.of_all_games]
    cards, begun = _cards(game, lang, deck), _cards(game, lang, deck, begun=True)
    named = _headed(CARDS, lang, list(_names(deck, lang)))
    whole = list(_rules(game, lang, game.clauses, told=own, whole=True))
    whole_own = list(_rules(game, lang, own, told=own, whole=True))
    told = list(_rules(game, lang, game.clauses, told=own))
    told_own, titles = list(_rules(game, lang, own, told=own)), list(_rules(game, lang, game.clauses))
    own_titles = list(_rules(game, lang, own))
    for rows in (
        cards + whole + _words(game, lang),
        cards + whole,
        cards + whole_own,
        cards + told + _words(game, lang),
        cards + told,
        cards + told_own,
        cards + titles,
        cards + own_titles,
        begun + told_own,
        begun + own_titles,
        named + told_own,
        told_own,
        named + own_titles,
    ):
        yield rows, READABLE
    asked = [game.clause_by_id[name] for name in game.asked]
    for rows in (titles, own_titles, list(_rules(game, lang, asked))):
        if rows:
            yield rows, SMALLEST


def _above(game: GameContent, lang: str, page: Size) -> float:
    """Millimetres that the head of the sheet and the turn take, rather more than less."""
    beside = page.width - 24
    title = _lines(game.title.in_(lang), 34 * POINT, SERIF_BOLD, 140) * 34 * POINT
    about = _lines(markup.plain(game, game.about, lang), 11 * POINT, SERIF_ITALIC, 140) * 11 * POINT * LINE
    head = max(24.0, 6.2 + title + about) + 5.6
    steps = [step.text for step in game.steps] or ([game.turn] if game.turn.ru else [])
    lines = [_lines(markup.plain(game, each, lang), 11 * POINT, SANS, beside - 34) for each in steps]
    return head + sum(each * 11 * POINT * 1.4 + 1.7 for each in lines) + (24 if steps else 4)


def _lines(words: str, size: float, family: str, width: float) -> int:
    """In how many lines words stand; one that is wider than its line goes over several."""
    wide = (width_of(line, size, family) for line in wrap(words, size, family, width))
    return sum(max(1, math.ceil(each / width)) for each in wide)


def _set(rows: Sequence[ReferenceLine], room: float, smallest: int) -> SheetColumns | None:
    """Rows in columns of about one height, in the largest type that has room for them; None for none."""
    if _heights(rows, smallest, room) is None:
        return None  # asked first, as of many rows only so many are measured
    for size in range(LARGEST, smallest - 1, -2):
        heights = _heights(rows, size, room)
        if heights is None:
            continue
        lowest = sum(heights) / COLUMNS
        for part in range(STEPS + 1):  # from columns of one height to columns as high as the page
            columns = _columns(rows, heights, lowest + (room - lowest) * part / STEPS)
            if len(columns) <= COLUMNS:
                return SheetColumns(columns, size)
    return None


def _heights(rows: Iterable[ReferenceLine], size: int, room: float) -> list[float] | None:
    """Those of rows in type of so many tenths of a point; None where three columns can't hold them."""
    found, left = [], COLUMNS * room
    for row in rows:
        found.append(row.height(size / 10 * POINT))
        left -= found[-1]
        if left < 0:
            return None
    return found


def _cut(rows: Sequence[ReferenceLine], room: float) -> SheetColumns:
    """As many rows as there is room for."""
    shown = rows[: int(COLUMNS * room / (SMALLEST / 10 * POINT))]  # none is lower than its type
    heights = [row.height(SMALLEST / 10 * POINT) for row in shown]
    return SheetColumns(_columns(shown, heights, room)[:COLUMNS], SMALLEST)


def _columns(
    rows: Sequence[ReferenceLine], heights: Sequence[float], room: float
) -> list[list[ReferenceLine]]:
    """Rows from column to column; a heading is never the last of one."""
    columns: list[list[ReferenceLine]] = [[]]
    left = room
    for n, (row, height) in enumerate(zip(rows, heights, strict=True)):
        needed = height + (heights[n + 1] if row.head and n + 1 < len(rows) else 0)
        if columns[-1] and needed > left:
            columns.append([])
            left = room
        columns[-1].append(row)
        left -= height
    return columns


def _cards(game: GameContent, lang: str, deck: Sequence[Card], begun: bool = False) -> list[ReferenceLine]:
    """What each card does, or how that begins, and how many there are of it; those that say nothing are named
    in one row.
    """
    told = []
    for card in deck:
        if card.printed:
            said = markup.plain(game, card.printed, lang)
            said = first_sentence(said) if begun else said
            title, copies = f"{card.name.in_(lang)}.", f"×{card.count}"
            told.append(ReferenceLine("", title, meaning=said, copies=copies))
    return _headed(CARDS, lang, [*told, *_names([card for card in deck if not card.printed], lang)])


def _names(cards: Iterable[Card], lang: str) -> Iterator[ReferenceLine]:
    names = [card.name.in_(lang) + (f" ×{card.count}" if card.count > 1 else "") for card in cards]
    if names:
        yield ReferenceLine("", ", ".join(names))


def _headed(title: Text, lang: str, rows: list[ReferenceLine]) -> list[ReferenceLine]:
    """Rows under a heading; without any nothing."""
    return [ReferenceLine("", title.in_(lang), head=True), *rows] if rows else []


def _rules(
    game: GameContent,
    lang: str,
    clauses: Sequence[Clause],
    told: Sequence[Clause] = (),
    whole: bool = False,
) -> Iterator[ReferenceLine]:
    """Chapters, each before its rules among `clauses`; of those in `told` also how they begin, or all they
    say.
    """
    shown, longer = {clause.id for clause in clauses}, {clause.id for clause in told}
    for chapter in game.chapters:
        rules = [clause for clause in game.in_chapter(chapter.id) if clause.id in shown]
        if rules:
            yield ReferenceLine(str(chapter.number), chapter.title.in_(lang), head=True)
        for clause in rules:
            title, said = clause.title.in_(lang), ""
            if clause.id in longer:
                title, said = f"{title}.", markup.plain(game, clause.text, lang)
                said = said if whole else first_sentence(said)
            yield ReferenceLine(clause.number, title, clause=clause.id, meaning=said)


def _words(game: GameContent, lang: str) -> list[ReferenceLine]:
    """The glossary, in the order of the content."""
    words = [
        ReferenceLine("", term.name.in_(lang), meaning=markup.plain(game, term.text, lang))
        for term in game.terms
    ]
    return _headed(WORDS, lang, words)
