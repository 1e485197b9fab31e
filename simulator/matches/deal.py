"""Dealing so that nobody chooses the cards: what every seat adds is gathered, then the match begins.

`simulator.engine.dealing` says how a seed is mixed. A share that comes empty (a browser without script, a
bot, somebody who isn't waited for) follows from the number that the server is bound to, and is said to.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from simulator.engine import dealing, proof
from simulator.engine.record import Record
from simulator.matches import play
from simulator.matches.access import MatchAccess
from simulator.models import Match, Seat


def gather(record: Record, players: Sequence[play.SeatPlayer], **about: Any) -> Match:
    """A match whose cards are dealt once every seat has added its share; until then `record.seed` is only
    the server's own. `about` are fields of the row. Raises BadRecord.
    """
    with transaction.atomic():
        match = play.begin(record, players, dealing=dealing.MIXED, **about)
        match.drawn, match.salt, match.seed = str(record.seed), secrets.token_hex(16), ""
        match.save(update_fields=["drawn", "salt", "seed"])
        add(match, {seat.place: "" for seat in match.seats.all() if seat.is_bot})
    return match


def missing(seats: Sequence[Seat]) -> list[Seat]:
    """The seats whose shares are waited for."""
    return [seat for seat in seats if not seat.share]


def add(match: Match, shares: Mapping[int, str]) -> None:
    """Takes the shares of seats that have none; deals with the last. The match has to be locked."""
    if match.is_dealt:
        return
    seats = list(match.seats.all())
    for seat in missing(seats):
        if seat.place in shares:
            _take(match, seat, shares[seat.place])
    if missing(seats):
        match.touch()
    else:
        mixed = dealing.mixed(int(match.drawn), match.salt, [seat.share for seat in seats])
        match.seed = str(mixed)
        match.touch("seed")


def _take(match: Match, seat: Seat, share: str) -> None:
    if dealing.SHARE.fullmatch(share):
        seat.share, seat.share_by = share, dealing.PHONE
    else:
        seat.share = dealing.bound_share(int(match.drawn), match.salt, seat.place)
        seat.share_by = dealing.BOT if seat.is_bot else dealing.SERVER
    seat.save(update_fields=["share", "share_by"])


def add_all(match: Match, shares: Mapping[int, str], wait_for_others: bool) -> None:
    """The same for several seats; without waiting for the others theirs follow from the server's number."""
    with transaction.atomic():
        locked = Match.objects.select_for_update().get(pk=match.pk)
        late = [] if wait_for_others else missing(list(locked.seats.all()))
        add(locked, {**{seat.place: "" for seat in late}, **shares})


def saved(access: MatchAccess) -> dict[str, Any]:
    """The record of a finished match as a file: with the names, how it was dealt, and a digest of it all."""
    match = access.match
    body = {**match.record().to_json(), "names": list(access.names)}
    if match.dealing == dealing.UNKNOWN:
        return body
    return proof.sealed({**body, "deal": _told(match, access.seats)})


def _told(match: Match, seats: Sequence[Seat]) -> dict[str, Any]:
    if match.dealing != dealing.MIXED:
        return {"how": match.dealing}
    return {
        "how": match.dealing,
        "commitment": match.commitment,
        "seed": int(match.drawn),
        "salt": match.salt,
        "shares": [{"share": seat.share, "drawn_by": seat.share_by} for seat in seats],
    }


# --- What is said of a proof --------------------------------------------------------------------------------

HOLDS: Mapping[str, Any] = {
    proof.WHOLE: _("Запись цела: ни один знак в ней не изменён."),
    proof.COMMITTED: _("Сервер задумал то самое число, чей отпечаток показал до начала."),
    proof.BOUND: _("Доли ботов и мест без телефона следуют из этого числа: подобрать их было нельзя."),
    proof.SHARED: _("Зерно партии смешано из этого числа и долей всех мест."),
    proof.REPLAYED: _("Из этого зерна по правилам выходит та же партия, ход за ходом до конца."),
}
FAILS: Mapping[str, Any] = {
    proof.WHOLE: _("Запись изменена: её отпечаток не сходится."),
    proof.COMMITTED: _("Отпечаток, показанный до начала, не от этого числа."),
    proof.BOUND: _("Доля, за которую отвечает сервер, не следует из этого числа."),
    proof.SHARED: _("Из этого числа и долей мест выходит другое зерно."),
    proof.REPLAYED: _("Такой законченной партии из этого зерна по правилам не выходит."),
}
VERDICTS: Mapping[str, Any] = {
    dealing.MIXED: _(
        "Всё сошлось: зерно смешано из числа сервера и долей телефонов, и подобрать его сервер не мог."
    ),
    dealing.TYPED: _("Всё сошлось, но зерно выбрал хозяин партии: он мог заранее знать, что из него выйдет."),
    dealing.GIVEN: _("Всё сошлось, но партия началась с готового положения, ветки или записи."),
}
NOTHING_TO_PROVE = _("Проверять нечего: откуда взялось зерно, здесь не сказано.")


def checks(found: proof.Proof) -> list[tuple[bool, str]]:
    """What was looked at, in the reader's language."""
    return [(check.holds, str((HOLDS if check.holds else FAILS)[check.what])) for check in found.checks]


def verdict(found: proof.Proof) -> str:
    """What it comes to, in the reader's language."""
    if not found.holds:
        return gettext("Не сошлось: этой записи верить нельзя.")
    if found.dealing == dealing.MIXED and not found.has_phones:
        return gettext("Всё сошлось, но ни один телефон доли не добавил: верить приходится серверу.")
    return str(VERDICTS[found.dealing])
