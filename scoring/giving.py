"""A sheet that another site, or a browser without one, gives to this one (`docs/give.md`).

It is taken once, however often it comes. Entries are asked about as if they were typed, one after another,
and all of them are taken or none.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.models import PRESENT, Conflict, Device, Entry, EntryDraft, Sheet, new_sheet
from scoring.sheets import core
from scoring.sheets.core import SheetEntry, State
from web.links import capability, derived, is_among
from web.refusal import Refusal

GIVER = 0  # the number of the device that gives, for entries that name none


class GivenEntry(NamedTuple):
    """An entry of a file; `undoes` is a number of the file, and so is `device`, None for none."""

    cell: str
    text: str
    client_entry_id: str
    undoes: int
    at: datetime
    device: int | None


class GivenSheet(NamedTuple):
    """A file that can be read; what it holds is for the rules to judge."""

    game: str
    id: str
    key: str
    title: str
    names: list[str]
    begun: datetime
    edition: str
    devices: Mapping[int, str]
    entries: list[GivenEntry]


class TakenSheet(NamedTuple):
    """The sheet here, and how many entries are new to it."""

    sheet: Sheet
    added: int
    is_new: bool


class EntryRefused(Exception):
    """The rules don't take entry `number` of a file; `names` sit there, `state` is what stands before it."""

    def __init__(self, number: int, refusal: Refusal, state: State, names: list[str]):
        self.number, self.refusal, self.state, self.names = number, refusal, state, names
        super().__init__(refusal.code)


class OtherEntry(Exception):
    """Entry `number` of a file has the id of one that stands here and says something else."""

    def __init__(self, number: int):
        self.number = number
        super().__init__(number)


class OtherSheet(Exception):
    """The key of a file is that of another sheet."""


class LinksReplaced(Exception):
    """The sheet is here, and its owner has shut out whoever has the old links, and the key with them."""


def key_of(sheet: Sheet) -> str:
    """What proves that somebody is the owner of this sheet, where it was given to; it tells no link."""
    return derived("scoring.giving.key", sheet.owner_token)


def key_for(visitor: str, public_id: str) -> str:
    """The key of a file without one: whoever gives it twice in one browser gives one sheet."""
    return derived("scoring.giving.visitor", f"{visitor} {public_id}")


def _owner_token(key: str) -> str:
    """The owner's link of what is given with a key, until the owner replaces it."""
    return capability("scoring.giving.owner", key)


def take(given: GivenSheet, giver: tuple[str, Device.Kind]) -> TakenSheet:
    """Takes what is new; the `giver` is the browser's key and its kind.

    Raises Refused for a sheet that can't be begun, EntryRefused, OtherEntry or Conflict for its entries,
    OtherSheet and LinksReplaced; then nothing is kept.
    """
    with transaction.atomic():
        found, is_new = _sheet_of(given)
        sheet = Sheet.objects.select_for_update().get(pk=found.pk)
        fresh = list(_fresh(sheet, given))
        devices = _devices(sheet, given, giver, {entry.device for _, _, entry in fresh})
        Entry.objects.bulk_create(
            Entry(
                sheet=sheet,
                number=number,
                cell=draft.cell,
                text=draft.text,
                base=draft.base,
                client_entry_id=draft.client_entry_id,
                undoes=draft.undoes or None,
                device=devices.get(entry.device),
                created_at=entry.at,
            )
            for number, draft, entry in fresh
        )
        for number, draft, _ in fresh:
            sheet.version = number
            sheet.finished = draft.text == core.YES if draft.cell == core.FINISH else sheet.finished
        if fresh:
            sheet.updated_at = timezone.now()
            sheet.save(update_fields=["version", "finished", "updated_at"])
    return TakenSheet(sheet, len(fresh), is_new)


def known_sheet(given: GivenSheet) -> Sheet | None:
    """The sheet that a file is of, where it is here: begun here, or given before. Raises OtherSheet and
    LinksReplaced.
    """
    own = Sheet.objects.filter(public_id=given.id, game=given.game).first()
    if own and is_among(key_of(own), [given.key]):
        return own
    known = Sheet.objects.filter(given_key=given.key).first()
    if known and (known.game, known.given_from) != (given.game, given.id):
        raise OtherSheet
    if known and not is_among(known.owner_token, [_owner_token(given.key)]):
        raise LinksReplaced
    return known


def _sheet_of(given: GivenSheet) -> tuple[Sheet, bool]:
    """The sheet, and whether it was begun just now."""
    if known := known_sheet(given):
        return known, False
    with suppress(IntegrityError), transaction.atomic():
        about = {"given_key": given.key, "given_from": given.id, "created_at": given.begun}
        about["owner_token"] = _owner_token(given.key)
        return new_sheet(given.game, given.names, given.title, **about), True
    return _sheet_of(given)  # another device was first


def _fresh(sheet: Sheet, given: GivenSheet) -> Iterator[tuple[int, EntryDraft, GivenEntry]]:
    """The entries that the sheet doesn't have yet, each with its number here, asked about one by one."""
    rows = sheet.entries.values_list("number", "cell", "text", "client_entry_id")
    there = {name: SheetEntry(*entry) for *entry, name in rows}
    seated, names = sheet.seated(), sheet.names(list(there.values()))
    state, version = core.state_of(len(names), there.values()), sheet.version
    here, last = {0: 0}, dict[str, int]()  # numbers here, by those of the file; the last of each cell
    for n, entry in enumerate(given.entries, start=1):
        stands = there.get(entry.client_entry_id)
        if stands is None:
            base, undoes = last.get(entry.cell, 0), here[entry.undoes]
            draft = EntryDraft(entry.cell, entry.text, base, entry.client_entry_id, undoes)
            if refusal := sheet.refusal_of(draft, state, names):
                raise EntryRefused(n, refusal, state, names)
            if state.entry(entry.cell).number != base:
                raise Conflict(entry.cell, entry.text, state.entry(entry.cell))
            version += 1
            stands = SheetEntry(version, entry.cell, entry.text)
            names = core.names_in(seated, [stands]) if entry.cell == core.PEOPLE else names
            state = state.after(len(names), stands)
            yield version, draft, entry
        elif (stands.cell, stands.text) != (entry.cell, entry.text):
            raise OtherEntry(n)
        here[n] = last[entry.cell] = stands.number


def _devices(
    sheet: Sheet, given: GivenSheet, giver: tuple[str, Device.Kind], used: Collection[int | None]
) -> dict[int | None, Device]:
    """The devices of a file as the sheet knows them, each with its own number where nobody else has it."""
    found = {GIVER: sheet.device(*giver)} if GIVER in used else {}
    gone = timezone.now() - PRESENT  # whoever wrote there has nothing open here
    taken = set(sheet.devices.values_list("number", flat=True))
    for number in sorted(given.devices.keys() & used):
        free = number if number not in taken else sheet.next_device()
        about = {"kind": given.devices[number], "number": free, "seen_at": gone}
        found[number], _ = sheet.devices.get_or_create(key=f"given-{number}", defaults=about)
        taken.add(found[number].number)
    return dict(found)
