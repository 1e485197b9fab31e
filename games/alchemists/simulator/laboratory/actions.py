"""What is done to a laboratory. Every change locks it: of two phones both entries are kept, in order."""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction

from games.alchemists.simulator.deduction import codes as application
from games.alchemists.simulator.deduction import laboratory as engine
from games.alchemists.simulator.deduction import warnings
from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS
from games.alchemists.simulator.laboratory import course as log
from games.alchemists.simulator.laboratory.course import LabReplay, replay_of
from games.alchemists.simulator.laboratory.models import TEXT_LIMIT, LabEntry, Laboratory, LabSeat
from scoring.models import Sheet, sheet_from_rounds
from scoring.sheets.core import Remark
from simulator.engine.refusal import IllegalMove
from web import names as rule_of_names
from web.append_only import CLIENT_ID_LIMIT
from web.links import is_among, new_token
from web.refusal import Refusal

LEAST, MOST = 2, 4
REVEAL = "reveal"


class ActionDraft(NamedTuple):
    """An action to be made: by whom, its text, and how a retry of the same page is known.

    `sure` says that its caution has been read.
    """

    seat: int
    text: str
    device: str
    client_entry_id: str
    sure: bool = False


class Cautioned(Exception):
    """An action that may be made, but not before its caution was read; nothing has been done."""

    def __init__(self, caution: Remark, text: str):
        self.caution, self.text = caution, text
        super().__init__(f"{caution.code} ({caution.clause})")


# --- A new laboratory ---------------------------------------------------------------------------------------


def random_world() -> dict[str, str]:
    """Any of the 40,320 worlds, by the computer's own source of chance."""
    formulas = list(ALCHEMICALS)
    secrets.SystemRandom().shuffle(formulas)
    return dict(zip(INGREDIENTS, formulas, strict=True))


NAME_FAULTS = {
    "long": "lab_name",
    "heaped": "lab_name_unseen",
    "unseen": "lab_name_unseen",
    "twice": "lab_name_twice",
}


def check_names(names: Sequence[str]) -> Refusal | None:
    """Why these people can't play, or None."""
    if not LEAST <= len(names) <= MOST:
        return Refusal("lab_players", "setup.players", {"n": len(names), "min": LEAST, "max": MOST})
    for name, fault in zip(names, rule_of_names.faults(names), strict=True):
        if fault:
            params = {"text": rule_of_names.isolated(rule_of_names.cut(name)), "max": rule_of_names.LIMIT}
            return Refusal(NAME_FAULTS[fault], "setup.players", params)
    return None


def world_of(official: str) -> dict[str, str]:
    """The world of a four-letter code of the application. Raises IllegalMove."""
    try:
        return dict(application.official(official))
    except application.BadCode as error:
        raise IllegalMove(error.refusal) from None


def open_laboratory(
    names: Sequence[str], level: str, led: bool, official: str, device: str, **about: Any
) -> Laboratory:
    """A new laboratory, all its seats at the phone that asks; `about` are fields of its row. Raises
    IllegalMove.
    """
    refusal = check_names(names)
    if refusal:
        raise IllegalMove(refusal)
    world = world_of(official) if official else random_world()
    with transaction.atomic():
        lab = Laboratory.objects.create(truth=world, level=level, led=led, official=official, **about)
        LabSeat.objects.bulk_create(
            LabSeat(laboratory=lab, place=place, name=name) for place, name in enumerate(names)
        )
        lab.entries.create(number=1, text=log.OPENED, device=device, client_entry_id=new_token())
    return lab


# --- Actions ------------------------------------------------------------------------------------------------


def act(lab: Laboratory, draft: ActionDraft) -> LabEntry:
    """Makes an action; a retry (the same page, the same action) gets the entry that it made the first time.

    Raises IllegalMove where the rules forbid it as things stand now, whatever the page showed, and Cautioned.
    """
    with transaction.atomic():
        locked = Laboratory.objects.select_for_update().get(pk=lab.pk)
        made = locked.entries.filter(client_entry_id=draft.client_entry_id).first()
        if made is not None and _is_same(made, draft):
            return made
        replay = replay_of(locked)
        if len(draft.text) > TEXT_LIMIT:
            raise IllegalMove(Refusal("lab_bad_action", "lab.use", {"text": draft.text[:TEXT_LIMIT]}))
        state, _ = engine.act(replay.state, draft.seat, draft.text, secrets.randbits(32))
        caution = None if draft.sure else warnings.caution(replay.state, draft.text)
        if caution is not None:
            raise Cautioned(caution, draft.text)
        fresh = new_token() if made is not None else draft.client_entry_id  # a page gone back to, used anew
        entry = _append(replay, draft.seat, state.log[-1].text, draft.device, fresh)
        locked.revealed = state.revealed
        locked.touch("revealed")
    return entry


