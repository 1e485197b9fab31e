"""The greedy player: whatever brings most points by itself, now. What may come of it, it doesn't ask.

It places its cubes one after another where the next action is worth most for each cube, with the hand and the
gold of this moment, and publishes an ingredient when one formula is left for it.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.engine.bots import debunking, experiments, goods, publishing, selling
from games.alchemists.simulator.engine.bots.deciding import weigh
from games.alchemists.simulator.engine.bots.known import (
    BotKnowledge,
    Planner,
    exhibits,
    experiments_of,
    known_of,
    rest_of,
)
from games.alchemists.simulator.engine.bots.taste import GREEDY
from games.alchemists.simulator.engine.data import (
    AREA_IDS,
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
from games.alchemists.simulator.engine.planning import most_actions
from games.alchemists.simulator.engine.selling import wanted
from games.alchemists.simulator.engine.state import ASSISTANTS, ASSOCIATES, Planning
from games.alchemists.simulator.engine.view import View
from simulator.engine.game import Move

MIXES = (CUSTODIAN, STUDENT, DRINK)
KEPT = 16  # plans that a process remembers while they are asked for


def greedy_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """The most points at once; cubes where the next action has most of them."""
    if len(moves) == 1:
        return moves[0]
    known = known_of(view)
    planning = view.agenda[-1]
    if isinstance(planning, Planning):
        return _plan(known, planning, moves)
    return weigh(known, GREEDY, moves)[0].move


def _plan(known: BotKnowledge, planning: Planning, moves: Sequence[Move]) -> Move:
    """The answer that the plan of this moment has for the area that is asked about."""
    if planning.area == ASSOCIATES:
        return next(move for move in moves if move.args[0] not in AREA_IDS)
    if planning.area == ASSISTANTS:
        return max(moves, key=lambda move: (_worth_with(known, move.args[0]), -move.args[0]))
    actions, _ = _fill(Planner(known), planning.assistants)
    return min(moves, key=lambda move: abs(move.args[1] - actions[planning.area]))


def _worth_with(known: BotKnowledge, assistants: int) -> float:
    return _fill(Planner(known), assistants)[1] - assistants * GREEDY.favour


@lru_cache(maxsize=KEPT)
def _fill(planner: Planner, assistants: int) -> tuple[tuple[int, ...], float]:
    """Cube after cube: the plan, and what its actions are worth."""
    known = planner.known
    planning = Planning(known.seat, ASSISTANTS, known.board.cubes + assistants)
    actions, total, left = [0] * len(AREAS), 0.0, planning.cubes
    worths = [_worths(known, area) for area in AREA_IDS]
    while True:
        best, chosen, price = 0.0, -1, 0
        for place, area in enumerate(AREAS):
            n = actions[place]
            if n >= min(len(worths[place]), most_actions(known.state, planning, place)):
                continue
            cost = area.cubes[known.seen.players][n]
            if cost <= left and worths[place][n] / cost > best:
                best, chosen, price = worths[place][n] / cost, place, cost
        if chosen < 0:
            return tuple(actions), total
        actions[chosen] += 1
        total, left = total + best * price, left - price


def _worths(known: BotKnowledge, area: str) -> list[float]:
    """What the first, second… action of an area would bring if it were performed now."""
    found = AREA_WORTHS.get(area)
    return found(known) if found else []


def _forage(known: BotKnowledge) -> list[float]:
    return [GREEDY.card] * len(AREAS[PLACE[FORAGE]].cubes[known.seen.players])


def _mixes(how: str) -> Callable[[BotKnowledge], list[float]]:
    """The experiment that tells most; each area counts on its own share of the hand."""

    def worths(known: BotKnowledge) -> list[float]:
        found, hand = [], known.hand
        taken = 0 if how != DRINK else 1
        for action in range(3):
            there = experiments_of(known.facts, hand)
            if not there:
                break
            each = max(there.values(), key=lambda one: one.bits)
            harm, _ = experiments.harm_of(known, GREEDY, each, how)
            if action >= taken:
                found.append(each.bits * GREEDY.bit - harm)
            hand = rest_of(hand, each.pair)
        return found

    return worths


def _sell(known: BotKnowledge) -> list[float]:
    if known.round == 1:
        return []
    best = selling.best_offer(known, GREEDY, advice.pairs_in(known.hand), wanted(known.state))
    return [best.points] if best else []


def _buy(known: BotKnowledge) -> list[float]:
    found = []
    for artifact in offered(known.state):
        price = price_of(known.state, known.seat, artifact, 0)
        if price <= known.board.gold:
            found.append(goods.artifact_worth(known, GREEDY, artifact) - price * GREEDY.gold)
    return sorted(found, reverse=True)[:1]


def _debunk(known: BotKnowledge) -> list[float]:
    found = debunking.attempts(known, GREEDY) if known.theories else []
    return [each.points for each in found[:1]]


def _publish(known: BotKnowledge) -> list[float]:
    found = publishing.papers(known, GREEDY)
    gold, names, worths = known.board.gold, set(), []
    for each in found:
        if each.price <= gold and each.advice.ingredient not in names:
            worths.append(each.points)
            names.add(each.advice.ingredient)
            gold -= each.price
    return worths


def _exhibit(known: BotKnowledge) -> list[float]:
    plan = exhibits(known, known.hand, len(AREAS[PLACE[EXHIBITION]].cubes[known.seen.players]))
    return sorted((step.points for step in plan.steps), reverse=True)


AREA_WORTHS: dict[str, Callable[[BotKnowledge], list[float]]] = {
    FORAGE: _forage,
    **{how: _mixes(how) for how in MIXES},
    SELL: _sell,
    BUY: _buy,
    DEBUNK: _debunk,
    PUBLISH: _publish,
    EXHIBITION: _exhibit,
}
