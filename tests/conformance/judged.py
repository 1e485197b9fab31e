"""The cases of a game, each with what it came to, played once for all that is asked of them."""

from functools import cache

from simulator.cases import casebook
from simulator.cases.case import Case
from simulator.cases.verdict import Outcome


@cache
def judged(game_id: str) -> tuple[tuple[Case, Outcome], ...]:
    return tuple((case, casebook.evaluate(case)) for case in casebook.cases() if case.game == game_id)


def played(game_id: str) -> list[tuple[Case, Outcome]]:
    """Those that play, from a position or from the start."""
    return [(case, outcome) for case, outcome in judged(game_id) if case.start in ("position", "new")]
