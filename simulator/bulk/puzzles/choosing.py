"""Which of the puzzles that were found are kept: of all themes and tables, rather those that tempt. Pure."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from simulator.bulk.puzzles.finding import Puzzle

TEMPTING = 1 / 3  # of all that are kept, at least
MOST_OF_ONE = 1 / 4  # of all that are wanted may have the same theme, where there are themes enough


def chosen(found: Iterable[Puzzle], want: int) -> list[Puzzle]:
    """At most so many, by theme: the themes in turn, and of each the tables in turn; none has more than its
    part.
    """
    themes: dict[str, list[Puzzle]] = {}
    for puzzle in {puzzle.id: puzzle for puzzle in found}.values():
        themes.setdefault(puzzle.theme, []).append(puzzle)
    most = math.ceil(want * max(MOST_OF_ONE, 1 / max(1, len(themes))))
    queues = [_by_tables(some)[:most] for some in themes.values()]
    kept: list[Puzzle] = []
    while any(queues) and len(kept) < want:
        kept += [queue.pop(0) for queue in queues if queue][: want - len(kept)]
    return sorted(kept, key=lambda puzzle: puzzle.theme)


def _by_tables(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Those of each table in turn; before them all those that tempt, and before these whatever isn't answered
    in the very words of another.
    """
    seen: Counter[tuple[bool, str]] = Counter()
    answers: Counter[tuple[Any, ...]] = Counter()
    places: dict[str, tuple[int, bool, int]] = {}
    ordered = sorted(puzzles, key=lambda puzzle: not puzzle.erred)
    for puzzle in ordered:
        answer, table = (puzzle.take, str(puzzle.why)), (puzzle.erred, puzzle.table)
        places[puzzle.id] = answers[answer], not puzzle.erred, seen[table]
        answers[answer] += 1
        seen[table] += 1
    return sorted(ordered, key=lambda puzzle: places[puzzle.id])


def is_enough(found: Sequence[Puzzle], want: int) -> bool:
    """Whether as many as are wanted can be kept, with enough that tempt."""
    kept = chosen(found, want)
    return len(kept) == want and sum(puzzle.erred for puzzle in kept) >= TEMPTING * want
