"""Which theory to debunk, and how.

Source: clause notebook.advice.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.alchemists.scoring.points import loss_at
from games.alchemists.simulator.deduction import debunking
from games.alchemists.simulator.deduction.data import COLOURS, GAME, PAIRS, RESULTS, SIGNS
from games.alchemists.simulator.deduction.deduction import Pair, bits
from games.alchemists.simulator.deduction.worlds import Count, Worlds, tables


class DebunkAdvice(NamedTuple):
    """An attempt to debunk: of one colour (apprentices) or by one pair and potion (masters).

    `success` counts the worlds in which it succeeds, `reputation` is expected, `told` the bits that the
    answer gives to everybody who knows as much. `yes` and `no` say what falls or conflicts on that answer.
    """

    ingredients: tuple[str, ...]
    asked: str
    worlds: int
    success: int
    reputation: float
    told: float
    yes: debunking.DebunkOutcome
    no: debunking.DebunkOutcome


def debunks_apprentice(
    worlds: Worlds, board: debunking.Theories, reputation: int, *, count: Count = int.bit_count
) -> list[DebunkAdvice]:
    """Every colour of every published theory, the best first; `yes`: the theory's sign is wrong."""
    found, total = [], count(worlds)
    for ingredient, alchemical in board.items():
        for colour in COLOURS:
            sign = SIGNS[alchemical][colour]
            other = "-" if sign == "+" else "+"
            wrong = count(worlds & tables().signed[ingredient][colour + other])
            outcomes = [debunking.apprentice(board, ingredient, colour, each) for each in (other, sign)]
            found.append(_debunk(total, (ingredient,), colour, wrong, outcomes, reputation))
    return _by_reputation(found)


def debunks_master(
    worlds: Worlds,
    board: debunking.Theories,
    conflicts: Collection[Pair],
    reputation: int,
    *,
    count: Count = int.bit_count,
) -> list[DebunkAdvice]:
    """Every pair and potion that can touch a published theory, the best first; `yes`: they make it."""
    found, total = [], count(worlds)
    for pair in PAIRS:
        if pair[0] in board or pair[1] in board:
            for result in RESULTS:
                made = count(worlds & tables().made[pair][result])
                outcomes = [debunking.master(board, conflicts, pair, result, yes) for yes in (True, False)]
                found.append(_debunk(total, pair, result, made, outcomes, reputation))
    return _by_reputation(found)


def stakes(reputation: int) -> tuple[int, int]:
    """The reputation that a success brings and a failure costs in the player's zone, both positive."""
    loss = loss_at(reputation, int(GAME.constants["debunk_failure"]))
    return int(GAME.constants["debunk_success"]), loss


def _debunk(
    total: int,
    ingredients: tuple[str, ...],
    asked: str,
    yes: int,
    outcomes: Sequence[debunking.DebunkOutcome],
    reputation: int,
) -> DebunkAdvice:
    success = yes * outcomes[0].success + (total - yes) * outcomes[1].success
    gain, loss = stakes(reputation)
    expected = (gain * success - loss * (total - success)) / total if total else 0.0
    told = bits([yes, total - yes])
    return DebunkAdvice(ingredients, asked, total, success, expected, told, outcomes[0], outcomes[1])


def _by_reputation(found: Sequence[DebunkAdvice]) -> list[DebunkAdvice]:
    """The best first; of equal ones whichever tells the others less (clause notebook.advice)."""
    return sorted(found, key=lambda each: (-round(each.reputation, 9), round(each.told, 9)))
