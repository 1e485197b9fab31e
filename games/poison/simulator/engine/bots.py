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
from simulator.engine.game import Bot, Move, MoveEstimate, Seat
from simulator.engine.rules import random_bot
from simulator.engine.weighing import Known, Playouts, Weighing

TRIES = 3  # random cards that a guided player looks at before it takes the cheapest
FLAT_BUDGET = 1000  # playouts of the searching bot for a decision
MOST_WORLDS = 1920  # of a hint
SLIP = 1.0


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
    weighed = weighing(view, seed, whole=False)
    assert weighed is not None
    return weighed.leader(FLAT_BUDGET)


BOTS: Mapping[str, Bot] = {"random": random_bot, "greedy": greedy_bot, "flat": flat_bot}


def weighing(view: View, seed: int, whole: bool = True) -> Weighing | None:
    """The expected penalty of the round for each legal move, over worlds that the seat can't tell apart."""
    if view.seat is None or not view.agenda or view.agenda[-1].seat != view.seat:
        return None
    moves = legal_moves(world(view, seed), view.seat)
    if not isinstance(view.agenda[-1], Turn):
        return _shedding(view, view.seat, moves, seed)
    return Playouts(
        moves,
        lambda rng: world(view, rng),
        penalty,
        seed,
        slip=SLIP,
        most=MOST_WORLDS,
        fewer_is_better=True,
        whole=whole,
    )


def _shedding(view: View, seat: Seat, moves: Sequence[Move], seed: int) -> Weighing:
    """Nothing is hidden here: the points are exact."""
    table = [counts_of(cards) for cards in view.captured]
    rows = []
    for move in moves:
        kept = (*view.kept, (seat, move.args[0])) if move.verb == "keep" else view.kept
        rows.append(MoveEstimate(move, points_of(table, kept)[seat], 0.0, 0))
    return Known(sorted(rows, key=lambda row: row.move), seed, SLIP, fewer_is_better=True)


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
