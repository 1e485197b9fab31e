"""Plans: what each area has to offer now, and what the cubes are still enough for.

Of an area it is said how many of its actions have something to be done: `enough` for as many as are planned,
`short` for more, `none` where it is left alone and has nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.data import INGREDIENTS, POTIONS
from games.alchemists.simulator.engine.bots.experiments import MIXING
from games.alchemists.simulator.engine.bots.known import BotKnowledge
from games.alchemists.simulator.engine.data import (
    ASSISTANT,
    ASSOCIATE,
    BUY,
    CUSTODIAN,
    DEBUNK,
    DRINK,
    EXHIBITION,
    FORAGE,
    MORTAR,
    PLACE,
    PUBLISH,
    SEALS_PER_BOOK,
    SELL,
    STUDENT,
    TRANSMUTE,
)
from games.alchemists.simulator.engine.gathering import TRANSMUTED, offered, price_of
from games.alchemists.simulator.engine.planning import NONE, cost_of
from games.alchemists.simulator.engine.proposing.asked import OpenAsked, bad, good, spending
from games.alchemists.simulator.engine.proposing.goods import best_of
from games.alchemists.simulator.engine.proposing.selling import best_sale, best_show
from games.alchemists.simulator.engine.proposing.theories import right_in, succeeds_in, tokens_on
from games.alchemists.simulator.engine.selling import wanted
from games.alchemists.simulator.engine.state import ASSISTANTS, ASSOCIATES, BOOK_AT, Planning
from simulator.engine.game import Move, Proposition


class Supply(NamedTuple):
    """So many actions of an area have something to be done; `params` are what is told of it."""

    n: int
    params: Mapping[str, Any]


def _fresh(asked: OpenAsked) -> Supply:
    """Kinds of the row that the hand lacks."""
    n = len(set(asked.known.seen.row) - set(asked.known.hand))
    return Supply(n, {"n": n})


def _spare(asked: OpenAsked) -> Supply:
    """Cards beside the first of each kind."""
    n = len(asked.known.hand) - len(set(asked.known.hand))
    return Supply(n, {"n": n})


def _experiments(asked: OpenAsked) -> Supply:
    """Pairs of different kinds that the hand has beside each other, those of areas before taken off."""
    hand = asked.known.hand
    n = min(len(hand) // 2, len(hand) - max(Counter(hand).values(), default=0))
    before = sum(asked.frame.actions[PLACE[area]] for area in MIXING if PLACE[area] < asked.frame.area)
    return Supply(max(0, n - before), {"n": n})


def _sales(asked: OpenAsked) -> Supply:
    known = asked.known
    best = best_sale(known, advice.pairs_in(known.hand), wanted(known.state), discount=0)
    if best is None:
        return Supply(0, {"of": asked.of(0)})
    params = {"level": best.level, "price": best.price, "of": asked.of(best.kept)}
    return Supply(int(2 * best.kept >= asked.total), params)


def _artifacts(asked: OpenAsked) -> Supply:
    """How many can be bought one after another, the cheapest first."""
    gold, n = _gold(asked), 0
    for price in _prices(asked):
        gold -= price
        n += gold >= 0
    return Supply(n, {"n": n, "gold": _gold(asked)})


def _prices(asked: OpenAsked) -> list[int]:
    known = asked.known
    return sorted(price_of(known.state, known.seat, code, 0) for code in offered(known.state))


def _gold(asked: OpenAsked) -> int:
    """With what the cards bring that the plan transmutes."""
    return asked.known.board.gold + TRANSMUTED * int(asked.frame.actions[PLACE[TRANSMUTE]])


def _if_sold(asked: OpenAsked) -> Iterator[Proposition]:
    """The cheapest artifact, where the gold for it has to come from the sale that is planned."""
    known, prices = asked.known, _prices(asked)
    if not asked.frame.actions[PLACE[SELL]] or not prices or prices[0] <= _gold(asked):
        return
    best = best_sale(known, advice.pairs_in(known.hand), wanted(known.state), discount=0)
    if best and prices[0] <= _gold(asked) + best.price:
        yield good("plan_buy_if_sold", price=prices[0], gold=best.price)


def _theories(asked: OpenAsked) -> Supply:
    """Ingredients that one could seal and one of whose formulas is right in at least half of the worlds."""
    known = asked.known
    books = {name: known.seen.books[BOOK_AT[name]] for name in INGREDIENTS}
    found = [
        name
        for name, book in books.items()
        if known.seat not in book.seats and len(book.seats) < SEALS_PER_BOOK
        if 2 * right_in(known, name, tokens_on(known, name)) >= known.total
    ]
    return Supply(len(found), {"n": len(found)})


def _debunks(asked: OpenAsked) -> Supply:
    """Theories by which a colour of theirs, or a pair that tries them, is wrong in at least half of the
    worlds; told is the likeliest.
    """
    known = asked.known
    best = max((_odds_against(known, name) for name in known.theories), default=0)
    sure = sum(2 * _odds_against(known, name) >= known.total for name in known.theories)
    return Supply(sure, {"of": asked.of(best)})


def _odds_against(known: BotKnowledge, ingredient: str) -> int:
    return max(succeeds_in(known, (ingredient,), colour) for colour in "RGB")


def _shows(asked: OpenAsked) -> Supply:
    """Potions that the hand makes in at least half of the worlds, each by itself."""
    odds = [best_show(asked.known, (potion,)) for potion in POTIONS]
    n = sum(2 * worlds >= asked.total for worlds in odds)
    return Supply(n, {"of": asked.of(max(odds))})


SUPPLIES: Mapping[str, Callable[[OpenAsked], Supply]] = {
    FORAGE: _fresh,
    TRANSMUTE: _spare,
    **dict.fromkeys((CUSTODIAN, STUDENT, DRINK), _experiments),
    SELL: _sales,
    BUY: _artifacts,
    DEBUNK: _debunks,
    PUBLISH: _theories,
    EXHIBITION: _shows,
}


# --- What is said of an answer -----------------------------------------------------------------------------


def _plan(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    planning = asked.frame
    assert isinstance(planning, Planning)
    yield from SAYERS_OF[planning.area](asked, move) if planning.area in SAYERS_OF else _area(asked, move)
    yield from _rest(asked, move)


def _area(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    known, (area, n) = asked.known, move.args
    supply = SUPPLIES[area](asked)
    name = "mix" if area in MIXING else area
    if n and supply.n >= n:
        yield good(f"plan_{name}", **supply.params)
    elif n and not (area in MIXING and known.owns(MORTAR)):
        yield bad(f"plan_{name}_short", **supply.params)
    elif not n and not supply.n:
        yield good(f"plan_{name}_none", **supply.params)
    if n and area == BUY:
        yield from _if_sold(asked)
    if n and area in MIXING:
        _, pair = best_of(known, advice.pairs_in(known.hand))
        if pair and len(known.counts(pair)) > 1:
            yield good("plan_splits", worlds=known.total, counts=known.counts(pair))


def _assistants(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    yield good("plan_cubes", n=asked.frame.cubes + move.args[0])
    yield from spending(ASSISTANT, move.args[0])


def _associates(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    (area,) = move.args
    if area == NONE:
        yield good("keeps_associate")
        return
    others = len(asked.known.seen.rows[PLACE[area]])
    if others:
        yield good("above", n=others)
    yield from spending(ASSOCIATE, 1)


SAYERS_OF = {ASSISTANTS: _assistants, ASSOCIATES: _associates}


def _rest(asked: OpenAsked, move: Move) -> Iterator[Proposition]:
    """What the best plan still wants of the areas that come, and whether the cubes suffice for it."""
    best, planning = asked.hint.estimates[0], asked.frame
    plan = next((why.params["plan"] for why in best.why if why.code == "hint_plan"), ())
    ahead = tuple((area, n) for area, n in plan if PLACE[area] > planning.area)
    if not ahead:
        return
    cubes = planning.cubes
    if planning.area == ASSISTANTS:
        cubes += move.args[0]
    elif planning.area != ASSOCIATES:
        cubes -= cost_of(asked.known.state, planning.area, move.args[1])
    needed = sum(cost_of(asked.known.state, PLACE[area], n) for area, n in ahead)
    yield good("plan_fits", plan=ahead) if cubes >= needed else bad("plan_lacks", plan=ahead)


SAYERS = {"Planning": _plan}
