"""Who asks: the cookie that remembers which links a browser has opened, and which seats are its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from rulebook.content import reading
from rulebook.content.entries import GameContent
from simulator.game import has_engine
from simulator.models import HERE, PHONE, Match, Seat
from web.errors import RequestError
from web.links import Gate, LinkCookie

COOKIE = LinkCookie("matches")
GATE = Gate(
    Match,
    COOKIE,
    no_row=gettext_lazy("Такой партии нет. Проверьте ссылку."),
    no_link=gettext_lazy("Эта партия открывается по ссылке. Попросите её у того, кто начал игру."),
    dead_link=gettext_lazy("Эта ссылка никуда не ведёт. Попросите новую у того, кто начал игру."),
)


@dataclass(frozen=True)
class MatchAccess:
    """A match, its seats, and what this browser may do there."""

    match: Match
    seats: tuple[Seat, ...]
    is_host: bool
    own: tuple[int, ...]  # the seats whose people sit at this device

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def plays(self) -> bool:
        """Whether this browser takes part, not only watches."""
        return self.is_host or bool(self.own)


def game_of(game_id: str) -> GameContent:
    """The content of a game that has a table, with all of its boxes. Raises RequestError."""
    if not has_engine(game_id):
        raise RequestError(404, gettext("Для такой игры стола нет."))
    return reading.whole(game_id)


def rules_of(game_id: str) -> GameContent:
    """The content of a game, whether it has a table or not. Raises RequestError."""
    if not reading.is_here(game_id):
        raise RequestError(404, gettext("Такой игры здесь нет."))
    return reading.whole(game_id)


def open_match(request: HttpRequest, public_id: str) -> MatchAccess:
    """The match, if a link of it was opened in this browser (one query). Raises RequestError."""
    seats = seats_of(public_id=public_id)
    if not seats:
        raise GATE.missing()
    game_of(seats[0].match.game)
    access = access_of(seats, COOKIE.visitor(request).tokens)
    if access is None:
        raise GATE.closed()
    return access


def seats_of(**which: Any) -> tuple[Seat, ...]:
    """The seats of a match, which has some, with the match (one query)."""
    found = Seat.objects.select_related("match").filter(**{f"match__{key}": it for key, it in which.items()})
    return tuple(found)


def access_of(seats: tuple[Seat, ...], tokens: Sequence[str]) -> MatchAccess | None:
    """What `tokens` open in the match of these seats; None if nothing."""
    match = seats[0].match
    roles = match.roles_of(tokens)
    is_host = "host" in roles
    own = tuple(seat.place for seat in seats if _is_own(seat, is_host, tokens))
    if not (roles or own or any(seat.is_opened_by(tokens) for seat in seats)):
        return None
    return MatchAccess(match, seats, is_host, own)


def _is_own(seat: Seat, is_host: bool, tokens: Sequence[str]) -> bool:
    opened: Mapping[str, bool] = {HERE: is_host, PHONE: seat.is_opened_by(tokens)}
    return opened.get(seat.kind, False)
