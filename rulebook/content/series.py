"""How long a game goes on, as `[constants]` of its game.toml say it, for sheet, paper and table. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from rulebook.content.entries import GameContent

ROUNDS = "rounds"  # how many rounds there are
GOAL = "goal"  # as many points end it once a round is over: a number, or one for each number of players
PER_ROUND = "per_round"  # how many points a round gives, all players together
FEWEST_WIN = "fewest_win"  # whether the fewest points win


def goal(game: GameContent, players: int) -> int | None:
    """As many points as end a game of so many players; None where nothing of that kind does."""
    said: int | list[int] | None = game.constants.get(GOAL)
    return said[players - game.players[0]] if isinstance(said, list) else said


def longest(game: GameContent, players: int) -> int | None:
    """How many rounds it takes at most until somebody must have the points of the goal, where rounds give
    equally many each; None where nobody can tell.
    """
    needed, given = goal(game, players), game.constants.get(PER_ROUND)
    return players * (needed - 1) // given + 1 if needed and given else None


def wrong(constants: Mapping[str, Any], players: tuple[int, int]) -> Iterator[str]:
    """The names of these constants that say what can't be."""
    yield from (name for name in (ROUNDS, PER_ROUND) if name in constants and not _counts(constants[name]))
    if GOAL in constants and not _is_goal(constants[GOAL], players[1] - players[0] + 1):
        yield GOAL


def _is_goal(said: object, tables: int) -> bool:
    """`tables`: how many numbers of players there are."""
    if isinstance(said, list):
        return len(said) == tables and all(map(_counts, said))
    return _counts(said)


def _counts(n: object) -> bool:
    return type(n) is int and n > 0
