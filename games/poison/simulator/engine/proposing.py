"""What can be said of each legal move of Poison: what it brings now, what it leaves to whoever is next, and
what in one's own hand. All of it is so in every world of the view, but for what is told as almost sure.

`proving` looks each of them up in the engine, by another way.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import comb

from games.poison.scoring.points import COLOURS, COPIES, POTION_POINTS, most_of
from games.poison.simulator.engine.data import COLOUR, EMPTY, LIMIT, VALUE
from games.poison.simulator.engine.playouts import cost
from games.poison.simulator.engine.rules import (
    cauldron_colours,
    legal_moves,
    legal_placements,
    next_with_cards,
    pour,
)
from games.poison.simulator.engine.state import Cauldron, Turn, counts_of
from games.poison.simulator.engine.view import View, unseen, world
from simulator.engine.game import Hint, Move, Proposition, Seat

SMALL, LARGE = 2, 5  # values of cards that fit nearly everywhere, and of those that don't
LEAD = 3  # cards more than anybody else, which aren't caught up with at once
FEW = 2  # unseen cards
DEAR = 4  # points of a cauldron that nobody would like to take
ALMOST_SURE = 0.98  # more than the 19 of 20 that are told, so that it stands in any sample of worlds
DENIED = 0.92  # less than that, so that it is denied in any

Said = Iterator[Proposition]


class Outlook:
    """What a seat sees, and all that its legal moves would come to."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.recolours = view.options.recolor_after_poison_overflow
        self.opens = view.options.poison_may_open_empty_cauldron
        self.unseen = Counter(unseen(view))
        self.tried = [Tried(self, move) for move in legal_moves(world(view, 0), seat)]

    def is_free(self, card: str, cauldrons: Sequence[Cauldron]) -> bool:
        """Whether some cauldron takes a card without a spill."""
        shape = cauldron_colours(tuple(cauldrons))
        plays = legal_placements(card, shape, self.opens)
        return any(not pour(cauldrons[play.args[1] - 1], card, self.recolours).taken for play in plays)


class Tried:
    """A card laid into a cauldron."""

    def __init__(self, seen: Outlook, move: Move) -> None:
        self.seen, self.move = seen, move
        self.card, self.place = move.args
        self.before = seen.view.cauldrons[self.place - 1]
        self.after, self.total, self.taken = pour(self.before, self.card, seen.recolours)
        self.price = cost(self.taken)
        hand = list(seen.view.hand)
        hand.remove(self.card)
        self.rest = tuple(hand)
        self.cauldrons = list(seen.view.cauldrons)
        self.cauldrons[self.place - 1] = self.after
        hands = [("",) * size for size in seen.view.hand_sizes]
        hands[seen.seat] = self.rest
        self.next = next_with_cards(hands, seen.seat)

    @cached_property
    def fitting(self) -> int:
        """How many of the unseen cards could be laid next without a spill."""
        seen = self.seen
        return sum(n for card, n in seen.unseen.items() if seen.is_free(card, self.cauldrons))

    @cached_property
    def stuck(self) -> float | None:
        """How likely whoever is next has to take cards, by all hands there may be; None: that's oneself."""
        if self.next is None or self.next == self.seen.seat:
            return None
        hidden, size = self.seen.unseen.total(), self.seen.view.hand_sizes[self.next]
        return comb(hidden - self.fitting, size) / comb(hidden, size)

    @cached_property
    def outlets(self) -> int:
        """How many of one's own cards could be, if nothing changed."""
        return sum(self.seen.is_free(card, self.cauldrons) for card in self.rest)


def propositions(view: View, hint: Hint) -> Mapping[Move, Sequence[Proposition]]:
    """What is so of each legal move, the weightiest first."""
    seat = view.seat
    if seat is None or not hint.estimates:
        return {}
    if not isinstance(view.agenda[-1], Turn):
        return {row.move: tuple(_of_majority(view, seat, row.move)) for row in hint.estimates}
    seen = Outlook(view, seat)
    return {
        tried.move: tuple(said for kind in KINDS for said in kind(tried, seen.tried)) for tried in seen.tried
    }


