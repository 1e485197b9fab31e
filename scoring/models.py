"""Score sheets: who plays, and every entry ever made. Entries are only added, never changed or deleted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, pgettext

from rulebook.content import reading
from rulebook.printing.posters.frame import LETTER
from scoring import game as games
from scoring.joining import JoinCode
from scoring.sheets import core
from web import names as rule_of_names
from web.append_only import AppendOnly, one_row_each
from web.language import page_language
from web.links import Capability, Doorstep, Link, OpenedByLink, is_among, new_public_id, token_field
from web.refusal import Refusal

TITLE_LIMIT = 60
FROM_MATCH = "played-"  # begins the client ids of entries that came from a game at the table
SEEN_EVERY = timedelta(seconds=20)  # a polling phone is written down this often, not with every poll
PRESENT = timedelta(seconds=60)


class LinkRole(models.IntegerChoices):
    """What a link lets its holder do; each role may do what the ones before it may."""

    VIEWER = 1, "viewer"
    SCORER = 2, "scorer"
    OWNER = 3, "owner"


class Refused(Exception):
    """The sheet doesn't take this entry."""

    def __init__(self, refusal: Refusal):
        self.refusal = refusal
        super().__init__(refusal.code)


class Conflict(Exception):
    """Somebody else wrote into this very cell since it was seen; `theirs` is what stands there now."""

    def __init__(self, cell: str, yours: str, theirs: core.SheetEntry):
        self.cell, self.yours, self.theirs = cell, yours, theirs
        super().__init__(cell)


@dataclass(frozen=True)
class EntryDraft:
    """An entry to be made. `base` is the number of the entry that its writer saw in the cell, 0 for none."""

    cell: str
    text: str
    base: int
    client_entry_id: str
    undoes: int = 0


