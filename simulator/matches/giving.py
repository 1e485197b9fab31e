"""A match that goes on at another server: what is given, and how it is taken there, once.

The file is `{"match": …, "key": …, "seats": […], "record": {…}}`: the public id there, a secret that follows
from the host's link and proves that more may be added, who sits where, and the saved record. One of a match
under way holds all cards and the seed: only who has all seats at the own device may have it.
"""

import re
from contextlib import suppress
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from simulator.engine.record import Record, steps_of
from simulator.matches import deal, play
from simulator.matches.access import MatchAccess
from simulator.models import HERE, PHONE, Match
from web.errors import RequestError
from web.links import GIVEN_ID, GIVEN_KEY, capability, derived, is_among

NAMES = {"match", "key", "seats", "record"}


class GivenMatch(NamedTuple):
    """Where a record comes from, and who sits where; `kinds` is empty where a file doesn't say so."""

    id: str
    key: str
    kinds: tuple[str, ...]


def may_give(access: MatchAccess) -> bool:
    """Whether this device may have all that is known of the match: it is over, or all its people sit here."""
    is_alone = all(seat.kind != PHONE for seat in access.seats) and access.match.is_dealt
    return access.is_host and (access.match.finished or is_alone)


def file_of(access: MatchAccess) -> dict[str, Any]:
    """What is given of a match that may be."""
    match = access.match
    going_on = {**match.record().to_json(), "names": list(access.names)}
    return {
        "match": match.public_id,
        "key": derived("simulator.giving.key", match.host_token),
        "seats": [seat.kind for seat in access.seats],
        "record": deal.saved(access) if match.finished else going_on,
    }


def opened(data: Any) -> tuple[GivenMatch | None, Any]:
    """The record in a file, and where it comes from, if the file says so. Raises RequestError."""
    if not (isinstance(data, dict) and "record" in data):
        return None, data
    public_id, key, kinds = data.get("match"), data.get("key"), data.get("seats", [])
    sound = isinstance(kinds, list) and all(isinstance(kind, str) for kind in kinds) and {*data} <= NAMES
    for text, form in ((public_id, GIVEN_ID), (key, GIVEN_KEY)):
        sound = sound and isinstance(text, str) and re.fullmatch(form, text) is not None
    if not sound:
        raise RequestError(400, gettext("В записи не хватает нужного, или стоит там не то."))
    return GivenMatch(public_id, key, tuple(kinds)), data["record"]


def take(given: GivenMatch, record: Record, players: list[play.SeatPlayer]) -> Match:
    """The match here, with what is new of the record. Raises RequestError and BadRecord."""
    if known := Match.objects.filter(given_key=given.key).first():
        return _catch_up(known, given, record)
    with suppress(IntegrityError):
        about = {"given_key": given.key, "given_from": given.id, "host_token": _host_token(given.key)}
        return play.begin(record, _seated(given, record, players), **about)
    return _catch_up(Match.objects.get(given_key=given.key), given, record)  # another device was first


def _host_token(key: str) -> str:
    """The host's link of what is given with a key, until the host replaces it."""
    return capability("simulator.giving.host", key)


def _seated(given: GivenMatch, record: Record, players: list[play.SeatPlayer]) -> list[play.SeatPlayer]:
    """People and bots where they sat; who sat at another phone is played by a bot, as in any record."""
    known = {HERE, *play.engine_of(record.game).bots}
    if len(given.kinds) != len(players) or not {*given.kinds} <= known:
        return players
    return [player._replace(kind=kind) for player, kind in zip(players, given.kinds, strict=True)]


def _catch_up(match: Match, given: GivenMatch, record: Record) -> Match:
    """Adds the moves that the match doesn't have; one that has gone on otherwise stays as it is."""
    if (match.game, match.given_from) != (record.game, given.id):
        raise RequestError(409, gettext("С ключом этого файла сюда уже отдали другую партию."))
    if not is_among(match.host_token, [_host_token(given.key)]):
        raise RequestError(403, gettext("Эта партия здесь уже есть, но её ссылки заменили."))
    with transaction.atomic():
        locked = Match.objects.select_for_update().get(pk=match.pk)
        there = locked.record()
        if there.cut(len(record.moves)) == record:
            return locked
        if record.cut(len(there.moves)) != there:
            raise RequestError(409, gettext("Здесь эта партия пошла иначе. Она осталась как была."))
        *_, last = steps_of(locked.engine, record)
        locked.moves.bulk_create(
            locked.moves.model(match=locked, ply=ply, seat=seat, text=text)
            for ply, (seat, text) in enumerate(record.moves[len(there.moves) :], len(there.moves) + 1)
        )
        locked.finished = not locked.engine.to_act(last.state)
        locked.touch("finished")
    return locked
