"""What is counted of whole games between bots: how many theories each has sealed, and how many were right."""

from collections.abc import Mapping

from games.alchemists.simulator.engine.state import State


def tallies(state: State) -> Mapping[str, tuple[int, ...]]:
    """By seat. A theory that has fallen was wrong, whoever sealed it."""
    return {
        "theories": tuple(
            sum(map(bool, screen.placed)) + len(board.seals)
            for screen, board in zip(state.screens, state.boards, strict=True)
        ),
        "theories_right": tuple(
            sum(
                seat in book.seats and book.token == truth
                for book, truth in zip(state.books, state.truth, strict=True)
            )
            for seat in range(state.players)
        ),
    }
