"""What a move will show its seat is said before it is made, or isn't said: then it has to wait."""

from simulator.engine.foresight import foresee
from tests.conformance.tables import canonical, sample, telling


def test_what_is_foreseen_is_what_comes(table):
    """«0 differences of what the seat sees»: the view, what it hears, who is next, what may be done then."""
    game, played = table.game, sample(table)
    for n in telling(played):
        if n + 1 == len(played.plies):
            continue
        before, after = played.plies[n].step.state, played.plies[n + 1]
        foreseen = foresee(game, game.view(before, after.mover), after.mover, after.move)
        if foreseen is not None:
            assert shown(game, foreseen, after.mover) == shown(game, after.step, after.mover), after.move


def shown(game, step, seat):
    """All that a page is made of."""
    state = step.state
    heard = [event.to_json() for event in step.events if event.visible_to(seat)]
    view = canonical(game.view_json(game.view(state, seat)))
    return view, heard, step.learned, game.to_act(state), game.legal_moves(state, seat)
