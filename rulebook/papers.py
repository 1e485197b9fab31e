"""What has changed since a paper was printed: its QR code says the day and the digest of its edition."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import combinations, product
from typing import NamedTuple

from rulebook import shelf
from rulebook.content.boxes import joined_digest
from rulebook.content.entries import Box, Edition, GameContent, Revision
from rulebook.content.history import newest_first

SHORT = 8  # letters of the digest that stand on paper
ADDRESS = re.compile(rf"(\d{{4}}-\d\d-\d\d)-([0-9a-f]{{{SHORT}}})")


class KnownEdition(NamedTuple):
    """An edition that is known: what has changed since, the newest first."""

    since: tuple[Revision, ...]


def address_of(content: GameContent) -> str:
    """«2026-11-27-0f3a9c12»: what stands in the address of a paper."""
    return f"{content.updated}-{content.digest[:SHORT]}"


def read(said: str) -> Edition | None:
    """The edition that an address names; None if no paper has such a one."""
    found = ADDRESS.fullmatch(said)
    try:
        return Edition(date.fromisoformat(found[1]).isoformat(), found[2]) if found else None
    except ValueError:
        return None


def known(game_id: str, paper: Edition) -> KnownEdition | None:
    """What has changed since a paper of this edition; None if the edition is not remembered."""
    base, boxes = shelf.games()[game_id], shelf.whole(game_id).boxes
    for n in range(len(boxes) + 1):
        for chosen in combinations(boxes, n):
            for parts in product(*(_at(head, paper.date) for head in (base, *chosen))):
                found = [edition for _, edition in parts]
                newest = max(edition.date for edition in found)
                if newest == paper.date and joined_digest(found).startswith(paper.digest):
                    return KnownEdition(newest_first(tuple(_since(parts))))
    return None


def _at(head: GameContent | Box, day: str) -> Iterator[tuple[GameContent | Box, Edition]]:
    """The editions of a folder that a paper of that day may have: those of the day, the last one before."""
    every = head.editions or (Edition(head.updated, head.digest),)
    before = [edition for edition in every if edition.date < day]
    yield from ((head, edition) for edition in every if edition.date == day)
    yield from ((head, edition) for edition in before[-1:])


def _since(parts: Sequence[tuple[GameContent | Box, Edition]]) -> Iterator[Revision]:
    """What changed after these editions. Of a day with several editions it isn’t kept which changed what, so
    that but for the last of them all changes of the day count.
    """
    for head, edition in parts:
        last = [each for each in head.editions if each.date == edition.date][-1:]
        whole_day = bool(last) and last[0] != edition
        for revision in head.revisions:
            if revision.date > edition.date or (whole_day and revision.date == edition.date):
                yield revision
