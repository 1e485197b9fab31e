"""Lesser talismans: what they pay, and when; rulings 64, 82-85, 99."""

from collections.abc import Sequence
from typing import Any

from games.potions.scoring.boxes.university.points import (
    GENERALITY,
    GROWTH,
    GROWTH_CARD,
    GROWTH_POINTS,
    INCOME,
    INCOME_CARD,
    INCOME_POINTS,
    USEFUL,
    USEFUL_POINTS,
    USEFULNESS,
    growth_due,
    income_due,
    is_useful,
    paid,
)
from games.potions.scoring.points import Play
from games.potions.simulator.engine import rules
from games.potions.simulator.engine.data import CODES
from games.potions.simulator.engine.state import State
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Seat


def has_talisman(state: Any, seat: Seat, talisman: str) -> bool:
    """Whether a talisman lies assembled on a player's table: under a recipe it doesn't work (ruling 82)."""
    return not CODES[talisman].isdisjoint([recipe.card for recipe in state.tables[seat]])


def paid_halves(state: Any, paying: Sequence[Seat]) -> tuple[Seat, ...]:
    """Generality: a half for every recipe that is used, not once (ruling 83)."""
    return paid(paying, {seat for seat in paying if has_talisman(state, seat, GENERALITY)})


def element_laid(state: State, seat: Seat, play: Play, events: list[Event]) -> Play:
    """Usefulness: a card that is laid as an element brings at least one point (ruling 84)."""
    if not is_useful(play.n) or not has_talisman(state, seat, USEFULNESS):
        return play
    said = {"seat": seat, "card": USEFULNESS, "n": USEFUL_POINTS}
    events.append(Event.of("useful", "university.usefulness.least", said))
    return Play(seat, USEFUL, play.card)


def grow(state: State, seat: Seat, events: list[Event]) -> State:
    """Before the first phase, if somebody else has more points (ruling 85)."""
    if not has_talisman(state, seat, GROWTH_CARD) or not growth_due(state.scores, seat):
        return state
    said = {"seat": seat, "card": GROWTH_CARD, "n": GROWTH_POINTS}
    events.append(Event.of("growth", "university.growth.point", said))
    return _counted(state, Play(seat, GROWTH, GROWTH_CARD))


def earn(state: State, seat: Seat, events: list[Event]) -> State:
    """After the third phase, if somebody else has more recipes assembled (rulings 85, 99)."""
    if not has_talisman(state, seat, INCOME_CARD):
        return state
    recipes = [state.course.recipe_count(state, each) for each in range(state.players)]
    if not income_due(recipes, seat):
        return state
    said = {"seat": seat, "card": INCOME_CARD, "n": INCOME_POINTS}
    events.append(Event.of("income", "university.income.point", said))
    return _counted(state, Play(seat, INCOME, INCOME_CARD))


def _counted(state: State, play: Play) -> State:
    return evolve(state, scores=rules.counted(state.scores, play), history=(*state.history, play))
