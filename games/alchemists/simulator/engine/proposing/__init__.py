"""What is so of each legal move, so that a hint can say why: facts of the view, none of them a judgement.

Each question has a function that says of any answer to it all that is so, the weightiest first; all answers
are looked at alike. Counts of worlds are those that the seat's facts leave.
"""

from games.alchemists.simulator.engine.bots.known import known_of
from games.alchemists.simulator.engine.proposing import goods, mixing, planning, selling, theories
from games.alchemists.simulator.engine.proposing.asked import OpenAsked, Sayer
from games.alchemists.simulator.engine.state import Act
from games.alchemists.simulator.engine.view import View
from simulator.engine.game import Hint
from simulator.engine.reasons import Propositions

SAYERS: dict[str, Sayer] = {
    **goods.SAYERS,
    **mixing.SAYERS,
    **planning.SAYERS,
    **selling.SAYERS,
    **theories.SAYERS,
}


def propositions(view: View, hint: Hint) -> Propositions:
    """Of each move of a hint what is so of it."""
    frame = view.agenda[-1]
    say = SAYERS[frame.area if isinstance(frame, Act) else type(frame).__name__]
    asked = OpenAsked(known_of(view), frame, tuple(row.move for row in hint.estimates), hint)
    return {move: tuple(say(asked, move)) for move in asked.moves}
