"""What works by itself: a stone that is shown, a spell that lasts."""

from simulator.games.wizwar.engine.state import NOBODY, State


def ugly_in(state: State, seat: int, square: int, leaving: int = NOBODY) -> int | None:
    """The ugly wizard because of whom this one doesn't come into a square of his own will.

    `leaving`: who won't be there any more when he comes.
    """
    for effect in state.effects:
        if effect.card != "ugly" or effect.on in (seat, leaving):
            continue
        if state.wizards[effect.on].at == square:
            return effect.on
    return None
