"""How many taps a round takes at the table, counted over whole games between bots: see `manage.py taps`.

Each seat is counted as if a person sat there who answers as its bot does and never taps amiss.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction.deduction import deduce
from games.alchemists.simulator.engine.bots import BOTS
from games.alchemists.simulator.engine.facade import Alchemists
from games.alchemists.simulator.engine.planning import NONE
from games.alchemists.simulator.engine.state import Planning, top
from games.alchemists.simulator.engine.view import View, facts_of
from games.alchemists.simulator.presenting.grid import agreeing
from games.alchemists.simulator.table.keys import likeliest
from games.alchemists.simulator.table.question import PAIR_VERBS
from simulator.engine.chance import substream
from simulator.engine.game import Move, Seat

FEW = 6  # keys of pairs that stand there at once, as in table.js
PLAN = frozenset({"assistant", "plan", "associate"})


class Taps(NamedTuple):
    """Of each round of each seat: the taps of its plan, and of all."""

    planning: tuple[int, ...]
    round: tuple[int, ...]

    @property
    def medians(self) -> tuple[float, float]:
        return median(self.planning), median(self.round)


def taps_of(move: Move, moves: Sequence[Move], seen: View) -> int:
    """The taps that an answer takes: a plan those on the board, its own key is not among them; the likeliest
    formula none, as it is chosen together with its ingredient.
    """
    if move.verb == "plan":
        return int(move.args[1])
    if move.verb == "assistant":
        return int(move.args[0])
    if move.verb == "associate":
        return int(move.args[0] != NONE)
    if move.verb == "token":
        known = deduce(agreeing(facts_of(seen)))
        return int(move.args[0] != likeliest(known, seen, seen.agenda[-1].ingredient))
    return taps_of_pair(move, moves) if move.verb in PAIR_VERBS else 1


def taps_of_pair(move: Move, moves: Sequence[Move]) -> int:
    """Of few pairs the key alone, else a card before it, else both."""
    keys = [each for each in moves if each.verb == move.verb]
    if len(keys) <= FEW:
        return 1
    return 2 if any(_stands_there(move, keys, card) for card in move.args) else 3


def _stands_there(move: Move, keys: Iterable[Move], card: str) -> bool:
    """Whether the key is in sight once this card is chosen."""
    return move in [each for each in keys if card in each.args][:FEW]


def count(
    players: int,
    options: Mapping[str, Any],
    seeds: Iterable[int],
    bot: str,
    went: Callable[[int], None] = lambda games: None,
) -> Taps:
    """`went` hears of each game."""
    plans, rounds = Counter[tuple[int, int, Seat]](), Counter[tuple[int, int, Seat]]()
    for seed in seeds:
        _count_game(Alchemists(), players, options, seed, bot, plans, rounds)
        went(1)
    return Taps(tuple(plans.values()), tuple(rounds.values()))


def _count_game(
    game: Alchemists,
    players: int,
    options: Mapping[str, Any],
    seed: int,
    bot: str,
    plans: Counter[tuple[int, int, Seat]],
    rounds: Counter[tuple[int, int, Seat]],
) -> None:
    state, decisions = game.new_game({"players": players, "options": options}, seed).state, 0
    while acting := game.to_act(state):
        seat, decisions = min(acting), decisions + 1
        moves = game.legal_moves(state, seat)
        seen = game.view(state, seat)
        move = BOTS[bot](seen, moves, substream(seed, decisions))
        after = game.apply(state, seat, move).state
        taps, place = taps_of(move, moves, seen), (seed, state.round, seat)
        if move.verb in PLAN:
            frame = top(after.agenda)
            taps += not (isinstance(frame, Planning) and frame.seat == seat)  # «Готово»
            plans[place] += taps
        rounds[place] += taps
        if after.round > state.round:  # «Играть раунд» is pressed where others begin it
            for other in set(range(players)) - game.to_act(after):
                rounds[seed, state.round, other] += 1
        state = after
