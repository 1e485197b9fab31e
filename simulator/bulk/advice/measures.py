"""How far bands may be trusted after two seconds, intervals at all, and how much advice costs who follows it.

Each measure has a function of a job, which looks at one game, and one that makes figures of all games.
"""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from time import process_time
from typing import Any, NamedTuple

from simulator.bulk.advice.figures import (
    Figures,
    GameTally,
    counted,
    percentile_95,
    share,
    statistic,
)
from simulator.bulk.advice.positions import AdviceJob, AdviceTerms, Decision, met
from simulator.bulk.advice.reference import TIMES, Trial, Values, compared, difference, lost_by, sampled
from simulator.engine.game import Band, Hint, Move
from simulator.engine.weighing import Playouts, Weighing

LEAST_OF_ONE, LEAST_OF_ALL = 0.98, 0.95  # of intervals of 99 % beside a mean of 20 times the worlds; of hints
MOST_CHANGED, MOST_CHANGED_MISTAKES = 0.05, 0.01
REFERENCE, BOT, SHARED = 31, 32, 33  # streams of a position


def weighed(job: AdviceJob, tally: GameTally) -> Iterator[tuple[Decision, Weighing]]:
    """The positions of a game with what weighs their moves, nothing tried yet."""
    for decision in met(job):
        tally.count("positions")
        weighing = decision.rules.weighing(decision.view, decision.seed)
        if weighing is not None:
            tally.count("exact or judged", not isinstance(weighing, Playouts))
            yield decision, weighing


def _played(job: AdviceJob, tally: GameTally) -> Iterator[tuple[Decision, Playouts]]:
    """Those of them that are played out."""
    for decision, weighing in weighed(job, tally):
        if isinstance(weighing, Playouts):
            tally.count("played out")
            yield decision, weighing


# --- Whether bands stay ------------------------------------------------------------------------------------


def stability(job: AdviceJob) -> GameTally:
    """Bands after so many seconds of the processor beside those after more. `asked`: `seconds`, `later`."""
    tally = GameTally(job.table)
    for _, weighing in _played(job, tally):
        began = process_time()
        early = _bands(_weighed_until(weighing, began + job.asked.seconds))
        tally.count("ready", weighing.done)
        late = _bands(_weighed_until(weighing, began + job.asked.later))
        tally.add("tried", weighing.found.worlds)
        tally.count("no band", not early)
        tally.counts["moves"] += len(weighing.moves)
        for move, band in early.items():
            tally.count("bands")
            tally.count("changed", late[move] != band)
            tally.count("mistakes", band == Band.MISTAKE)
            tally.count("mistakes taken back", band == Band.MISTAKE != late[move])
            tally.count("became mistakes", band != Band.MISTAKE == late[move])
    return tally


def _weighed_until(weighing: Weighing, end: float) -> Hint:
    while not weighing.done and process_time() < end:
        weighing.go_on()
    return weighing.hint()


def _bands(hint: Hint) -> Mapping[Move, Band]:
    return {row.move: row.band for row in hint.estimates if row.band != Band.OPEN}


def stability_figures(games: Sequence[GameTally]) -> Figures:
    for name in ("positions", "exact or judged", "played out"):
        yield counted(games, name)
    yield from share(games, "ready", "played out", "nothing more to try at the first time")
    yield from share(games, "no band", "played out", "no band at the first time")
    yield from share(games, "bands", "moves", "moves with a band at the first time")
    yield from share(games, "changed", "bands", "bands shown that change", most=MOST_CHANGED)
    for name in ("mistakes taken back", "became mistakes"):
        yield from share(games, name, "bands", f"bands shown: {name}", most=MOST_CHANGED_MISTAKES)
    yield from statistic(games, "tried", "worlds at the second time")


# --- Whether intervals cover -------------------------------------------------------------------------------


def coverage(job: AdviceJob) -> GameTally:
    """Intervals of all looks, and bands, beside 20 times the worlds. `asked`: `playouts` (0: all)."""
    tally = GameTally(job.table)
    for decision, weighing in _played(job, tally):
        looks = list(_looks(weighing, job.asked.playouts))
        trial, worlds = Trial.of(weighing), range(TIMES * weighing.found.worlds)
        truth = sampled(trial, decision.stream(REFERENCE), worlds, trial.moves)
        covered = [_covers(tally, look, truth, trial.sign) for look in looks]
        for name, every in zip(("means", "differences"), zip(*covered, strict=True), strict=True):
            tally.count(f"hints with all {name}", all(every))
        _look_at_bands(tally, weighing.found, truth, trial.sign, decision.rules.slip)
    return tally


class _LookIntervals(NamedTuple):
    """What is said at a look: means with half widths, and how far moves lie behind the best."""

    best: Move
    means: Mapping[Move, tuple[float, float]]
    behind: Mapping[Move, tuple[float, float]]


def _looks(weighing: Playouts, playouts: int) -> Iterator[_LookIntervals]:
    """Each look as it comes; the last one is `weighing.found`."""
    seen: tuple[Any, ...] = ()
    while not weighing.done and (not playouts or weighing.played < playouts or not seen):
        weighing.go_on()
        if weighing.found.estimates and weighing.found.estimates != seen:
            seen = weighing.found.estimates
            yield _intervals(weighing, weighing.found)


def _intervals(weighing: Playouts, hint: Hint) -> _LookIntervals:
    best = hint.estimates[0].move
    rows = [row for row in hint.estimates if row.band != Band.OPEN]
    behind = {
        row.move: difference(weighing.samples[row.move], weighing.samples[best], weighing.sign)
        for row in rows
        if row.move != best
    }
    return _LookIntervals(best, {row.move: (row.mean, row.error) for row in rows}, behind)


