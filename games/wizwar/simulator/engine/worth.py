"""By what a position of «Маго-бой» is judged: lives, the way that is left to the win, cards, whose turn it
is.

All of it is open but the hands of others: so many cards, each worth the mean of all.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from statistics import fmean
from typing import Any, NamedTuple

from games.wizwar.scoring.points import START_LIFE, mates
from games.wizwar.simulator.engine.board import Board
from games.wizwar.simulator.engine.cards.worth import DEFAULT, KEEP
from games.wizwar.simulator.engine.course import Course
from games.wizwar.simulator.engine.guarding import FARTHEST, MISSING, steps_to_win
from games.wizwar.simulator.engine.state import is_alive
from games.wizwar.simulator.engine.view import View
from simulator.engine.game import Seat

NAMES = (
    "share",
    "life",
    "frail",
    "steps",
    "close",
    "cards",
    "shown",
    "lost",
    "acts",
    "wait",
    "race",
    "strength",
    "rivals_life",
    "rivals_frail",
    "rivals_steps",
    "rivals_close",
    "rivals_cards",
)
FRAIL = 8  # lives, below which each that is missing counts more
CLOSE = 8.0  # steps, in which a win is about three times as near
RACE = 16.0
LIVES = 6.0
REMEMBERED = 256


def traits(view: View, seat: Seat) -> Mapping[str, float]:
    """Of a wizard who is out nothing counts, unless a mate of his is still in. `race` and `strength` are his
    share of what all who are in have: of nearness to the win, of lives besides.
    """
    side, wizards = mates(view.teams, seat), view.wizards
    places = tuple([Whereabouts(wizard.at, wizard.out) for wizard in wizards])
    ways = _ways(Terrain(view.board, view.chests, places))
    living = [each for each, wizard in enumerate(wizards) if not wizard.out]
    own = seat if seat in living else next((mate for mate in side if mate in living), None)
    if own is None:
        return dict.fromkeys(NAMES, 0.0)
    rivals = [each for each in living if each not in side] or [own]
    races = {each: exp(-ways[each] / RACE) for each in living}
    strengths = {each: races[each] * exp(wizards[each].life / LIVES) for each in living}
    lives = {each: wizards[each].life / START_LIFE for each in living}
    frail = {each: max(0, FRAIL - wizards[each].life) / FRAIL for each in living}
    nearest = min(ways[each] for each in rivals)
    turn = view.agenda[0].seat if view.agenda else own
    wait = (own - turn) % view.players
    wizard = wizards[own]
    values: Sequence[float] = (
        len([each for each in side if each in living]) / len(living),
        lives[own],
        frail[own],
        ways[own] / MISSING,
        exp(-ways[own] / CLOSE),
        _cards(view, own) / 10,
        len(wizard.shown),
        wizard.lost,
        not wait,
        wait / view.players,
        sum(races[each] for each in side if each in living) / sum(races.values()),
        sum(strengths[each] for each in side if each in living) / sum(strengths.values()),
        fmean(lives[each] for each in rivals),
        fmean(frail[each] for each in rivals),
        nearest / MISSING,
        exp(-nearest / CLOSE),
        fmean(_cards(view, each) for each in rivals) / 10,
    )
    return dict(zip(NAMES, values, strict=True))


class Whereabouts(NamedTuple):
    """Where a wizard stands, and why he is out."""

    at: int
    out: str


class Terrain(NamedTuple):
    """Of a state all that the ways hang on."""

    board: Board
    chests: tuple[int, ...]
    wizards: tuple[Whereabouts, ...]


@lru_cache(maxsize=REMEMBERED)
def _ways(ground: Any) -> Sequence[int]:
    """By seat how many steps are left to the win."""
    seats = range(len(ground.wizards))
    return [steps_to_win(ground, seat) if is_alive(ground, seat) else FARTHEST for seat in seats]


def _cards(view: View, seat: Seat) -> float:
    """What a hand is worth to a quick player."""
    if seat == view.seat:
        return sum([KEEP.get(card, DEFAULT) for card in view.hand])
    return view.wizards[seat].hand_size * _mean_card(view.course)


@lru_cache(maxsize=REMEMBERED)
def _mean_card(course: Course) -> float:
    return fmean(KEEP.get(card, DEFAULT) for card in course.all_cards.elements())
