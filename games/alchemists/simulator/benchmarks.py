"""What `manage.py bench alchemists` measures besides: deduction, and the bot that reckons with it.

A figure of deduction is the worst of several states of knowledge, from nothing known to a few worlds.
"""

import statistics
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from games.alchemists.simulator.deduction import advice, deduction, facts, worlds
from games.alchemists.simulator.deduction.chemistry import level, mix
from games.alchemists.simulator.deduction.data import (
    ALCHEMICALS,
    COLOURS,
    INGREDIENTS,
    PAIR_OF,
    POTIONS,
    SIGNS,
)
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.engine.bots import BOTS, known
from games.alchemists.simulator.engine.data import MAX_PLAYERS
from games.alchemists.simulator.engine.facade import Alchemists
from games.alchemists.simulator.engine.view import View
from simulator.bulk import play
from simulator.bulk.figures import Metric
from simulator.bulk.reference import cpu_seconds
from simulator.engine.chance import substream
from simulator.engine.game import Move
from simulator.engine.record import Record, steps_of

SEED, RUNS, LISTS = 7, 7, 40
KNOWN = (0, 1, 2, 3, 5)  # how many mixes are known in the states that are measured
LONG = 24  # facts of a long evening
MEGABYTE = 1e6
# What a process remembers of earlier questions: without it each is measured as if it were the first.
REMEMBERED = (known.worlds_of, known.bits_of, known.experiments_of, known.exhibition_of, known.sales_of)


def deduction_figures() -> Iterator[Metric]:
    """Ceilings are those of the game's issue; times are CPU time of one core."""
    yield Metric("tables: built once in a process", _built(), "s", 1.5)
    yield Metric("tables: memory", _memory(), "MB", 5)
    rng = Random(SEED)
    states = [deduction.possible(_mixes(rng, n)) for n in KNOWN]
    every = [fact for _ in range(LISTS) for fact in _evening(rng, 8)]
    yield Metric("a fact, the slowest of its kinds", _slowest_fact(every), "ms", 0.1)
    for name, work, ceiling in (
        ("the 8×8 table of chances", deduction.table_of, 1.0),
        ("gains of all 28 mixes", advice.gains, 5.0),
        ("two steps ahead, all 28 mixes", advice.experiments, 150.0),
    ):
        yield Metric(f"{name}, the worst of {len(states)} states", _worst(work, states), "ms", ceiling)
    lists = [_evening(rng, LONG) for _ in range(LISTS)]
    chains = [cpu_seconds(lambda rows=rows: deduction.forced(rows)) * 1000 for rows in lists]
    yield Metric(f"all conclusions of {LONG} facts with their chains", statistics.median(chains), "ms", None)
    yield Metric(f"the same, the worst of {LISTS} evenings", max(chains), "ms", None)


def bot_figures() -> Iterator[Metric]:
    """The sensible player beside three at random. What it remembers is forgotten before each question."""
    bot, hint = BOTS["sensible"], Alchemists.hint
    games = [cpu_seconds(lambda n=n: _game(n)) for n in range(RUNS)]
    decisions = [
        cpu_seconds(lambda seen=view, legal=legal: bot(seen, legal, SEED))
        for n in range(RUNS, 2 * RUNS)
        for view, legal in _questions(_game(n).record)
    ]
    hints = [
        cpu_seconds(lambda seen=view: hint(seen, SEED, 0))
        for n in range(2 * RUNS, 3 * RUNS)
        for view, _ in _questions(_game(n).record)
    ]
    yield Metric("a game with one sensible bot", statistics.median(games), "s", 15)
    yield Metric("a decision of the sensible bot, median", statistics.median(decisions) * 1000, "ms", 300)
    yield Metric("the same, the slowest", max(decisions) * 1000, "ms", 1000)
    yield Metric("the slowest hint", max(hints), "s", 1)


def _game(number: int) -> play.FinishedGame:
    config = {"players": MAX_PLAYERS, "options": {}}
    seats = ("sensible", *["random"] * (MAX_PLAYERS - 1))
    return play.play("alchemists", config, seats, substream(SEED, number))


def _questions(record: Record) -> Iterator[tuple[View, list[Move]]]:
    """What the sensible player was asked."""
    game = Alchemists()
    for step, (seat, _) in zip(steps_of(game, record), record.moves, strict=False):
        if seat == 0:
            for remembered in REMEMBERED:
                remembered.cache_clear()
            yield game.view(step.state, seat), game.legal_moves(step.state, seat)


def _built() -> float:
    def build() -> None:
        worlds.tables.cache_clear()
        worlds.tables()

    return statistics.median(cpu_seconds(build) for _ in range(RUNS))


def _memory() -> float:
    """What the tables hold once they are built."""
    worlds.tables.cache_clear()
    tracemalloc.start()
    worlds.tables()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / MEGABYTE


def _slowest_fact(every: Sequence[Fact]) -> float:
    """Working out the worlds of a fact and ruling out the rest."""

    def rule_out(fact: Fact) -> int:
        facts.worlds_of.cache_clear()
        return worlds.ALL & facts.worlds_of(fact)

    by_kind: dict[str, list[float]] = {}
    for fact in every:
        by_kind.setdefault(fact.kind, []).append(_milliseconds(lambda fact=fact: rule_out(fact), 20))
    return max(statistics.median(times) for times in by_kind.values())


def _worst(work: Callable[[int], Any], states: Sequence[int]) -> float:
    return max(_milliseconds(lambda state=state: work(state), 5) for state in states)


def _milliseconds(work: Callable[[], Any], times: int) -> float:
    """The median of RUNS measurements of `times` runs each, for one run."""

    def repeat() -> None:
        for _ in range(times):
            work()

    return statistics.median(cpu_seconds(repeat) for _ in range(RUNS)) * 1000 / times


def _world(rng: Random) -> dict[str, str]:
    return dict(zip(INGREDIENTS, rng.sample(ALCHEMICALS, len(ALCHEMICALS)), strict=True))


def _mixes(rng: Random, n: int) -> list[Fact]:
    truth = _world(rng)
    pairs = [PAIR_OF[first, second] for first, second in (rng.sample(INGREDIENTS, 2) for _ in range(n))]
    return [Fact("mix", pair, (mix(truth[pair[0]], truth[pair[1]]),)) for pair in pairs]


def _evening(rng: Random, n: int) -> list[Fact]:
    """True facts of every kind but those that name a formula."""
    truth = _world(rng)
    return [_fact(rng, truth) for _ in range(n)]


def _fact(rng: Random, truth: dict[str, str]) -> Fact:
    first, second = rng.sample(INGREDIENTS, 2)
    pair = PAIR_OF[first, second]
    made, wanted = mix(truth[pair[0]], truth[pair[1]]), rng.choice(POTIONS)
    colour = rng.choice(COLOURS)
    sign = SIGNS[truth[pair[0]]][colour]
    return rng.choice(
        [
            Fact("mix", pair, (made,)),
            Fact("sale", pair, (wanted, level(made, wanted))),
            Fact("aspect", pair[:1], (colour, sign)),
            Fact("took_part", pair[:1], (made,)),
            Fact("took_part_sale", pair[:1], (wanted, level(made, wanted))),
        ]
    )
