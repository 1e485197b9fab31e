"""What a laboratory tells a notebook: the facts of its seat and all that is public, never the secret."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction import laboratory as engine
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.laboratory.course import CLAIMED, FREED, TAKEN, LabReplay, replay_of
from games.alchemists.simulator.laboratory.models import LabEntry, Laboratory
from games.alchemists.simulator.notebook.models import Notebook
from simulator.engine.game import Event

# Public events about another's mix, and what a notebook lists of them.
FOREIGN_EVENTS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, str]]] = {
    **dict.fromkeys(
        ("mixed_student", "mixed_drink", "mixed_cap", "exhibited"), lambda p: {"result": p["potion"]}
    ),
    "sold": lambda p: {"wanted": p["wanted"], "level": p["level"]},
}


class LabKnown(NamedTuple):
    """An entry of the log as the seat knows it: a fact, or another's mix as all see it."""

    entry: int
    at: datetime
    fact: Fact | None = None
    event: Event | None = None


class LabView(NamedTuple):
    """A laboratory for a notebook. `held`: the seat is still this notebook's player's."""

    laboratory: Laboratory
    name: str
    version: int
    known: tuple[LabKnown, ...]
    theories: Mapping[str, str]
    conflicts: frozenset[Pair]
    held: bool


def laboratory_of(notebook: Notebook) -> LabView | None:
    """The laboratory of a notebook's seat; None for a notebook of its own."""
    if notebook.seat is None:
        return None
    lab = notebook.seat.laboratory
    course = replay_of(lab)
    known = sorted((*_facts(course, notebook), *_foreign(course, notebook)), key=lambda each: each.entry)
    return LabView(
        laboratory=lab,
        name=notebook.seat.name,
        version=lab.version,
        known=tuple(known),
        theories=course.state.theories,
        conflicts=course.state.conflicts,
        held=notebook.seat.since == notebook.since,
    )


def _facts(course: LabReplay, notebook: Notebook) -> list[LabKnown]:
    """All public facts, and the seat's own ones from the time when this player held it."""
    assert notebook.seat is not None  # asked for joined notebooks alone
    state, last = course.state, _last_known(course, notebook)
    public = set(engine.facts_of(state, None))
    found = []
    for known in engine.facts_of(state, notebook.seat.place):
        entry = course.actions[known.entry - 1]
        if known in public or notebook.since < entry.number <= last:
            found.append(LabKnown(entry.number, entry.created_at, known.fact))
    return found


def _last_known(course: LabReplay, notebook: Notebook) -> int:
    """The entry with which the seat changed hands after this notebook was begun, else the last one."""
    assert notebook.seat is not None
    last = course.entries[-1].number
    if notebook.seat.since == notebook.since:
        return last
    changes = (entry.number for entry in course.entries if _moves(entry, notebook.seat.place))
    return min((n for n in changes if n > notebook.since), default=last)


def _moves(entry: LabEntry, place: int) -> bool:
    """Whether with this entry the seat may have gone to another phone."""
    return entry.text == CLAIMED or (entry.text in (TAKEN, FREED) and entry.seat == place)


def _foreign(course: LabReplay, notebook: Notebook) -> list[LabKnown]:
    """What others mixed, as everybody sees it."""
    assert notebook.seat is not None
    return [
        LabKnown(entry.number, entry.created_at, event=event)
        for entry in course.actions
        if entry.seat != notebook.seat.place
        for event in course.events(entry, None)
        if event.kind in FOREIGN_EVENTS
    ]
