"""Chance: one 64-bit integer in the state and our own shuffle, so that a seed deals the same cards for ever.

Python promises only `random()` across versions, not `shuffle`; hence splitmix64 and Fisher-Yates here.
Outcomes may also be scripted (tests, position editor): they are used up before the generator is asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from simulator.engine.evolve import evolve
from simulator.engine.refusal import BadConfig
from web.refusal import Refusal

T = TypeVar("T")
MASK = (1 << 64) - 1
GAMMA, MIX, REMIX = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB  # of splitmix64


def splitmix64(state: int) -> tuple[int, int]:
    """(next state, 64 random bits)."""
    state = (state + GAMMA) & MASK
    z = ((state ^ (state >> 30)) * MIX) & MASK
    z = ((z ^ (z >> 27)) * REMIX) & MASK
    return state, z ^ (z >> 31)


class Rng:
    """A running generator for one job (a deal, a bot, a playout). Never part of a state."""

    def __init__(self, seed: int):
        self.state = seed & MASK

    def bits(self) -> int:
        self.state, value = splitmix64(self.state)
        return value

    def below(self, n: int) -> int:
        """0 … n-1, each equally likely to within 2**-32 of n."""
        self.state, value = splitmix64(self.state)
        return ((value >> 32) * n) >> 32

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Fisher-Yates in place; the generator is written out here, as deals are a tenth of a game's
        cost.
        """
        state = self.state
        for i in range(len(items) - 1, 0, -1):
            state = (state + GAMMA) & MASK
            z = ((state ^ (state >> 30)) * MIX) & MASK
            z = ((z ^ (z >> 27)) * REMIX) & MASK
            j = (((z ^ (z >> 31)) >> 32) * (i + 1)) >> 32
            items[i], items[j] = items[j], items[i]
        self.state = state


def pick(seed: int, items: Sequence[T]) -> T:
    """`Rng(seed).choice(items)`: without a generator, as random players ask for one thing a decision."""
    return items[((splitmix64(seed & MASK)[1] >> 32) * len(items)) >> 32]


def substream(seed: int, *path: int) -> int:
    """A seed for job `path` of `seed`, independent of the order in which jobs run."""
    for step in path:
        seed = splitmix64((seed ^ (step * 0xD1342543DE82EF95)) & MASK)[1]
    return seed


def bad_script(what: Any, code: str = "bad_script") -> BadConfig:
    text = " ".join(map(str, what)) if isinstance(what, list | tuple) else str(what)
    return BadConfig([Refusal(code, "setup.deal", {"what": text[:80]})])


def script_of(config: Mapping[str, Any]) -> tuple[Any, ...]:
    """The scripted outcomes of a config. Raises BadConfig where they are no list."""
    script = config.get("script", [])
    if not isinstance(script, list | tuple):
        raise bad_script(script)
    return tuple(script)


@dataclass(frozen=True)
class Chance:
    """The generator's integer and the outcomes still scripted (lists of JSON values)."""

    rng: int
    script: tuple[Any, ...] = ()

    def shuffled(self, items: Sequence[T]) -> tuple[list[T], "Chance"]:
        if self.script:
            return self._scripted_order(items)
        rng, mixed = Rng(self.rng), list(items)
        rng.shuffle(mixed)
        return mixed, evolve(self, rng=rng.state)

    def _scripted_order(self, items: Sequence[T]) -> tuple[list[T], "Chance"]:
        order = self.script[0]
        if not isinstance(order, list | tuple):
            raise bad_script(order, "script_order")
        if sorted(map(str, order)) != sorted(map(str, items)):
            raise bad_script(order)
        return list(order), evolve(self, script=self.script[1:])

    def below(self, n: int) -> tuple[int, "Chance"]:
        if self.script:
            value = self.script[0]
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < n:
                raise bad_script(value)
            return value, evolve(self, script=self.script[1:])
        rng = Rng(self.rng)
        return rng.below(n), evolve(self, rng=rng.state)
