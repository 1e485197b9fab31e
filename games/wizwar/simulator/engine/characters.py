"""Bots with a character: each plays as `guarding` does but for one fault, which many a player has.

`habits` counts how often a fault shows. The greedy bot is one of them as it stands: it is mean with cards.
"""

from collections.abc import Mapping, Sequence
from math import comb

from games.wizwar.simulator.engine import bots, guarding
from games.wizwar.simulator.engine.bots import LOW_LIFE, Manner, policy
from games.wizwar.simulator.engine.cards.attacks import points_of
from games.wizwar.simulator.engine.cards.worth import DEFENCES
from games.wizwar.simulator.engine.data import ATTACKS, DECK, VALUE
from games.wizwar.simulator.engine.guarding import GUARDING
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.state import State, Window, carries, is_alive
from games.wizwar.simulator.engine.teamwork import distance
from games.wizwar.simulator.engine.view import View, world
from simulator.engine.game import Bot, Move, Seat

SHY = 3  # steps from a rival within which the careful bot leaves a treasure alone: those of a turn
STRUCK = [card for card in DECK if card in ATTACKS]
NUMBERS = [VALUE[card] for card in DECK if card in VALUE]
MEAN_NUMBER = round(sum(NUMBERS) / len(NUMBERS))


# --- Careful ------------------------------------------------------------------------------------------------


def wary_goals(state: State, seat: Seat) -> list[int]:
    """As the guarding bot's, but a treasure near a rival is left alone, whatever he could do about it."""
    found = guarding.goals(state, seat)
    is_free = not state.teams and carries(state, seat) is None
    if not is_free or not any(is_watched(state, seat, at) for at in found):
        return found
    lying = {state.chests[number] for number in bots.wanted(state, seat)}
    return bots.nearest(state, seat, [at for at in lying if not is_watched(state, seat, at)])


def is_watched(state: State, seat: Seat, square: int) -> bool:
    """Whether a rival stands within a turn's walk of a square."""
    rivals = [other for other in range(state.players) if other != seat and is_alive(state, other)]
    return any(distance(state, state.wizards[other].at, square) <= SHY for other in rivals)


# --- Scholarly ----------------------------------------------------------------------------------------------


def reckoned(state: State, seat: Seat, card: str, other: Seat) -> float:
    """The points that an attack brings on the average. One below the mean of all is kept for a better
    occasion, whoever is struck and whatever he carries, unless it is the last blow.
    """
    value = bots.force(state, seat, card, other)
    return value * _hits(state, seat, other) if value >= _mean_points(state, other) else 0.0


def _mean_points(state: State, other: Seat) -> float:
    """Of the attacks in the deck that do damage, with the mean number."""
    points = [points_of(state, card, MEAN_NUMBER, other) for card in STRUCK]
    return sum(points) / sum(each > 0 for each in points)


def _hits(state: State, seat: Seat, other: Seat) -> float:
    """How likely somebody holds no answer, by the cards that this seat hasn't seen."""
    hands = {one: _unknown(state, seat, one) for one in range(state.players) if one != seat}
    pool = [*state.deck, *state.discard, *(card for hand in hands.values() for card in hand)]
    answers, held = sum(card in DEFENCES for card in pool), len(hands.get(other, ()))
    return comb(len(pool) - answers, held) / comb(len(pool), held)


def _unknown(state: State, seat: Seat, other: Seat) -> list[str]:
    """What somebody holds that a seat hasn't seen."""
    hand = list(state.wizards[other].hand)
    for card, mask in state.wizards[other].known:
        if mask >> seat & 1:
            hand.remove(card)
    return hand


# --- The bots -----------------------------------------------------------------------------------------------

CAREFUL = GUARDING._replace(goals=wary_goals)
HASTY = GUARDING._replace(compares=False)
SCHOLARLY = GUARDING._replace(worth=reckoned, kick=0.0)


def _playing(manner: Manner) -> Bot:
    def play(view: View, moves: Sequence[Move], seed: int) -> Move:
        return policy(world(view, seed), moves, bots.luck_of(seed), manner, view.seat)

    return play


def play_forgetful(view: View, moves: Sequence[Move], seed: int) -> Move:
    """The answers in its hand come to its mind only once little life is left."""
    frame = view.agenda[-1]
    if type(frame) is Window and frame.attack.on == view.seat and view.wizards[frame.seat].life > LOW_LIFE:
        return PASS
    return guarding.play_guarding(view, moves, seed)


BOTS: Mapping[str, Bot] = {
    **guarding.BOTS,
    "careful": _playing(CAREFUL),
    "hasty": _playing(HASTY),
    "forgetful": play_forgetful,
    "scholarly": _playing(SCHOLARLY),
}
