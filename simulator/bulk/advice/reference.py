"""What advice is measured by: every move in many more worlds than a hint has, drawn by seeds of their own."""

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from simulator.bulk.advice.positions import Decision
from simulator.engine.chance import substream
from simulator.engine.game import Hint, Move
from simulator.engine.weighing import Playouts, Weighing, mean_and_error

TIMES = 20  # as many worlds as the hint has
SIFTED = 16  # part of the worlds after which moves that are surely worse are tried no more
SURELY = 1.3  # half widths of 99 % that a move lies behind then: one of a thousand would do so by chance
DECISIONS = 200  # that a bot plays on, where nobody says how many
REFERENCE, POLICY = 11, 12  # streams of a position
Values = Mapping[Move, Sequence[float]]


class Trial(NamedTuple):
    """How moves are tried in worlds, as in `Playouts`; `sign` 1: fewer are better."""

    moves: Sequence[Move]
    deal: Callable[[int], Any]
    value: Callable[[Any, Move, int], float]
    sign: int
    common: bool

    @staticmethod
    def of(weighing: Playouts) -> "Trial":
        return Trial(weighing.moves, weighing.deal, weighing.value, weighing.sign, weighing.common)

    @staticmethod
    def by_bot(decision: Decision, bot: str, ahead: int = DECISIONS) -> "Trial":
        """Worlds of the position played on by a bot on all seats, which owes nothing to the evaluator: so
        many decisions or to the end, and what counts are points.
        """
        rules, seat = decision.rules, decision.seat

        def value(world: Any, move: Move, luck: int) -> float:
            state = rules.apply(world, seat, move).state
            for ply in range(ahead):
                acting = rules.to_act(state)
                if not acting:
                    break
                mover = min(acting)
                legal = rules.legal_moves(state, mover)
                choice = rules.bots[bot](rules.view(state, mover), legal, substream(luck, ply))
                state = rules.apply(state, mover, choice).state
            return _standing(rules.scores(state), seat, rules.fewer_is_better)

        deal = decision.stream(POLICY)
        return Trial(
            decision.legal,
            lambda rng: rules.resample(decision.state, seat, substream(deal, rng)),
            value,
            1 if rules.fewer_is_better else -1,
            common=False,
        )


def _standing(scores: Sequence[int], seat: int, fewer_is_better: bool) -> float:
    others = [score for place, score in enumerate(scores) if place != seat]
    return scores[seat] - (sum(others) / len(others) if others else 0) * (not fewer_is_better)


def sampled(
    trial: Trial, seed: int, worlds: range, moves: Sequence[Move], common: bool | None = None
) -> dict[Move, list[float]]:
    """What moves bring in the same worlds, all of them in all worlds."""
    same = trial.common if common is None else common
    places = {move: place for place, move in enumerate(trial.moves)}
    found: dict[Move, list[float]] = {move: [] for move in moves}
    for number in worlds:
        world = trial.deal(substream(seed, number))
        for move in moves:
            luck = substream(seed, number) if same else substream(seed, number, places[move])
            found[move].append(trial.value(world, move, luck))
    return found


def compared(trial: Trial, seed: int, worlds: int, kept: Sequence[Move]) -> dict[Move, list[float]]:
    """The moves that may be the best, and those kept, in all worlds. One that a part of the worlds shows to
    be surely worse isn't among them.
    """
    first = max(2, worlds // SIFTED)
    found = sampled(trial, seed, range(first), trial.moves)
    best = _best(found, trial.sign)
    left = [move for move in trial.moves if move in kept or not _is_behind(found, best, move, trial.sign)]
    more = sampled(trial, seed, range(first, worlds), left)
    return {move: found[move] + more[move] for move in left}


def _is_behind(found: Values, best: Move, move: Move, sign: int) -> bool:
    behind, doubt = difference(found[move], found[best], sign)
    return behind > SURELY * doubt


def _best(found: Values, sign: int) -> Move:
    return min(found, key=lambda move: (sign * fmean(found[move]), move))


def lost_by(found: Values, move: Move, sign: int) -> float:
    """By how much a move is worse than the best: the best is found in one half of the worlds and compared in
    the other, and the other way round. Found and compared in the same worlds, luck would count for it.
    """
    halves = [{each: values[part::2] for each, values in found.items()} for part in (0, 1)]
    lost = []
    for finding, comparing in (halves, reversed(halves)):
        best = _best(finding, sign)
        lost.append(sign * (fmean(comparing[move]) - fmean(comparing[best])))
    return fmean(lost)


def difference(own: Sequence[float], others: Sequence[float], sign: int) -> tuple[float, float]:
    """By how much one is behind the other, world by world, and half the width of its interval of 99 %."""
    return mean_and_error([sign * (one - other) for one, other in zip(own, others, strict=False)])


def deeper(weighing: Weighing, decision: Decision, slip: float, times: int = TIMES) -> Hint:
    """The bands of all moves in so many times the worlds of what was weighed. What needs no playouts is its
    own reference.
    """
    if not isinstance(weighing, Playouts):
        return weighing.hint()
    return Playouts(
        weighing.moves,
        weighing.deal,
        weighing.value,
        decision.stream(REFERENCE),
        slip=slip,
        most=times * weighing.hint().worlds,
        fewer_is_better=weighing.sign > 0,
        common=weighing.common,
        order=weighing.order,
    ).run()
