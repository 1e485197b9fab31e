"""Who sits at a sheet: names that are corrected, people who come, leave or change seats. Pure.

All of it is one cell, `core.PEOPLE`: history shows it, and undoing puts the people before back. What a game's
rules say of coming and leaving is for its `Seating` to say; a sheet without one of its own has these.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from scoring.sheets.core import (
    BOXES,
    FINISH,
    FIRST,
    LONGEST_TEXT,
    NAME_LIMIT,
    SEATING,
    SheetEntry,
    SheetRules,
    State,
    bad_name,
    people_named,
)
from scoring.sheets.ledger import Cell, LedgerTally
from web.refusal import Refusal


class Cause(NamedTuple):
    """Why people can't change: the code of a refusal, and the clause that it stands on."""

    code: str
    clause: str

    def refusal(self, seats: int) -> Refusal:
        return Refusal(self.code, self.clause, {"n": seats})


def shifted_from(before: Sequence[str], after: Sequence[str]) -> int | None:
    """The first seat at which somebody else sits afterwards; None where people have other names at most.

    Whose name was nobody's before has had theirs corrected, if all others kept their seats.
    """
    if any(name in before and before.index(name) != n for n, name in enumerate(after)):
        return next(n for n, (one, other) in enumerate(zip(before, after, strict=False)) if one != other)
    return None if len(before) == len(after) else min(len(before), len(after))


def told_apart(before: Sequence[str], after: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """What is worth telling of a change: the names that were corrected, else all of them."""
    if shifted_from(before, after) is not None:
        return before, after
    changed = [n for n, name in enumerate(after) if name != before[n]]
    return [before[n] for n in changed], [after[n] for n in changed]


class Seating:
    """Who may come, leave or change seats, and who is asked to be first.

    `agreed` are cells that a sheet may have before anything is played. People come and go until then; the
    causes say why not later.
    """

    late = Cause("sheet_latecomer", "setup.players")
    left = Cause("sheet_leaver", "setup.players")
    reseated = Cause("sheet_reseated", "setup.players")
    first_clause = ""  # the rule by which somebody is first; empty where the sheet has no use for it
    first_assumed: int | None = None  # who is until somebody says otherwise

    def __init__(self, rules: SheetRules, agreed: Collection[str] = ()) -> None:
        self.rules, self.agreed = rules, frozenset(agreed)

    def check(self, state: State, names: Sequence[str], entry: SheetEntry) -> Refusal | None:
        """May this entry of one of `core.SEATING` be written, where `names` sit now?"""
        if entry.cell == FIRST:
            return self._check_first(state, entry.text)
        if len(entry.text) > LONGEST_TEXT:
            return bad_name(max(people_named(entry.text), key=len))
        return self._check_people(state, names, people_named(entry.text))

    def _check_first(self, state: State, text: str) -> Refusal | None:
        if not self.first_clause:
            return Refusal("sheet_cell", "score.record", {"text": FIRST})
        if text and text not in map(str, range(1, state.seats + 1)):
            return Refusal("sheet_entry", "score.record", {"text": text[:NAME_LIMIT]})
        return Refusal("sheet_finished", "series.rounds") if state.finished else None

    def _check_people(self, state: State, names: Sequence[str], after: list[str]) -> Refusal | None:
        shifted, refusal = shifted_from(names, after), self.rules.check_names(after)
        if refusal or shifted is None:
            return refusal
        if state.finished:
            return Refusal("sheet_people_closed", "series.rounds")
        return self.check_shift(state, len(after), shifted) or self._check_agreed(state, len(after))

    def _check_agreed(self, state: State, seats: int) -> Refusal | None:
        """What was agreed upon may be for so many people only."""
        bare = State(seats, {cell: state.entry(cell) for cell in (BOXES, *self.agreed)})
        standing = [bare.entry(cell) for cell in sorted(self.agreed) if bare.entry(cell).text]
        return next(filter(None, (self.rules.check(bare, entry) for entry in standing)), None)

    def check_shift(self, state: State, seats: int, shifted: int) -> Refusal | None:
        """May `seats` people go on where other people sit from seat `shifted` on?"""
        return self.cause(state.seats, seats).refusal(state.seats) if self.has_begun(state) else None

    def cause(self, before: int, after: int) -> Cause:
        """What to say to so many people who would be so many."""
        return self.reseated if before == after else self.late if before < after else self.left

    def has_begun(self, state: State) -> bool:
        """Whether anything stands there besides what people agree on before they play."""
        agreed = {FINISH, BOXES, *SEATING, *self.agreed}
        return any(entry.text for cell, entry in state.cells.items() if cell not in agreed)


class LedgerSeating(Seating):
    """A ledger takes people in until a round is complete, and lets those go for whom nothing is written."""

    def check_shift(self, state: State, seats: int, shifted: int) -> Refusal | None:
        written = [cell.seat for cell in map(Cell.parse, texts_in(state)) if cell]
        if seats == state.seats and not written:
            return None
        if max(written, default=-1) < shifted and not self._has_played(state):
            return None
        return self.cause(state.seats, seats).refusal(state.seats)

    def _has_played(self, state: State) -> bool:
        tally = self.rules.fold(state.seats, state.cells.values())
        return isinstance(tally, LedgerTally) and tally.played > 0


def texts_in(state: State) -> list[str]:
    """The cells in which something stands."""
    return [cell for cell, entry in state.cells.items() if entry.text]
