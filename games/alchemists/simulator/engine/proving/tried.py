"""A move that is tried in a world: what its seat saw before, and what all see after it."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from math import log2
from typing import Any

from games.alchemists.simulator.engine import rules
from games.alchemists.simulator.engine.data import (
    AREAS,
    CONFERENCES,
    DISCOUNT,
    PLACE,
    PRICES,
    PUBLISH,
    PUBLISH_COST,
    ROUNDS,
    number_on,
)
from games.alchemists.simulator.engine.proving import brute
from games.alchemists.simulator.engine.state import Board, State
from games.alchemists.simulator.engine.view import View, view
from simulator.engine.game import Move, Seat, Step

Counts = tuple[int, ...]
Pair = tuple[str, str]


class Tried:
    """`before` is the seat's view; the step is made only where it is asked for."""

    def __init__(self, world: State, seat: Seat, move: Move):
        self.world, self.seat, self.move = world, seat, move
        self.before: View = view(world, seat)
        self.frame: Any = self.before.agenda[-1]
        self.facts = brute.facts_in(self.before)

    @cached_property
    def step(self) -> Step:
        return rules.do(self.world, self.seat, self.move)

    @property
    def after(self) -> View:
        return view(self.step.state, self.seat)

    @cached_property
    def legal(self) -> list[Move]:
        return rules.legal_moves(self.world, self.seat)

    @property
    def verb(self) -> str:
        return self.move.verb

    @property
    def where(self) -> str:
        """The area of an action, else the kind of the question."""
        return str(getattr(self.frame, "area", "")) if self.kind == "Act" else self.kind

    @property
    def kind(self) -> str:
        return type(self.frame).__name__

    @property
    def board(self) -> Board:
        return self.before.boards[self.seat]

    @property
    def hand(self) -> tuple[str, ...]:
        return self.before.hand

    @property
    def last(self) -> bool:
        return self.before.round == ROUNDS

    @property
    def total(self) -> int:
        return len(brute.worlds_of(self.facts))

    def of(self, worlds: int) -> Counts:
        return worlds, self.total

    def made(self, pair: Pair) -> Counter[str]:
        return brute.made_by(self.facts, pair)

    def parts(self, pair: Pair) -> Counts:
        """How a pair divides the worlds, the largest part first."""
        return tuple(sorted(self.made(pair).values(), reverse=True))

    def best_pair(self, hand: tuple[str, ...]) -> tuple[float, Pair | None]:
        """What divides the worlds best, in bits, the first of equal ones."""
        best: tuple[float, Pair | None] = (0.0, None)
        for pair in brute.pairs_in(hand):
            told = round(-sum(n / self.total * log2(n / self.total) for n in self.parts(pair)), 9)
            if best[1] is None or told > best[0]:
                best = (told, pair)
        return best

    def planned(self, area: str) -> int:
        """Own actions of an area that aren't over."""
        rows = self.before.rows[PLACE[area]]
        return sum(row.actions - row.over for row in rows if row.seat == self.seat)

    def price(self, artifact: str, shopkeepers: int = 0) -> int:
        """What an artifact costs the seat by its card, the Discount Card and Shopkeepers."""
        own = self.board.artifacts
        off = shopkeepers * number_on("shopkeeper", "gold")
        if DISCOUNT in own:
            off += number_on(DISCOUNT, "next" if own[-1] == DISCOUNT else "later")
        return max(0, PRICES[artifact] - off)

    @property
    def offered(self) -> list[str]:
        sold = {code for board in self.before.boards for code in board.artifacts}
        period = sum(round_ < self.before.round for round_ in CONFERENCES)
        return [code for code in self.before.dealt[period] if code not in sold]

    @property
    def theory_price(self) -> int:
        return 0 if "printing_press" in self.board.artifacts else PUBLISH_COST

    @property
    def theories_planned(self) -> int:
        return self.planned(PUBLISH) if self.theory_price else 0

    @property
    def declines(self) -> bool:
        return self.verb == "decline"

    @property
    def idle(self) -> int:
        """The cubes that declining leaves unused, as the event tells them."""
        told = (event.params["n"] for event in self.step.events if event.kind == "declined")
        return int(next(told, 0)) if self.declines and self.kind == "Act" else 0

    def cubes(self, area: str, n: int) -> int:
        return sum(AREAS[PLACE[area]].cubes[self.before.players][:n])


Check = Callable[..., bool]


def named(*checks: Check) -> Iterator[tuple[str, Check]]:
    """Checks by the codes that they are called after."""
    return ((f"say_{check.__name__}", check) for check in checks)
