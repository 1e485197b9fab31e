"""The bots of «Алхимики» and the hint. Each is given a view alone and can't cheat."""

from collections.abc import Mapping

from games.alchemists.simulator.engine import rules
from games.alchemists.simulator.engine.bots import greedy, taste, wild
from games.alchemists.simulator.engine.bots.characters import CHARACTERS, player
from games.alchemists.simulator.engine.bots.deciding import weigh
from games.alchemists.simulator.engine.bots.known import known_of, stand_in, trusting
from games.alchemists.simulator.engine.bots.taste import POINT_OF_GOLD
from games.alchemists.simulator.engine.view import View
from simulator.engine.game import Bot, MoveEstimate
from simulator.engine.rules import random_bot
from simulator.engine.weighing import Known, Weighing

# In points. They are a judgement, and a reader sees one digit of them: «заметно лучше» over +11,3 and +11,2
# says what nobody can know. What lies nearer together than the least thing that the game counts at its end, a
# gold, counts as alike.
ALIKE = POINT_OF_GOLD
SLIP = 1.0


def weighing(view: View, seed: int, whole: bool = True) -> Weighing | None:
    """What the attentive player thinks of each legal move, and why.

    Counts of worlds are exact: those that the facts of the view leave, whoever believes what. Points are the
    player's judgement, and what they count from is another thing for each question, a plan, a card, a seal.
    So each move is told by how much it is behind the best one, which is the same thing throughout.
    """
    seat, state = view.seat, stand_in(view)
    if seat is None or seat not in rules.to_act(state):
        return None
    known, moves = known_of(view), rules.legal_moves(state, seat)
    believing = trusting(known)
    found = weigh(believing, taste.sensible(believing), moves)
    exact = found if believing is known else weigh(known, taste.sensible(known), moves)
    best, why = found[0].points, {each.move: each.why for each in exact}
    rows = [MoveEstimate(each.move, round(each.points - best, 2), 0.0, 0, why[each.move]) for each in found]
    return Known(rows, seed, SLIP, alike=ALIKE)


BOTS: Mapping[str, Bot] = {
    "random": random_bot,
    "wild": wild.wild_bot,
    "greedy": greedy.greedy_bot,
    "sensible": player(),
    "attentive": player(knowing=trusting),
    **CHARACTERS,
}
