"""Who sits where: a seat's link is used up by the phone that sits down, and the log tells of every change."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from simulator.matches import deal
from simulator.matches.access import MatchAccess
from simulator.models import LEFT_TO_BOT, PHONE, RENEWED, SAT, Match, Seat, SeatChange
from web.links import Visitor, is_among, new_token
from web.names import isolated

# What a browser says of its device, the first that it says.
DEVICES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")


class SeatTaken(Exception):
    """Somebody else has sat down by this link, or a bot plays on there."""


class SeatLogLine(NamedTuple):
    """A line of the log of seats."""

    at: datetime
    text: str


def seat_of(token: str) -> Seat | None:
    """The seat that a link is for, one of those that people sit down at once and for all."""
    seat = Seat.objects.select_related("match").filter(token=token).exclude(key="").first()
    return seat if seat is not None and (seat.kind == PHONE or _was_left(seat)) else None


def _was_left(seat: Seat) -> bool:
    return seat.match.seat_changes.filter(place=seat.place, what=LEFT_TO_BOT).exists()


def is_sitter(seat: Seat, visitor: Visitor) -> bool:
    """Whether this is the very browser that sat down, which may not have heard that it did."""
    return seat.is_opened_by(visitor.tokens) or (bool(seat.sitter) and is_among(seat.sitter, [visitor.key]))


def sit(seat: Seat, visitor: Visitor, agent: str, share: str = "") -> Seat:
    """The browser has the seat now; who asks twice has it once. Its share of the deal comes along; where a
    browser has no script for one, the server draws it. Raises Taken.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=seat.match_id)
        now = match.seats.get(pk=seat.pk)
        if now.token != seat.token or now.kind != PHONE:
            raise SeatTaken
        again = now.sat_at is not None
        if again and not is_sitter(now, visitor):
            raise SeatTaken
        if not again:
            now.key, now.sitter, now.sat_at = new_token(), visitor.key, timezone.now()
            by_host = is_among(match.host_token, visitor.tokens)
            _tell(match, now.place, SAT, by_host=by_host, device=device_of(agent))
            now.save(update_fields=["key", "sitter", "sat_at"])
        deal.add(match, {now.place: share})
    return now


def renew(access: MatchAccess, place: int) -> None:
    """A new link for a seat: the old one leads nowhere, and the phone that sat there is out."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=access.match.pk)
        seat = match.seats.get(place=place)
        seat.token, seat.key, seat.sitter, seat.sat_at = new_token(), new_token(), "", None
        seat.save(update_fields=["token", "key", "sitter", "sat_at"])
        if not match.is_dealt:
            match.seats.filter(pk=seat.pk).update(share="", share_by="")
        _tell(match, place, RENEWED, by_host=True)


def replace_with_bot(access: MatchAccess, place: int, kind: str) -> None:
    """A bot takes the seat of a person who left; what was played stands (clause series.leave)."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=access.match.pk)
        seat = match.seats.get(place=place)
        if not seat.is_bot:
            _tell(match, place, LEFT_TO_BOT, by_host=True)
        match.seats.filter(place=place).update(kind=kind)
        deal.add(match, {place: ""})


def _tell(match: Match, place: int, what: str, **about: Any) -> None:
    match.seat_changes.create(place=place, what=what, **about)
    match.touch()


def device_of(agent: str) -> str:
    return next((name for name in DEVICES if name in agent), "")


def told(match: Match, names: Sequence[str], **which: int) -> list[SeatLogLine]:
    """What happened to the seats, or to `which`, the last first, in the reader's language."""
    changes = match.seat_changes.filter(**which).order_by("-pk")
    return [SeatLogLine(change.at, _words(change) % _params(change, names)) for change in changes]


def _words(change: SeatChange) -> str:
    if change.what == RENEWED:
        return gettext("Хозяин обновил ссылку на место «%(name)s»: кто сел по старой, из-за стола вышел.")
    if change.what == LEFT_TO_BOT:
        return gettext("Хозяин отдал место «%(name)s» боту.")
    if change.by_host:
        return gettext("На место «%(name)s» сел сам хозяин%(device)s.")
    return gettext("На место «%(name)s» сели по ссылке%(device)s.")


def _params(change: SeatChange, names: Sequence[str]) -> dict[str, str]:
    device = f" ({change.device})" if change.device else ""
    return {"name": isolated(names[change.place]), "device": device}


def genitive(name: str) -> str:
    """«Оли» for «Оля» where the ending says enough; empty for any other name."""
    stem, last = name[:-1], name[-1:]
    if not name.isalpha() or len(name) < 3:
        return ""
    if last == "я" or (last == "а" and stem[-1] in "гкхжчшщ"):
        return f"{stem}и"
    return f"{stem}ы" if last == "а" and stem[-1] in "бвдзлмнпрстфц" else ""
