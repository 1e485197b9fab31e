"""What a position of Poison asks, as a puzzle. Which move is best, the evaluator says."""

from collections.abc import Iterator, Mapping, Sequence

from games.poison.scoring.points import COLOURS
from games.poison.simulator.engine.data import COLOUR
from games.poison.simulator.engine.rules import legal_moves, pour
from games.poison.simulator.engine.state import State, Turn, counts_of
from simulator.engine.game import Move, Riddle, Seat

MOST_CARDS = 3  # in hand: few enough to think through, and the evaluator counts most of it exactly
CARDS = 3  # different ones, of which one saves

Taken = Mapping[Move, Sequence[str]]


def riddles(state: State, seat: Seat) -> Iterator[Riddle]:
    """One theme at most; which it is follows from what each move would take."""
    if not state.agenda or not isinstance(state.agenda[-1], Turn) or len(state.hands[seat]) > MOST_CARDS:
        return
    recolours = state.options.recolor_after_poison_overflow
    taken = {
        move: pour(state.cauldrons[move.args[1] - 1], move.args[0], recolours).taken
        for move in legal_moves(state, seat)
    }
    theme = next((theme for theme, fits in THEMES.items() if fits(state, seat, taken)), "")
    if theme:
        yield Riddle(theme)


def _free(taken: Taken) -> list[Move]:
    return [move for move, cards in taken.items() if not cards]


def _spills(state: State, seat: Seat, taken: Taken) -> bool:
    """Whatever is laid, something is taken."""
    return not _free(taken)


def _one_saves(state: State, seat: Seat, taken: Taken) -> bool:
    """All cards but one take something."""
    return (
        len({move.args[0] for move in taken}) >= CARDS and len({move.args[0] for move in _free(taken)}) == 1
    )


def _majority(state: State, seat: Seat, taken: Taken) -> bool:
    """Nothing need be taken, but who takes has the majority of a colour."""
    return any(_leads(state, seat, cards) for cards in taken.values() if cards)


def _leads(state: State, seat: Seat, cards: Sequence[str]) -> bool:
    more, captured = counts_of(cards), [counts_of(pile) for pile in state.captured]
    others = [counts for other, counts in enumerate(captured) if other != seat]
    return any(
        more[place] and captured[seat][place] + more[place] > max(counts[place] for counts in others)
        for place in range(len(COLOURS))
    )


def _poison(state: State, seat: Seat, taken: Taken) -> bool:
    """Poison can be got rid of, in more than one place."""
    return len({move.args[1] for move in _free(taken) if not COLOUR[move.args[0]]}) > 1


def _free_ones(state: State, seat: Seat, taken: Taken) -> bool:
    return True


THEMES = {
    "spill": _spills,
    "one_saves": _one_saves,
    "majority": _majority,
    "poison": _poison,
    "no_spill": _free_ones,
}
