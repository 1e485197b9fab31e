"""The cells of a reveal, ready to be written, and what their texts mean."""

from functools import cached_property
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.alchemists.rulebook.drawing import formula
from games.alchemists.scoring.board.words import MINUS, SEAL_WORDS, TITLES, lower_first
from games.alchemists.scoring.points import REASONS, Part
from games.alchemists.scoring.sheet.cells import happening_of
from games.alchemists.scoring.sheet.reveal import FACE_DOWN, RevealTally
from rulebook.wording.sentences import with_sign
from scoring.boards.core import Sentence, SheetPresenter
from scoring.sheets.core import YES, BadEntry
from scoring.sheets.lines import ScoreLine


class Control(NamedTuple):
    """A cell as a form writes it: the text that stands there and the number of its entry."""

    cell: str
    base: int
    text: str

    @property
    def key(self) -> str:
        """The cell as a part of ids in a page."""
        return self.cell.replace(".", "-").replace("_", "-")


class CellOption(NamedTuple):
    """A text that may be picked for a cell; `taken` says by whom, where nobody else may have it."""

    value: str
    name: str
    icon: str = ""
    mark: SafeString = SafeString()
    on: bool = False
    taken: str = ""
    note: str = ""
    guessed: bool = False


class ReasonLine(NamedTuple):
    """A sentence with signed points; `guessed` marks what rests on a number of ours."""

    sentence: Sentence
    points: str
    guessed: bool = False


class Cells(SheetPresenter):
    """What every part of a reveal's page counts on: cells as they stand, codes and lines in words."""

    tally: RevealTally

    def describe(self, cell_id: str) -> str:
        """«Печать: жаба, Оля»."""
        kind, *args = cell_id.split(".")
        if kind == "rep":
            return gettext("Репутация")
        title = TITLES[kind]() if kind in TITLES else cell_id
        shown = [self._argument(arg) for arg in args]
        return f"{title}: {', '.join(shown)}" if shown else title

    def _argument(self, word: str) -> str:
        if word.isdecimal() and 1 <= int(word) <= len(self.names):
            return self.names[int(word) - 1]
        return self.word(word)

    def said(self, text: str) -> str:
        """What an entry's text means, in words; a text that means nothing says itself."""
        if not text:
            return ""
        if text == FACE_DOWN:
            return gettext("лицом вниз")
        try:
            happening = happening_of(text, len(self.names))
        except BadEntry:
            return ", ".join(self.word(word) for word in text.split(" "))
        parts = ", ".join(f"{self.title_of(part)} {with_sign(part.amount)}" for part in happening.parts)
        return f"{self.names[happening.seat]}: {parts}"

    def word(self, word: str) -> str:
        """A code as its name, anything else as it is."""
        card = self.game.card_by_code.get(word)
        if card is not None:
            return card.short.in_(self.lang)
        flags = {YES: gettext("есть"), "apprentice": gettext("ученик"), "master": gettext("магистр")}
        return flags.get(word, word)

    def name_of(self, code: str) -> str:
        return self.game.card_by_code[code].name.in_(self.lang)

    def seal_words(self, kind: str) -> str:
        if not kind:
            return gettext("нет")
        return gettext("лицом вниз") if kind == FACE_DOWN else SEAL_WORDS[kind]()

    def title_of(self, part: Part) -> str:
        """A cause within a sentence; English begins some with a name."""
        line = ScoreLine(f"rep_{part.reason}", REASONS[part.reason].clause, {"n": part.amount}, 0)
        return self.inner(self.line(line).text)

    def inner(self, text: str) -> str:
        return lower_first(text) if self.lang == "ru" else text

    def line(self, line: ScoreLine) -> Sentence:
        said = super().line(line)
        return said._replace(text=said.text.replace(" -", f" {MINUS}"))

    def reason_line(self, line: ScoreLine, guessed: bool = False) -> ReasonLine:
        unsure = guessed or bool(line.params.get("guessed"))
        return ReasonLine(self.line(line), with_sign(line.points), unsure)

    def mark(self, alchemical: str) -> SafeString:
        """A formula, drawn; empty for none."""
        if not alchemical:
            return SafeString()
        card = self.game.card_by_code[alchemical]
        return mark_safe(formula.formula_svg(self.game, card, self.lang, "triangle"))

    def control(self, cell: str) -> Control:
        """A cell as it stands."""
        entry = self._standing.get(cell)
        return Control(cell, entry[0], entry[1]) if entry else Control(cell, 0, "")

    @cached_property
    def _standing(self) -> dict[str, tuple[int, str]]:
        return {entry.cell: (entry.number, entry.text) for entry in self.entries}

    @cached_property
    def warnings(self) -> list[Sentence]:
        return [self.sentence("warning", remark) for remark in self.tally.warnings]
