"""The Scruple of Conscience: passed to somebody with more points, who loses five (rulings 63, 96)."""

from collections.abc import Callable

from games.potions.scoring.boxes.university.points import SCRUPLE, SCRUPLE_CARD, SCRUPLE_LOSS, may_receive
from games.potions.scoring.points import Play, card_of
from games.potions.simulator.engine import phases
from games.potions.simulator.engine.answers import unreadable
from games.potions.simulator.engine.data import CODES
from games.potions.simulator.engine.rules import check_held, leave_hand
from games.potions.simulator.engine.spells import into_hand
from games.potions.simulator.engine.state import State
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat, Step
from web.refusal import Refusal

GIVE = "give"
CLAUSE = "university.scruple.pass"
KIND = card_of(SCRUPLE_CARD).kind
SCRUPLES = CODES[SCRUPLE_CARD]


def check(state: State, seat: Seat, move: Move) -> Refusal | None:
    if len(move.args) != 2 or type(move.args[1]) is not int:
        return unreadable(move)
    code, place = move.args
    target = place - 1
    refusal = check_held(state, seat, Move(GIVE, (code,)))
    if refusal is not None:
        return refusal
    if code not in SCRUPLES:
        return Refusal("not_given", CLAUSE, {"card": code})
    if not 0 <= target < state.players or target == seat:
        return Refusal("no_such_player", CLAUSE, {"n": state.players})
    if not may_receive(state.scores, seat, target):
        return Refusal("not_more_points", CLAUSE, {"seat": target})
    return None


def do(state: State, seat: Seat, move: Move) -> Step:
    code, place = move.args
    target = place - 1
    said = {"seat": target, "from": seat, "card": code, "n": SCRUPLE_LOSS}
    given = leave_hand(state, seat, code, Play(seat, SCRUPLE, code, 0, (target,)))
    received = evolve(given, **into_hand(given, target, code))
    return phases.played(received, seat, [Event.of("scruple_given", CLAUSE, said)])


def wishes(state: State, seat: Seat, rand: Callable[[], float]) -> list[tuple[float, Move]]:
    """A quick player gives it to whoever leads."""
    return [(state.scores[move.args[1] - 1] / 20 + rand() / 4, move) for move in offers(state, seat)]


def offers(state: State, seat: Seat) -> list[Move]:
    return [
        Move(GIVE, (code, target + 1))
        for code in sorted(SCRUPLES.intersection(state.hands[seat]))
        for target in range(state.players)
        if may_receive(state.scores, seat, target)
    ]
