"""What the pages of every sheet show: the tally with names, words and links put to it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext

from rulebook.content.entries import Clause
from rulebook.printing.drawable import drawable, names_drawn
from rulebook.wording.sentences import join, render, with_minus
from scoring.boards.finish import Ending
from scoring.sheets.colours import colours
from scoring.sheets.core import (
    FINISH,
    FIRST,
    PEOPLE,
    Remark,
    SheetEntry,
    Tally,
    boxes_in,
    first_in,
    holds_in,
    names_in,
    of_game,
    people_named,
    state_of,
)
from scoring.sheets.lines import ScoreLine
from scoring.sheets.seating import shifted_from, told_apart
from web import names as rule_of_names

if TYPE_CHECKING:
    from scoring.models import Sheet


class Sentence(NamedTuple):
    """A sentence in the reader's language with the clause it stands on."""

    text: str
    clause: Clause
    points: int = 0


class Points(NamedTuple):
    """A player's number."""

    seat: int
    name: str
    n: int
    best: bool = False
    started: bool = True

    @property
    def place(self) -> int:
        """The seat as addresses count it."""
        return self.seat + 1

    @property
    def long(self) -> bool:
        return abs(self.n) > 999


class SheetPresenter(ABC):
    """A whole sheet for its pages and exports, in one language."""

    def __init__(self, sheet: "Sheet", lang: str):
        self.sheet, self.lang = sheet, lang
        self.title = sheet.title
        self.entries = sheet.entries_so_far()
        self.seated = sheet.seated()
        self.written_names = names_in(self.seated, self.entries)  # for programs and devices
        self.names = rule_of_names.isolated_all(self.written_names)  # for readers
        state = state_of(len(self.names), self.entries)
        self.boxes = boxes_in(state)
        self.settings = [each.cell for each in sheet.scoring.settings if holds_in(state, each.cell)]
        self.game = sheet.scoring.content(state, self.boxes)
        self.tally: Tally = sheet.rules.fold(len(self.names), of_game(self.entries))
        self.first = first_in(state)
        if self.first is None and not state.finished:
            self.first = sheet.seating.first_assumed

    def go_to_print(self) -> None:
        """Before anything is drawn of it: nobody is called by letters that our print fonts lack."""
        self.names = names_drawn(self.names, self.lang)
        self.title = drawable(self.title)

    @property
    def boxes_said(self) -> str:
        """The boxes on the table."""
        return join([box.title.in_(self.lang) for box in self.game.boxes], self.lang)

    @property
    def game_title(self) -> str:
        """The game, with the boxes on its table."""
        title = self.game.title.in_(self.lang)
        return f"{title} ({self.boxes_said})" if self.boxes_said else title

    @cached_property
    def signs(self) -> list[str]:
        """A short sign of each player: the first letters of the name, as many as tell it from the others."""
        return list(rule_of_names.initials(self.names))

    @cached_property
    def colours(self) -> list[int]:
        """Everybody's colour by seat, from the names as the sheet has them (see `scoring.sheets.colours`)."""
        return colours(self.written_names)

    @property
    def colour_classes(self) -> str:
        """«seat-1-is-3»: what a page says of it."""
        return " ".join(f"seat-{seat}-is-{n + 1}" for seat, n in enumerate(self.colours, start=1))

    def base(self, cell_id: str) -> int:
        """The number of the last entry of a cell, 0 for none."""
        return next((entry.number for entry in reversed(self.entries) if entry.cell == cell_id), 0)

    @cached_property
    def totals(self) -> list[Points]:
        leaders = self.tally.leaders
        return [
            Points(seat, self.names[seat], n, seat in leaders) for seat, n in enumerate(self.tally.totals)
        ]

    @property
    def many(self) -> bool:
        """Narrow columns."""
        return len(self.names) > 4

    @cached_property
    def verdict(self) -> Sentence | None:
        remark = self.tally.verdict
        return self.sentence("event", remark) if remark else None

    @cached_property
    def ending(self) -> Ending | None:
        """What the end shows, None before it, or where nothing was written."""
        if not (self.tally.finished or self.tally.verdict):
            return None
        ending = Ending(self)
        return ending if ending.places else None

    @property
    def course_title(self) -> str:
        """What the chart at the end shows, where its numbers aren't points; else empty."""
        return ""

    def step_name(self, name: str) -> str:
        """A step of the course that has a name, in words."""
        return name

    @property
    def finish_base(self) -> int:
        """The number of the last entry that closed or opened the sheet."""
        return self.base(FINISH)

    @property
    def people_base(self) -> int:
        """The number of the last entry that said who sits here; 0 where nobody has moved since the start."""
        return self.base(PEOPLE)

    @property
    def misspelt(self) -> list[str]:
        """The names that were corrected here: nobody is called so."""
        tables = [self.seated, *(people_named(each.text) for each in self.entries if each.cell == PEOPLE)]
        pairs = pairwise(table or self.seated for table in tables)
        corrected = [zip(*pair, strict=True) for pair in pairs if shifted_from(*pair) is None]
        return sorted({old for pair in corrected for old, new in pair if old != new} - {*self.written_names})

    @property
    def first_base(self) -> int:
        """The number of the last entry that said who is first."""
        return self.base(FIRST)

    @property
    def first_question(self) -> str:
        """What is asked where the rules leave it to the table who is first; else empty."""
        return ""

    @property
    def first_help(self) -> str:
        """What the rules say of those who come after."""
        return ""

    @property
    def first_clause(self) -> str:
        """The rule about whoever is first."""
        return self.sheet.seating.first_clause

    @property
    def first_said(self) -> str:
        """What stands beside the name of the `first`; empty where that changes from round to round."""
        return ""

    @property
    def first_line(self) -> str:
        """«Оля: ходит первым»; empty where nobody has said so."""
        known = self.first is not None and self.first_said
        return f"{self.names[self.first or 0]}: {self.first_said}" if known else ""

    def called(self, cell_id: str) -> str:
        """Any cell in words: those that all sheets have, and `describe` for the game's own."""
        shared = {PEOPLE: gettext("Игроки"), FIRST: self.first_question.rstrip("?")}
        return shared.get(cell_id) or self.describe(cell_id)

    def told(self, cell_id: str, text: str) -> str:
        """What a text means in any cell, see `called`; an empty text stays empty, but for those who sit."""
        if cell_id == PEOPLE:
            return join(rule_of_names.isolated_all(people_named(text) or self.seated), self.lang)
        if cell_id == FIRST:
            return self.names[int(text) - 1] if text.isdecimal() and 0 < int(text) <= len(self.names) else ""
        return self.said(text)

    def told_change(self, cell_id: str, before: str, after: str) -> tuple[str, str]:
        """What stood in a cell and what stands there now; of people those whose names were corrected."""
        if cell_id == PEOPLE and before != after:
            pair = told_apart(people_named(before), people_named(after))
            before, after = ("\n".join(names) for names in pair)
        return self.told(cell_id, before), self.told(cell_id, after)

    @abstractmethod
    def describe(self, cell_id: str) -> str:
        """A cell in words, for the history."""

    def chapter(self, cell_id: str) -> str:
        """The heading under which the history has this cell; empty where all of it is one list."""
        return ""

    def inside(self, cell_id: str) -> str:
        """A cell in words under that heading."""
        return self.describe(cell_id)

    @abstractmethod
    def said(self, text: str) -> str:
        """What an entry's text means, in words; an empty text stays empty."""

    @property
    @abstractmethod
    def progress(self) -> str:
        """What is being written, in a few words: for lists of sheets."""

    @property
    def leading(self) -> str:
        """Who is ahead, as the game counts it, and by which number; empty while nothing is counted."""
        leaders = self.tally.leaders
        if not leaders:
            return ""
        n = with_minus(self.tally.totals[leaders[0]])
        if len(leaders) == len(self.names):
            return gettext("поровну, %(n)s") % {"n": n}
        names = join([self.names[seat] for seat in leaders], self.lang)
        return gettext("впереди %(names)s, %(n)s") % {"names": names, "n": n}

    @property
    def teams(self) -> Sequence[int]:
        """By seat, the number of the player's team; empty where everybody plays for himself."""
        return ()

    @property
    @abstractmethod
    def how_far(self) -> str:
        """What is written so far, for those who read the result."""

    @abstractmethod
    def rows(self) -> Iterator[Iterable[Any]]:
        """The sheet as rows of a spreadsheet, the header first."""

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """What programs want to know of this sheet; exports add what all have."""

    @abstractmethod
    def result_lines(self) -> list[str]:
        """A line of text for each player, the best result first; none while nothing is written."""

    def line(self, line: ScoreLine) -> Sentence:
        text = render(self.game, "line", line.code, line.params, self.lang, self.names)
        return Sentence(text, self.game.clause_by_id[line.clause], line.points)

    def sentence(self, kind: str, remark: Remark) -> Sentence:
        text = render(self.game, kind, remark.code, remark.params, self.lang, self.names)
        return Sentence(text, self.game.clause_by_id[remark.clause])


def undoable(entries: Sequence[SheetEntry]) -> set[int]:
    """Numbers of the entries that still stand in their cells: the ones that can be undone."""
    return {entry.number for entry in {entry.cell: entry for entry in entries}.values()}