def _of_majority(view: View, seat: Seat, move: Move) -> Said:
    """Shed or kept: what the cards of that colour are worth."""
    (colour,) = move.args
    n = most_of([counts_of(cards) for cards in view.captured], colour).n
    code, good = ("hint_sheds", True) if move.verb == "shed" else ("hint_keeps", False)
    yield Proposition(code, {"colour": colour, "n": n, "points": n * POTION_POINTS}, good)


# --- What the move takes -----------------------------------------------------------------------------------


def _taken(tried: Tried, others: Sequence[Tried]) -> Said:
    if not tried.taken:
        return
    poisons = sum(not COLOUR[card] for card in tried.taken)
    params = {"cauldron": tried.place, "n": poisons or len(tried.taken), "points": tried.price}
    yield Proposition("hint_takes_poison" if poisons else "hint_takes_potions", params, False)


def _extremes(tried: Tried, others: Sequence[Tried]) -> Said:
    prices = [each.price for each in others]
    least, most = min(prices), max(prices)
    if 0 < least == tried.price < most:
        yield Proposition("hint_cheapest", {"points": tried.price})
    if least < tried.price == most and len({*prices}) > 2:
        yield Proposition("hint_dearest", {"points": tried.price}, False)


def _majority(tried: Tried, others: Sequence[Tried]) -> Said:
    """Of a colour that is taken: whether it will be shed."""
    view, seat = tried.seen.view, tried.seen.seat
    for place, colour in enumerate(COLOURS):
        more = counts_of(tried.taken)[place]
        counts = [counts_of(cards)[place] for cards in view.captured]
        own, most = counts[seat] + more, max(n for other, n in enumerate(counts) if other != seat)
        if not more or own <= most:
            continue
        if own > most + COPIES[colour] - sum(counts) - more:
            yield Proposition("hint_sheds_surely", {"colour": colour, "n": own})
        elif own >= most + LEAD:
            yield Proposition("hint_sheds_if", {"colour": colour, "n": own, "lead": own - most})


def _nothing_taken(tried: Tried, others: Sequence[Tried]) -> Said:
    if not tried.taken:
        yield Proposition("hint_free", {})


# --- What it leaves to others ------------------------------------------------------------------------------


def _forces(tried: Tried, others: Sequence[Tried]) -> Said:
    if tried.stuck == 1:
        yield Proposition("hint_forces", {"seat": tried.next})


def _lets(tried: Tried, others: Sequence[Tried]) -> Said:
    """Whoever is next almost surely has a way out; told only where no other move all but does the same."""
    near = [each for each in others if each.stuck and 1 - ALMOST_SURE < each.stuck < 1 - DENIED]
    if tried.stuck is not None and tried.stuck <= 1 - ALMOST_SURE and not near:
        yield Proposition("hint_lets", {"seat": tried.next}, good=False, likely=True)


def _room(tried: Tried, others: Sequence[Tried]) -> Said:
    """How many of the unseen cards still fit, where it is told from other moves."""
    if tried.next is None or not tried.seen.unseen:
        return
    fitting = [each.fitting for each in others]
    params = {"n": tried.fitting, "total": tried.seen.unseen.total()}
    if min(fitting) == tried.fitting < max(fitting):
        yield Proposition("hint_tightest", params)
    if min(fitting) < tried.fitting == max(fitting):
        yield Proposition("hint_loosest", params, False)


def _full(tried: Tried, others: Sequence[Tried]) -> Said:
    if tried.next is not None and not tried.taken and tried.total == LIMIT:
        yield Proposition("hint_full", {"cauldron": tried.place, "points": cost(tried.after.cards)})


def _brink(tried: Tried, others: Sequence[Tried]) -> Said:
    """Of a cauldron that isn't full: whether next to nothing fits into it."""
    if tried.next is None or tried.taken or tried.total == LIMIT:
        return
    n = sum(
        copies
        for card, copies in tried.seen.unseen.items()
        if COLOUR[card] in ("", tried.after.colour) and tried.total + VALUE[card] <= LIMIT
    )
    if n <= FEW and tried.after.colour in COLOURS:
        yield Proposition("hint_brink", {"cauldron": tried.place, "n": n})


