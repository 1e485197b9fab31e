"""What is on the table: the boxes of a game, and what they bring to the moments that the base game names.

A box contributes a `Kit`, found by walking paths; the base game is the course of no box. Cards, frames and
answers of all boxes are entered where the base game has its own (`enrol`), as a box that isn't on the table
brings none of them into a game; moments and verbs are asked of the course, so that they cost nothing without.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, NamedTuple

from games.wizwar.rulebook.card_sets import PRINTED, CardSet
from games.wizwar.rulebook.set_content import content_with
from games.wizwar.simulator.engine.data import IMMEDIATE, LIKE, printed_as
from rulebook import finder
from simulator.engine.boxes import BASE, SEPARATOR, every_set
from simulator.engine.positions import Box
from web.refusal import Refusal

Hook = Callable[..., Any]


class Part(NamedTuple):
    """What a box keeps in a state besides its creatures: a NamedTuple whose defaults are a new game's.

    `read` makes it from what JSON made of its fields, with the number of players; raises ValueError. Fields
    that came `later` are written only where they aren't at their default.
    """

    kind: type[Any]
    read: Hook
    later: frozenset[str] = frozenset()


class Key(NamedTuple):
    """A key of short forms: `write(state, names)` gives its value, `read(state, value, names)` the state with
    it, `there(seen, names)` and `wanted(seen, value, names)` what is compared.
    """

    write: Hook
    read: Hook
    there: Hook
    wanted: Hook


class Kit(NamedTuple):
    """What a box brings. `enrol` enters its cards and frames; the rest are answers to moments of the game.

    Turns: `ticks(flow, seat, extra)`: one begins or is lost, `extra` by Speed; `dawns(flow, seat)`: frames
    that are asked first thing, in a lost turn too; `dusks(flow, seat)`: whether something is asked before the
    next one. Moves: `begins(flow, move)`: one of a turn is about to be made; `verbs` of a turn, `offers`
    those that are legal now, `policies` of the quick player, asked first, `intents(turn)` of plans.

    Walking: `heads(flow, who, half_edge)`: where a step really leads, -1 for nowhere; `steps(state, who,
    half_edge)`: why not; `shoves(flow, who, half_edge)`: before it is taken; `treads(flow, who)`: after a
    step of one's own, `arrives(flow, who)` after any; `floods(flow, squares)`: water comes there;
    `passes(state, who)`: whether walls, doors, bushes and fire are nothing to somebody.

    Cards: `plays(state, seat, card)`: why it can't be; `takes(state, act, thing)`: why it can't be picked up,
    `drops(state, seat, thing)` put down; `keeps(state, seat, card)`: why one can't get rid of it;
    `gone(flow, cards)`: they were discarded, `crushes(flow, frame, card)` by choice of their owner. `bare`
    are cards that are never hidden in a hand. What `replies(state, seat)` offers may be said in one's own
    turn and by whoever is asked for an answer; `anytime` has the verbs.

    Attacks: `targets(state, who, other)`: why not; `unfit(state, card, other)`: why a card isn't aimed at a
    creature; `reaches(state, seat, other)`: whether a kick does from another square; `kicks(flow, seat,
    target)`: its points, 0 for the usual; `spares(flow)`: whether the turn's attack isn't spent;
    `lands(flow, attack)`: the attack as it strikes, `feeds(flow, attack, n)`: it has taken so many lives;
    `shields(state, who, physical)`: whether damage does nothing; `sights(state, seat)`: the squares that are
    in sight whatever stands between.

    The rest: `leaves(flow, seat)`: a wizard is out; `judges(flow)`: before deaths are counted;
    `attunes(flow)`: something has changed; `tells(state, kind, clause, params)`: an event of a creature, in
    words of its own and by its own rule; `holds(state)`: invariants.
    """

    enrol: Callable[[], None]
    part: Part
    verbs: Mapping[str, Any]
    keys: Mapping[str, Key] = {}
    anytime: Mapping[str, Any] = {}
    bare: frozenset[str] = frozenset()
    ticks: Sequence[Hook] = ()
    dawns: Sequence[Hook] = ()
    dusks: Sequence[Hook] = ()
    begins: Sequence[Hook] = ()
    offers: Sequence[Hook] = ()
    policies: Sequence[Hook] = ()
    intents: Sequence[Hook] = ()
    heads: Sequence[Hook] = ()
    steps: Sequence[Hook] = ()
    shoves: Sequence[Hook] = ()
    treads: Sequence[Hook] = ()
    arrives: Sequence[Hook] = ()
    plays: Sequence[Hook] = ()
    takes: Sequence[Hook] = ()
    gone: Sequence[Hook] = ()
    targets: Sequence[Hook] = ()
    unfit: Sequence[Hook] = ()
    reaches: Sequence[Hook] = ()
    kicks: Sequence[Hook] = ()
    spares: Sequence[Hook] = ()
    floods: Sequence[Hook] = ()
    drops: Sequence[Hook] = ()
    leaves: Sequence[Hook] = ()
    judges: Sequence[Hook] = ()
    attunes: Sequence[Hook] = ()
    tells: Sequence[Hook] = ()
    holds: Sequence[Hook] = ()
    keeps: Sequence[Hook] = ()
    crushes: Sequence[Hook] = ()
    replies: Sequence[Hook] = ()
    passes: Sequence[Hook] = ()
    shields: Sequence[Hook] = ()
    lands: Sequence[Hook] = ()
    feeds: Sequence[Hook] = ()
    sights: Sequence[Hook] = ()


class Course:
    """The cards of a set of boxes, and for each moment of `Kit` the answers of all its boxes together.

    `cards` are those of the match, the table's own among them: the one place where their copies and figures
    are read. `alike` has the table's own by the card that they are like, that card first.
    """

    def __init__(self, boxes: tuple[str, ...], without: str = "", own: CardSet = PRINTED) -> None:
        found = [kits()[box] for box in boxes]
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
        self.box = Box(self.copies)
        self.parts = tuple(kit.part for kit in found)
        self.verbs = {verb: it for kit in found for verb, it in kit.verbs.items()}
        self.anytime = {verb: it for kit in found for verb, it in kit.anytime.items()}
        self.bare = IMMEDIATE.union(*(kit.bare for kit in found))
        self.keys = {key: it for kit in found for key, it in kit.keys.items()}
        for moment in MOMENTS:
            setattr(self, moment, tuple(chain.from_iterable(getattr(kit, moment) for kit in found)))

    def __eq__(self, other: object) -> bool:
        """A table's own cards make many courses, and the same may be made twice."""
        if not isinstance(other, Course):
            return NotImplemented
        return (self.boxes, self.without, self.own) == (other.boxes, other.without, other.own)

    def __hash__(self) -> int:
        return hash((self.boxes, self.without, self.own))

    def __reduce__(self) -> Any:
        return course_of, (SEPARATOR.join(self.boxes) or BASE, self.without, self.own)

    def __getattr__(self, name: str) -> tuple[Hook, ...]:
        raise AttributeError(name)  # the moments are set above; this tells their type

    def why_not(self, moment: str, *asked: Any) -> Refusal | None:
        """The first reason that a box has against something."""
        for find in getattr(self, moment):
            refusal: Refusal | None = find(*asked)
            if refusal is not None:
                return refusal
        return None


NO_MOMENTS = ("enrol", "part", "verbs", "keys", "anytime", "bare")
MOMENTS = tuple(name for name in Kit._fields if name not in NO_MOMENTS)


@cache
def kits() -> Mapping[str, Kit]:
    """What each box brings to the engine, in the order of their ids; from now on its cards can be played."""
    found = {
        box: module.KIT for box, module in finder.box_modules("simulator", "wizwar", "engine.kit").items()
    }
    for kit in found.values():
        kit.enrol()
    return found


@cache
def courses() -> Mapping[str, tuple[str, ...]]:
    """The boxes that may be on the table together, by the option's value; none first."""
    return every_set(kits())


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
