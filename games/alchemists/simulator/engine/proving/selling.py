"""Whether what is said of sales and of the exhibition is so."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.alchemists.scoring.points import QUALITIES, loss_at, smiles_of, zone_of
from games.alchemists.simulator.engine.data import ADVENTURERS, EXHIBITION, SELL
from games.alchemists.simulator.engine.options import figures
from games.alchemists.simulator.engine.proving import brute
from games.alchemists.simulator.engine.proving.tried import Counts, Pair, Tried, named


class Sold(NamedTuple):
    """A sale: its guarantee and price, in how many worlds it is kept and in how many it costs reputation."""

    level: str
    price: int
    kept: int
    bad: int


def _levels(tried: Tried, pair: Pair, order: str, barmaids: int) -> Counter[str]:
    """The worlds by the level that counts: each Barmaid lifts it by one."""
    found: Counter[str] = Counter()
    for made, n in tried.made(pair).items():
        place = brute.LEVELS.index(brute.level(made, order))
        found[brute.LEVELS[max(0, place - barmaids)]] += n
    return found


def most_gold(
    tried: Tried,
    pairs: Iterable[Pair],
    orders: Sequence[str],
    levels: Sequence[str] = brute.LEVELS,
    discount: int = 0,
    barmaids: int = 0,
) -> Sold | None:
    """Of all sales the first of those that bring most gold in expectation, by card, discount and zone."""
    best: Sold | None = None
    zone = zone_of(tried.board.reputation)
    for pair in pairs:
        for order in orders:
            counts = _levels(tried, pair, order, barmaids)
            bad = counts["neutral"] + counts["wrong"]
            for level in levels:
                price = QUALITIES[level].data["price"] - discount + zone.gold
                kept = sum(counts[each] for each in brute.LEVELS[: brute.LEVELS.index(level) + 1])
                if price >= 1 and (best is None or price * kept > best.price * best.kept):
                    best = Sold(level, price, kept, bad)
    return best


def wanted(tried: Tried) -> tuple[str, ...]:
    return ADVENTURERS[tried.before.adventurers[tried.before.round - 2]]


def _discount(tried: Tried) -> int:
    return max(0, tried.before.bids[tried.seat])


def _sold(tried: Tried) -> Sold | None:
    """The sale that a move of selling leads to at best; None for no such move, and where there is none."""
    pairs, frame = tuple(brute.pairs_in(tried.hand)), tried.frame
    if tried.verb == "bid":
        return most_gold(tried, pairs, wanted(tried), discount=tried.move.args[0])
    if tried.verb == "order":
        return most_gold(tried, pairs, tried.move.args[:1], discount=_discount(tried))
    if tried.verb == "guarantee":
        return most_gold(tried, pairs, (frame.potion,), tried.move.args, _discount(tried))
    if tried.verb == "barmaid":
        levels, helped = (frame.level,), tried.move.args[0]
        return most_gold(tried, pairs, (frame.potion,), levels, _discount(tried), helped)
    if tried.verb == "mix" and tried.kind == "Sale":
        levels = (frame.level,)
        return most_gold(tried, (tried.move.args,), (frame.potion,), levels, _discount(tried), frame.barmaids)
    return None


SALES = ("bid", "order", "guarantee", "barmaid")


def sale_none(tried: Tried) -> bool:
    return tried.verb in SALES and _sold(tried) is None


def sale_sure(tried: Tried, level: str, price: int) -> bool:
    sold = _sold(tried)
    return sold is not None and sold[:3] == (level, price, tried.total)


def sale_kept(tried: Tried, level: str, price: int, of: Counts) -> bool:
    sold = _sold(tried)
    if sold is None or not tried.total <= 2 * sold.kept < 2 * tried.total:
        return False
    return sold[:2] == (level, price) and of == tried.of(sold.kept)


def sale_doubtful(tried: Tried, of: Counts) -> bool:
    sold = _sold(tried)
    return sold is not None and 2 * sold.kept < tried.total and of == tried.of(tried.total - sold.kept)


def _loss(tried: Tried) -> int:
    return loss_at(tried.board.reputation, 1)


def sale_bad(tried: Tried, of: Counts, n: int) -> bool:
    sold = _sold(tried)
    return sold is not None and sold.bad > 0 and of == tried.of(sold.bad) and 0 < n == _loss(tried)


def sale_safe(tried: Tried) -> bool:
    if tried.declines and tried.where == SELL:
        return True
    sold = _sold(tried)
    return sold is not None and not (sold.bad and _loss(tried))


def sale_poor(tried: Tried, of: Counts) -> bool:
    """Declined, and the best of all orders is kept in less than half of the worlds."""
    if not tried.declines or tried.where != SELL:
        return False
    orders = sorted({move.args[0] for move in tried.legal if move.verb == "order"})
    best = most_gold(tried, tuple(brute.pairs_in(tried.hand)), orders, discount=_discount(tried))
    kept = best.kept if best else 0
    return 2 * kept < tried.total and of == tried.of(kept)


def sale_tells(tried: Tried, worlds: int, counts: Counts) -> bool:
    if tried.verb != "mix" or tried.kind != "Sale" or worlds != tried.total:
        return False
    parts = _levels(tried, tried.move.args, tried.frame.potion, 0).values()
    return len(counts) > 1 and tuple(sorted(parts, reverse=True)) == counts


def merchant_gold(tried: Tried, n: int) -> bool:
    """The first seller gets a gold for each Merchant; a later one opens a taken order with the first."""
    if tried.verb != "order":
        return False
    merchants = int(tried.move.args[1])
    return 0 < n == (merchants if not any(tried.before.orders) else merchants - 1)


def bid_smiles(tried: Tried, n: int) -> bool:
    if tried.verb != "bid":
        return False
    printed = figures(tried.before.options).smiles[tried.move.args[0]]
    return n == smiles_of(printed, tried.board.reputation)


# --- The exhibition ----------------------------------------------------------------------------------------


def likeliest(tried: Tried, potions: Iterable[str]) -> int:
    """In how many worlds the likeliest of these potions comes of two cards of the hand."""
    pairs = tuple(brute.pairs_in(tried.hand))
    return max((tried.made(pair)[potion] for potion in potions for pair in pairs), default=0)


def _shown(tried: Tried) -> int | None:
    if tried.verb == "promise":
        return likeliest(tried, tried.move.args)
    return tried.made(tried.move.args)[tried.frame.potion] if tried.kind == "Promise" else None


def show(tried: Tried, of: Counts) -> bool:
    worlds = _shown(tried)
    return worlds is not None and 2 * worlds >= tried.total and of == tried.of(worlds)


def show_doubtful(tried: Tried, of: Counts) -> bool:
    worlds = _shown(tried)
    return worlds is not None and 2 * worlds < tried.total and of == tried.of(tried.total - worlds)


def show_poor(tried: Tried, of: Counts) -> bool:
    if not tried.declines or tried.where != EXHIBITION:
        return False
    best = likeliest(tried, [move.args[0] for move in tried.legal if move.verb == "promise"])
    return 2 * best < tried.total and of == tried.of(best)


def show_first(tried: Tried) -> bool:
    if tried.verb != "promise":
        return False
    others = [board for seat, board in enumerate(tried.before.boards) if seat != tried.seat]
    return not any(tried.move.args[0] in board.exhibited for board in others)


def show_both(tried: Tried) -> bool:
    if tried.verb != "promise":
        return False
    potion = tried.move.args[0]
    return potion[0] + ("-" if potion[1] == "+" else "+") in tried.board.exhibited


CHECKS = dict(
    named(
        sale_none,
        sale_sure,
        sale_kept,
        sale_doubtful,
        sale_bad,
        sale_safe,
        sale_poor,
        sale_tells,
        merchant_gold,
        bid_smiles,
        show,
        show_doubtful,
        show_poor,
        show_first,
        show_both,
    )
)
