"""What stands in a notebook now: its notes and its laboratory, folded into lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction import debunking
from games.alchemists.simulator.deduction.conclusions import READ_BY
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.deduction.facts import Fact, read, words
from games.alchemists.simulator.notebook.models import Note, Notebook
from games.alchemists.simulator.notebook.sources import FOREIGN_EVENTS, LabKnown, LabView, laboratory_of
from web.refusal import Params, Refusal

FACT, WHAT_IF, FOREIGN, THEORY = "fact", "what_if", "foreign", "theory"
REMOVE, RESTORE = "remove", "restore"
NOTED = (FACT, WHAT_IF, FOREIGN, THEORY)  # kinds that stand in the list
# How a fact was learned, where its kind alone doesn't tell.
DEBUNKED, CONFLICT, PEEKED = "debunk", "conflict", "periscope"
CLAUSES = {DEBUNKED: "notebook.debunk", CONFLICT: "conflict.denied", PEEKED: "periscope.when"}
KIND_CLAUSES = {FOREIGN: "notebook.facts", THEORY: "publish.new"}


class NotebookLine(NamedTuple):
    """A line of the list. `note` is its number in the notebook, `entry` the one in the laboratory's log; one
    of them is 0.

    `place` counts facts from 1 (0: it says nothing of the world). `code` and `params` are its sentence.
    """

    kind: str
    at: datetime
    code: str
    params: Params
    clause: str
    fact: Fact | None = None
    note: int = 0
    entry: int = 0
    place: int = 0
    how: str = ""
    removed: bool = False

    @property
    def is_guess(self) -> bool:
        return self.kind == WHAT_IF


@dataclass(frozen=True)
class OpenNotebook:
    """A notebook with everything in it. `lines` stand in the order of time, those taken back apart."""

    notebook: Notebook
    lines: tuple[NotebookLine, ...]
    removed: tuple[NotebookLine, ...]
    laboratory: LabView | None = None
    seen: Mapping[str, int] = field(default_factory=dict)  # client ids of the notes -> their numbers

    @cached_property
    def fact_lines(self) -> tuple[NotebookLine, ...]:
        return tuple(line for line in self.lines if line.fact is not None)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(line.fact for line in self.fact_lines if line.fact is not None)

    @property
    def guesses(self) -> tuple[NotebookLine, ...]:
        return tuple(line for line in self.lines if line.is_guess)

    @cached_property
    def public(self) -> "TheoryBoard":
        """The theory board as far as it is known: the laboratory's, and what was noted here on top of it."""
        lab = self.laboratory
        board = TheoryBoard(dict(lab.theories), set(lab.conflicts)) if lab else TheoryBoard()
        for line in self.lines:
            if line.note:
                board.take(line)
        return board

    def line_of(self, note: int) -> NotebookLine | None:
        return next((line for line in (*self.lines, *self.removed) if line.note == note), None)


@dataclass
class TheoryBoard:
    """Theories on the board, and pairs of them that were shown to contradict each other."""

    theories: dict[str, str] = field(default_factory=dict)
    conflicts: set[Pair] = field(default_factory=set)

    def take(self, line: NotebookLine) -> None:
        """What a line changes on the board (clauses publish.new, debunk.*, conflict.*)."""
        if line.kind == THEORY:
            if self.refusal(line.params["ingredient"], line.params["alchemical"]) is None:
                self.theories[line.params["ingredient"]] = line.params["alchemical"]
        elif line.how in (DEBUNKED, CONFLICT) and line.fact is not None:
            outcome = self._outcome(line.fact)
            fallen = [ingredient for ingredient, _ in outcome.falls]
            for ingredient in fallen:
                self.theories.pop(ingredient, None)
            self.conflicts.difference_update(debunking.ending(self.conflicts, fallen))
            if outcome.conflict:
                self.conflicts.add(outcome.conflict)

    def _outcome(self, fact: Fact) -> debunking.DebunkOutcome:
        if fact.kind == "aspect":
            return debunking.apprentice(self.theories, fact.ingredients[0], *fact.value)
        pair = (fact.ingredients[0], fact.ingredients[1])
        return debunking.master(self.theories, self.conflicts, pair, fact.value[0], fact.kind == "mix")

    def refusal(self, ingredient: str, alchemical: str) -> Refusal | None:
        """Why this theory can't lie on the board beside the others, or None."""
        if ingredient in self.theories:
            params = {"ingredient": ingredient, "alchemical": self.theories[ingredient]}
            return Refusal("note_book_taken", "publish.new", params)
        for other, token in self.theories.items():
            if token == alchemical:
                params = {"alchemical": token, "ingredient": other}
                return Refusal("note_token_taken", "publish.token", params)
        return None


# --- Folding ------------------------------------------------------------------------------------------------


def book_of(notebook: Notebook) -> OpenNotebook:
    """A notebook as it stands now: three queries, with a laboratory as many again."""
    notes = list(notebook.notes.all())
    laboratory = laboratory_of(notebook)
    gone = _gone(notes)
    own = [_line(note) for note in notes if note.kind in NOTED]
    known = [_known_line(known) for known in laboratory.known] if laboratory else []
    lines = sorted([line for line in own if line.note not in gone] + known, key=lambda line: line.at)
    return OpenNotebook(
        notebook,
        tuple(_numbered(lines)),
        tuple(line._replace(removed=True) for line in own if line.note in gone),
        laboratory,
        {note.client_entry_id: note.number for note in notes},
    )


def _gone(notes: Iterable[Note]) -> set[int]:
    """The numbers of the notes that are taken back."""
    gone: set[int] = set()
    for note in notes:
        if note.kind == REMOVE:
            gone.update(note.data["notes"])
        elif note.kind == RESTORE:
            gone.difference_update(note.data["notes"])
    return gone


def _numbered(lines: Sequence[NotebookLine]) -> Iterable[NotebookLine]:
    place = 0
    for line in lines:
        place += line.fact is not None
        yield line._replace(place=place if line.fact is not None else 0)


def _line(note: Note) -> NotebookLine:
    data: Mapping[str, Any] = note.data
    if note.kind in (FACT, WHAT_IF):
        fact, how = read(data["fact"]), data.get("how", "")
        code, params = words(fact)
        clause = CLAUSES.get(how, READ_BY[fact.kind])
        return NotebookLine(note.kind, note.created_at, code, params, clause, fact, note.number, how=how)
    code, params = said(note.kind, data)
    return NotebookLine(note.kind, note.created_at, code, params, KIND_CLAUSES[note.kind], note=note.number)


def said(kind: str, data: Mapping[str, Any]) -> tuple[str, Params]:
    """The sentence of a note that says nothing of the world."""
    if kind == THEORY:
        return "note_theory", dict(data)
    if "result" in data:
        return "note_foreign", {"potion": data["result"]}
    return "note_foreign_sale", dict(data)


def _known_line(known: LabKnown) -> NotebookLine:
    """Something that the laboratory shows to the holder of the seat."""
    if known.fact is not None:
        code, params = words(known.fact)
        clause = READ_BY[known.fact.kind]
        return NotebookLine(FACT, known.at, code, params, clause, known.fact, entry=known.entry)
    assert known.event is not None  # an entry shows one or the other
    code, params = said(FOREIGN, FOREIGN_EVENTS[known.event.kind](known.event.params))
    return NotebookLine(FOREIGN, known.at, code, params, known.event.clause, entry=known.entry)
