"""Whether the cards of a finished match came from where its saved record says, by that record alone."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simulator.engine import dealing
from simulator.engine.record import Record, record_from_json, steps_of
from simulator.engine.refusal import BadRecord
from simulator.game import engine_of, played_games
from web import strict_json

WHOLE, COMMITTED, BOUND, SHARED, REPLAYED = "whole", "committed", "bound", "shared", "replayed"
DEALINGS = {dealing.MIXED, dealing.TYPED, dealing.GIVEN}


class NoProof(ValueError):
    """A text that is no saved record, or an old one, which says nothing of its deal."""


class Check(NamedTuple):
    what: str
    holds: bool


class Proof(NamedTuple):
    """What was looked at, and what a record says of its deal: `dealing` is how it was dealt, `has_phones`
    whether a phone had a share in it.
    """

    dealing: str
    checks: tuple[Check, ...]
    has_phones: bool

    @property
    def holds(self) -> bool:
        return all(check.holds for check in self.checks)


def sealed(body: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a record with a digest of all that stands before it: no byte of the file can change."""
    return {**body, "digest": _digest(body)}


def written(data: Mapping[str, Any]) -> str:
    """The text of a saved record, letter by letter."""
    return json.dumps(data, ensure_ascii=False)


def prove(text: str) -> Proof:
    """Raises NoProof where there is nothing to be proved."""
    try:
        data = strict_json.read(text)
        record = record_from_json(data)
    except (strict_json.BadJson, BadRecord) as error:
        raise NoProof(str(error)) from error
    deal = data.get("deal")
    how = deal.get("how") if isinstance(deal, dict) else None
    if not isinstance(how, str) or how not in DEALINGS or record.game not in played_games():
        raise NoProof("no deal")
    shares = _shares(deal)
    checks: tuple[Check, ...] = (Check(WHOLE, _is_whole(text, data)),)
    if checks[0].holds:  # of a file that was changed nothing else is worth saying
        mixed = _mixed(deal, shares, record) if how == dealing.MIXED else ()
        checks = (*checks, *mixed, Check(REPLAYED, _is_replayed(record)))
    return Proof(how, checks, any(share.by == dealing.PHONE for share in shares))


def holds(text: str) -> bool:
    """Whether a text is a saved record whose deal is proved."""
    try:
        return prove(text).holds
    except NoProof:
        return False


def _digest(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(written(body).encode()).hexdigest()


def _is_whole(text: str, data: Mapping[str, Any]) -> bool:
    body = {key: value for key, value in data.items() if key != "digest"}
    return text.rstrip("\r\n") == written(sealed(body))


class _Share(NamedTuple):
    text: str
    by: str


def _shares(deal: Mapping[str, Any]) -> list[_Share]:
    """The shares as a file has them, whatever stands there."""
    listed = deal.get("shares")
    found = [share for share in listed if isinstance(share, dict)] if isinstance(listed, list) else []
    return [_Share(str(share.get("share")), str(share.get("drawn_by"))) for share in found]


def _mixed(deal: Mapping[str, Any], shares: Sequence[_Share], record: Record) -> tuple[Check, ...]:
    """The server's number is the one it committed itself to, whatever no phone drew follows from it, and all
    the shares together make the seed.
    """
    seed, salt, texts = deal.get("seed"), str(deal.get("salt")), [share.text for share in shares]
    if type(seed) is not int or not all(dealing.SHARE.fullmatch(part) for part in (salt, *texts)):
        return Check(COMMITTED, False), Check(BOUND, False), Check(SHARED, False)
    complete = len(shares) == record.config.get("players") and record.start is None
    bound = (
        share.by == dealing.PHONE or share.text == dealing.bound_share(seed, salt, place)
        for place, share in enumerate(shares)
    )
    return (
        Check(COMMITTED, dealing.commitment(seed, salt) == deal.get("commitment")),
        Check(BOUND, all(bound)),
        Check(SHARED, complete and dealing.mixed(seed, salt, texts) == record.seed),
    )


def _is_replayed(record: Record) -> bool:
    """Whether the rules deal from this seed and lead by these moves to the end of a game."""
    game = engine_of(record.game)
    try:
        *_, last = steps_of(game, record)
    except BadRecord:
        return False
    return not game.to_act(last.state)
