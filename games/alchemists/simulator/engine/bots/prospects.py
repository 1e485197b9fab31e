"""What the areas offer a seat in this round: sales, artifacts, theories, debunks, mixes."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.engine.bots import debunking, goods, publishing, selling
from games.alchemists.simulator.engine.bots.known import BotKnowledge, bits_of, exhibits, rest_of
from games.alchemists.simulator.engine.bots.taste import Taste
from games.alchemists.simulator.engine.data import (
    AREAS,
    BUY,
    CUSTODIAN,
    DEBUNK,
    DRINK,
    EXHIBITION,
    FORAGE,
    PLACE,
    PUBLISH,
    SELL,
    STUDENT,
)
from games.alchemists.simulator.engine.gathering import offered, price_of
from games.alchemists.simulator.engine.selling import wanted
from simulator.engine.game import Why
from simulator.engine.tuples import without

REPEATED = 0.75  # of what an experiment tells when another comes before it


class Prospects(NamedTuple):
    """What the areas offer a seat this round. Worths are in points and without gold that changes hands.

    `papers` and `debunks`: the best one after another; `artifacts`: (worth, price, code), the best first.
    `sales` and, in the last round, the hands to be `shown` go by how many cards of the row are foraged;
    `given_up`: what the hand loses with the card that it misses least, beside a card. `mixes`: the worth of
    so many mixes, by foraged cards and whether two of the hand were sold.
    """

    known: BotKnowledge
    taste: Taste
    papers: tuple[publishing.TheoryPlan, ...]
    debunks: tuple[debunking.Attempt, ...]
    artifacts: tuple[tuple[float, int, str], ...]
    sales: tuple[selling.Offer | None, ...]
    shown: tuple[tuple[str, ...], ...]
    given_up: float
    mixes: dict[tuple[int, int, int], float]


def prospects(known: BotKnowledge, taste: Taste) -> Prospects:
    """Everything that doesn't depend on how the cubes lie."""
    papers = publishing.papers(known, taste)
    artifacts = [
        (goods.artifact_worth(known, taste, code), price_of(known.state, known.seat, code, 0), code)
        for code in offered(known.state)
    ]
    artifacts = [each for each in artifacts if each[0] > each[1] * taste.gold]
    return Prospects(
        known,
        taste,
        _different(papers),
        _separate(debunking.attempts(known, taste) if known.theories else ()),
        tuple(sorted(artifacts, key=lambda each: each[1] * taste.gold - each[0])),
        tuple(_sale(known, taste, n) for n in range(_most_foraged(known) + 1)),
        tuple(_shown(known, n) for n in range(_most_foraged(known) + 1)) if known.last else (),
        _given_up(known, taste),
        {},
    )


def _given_up(known: BotKnowledge, taste: Taste) -> float:
    before = goods.hand_worth(known, taste, known.hand)
    lost = [
        before - goods.hand_worth(known, taste, without(known.hand, card)) for card in sorted(set(known.hand))
    ]
    return max(0.0, min(lost, default=0.0) - taste.card)


def _different(papers: Sequence[publishing.TheoryPlan]) -> tuple[publishing.TheoryPlan, ...]:
    """Theories that can stand beside each other: other ingredients, other formulas."""
    found: list[publishing.TheoryPlan] = []
    for each in papers:
        if all(
            each.advice.ingredient != one.advice.ingredient
            and each.advice.alchemical != one.advice.alchemical
            for one in found
        ):
            found.append(each)
    return tuple(found[:3])


def _separate(found: Sequence[debunking.Attempt]) -> tuple[debunking.Attempt, ...]:
    """Debunks of different theories."""
    chosen: list[debunking.Attempt] = []
    for each in found:
        if all(set(each.advice.ingredients).isdisjoint(one.advice.ingredients) for one in chosen):
            chosen.append(each)
    return tuple(chosen[:3])


def _most_foraged(known: BotKnowledge) -> int:
    return len(AREAS[PLACE[FORAGE]].cubes[known.seen.players])


# --- Hands after foraging ----------------------------------------------------------------------------------


def _hands(known: BotKnowledge, foraged: int) -> Iterator[tuple[str, ...]]:
    """The hands that foraging may lead to: the best of the open row, as far as it goes."""
    n = min(foraged, len(known.seen.row))
    for cards in combinations_with_replacement(sorted(set(known.seen.row)), n):
        if all(cards.count(card) <= known.seen.row.count(card) for card in cards):
            yield (*known.hand, *cards)


