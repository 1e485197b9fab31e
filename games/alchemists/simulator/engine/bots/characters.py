"""Players with a head of their own and one fault each; the greedy one has a module of its own.

They weigh their moves as the sensible player does, with another taste, another memory or less patience.
"""

from collections.abc import Callable, Mapping, Sequence

from games.alchemists.simulator.deduction.data import PRICE
from games.alchemists.simulator.engine.bots.deciding import weigh
from games.alchemists.simulator.engine.bots.known import NEVER, BotKnowledge, Weighed, known_of
from games.alchemists.simulator.engine.bots.taste import Taste, sensible
from games.alchemists.simulator.engine.state import Bid, Sale
from games.alchemists.simulator.engine.view import View
from simulator.engine.game import Bot, Move

FEAR = 8.0  # points that the careful player gives not to be in the wrong
MEMORY = 3  # results that the forgetful one has in mind
MOST: Mapping[str, Callable[[Move], int]] = {  # of what the hasty one takes as much as will do
    "plan": lambda move: move.args[-1],
    "bid": lambda move: move.args[0],
    "guarantee": lambda move: PRICE[move.args[0]],
}
WILL_DO = 0.5  # of what the best move brings over none: enough for the hasty one


def _careful(known: BotKnowledge) -> Taste:
    return sensible(known)._replace(fear=FEAR)


def _scholarly(known: BotKnowledge) -> Taste:
    return sensible(known)._replace(alone=True, rival=0.0)


def _as_it_is(known: BotKnowledge) -> BotKnowledge:
    return known


def _forgetting(known: BotKnowledge) -> BotKnowledge:
    """The last results alone; what buyers ask for reminds it of the rest."""
    remembers = isinstance(known.seen.agenda[-1], Bid | Sale)
    return known if remembers else known.with_facts(known.facts[-MEMORY:])


def _best(found: Sequence[Weighed], moves: Sequence[Move]) -> Move:
    return found[0].move


def _first_that_will_do(found: Sequence[Weighed], moves: Sequence[Move]) -> Move:
    """In the order in which moves are listed. Of cubes as many as will do, where they are asked for first; of
    discounts the largest, to be served first; of guarantees the dearest.
    """
    points = {each.move: each.points for each in found}
    nothing = next((move for move in moves if move.verb == "decline"), None)
    least = points[nothing] if nothing else min(filter(NEVER.__lt__, points.values()), default=NEVER)
    enough = least + WILL_DO * (found[0].points - least)
    most = MOST.get(moves[0].verb)
    listed = sorted(moves, key=most, reverse=True) if most else moves
    return next(move for move in listed if points[move] >= enough)


def player(
    taste: Callable[[BotKnowledge], Taste] = sensible,
    knowing: Callable[[BotKnowledge], BotKnowledge] = _as_it_is,
    choose: Callable[[Sequence[Weighed], Sequence[Move]], Move] = _best,
) -> Bot:
    """Whoever makes the move that is worth most by this taste, as far as it knows."""

    def bot(view: View, moves: Sequence[Move], seed: int) -> Move:
        if len(moves) == 1:
            return moves[0]
        known = knowing(known_of(view))
        return choose(weigh(known, taste(known), moves), moves)

    return bot


CHARACTERS: Mapping[str, Bot] = {
    "careful": player(_careful),
    "hasty": player(choose=_first_that_will_do),
    "forgetful": player(knowing=_forgetting),
    "scholarly": player(_scholarly),
}
