"""On whose tables a recipe may lie, by the log: whom a page offers as its owner.

Where the log leaves open which of two recipes went, either may still lie there: nobody is left out who may
have it.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from games.potions.scoring.points import ASSEMBLE, BEFORE, SPELL, Boxes, Play
from games.potions.scoring.sheet.box import Table, box_sheets, content
from games.potions.scoring.sheet.plays import recipe_slots
from games.potions.scoring.sheet.remarks import conjuring, fits, replacing

ANY = ""  # a recipe that a spell brought or turned: it may be any
Wanted = frozenset[str]  # the cards of which one was taken, or is


class Holders:
    """Who holds what after these plays."""

    def __init__(self, plays: Sequence[Play], table: Table):
        self.table = table
        self.known = all(play.kind != BEFORE for play in plays)  # else nobody knows what lay on the tables
        self._stand_ins = frozenset(
            (ANY, *(card for box in box_sheets(table.boxes) for card in box.stand_ins))
        )
        self._spells = conjuring(table.boxes) | replacing(table.boxes)
        self._lying: list[list[str]] = [[] for _ in range(table.seats)]
        self._taken: list[list[Wanted]] = [[] for _ in range(table.seats)]
        for play in plays:
            self._follow(play)

    def of(self, slot: str) -> list[int]:
        """The seats that may have a recipe for an ingredient, or what stands in for it."""
        wanted = self._fitting([slot]) | self._stand_ins
        return [seat for seat in range(self.table.seats) if self._may_give(seat, wanted)]

    def only(self, slot: str) -> bool:
        """Whether all that could go there is one player's, and the recipe itself."""
        seats = self.of(slot)
        return len(seats) == 1 and self._may_give(seats[0], self._fitting([slot]))

    def _follow(self, play: Play) -> None:
        if play.kind == ASSEMBLE:
            self._assemble(play)
        elif play.place and play.card:
            for owner in _givers(play):
                self._give(owner, Wanted([play.card]) | self._stand_ins)
        elif not (play.kind == SPELL and play.card in self._spells):
            return
        self._lying[play.seat].append(ANY if play.kind == SPELL else play.card)

    def _assemble(self, play: Play) -> None:
        """Each owner gave one of the recipes; the rest was the player’s own or, as an owner may have given
        more than one (clause assemble.once), an owner’s.
        """
        slots, givers = recipe_slots(play.card), _givers(play)
        if not givers:
            for slot in slots:
                self._give(play.seat, self._fitting([slot]) | self._stand_ins)
            return
        wanted = self._fitting(slots) | self._stand_ins
        for owner in givers:
            self._give(owner, wanted)
        for _ in slots[len(givers) :]:
            any(self._give(seat, wanted) for seat in (play.seat, *givers))

    def _give(self, seat: int, wanted: Wanted) -> bool:
        possible = self._may_give(seat, wanted)
        if possible:
            self._taken[seat].append(wanted)
        return possible

    def _may_give(self, seat: int, wanted: Wanted) -> bool:
        """Whether, besides all that was taken, there is a card for this."""
        lying = self._lying[seat]
        return not wanted.isdisjoint(lying) and _has_all([*self._taken[seat], wanted], lying)

    def _fitting(self, slots: Iterable[str]) -> Wanted:
        return Wanted(card for slot in slots for card in _cards_for(slot, self.table.boxes))


def _givers(play: Play) -> list[int]:
    return [*play.owners, *(owner for owner, _ in play.silent)]


@cache
def _cards_for(slot: str, boxes: Boxes) -> Wanted:
    return Wanted(card.id for card in content(boxes).cards if fits(slot, card.id))


def _has_all(wishes: Sequence[Wanted], cards: Sequence[str]) -> bool:
    """Whether each wish can have a card of its own (a matching, by augmenting paths)."""
    taker: dict[int, int] = {}

    def find(wish: int, tried: set[int]) -> bool:
        for n, card in enumerate(cards):
            if card in wishes[wish] and n not in tried:
                tried.add(n)
                if n not in taker or find(taker[n], tried):
                    taker[n] = wish
                    return True
        return False

    return all(find(wish, set()) for wish in range(len(wishes)))