def _is_same(made: LabEntry, draft: ActionDraft) -> bool:
    """Whether an entry is what a draft asks for; a peek is written down with what was seen, and a round
    begins for everybody, whoever asks.
    """
    asked, written = draft.text.split(), made.text.split()
    if asked == written == ["round"]:
        return True
    if made.seat != draft.seat:
        return False
    if asked[:1] == ["peek"]:
        return written[:1] == ["peek"]
    return sorted(asked) == sorted(written)


def _append(replay: LabReplay, seat: int | None, text: str, device: str, client_entry_id: str) -> LabEntry:
    number = replay.entries[-1].number + 1
    return replay.lab.entries.create(
        number=number, seat=seat, text=text, device=device, client_entry_id=client_entry_id[:CLIENT_ID_LIMIT]
    )


# --- Seats, the host, the leader ----------------------------------------------------------------------------


def take_seat(lab: Laboratory, place: int, device: str) -> LabSeat | None:
    """Gives a seat of the host's phone to another one; None if some phone was quicker."""
    with transaction.atomic():
        locked = Laboratory.sealed().select_for_update().get(pk=lab.pk)
        seat = locked.seats.get(place=place)
        if seat.away:
            return None
        return _reassign_seat(locked, seat, log.TAKEN, device)


def free_seat(lab: Laboratory, place: int, device: str) -> LabSeat | None:
    """Brings a seat back to the host's phone; None if it is there."""
    with transaction.atomic():
        locked = Laboratory.sealed().select_for_update().get(pk=lab.pk)
        seat = locked.seats.get(place=place)
        if not seat.away:
            return None
        return _reassign_seat(locked, seat, log.FREED, device)


def _reassign_seat(lab: Laboratory, seat: LabSeat, text: str, device: str) -> LabSeat:
    """Another phone has the seat now; it learns nothing of what the old one learned."""
    entry = _append(replay_of(lab), seat.place, text, device, new_token())
    seat.away, seat.token, seat.since = text == log.TAKEN, new_token(), entry.number
    seat.save(update_fields=["away", "token", "since"])
    lab.touch()
    return seat


def claim_host(lab: Laboratory, place: int, device: str) -> Laboratory | None:
    """Makes the phone of `place` the host's where the host's own is gone; None if it came back.

    What lies at the old host's phone changes hands, and its people begin anew.
    """
    with transaction.atomic():
        locked = Laboratory.sealed().select_for_update().get(pk=lab.pk)
        if not locked.host_is_away:
            return None
        entry = _append(replay_of(locked), place, log.CLAIMED, device, new_token())
        locked.seats.filter(away=False).update(since=entry.number)
        locked.host_seen_at = entry.created_at
        locked.touch("host_seen_at", *locked.renew("host"))
    return locked


def look_as_leader(lab: Laboratory, token: str, device: str, by_host: bool) -> Laboratory | None:
    """Opens the leader's board on one device, for all to see in the log; the link that led here is spent.

    The log says whose device it is, the host's or one that held a seat. None if the link was used before.
    """
    with transaction.atomic():
        locked = Laboratory.sealed().select_for_update().get(pk=lab.pk)
        if not (locked.led and is_among(locked.token_of("leader"), [token])):
            return None
        replay = replay_of(locked)
        seat = None if by_host else replay.seat_played_by(device)
        _append(replay, seat, log.LOOKED_AS_HOST if by_host else log.LOOKED, device, new_token())
        locked.looked = True
        locked.touch("looked", *locked.renew("leader"))
    return locked


# --- Into a score sheet -------------------------------------------------------------------------------------


def sync_sheet(lab: Laboratory, names: Sequence[str], title: str, kept: Sheet | None) -> Sheet:
    """The score sheet with the theories of this laboratory and, once they are revealed, its answers.

    The same sheet while it is open; at first `kept`, a sheet that the table keeps already, else a new one.
    Raises Refused.
    """
    with transaction.atomic():
        locked = Laboratory.objects.select_for_update().get(pk=lab.pk)
        rounds = [known_to_all(locked)]
        sheet = locked.sheet or kept
        if sheet is None or (sheet.finished and sheet.pk != locked.sheet_id):
            sheet = sheet_from_rounds(locked.game, list(names), rounds, title)
        elif not sheet.finished:
            sheet.sync_from_match(rounds)
        locked.sheet = sheet
        locked.save(update_fields=["sheet"])
    return sheet


def known_to_all(lab: Laboratory) -> dict[str, Any]:
    """What a sheet takes: the theories on the board, and the world once everybody may know it."""
    theories = dict(replay_of(lab).state.theories)
    return {"theories": theories, "truth": dict(lab.truth)} if lab.revealed else {"theories": theories}
