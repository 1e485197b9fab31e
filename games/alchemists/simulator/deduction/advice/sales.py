"""What to sell, and under which guarantee."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.alchemists.scoring.points import loss_at, sale_gold
from games.alchemists.simulator.deduction.advice.hand import pairs_in
from games.alchemists.simulator.deduction.chemistry import MADE_AT
from games.alchemists.simulator.deduction.data import GAME, LEVELS
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.deduction.worlds import Count, Worlds, tables


class SaleAdvice(NamedTuple):
    """Selling `wanted` from a pair with a guarantee; `gold` and `reputation` are expected.

    `levels`, `kept` (the guarantee) and `bad` (costs reputation) count worlds; `price` is what a kept
    guarantee pays.
    """

    pair: Pair
    wanted: str
    guarantee: str
    price: int
    levels: Mapping[str, int]
    kept: int
    bad: int
    gold: float
    reputation: float


def sales(
    worlds: Worlds,
    hand: Sequence[str] | None,
    orders: Sequence[str],
    reputation: int,
    discount: int = 0,
    *,
    count: Count = int.bit_count,
) -> list[SaleAdvice]:
    """Every sale that pays at least one gold, the best first: by gold, then by reputation kept.

    Source: clauses sell.guarantee, sell.limit, reputation.sales; rulings 33-35.
    """
    found = [
        _sale(_levels(worlds, pair, wanted, count), pair, wanted, guarantee, reputation, discount)
        for pair in pairs_in(hand)
        for wanted in orders
        for guarantee in LEVELS
    ]
    paying = [sale for sale in found if sale.price >= 1] if worlds else []
    return sorted(paying, key=lambda sale: (-round(sale.gold, 9), -round(sale.reputation, 9)))


def _levels(worlds: Worlds, pair: Pair, wanted: str, count: Count) -> dict[str, int]:
    made = tables().made[pair]
    return {level: sum(count(worlds & made[result]) for result in MADE_AT[wanted, level]) for level in LEVELS}


def _sale(
    levels: Mapping[str, int], pair: Pair, wanted: str, guarantee: str, reputation: int, discount: int
) -> SaleAdvice:
    total = max(sum(levels.values()), 1)
    kept = sum(levels[level] for level in LEVELS[: LEVELS.index(guarantee) + 1])
    bad = sum(n for level, n in levels.items() if GAME.card_by_code[level].data["loses_reputation"])
    price = sale_gold(guarantee, reputation, discount)
    loss = loss_at(reputation, int(GAME.constants["bad_sale"]))
    return SaleAdvice(
        pair, wanted, guarantee, price, levels, kept, bad, price * kept / total, -loss * bad / total
    )
