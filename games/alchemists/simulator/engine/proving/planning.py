"""Whether what is said of plans is so: what an area has to offer, and what the cubes are enough for."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from games.alchemists.simulator.engine.data import (
    MORTAR,
    PLACE,
    SEALS_PER_BOOK,
    SELL,
    TRANSMUTE,
    number_on,
)
from games.alchemists.simulator.engine.proving import brute
from games.alchemists.simulator.engine.proving.mixing import EXPERIMENTS
from games.alchemists.simulator.engine.proving.selling import likeliest, most_gold, wanted
from games.alchemists.simulator.engine.proving.theories import book_of, debunked_in, right_in
from games.alchemists.simulator.engine.proving.tried import Check, Counts, Tried, named

Plan = tuple[tuple[str, int], ...]
Offer = tuple[int, Mapping[str, Any]]  # how many actions have something to be done, and what is told of it
LIKELY = 2  # a thing counts that is so in at least one of two worlds


def _forage(tried: Tried) -> Offer:
    n = len([card for card in brute.NAMES if card in tried.before.row and card not in tried.hand])
    return n, {"n": n}


def _transmute(tried: Tried) -> Offer:
    n = sum(n - 1 for n in Counter(tried.hand).values())
    return n, {"n": n}


def _mix(tried: Tried) -> Offer:
    """Pairs beside each other: a card of the commonest kind wants one of another kind each."""
    cards, before = list(tried.hand), 0
    most = max(Counter(cards).values(), default=0)
    pairs = min(len(cards) // 2, len(cards) - most)
    for area in EXPERIMENTS:
        before += tried.frame.actions[PLACE[area]] if PLACE[area] < tried.frame.area else 0
    return max(0, pairs - before), {"n": pairs}


def _sell(tried: Tried) -> Offer:
    best = most_gold(tried, tuple(brute.pairs_in(tried.hand)), wanted(tried))
    if best is None:
        return 0, {"of": (0, tried.total)}
    told = {"level": best.level, "price": best.price, "of": tried.of(best.kept)}
    return int(LIKELY * best.kept >= tried.total), told


def _buy_artifact(tried: Tried) -> Offer:
    prices, n = sorted(map(tried.price, tried.offered)), 0
    while n < len(prices) and sum(prices[: n + 1]) <= _gold(tried):
        n += 1
    return n, {"n": n, "gold": _gold(tried)}


def _gold(tried: Tried) -> int:
    """With what the cards bring that the plan transmutes."""
    transmuted = int(tried.frame.actions[PLACE[TRANSMUTE]])
    return tried.board.gold + transmuted * number_on("area_transmute", "gold")


def _debunk(tried: Tried) -> Offer:
    lying = [name for name in brute.NAMES if book_of(tried, name).token]
    odds = [max(debunked_in(tried, (name,), colour) for colour in brute.COLOURS) for name in lying]
    likely = [worlds for worlds in odds if LIKELY * worlds >= tried.total]
    return len(likely), {"of": tried.of(max(odds, default=0))}


def _publish(tried: Tried) -> Offer:
    books = {name: book_of(tried, name) for name in brute.NAMES}
    n = sum(
        LIKELY * right_in(tried, name) >= tried.total
        for name, book in books.items()
        if tried.seat not in book.seats and len(book.seats) < SEALS_PER_BOOK
    )
    return n, {"n": n}


def _exhibition(tried: Tried) -> Offer:
    coloured = {*brute.MADE.values()} - {brute.NEUTRAL}
    odds = [likeliest(tried, (potion,)) for potion in coloured]
    return sum(LIKELY * worlds >= tried.total for worlds in odds), {"of": tried.of(max(odds))}


OFFERS: Mapping[str, Callable[[Tried], Offer]] = {
    "forage": _forage,
    "transmute": _transmute,
    "mix": _mix,
    "sell": _sell,
    "buy_artifact": _buy_artifact,
    "debunk": _debunk,
    "publish": _publish,
    "exhibition": _exhibition,
}


def _asked(tried: Tried, name: str) -> int | None:
    """How many actions of these areas a move plans; None where it is about others."""
    if tried.verb != "plan":
        return None
    area, n = tried.move.args
    return int(n) if (area in EXPERIMENTS if name == "mix" else area == name) else None


def _of_area(name: str) -> dict[str, Check]:
    """What is said of an area: there is enough, too little, or nothing where none is planned."""

    def enough(tried: Tried, **told: Any) -> bool:
        n = _asked(tried, name)
        there, params = OFFERS[name](tried) if n else (0, {})
        return 0 < (n or 0) <= there and params == told

    def short(tried: Tried, **told: Any) -> bool:
        n = _asked(tried, name)
        if not n or (name == "mix" and MORTAR in tried.board.artifacts):
            return False
        there, params = OFFERS[name](tried)
        return there < n and params == told

    def none(tried: Tried, **told: Any) -> bool:
        return _asked(tried, name) == 0 and OFFERS[name](tried) == (0, told)

    return {f"say_plan_{name}": enough, f"say_plan_{name}_short": short, f"say_plan_{name}_none": none}


def plan_splits(tried: Tried, worlds: int, counts: Counts) -> bool:
    if not _asked(tried, "mix") or worlds != tried.total or len(counts) < 2:
        return False
    _, best = tried.best_pair(tried.hand)
    return best is not None and tried.parts(best) == counts


def plan_buy_if_sold(tried: Tried, price: int, gold: int) -> bool:
    """With the sale that is planned the cheapest artifact can be paid, and without it not."""
    there, _ = _buy_artifact(tried)
    sale = most_gold(tried, tuple(brute.pairs_in(tried.hand)), wanted(tried)) if _sells(tried) else None
    if not _asked(tried, "buy_artifact") or there or sale is None:
        return False
    cheapest = min(map(tried.price, tried.offered), default=0)
    return sale.price == gold and 0 < cheapest == price <= _gold(tried) + gold


def _sells(tried: Tried) -> bool:
    return tried.verb == "plan" and tried.frame.actions[PLACE[SELL]] > 0


def plan_cubes(tried: Tried, n: int) -> bool:
    return tried.verb == "assistant" and n == tried.frame.cubes + tried.move.args[0]


def above(tried: Tried, n: int) -> bool:
    """Others stand in the area, and whoever is helped stands above them."""
    if tried.verb != "associate" or tried.move.args[0] not in PLACE:
        return False
    return 0 < n == len(tried.before.rows[PLACE[tried.move.args[0]]])


def keeps_associate(tried: Tried) -> bool:
    return tried.verb == "associate" and tried.move.args == ("none",)


def _left(tried: Tried) -> int | None:
    """The cubes that an answer leaves for the areas that come."""
    if tried.verb == "plan":
        return int(tried.frame.cubes - tried.cubes(*tried.move.args))
    added = {"assistant": tried.move.args[0], "associate": 0}.get(tried.verb)
    return None if added is None else tried.frame.cubes + added


def _needed(tried: Tried, plan: Plan) -> int:
    """The cubes of actions in areas that are still to be asked about and open this round; others can't be."""
    if not all(PLACE[area] > tried.frame.area for area, _ in plan):
        return tried.before.players * len(PLACE)
    return sum(tried.cubes(area, n) for area, n in plan)


def plan_fits(tried: Tried, plan: Plan) -> bool:
    left = _left(tried)
    return bool(plan) and left is not None and left >= _needed(tried, plan)


def plan_lacks(tried: Tried, plan: Plan) -> bool:
    left = _left(tried)
    return bool(plan) and left is not None and left < _needed(tried, plan)


CHECKS = {
    **dict(named(plan_splits, plan_cubes, above, keeps_associate, plan_fits, plan_lacks, plan_buy_if_sold)),
    **{code: check for name in OFFERS for code, check in _of_area(name).items()},
}
