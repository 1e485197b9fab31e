"""The theory board: books with theories, seals and conflicts; opened, they are acts of the great reveal."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.alchemists.scoring.board.cells import CellOption, Control, ReasonLine
from games.alchemists.scoring.board.finals import Finals
from games.alchemists.scoring.board.words import SEAL_SHORT, seal_icon
from games.alchemists.scoring.points import ALCHEMICALS, IDOL, INGREDIENTS, SEALS
from games.alchemists.scoring.sheet.reveal import FACE_DOWN, BookTally
from rulebook.wording.sentences import with_minus
from scoring.sheets.core import YES


class SealView(NamedTuple):
    """A player's place on a book."""

    seat: int
    name: str
    sign: str
    control: Control
    options: list[CellOption]
    icon: str
    words: str
    line: ReasonLine | None
    running: int
    before: int

    @property
    def place(self) -> int:
        return self.seat + 1


class ActStanding(NamedTuple):
    """A player among the others while books are opened: `moved` is how many places up the last one was."""

    name: str
    sign: str
    place: int
    n: int
    moved: int = 0

    @property
    def points(self) -> str:
        return with_minus(self.n)

    @property
    def fell(self) -> int:
        return -self.moved


class BookView(NamedTuple):
    """A book of the theory board, or an act of the great reveal."""

    tally: BookTally
    name: str
    icon: str
    theory: Control
    answer: Control
    theory_mark: SafeString
    theory_name: str
    truth_mark: SafeString
    truth_name: str
    theories: list[CellOption]
    answers: list[CellOption]
    seals: list[SealView]
    conflicts: list[tuple[Control, CellOption]]
    verdict: str
    following: list[tuple[str, str]]
    standing: list[ActStanding]
    standing_before: list[ActStanding]

    @property
    def id(self) -> str:
        return self.tally.ingredient

    @property
    def laid(self) -> list[SealView]:
        """The seals that lie there."""
        return [seal for seal in self.seals if seal.control.text]

    @property
    def hidden(self) -> list[SealView]:
        return [seal for seal in self.laid if seal.control.text == FACE_DOWN]


class Books(Finals):
    """The books; what each brings stands beside everybody's certain points."""

    @cached_property
    def books(self) -> list[BookView]:
        running = list(self.certain)
        return [self._book(book, running) for book in self.tally.books]

    @cached_property
    def published(self) -> list[BookView]:
        """The books with theories; what follows each in the great reveal stands in `following`."""
        return [book for book in self.books if book.tally.alchemical]

    def _following(self, book: BookTally) -> list[tuple[str, str]]:
        """The next act behind a book, (id, name); none behind the last."""
        asked = [other.ingredient for other in self.tally.books if other.alchemical]
        later = asked[asked.index(book.ingredient) + 1 :] if book.alchemical else []
        return [(each, self.name_of(each)) for each in later[:1]] or self._idol_act

    @property
    def _idol_act(self) -> list[tuple[str, str]]:
        owners = [goods for goods in self.tally.goods if IDOL in goods.artifacts]
        return [("idol", self.name_of(IDOL))] if owners and self.tally.revealed else []

    def _book(self, book: BookTally, running: list[int]) -> BookView:
        name = book.ingredient
        theory, answer = self.control(f"theory.{name}"), self.control(f"truth.{name}")
        before = list(running)
        for seal in book.seals:
            running[seal.seat] += seal.line.points if seal.line else 0
        return BookView(
            tally=book,
            name=self.name_of(name),
            icon=f"in-{name}",
            theory=theory,
            answer=answer,
            theory_mark=self.mark(book.alchemical),
            theory_name=self.word(book.alchemical) if book.alchemical else "",
            truth_mark=self.mark(book.truth),
            truth_name=self.word(book.truth) if book.truth else "",
            theories=self._formulas(
                theory, {b.alchemical: b.ingredient for b in self.tally.books if b.alchemical}
            ),
            answers=self._formulas(answer, {b.truth: b.ingredient for b in self.tally.books if b.truth}),
            seals=[self._seal(book, seat, before[seat], running[seat]) for seat in range(len(self.names))],
            conflicts=self._conflicts(book),
            verdict=self._verdict(book),
            following=self._following(book),
            standing=self._ranked(running, before),
            standing_before=self._ranked(before, before),
        )

    def _ranked(self, points: Sequence[int], before: Sequence[int]) -> list[ActStanding]:
        """Everybody in the order of these points, and how far they moved since there were those `before`."""
        stood = _order(before)
        return [
            ActStanding(self.names[seat], self.signs[seat], seat + 1, points[seat], stood.index(seat) - place)
            for place, seat in enumerate(_order(points))
        ]

    def _formulas(self, control: Control, held: Mapping[str, str]) -> list[CellOption]:
        ingredient = control.cell.split(".")[1]
        return [
            CellOption(
                value=code,
                name=self.word(code),
                mark=self.mark(code),
                on=control.text == code,
                taken=self.word(held[code]) if held.get(code, ingredient) != ingredient else "",
            )
            for code in ALCHEMICALS
        ]

    def _seal(self, book: BookTally, seat: int, before: int, running: int) -> SealView:
        control = self.control(f"seal.{book.ingredient}.{seat + 1}")
        laid = next((seal for seal in book.seals if seal.seat == seat), None)
        line = self.reason_line(laid.line) if laid and laid.line else None
        text = control.text if book.alchemical else ""
        return SealView(
            seat,
            self.names[seat],
            self.signs[seat],
            control._replace(text=text),
            self.seal_options(text),
            seal_icon(text),
            self.seal_words(text),
            line,
            running,
            before,
        )

    def seal_options(self, text: str) -> list[CellOption]:
        """What may lie at a place: nothing, something face down, or one of the kinds."""
        kinds = ["", FACE_DOWN, *SEALS]
        return [
            CellOption(kind, self.seal_words(kind), seal_icon(kind), on=kind == text, note=SEAL_SHORT[kind]())
            for kind in kinds
        ]

    def _conflicts(self, book: BookTally) -> list[tuple[Control, CellOption]]:
        """The tokens that may lie between this book and others with theories."""
        found = []
        for other in self.tally.books:
            if other.ingredient == book.ingredient or not (other.alchemical and book.alchemical):
                continue
            pair = sorted((book.ingredient, other.ingredient), key=INGREDIENTS.index)
            control = self.control(f"conflict.{'.'.join(pair)}")
            on = control.text == YES
            option = CellOption(
                "" if on else YES, self.name_of(other.ingredient), f"in-{other.ingredient}", on=on
            )
            found.append((control, option))
        return found

    def _verdict(self, book: BookTally) -> str:
        if not (book.alchemical and book.truth):
            return ""
        if not book.wrong:
            return gettext("Теория верна")
        names = [self.game.colour_by_id[colour].name.in_(self.lang) for colour in book.wrong]
        return gettext("Теория ошибочна: %(colours)s") % {"colours": ", ".join(names)}


def _order(points: Sequence[int]) -> list[int]:
    """The seats from the most points to the fewest; who are equal stay as they sit."""
    return sorted(range(len(points)), key=lambda seat: -points[seat])