def _sale(known: BotKnowledge, taste: Taste, foraged: int) -> selling.Offer | None:
    """The best sale of this round."""
    if known.round == 1:
        return None
    pairs = {pair for hand in _hands(known, foraged) for pair in advice.pairs_in(hand)}
    return selling.best_offer(known, taste, tuple(sorted(pairs)), wanted(known.state))


def mixed(found: Prospects, foraged: int, sold: int, n: int) -> float:
    """The worth of `n` mixes: experiments, in the last round exhibits; the best of what may be foraged."""
    key = (foraged, sold, n)
    if key not in found.mixes:
        known, offer = found.known, found.sales[foraged]
        best = 0.0
        for hand in (found.shown[foraged],) if known.last else _hands(known, foraged):
            sells = sold and offer and set(offer.sale.pair) <= set(hand)
            left = rest_of(hand, offer.sale.pair) if offer and sells else hand
            best = max(best, _worth_of(found, left, n))
        found.mixes[key] = best
    return found.mixes[key]


def _worth_of(found: Prospects, hand: tuple[str, ...], n: int) -> float:
    if found.known.last:
        return exhibits(found.known, hand, n).points
    return _told(found.known, found.taste, hand, n)


def _shown(known: BotKnowledge, foraged: int) -> tuple[str, ...]:
    """In the last round: the hand that shows most, of those that foraging may lead to."""
    attempts = len(AREAS[PLACE[EXHIBITION]].cubes[known.seen.players])
    return max(_hands(known, foraged), key=lambda hand: (exhibits(known, hand, attempts).points, hand))


def _told(known: BotKnowledge, taste: Taste, hand: Sequence[str], n: int) -> float:
    """So many experiments one after another; each knows what the one before has told."""
    told, points, share = bits_of(known.facts), 0.0, 1.0
    for _ in range(n):
        pair = goods.best_pair(told, hand)
        if pair is None:
            break
        points += share * told[pair] * taste.bit
        hand, share = rest_of(hand, pair), share * REPEATED
    return points


# --- What hints say of an area ------------------------------------------------------------------------------


def said(found: Prospects, area: str, n: int, foraged: int) -> tuple[Why, ...]:
    known = found.known
    if area == PUBLISH:
        return tuple(why for each in found.papers[:n] for why in publishing.said(each))
    if area == DEBUNK:
        return tuple(why for each in found.debunks[:n] for why in debunking.said(known, each))
    offer = found.sales[foraged]
    if area == SELL and offer:
        return (*_if_row(known, offer.sale.pair), *selling.said(known, offer))
    if area == BUY:
        return tuple(goods.artifact_said(code, price, points) for points, price, code in found.artifacts[:n])
    if area in (STUDENT, DRINK, CUSTODIAN):
        return _mix_said(known, foraged)
    if area == EXHIBITION:
        steps = exhibits(known, known.hand, n).steps
        shown = [selling.exhibit(known, step.pair, step.potion, 0) for step in steps]
        return tuple(why for each in shown for why in selling.said_exhibit(known, each))
    return ()


def _mix_said(known: BotKnowledge, foraged: int) -> tuple[Why, ...]:
    """The best experiment of the hand, or of what may be foraged."""
    told = bits_of(known.facts)
    pairs = {pair for hand in _hands(known, foraged) for pair in advice.pairs_in(hand)}
    best = max(
        sorted(pairs), key=lambda pair: (round(told[pair], 9), not _missing(known, pair)), default=None
    )
    if best is None:
        return ()
    counts = known.counts(best)
    if len(counts) < 2:
        return ()
    params = {"pair": best, "worlds": known.total, "counts": counts}
    return (*_if_row(known, best), Why("hint_splits", params))


def _missing(known: BotKnowledge, pair: Pair) -> list[str]:
    return [card for card in pair if card not in known.hand]


def _if_row(known: BotKnowledge, pair: Pair) -> tuple[Why, ...]:
    """A pair that isn't in the hand yet hangs on cards that others may take first."""
    missing = _missing(known, pair)
    return (Why("hint_if_row", {"cards": missing}),) if missing else ()
