"""Bots of «Зельеварение» with a head of their own and one fault each: quick players of another taste, and one
who counts. `habits` says how the faults show.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain

from games.potions.scoring.points import ASSEMBLE as ASSEMBLED
from games.potions.simulator.engine.assembling import can_assemble, open_things
from games.potions.simulator.engine.data import POINTS, RECIPES
from games.potions.simulator.engine.quick import Rand, Taste, policy, worth
from games.potions.simulator.engine.rules import do
from games.potions.simulator.engine.staging import ASSEMBLE
from games.potions.simulator.engine.state import Staged, State
from games.potions.simulator.engine.view import View, unseen, world
from simulator.engine.game import Bot, Move, Seat

ELEMENT = "element"
ROUNDS_KEPT = 2  # for which a forgetful player knows what was assembled
KEPT = 20  # points of cards that stay in hand weigh as much to a scholar as a point now


def asks_others(state: State, code: str, own: set[str]) -> bool:
    """Whether a recipe can't be assembled without somebody else's."""
    return any(recipes.isdisjoint(own) for recipes in state.course.recipe_slots[code])


def asks_memory(state: State, code: str) -> bool:
    """Whether a recipe can't be assembled without one that was assembled more than two rounds ago."""
    slots = state.course.recipe_slots[code]
    if not slots:
        return False
    lately = state.history[-ROUNDS_KEPT * state.players :]
    fresh = {play.card for play in lately if play.kind == ASSEMBLED}
    return any(recipes.isdisjoint(fresh) for recipes in slots)


# --- Tastes ------------------------------------------------------------------------------------------------


def _if_own(state: State, code: str, own: set[str]) -> float:
    """What pays others a half isn't touched."""
    return 0 if asks_others(state, code, own) else POINTS[code]


def _if_remembered(state: State, code: str, own: set[str]) -> float:
    return 0 if asks_memory(state, code) else worth(state, code, own)


def _simplest(state: State, code: str, own: set[str]) -> float:
    """What is least comes to mind first; anything comes before an element."""
    return 4 - POINTS[code] / 4


def _unweighed(state: State, seat: Seat, code: str, rand: Rand) -> float:
    """The first card in hand will do."""
    return 0


SOUND = Taste(any_spell=True)
CAREFUL = Taste(_if_own, any_spell=True)
HASTY = Taste(_simplest, _unweighed, any_spell=True)
FORGETFUL = Taste(_if_remembered, any_spell=True)


def play_by(taste: Taste, view: View, moves: Sequence[Move], seed: int) -> Move:
    """What a quick player of this taste does."""
    return policy(world(view, seed), random.Random(seed).random, taste)


# --- Who counts --------------------------------------------------------------------------------------------


def scholarly_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """Counts this turn and the next as if nobody played between them; what is made of elements alone may wait
    for what brings more together.
    """
    state, rand = world(view, seed), random.Random(seed).random
    usual = policy(state, rand, SOUND)
    if usual.verb not in (ELEMENT, ASSEMBLE):
        return usual
    if usual.verb == ASSEMBLE and state.course.recipe_slots[usual.args[0]]:
        return usual
    assert view.seat is not None
    seat, left = view.seat, Counter(chain.from_iterable(unseen(view)))
    plans = [move for move in moves if move.verb in (ELEMENT, ASSEMBLE)]
    return max(plans, key=lambda move: (_planned(state, seat, move, left, rand), move == usual))


def _planned(state: State, seat: Seat, move: Move, left: Counter[str], rand: Rand) -> float:
    """The points of this turn and of the next one, the mean over every card that may come till then."""
    after = do(state, seat, move).state
    while after.agenda and type(after.agenda[-1]) is Staged:
        after = do(after, seat, policy(after, rand, SOUND)).state
    hand, there = [*state.hands[seat]], open_things(after)
    hand.remove(move.args[0])
    ready = {
        code: POINTS[code] for code in {*left, *hand} if code in RECIPES and can_assemble(after, code, there)
    }
    sure = max([ready.get(code, 0) for code in hand], default=0)
    drawn = sum([n * max(sure, ready.get(code, 0)) for code, n in left.items()])
    following: float = drawn / left.total() if left else sure
    gained: int = after.scores[seat] - state.scores[seat]
    return gained + following + sum([POINTS[code] for code in hand]) / KEPT


CHARACTERS: Mapping[str, Bot] = {
    "careful": partial(play_by, CAREFUL),
    "hasty": partial(play_by, HASTY),
    "forgetful": partial(play_by, FORGETFUL),
    "scholarly": scholarly_bot,
}
