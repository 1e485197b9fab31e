"""What is done to a notebook. Every change locks it, so that of two devices both notes are kept, in order."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.http import QueryDict

from games.alchemists.simulator.deduction.facts import FACTS_MOST
from games.alchemists.simulator.laboratory.models import LabSeat
from games.alchemists.simulator.notebook.book import (
    FACT,
    REMOVE,
    RESTORE,
    THEORY,
    WHAT_IF,
    OpenNotebook,
    book_of,
)
from games.alchemists.simulator.notebook.models import Note, Notebook
from games.alchemists.simulator.presenting.asking import asking_of, tapped
from simulator.engine.refusal import IllegalMove
from web.append_only import CLIENT_ID_LIMIT
from web.links import new_token
from web.refusal import Refusal

NOTES_MOST = 600  # of any kind; nobody taps so often in one game


class NoteDraft(NamedTuple):
    """A note to be made: see `models.Note`; `client_entry_id` lets a retry be known."""

    kind: str
    data: Mapping[str, Any]
    client_entry_id: str


def notebook_for(seat: LabSeat) -> Notebook:
    """The notebook of whoever holds a seat of a laboratory now; made on first use."""
    found, _ = Notebook.objects.get_or_create(seat=seat, since=seat.since)
    return found


def write(notebook: Notebook, draft: NoteDraft) -> Note:
    """Makes a note; a retry (the same page, the same note) gets the one that it made the first time.

    Raises IllegalMove for what the notebook doesn't take.
    """
    with transaction.atomic():
        locked = Notebook.objects.select_for_update(of=("self",)).select_related("seat__laboratory")
        book = book_of(locked.get(pk=notebook.pk))
        made = book.notebook.notes.filter(client_entry_id=draft.client_entry_id).first()
        if made is not None and (made.kind, made.data) == (draft.kind, draft.data):
            return made
        refusal = _refusal(book, draft)
        if refusal is not None:
            raise IllegalMove(refusal)
        fresh = new_token() if made is not None else draft.client_entry_id  # a page gone back to, used anew
        note = book.notebook.notes.create(
            number=max(book.seen.values(), default=0) + 1,
            kind=draft.kind,
            data=draft.data,
            client_entry_id=fresh[:CLIENT_ID_LIMIT],
        )
        book.notebook.touch()
    return note


def _refusal(book: OpenNotebook, draft: NoteDraft) -> Refusal | None:
    """Why the notebook doesn't take a note as it stands now, or None."""
    if draft.kind in (REMOVE, RESTORE):
        return _missing(book, draft.data["notes"]) or _too_many(book, draft)
    if draft.kind == THEORY:
        taken = book.public.refusal(draft.data["ingredient"], draft.data["alchemical"])
        return taken or _too_many(book, draft)
    return _too_many(book, draft)


def _missing(book: OpenNotebook, numbers: Sequence[int]) -> Refusal | None:
    missing = next((n for n in numbers if book.line_of(n) is None), None)
    return Refusal("note_gone", "notebook.facts", {"text": missing}) if missing is not None else None


def _too_many(book: OpenNotebook, draft: NoteDraft) -> Refusal | None:
    more = _facts_added(book, draft)
    if more and len(book.facts) + more > FACTS_MOST:
        return Refusal("fact_many", "notebook.facts", {"max": FACTS_MOST})
    if draft.kind != REMOVE and len(book.seen) >= NOTES_MOST:  # what is too much can always be taken back
        return Refusal("fact_many", "notebook.facts", {"max": NOTES_MOST})
    return None


def _facts_added(book: OpenNotebook, draft: NoteDraft) -> int:
    if draft.kind == RESTORE:
        return sum(line.fact is not None for line in book.removed if line.note in draft.data["notes"])
    return int(draft.kind in (FACT, WHAT_IF))


def save_settings(notebook: Notebook, taps: QueryDict, level: str) -> Notebook:
    """Keeps what advice is asked with after some taps; `level` is the table's. Raises IllegalMove."""
    with transaction.atomic():
        locked = Notebook.objects.select_for_update(of=("self",)).get(pk=notebook.pk)
        changed = tapped(asking_of(locked.settings, level), taps)
        locked.settings = {**locked.settings, **changed}
        locked.save(update_fields=["settings"])
    return locked
