"""Bots and hints of «Зельеварение». Each sees a view alone and can't cheat; open cards are remembered.

The playouts go through the engine itself: `policy` says what a quick player does, `rules.do` does it.
"""

import random
from collections.abc import Mapping, Sequence

from games.potions.scoring.points import KNOWLEDGE
from games.potions.simulator.engine.characters import CHARACTERS
from games.potions.simulator.engine.data import EFFECT, SPELLS
from games.potions.simulator.engine.quick import policy
from games.potions.simulator.engine.rules import do, legal_moves
from games.potions.simulator.engine.state import State
from games.potions.simulator.engine.view import View, world
from simulator.engine.chance import pick
from simulator.engine.game import Bot, Move, Seat
from simulator.engine.rules import random_bot
from simulator.engine.weighing import Playouts, Weighing

# By how many boxes are on the table. Playouts of the searching bot for a decision: with six players at most a
# second of one core, half of all decisions less.
SEARCH_BUDGETS = (200, 180, 160)
# By how many points a move has to be worse to be called a mistake, and in how many worlds the last look is
# taken: with boxes a turn brings twice as much, and takes far longer to play out.
SLIPS, MOST_WORLDS = (1.0, 2.0, 2.0), (960, 480, 480)
ROUNDS_AHEAD = 3  # turns of each player that a playout looks at
LAST_CARDS = 2  # with which the wild player begins to go in circles


# --- Bots --------------------------------------------------------------------------------------------------


def greedy_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """What the quick player does."""
    return policy(world(view, seed), random.Random(seed).random)


def search_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """The move with the best expected difference over sampled worlds."""
    if len(moves) == 1:
        return moves[0]
    weighed = weighing(view, seed, whole=False)
    assert weighed is not None
    return weighed.leader(SEARCH_BUDGETS[len(view.course.boxes)])


def wild_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """What chance hardly ever brings: at one table all play for what boxes add, at the other nobody gets
    anywhere. For tests.
    """
    ranked = _as_miser if view.first % 2 else _as_builder
    ranks = [ranked(view, move) for move in moves]
    return pick(seed, [move for move, rank in zip(moves, ranks, strict=True) if rank == max(ranks)])


def _as_builder(view: View, move: Move) -> int:
    """Verbs of boxes first, then recipes and spells."""
    return {"assemble": 1, "cast": 1, "element": 0, "pass": -1}.get(move.verb, 2)


def _as_miser(view: View, move: Move) -> int:
    """Stops where it may and lays all it has as elements, but the last two cards that only fetch others."""
    code = str(move.args[0]) if move.args else ""
    if EFFECT.get(code) == KNOWLEDGE:
        return (4 if len(view.hand) <= LAST_CARDS else 1) if move.verb == "cast" else 0
    if move.verb == "element":
        return 2 if code in SPELLS else 3
    return {"pass": 5, "draw": 3, "assemble": -1}.get(move.verb, 0)


BOTS: Mapping[str, Bot] = {
    "random": random_bot,
    "wild": wild_bot,
    "greedy": greedy_bot,
    **CHARACTERS,
    "search": search_bot,
}


# --- Search ------------------------------------------------------------------------------------------------


def weighing(view: View, seed: int, whole: bool = True) -> Weighing | None:
    """The expected point difference to the others' average a few turns ahead, for each legal move."""
    if view.seat is None or not view.agenda or view.agenda[-1].seat != view.seat:
        return None
    seat, boxes = view.seat, len(view.course.boxes)

    def value(dealt: State, move: Move, playout: int) -> float:
        return difference(play_out(dealt, seat, move, playout).scores, seat)

    return Playouts(
        legal_moves(world(view, seed), seat),
        lambda rng: world(view, rng),
        value,
        seed,
        slip=SLIPS[boxes],
        most=MOST_WORLDS[boxes],
        common=True,
        whole=whole,
    )


def play_out(state: State, seat: Seat, move: Move, seed: int) -> State:
    """The position after `move` and `ROUNDS_AHEAD` turns of each player, or at the end."""
    rand = random.Random(seed).random  # Python promises the same random() in every version
    last = state.turn + ROUNDS_AHEAD * state.players
    state = do(state, seat, move).state
    while state.agenda and state.turn < last:
        state = do(state, state.agenda[-1].seat, policy(state, rand)).state
    return state


def difference(scores: Sequence[int], seat: Seat) -> float:
    """By how much a seat is ahead of the others' average."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)
