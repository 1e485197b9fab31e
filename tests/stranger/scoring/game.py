"""The one object that scoring asks: a ledger of one number a round, as many rounds as bids."""

from rulebook.content import reading
from scoring.game import Scoring


class StrangerScoring(Scoring):
    def rounds(self, seats: int) -> int:
        return int(reading.load("stranger").constants["rounds"])


GAME = StrangerScoring()
