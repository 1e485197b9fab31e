"""Which of the puzzles that were found are kept: of all themes and tables, rather those that tempt. Pure."""

from collections.abc import Iterable, Sequence

from simulator.bulk.puzzles.finding import Puzzle

TEMPTING = 1 / 3  # of all that are kept, at least


def chosen(found: Iterable[Puzzle], want: int) -> list[Puzzle]:
    """At most so many, by theme: the themes in turn, and of each the tables in turn."""
    themes: dict[str, list[Puzzle]] = {}
    for puzzle in {puzzle.id: puzzle for puzzle in found}.values():
        themes.setdefault(puzzle.theme, []).append(puzzle)
    queues = [_by_tables(some) for some in themes.values()]
    kept: list[Puzzle] = []
    while any(queues) and len(kept) < want:
        kept += [queue.pop(0) for queue in queues if queue][: want - len(kept)]
    return sorted(kept, key=lambda puzzle: puzzle.theme)


def _by_tables(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Those of each table in turn, and before all others those that tempt."""
    seen: dict[tuple[bool, str], int] = {}
    places: dict[str, int] = {}
    ordered = list(puzzles)
    for puzzle in ordered:
        places[puzzle.id] = seen[puzzle.erred, puzzle.table] = seen.get((puzzle.erred, puzzle.table), 0) + 1
    return sorted(ordered, key=lambda puzzle: (not puzzle.erred, places[puzzle.id]))


def is_enough(found: Sequence[Puzzle], want: int) -> bool:
    """Whether as many as are wanted can be kept, with enough that tempt."""
    kept = chosen(found, want)
    return len(kept) == want and sum(puzzle.erred for puzzle in kept) >= TEMPTING * want
