"""The points of the Game of Pure Strategy: what was won, round by round. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from rulebook.content import reading
from scoring.sheets.lines import PlayerScore, ScoreLine

GAME = reading.load("stranger")
PRIZES = {card.code: card.value for card in GAME.cards if card.kind == "prize"}


class Round(NamedTuple):
    """A finished round: the bids by seat, the prizes that were taken, and by whom; nobody on a tie."""

    bids: tuple[str, ...]
    prizes: tuple[str, ...]
    taker: int | None


def worth(prizes: Sequence[str]) -> int:
    return sum(PRIZES[prize] for prize in prizes)


def score(history: Sequence[Round], players: int) -> tuple[PlayerScore, ...]:
    """The points of each seat, with a line for each round in which it took something."""
    lines: list[list[ScoreLine]] = [[] for _ in range(players)]
    for place, played in enumerate(history, start=1):
        if played.taker is not None:
            params = {"place": place, "cards": played.prizes}
            line = ScoreLine("prizes", "score.record", params, worth(played.prizes))
            lines[played.taker].append(line)
    return tuple(PlayerScore(sum(line.points for line in own), tuple(own)) for own in lines)


def winners(points: Sequence[int]) -> tuple[int, ...]:
    """The seats with the most points; a tie is shared (clause series.tie)."""
    return tuple(seat for seat, n in enumerate(points) if n == max(points))