class Sheet(games.OfGame, OpenedByLink, models.Model):
    """A score sheet. `version` is the number of its last entry."""

    LINKS = {role: Capability(f"{role.label}_token", "scoring:link") for role in LinkRole}
    OVER = "finished"
    NAME = gettext_lazy("Счёт")

    game = models.CharField(max_length=32)
    title = models.CharField(max_length=rule_of_names.longest(TITLE_LIMIT), blank=True)
    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    owner_token = token_field()
    scorer_token = token_field()
    viewer_token = token_field()
    version = models.PositiveIntegerField(default=0)
    finished = models.BooleanField(default=False)  # follows from the entries; polls read it here
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)
    given_key = token_field(null=True, default=None)  # what more of it is given with, see `scoring.giving`
    given_from = models.CharField(max_length=16, default="", blank=True)  # its public id there

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse("scoring:sheet", args=[self.public_id])

    @property
    def played_at(self) -> datetime:
        """When the evening was: the first time that somebody closed its sheet, whatever was corrected since;
        of a sheet that nobody has closed, its last entry (one query, none where `listed` has asked).
        """
        asked = vars(self)
        closed: datetime | None = (
            asked["closed_at"]
            if "closed_at" in asked
            else _closings(self).values_list("created_at", flat=True).first()
        )
        return closed or self.updated_at

    def names(self, entries: Sequence[core.SheetEntry] | None = None) -> list[str]:
        """The players' names by seat, as they are called now (one query with the `entries` so far)."""
        return core.names_in(self.seated(), self._people_entries() if entries is None else entries)

    def seated(self) -> list[str]:
        """The names with which the sheet began, by seat."""
        return [seat.name for seat in self.seats.all()]

    def _people_entries(self) -> list[core.SheetEntry]:
        listed: list[Entry] | None = getattr(self, "people_entries", None)  # see `listed`
        rows = self.entries.filter(cell=core.PEOPLE) if listed is None else listed
        return [core.SheetEntry(row.number, row.cell, row.text) for row in rows]

    def entries_so_far(self) -> list[core.SheetEntry]:
        """All entries in the order in which they were made (one query)."""
        rows = self.entries.values_list("number", "cell", "text")
        return [core.SheetEntry(number, cell, text) for number, cell, text in rows]

    def fold(self) -> core.Tally:
        """What the sheet adds up to (two queries)."""
        entries = self.entries_so_far()
        return self.rules.fold(len(self.names(entries)), core.of_game(entries))

    # Links

    def links_up_to(self, role: LinkRole) -> list[Link]:
        """The links that somebody with `role` may pass on: none gives more than they have. The scorer's comes
        first, because it is what the others at the table need; the owner's last."""
        return [
            self.link(each) for each in (LinkRole.SCORER, LinkRole.VIEWER, LinkRole.OWNER) if each <= role
        ]

    def doorstep(self, token: str) -> Doorstep:
        """A viewer's link shows how it ended, and who was there; the others show the game alone."""
        if self.finished and is_among(self.viewer_token, [token]):
            title, picture = self.content.title.in_(page_language()), "scoring:link_picture"
            return Doorstep(gettext("Партия сыграна"), title, reverse(picture, args=[token]), *LETTER)
        return super().doorstep(token)

    def role_of(self, tokens: Sequence[str]) -> LinkRole | None:
        """The best role that any of `tokens` gives here."""
        return max(self.roles_of(tokens), default=None)

    def replace_links(self, **known: str) -> None:
        """The codes that somebody has read out go with them."""
        with transaction.atomic():
            super().replace_links(**known)
            JoinCode.objects.filter(sheet=self).delete()

    def join_code(self) -> str:
        """What somebody beside this phone types to write along; a new one before the last runs out. Who
        shows it again waits for nobody's write.
        """
        if held := JoinCode.to_show(self.pk, timezone.now()):
            return held.code
        with transaction.atomic():
            Sheet.objects.select_for_update().get(pk=self.pk)
            return JoinCode.of(self.pk, timezone.now())

    @classmethod
    def joined_by(cls, code: str) -> "Sheet | None":
        """The sheet that a code leads to while it holds."""
        held = JoinCode.holding(timezone.now()).filter(code=code).select_related("sheet")
        return next((each.sheet for each in held), None)

    @classmethod
    def listed(cls) -> models.QuerySet["Sheet"]:
        """Those of games that are here: the others are kept, and shown when their game is back."""
        closed_at = models.Subquery(_closings(models.OuterRef("pk")).values("created_at")[:1])
        people = models.Prefetch("entries", Entry.objects.filter(cell=core.PEOPLE), "people_entries")
        here = cls.objects.filter(game__in=reading.game_ids())
        return here.annotate(closed_at=closed_at).prefetch_related("seats", people)

    # Entries

    def append(self, draft: EntryDraft, device: "Device | None" = None) -> "Entry":
        """Adds an entry; a retry (the same client id) gets the entry that it made the first time.

        Raises Refused when the sheet doesn't take the entry, Conflict when its cell has moved on.
        """
        with transaction.atomic():
            sheet = Sheet.objects.select_for_update().get(pk=self.pk)
            rows = sheet.entries.values_list("number", "cell", "text", "client_entry_id")
            entries = {name: core.SheetEntry(*entry) for *entry, name in rows}
            if draft.client_entry_id in entries:
                made = sheet.entries.get(number=entries[draft.client_entry_id].number)
            else:
                made = sheet._append(draft, device, list(entries.values()))
        self.version, self.finished, self.updated_at = sheet.version, sheet.finished, sheet.updated_at
        return made

    def _append(
        self, draft: EntryDraft, device: "Device | None", entries: Sequence[core.SheetEntry]
    ) -> "Entry":
        names = self.names(entries)
        state = core.state_of(len(names), entries)
        theirs = state.entry(draft.cell)
        refusal = self.refusal_of(draft, state, names)
        if refusal:
            raise Refused(refusal)
        if theirs.number != draft.base:
            raise Conflict(draft.cell, draft.text, theirs)
        self.version += 1
        self.finished = draft.text == core.YES if draft.cell == core.FINISH else self.finished
        self.updated_at = timezone.now()
        self.save(update_fields=["version", "finished", "updated_at"])
        return self.entries.create(
            number=self.version,
            cell=draft.cell,
            text=draft.text,
            base=draft.base,
            client_entry_id=draft.client_entry_id,
            undoes=draft.undoes or None,
            device=device,
        )

    def refusal_of(self, draft: EntryDraft, state: core.State, names: Sequence[str]) -> Refusal | None:
        """Why the sheet doesn't take this; who sits where is compared with what its writer saw."""
        entry = core.SheetEntry(0, draft.cell, draft.text)
        if draft.cell not in core.SEATING:
            return self.rules.check(state.of_game, entry)
        if state.entry(draft.cell).number != draft.base:
            return None  # a conflict
        if draft.cell == core.PEOPLE and not draft.text:
            entry = core.SheetEntry(0, draft.cell, "\n".join(self.seated()))
        return self.seating.check(state, names, entry)

    def sync_from_match(self, rounds: Sequence[Any], over: bool | None = None) -> None:
        """Makes the sheet follow what was played elsewhere, where moves may have been taken back; a cell
        that somebody wrote in or leans on stays theirs, one that they emptied is open for anything new.

        `rounds` is everything so far, as `SheetRules.entries_of` takes it. `over` closes the sheet; None
        leaves it to the rules whether this is the whole game. Raises Refused.
        """
        with transaction.atomic():
            sheet = Sheet.objects.select_for_update().get(pk=self.pk)
            entries = list(sheet.entries.all())
            seats = len(sheet.names())
            standing = {entry.cell: entry for entry in entries}
            said = {entry.cell: entry.text for entry in entries if entry.text}
            by_hand = [entry for entry in standing.values() if not entry.is_from_match]
            state = core.state_of(
                seats, [core.SheetEntry(each.number, each.cell, each.text) for each in by_hand]
            )
            poured = {cell: "" for cell, entry in standing.items() if entry.is_from_match}
            wanted = poured | dict(_played(sheet.game, seats, rounds, over))
            drafts = {}
            for cell, text in sorted(wanted.items(), key=_written):  # what is emptied makes room for the rest
                there = standing.get(cell)
                free = there is None or there.takes(text, said.get(cell, ""))
                if free and not sheet.rules.holds(state, cell):
                    drafts[cell] = text
            end = {core.FINISH: drafts.pop(core.FINISH)} if drafts.get(core.FINISH) else {}
            for group in (drafts, end):  # a closed sheet takes nothing more
                sheet._follow(group, standing)

    def _follow(self, wanted: Mapping[str, str], standing: Mapping[str, "Entry"]) -> None:
        """Pours texts into cells over what is `standing` there. Raises Refused.

        What another cell is in the way of comes after that one; cells in each other's way are emptied first.
        """
        bases = {cell: entry.number for cell, entry in standing.items()}
        full = {cell for cell, entry in standing.items() if entry.text}
        while wanted:
            refused = {}
            for cell, text in wanted.items():
                try:
                    bases[cell] = self._pour_into(cell, text, bases.get(cell, 0))
                except Refused as error:
                    refused[cell] = error
            if len(refused) == len(wanted):
                blocked = full.intersection(refused)
                if not blocked:
                    raise next(iter(refused.values()))
                full -= blocked
                for cell in sorted(blocked):
                    bases[cell] = self._pour_into(cell, "", bases[cell])
            wanted = {cell: wanted[cell] for cell in refused}

    def _pour_into(self, cell: str, text: str, base: int) -> int:
        """The number of the entry that was made."""
        return self.append(EntryDraft(cell, text, base, f"{FROM_MATCH}{cell}-{base}")).number

    def undo(self, number: int, client_entry_id: str, device: "Device | None" = None) -> "Entry":
        """Adds the entry that puts back what stood in the cell before entry `number`.

        Raises Entry.DoesNotExist for a number the sheet hasn't reached, otherwise as `append`.
        """
        entry = self.entries.get(number=number)
        before = self.entries.filter(cell=entry.cell, number__lt=number).last()
        draft = EntryDraft(entry.cell, before.text if before else "", number, client_entry_id, undoes=number)
        return self.append(draft, device)

    # Devices

    def device(self, key: str, kind: str, known: "Device | None" = None) -> "Device":
        """The phone that asks, numbered in the order in which phones came to this sheet; looked for unless
        it is known.
        """
        device = known or self.devices.filter(key=key).first()
        if device is None:
            with transaction.atomic():
                Sheet.objects.select_for_update().get(pk=self.pk)
                device, _ = self.devices.get_or_create(
                    key=key, defaults={"kind": kind, "number": self.next_device()}
                )
        elif device.was_seen_long_ago:
            device.seen_at = timezone.now()
            device.save(update_fields=["seen_at"])
        return device

    def next_device(self) -> int:
        """The number of the next phone that comes; given sheets leave some out."""
        return (self.devices.aggregate(last=models.Max("number"))["last"] or 0) + 1

    def devices_here(self) -> int:
        """How many phones have this sheet open."""
        now = timezone.now()
        return self.devices.filter(seen_at__gt=now - PRESENT, seen_at__lt=now + PRESENT).count()


