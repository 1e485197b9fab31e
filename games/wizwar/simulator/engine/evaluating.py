"""What a move is worth: tried in many worlds, each finished by the quick player for a few turns.

Where there are many moves, those that look best on the board alone are tried first: what lies within reach
and sight is known without a playout. The others are tried once something has been said of these.
"""

from collections.abc import Sequence

from games.wizwar.scoring.points import mates, owner_of
from games.wizwar.simulator.engine import guarding
from games.wizwar.simulator.engine.board import home
from games.wizwar.simulator.engine.bots import attack_worth, goals, luck_of, moves_to_weigh, policy
from games.wizwar.simulator.engine.cards.worth import DEFAULT, KEEP
from games.wizwar.simulator.engine.data import ONLY_COUNTERS
from games.wizwar.simulator.engine.rules import check, do, legal_moves, to_act
from games.wizwar.simulator.engine.state import Act, State, carries, is_alive
from games.wizwar.simulator.engine.teamwork import distance, homes
from games.wizwar.simulator.engine.view import View, bare, world
from simulator.engine.chance import substream
from simulator.engine.game import Move, Seat
from simulator.engine.weighing import Playouts

TURNS_AHEAD = 1  # turns of each player that a playout looks at
DECISIONS_AHEAD = 120  # and never more decisions than that
MOST_WORLDS = 480
SLIP = 1.0  # lives by which a move has to be worse than the best to be called a mistake
FIELD = 8  # moves that are tried from the first world on


def standing(state: State, seat: Seat) -> float:
    """How far a seat’s team is ahead of the others’ mean, in points: lives, treasures kept and under way."""
    if not state.agenda:
        decided = {*state.winners} <= {*mates(state.teams, state.winners[0])}
        return (WON if seat in state.winners else -WON) if decided else 0.0
    values, side = [_prospects(state, each) for each in range(state.players)], mates(state.teams, seat)
    own = [values[mate] for mate in side]
    others = [value for other, value in enumerate(values) if other not in side]
    return sum(own) / len(own) - sum(others) / len(others)


WON = 40.0
CHEST = 12.0  # a foreign treasure at home, in points of life
CARDS = 0.35  # for each point of `KEEP`: a number is worth the steps that it would bring
TURN = 3.0  # a turn that will be lost
STEP = 0.4  # a square of the way with or to a treasure
OPEN = 1.5  # a stone or an object that lies face up before its owner
IN_VAIN = ("discard", "drop", "throw", "kick", "offer")  # of moves worth the same these are told last


def _prospects(state: State, seat: Seat) -> float:
    if not is_alive(state, seat):
        return -WON
    own, side = home(seat), mates(state.teams, seat)
    kept = sum(chest == own and owner_of(number) not in side for number, chest in enumerate(state.chests))
    cards = sum([KEEP.get(card, DEFAULT) for card in state.wizards[seat].hand])
    value = state.wizards[seat].life + CHEST * kept + CARDS * cards - TURN * state.wizards[seat].lost
    value += OPEN * len(state.wizards[seat].shown)
    treasure = carries(state, seat)
    if treasure is not None and owner_of(treasure) not in side:
        way = min(distance(state, state.wizards[seat].at, square) for square in homes(state, seat))
        return value + CHEST / 2 - STEP * min(way, 20)
    found = goals(state, seat)
    return value - STEP * min(distance(state, state.wizards[seat].at, found[0]), 20) if found else value


def weighing(view: View, seed: int, whole: bool = True) -> Playouts | None:
    """Every legal move, tried in the same worlds and finished by the quick player."""
    state, seat = world(view, seed), view.seat
    if seat is None or seat not in to_act(state):
        return None
    moves = legal_moves(state, seat)
    known = bare(view)
    liked = [policy(known, moves, luck_of(0), manner, seat) for manner in (guarding.GUARDING, None)]
    return Playouts(
        moves,
        lambda number: world(view, number),
        lambda dealt, move, number: playout(dealt, seat, move, number),
        seed,
        slip=SLIP,
        most=MOST_WORLDS,
        common=True,  # measured: a difference varies somewhat less
        order=lambda move: (move not in liked, _is_in_vain(move), move),
        whole=whole,
        field=field(known, seat, moves, liked),
    )


def field(state: State, seat: Seat, moves: Sequence[Move], liked: Sequence[Move]) -> Sequence[Move]:
    """The moves to try first, by what is open: those that quick players would make, then those after which
    one stands best.
    """
    if len(moves) <= FIELD:
        return moves
    worth = {move: promise(state, seat, move) for move in moves}
    ranked = sorted(moves, key=lambda move: (move not in liked, -worth[move], _is_in_vain(move), move))
    chosen = {*ranked[:FIELD]}
    return [move for move in moves if move in chosen]


def promise(state: State, seat: Seat, move: Move) -> float:
    """How one stands after a move; one that only begins something is worth what an attack with it may be."""
    act = state.agenda[-1]
    if check(state, seat, move) is not None:
        return -WON  # of a card that nobody has seen
    found = standing(do(state, seat, move).state, seat)
    return found + attack_worth(state, act, move, guarding.GUARDING) if type(act) is Act else found


def _is_in_vain(move: Move) -> bool:
    return move.verb in IN_VAIN or (move.verb == "play" and move.args[0] in ONLY_COUNTERS)


def playout(state: State, seat: Seat, move: Move, seed: int) -> float:
    """How far the seat is ahead some turns after a move.

    Each turn has luck of its own: what a move changes in one turn doesn't change the luck of the next.
    """
    last, turn, luck = state.turn + TURNS_AHEAD * state.players, state.turn, luck_of(seed)
    state = do(state, seat, move).state
    for _ in range(DECISIONS_AHEAD):
        if not state.agenda or state.turn >= last:
            break
        if state.turn != turn:
            turn, luck = state.turn, luck_of(substream(seed, state.turn))
        acting = min(to_act(state))
        moves = moves_to_weigh(state, acting)
        state = do(state, acting, policy(state, moves, luck, seat=acting)).state
    return standing(state, seat)
