"""Turn order: whose turn begins, which are lost, where the limit of rounds ends the game."""

from typing import Any

from games.wizwar.scoring.points import AWAY, PLAYS, coming_turn, with_mates
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards.passives import AGAIN
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.state import Act, Ended, is_alive, lost_of, outs_of
from simulator.engine.game import Seat


def begin_turn(flow: Flow, seat: Seat, again: int = 0) -> None:
    """A turn begins (turn.order); `again` more will follow it by Speed."""
    flow.set(turn=flow.state.turn + 1, agenda=(Act(seat, again=again),))
    flow.emit("turn_began", "turn.order", seat=seat, n=flow.state.round)
    flow.push(*_dawn(flow, seat))


def _dawn(flow: Flow, seat: Seat) -> list[Any]:
    """What boxes ask as a turn begins or is lost; the last of these frames comes up first."""
    return [frame for asks in flow.state.course.asked(Box.asked_before_turn) for frame in asks(flow, seat)]


def next_turn(flow: Flow, seat: Seat, again: int) -> None:
    """On to the next turn that is played, or in which something has to be asked."""
    while True:
        coming = coming_turn(seat, flow.state.first, outs_of(flow.state), lost_of(flow.state), again)
        if coming.new_round and not _begin_round(flow):
            return
        seat, again = coming.seat, coming.again
        flow.tick(seat, extra=coming.extra)
        if coming.how == AWAY:
            continue
        if coming.how == PLAYS:
            if coming.extra:
                flow.emit("again", "card.text", seat=seat, card=AGAIN)
            begin_turn(flow, seat, again)
            return
        if _lose_turn(flow, seat, again):
            return


def _lose_turn(flow: Flow, seat: Seat, again: int) -> bool:
    """Whether something has to be asked in the lost turn, before it goes on with the next one."""
    left = flow.state.wizards[seat].lost - 1
    flow.change(seat, lost=left)
    flow.emit("turn_lost", "turn.lost", seat=seat, n=left)
    flow.let_go(seat)
    if not flow.state.course.asked(Box.asked_before_turn):
        return False
    flow.set(agenda=(Ended(seat, again),))
    flow.push(*_dawn(flow, seat))
    return True


def _begin_round(flow: Flow) -> bool:
    """The next round; False where the limit of rounds ends the game in a draw (series.limit)."""
    limit = flow.state.options.turn_limit
    if limit and flow.state.round >= limit:
        flow.emit("limit_reached", "series.limit", n=limit)
        alive = tuple(seat for seat in range(flow.state.players) if is_alive(flow.state, seat))
        flow.finish(with_mates(flow.state.teams, alive), "series.limit")
        return False
    flow.set(round=flow.state.round + 1)
    return True
