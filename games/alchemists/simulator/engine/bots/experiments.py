"""Mixing to learn: on the student, on oneself, by the Custodian, under the Thinking Cap; looking on."""

from collections.abc import Iterator, Sequence

from games.alchemists.scoring.points import FEATHER, loss_at
from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.data import GAME
from games.alchemists.simulator.engine.bots.known import BotKnowledge, Weighed, experiments_of
from games.alchemists.simulator.engine.bots.taste import Taste
from games.alchemists.simulator.engine.data import (
    CAP,
    CUSTODIAN,
    DRINK,
    EXHIBITION,
    INSANITY,
    PARALYSIS,
    POISON,
    STUDENT,
    STUDENT_PRICE,
)
from games.alchemists.simulator.engine.state import YES
from simulator.engine.game import Move, Why

MIXING = (CUSTODIAN, STUDENT, DRINK)
# What lying in hospital and waking up last cost, in points: half a round's best action, some choice of place.
POISON_COSTS, PARALYSIS_COSTS = 0.9, 0.6
PEEKING = 0.5  # of a bit, what one ingredient of another's mix tells
LEAST = 0.1  # that a card is worth which may still be mixed
KIND = 0.1  # that the last card of a kind is worth more than another of it
FEATHER_POINTS = int(GAME.constants["feather_points"])
INSANITY_LOSS = int(GAME.constants["drink_insanity"])


def weigh_mix(known: BotKnowledge, taste: Taste, move: Move, how: str) -> Weighed:
    """An experiment: what it tells in bits, who becomes certain, what a negative potion costs."""
    each = experiments_of(known.facts, known.hand)[move.args]
    why = [splits(known, each)]
    told = each.ahead if _mixes_left(known, how) > 1 else each.bits
    points = told * taste.bit + each.certain * taste.certain - taste.fear * each.negative / known.total
    if how != CAP and taste.plans and not known.last:
        points -= KIND * sum(known.hand.count(card) == 1 for card in move.args)
    if each.bits:
        why.append(Why("hint_bits", {"bits": each.bits, "certain": each.certain}))
    if told > each.bits and each.then:
        why.append(Why("hint_ahead", {"bits": each.ahead, "pair": each.then}))
    if how != CAP:
        harm, reasons = harm_of(known, taste, each, how)
        points -= harm
        why += reasons
    return Weighed(move, points, tuple(why))


def splits(known: BotKnowledge, each: advice.Experiment) -> Why:
    """How a pair divides the worlds; which potion it makes where that is sure."""
    counts = tuple(sorted(filter(None, each.results.values()), reverse=True))
    if len(counts) > 1:
        return Why("hint_splits", {"pair": each.pair, "worlds": known.total, "counts": counts})
    made = next(result for result, n in each.results.items() if n)
    return Why("hint_known", {"pair": each.pair, "potion": made, "worlds": known.total})


def _mixes_left(known: BotKnowledge, how: str) -> int:
    """Own mixes of this round that are still planned, this one included."""
    if how == CAP:
        return 1
    return sum(known.left_in(area) for area in MIXING)


def harm_of(
    known: BotKnowledge, taste: Taste, each: advice.Experiment, how: str
) -> tuple[float, tuple[Why, ...]]:
    """What a negative potion is expected to cost: on the student or on oneself."""
    return _unhappy(known, taste, each) if how == STUDENT else _drunk(known, each)


def _unhappy(known: BotKnowledge, taste: Taste, each: advice.Experiment) -> tuple[float, tuple[Why, ...]]:
    """A gold at once if the student is unhappy, else perhaps one for one's own second test."""
    if known.seen.unhappy:
        return STUDENT_PRICE * taste.gold, (Why("hint_paid", {"n": STUDENT_PRICE}),)
    if not each.negative or known.left_in(STUDENT) < 2:
        return 0.0, ()
    share = each.negative / known.total
    return share * STUDENT_PRICE * taste.gold, (Why("hint_unhappy", {"of": (each.negative, known.total)}),)


def _drunk(known: BotKnowledge, each: advice.Experiment) -> tuple[float, tuple[Why, ...]]:
    """Each potion harms once a round; poison and paralysis have no next round in the last one."""
    costs = {
        POISON: 0.0 if known.last else POISON_COSTS,
        PARALYSIS: 0.0 if known.last else PARALYSIS_COSTS,
        INSANITY: loss_at(known.board.reputation, INSANITY_LOSS),
    }
    lost, why = 0.0, []
    for potion, cost in costs.items():
        if cost and each.results[potion] and potion not in known.board.suffered:
            lost += cost * each.results[potion] / known.total
            why.append(Why("hint_harm", {"potion": potion, "of": (each.results[potion], known.total)}))
    return lost, tuple(why)


# --- Artifacts that come into it ---------------------------------------------------------------------------


def weigh_peek(known: BotKnowledge, taste: Taste, moves: Sequence[Move]) -> Iterator[Weighed]:
    """Looking costs nothing but the look of this round: an exhibit that failed tells nothing."""
    mix = known.seen.mixes[-1]
    tells = not (mix.how == EXHIBITION and mix.shown != YES)
    for move in moves:
        yield Weighed(move, PEEKING * taste.bit * tells, (Why("hint_peek", {}),) if tells else ())


def weigh_mortar(known: BotKnowledge, taste: Taste, moves: Sequence[Move]) -> Iterator[Weighed]:
    """The card comes back, unless the Feather counts a kind that isn't under it yet."""
    pair = known.own.pairs[-1]
    (kept,) = [card for card in pair if card != known.own.drawn]
    under = {card for cards in known.own.aside for card in cards}
    shown = known.seen.mixes[-1]
    counts = shown.how == EXHIBITION and shown.shown == YES and known.owns(FEATHER) and kept not in under
    code = "hint_feather" if counts else "hint_mortar"
    for move in moves:
        points = -float(FEATHER_POINTS) if counts else max(taste.card, LEAST)
        yield Weighed(move, points, (Why(code, {"ingredient": kept}),))
