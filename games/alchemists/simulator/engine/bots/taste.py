"""What things are worth to a player, in points of the final scoring. Figures of judgement, by the round.

The greedy player takes everything for what it brings by itself: three gold are a point, a favour two gold,
an ingredient the gold that it can be transmuted to. The sensible one also reckons with what gold buys, what
knowledge will be published and what the others lose.
"""

from typing import NamedTuple

from games.alchemists.simulator.deduction.data import GAME
from games.alchemists.simulator.engine.bots.known import BotKnowledge
from games.alchemists.simulator.engine.data import BUY, FAVOUR_GOLD, PLACE, ROUNDS

POINT_OF_GOLD = 1 / int(GAME.constants["gold_per_point"])
FAVOUR_AT_END = FAVOUR_GOLD * POINT_OF_GOLD


class Taste(NamedTuple):
    """Points of one gold, card, favour, unused cube; of a bit of information and an ingredient made certain;
    of the first action that a cube could do; of a point that each rival loses; of a seal with a star that is
    kept, gold and silver; of a book that is left open; of a grant, a conference, an award got nearer.

    `later`: theories that will still be published after this round. `fear`: points lost by what may go wrong,
    beside what it really costs. `alone`: as if nobody else sold anything or had any seals.
    """

    gold: float
    card: float
    favour: float
    cube: float
    bit: float
    certain: float
    rival: float
    star: float
    silver: float
    nearer: float
    later: float
    rounds: int
    plans: bool
    fear: float = 0.0
    alone: bool = False


GREEDY = Taste(
    gold=POINT_OF_GOLD,
    card=POINT_OF_GOLD,
    favour=FAVOUR_AT_END,
    cube=0.0,
    bit=0.25,
    certain=0.0,
    rival=0.0,
    star=0.0,
    silver=0.0,
    nearer=0.0,
    later=0.0,
    rounds=0,
    plans=False,
)

# By the round, from the first. Knowledge of the fifth round is still published and shown in the last one.
GOLD = (0.8, 0.8, 0.8, 0.75, 0.65, 0.5)
CARD = (0.7, 0.7, 0.65, 0.6, 0.5, 0.05)
BIT = (1.4, 1.4, 1.2, 1.0, 0.7, 0.1)
CERTAIN = (0.6, 0.6, 0.6, 0.6, 0.6, 0.1)
STAR = (2.4, 2.4, 2.2, 1.8, 1.0, 0.0)
SILVER = (1.2, 1.2, 1.0, 0.7, 0.3, 0.0)
NEARER = (0.5, 0.5, 0.5, 0.4, 0.3, 0.0)
FAVOUR = 0.9
THEORIES_A_ROUND = 1.3
RIVAL = 0.25


def sensible(known: BotKnowledge) -> Taste:
    """The sensible player's worths in this round; after the last purchases gold is only counted."""
    place, later = known.round - 1, ROUNDS - known.round
    bought = known.last and known.seen.phase == "act" and known.seen.at > PLACE[BUY]
    return Taste(
        gold=POINT_OF_GOLD if bought else GOLD[place],
        card=CARD[place],
        favour=FAVOUR if later else FAVOUR_AT_END,
        cube=FAVOUR_AT_END / 2,
        bit=BIT[place],
        certain=CERTAIN[place],
        rival=RIVAL,
        star=STAR[place],
        silver=SILVER[place],
        nearer=NEARER[place],
        later=THEORIES_A_ROUND * later,
        rounds=later,
        plans=True,
    )
