"""Orders, guarantees, discounts, and what is shown at the exhibition."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.alchemists.scoring.points import loss_at, sale_gold, smiles_of
from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.chemistry import MADE_AT
from games.alchemists.simulator.deduction.data import GAME, LEVELS
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.engine.bots.known import BotKnowledge, shown_by_others
from games.alchemists.simulator.engine.data import BARMAID, EXHIBITION, MERCHANT, SELL
from games.alchemists.simulator.engine.options import figures
from games.alchemists.simulator.engine.proposing.asked import (
    OpenAsked,
    bad,
    declining,
    good,
    leaving,
    likelier,
    spending,
)
from games.alchemists.simulator.engine.proposing.mixing import counts_of
from games.alchemists.simulator.engine.selling import LOSES, MERCHANT_GOLD, is_first, opposite, wanted
from games.alchemists.simulator.engine.state import Sale
from simulator.engine.game import Move, Proposition


class BestSale(NamedTuple):
    """The sale that brings most gold in expectation: `kept` and `bad` count worlds, `levels` go by level."""

    level: str
    price: int
    kept: int
    bad: int
    levels: tuple[int, ...]


def levels_of(known: BotKnowledge, pair: Pair, order: str, barmaids: int) -> tuple[int, ...]:
    """The worlds by the level that counts, the best first, each Barmaid lifting it by one."""
    counts, lifted = counts_of(known, pair), [0] * len(LEVELS)
    for place, level in enumerate(LEVELS):
        lifted[max(0, place - barmaids)] += sum(counts[result] for result in MADE_AT[order, level])
    return tuple(lifted)


def best_sale(
    known: BotKnowledge,
    pairs: Sequence[Pair],
    orders: Sequence[str],
    levels: Sequence[str] = LEVELS,
    discount: int | None = None,
    barmaids: int = 0,
) -> BestSale | None:
    """The first of those that bring most: by pairs, then orders, then levels from the best down."""
    laid = max(0, known.seen.bids[known.seat]) if discount is None else discount
    best: BestSale | None = None
    for pair in pairs:
        for order in orders:
            counts = levels_of(known, pair, order, barmaids)
            for level in levels:
                price = sale_gold(level, known.board.reputation, laid)
                kept = sum(counts[: LEVELS.index(level) + 1])
                if price > 0 and (best is None or price * kept > best.price * best.kept):
                    lost = sum(n for each, n in zip(LEVELS, counts, strict=True) if each in LOSES)
                    best = BestSale(level, price, kept, lost, counts)
    return best


def of_sale(asked: OpenAsked, sale: BestSale | None) -> Iterator[Proposition]:
    """How surely a guarantee is kept, for how much, and what it does to the reputation."""
    if sale is None:
        yield bad("sale_none")
        return
    if sale.kept == asked.total:
        yield good("sale_sure", level=sale.level, price=sale.price)
    elif 2 * sale.kept >= asked.total:
        yield good("sale_kept", level=sale.level, price=sale.price, of=asked.of(sale.kept))
    else:
        yield bad("sale_doubtful", of=asked.of(asked.total - sale.kept))
    yield from of_reputation(asked, sale.bad)


def of_reputation(asked: OpenAsked, worlds: int) -> Iterator[Proposition]:
    lost = loss_at(asked.known.board.reputation, int(GAME.constants["bad_sale"]))
    if worlds and lost:
        yield bad("sale_bad", of=asked.of(worlds), n=lost)
    else:
        yield good("sale_safe")


def _order(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known = asked.known
    pairs = advice.pairs_in(known.hand)
    if move.verb == "decline":
        orders = sorted({each.args[0] for each in asked.moves if each.verb == "order"})
        best = best_sale(known, pairs, orders)
        if best is None or 2 * best.kept < asked.total:
            yield good("sale_poor", of=asked.of(best.kept if best else 0))
        yield good("sale_safe")
        yield from declining(asked)
        return
    order, merchants = move.args
    yield from of_sale(asked, best_sale(known, pairs, (order,)))
    gold = MERCHANT_GOLD * (merchants if is_first(known.state) else max(0, merchants - 1))
    if gold:
        yield good("merchant_gold", n=gold)
    yield from spending(MERCHANT, merchants)


def _sale(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known, staged = asked.known, asked.frame
    assert isinstance(staged, Sale)
    if move.verb == "mix":
        sale = best_sale(known, (move.args,), (staged.potion,), (staged.level,), barmaids=staged.barmaids)
        yield from of_sale(asked, sale)
        told = sorted(filter(None, levels_of(known, move.args, staged.potion, 0)), reverse=True)
        if len(told) > 1:
            yield good("sale_tells", worlds=asked.total, counts=tuple(told))
        yield from leaving(asked, move.args)
        return
    level, barmaids = staged.level or move.args[0], move.args[0] if move.verb == "barmaid" else 0
    pairs = advice.pairs_in(known.hand)
    yield from of_sale(asked, best_sale(known, pairs, (staged.potion,), (level,), barmaids=barmaids))
    yield from spending(BARMAID, barmaids)


def _bid(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known, discount = asked.known, move.args[0]
    printed = figures(known.seen.options).smiles[discount]
    yield good("bid_smiles", n=smiles_of(printed, known.board.reputation))
    pairs = advice.pairs_in(known.hand)
    yield from of_sale(asked, best_sale(known, pairs, wanted(known.state), discount=discount))


# --- The exhibition ----------------------------------------------------------------------------------------


def best_show(known: BotKnowledge, potions: Sequence[str]) -> int:
    """In how many worlds the likeliest of these comes out of the hand."""
    pairs = advice.pairs_in(known.hand)
    return max((counts_of(known, pair)[potion] for pair in pairs for potion in potions), default=0)


def _showing(asked: OpenAsked, worlds: int) -> Proposition:
    return likelier(asked, worlds, "show", "show_doubtful")


def _exhibition(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known = asked.known
    if move.verb == "decline":
        best = best_show(known, [each.args[0] for each in asked.moves if each.args])
        if 2 * best < asked.total:
            yield good("show_poor", of=asked.of(best))
        yield from declining(asked)
        return
    (potion,) = move.args
    if opposite(potion) in known.board.exhibited:
        yield good("show_both")
    yield _showing(asked, best_show(known, (potion,)))
    if potion not in shown_by_others(known):
        yield good("show_first")


def _promise(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    yield _showing(asked, counts_of(asked.known, move.args)[asked.frame.potion])
    yield from leaving(asked, move.args)


SAYERS = {SELL: _order, "Sale": _sale, "Bid": _bid, EXHIBITION: _exhibition, "Promise": _promise}
