"""Every legal move of a seat weighed: the question that is open says how."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from games.alchemists.simulator.engine.bots import (
    debunking,
    experiments,
    goods,
    planning,
    publishing,
    selling,
)
from games.alchemists.simulator.engine.bots.known import BotKnowledge, Weighed
from games.alchemists.simulator.engine.bots.taste import POINT_OF_GOLD, Taste
from games.alchemists.simulator.engine.data import (
    AREAS,
    BUY,
    CAP,
    CUSTODIAN,
    DEBUNK,
    DRINK,
    EXHIBITION,
    FORAGE,
    PLACE,
    PUBLISH,
    SELL,
    STUDENT,
    TRANSMUTE,
)
from games.alchemists.simulator.engine.state import Act, Promise, Publishing, Sale
from simulator.engine.game import Move, Why

Moves = Sequence[Move]
Weigh = Callable[[BotKnowledge, Taste, Moves], Iterator[Weighed]]
GATHERING = (FORAGE, TRANSMUTE)  # what these areas bring is for areas to come
CHANGED = POINT_OF_GOLD  # by so much a plan has to have become worse to be given up


def weigh(known: BotKnowledge, taste: Taste, moves: Moves) -> list[Weighed]:
    """All moves, the best first; equal ones in the order of moves."""
    frame = known.seen.agenda[-1]
    by = AREA_WEIGHTS[frame.area] if isinstance(frame, Act) else WEIGHTS[type(frame).__name__]
    found = list(by(known, taste, [move for move in moves if move.verb != "decline"]))
    declined = [move for move in moves if move.verb == "decline"]
    best = max((each.points for each in found), default=None)
    found += [_decline(known, taste, move, best) for move in declined]
    return sorted(found, key=lambda each: (-round(each.points, 9), each.move))


def _decline(known: BotKnowledge, taste: Taste, move: Move, best: float | None) -> Weighed:
    """The cubes of an action are unused, and two of them bring a favour; an offer is only left alone.

    What gathering is for, the plan knows: gold for what is paid later, cards for what is mixed. It stands
    unless something has clearly changed. A card more is never worth less than none.
    """
    frame = known.seen.agenda[-1]
    if not isinstance(frame, Act) or frame.boots:
        return Weighed(move, 0.0)
    place = PLACE[frame.area]
    row = next(row for row in known.seen.rows[place] if row.seat == known.seat)
    cubes = AREAS[place].cubes[known.seen.players][row.over]
    why = (Why("hint_decline", {"n": cubes}),)
    points = goods.unused_worth(known, taste, cubes)
    if best is not None and frame.area in GATHERING:
        planned = best - planning.lost_without(known, taste, frame.area, cubes)
        planned -= CHANGED if best <= planned < best + CHANGED else 0.0
        points = min(points, planned) if frame.area == FORAGE else planned
    return Weighed(move, points, why)


def _each(one: Callable[[BotKnowledge, Taste, Move], Weighed]) -> Weigh:
    """Moves that are weighed one by one."""
    return lambda known, taste, moves: (one(known, taste, move) for move in moves)


def _mixing(how: str) -> Weigh:
    return lambda known, taste, moves: (experiments.weigh_mix(known, taste, move, how) for move in moves)


def _publish(known: BotKnowledge, taste: Taste, moves: Moves) -> Iterator[Weighed]:
    found = publishing.papers(known, taste)
    return (publishing.weigh_theory(known, taste, move, found) for move in moves)


def _publishing(known: BotKnowledge, taste: Taste, moves: Moves) -> Iterator[Weighed]:
    staged = known.seen.agenda[-1]
    assert isinstance(staged, Publishing)
    if staged.token:
        yield from publishing.weigh_seals(known, taste, staged.ingredient, staged.token, moves)
        return
    found = publishing.papers(known, taste)
    for move in moves:
        yield publishing.weigh_token(known, taste, staged.ingredient, move, found)


def _sale(known: BotKnowledge, taste: Taste, moves: Moves) -> Iterator[Weighed]:
    staged = known.seen.agenda[-1]
    assert isinstance(staged, Sale)
    by = {
        "guarantee": selling.weigh_guarantee,
        "barmaid": selling.weigh_barmaid,
        "mix": selling.weigh_sale_mix,
    }
    return (by[move.verb](known, taste, staged, move) for move in moves)


def _promise(known: BotKnowledge, taste: Taste, moves: Moves) -> Iterator[Weighed]:
    found = selling.exhibit_list(known, max(1, known.left_in(EXHIBITION))) if moves else []
    return (selling.weigh_promise(known, move, found) for move in moves)


def _exhibit(known: BotKnowledge, taste: Taste, moves: Moves) -> Iterator[Weighed]:
    staged = known.seen.agenda[-1]
    assert isinstance(staged, Promise)
    return (selling.weigh_exhibit(known, staged.potion, move) for move in moves)


AREA_WEIGHTS: Mapping[str, Weigh] = {
    FORAGE: goods.weigh_forage,
    TRANSMUTE: _each(goods.weigh_transmute),
    CUSTODIAN: _mixing(CUSTODIAN),
    SELL: _each(selling.weigh_order),
    BUY: _each(goods.weigh_buy),
    DEBUNK: debunking.weigh_debunk,
    PUBLISH: _publish,
    STUDENT: _mixing(STUDENT),
    DRINK: _mixing(DRINK),
    EXHIBITION: _promise,
}
WEIGHTS: Mapping[str, Weigh] = {
    "Keep": _each(goods.weigh_keep),
    "Space": _each(goods.weigh_space),
    "Planning": planning.weigh_plan,
    "Bid": _each(selling.weigh_bid),
    "Sale": _sale,
    "Promise": _exhibit,
    "Claim": debunking.weigh_debunk,
    "Publishing": _publishing,
    "Immediate": _publish,
    "Grant": _each(publishing.weigh_grant),
    "Herbalist": _each(goods.weigh_discard),
    "Cap": _mixing(CAP),
    "Altar": _each(goods.weigh_pay),
    "Peek": experiments.weigh_peek,
    "Mortar": experiments.weigh_mortar,
}
