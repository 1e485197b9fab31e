"""Turn order: whose turn begins, which are lost, where the limit of rounds ends the game."""

from simulator.engine.game import Seat
from simulator.games.wizwar.engine.cards.passives import AGAIN
from simulator.games.wizwar.engine.flow import Flow
from simulator.games.wizwar.engine.state import Act, is_in


def begin_turn(flow: Flow, seat: Seat, again: int = 0) -> None:
    """A turn begins (turn.order); `again` more will follow it by Speed."""
    flow.set(turn=flow.state.turn + 1, agenda=(Act(seat, again=again),))
    flow.say("turn_began", "turn.order", seat=seat, n=flow.state.round)


def next_turn(flow: Flow, seat: Seat, again: int) -> None:
    """A further turn by Speed, else on clockwise past those who are out or lose a turn (turn.lost)."""
    if again and is_in(flow.state, seat):
        flow.tick(seat)
        if not flow.state.wizards[seat].lost:
            flow.say("again", "card.text", seat=seat, card=AGAIN)
            begin_turn(flow, seat, again - 1)
            return
        _lose_turn(flow, seat)
        next_turn(flow, seat, again - 1)
        return
    while True:
        seat = (seat + 1) % flow.state.players
        if seat == flow.state.first and not _begin_round(flow):
            return
        flow.tick(seat)
        if not is_in(flow.state, seat):
            continue
        if not flow.state.wizards[seat].lost:
            begin_turn(flow, seat)
            return
        _lose_turn(flow, seat)


def _lose_turn(flow: Flow, seat: Seat) -> None:
    left = flow.state.wizards[seat].lost - 1
    flow.change(seat, lost=left)
    flow.say("turn_lost", "turn.lost", seat=seat, n=left)
    flow.let_go(seat)


def _begin_round(flow: Flow) -> bool:
    """The next round; False where the limit of rounds ends the game in a draw (series.limit)."""
    limit = flow.state.options.turn_limit
    if limit and flow.state.round >= limit:
        flow.say("limit_reached", "series.limit", n=limit)
        alive = tuple(seat for seat in range(flow.state.players) if is_in(flow.state, seat))
        flow.finish(alive, "series.limit")
        return False
    flow.set(round=flow.state.round + 1)
    return True
