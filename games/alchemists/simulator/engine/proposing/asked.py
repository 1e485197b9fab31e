"""The open question, with what is said of many kinds of answers."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from games.alchemists.simulator.engine.bots.known import BotKnowledge
from games.alchemists.simulator.engine.data import AREAS, CUBES_FOR_FAVOUR, PLACE, PUBLISH
from games.alchemists.simulator.engine.state import Act
from games.alchemists.simulator.engine.theorising import cost_of
from simulator.engine.game import Hint, Move, Proposition


class OpenAsked(NamedTuple):
    """What the seat knows, the open frame, the legal moves and what came of weighing them."""

    known: BotKnowledge
    frame: Any
    moves: tuple[Move, ...]
    hint: Hint

    @property
    def total(self) -> int:
        return self.known.total

    def of(self, worlds: int) -> tuple[int, int]:
        return worlds, self.known.total

    @property
    def theories_planned(self) -> int:
        """Publications that are still to be paid for."""
        known = self.known
        return known.left_in(PUBLISH) if cost_of(known.state, known.seat) else 0


Sayer = Callable[[OpenAsked, Move], Iterator[Proposition]]


def good(code: str, **params: Any) -> Proposition:
    return Proposition(f"say_{code}", params)


def bad(code: str, **params: Any) -> Proposition:
    return Proposition(f"say_{code}", params, good=False)


def likelier(asked: OpenAsked, worlds: int, so: str, else_: str) -> Proposition:
    """What is so in half of the worlds or more speaks for a move, else what is so in the others against."""
    if 2 * worlds >= asked.total:
        return good(so, of=asked.of(worlds))
    return bad(else_, of=asked.of(asked.total - worlds))


def declining(asked: OpenAsked) -> Iterator[Proposition]:
    """An action's cubes are unused: alone they are idle, in pairs they bring favours. The Boots have none."""
    known, frame = asked.known, asked.frame
    if not isinstance(frame, Act) or frame.boots:
        return
    place = PLACE[frame.area]
    row = next(row for row in known.seen.rows[place] if row.seat == known.seat)
    cubes, lying = AREAS[place].cubes[known.seen.players][row.over], known.board.unused
    if (lying + cubes) // CUBES_FOR_FAVOUR > lying // CUBES_FOR_FAVOUR:
        yield good("idle_favour", n=lying + cubes)
    yield bad("idle_cubes", n=cubes)


def leaving(asked: OpenAsked, cards: Sequence[str]) -> Iterator[Proposition]:
    """Which kinds a hand has left without these cards."""
    hand = Counter(asked.known.hand)
    gone = [card for card, n in Counter(cards).items() if n == hand[card]]
    kinds = len(hand) - len(gone)
    yield bad("last_of", cards=tuple(gone)) if gone else good("keeps_kinds", n=kinds)


def paying(asked: OpenAsked, gold: int) -> Iterator[Proposition]:
    """Whether so much gold pays for the theories that are planned."""
    planned = asked.theories_planned
    if planned:
        cost = planned * cost_of(asked.known.state, asked.known.seat)
        yield good("gold_theories", n=planned) if gold >= cost else bad("gold_short", n=planned)


def spending(card: str, n: int) -> Iterator[Proposition]:
    """Favours that are played."""
    if n:
        yield bad("spends_favour", card=card, n=n)
