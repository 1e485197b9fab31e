"""Positions whose advice is measured: those that bots of all kinds meet. Pure: jobs run in any process.

Every random stream follows from the seed of the game and what it is for, never from time or process.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from simulator.engine.chance import Rng, pick, substream
from simulator.engine.game import Move, Seat
from simulator.engine.rules import Rules
from simulator.game import engine_of

SEATED, PLAYED, CHOSEN, ADVISED = range(4)  # streams of chance of a game


class AdviceTerms(NamedTuple):
    """What measures are told besides; each says which of it counts."""

    playouts: int = 0  # of a hint: 0 all, 1 up to its first look
    worlds: int = 0  # in which moves are tried, or what is said of them is looked up
    reference: int = 0  # positions of a game at which bands are counted in more worlds
    unweighed: bool = False  # moves aren't tried: only what is said of them is looked up
    alike: bool = False  # pairs are of one verb
    seconds: float = 2.0  # of the processor
    later: float = 8.0
    against: str = ""  # a bot whose moves are measured, too
    policy: str = ""  # a bot that plays on instead of the evaluator
    ahead: int = 0  # decisions that it plays on


@dataclass(frozen=True)
class AdviceJob:
    """One game between bots, and at how many of its positions the advice is looked at."""

    game: str
    table: str
    config: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    number: int
    positions: int
    asked: AdviceTerms

    def __str__(self) -> str:
        return f"{self.game} {self.table} game {self.number}"


class Decision(NamedTuple):
    """A position with a seat that has a choice there, and what it `made`; `seed` is that of its advice."""

    rules: Rules[Any, Any]
    where: str
    state: Any
    seat: Seat
    legal: Sequence[Move]
    seed: int
    made: Move

    @property
    def view(self) -> Any:
        return self.rules.view(self.state, self.seat)

    def stream(self, *path: int) -> int:
        """A seed for something else than the advice itself."""
        return substream(self.seed, *path)


def jobs(
    game_id: str,
    only: Collection[tuple[str, int]],
    options: Mapping[str, Any],
    bots: Sequence[str],
    seed: int,
    numbers: range,
    positions: int,
    asked: AdviceTerms,
) -> Iterator[AdviceJob]:
    """Games number so and so of each configuration and number of players in `only`; a game stays the same
    whatever else is played.
    """
    rules = engine_of(game_id)
    for place, (name, players) in enumerate(tables_of(game_id)):
        if (name, players) not in only:
            continue
        config = {
            "players": players,
            "options": {**rules.bulk_options, **rules.configs[name].options, **options},
        }
        for number in numbers:
            own = substream(seed, place, number)
            yield AdviceJob(game_id, f"{name}-{players}", config, tuple(bots), own, number, positions, asked)


def tables_of(game_id: str) -> list[tuple[str, int]]:
    """All configurations of a game with each number of players."""
    configs = engine_of(game_id).configs
    return [(name, players) for name, config in configs.items() for players in config.seats]


def met(job: AdviceJob) -> Iterator[Decision]:
    """Some positions of the game of a job, in their order: only those where there is something to choose."""
    decisions = [decision for decision in played(job) if len(decision.legal) > 1]
    order = list(range(len(decisions)))
    Rng(substream(job.seed, CHOSEN)).shuffle(order)
    return (decisions[place] for place in sorted(order[: job.positions]))


def played(job: AdviceJob) -> Iterator[Decision]:
    """All positions of the game of a job, with a bot drawn for each seat."""
    rules = engine_of(job.game)
    seats = range(job.config["players"])
    bots = [rules.bots[pick(substream(job.seed, SEATED, seat), job.bots)] for seat in seats]
    state, ply = rules.new_game(job.config, job.seed).state, 0
    while acting := rules.to_act(state):
        seat = min(acting)
        legal = rules.legal_moves(state, seat)
        move = bots[seat](rules.view(state, seat), legal, substream(job.seed, PLAYED, ply))
        yield Decision(rules, f"{job} ply {ply}", state, seat, legal, substream(job.seed, ADVISED, ply), move)
        state, ply = rules.apply(state, seat, move).state, ply + 1
