"""Decisions that show the fault of a character, each on the occasions that are there for it.

Judged by what the seat itself may know: its view, and the worlds that all its results leave.
"""

from collections.abc import Callable, Iterator, Mapping

from games.alchemists.simulator.deduction import advice
from games.alchemists.simulator.deduction.data import PRICE
from games.alchemists.simulator.engine.bots import experiments, goods, selling
from games.alchemists.simulator.engine.bots.experiments import MIXING
from games.alchemists.simulator.engine.bots.known import NEVER, BotKnowledge, experiments_of, known_of
from games.alchemists.simulator.engine.bots.taste import sensible
from games.alchemists.simulator.engine.data import FORAGE
from games.alchemists.simulator.engine.rules import legal_moves
from games.alchemists.simulator.engine.state import Act, Bid, Publishing, Sale, State, top
from games.alchemists.simulator.engine.view import view
from simulator.engine.game import Move, Seat

Habits = Iterator[tuple[str, bool]]
LIKELY = 0.5  # of the worlds at least keep a guarantee
TELLS = 0.5  # bits that are worth a test


def habits(state: State, seat: Seat, move: Move) -> Mapping[str, bool]:
    """Which habits a decision may show, and whether it does."""
    frame = top(state.agenda)
    judge = JUDGES.get((frame.area if isinstance(frame, Act) else type(frame), move.verb))
    return dict(judge(known_of(view(state, seat)), legal_moves(state, seat), move)) if judge else {}


def _forages(known: BotKnowledge, moves: list[Move], move: Move) -> Habits:
    """Blind though an open card is better; one more of a kind in hand, while others lie open."""
    found = list(goods.weigh_forage(known, sensible(known), moves))
    best = {
        verb: max((each.points for each in found if each.move.verb == verb), default=0.0) for verb in GATHER
    }
    if best["take"] > best["draw"] > 0:
        yield "blind", move.verb == "draw"
    if len({card in known.hand for card in known.seen.row}) > 1:
        yield "any_card", move.verb == "take" and move.args[0] in known.hand


def _guarantees(known: BotKnowledge, moves: list[Move], move: Move) -> Habits:
    """Less than one that is worth more than all that are sure, and that is as likely as not to be kept."""
    staged = top(known.seen.agenda)
    levels = {each.args[0] for each in moves}
    pairs = advice.pairs_in(known.hand)
    every = selling.offers(known, sensible(known), pairs, (staged.potion,), selling.discount_of(known))
    found = [each for each in every if each.sale.guarantee in levels]
    best = max(found, key=lambda each: each.points).sale
    sure = max((each.sale.price for each in found if each.sale.kept == known.total), default=best.price)
    if sure < best.price and best.kept >= LIKELY * known.total:
        yield "low_guarantee", PRICE[move.args[0]] < PRICE[best.guarantee]


def _mixes(known: BotKnowledge, moves: list[Move], move: Move) -> Habits:
    """A pair of one's own once more, though another would tell something and harm no more."""
    area = top(known.seen.agenda).area
    found = experiments_of(known.facts, known.hand)
    again = {pair for pair in found if pair in known.own.pairs and not found[pair].bits}
    harm = {pair: experiments.harm_of(known, sensible(known), found[pair], area)[0] for pair in found}
    harmless = min((harm[pair] for pair in again), default=NEVER)
    if any(each.bits > TELLS and harm[pair] <= harmless for pair, each in found.items()):
        yield "again", move.args in again


def _seals(known: BotKnowledge, moves: list[Move], move: Move) -> Habits:
    """A theory that one's own results exclude."""
    staged = top(known.seen.agenda)
    if len(known.facts) > 1:
        found = advice.theory(known.worlds, staged.ingredient, staged.token, known.own.seals)
        yield "again", not found.right


def _bids(known: BotKnowledge, moves: list[Move], move: Move) -> Habits:
    """No discount, though others are likely to be served first without one."""
    worth = {each.args[0]: selling.weigh_bid(known, sensible(known), each).points for each in moves}
    if max(worth.values()) > worth[0]:
        yield "no_discount", move.args[0] == 0


GATHER = ("draw", "take")
JUDGES: Mapping[object, Callable[[BotKnowledge, list[Move], Move], Habits]] = {
    **{(FORAGE, verb): _forages for verb in GATHER},
    **{(area, "mix"): _mixes for area in MIXING},
    (Sale, "guarantee"): _guarantees,
    (Publishing, "seal"): _seals,
    (Bid, "bid"): _bids,
}