class Seat(models.Model):
    """A player's column; `place` counts from 0."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=rule_of_names.longest())

    class Meta:
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["sheet", "place"], name="one_seat_at_a_place")]

    def __str__(self) -> str:
        return self.name


class Device(models.Model):
    """A browser that has opened a sheet; `key` comes from its cookie."""

    class Kind(models.TextChoices):
        PHONE = "phone"
        TABLET = "tablet"
        COMPUTER = "computer"

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="devices")
    key = models.CharField(max_length=32)
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["sheet", "key"], name="one_device_per_key")]

    def __str__(self) -> str:
        return f"{self.label}\N{NO-BREAK SPACE}{self.number}"

    @property
    def was_seen_long_ago(self) -> bool:
        """Or by a clock that was put back since."""
        return abs(timezone.now() - self.seen_at) > SEEN_EVERY

    @property
    def label(self) -> str:
        """«Телефон», «Планшет» or «Компьютер» in the reader's language."""
        return {
            self.Kind.PHONE: pgettext("device", "Телефон"),
            self.Kind.TABLET: gettext("Планшет"),
            self.Kind.COMPUTER: gettext("Компьютер"),
        }[self.Kind(self.kind)]


class Entry(AppendOnly):
    """One entry of a sheet; undoing it adds a reversing one."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="entries")
    cell = models.CharField(max_length=32)
    text = models.CharField(max_length=core.LONGEST_TEXT, blank=True)
    base = models.PositiveIntegerField()
    undoes = models.PositiveIntegerField(null=True)
    device = models.ForeignKey(Device, models.PROTECT, null=True, related_name="entries")
    created_at = models.DateTimeField(default=timezone.now)  # of one that was given: when it was made there

    class Meta(AppendOnly.Meta):
        constraints = one_row_each("sheet", "entry")

    def __str__(self) -> str:
        return f"{self.number}: {self.cell} = {self.text}"

    @property
    def is_from_match(self) -> bool:
        """Whether a game at the table wrote it, and nobody by hand."""
        return self.device_id is None and self.client_entry_id.startswith(FROM_MATCH)

    def takes(self, text: str, said: str) -> bool:
        """Whether a game at the table may write `text` over this; `said` is what the cell said last.

        Who emptied a cell by hand wants that text gone, but not what is played there later.
        """
        if self.is_from_match:
            return self.text != text
        return not self.text and said not in ("", text)


def _closings(sheet: Any) -> models.QuerySet[Entry]:
    """The entries that closed a sheet, the first one first."""
    return Entry.objects.filter(sheet=sheet, cell=core.FINISH, text=core.YES).order_by("number")


def new_sheet(
    game_id: str,
    names: Sequence[str],
    title: str = "",
    boxes: Sequence[str] = (),
    settings: Sequence[str] = (),
    carried: Mapping[str, str] = MappingProxyType({}),
    **about: Any,
) -> Sheet:
    """A sheet with its players, the boxes on their table, the settings (cells) that hold there and what it
    has `carried` along, by cell; `about` are fields of the row. Raises KeyError for no game, Refused for bad
    names, or for what this sheet can't have.
    """
    refusal = games.get(game_id).sheet.check_names(list(names))
    if refusal:
        raise Refused(refusal)
    with transaction.atomic():
        sheet = Sheet.objects.create(game=game_id, title=title, **about)
        Seat.objects.bulk_create(Seat(sheet=sheet, place=n, name=name) for n, name in enumerate(names))
        if boxes:
            sheet.append(EntryDraft(core.BOXES, ",".join(sorted(boxes)), 0, f"{core.BOXES}-first"))
        for cell, text in {**carried, **dict.fromkeys(settings, core.YES)}.items():
            sheet.append(EntryDraft(cell, text, 0, f"{cell}-first"))
    return sheet


def _written(pair: tuple[str, str]) -> bool:
    """Whether a cell gets a text, and isn't emptied."""
    return bool(pair[1])


