"""The faults of the characters, as a decision shows them: what is counted of bots that play in bulk.

Each is asked of decisions in which it may show, and judged by what is open and by the seat's own hand.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.wizwar.scoring.points import mates
from games.wizwar.simulator.engine import bots, guarding
from games.wizwar.simulator.engine.bots import SERIOUS, attack_worth
from games.wizwar.simulator.engine.cards.book import KICK
from games.wizwar.simulator.engine.cards.worth import DEFENCES
from games.wizwar.simulator.engine.casting import figures
from games.wizwar.simulator.engine.characters import is_watched
from games.wizwar.simulator.engine.moves import END, PASS
from games.wizwar.simulator.engine.moving import steps_left
from games.wizwar.simulator.engine.places import SEAT_OF, SIDES
from games.wizwar.simulator.engine.rules import asking, legal_moves
from games.wizwar.simulator.engine.state import Act, State, Window, carries
from games.wizwar.simulator.engine.teamwork import FAR, distance, homes
from simulator.engine.game import Move, Seat

NEAR = 6  # steps to a treasure that one might well go for: two turns of walking
BEHIND = 2.0  # points by which an attack is worse than another in the same hand
PLAIN = bots.GREEDY._replace(worth=bots.force)
Shows = Callable[[State, Any, Move], bool | None]  # None: it can't show here


def habits(state: State, seat: Seat, move: Move) -> dict[str, bool]:
    """Of each fault that this decision may show, whether the move shows it."""
    frame = asking(state, seat)
    found = {name: shows(state, frame, move) for name, shows in SHOWS.get(type(frame), {}).items()}
    return {name: shown for name, shown in found.items() if shown is not None}


def shuns_treasures(state: State, act: Act, move: Move) -> bool | None:
    """Careful: doesn't go for the nearest treasure as a rival stands near it."""
    found = bots.goals(state, act.seat)
    if not _may_walk(state, act, move) or state.teams or found != guarding.goals(state, act.seat):
        return None
    tempting = found and all(_is_tempting(state, act.seat, at) for at in found)
    return not _leads_to(state, act, move, found) if tempting else None


def _is_tempting(state: State, seat: Seat, square: int) -> bool:
    away = distance(state, state.wizards[seat].at, square)
    return 0 < away <= NEAR and is_watched(state, seat, square)


def spares_a_number(state: State, act: Act, move: Move) -> bool | None:
    """Greedy: walks on with a treasure, a number in hand that would bring it nearer home."""
    if carries(state, act.seat) is None or move.verb not in ("step", "run", END.verb):
        return None
    way = min(distance(state, state.wizards[act.seat].at, square) for square in homes(state, act.seat))
    runs = [each for each in legal_moves(state, act.seat) if each.verb == "run"]
    return move.verb != "run" if runs and steps_left(state, act) < way < FAR else None


def _may_walk(state: State, act: Act, move: Move) -> bool:
    """Whether it is said where a wizard goes whose hands are free."""
    free = carries(state, act.seat) is None and steps_left(state, act) > 0
    return free and move.verb in ("step", END.verb)


def _leads_to(state: State, act: Act, move: Move, squares: Sequence[int]) -> bool:
    """Whether a step comes nearer to one of some squares."""
    if move == END:
        return False
    here = state.wizards[act.seat].at
    beyond = state.board.net.next[here * 4 + SIDES.index(move.args[0])]
    return any(distance(state, beyond, square) < distance(state, here, square) for square in squares)


def strikes_at_random(state: State, act: Act, move: Move) -> bool | None:
    """Hasty: attacks with the first card that will do, with a better one at hand, whoever is worth more."""
    found = {each: _blow(state, act, each) for each in (move, *legal_moves(state, act.seat))}
    blows = [blow for blow in found.values() if blow[0] >= 1]
    if found[move][0] < 1 or not any(_is_beaten(blow, blows) for blow in blows):
        return None
    return _is_beaten(found[move], blows)


def _blow(state: State, act: Act, move: Move) -> tuple[float, float]:
    """What an attack is worth, and what by itself, whoever is struck."""
    return attack_worth(state, act, move, bots.GREEDY), attack_worth(state, act, move, PLAIN)


def _is_beaten(blow: tuple[float, float], blows: Sequence[tuple[float, float]]) -> bool:
    return any(min(other[0] - blow[0], other[1] - blow[1]) >= BEHIND for other in blows)


def spares_a_carrier(state: State, act: Act, move: Move) -> bool | None:
    """Scholarly: walks on though a rival with a treasure could be attacked."""
    is_attack = attack_worth(state, act, move, bots.GREEDY) >= 1
    if act.attacked or not (is_attack or move.verb in ("step", END.verb)):
        return None
    rivals = {*range(state.players)} - {*mates(state.teams, act.seat)}
    carriers = [rival for rival in rivals if carries(state, rival) is not None]
    moves = legal_moves(state, act.seat) if carriers else []
    there = any(_strikes(state, act, each, carriers) for each in moves)
    return not is_attack if there else None


def _strikes(state: State, act: Act, move: Move, rivals: Sequence[Seat]) -> bool:
    """Whether a move is an attack on one of those that is worth its card."""
    if attack_worth(state, act, move, bots.GREEDY) < 1:
        return False
    if move.verb == KICK:
        return SEAT_OF[move.args[0]] in rivals
    struck = {SEAT_OF[text] for text in figures(state, act.seat, move.args[0])}
    return any(bots.worth(state, act.seat, move.args[0], rival) >= 1 for rival in struck.intersection(rivals))


def forgets_an_answer(state: State, window: Window, move: Move) -> bool | None:
    """Forgetful: a strong attack hits though it could have been answered."""
    attack = window.attack
    if window.seat != attack.on or any(item.seat == window.seat for item in window.items):
        return None
    serious = attack.points >= SERIOUS or attack.turns > 1
    answers = {each.args[0] for each in legal_moves(state, window.seat) if each.args}
    return move == PASS if serious and answers & {*DEFENCES} else None


SHOWS: Mapping[type, Mapping[str, Shows]] = {
    Act: {
        "shuns_treasures": shuns_treasures,
        "spares_a_number": spares_a_number,
        "strikes_at_random": strikes_at_random,
        "spares_a_carrier": spares_a_carrier,
    },
    Window: {"forgets_an_answer": forgets_an_answer},
}
