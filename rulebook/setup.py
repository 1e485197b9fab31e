"""How a game is set up for a number of players: rules to tick off, figures with the rules that give them, a
drawn table. Pure.
"""

from functools import lru_cache
from typing import NamedTuple

from rulebook import game as games
from rulebook.content.entries import Clause, GameContent, Text
from rulebook.content.reading import SHARED

USUAL = 4  # players, where nobody has said how many
KEPT = 100  # games with boxes and players in both languages
GROUP = "setup."  # how ids of rules begin that a game without a list of its own ticks off


class Count(NamedTuple):
    """A figure on the table: of what there are how many, by seats where they differ, and the rule of it."""

    name: Text
    numbers: tuple[int, ...]
    clause: str

    @property
    def said(self) -> str:
        return ", ".join(map(str, self.numbers))


class TableSetup(NamedTuple):
    """All that a page shows of it; `drawing` is an `<svg>` in the inks of paper, empty for most games."""

    players: int
    clauses: tuple[Clause, ...]
    counts: tuple[Count, ...]
    drawing: str


@lru_cache(maxsize=KEPT)
def of(game: GameContent, players: int, lang: str) -> TableSetup:
    """How a game is set up with the boxes of its content."""
    own, boxes = games.get(game.id), games.boxes(game.id)
    counts = own.setup_counts(game, players)
    more = [count for box in game.boxes for count in boxes[box.id].setup_counts(game, players)]
    drawing = own.setup_drawing(game, players, lang)
    return TableSetup(players, ticked(game, players), (*counts, *more), drawing)


def ticked(game: GameContent, players: int) -> tuple[Clause, ...]:
    """The rules to tick off, in order: those that the content lists, else those of the group `setup`."""
    if game.setup:
        steps = [step for step in game.setup if not step.players or players in step.players]
        return tuple(game.clause_by_id[step.clause] for step in steps)
    own = (clause for clause in game.clauses if clause.source.kind != SHARED)
    return tuple(clause for clause in own if clause.id.startswith(GROUP))


def usual(game: GameContent) -> int:
    """For how many a page tells it unless it is asked."""
    least, most = game.players
    return min(max(USUAL, least), most)
