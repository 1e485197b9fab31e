"""Bots and hints of Poison. Each sees a view alone and can't cheat; taken cards are remembered (poison-20).

The playouts use the same `placement_errors`, `legal_placements` and `pour` as the rules, on plain
lists because that is faster; `games/poison/tests/simulator/test_bots.py` holds them against the engine.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence

from games.poison.scoring.points import POISON_POINTS, POTION_POINTS, points_of
from games.poison.simulator.engine.data import COLOUR, VALUE
from games.poison.simulator.engine.rules import (
    legal_moves,
    legal_placements,
    next_with_cards,
    poison_opens,
    pour,
)
from games.poison.simulator.engine.state import Cauldron, State, Turn, counts_of
from games.poison.simulator.engine.view import View, world
from simulator.engine.flat import estimate
from simulator.engine.game import Bot, Hint, Move, MoveEstimate, Seat
from simulator.engine.rules import random_bot

TRIES = 3  # random cards that a guided player looks at before it takes the cheapest
FLAT_BUDGET = 1000


def cost(taken: Sequence[str]) -> int:
    """The points of captured cards if no majority sheds them."""
    return sum([POTION_POINTS if COLOUR[card] else POISON_POINTS for card in taken])


def greedy_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """The cheapest move now, then the largest card; a majority is always shed."""
    if moves[0].verb != "play":
        return moves[-1]
    recolours = view.options.recolor_after_poison_overflow

    def price(move: Move) -> tuple[int, int, Move]:
        card, place = move.args
        return cost(pour(view.cauldrons[place - 1], card, recolours).taken), -VALUE[card], move

    return min(moves, key=price)


def flat_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """The move with the lowest expected penalty over sampled worlds."""
    return hint(view, seed, FLAT_BUDGET).estimates[0].move


BOTS: Mapping[str, Bot] = {"random": random_bot, "greedy": greedy_bot, "flat": flat_bot}


def hint(view: View, seed: int, budget: int) -> Hint:
    """The expected penalty of the round for each legal move, over worlds that the seat can't tell apart.

    Every move is tried in the same worlds; `budget` is the number of playouts for all moves together.
    """
    if view.seat is None or not view.agenda or view.agenda[-1].seat != view.seat:
        return Hint((), 0, seed, budget)
    moves = legal_moves(world(view, seed), view.seat)
    if not isinstance(view.agenda[-1], Turn):
        return _shedding_hint(view, view.seat, moves, seed, budget)
    return estimate(moves, lambda rng: world(view, rng), penalty, seed, budget, fewer_is_better=True)


def _shedding_hint(view: View, seat: Seat, moves: Sequence[Move], seed: int, budget: int) -> Hint:
    """Nothing is hidden here: the points are exact."""
    table = [counts_of(cards) for cards in view.captured]
    estimates = []
    for move in moves:
        kept = (*view.kept, (seat, move.args[0])) if move.verb == "keep" else view.kept
        estimates.append(MoveEstimate(move, points_of(table, kept)[seat], 0.0, 0))
    estimates.sort(key=lambda estimate: (estimate.mean, estimate.move))
    alike = sum(estimate.mean == estimates[0].mean for estimate in estimates)
    return Hint(tuple(estimates), alike, seed, budget)


def penalty(state: State, move: Move, seed: int) -> int:
    """Points of the seat to act if it makes `move` and everybody then plays guided to the round's end."""
    seat: Seat = state.agenda[-1].seat
    return points_of([counts_of(cards) for cards in play_out(state, move, seed)])[seat]


def play_out(state: State, first: Move, seed: int, log: list[Move] | None = None) -> list[list[str]]:
    """What each seat has taken at the end of the round; `log` collects the moves made."""
    rand = random.Random(seed).random  # Python promises the same random() in every version
    hands = [list(hand) for hand in state.hands]
    cauldrons, captured = list(state.cauldrons), [list(cards) for cards in state.captured]
    recolours = state.options.recolor_after_poison_overflow
    seat, move = state.agenda[-1].seat, first
    while True:
        card, place = move.args
        poured = pour(cauldrons[place - 1], card, recolours)
        cauldrons[place - 1] = poured.cauldron
        captured[seat] += poured.taken
        hands[seat].remove(card)
        if log is not None:
            log.append(move)
        following = next_with_cards(hands, seat)
        if following is None:
            return captured
        seat = following
        shape = tuple([cauldron.colour for cauldron in cauldrons])
        opens = poison_opens(state.options, shape, hands[seat])
        move = guided(hands[seat], cauldrons, shape, opens, recolours, rand)


def guided(
    hand: Sequence[str],
    cauldrons: Sequence[Cauldron],
    shape: tuple[str, ...],
    opens: bool,
    recolours: bool,
    rand: Callable[[], float],
) -> Move:
    """The first of `TRIES` random cards that costs nothing, else the cheapest of them."""
    cheapest, least = None, math.inf
    for _ in range(TRIES):
        card = hand[int(rand() * len(hand))]
        plays = legal_placements(card, shape, opens)
        if not plays:
            continue
        play = plays[int(rand() * len(plays))] if len(plays) > 1 else plays[0]
        taken = pour(cauldrons[play.args[1] - 1], card, recolours).taken
        if not taken:
            return play
        price = cost(taken)
        if price < least:
            cheapest, least = play, price
    return cheapest or _any_play(hand, shape, opens)


def _any_play(hand: Sequence[str], shape: tuple[str, ...], opens: bool) -> Move:
    """For the rare hand whose random cards can't be played: the first that can."""
    return next(play for card in hand for play in legal_placements(card, shape, opens))