def _dear(tried: Tried, others: Sequence[Tried]) -> Said:
    points = cost(tried.after.cards)
    if tried.next is not None and not tried.taken and points >= DEAR and not COLOUR[tried.card]:
        yield Proposition("hint_dear", {"cauldron": tried.place, "points": points})


def _roomy(tried: Tried, others: Sequence[Tried]) -> Said:
    if tried.next is not None and not tried.taken and tried.total + max(VALUE.values()) <= LIMIT:
        yield Proposition("hint_roomy", {"cauldron": tried.place, "total": tried.total})


def _nobody_has(tried: Tried, others: Sequence[Tried]) -> Said:
    """Of the colour laid: whether it is the last card of it that anybody could hold."""
    colour = COLOUR[tried.card]
    held = (*tried.seen.unseen, *tried.rest)
    if tried.next is not None and colour and not any(COLOUR[card] == colour for card in held):
        yield Proposition("hint_nobody_has", {"cauldron": tried.place, "colour": colour})


# --- What it leaves in one's own hand ----------------------------------------------------------------------


def _poison_gone(tried: Tried, others: Sequence[Tried]) -> Said:
    if tried.taken or COLOUR[tried.card]:
        return
    left = sum(not COLOUR[card] for card in tried.rest)
    yield Proposition("hint_rid_of_poison", {"n": left})


def _poison_near(tried: Tried, others: Sequence[Tried]) -> Said:
    """Poison in a cauldron of a colour that one still has to lay."""
    colour = tried.after.colour
    own = sum(COLOUR[card] == colour for card in tried.rest)
    if not tried.taken and not COLOUR[tried.card] and colour in COLOURS and own:
        yield Proposition("hint_poisons_own", {"colour": colour, "n": own}, False)


def _large_gone(tried: Tried, others: Sequence[Tried]) -> Said:
    value = VALUE[tried.card]
    rest = [VALUE[card] for card in tried.rest]
    if value >= LARGE and rest and value >= max(rest) and value > min(rest):
        yield Proposition("hint_rid_of_large", {"card": tried.card})


def _small(tried: Tried, others: Sequence[Tried]) -> Said:
    left = sum(VALUE[card] <= SMALL for card in tried.rest)
    if VALUE[tried.card] > SMALL:
        if left:
            yield Proposition("hint_keeps_small", {"n": left, "value": SMALL})
        return
    larger = [each for each in others if VALUE[each.card] > SMALL and not each.taken]
    if larger:
        best = max(larger, key=lambda each: (VALUE[each.card], each.move))
        yield Proposition("hint_spends_small", {"card": best.card}, False)


def _own_colour(tried: Tried, others: Sequence[Tried]) -> Said:
    """Whether one's other cards of the colour of the cauldron still fit there."""
    colour = tried.after.colour
    own = [card for card in tried.rest if COLOUR[card] == colour]
    if colour not in COLOURS or not own:
        return
    if tried.before.colour == EMPTY:
        yield Proposition("hint_opens", {"colour": colour, "n": len(own)})
    if not any(tried.seen.is_free(card, tried.cauldrons) for card in own):
        yield Proposition("hint_closes", {"cauldron": tried.place, "colour": colour, "n": len(own)}, False)


def _outlets(tried: Tried, others: Sequence[Tried]) -> Said:
    """What could be laid next, if nothing changed."""
    if not tried.rest:
        return
    outlets = [each.outlets for each in others]
    if not tried.outlets:
        yield Proposition("hint_stuck", {}, False)
    elif max(outlets) == tried.outlets > min(outlets):
        yield Proposition("hint_outlets", {"n": tried.outlets})


KINDS = (
    _forces,
    _majority,
    _extremes,
    _nobody_has,
    _full,
    _brink,
    _poison_gone,
    _own_colour,
    _poison_near,
    _taken,
    _outlets,
    _room,
    _large_gone,
    _dear,
    _small,
    _roomy,
    _lets,
    _nothing_taken,
)
