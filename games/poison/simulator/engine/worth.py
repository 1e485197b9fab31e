"""By what a position of Poison is judged: what was taken, the hand, and what lies in the cauldrons."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import mul

from games.poison.scoring.points import (
    COLOURS,
    POISON_POINTS,
    POTION_POINTS,
    Round,
    holders,
    points_of,
    totals,
)
from games.poison.simulator.engine.data import CODES, COLOUR, DECK, VALUE
from games.poison.simulator.engine.rules import cauldron_colours, legal_placements, poison_opens, pour
from games.poison.simulator.engine.state import Cauldron, State, counts_of
from games.poison.simulator.engine.view import View
from simulator.engine.game import Seat

Hand = Sequence[float]  # how many cards of each code, on average where they aren't seen

REMEMBERED = 1 << 12
COPIES = tuple(DECK.count(code) for code in CODES)
POINTS = {code: POTION_POINTS if COLOUR[code] else POISON_POINTS for code in CODES}
VALUES = tuple(VALUE[code] for code in CODES)
IS_SMALL = tuple(value <= min(VALUES) + 1 for value in VALUES)  # goes in almost anywhere
IS_LARGE = tuple(value == max(VALUES) for value in VALUES)
IS_POISON = tuple(not COLOUR[code] for code in CODES)
IN_COLOUR = tuple(tuple(COLOUR[code] == colour for code in CODES) for colour in COLOURS)


def scores(state: State) -> tuple[int, ...]:
    """The points of the finished rounds."""
    return totals(state.history) or (0,) * state.players


def traits(view: View, seat: Seat) -> Mapping[str, float]:
    """The series and the round so far, then the hand and what it can do. `…_each` is the share of one seat,
    `…_early` counts while there are cards left to be played.
    """
    done, (now, shed) = _done(view.history), _round(view.captured, view.kept)[seat]
    rounds = view.players - view.round
    left = sum(view.hand_sizes) / len(DECK)
    lying = sum([POINTS[card] for cauldron in view.cauldrons for card in cauldron.cards])
    return {
        "done": done[seat] if done else 0,
        "rounds": rounds,
        "rounds_each": rounds / view.players,
        "round": 1,
        "round_each": 1 / view.players,
        "now": now,
        "now_early": now * left,
        "shed": shed,
        "shed_early": shed * left,
        "lying": lying,
        "lying_each": lying / view.players,
        **_of_hand(view, seat),
    }


@lru_cache(maxsize=REMEMBERED)
def _done(history: tuple[Round, ...]) -> tuple[int, ...]:
    return totals(history)


@lru_cache(maxsize=REMEMBERED)
def _round(
    captured: Sequence[Sequence[str]], kept: tuple[tuple[int, str], ...]
) -> tuple[tuple[int, int], ...]:
    """By seat the points of the round if it ended now, and the cards that would be shed."""
    table = [counts_of(cards) for cards in captured]
    shed = [0] * len(table)
    for place, holder in enumerate(holders(table, kept).values()):
        if holder is not None:
            shed[holder] += table[holder][place]
    return tuple(zip(points_of(table, kept), shed, strict=True))


def _of_hand(view: View, seat: Seat) -> dict[str, float]:
    size, seen = view.hand_sizes[seat], seat == view.seat
    hand, prices = _hand(view, seat), _prices_for(view, seat)
    fit = sum([n for n, price in zip(hand, prices, strict=True) if price == 0])
    stuck = _without(fit, size, seen)
    paid = stuck * min([price for n, price in zip(hand, prices, strict=True) if n and price], default=0)
    wait = (seat - view.agenda[-1].seat) % view.players if view.agenda else 0
    acts = bool(view.agenda) and not wait
    return {
        "hand": size,
        "value": _of_kind(hand, VALUES),
        "small": _of_kind(hand, IS_SMALL),
        "large": _of_kind(hand, IS_LARGE),
        "poison": _of_kind(hand, IS_POISON),
        "colours": sum([1 - _without(_of_kind(hand, kind), size, seen) for kind in IN_COLOUR]),
        "fit": fit,
        "stuck": stuck,
        "paid": paid,
        "acts": acts,
        "wait": wait,
        "paid_now": paid * acts,
    }


def _of_kind(hand: Hand, kind: Sequence[float]) -> float:
    return float(sum(map(mul, hand, kind)))


def _without(n: float, size: int, seen: bool) -> float:
    """How likely it is that a hand has no card of a kind, of which it has `n` on average."""
    if seen or not size:
        return float(n == 0 and size > 0)
    return max(0.0, 1 - n / size) ** size


def _hand(view: View, seat: Seat) -> Hand:
    if seat == view.seat:
        return [view.hand.count(code) for code in CODES]
    left = _unseen(view.hand, view.captured, view.cauldrons)
    share = view.hand_sizes[seat] / max(1, sum(left))
    return [n * share for n in left]


@lru_cache(maxsize=REMEMBERED)
def _unseen(
    hand: Sequence[str], captured: Sequence[Sequence[str]], cauldrons: Sequence[Cauldron]
) -> tuple[int, ...]:
    """Of each code the cards that lie neither in the open nor in the hand that looks."""
    known = [*hand, *(card for pile in captured for card in pile)]
    known += [card for cauldron in cauldrons for card in cauldron.cards]
    return tuple(n - known.count(code) for n, code in zip(COPIES, CODES, strict=True))


def _prices_for(view: View, seat: Seat) -> Sequence[int | None]:
    """The points that the cheapest play of each card takes; None where it can't be played.

    Under the house rule by which poison may have to wait an unseen hand counts as one that holds potions.
    """
    shape = cauldron_colours(view.cauldrons)
    opens = poison_opens(view.options, shape, view.hand if seat == view.seat else CODES)
    return _prices(view.cauldrons, view.options.recolor_after_poison_overflow, opens)


@lru_cache(maxsize=REMEMBERED)
def _prices(cauldrons: tuple[Cauldron, ...], recolours: bool, opens: bool) -> tuple[int | None, ...]:
    shape = cauldron_colours(cauldrons)
    return tuple(
        min(
            [
                sum([POINTS[taken] for taken in pour(cauldrons[move.args[1] - 1], code, recolours).taken])
                for move in legal_placements(code, shape, opens)
            ],
            default=None,
        )
        for code in CODES
    )
