"""What a seat doesn't see of the cards: which recipes may come from there, and who holds them."""

from functools import cached_property
from itertools import chain
from math import comb

from games.potions.simulator.engine.data import ID, RECIPES
from games.potions.simulator.engine.view import View, unseen
from simulator.engine.game import Seat

SURE = 1.0


class Hidden:
    """The cards that the seat of a view doesn't know, by deck, and those that others have shown."""

    def __init__(self, view: View):
        self.view = view
        self.left = unseen(view)
        self.codes = {ID[code]: code for code in sorted(chain(*self.left)) if code in RECIPES}
        self.shown: dict[str, list[Seat]] = {}
        for seat, cards in enumerate(view.shown):
            for code in cards if seat != view.seat else ():
                self.shown.setdefault(ID[code], []).append(seat)

    @cached_property
    def hands(self) -> list[list[int]]:
        """By deck and seat, how many cards the others hold that aren't known."""
        return [self.view.hidden(deck) for deck in range(len(self.left))]

    def odds(self, name: str) -> float:
        """How likely it is that one of the others holds a recipe."""
        nobody = 1.0
        for cards, hands in zip(self.left, self.hands, strict=True):
            copies, held = sum(ID[code] == name for code in cards), sum(hands)
            if copies:
                nobody *= comb(len(cards) - copies, held) / comb(len(cards), held)
        return SURE - nobody

    def holder(self, name: str) -> Seat | None:
        """The one seat that is known to hold a recipe."""
        if name in self.shown:
            seats = {*self.shown[name]}
            return seats.pop() if len(seats) == 1 else None
        for cards, hands in zip(self.left, self.hands, strict=True):
            holding = {seat for seat, held in enumerate(hands) if held}
            if len(holding) == 1 and sum(hands) == len(cards) and name in {ID[code] for code in cards}:
                return holding.pop()
        return None