def _covers(tally: GameTally, look: _LookIntervals, truth: Values, sign: int) -> tuple[bool, bool]:
    """Whether all means of a look, and all differences, lie where it says."""
    real = {move: fmean(values) for move, values in truth.items()}
    means = [abs(mean - real[move]) <= error for move, (mean, error) in look.means.items()]
    differences = [
        abs(behind - sign * (real[move] - real[look.best])) <= doubt
        for move, (behind, doubt) in look.behind.items()
    ]
    for name, found in (("means", means), ("differences", differences)):
        tally.counts[name] += len(found)
        tally.counts[f"{name} covered"] += sum(found)
    return all(means), all(differences)


def _look_at_bands(tally: GameTally, hint: Hint, truth: Values, sign: int, slip: float) -> None:
    best = min(sign * fmean(values) for values in truth.values())
    for row in hint.estimates:
        behind = sign * fmean(truth[row.move]) - best
        tally.count(f"bands {row.band}")
        tally.count("mistakes within the slip", row.band == Band.MISTAKE and behind <= slip)
        tally.count("good beyond the slip", row.band == Band.GOOD and behind > slip)


def coverage_figures(games: Sequence[GameTally]) -> Figures:
    for name in ("positions", "played out"):
        yield counted(games, name)
    for name in ("means", "differences"):
        said = f"intervals of {name} that cover"
        yield from share(games, f"{name} covered", name, said, least=LEAST_OF_ONE)
    for name in ("means", "differences"):
        said = f"hints all of whose {name} are covered at every look"
        yield from share(games, f"hints with all {name}", "played out", said, least=LEAST_OF_ALL)
    mistakes = "mistakes no worse than the slip by the reference"
    yield from share(games, "mistakes within the slip", f"bands {Band.MISTAKE}", mistakes)
    good = "good moves worse than the slip by the reference"
    yield from share(games, "good beyond the slip", f"bands {Band.GOOD}", good)


# --- What advice costs -------------------------------------------------------------------------------------


def loss(job: AdviceJob) -> GameTally:
    """By how much the advised move is worse than the best. `asked`: `playouts` of the hint (0: all);
    `policy`, a bot that plays on `ahead` decisions in `worlds` instead of the evaluator in 20 times its own;
    `against`, a bot whose move is measured beside it.
    """
    tally = GameTally(job.table)
    for decision, weighing in weighed(job, tally):
        hint = weighing.run(job.asked.playouts)
        trial, worlds = _reference(job.asked, decision, weighing, hint)
        if trial is None:
            tally.count("no reference")
            continue
        moves = {"advised": hint.estimates[0].move, **_bots_move(job.asked.against, decision)}
        found = compared(trial, decision.stream(REFERENCE), worlds, list(moves.values()))
        lost = {name: lost_by(found, move, trial.sign) for name, move in moves.items()}
        for name, value in lost.items():
            tally.add(name, value)
        if len(lost) > 1:
            tally.add("saved", lost["bot"] - lost["advised"])
    return tally


def _reference(
    asked: AdviceTerms, decision: Decision, weighing: Weighing, hint: Hint
) -> tuple[Trial | None, int]:
    """How moves are tried, and in how many worlds; None: what needs no playouts has no other reference."""
    if asked.policy:
        return Trial.by_bot(decision, asked.policy, asked.ahead), asked.worlds
    if isinstance(weighing, Playouts):
        return Trial.of(weighing), TIMES * hint.worlds
    return None, 0


def _bots_move(bot: str, decision: Decision) -> Mapping[str, Move]:
    if not bot:
        return {}
    return {"bot": decision.rules.bots[bot](decision.view, decision.legal, decision.stream(BOT))}


def loss_figures(games: Sequence[GameTally]) -> Figures:
    for name in ("positions", "no reference"):
        yield counted(games, name)
    for name in ("advised", "bot"):
        yield from statistic(games, name, f"loss of the move {name}: mean")
        yield from statistic(games, name, f"loss of the move {name}: 95th percentile", percentile_95)
    yield from statistic(games, "saved", "what advice saves whoever plays like the bot: mean")


# --- Whether moves should share seeds ----------------------------------------------------------------------


def seeds(job: AdviceJob) -> GameTally:
    """How wide intervals of differences are if the moves of a world share their luck, and if they don't.
    `asked`: `worlds`.
    """
    tally = GameTally(job.table)
    for decision, weighing in _played(job, tally):
        trial, worlds = Trial.of(weighing), range(job.asked.worlds)
        tally.count("share now", trial.common)
        stream = decision.stream(SHARED)
        shared, own = (sampled(trial, stream, worlds, trial.moves, common) for common in (True, False))
        both = {move: fmean([*shared[move], *own[move]]) for move in trial.moves}
        best = min(trial.moves, key=lambda move: (trial.sign * both[move], move))
        widths = [_width(found, best) for found in (shared, own)]
        for name, width in zip(("shared", "own"), widths, strict=True):
            tally.add(name, width)
        tally.add("wider", widths[1] - widths[0])
    return tally


def _width(found: Values, best: Move) -> float:
    """The mean half width of how far moves lie behind the best."""
    return fmean(difference(found[move], found[best], 1)[1] for move in found if move != best)


def seed_figures(games: Sequence[GameTally]) -> Figures:
    for name in ("positions", "played out"):
        yield counted(games, name)
    yield from share(games, "share now", "played out", "positions whose moves share their luck now")
    yield from statistic(games, "shared", "half width if the moves of a world share luck")
    yield from statistic(games, "own", "half width if each has its own")
    yield from statistic(games, "wider", "how much wider the latter is")
