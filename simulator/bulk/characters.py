"""Characters against each other in bulk: how strong each is, and how often each shows each habit. Pure.

What is counted goes by bot, wherever it sits. All follows from the seed and the number of the game, whatever
the number of workers.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, NamedTuple

from simulator.bulk.play import CHUNK, play
from simulator.engine.chance import Rng, substream
from simulator.engine.game import Move, Seat
from simulator.game import engine_of, get
from web.shares import wilson

SHOWS = 3  # times as often as its neighbour's a character's own habit has to be seen

Sitting = tuple[str, ...]  # a bot by seat


class CharacterJob(NamedTuple):
    """Games `first` … of a run, one for each sitting; of `counted` bots is told what comes of it."""

    game: str
    config: Mapping[str, Any]
    sittings: Sequence[Sitting]
    counted: frozenset[str]
    seed: int
    first: int


@dataclass
class CharacterTally:
    """Of a bot: the seats that it had, the games that were won there (shared wins split), the points; of each
    habit how many decisions could show it, and did.
    """

    seats: int = 0
    wins: float = 0
    score: int = 0
    occasions: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)

    def add(self, other: "CharacterTally") -> None:
        self.seats += other.seats
        self.wins += other.wins
        self.score += other.score
        self.occasions += other.occasions
        self.shown += other.shown

    def share(self, habit: str) -> float:
        """Of the decisions that could show a habit, those that did."""
        return self.shown[habit] / self.occasions[habit] if self.occasions[habit] else 0.0


Tallies = Mapping[str, CharacterTally]


def mixed(bots: Sequence[str], players: int, seed: int, games: int) -> list[Sitting]:
    """Tables of all sorts: in five games, one for each of five bots, each bot has had each seat as often;
    once all orders have been had, each has sat beside each as often.
    """
    orders = [(bots[0], *others) for others in permutations(bots[1:])]
    Rng(seed).shuffle(orders)
    n = len(bots)
    return [
        tuple(orders[game // n % len(orders)][(seat + game) % n] for seat in range(players))
        for game in range(games)
    ]


def alone(bot: str, rival: str, players: int, games: int) -> list[Sitting]:
    """One of a kind among others of another, a place further on in every game."""
    return [
        tuple(bot if seat == game % players else rival for seat in range(players)) for game in range(games)
    ]


def jobs(
    game: str, config: Mapping[str, Any], sittings: Sequence[Sitting], counted: Sequence[str], seed: int
) -> Iterator[CharacterJob]:
    for first in range(0, len(sittings), CHUNK):
        yield CharacterJob(game, config, sittings[first : first + CHUNK], frozenset(counted), seed, first)


def run(job: CharacterJob) -> dict[str, CharacterTally]:
    """Plays a job in this process."""
    tallies = {bot: CharacterTally() for bot in job.counted}
    engine = engine_of(job.game)
    for number, sitting in enumerate(job.sittings, start=job.first):

        def judge(state: Any, seat: Seat, move: Move, sitting: Sitting = sitting) -> None:
            if tally := tallies.get(sitting[seat]):
                for habit, shown in engine.habits(state, seat, move).items():
                    tally.occasions[habit] += 1
                    tally.shown[habit] += shown

        game = play(job.game, job.config, sitting, substream(job.seed, number), judge)
        for seat, bot in enumerate(sitting):
            if tally := tallies.get(bot):
                tally.seats += 1
                tally.wins += (seat in game.winners) / len(game.winners)
                tally.score += game.scores[seat]
    return tallies


def summed(parts: Iterable[Tallies]) -> dict[str, CharacterTally]:
    found: dict[str, CharacterTally] = {}
    for part in parts:
        for bot, tally in part.items():
            found.setdefault(bot, CharacterTally()).add(tally)
    return found


class MeasuredStrength(NamedTuple):
    """The share of wins of a bot, from where to where it may lie by chance, and its mean score."""

    seats: int
    wins: float
    low: float
    high: float
    mean_score: float


def strength(tally: CharacterTally) -> MeasuredStrength:
    low, high = wilson(tally.wins, tally.seats)
    return MeasuredStrength(tally.seats, tally.wins / tally.seats, low, high, tally.score / tally.seats)


class ShownFault(NamedTuple):
    """How often a character shows its own habit, and whoever comes next; `holds`: often enough."""

    habit: str
    share: float
    neighbour: str
    next_share: float

    @property
    def holds(self) -> bool:
        return self.share > 0 and self.share >= SHOWS * self.next_share


def faults(game_id: str, tallies: Tallies) -> dict[str, ShownFault]:
    """The fault of each character of a game that played."""
    found = {}
    for bot, character in get(game_id).characters.items():
        shares = {each: tally.share(character.habit) for each, tally in tallies.items()}
        own = shares.pop(bot)
        neighbour = max(shares, key=lambda each: shares[each])
        found[bot] = ShownFault(character.habit, own, neighbour, shares[neighbour])
    return found
