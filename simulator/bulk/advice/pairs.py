"""Pairs of moves for people to choose from, with and without a reason: a good one, and a clear mistake."""

from typing import Any, NamedTuple

from simulator.bulk.advice.figures import GameTally
from simulator.bulk.advice.measures import weighed
from simulator.bulk.advice.positions import AdviceJob
from simulator.bulk.advice.reference import deeper
from simulator.engine.chance import Rng
from simulator.engine.game import Band, MoveEstimate, Proposition

CHOSEN = 41  # stream of a position


class MovePair(NamedTuple):
    """A position as JSON and two of its moves with their reasons; the second is worse by `behind`."""

    where: str
    config: dict[str, Any]
    state: dict[str, Any]
    seat: int
    good: str
    mistake: str
    reasons: tuple[Proposition | None, Proposition | None]
    behind: float

    @property
    def complete(self) -> bool:
        return None not in self.reasons


def pairs(job: AdviceJob) -> list[MovePair]:
    """At most one pair of a game, of the first position that has any; one with both reasons goes first.
    Bands and reasons are those of the reference. `asked`: `playouts` of what the reference has 20 times,
    `alike` for two moves of one verb, as a recipe and a mere card are told apart by anybody.
    """
    bare: list[MovePair] = []
    for decision, weighing in weighed(job, GameTally(job.table)):
        weighing.run(job.asked.playouts)
        found = decision.rules.reasoned(decision.view, deeper(weighing, decision, decision.rules.slip))
        best = found.estimates[0]
        mistakes = [
            row
            for row in found.estimates
            if row.band == Band.MISTAKE and (row.move.verb == best.move.verb or not job.asked.alike)
        ]
        if not mistakes or best.band != Band.GOOD:
            continue
        worse = Rng(decision.stream(CHOSEN)).choice([row for row in mistakes if row.reason] or mistakes)
        pair = MovePair(
            decision.where,
            dict(job.config),
            decision.rules.encode(decision.state),
            decision.seat,
            str(best.move),
            str(worse.move),
            (best.reason, worse.reason),
            _behind(best, worse),
        )
        if pair.complete:
            return [pair]
        bare = bare or [pair]
    return bare


def _behind(best: MoveEstimate, worse: MoveEstimate) -> float:
    return round(abs(worse.mean - best.mean), 3)
