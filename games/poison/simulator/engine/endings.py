"""The end of a round counted exactly: every deal that a seat can't tell from the real one, and every way in
which the round may go on there.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from math import comb, factorial, prod

from games.poison.scoring.points import points_at
from games.poison.simulator.engine.playouts import Hands, Play, RoundPlayouts
from simulator.engine.game import Move

DEALS = 60  # of more a sample is tried
PLIES = 4000  # that are followed for all moves together, before a sample is cheaper


class TooLong(Exception):
    """There are more ways to go on than are worth following."""


def exact(playing: RoundPlayouts, moves: Sequence[Move]) -> dict[Move, float] | None:
    """The expected penalty of each move, None where too much is hidden yet."""
    deals = list(islice(_deals(playing), DEALS + 1)) if _fewest_deals(playing) <= DEALS else []
    if not 0 < len(deals) <= DEALS:
        return None
    following, weight = _Following(playing), sum(ways for _, ways in deals)
    try:
        return {
            move: sum(ways * following.value(hands, playing.play_of(move)) for hands, ways in deals) / weight
            for move in moves
        }
    except TooLong:
        return None


def _fewest_deals(playing: RoundPlayouts) -> float:
    """A number of deals that is quickly found, and never above the true one."""
    left, ways = len(playing.unseen), 1
    for seat, size in enumerate(playing.sizes):
        if seat != playing.seat:
            ways *= comb(left, size)
            left -= size
    return ways / prod(factorial(n) for n in Counter(playing.unseen).values())


def _deals(playing: RoundPlayouts) -> Iterator[tuple[Hands, int]]:
    """All hands that there may be, each with the number of ways in which the cards come to lie so."""

    def dealt(seat: int, left: Counter[int]) -> Iterator[tuple[Hands, int]]:
        if seat == len(playing.sizes):
            yield [], 1
        elif seat == playing.seat:
            yield from (([playing.own, *hands], ways) for hands, ways in dealt(seat + 1, left))
        else:
            for hand, some in _hands(sorted(left.items()), playing.sizes[seat]):
                for hands, ways in dealt(seat + 1, left - Counter(hand)):
                    yield [hand, *hands], some * ways

    return dealt(0, Counter(playing.unseen))


def _hands(cards: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[list[int], int]]:
    """All hands of so many cards, in order, and of how many choices of copies each comes."""
    if not size:
        yield [], 1
    elif cards:
        (card, copies), *others = cards
        for n in range(max(0, size - sum(more for _, more in others)), min(copies, size) + 1):
            yield from (
                ([card] * n + rest, comb(copies, n) * ways) for rest, ways in _hands(others, size - n)
            )


class _Following:
    """All ways in which a round may go on."""

    def __init__(self, playing: RoundPlayouts) -> None:
        self.playing, self.left = playing, PLIES

    def value(self, hands: Hands, play: Play) -> float:
        playing = self.playing
        return self._after(hands, playing.pots, playing.captured, playing.seat, play)

    def _after(
        self, hands: Hands, pots: Sequence[int], captured: Sequence[list[int]], seat: int, play: Play
    ) -> float:
        """The expected penalty once this seat has made this play."""
        self.left -= 1
        if self.left < 0:
            raise TooLong
        at, place, (pot, taken, _) = play
        hands = [hand[:at] + hand[at + 1 :] if other == seat else hand for other, hand in enumerate(hands)]
        if taken:
            more = [n + m for n, m in zip(captured[seat], taken, strict=True)]
            captured = [more if other == seat else row for other, row in enumerate(captured)]
        if not any(hands):
            return points_at(captured, self.playing.seat)
        pots = [pot if where == place else there for where, there in enumerate(pots)]
        seat = self.playing.next[seat]
        while not hands[seat]:
            seat = self.playing.next[seat]
        plays = self.playing.choices(hands[seat], pots)
        return sum(chance * self._after(hands, pots, captured, seat, each) for each, chance in plays.items())
