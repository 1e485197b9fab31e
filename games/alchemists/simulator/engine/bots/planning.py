"""Planning cubes: what each area's actions are worth now, and the best of all ways to place them together.

A plan is valued by walking through the areas in their order with so many cards and so much gold: a sale pays
for an artifact, foraged cards are mixed, what can't be paid or mixed leaves its cubes unused.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.alchemists.simulator.engine.bots import goods, prospects
from games.alchemists.simulator.engine.bots.known import (
    BotKnowledge,
    Planner,
    Weighed,
)
from games.alchemists.simulator.engine.bots.prospects import Prospects, mixed
from games.alchemists.simulator.engine.bots.taste import Taste
from games.alchemists.simulator.engine.data import (
    AREA_IDS,
    AREAS,
    BUY,
    CUSTODIAN,
    DEBUNK,
    DRINK,
    EXHIBITION,
    FORAGE,
    MORTAR,
    PLACE,
    PUBLISH,
    SALE_CELLS,
    SELL,
    STUDENT,
    STUDENT_PRICE,
    TRANSMUTE,
)
from games.alchemists.simulator.engine.gathering import TRANSMUTED
from games.alchemists.simulator.engine.planning import most_actions
from games.alchemists.simulator.engine.state import ASSISTANTS, ASSOCIATES, Planning, State
from simulator.engine.game import Move, Why

Actions = tuple[int, ...]
MIXES = tuple(PLACE[area] for area in (CUSTODIAN, STUDENT, DRINK))
RISK = 0.92  # that an artifact or a theory is still there
CROWDED = 0.75  # of a sale for each further seller
EARLY = 0.5  # what the Custodian's drink is worth more, as it comes before the theories
CALM = 0.75  # that a player's tests leave the student as he is
NEGATIVE_POTION = 3 / 7
LIKELY = 0.6  # from here on a sale is counted upon when artifacts and theories are planned
DRINK_HARM = 0.35  # a drink whose potion isn't known
ASSISTANTS_MOST = 2
KEPT = 4  # plans that a process remembers while they are asked for


# --- A plan as a whole -------------------------------------------------------------------------------------


def worth(found: Prospects, actions: Actions, spare: int) -> float:
    """The points of a plan with `spare` cubes left over."""
    walk = _Walk(found, actions)
    return walk.points + goods.unused_worth(found.known, found.taste, spare + walk.idle)


class _Walk:
    """A plan walked through, area by area, in expectation; what is to be paid has to be `sure`."""

    def __init__(self, found: Prospects, actions: Actions):
        known = found.known
        self.found, self.actions = found, actions
        self.points, self.idle = 0.0, 0
        self.foraged = actions[PLACE[FORAGE]]
        self.cards = len(known.hand) + self.foraged
        self.gold = float(known.board.gold)
        self.sure = known.board.gold
        self.per_mix = 1 if known.owns(MORTAR) else 2
        self.sold = 0
        self._transmute(actions[PLACE[TRANSMUTE]])
        self._sell(actions[PLACE[SELL]])
        self._buy(actions[PLACE[BUY]])
        self._debunk(actions[PLACE[DEBUNK]])
        self._publish(actions[PLACE[PUBLISH]])
        if known.last:
            self._show(actions[PLACE[EXHIBITION]])
        else:
            self._mix(sum(actions[place] for place in MIXES))
        self.points += self.gold * found.taste.gold + self._cards_left()

    def _fails(self, area: str, action: int) -> None:
        """An action that can't be done is declined, and its cubes are unused."""
        self.idle += AREAS[PLACE[area]].cubes[self.found.known.seen.players][action]
        self.points -= 0.1

    def _cards_left(self) -> float:
        n = max(0, min(self.cards, goods.CARDS_USED))
        return self.found.taste.card * n * (1 - n / (4 * goods.CARDS_USED))

    def _transmute(self, n: int) -> None:
        for action in range(n):
            if not self.cards:
                self._fails(TRANSMUTE, action)
                continue
            self.cards -= 1
            self.gold += TRANSMUTED
            self.sure += TRANSMUTED
            self.points -= self.found.given_up

    def _sell(self, n: int) -> None:
        offer = self.found.sales[self.foraged]
        if not n:
            return
        if offer is None or self.cards < 2 or offer.points <= 0:
            self._fails(SELL, 0)
            return
        share = 1.0 if self.found.taste.alone else _sale_share(self.found.known)
        self.sold = 1
        self.cards -= self.per_mix
        self.gold += share * offer.sale.gold
        if share * offer.sale.kept >= LIKELY * self.found.known.total:
            self.sure += offer.sale.price
        self.points += share * (offer.points - offer.sale.gold * self.found.taste.gold)

    def _buy(self, n: int) -> None:
        there = list(self.found.artifacts)
        for action in range(n):
            best = next((each for each in there if each[1] <= self.sure), None)
            if best is None:
                self._fails(BUY, action)
                continue
            there.remove(best)
            self.gold -= RISK * best[1]
            self.sure -= best[1]
            self.points += RISK * best[0]

    def _debunk(self, n: int) -> None:
        for action in range(n):
            if action < len(self.found.debunks) and self.found.debunks[action].points > 0:
                self.points += self.found.debunks[action].points
            else:
                self._fails(DEBUNK, action)

    def _publish(self, n: int) -> None:
        papers = self.found.papers
        for action in range(n):
            if action >= len(papers) or papers[action].price > self.sure or papers[action].points <= 0:
                self._fails(PUBLISH, action)
                continue
            each = papers[action]
            self.gold -= each.price
            self.sure -= each.price
            self.points += RISK * (each.points + each.price * self.found.taste.gold)

    def _mix(self, n: int) -> None:
        """Custodian, student and drink together: an unhappy student wants gold, drinking may harm, and the
        Custodian's potion is seen in time for the theories of this round.
        """
        possible = min(n, self.cards // self.per_mix) if self.cards > 1 else 0
        for _ in range(n - possible):
            self._fails(STUDENT, 0)
        if not possible:
            return
        told = mixed(self.found, self.foraged, self.sold, possible)
        early = self.actions[PLACE[CUSTODIAN]]
        drunk = min(possible, early + self.actions[PLACE[DRINK]])
        self.points += told - DRINK_HARM * drunk - self.found.taste.fear * NEGATIVE_POTION * drunk
        self.points += EARLY * min(early, possible) * bool(self.actions[PLACE[PUBLISH]])
        self.cards -= self.per_mix * possible
        for test in range(min(possible - drunk, self.actions[PLACE[STUDENT]])):
            self._pay_student(_unhappy(self.found.known, test), told / possible)

    def _pay_student(self, chance: float, told: float) -> None:
        """A gold with this chance; without one the test is declined."""
        if self.sure:
            self.gold -= chance * STUDENT_PRICE
            self.sure -= STUDENT_PRICE if chance > 1 / 2 else 0
        else:
            self.points -= chance * (told - self.found.taste.cube)

    def _show(self, n: int) -> None:
        possible = min(n, self.cards // self.per_mix) if self.cards > 1 else 0
        if possible:
            self.points += mixed(self.found, self.foraged, self.sold, possible)
        self.cards -= self.per_mix * possible
        for _ in range(n - possible):
            self._fails(EXHIBITION, 0)


def _unhappy(known: BotKnowledge, own: int) -> float:
    """How likely the student is unhappy by one's own first or second test: those who act before test, too."""
    before = known.seen.sequence.index(known.seat)
    if own:
        before = known.seen.players - 1
    return float(1 - CALM**before * (1 - NEGATIVE_POTION) ** own)


def _sale_share(known: BotKnowledge) -> float:
    """How much of a sale is thought to come about: others may take the order, and orders may run out."""
    others = len(known.seen.rows[PLACE[SELL]])
    cells = len(set(SALE_CELLS[known.seen.players]))
    return CROWDED**others if others < cells else CROWDED**others / 2


def lost_without(known: BotKnowledge, taste: Taste, area: str, cubes: int) -> float:
    """What the rest of the plan is worth less if the open action of an area is declined: the step is judged
    as the plan was, so that the two agree unless something has changed.
    """
    found = _prospects(Planner(known), taste)
    left = tuple(known.left_in(each) for each in AREA_IDS)
    less = tuple(n - (each == area) for each, n in zip(AREA_IDS, left, strict=True))
    return worth(found, left, 0) - worth(found, less, cubes)


# --- Choosing ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def _prospects(planner: Planner, taste: Taste) -> Prospects:
    return prospects.prospects(planner.known, taste)


def weigh_plan(known: BotKnowledge, taste: Taste, moves: Sequence[Move]) -> Iterator[Weighed]:
    """Each answer with the best plan that it leaves open."""
    planning = known.seen.agenda[-1]
    assert isinstance(planning, Planning)
    found = _prospects(Planner(known), taste)
    for move in moves:
        if planning.area == ASSISTANTS:
            extra = move.args[0]
            begun = planning._replace(cubes=planning.cubes + extra, assistants=extra)
            points, actions = best_plan(found, begun, min(extra, ASSISTANTS_MOST))
            points -= extra * taste.favour
        elif planning.area == ASSOCIATES:
            yield _associate(known, taste, move)
            continue
        else:
            place, n = PLACE[move.args[0]], move.args[1]
            cost = sum(AREAS[place].cubes[known.seen.players][:n])
            actions = (*planning.actions[:place], n, *planning.actions[place + 1 :])
            begun = planning._replace(area=place, cubes=planning.cubes - cost, actions=actions)
            points, actions = best_plan(found, begun, 0)
        yield Weighed(move, points, said(found, move, actions))


def best_plan(found: Prospects, begun: Planning, extra: int) -> tuple[float, Actions]:
    """The best completion of a plan."""
    best, chosen = float("-inf"), begun.actions
    for actions, spare in completions(found.known.state, begun):
        points = worth(found, actions, spare)
        if points > best:
            best, chosen = points, actions
    return best, chosen


def completions(state: State, planning: Planning) -> Iterator[tuple[Actions, int]]:
    """Every plan that the remaining cubes allow, with the cubes that stay unused."""
    place = planning.area + 1
    if place == len(AREAS):
        yield planning.actions, planning.cubes
        return
    cubes = AREAS[place].cubes[state.players]
    for n in range(most_actions(state, planning, place) + 1):
        actions = (*planning.actions[:place], n, *planning.actions[place + 1 :])
        left = planning.cubes - sum(cubes[:n])
        yield from completions(state, planning._replace(area=place, cubes=left, actions=actions))


def _associate(known: BotKnowledge, taste: Taste, move: Move) -> Weighed:
    """An Associate is played where others stand already, above them, in a row that matters."""
    area = move.args[0]
    if area not in CONTESTED:
        return Weighed(move, 0.0)
    others = len(known.seen.rows[PLACE[area]])
    points = CONTESTED[area] * others - taste.favour / 2
    return Weighed(move, points, (Why("hint_associate", {"n": others}),) if others else ())


CONTESTED = {SELL: 0.4, BUY: 0.4, PUBLISH: 0.3, FORAGE: 0.1}


# --- What a plan rests on ----------------------------------------------------------------------------------


def said(found: Prospects, move: Move, actions: Actions) -> tuple[Why, ...]:
    """The whole plan; then what the area that is asked about brings."""
    plan = [(AREA_IDS[place], n) for place, n in enumerate(actions) if n]
    why = [Why("hint_plan", {"plan": plan})] if plan else [Why("hint_plan_none", {})]
    if move.verb != "plan" or not move.args[1]:
        return tuple(why)
    area, n = move.args
    return (*why, *prospects.said(found, area, n, actions[PLACE[FORAGE]]))
