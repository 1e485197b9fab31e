"""Who asks: the cookie that remembers which links a browser has opened, and which seats it holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from games.alchemists.simulator.laboratory.models import LabEntry, Laboratory, LabSeat
from web.links import Gate, LinkCookie, is_among
from web.polling import decoration
from web.ways_back import WayBack, leads_back_to

COOKIE = LinkCookie("labs")
GATE = Gate(
    Laboratory,
    COOKIE,
    no_row=gettext_lazy("Такой лаборатории нет. Проверьте ссылку или код."),
    no_link=gettext_lazy("Эта лаборатория открывается по коду. Спросите его у тех, кто за столом."),
    dead_link=gettext_lazy("Эта ссылка больше никуда не ведёт: место сменило телефон."),
)
HOST_SEEN_EVERY = timedelta(minutes=1)  # polls are many


@dataclass(frozen=True)
class LabAccess:
    """A laboratory, its seats, and what this browser may do there."""

    lab: Laboratory
    seats: tuple[LabSeat, ...]
    is_host: bool
    is_leader: bool
    own: tuple[int, ...]  # the seats that this phone holds; none where the leader's board is open

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def shared(self) -> bool:
        """Whether several people use this phone: what one of them knows hangs behind a curtain."""
        return len(self.own) > 1

    @property
    def seat(self) -> int | None:
        """Whose phone this is; None for a shared one and for people who only watch."""
        return self.own[0] if len(self.own) == 1 else None

    @property
    def own_seats(self) -> list[LabSeat]:
        return [seat for seat in self.seats if seat.place in self.own]

    @property
    def is_coming(self) -> bool:
        """Whether somebody has come by the code and may yet say who they are."""
        return not (self.is_host or self.is_leader or self.own or self.lab.revealed)

    @property
    def may_claim_host(self) -> bool:
        """Whether this phone may take over from a host whose phone is gone."""
        return not self.is_host and bool(self.own) and self.lab.host_is_away


def open_lab(request: HttpRequest, public_id: str) -> LabAccess:
    """The laboratory, if its code or a link of it was opened in this browser. Raises RequestError."""
    lab: Laboratory = GATE.row(public_id)
    access = access_of(lab, COOKIE.visitor(request).tokens)
    if access is None:
        raise GATE.closed()
    if access.is_host and lab.host_unseen_for > HOST_SEEN_EVERY:
        lab.host_seen_at = timezone.now()
        with decoration():
            lab.save(update_fields=["host_seen_at"])
    return access


def access_of(lab: Laboratory, tokens: Sequence[str]) -> LabAccess | None:
    """What `tokens` open in a laboratory; None if nothing."""
    seats = tuple(lab.seats.all())
    roles = lab.roles_of(tokens)
    is_host = "host" in roles
    is_leader = lab.looked and "leader" in roles
    held = (seat.place for seat in seats if (is_among(seat.token, tokens) if seat.away else is_host))
    own = () if is_leader else tuple(held)
    if not (is_host or is_leader or own or "viewer" in roles):
        return None
    return LabAccess(lab, seats, is_host, is_leader, own)


@leads_back_to("simulator:lab")
def _to_laboratory(parts: Mapping[str, Any], asked: Mapping[str, Any]) -> WayBack:
    return WayBack(reverse("simulator:lab", kwargs=parts), gettext("К лаборатории"))


def own_seats(request: HttpRequest, lab: Laboratory) -> tuple[int, ...]:
    """The seats that this phone holds, for pages beside the laboratory; empty for strangers."""
    access = access_of(lab, COOKIE.visitor(request).tokens)
    return access.own if access else ()


def seat_of(request: HttpRequest, lab: Laboratory) -> int | None:
    """The one seat that this phone holds; None for a shared phone, watchers and strangers."""
    own = own_seats(request, lab)
    return own[0] if len(own) == 1 else None


def may_know(seat: LabSeat | None, entry: LabEntry) -> bool:
    """Whether whoever holds a seat now may know what only that seat learned from an entry."""
    return seat is not None and entry.number > seat.since
