"""The bot that thinks ahead: before it goes on as the guarding bot it tries the cards in its hand.

Each is tried in the open world of the view, with all that it asks, and played on to the end of the turn as
the guarding bot would. What stands best there (`evaluating.standing`) is done, so that a wall that a rival
has to walk round is worth its card, and points of life are paid for steps that bring a treasure home.
"""

from collections.abc import Sequence

from games.wizwar.simulator.engine import bots, guarding
from games.wizwar.simulator.engine.cards.book import KICK
from games.wizwar.simulator.engine.casting import PLAY, STRIKE
from games.wizwar.simulator.engine.data import ONLY_COUNTERS
from games.wizwar.simulator.engine.evaluating import standing
from games.wizwar.simulator.engine.moves import END
from games.wizwar.simulator.engine.rules import check, do, legal_moves, to_act
from games.wizwar.simulator.engine.state import Act, Draw, Pick, Staged, State
from games.wizwar.simulator.engine.view import View, bare
from simulator.engine.game import Move, Seat

GAIN = 0.5  # points by which a card has to be better than what the guarding bot would do
TRIES = 120  # answers that are tried of a move, in all
DEEP = 3  # questions in a row of which all answers are tried
DECISIONS = 60  # to the end of a turn, at most
SPENT = (PLAY, STRIKE, KICK, "run")  # what can't be had again


class Lookahead:
    """What comes of one move by the end of the turn of whoever makes it."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.tries = seat, 0

    def value(self, state: State, move: Move, deep: int = 0) -> float:
        """How the seat stands, with the best answers to what the move asks."""
        self.tries += 1
        state, luck = do(state, self.seat, move).state, bots.luck_of(0)
        for _ in range(DECISIONS):
            frame = state.agenda[-1] if state.agenda else None
            if frame is None or type(frame) is Draw:
                break
            acting = min(to_act(state))
            if acting == self.seat and type(frame) in (Staged, Pick) and deep < DEEP and self.tries < TRIES:
                return max(self.value(state, answer, deep + 1) for answer in legal_moves(state, acting))
            moves = bots.moves_to_weigh(state, acting)
            state = do(state, acting, bots.policy(state, moves, luck, guarding.GUARDING, acting)).state
        return standing(state, self.seat)


def play_search(view: View, moves: Sequence[Move], seed: int) -> Move:
    """What the guarding bot does, unless a card, or another answer to what a card asks, is surely better."""
    usual, frame, known = guarding.play_guarding(view, moves, seed), view.agenda[-1], bare(view)
    others = [move for move in _worth_trying(frame, moves, usual) if check(known, frame.seat, move) is None]
    if not others or check(known, frame.seat, usual) is not None:
        return usual
    values = {move: Lookahead(frame.seat).value(known, move) for move in (usual, *others)}
    values[usual] += GAIN if type(frame) is Act else 0
    return max(values, key=values.__getitem__)


def _worth_trying(frame: object, moves: Sequence[Move], usual: Move) -> list[Move]:
    """Besides what the guarding bot would do. In a turn they are tried before the first step and after the
    last, and where something would be spent.
    """
    if type(frame) is Act:
        if frame.used and usual != END and usual.verb not in SPENT:
            return []
        moves = [move for move in moves if move.verb in (PLAY, "run") and move.args[0] not in ONLY_COUNTERS]
    elif type(frame) not in (Staged, Pick):
        return []
    return [move for move in moves if move != usual]
