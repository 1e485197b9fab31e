"""What is on the table: the boxes of a game, and the cards that there are with them.

A box is found by walking paths; the base game is the course of no box. Cards, frames and answers of all boxes
are entered where the base game has its own (`Box.enrol`), as a box that isn't on the table brings none of
them into a game; moments and verbs are asked of the course, so that they cost nothing without.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from games.wizwar.rulebook.card_sets import PRINTED, CardSet
from games.wizwar.rulebook.set_content import content_with
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.data import IMMEDIATE, LIKE, printed_as
from rulebook import finder
from simulator.engine import positions
from simulator.engine.boxes import BASE, SEPARATOR, Asked, every_set


class Course:
    """The cards of a set of boxes, and the boxes: `asked(Box.before_turn)` are the answers of those that have
    a say, `first(Box.step_refusal, …)` is the first answer that says anything.

    `cards` are those of the match, the table's own among them: the one place where their copies and figures
    are read. `alike` has the table's own by the card that they are like, that card first.
    """

    def __init__(self, boxes: tuple[str, ...], without: str = "", own: CardSet = PRINTED) -> None:
        self.on_table = tuple(all_boxes()[box] for box in boxes)
        self.asked = Asked(Box, self.on_table)
        self.first = self.asked.first
        # Asked at every event and every choice, so kept ready.
        self.event_told, self.after_change = self.asked(Box.event_told), self.asked(Box.after_change)
        self.boxes, self.without, self.own = boxes, without, own
        self.content = content_with(own, boxes)
        self.cards = {
            card.id: card
            for card in self.content.cards
            if card.deck == "deck" and card.count and printed_as(card.id) != without
        }
        self.alike: dict[str, tuple[str, ...]] = {
            like: (like, *(card for card in self.cards if LIKE.get(card) == like))
            for like in {LIKE[card] for card in self.cards if card in LIKE}
        }
        self.copies = {card: entry.count for card, entry in self.cards.items()}
        self.deck = tuple(card for card, copies in self.copies.items() for _ in range(copies))
        self.all_cards = Counter(self.deck)
        self.box = positions.CardSupply(self.copies)
        self.verbs = {verb: it for box in self.on_table for verb, it in box.verbs.items()}
        self.anytime_verbs = {verb: it for box in self.on_table for verb, it in box.anytime_verbs.items()}
        self.never_held = IMMEDIATE.union(*(box.never_held for box in self.on_table))
        self.keys = {key: it for box in self.on_table for key, it in box.keys.items()}

    def __eq__(self, other: object) -> bool:
        """A table's own cards make many courses, and the same may be made twice."""
        if not isinstance(other, Course):
            return NotImplemented
        return (self.boxes, self.without, self.own) == (other.boxes, other.without, other.own)

    def __hash__(self) -> int:
        return hash((self.boxes, self.without, self.own))

    def __reduce__(self) -> Any:
        return course_of, (SEPARATOR.join(self.boxes) or BASE, self.without, self.own)


@cache
def all_boxes() -> Mapping[str, Box]:
    """What each box brings to the engine, in the order of their ids; from now on its cards can be played."""
    found: dict[str, Box] = {
        box: module.BOX for box, module in finder.box_modules("simulator", "wizwar", "engine.box").items()
    }
    for box in found.values():
        box.enrol()
    return found


@cache
def courses() -> Mapping[str, tuple[str, ...]]:
    """The boxes that may be on the table together, by the option's value; none first."""
    return every_set(all_boxes())


def course_of(sets: str, without: str = "", own: CardSet = PRINTED) -> Course:
    """The course of an option's value, with a card taken out of the deck, and a table's own cards."""
    return _own_course(sets, without, own) if own else _course(sets, without)


@cache
def _course(sets: str, without: str) -> Course:
    return Course(boxes_of(sets), without)


@lru_cache(maxsize=64)
def _own_course(sets: str, without: str, own: CardSet) -> Course:
    return Course(boxes_of(sets), without, own)


def boxes_of(sets: str) -> tuple[str, ...]:
    """The boxes of an option's value."""
    return () if sets == BASE else courses()[sets]
