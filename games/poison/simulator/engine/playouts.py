"""A round of Poison played to its end over and over, with cards, cauldrons and what was taken as numbers.

It is the same play as that of `rules`, whose `pour` and `legal_placements` fill the tables below once;
`games/poison/tests/simulator/test_bots.py` holds the playouts against the engine.
"""

import math
import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from games.poison.scoring.points import COLOURS, POISON_POINTS, POTION_POINTS, Counts, points_at
from games.poison.simulator.engine.data import CAULDRONS, CODES, COLOUR, COLOURLESS, DECK, EMPTY, VALUE
from games.poison.simulator.engine.rules import legal_placements, pour
from games.poison.simulator.engine.state import Cauldron, counts_of
from games.poison.simulator.engine.view import View, unseen
from simulator.engine.chance import Rng
from simulator.engine.game import Move, Seat

HASTE = 0.3  # how often a player looks for a place from any card on, and not from the largest one
CARDS = tuple(sorted(CODES, key=lambda card: (-VALUE[card], card)))  # by their numbers, the largest first
NUMBERS = {card: number for number, card in enumerate(CARDS)}
SHAPES = (*COLOURS, COLOURLESS, EMPTY)  # colours of a cauldron, by their numbers
KINDS = len(SHAPES)

Hands = list[list[int]]  # in order


def cost(taken: Sequence[str]) -> int:
    """The points of captured cards if no majority sheds them."""
    return sum([POTION_POINTS if COLOUR[card] else POISON_POINTS for card in taken])


class Poured(NamedTuple):
    """What comes of a card in a cauldron: that cauldron, the cards taken of each suit, and their price."""

    pot: int
    taken: Counts | None
    price: int


NEVER = Poured(0, None, 0)  # where a card may not go
Play = tuple[int, int, Poured]  # the place in the hand, the cauldron, and what comes of it
# The places of a hand of each size, from each of them on.
ROUNDS = [[[*range(start, size), *range(start)] for start in range(size)] for size in range(len(DECK) + 1)]


class Pots(NamedTuple):
    """Cauldrons by their numbers: the colour of each, and what each card does there."""

    numbers: dict[tuple[str, int, Counts], int]
    shapes: list[int]
    poured: list[list[Poured]]


def _kind(cauldron: Cauldron) -> tuple[str, int, Counts]:
    """All that matters of a cauldron: its colour, its sum, and how many cards of each suit are in it."""
    return cauldron.colour, sum([VALUE[card] for card in cauldron.cards]), counts_of(cauldron.cards)


@cache
def pots_of(recolours: bool) -> Pots:
    """Every cauldron that there can be, found from the empty one."""
    found = [Cauldron()]
    pots = Pots({_kind(found[0]): 0}, [], [])
    for cauldron in found:  # which grows
        pots.shapes.append(SHAPES.index(cauldron.colour))
        row = []
        for card in CARDS:
            if COLOUR[card] and cauldron.colour in COLOURS and COLOUR[card] != cauldron.colour:
                row.append(NEVER)
                continue
            after, _, taken = pour(cauldron, card, recolours)
            number = pots.numbers.setdefault(_kind(after), len(found))
            if number == len(found):
                found.append(after)
            row.append(Poured(number, counts_of(taken) if taken else None, cost(taken)))
        pots.poured.append(row)
    return pots


@cache
def placements(opens: bool) -> list[list[tuple[int, ...]]]:
    """Where each card may go, by the colours of the cauldrons as one number."""
    return [
        [tuple(play.args[1] - 1 for play in legal_placements(card, shape, opens)) for card in CARDS]
        for shape in product(SHAPES, repeat=CAULDRONS)
    ]


class RoundPlayouts:
    """What a seat sees of a round, ready to be dealt and played to its end many times."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.seat: Seat = view.seat
        self.sizes = view.hand_sizes
        self.own = sorted(NUMBERS[card] for card in view.hand)
        self.unseen = [NUMBERS[card] for card in unseen(view)]
        pots = pots_of(view.options.recolor_after_poison_overflow)
        self.poured, self.shapes = pots.poured, pots.shapes
        self.pots = [pots.numbers[_kind(cauldron)] for cauldron in view.cauldrons]
        self.captured = [list(counts_of(cards)) for cards in view.captured]
        self.places = placements(view.options.poison_may_open_empty_cauldron)
        self.next = [(seat + 1) % view.players for seat in range(view.players)]

    def deal(self, rng: int) -> Hands:
        """Hands that agree with the view: those of `view.world` for the same number."""
        cards = self.unseen[:]
        Rng(rng).shuffle(cards)
        hands, start = [], 0
        for seat, size in enumerate(self.sizes):
            if seat == self.seat:
                hands.append(self.own)
                continue
            hands.append(sorted(cards[start : start + size]))
            start += size
        return hands

    def penalty(self, dealt: Hands, move: Move, luck: int) -> int:
        """Points of the seat if it makes `move` and all then lay what costs least, to the round's end."""
        taken = self.play_out(dealt, move, random.Random(luck).random)  # the same in every Python
        return points_at(taken, self.seat)

    def play_out(
        self, dealt: Hands, move: Move, rand: Callable[[], float], log: list[Move] | None = None
    ) -> list[list[int]]:
        """What each seat has taken at the end of the round; `log` collects the moves made."""
        following = self.next
        hands, pots, seat = [hand[:] for hand in dealt], self.pots[:], self.seat
        captured = [row[:] for row in self.captured]
        left = sum(map(len, hands))
        play = self.play_of(move)
        while True:
            at, place, (pots[place], taken, _) = play
            if taken:
                row = captured[seat]
                for suit, n in enumerate(taken):
                    row[suit] += n
            if log is not None:
                log.append(Move("play", (CARDS[hands[seat][at]], place + 1)))
            del hands[seat][at]
            left -= 1
            if not left:
                return captured
            seat = following[seat]
            while not hands[seat]:
                seat = following[seat]
            hand, chance = hands[seat], rand()
            play = self.choice(hand, pots, int(chance / HASTE * len(hand)) if chance < HASTE else 0)

    def play_of(self, move: Move) -> Play:
        """A move of the seat as a play from its hand."""
        card, place = NUMBERS[move.args[0]], move.args[1] - 1
        return self.own.index(card), place, self.poured[self.pots[place]][card]

    def choice(self, hand: Sequence[int], pots: Sequence[int], start: int) -> Play:
        """What a player lays who goes through the hand from a card on: the first that costs nothing, or else
        the least.
        """
        shapes, poured, least = self.shapes, self.poured, math.inf
        one, two, three = pots
        places = self.places[(shapes[one] * KINDS + shapes[two]) * KINDS + shapes[three]]
        for at in ROUNDS[len(hand)][start]:
            card = hand[at]
            for place in places[card]:
                comes = poured[pots[place]][card]
                price = comes[2]
                if not price:
                    return at, place, comes
                if price < least:
                    least, found = price, (at, place, comes)
        return found

    def choices(self, hand: Sequence[int], pots: Sequence[int]) -> dict[Play, float]:
        """All that a player may lay, and how likely."""
        found: dict[Play, float] = {self.choice(hand, pots, 0): 1 - HASTE}
        for start in range(len(hand)):
            play = self.choice(hand, pots, start)
            found[play] = found.get(play, 0) + HASTE / len(hand)
        return found