def _played(game_id: str, seats: int, rounds: Sequence[Any], over: bool | None) -> list[tuple[str, str]]:
    """What was played elsewhere as entries (cell, text); behind the whole game the sheet's end."""
    rules = games.get(game_id).sheet
    whole = rules.is_whole(seats, rounds) if over is None else over
    return rules.entries_of(rounds) + ([(core.FINISH, core.YES)] if whole else [])


def sheet_from_rounds(
    game_id: str, names: Sequence[str], rounds: Sequence[Any], title: str = "", over: bool | None = None
) -> Sheet:
    """A sheet with what was played elsewhere, entry by entry; a whole game is closed at once.

    `rounds` and `over` are those of `Sheet.sync_from_match`. Raises KeyError for no game, Refused for
    names or entries that a sheet can't have.
    """
    pairs = _played(game_id, len(names), rounds, over)
    entries = [core.SheetEntry(number, cell, text) for number, (cell, text) in enumerate(pairs, start=1)]
    with transaction.atomic():
        sheet = new_sheet(game_id, names, title)
        for n, entry in enumerate(entries):
            refusal = sheet.rules.check(core.state_of(len(names), entries[:n]), entry)
            if refusal:
                raise Refused(refusal)
        Entry.objects.bulk_create(
            Entry(sheet=sheet, base=0, client_entry_id=f"{FROM_MATCH}{entry.number}", **entry._asdict())
            for entry in entries
        )
        sheet.version = len(entries)
        sheet.finished = core.state_of(len(names), entries).finished
        sheet.save(update_fields=["version", "finished"])
    return sheet
