"""Selling: which order and guarantee, from which pair, under which discount; and the potions to exhibit."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.alchemists.scoring.points import loss_at, smiles_of
from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.data import GAME, LEVELS, POTIONS
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.deduction.worlds import tables
from games.alchemists.simulator.engine.bots.known import (
    BotKnowledge,
    Weighed,
    exhibition_of,
    exhibits,
    rest_of,
    sales_of,
    shown_by_others,
)
from games.alchemists.simulator.engine.bots.taste import Taste
from games.alchemists.simulator.engine.data import EXHIBITION, PLACE, SALE_CELLS, SELL
from games.alchemists.simulator.engine.options import figures
from games.alchemists.simulator.engine.selling import MERCHANT_GOLD, is_first, opposite, wanted
from games.alchemists.simulator.engine.state import Sale as Staged
from simulator.engine.game import Move, Why

BARMAID_REPUTATION = 1
LOSES = tuple(level for level in LEVELS if GAME.card_by_code[level].data["loses_reputation"])
OTHERS_BID = (0.5, 0.3, 0.15, 0.05)  # how likely another's discount is thought to be
TRIED = 8  # exhibits that are looked into one step further


class Offer(NamedTuple):
    """A sale with its worth in points; `barmaids` are part of it, and what it tells in `bits`."""

    sale: advice.SaleAdvice
    points: float
    bits: float
    barmaids: int = 0


def offers(
    known: BotKnowledge, taste: Taste, pairs: Sequence[Pair], orders: Sequence[str], discount: int
) -> Iterator[Offer]:
    """Every sale of these pairs for these orders."""
    for pair in pairs:
        for order in orders:
            for sale, bits in sales_of(known.facts, pair, order, known.board.reputation, discount):
                points = sale.gold * taste.gold + sale.reputation + bits * taste.bit
                points -= taste.fear * (1 - sale.kept / known.total)
                yield Offer(sale, points, bits)


def best_offer(
    known: BotKnowledge, taste: Taste, pairs: Sequence[Pair], orders: Sequence[str], discount: int = 0
) -> Offer | None:
    return max(offers(known, taste, pairs, orders, discount), key=lambda each: each.points, default=None)


def said(known: BotKnowledge, each: Offer) -> tuple[Why, ...]:
    """What a sale rests on."""
    sale = each.sale
    params = {
        "pair": sale.pair,
        "wanted": sale.wanted,
        "level": sale.guarantee,
        "of": (sale.kept, known.total),
        "price": sale.price,
        "mean": sale.gold,
    }
    why = [Why("hint_sale", params)]
    if sale.bad:
        why.append(Why("hint_sale_bad", {"of": (sale.bad, known.total), "lost": -sale.reputation}))
    if each.bits:
        why.append(Why("hint_sale_bits", {"bits": each.bits}))
    return tuple(why)


def discount_of(known: BotKnowledge) -> int:
    """What the seat has bid."""
    return max(0, known.seen.bids[known.seat])


def weigh_order(known: BotKnowledge, taste: Taste, move: Move) -> Weighed:
    """The best guarantee for an order; a Merchant is worth a gold to the first, to others the open cell."""
    order, merchants = move.args
    best = best_offer(known, taste, advice.pairs_in(known.hand), (order,), discount_of(known))
    if best is None:
        return Weighed(move, -1.0)
    gold = MERCHANT_GOLD * (merchants if is_first(known.state) else max(0, merchants - 1))
    return Weighed(move, best.points + gold * taste.gold - merchants * taste.favour, said(known, best))


def weigh_guarantee(known: BotKnowledge, taste: Taste, staged: Staged, move: Move) -> Weighed:
    """The best pair under this guarantee."""
    found = [
        each
        for each in offers(known, taste, advice.pairs_in(known.hand), (staged.potion,), discount_of(known))
        if each.sale.guarantee == move.args[0]
    ]
    best = max(found, key=lambda each: each.points)
    return Weighed(move, best.points, said(known, best))


def weigh_sale_mix(known: BotKnowledge, taste: Taste, staged: Staged, move: Move) -> Weighed:
    """A pair under the guarantee and the Barmaids that were declared."""
    found = sales_of(known.facts, move.args, staged.potion, known.board.reputation, discount_of(known))
    each = next(Offer(sale, 0.0, bits) for sale, bits in found if sale.guarantee == staged.level)
    helped = with_barmaids(known, taste, each, staged.barmaids)
    return Weighed(move, helped.points, said(known, helped))


def weigh_barmaid(known: BotKnowledge, taste: Taste, staged: Staged, move: Move) -> Weighed:
    """The best pair with so many Barmaids, each lifting the level by one."""
    discount = discount_of(known)
    found = [
        with_barmaids(known, taste, Offer(sale, 0.0, bits), move.args[0])
        for pair in advice.pairs_in(known.hand)
        for sale, bits in sales_of(known.facts, pair, staged.potion, known.board.reputation, discount)
        if sale.guarantee == staged.level
    ]
    best = max(found, key=lambda each: each.points)
    return Weighed(move, best.points - move.args[0] * taste.favour, said(known, best))


def with_barmaids(known: BotKnowledge, taste: Taste, each: Offer, barmaids: int) -> Offer:
    """The same sale as so many Barmaids make it: counts by the levels that count (ruling 40)."""
    sale, total = each.sale, known.total
    lifted = dict.fromkeys(LEVELS, 0)
    gained = 0
    for place, level in enumerate(LEVELS):
        lifted[LEVELS[max(0, place - barmaids)]] += sale.levels[level]
        gained += max(0, barmaids - place) * sale.levels[level]
    kept = sum(lifted[level] for level in LEVELS[: LEVELS.index(sale.guarantee) + 1])
    bad = sum(lifted[level] for level in LOSES)
    loss = loss_at(known.board.reputation, int(GAME.constants["bad_sale"]))
    helped = sale._replace(kept=kept, bad=bad, gold=sale.price * kept / total, reputation=-loss * bad / total)
    points = helped.gold * taste.gold + helped.reputation + gained * BARMAID_REPUTATION / total
    return Offer(helped, points + each.bits * taste.bit, each.bits, barmaids)


# --- Discounts ---------------------------------------------------------------------------------------------


def weigh_bid(known: BotKnowledge, taste: Taste, move: Move) -> Weighed:
    """The best sale as the first seller, and as a later one who finds an order taken. What will be promised
    is no matter of fear yet.
    """
    discount, taste = move.args[0], taste._replace(fear=0.0)
    pairs = advice.pairs_in(known.hand)
    orders = wanted(known.state)
    best = best_offer(known, taste, pairs, orders, discount)
    if best is None:
        return Weighed(move, 0.0, (Why("hint_bid_none", {}),))
    open_later = _left_when(known, best.sale.wanted)
    later = best_offer(known, taste, pairs, open_later, discount) if open_later else None
    first = 1.0 if taste.alone else _first_with(known, discount)
    points = first * max(0.0, best.points) + (1 - first) * max(0.0, later.points if later else 0.0)
    return Weighed(move, points, said(known, best))


def _left_when(known: BotKnowledge, taken: str) -> tuple[str, ...]:
    """The orders that stay open when another takes this one."""
    cells = dict(zip(wanted(known.state), SALE_CELLS[known.seen.players], strict=True))
    return tuple(order for order, cell in cells.items() if cell != cells[taken])


def _first_with(known: BotKnowledge, discount: int) -> float:
    """How likely nobody has more smiles, or as many from a row further up."""
    smiles = figures(known.seen.options).smiles
    rows = known.seen.rows[PLACE[SELL]]
    own = smiles_of(smiles[discount], known.board.reputation)
    place = next(n for n, row in enumerate(rows) if row.seat == known.seat)
    chance = 1.0
    for n, row in enumerate(rows):
        if row.seat != known.seat:
            reputation = known.seen.boards[row.seat].reputation
            theirs = [smiles_of(smiles[bid], reputation) for bid in range(len(OTHERS_BID))]
            chance *= sum(
                likely
                for bid, likely in zip(theirs, OTHERS_BID, strict=True)
                if bid < own or (bid == own and place < n)
            )
    return chance


# --- The exhibition ----------------------------------------------------------------------------------------


class Exhibit(NamedTuple):
    """A promise with its pair; `points` with the best that can follow, `own` by itself."""

    pair: Pair
    potion: str
    success: int
    points: float
    own: float


def exhibit_list(known: BotKnowledge, attempts: int) -> list[Exhibit]:
    """The best promises: each looked into for both of its outcomes, the best first."""
    planned = {(step.pair, step.potion) for step in exhibits(known, known.hand, attempts).steps}
    found = [
        exhibit(known, pair, potion, 0)
        for potion in POTIONS
        if potion not in known.board.exhibited
        for pair in advice.pairs_in(known.hand)
    ]
    found.sort(key=lambda each: ((each.pair, each.potion) not in planned, -each.own))
    tried = [exhibit(known, each.pair, each.potion, attempts) for each in found[:TRIED]]
    return sorted(tried, key=lambda each: -each.points)


def exhibit(known: BotKnowledge, pair: Pair, potion: str, attempts: int) -> Exhibit:
    """One promise; with more than one attempt left, what the rest of the hand can still show after it."""
    made = known.worlds & tables().made[pair][potion]
    success = made.bit_count()
    share = success / known.total
    shown = known.board.exhibited
    gain = int(GAME.constants["exhibit_first"]) * (potion not in shown_by_others(known))
    gain += int(GAME.constants["exhibit_both"]) * (opposite(potion) in shown)
    loss = loss_at(known.board.reputation, int(GAME.constants["exhibit_failure"]))
    own = share * gain - (1 - share) * loss
    return Exhibit(pair, potion, success, own + _after(known, pair, potion, attempts - 1, share), own)


def _after(known: BotKnowledge, pair: Pair, potion: str, attempts: int, share: float) -> float:
    """What can be shown next, knowing whether this one came out."""
    if attempts < 1:
        return 0.0
    hand = rest_of(known.hand, pair)
    others, done = shown_by_others(known), known.board.exhibited
    total = 0.0
    if share:
        learned = (*known.facts, Fact("mix", pair, (potion,)))
        total += share * exhibition_of(learned, hand, attempts, others, (*done, potion)).points
    if share < 1:
        learned = (*known.facts, Fact("not_mix", pair, (potion,)))
        total += (1 - share) * exhibition_of(learned, hand, attempts, others, done).points
    return total


def weigh_promise(known: BotKnowledge, move: Move, found: Sequence[Exhibit]) -> Weighed:
    """The best pair for a promise; one that nothing good was found for is left alone."""
    best = next((each for each in found if each.potion == move.args[0]), None)
    if best is None:
        pairs = advice.pairs_in(known.hand)
        best = max((exhibit(known, pair, move.args[0], 0) for pair in pairs), key=lambda each: each.own)
    return Weighed(move, best.points, said_exhibit(known, best))


def weigh_exhibit(known: BotKnowledge, potion: str, move: Move) -> Weighed:
    each = exhibit(known, move.args, potion, known.left_in(EXHIBITION))
    return Weighed(move, each.points, said_exhibit(known, each))


def said_exhibit(known: BotKnowledge, each: Exhibit) -> tuple[Why, ...]:
    params = {"pair": each.pair, "potion": each.potion, "of": (each.success, known.total), "points": each.own}
    return (Why("hint_exhibit", params),)
