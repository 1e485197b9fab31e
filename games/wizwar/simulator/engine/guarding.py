"""The guarding bot of «Маго-бой»: a quick player that counts who wins first and looks after its treasures.

It fetches its own treasure out of the home of whoever is nearest to the win, unless it is nearer itself;
puts it down on the way once it is; attacks whoever carries its own before others, and goes to whoever carries
one when none lies about; and saves neither a number nor a teleport. In a team a mate's treasures are its own,
and what is to be fetched all decide alike (`teamwork`).
"""

from collections.abc import Mapping, Sequence

from games.wizwar.scoring.points import mates, owner_of
from games.wizwar.simulator.engine import bots
from games.wizwar.simulator.engine.board import home
from games.wizwar.simulator.engine.bots import Agent, ByVerb, Manner
from games.wizwar.simulator.engine.cards.worth import LEAPS
from games.wizwar.simulator.engine.casting import PLAY
from games.wizwar.simulator.engine.data import GAME, VALUE
from games.wizwar.simulator.engine.moving import steps_left
from games.wizwar.simulator.engine.places import TREASURE_OF
from games.wizwar.simulator.engine.rules import do
from games.wizwar.simulator.engine.state import Act, State, carries, is_alive
from games.wizwar.simulator.engine.teamwork import FAR, distance, is_threatened
from games.wizwar.simulator.engine.view import View, world
from simulator.engine.game import Bot, Move, Seat

TREASURES_TO_WIN: int = GAME.constants["treasures_to_win"]
FARTHEST = 40  # steps that a way counts at most, also one that is blocked
MISSING = 60  # steps for treasures that lie nowhere just now
LEAD = 4  # steps by which a rival may be ahead before one turns back
LEAP = Move(PLAY, (LEAPS,))
NEAR = 2  # steps beyond those left for which a teleport is too good
OWN = 6.0  # what an attack on whoever carries one's own treasure is worth besides


def steps_to_win(state: State, seat: Seat) -> int:
    """The steps that a wizard still needs to bring home as many treasures as win, if nobody hinders him."""
    here, own = state.wizards[seat].at, home(seat)
    foreign = [chest for number, chest in enumerate(state.chests) if owner_of(number) != seat]
    missing, steps, carried = TREASURES_TO_WIN - foreign.count(own), 0, carries(state, seat)
    if carried is not None:
        steps, here = _way(state, here, own), own
        missing -= owner_of(carried) != seat
    waiting = [chest for chest in foreign if chest >= 0 and chest != own]
    if missing <= 0:
        return steps
    if len(waiting) < missing:
        return steps + MISSING
    return steps + min(_trips(state, here, own, waiting, first, missing) for first in range(len(waiting)))


def _trips(state: State, here: int, own: int, waiting: Sequence[int], first: int, missing: int) -> int:
    """Steps over the treasure `first` home, and there and back for the nearest of the rest."""
    rest = sorted(2 * _way(state, own, chest) for n, chest in enumerate(waiting) if n != first)
    chest = waiting[first]
    return _way(state, here, chest) + _way(state, chest, own) + sum(rest[: missing - 1])


def _way(state: State, here: int, there: int) -> int:
    return min(distance(state, here, there), FARTHEST)


def _rivals(state: State, seat: Seat) -> dict[Seat, int]:
    """By rival who is still in, the steps that he needs to win."""
    others = [other for other in range(state.players) if other != seat and is_alive(state, other)]
    return {other: steps_to_win(state, other) for other in others}


def goals(state: State, seat: Seat) -> list[int]:
    """As the quick player's; of its own treasures only those to fetch, and then before all others. Where none
    lies about, to whoever carries one. In a team the quick players share all of that.
    """
    if state.teams:
        return bots.goals(state, seat)
    if carries(state, seat) is not None:
        return [home(seat)]
    wanted = bots.wanted(state, seat)
    foreign = [number for number in wanted if owner_of(number) != seat]
    chosen = _to_fetch(state, seat, wanted) or foreign or wanted
    if not chosen:
        carriers = [other for other in range(state.players) if carries(state, other) is not None]
        return bots.nearest(state, seat, [state.wizards[other].at for other in carriers])
    return bots.nearest(state, seat, [state.chests[number] for number in chosen])


def _to_fetch(state: State, seat: Seat, wanted: Sequence[int]) -> list[int]:
    """Its own treasures in the home of the rival nearest to the win, if he is nearer than itself."""
    stolen = [number for number in wanted if owner_of(number) == seat]
    if not stolen:
        return []
    rivals = _rivals(state, seat)
    soonest = min(rivals.values())
    if steps_to_win(state, seat) <= soonest + LEAD:
        return []
    homes = [home(other) for other, steps in rivals.items() if steps == soonest]
    return [number for number in stolen if state.chests[number] in homes]


def worth(state: State, seat: Seat, card: str, other: Seat) -> float:
    """As to the quick player; more on whoever carries its own treasure, or a mate's."""
    value, carried = bots.worth(state, seat, card, other), carries(state, other)
    own = carried is not None and owner_of(carried) in mates(state.teams, seat)
    return value + OWN if value and own else value


def put_down(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, player: Agent) -> Move | None:
    """Its own treasure, or a mate's, stays on the way, out of any home, once nobody is nearer to the win
    without it.
    """
    carried, own = carries(state, act.seat), mates(state.teams, act.seat)
    homes = [home(other) for other in range(state.players)]
    if carried is None or owner_of(carried) not in own or state.wizards[act.seat].at in homes:
        return None
    for move in by_verb["drop"]:
        if move.args[0] in TREASURE_OF:
            return move if _is_ahead(do(state, act.seat, move).state, act.seat) else None
    return None


def _is_ahead(state: State, seat: Seat) -> bool:
    """Whether no rival is nearer to the win; of teams whether none has all that it needs."""
    if state.teams:
        return not is_threatened(state, seat)
    return steps_to_win(state, seat) <= min(_rivals(state, seat).values())


def leap(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, player: Agent) -> Move | None:
    """A teleport, where the goal is well beyond the steps left."""
    found = goals(state, act.seat) if LEAP in moves else []
    if not found:
        return None
    away = distance(state, state.wizards[act.seat].at, found[0])
    return LEAP if away > steps_left(state, act) + NEAR else None


def run_on(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, player: Agent) -> Move | None:
    """The highest number, whenever the goal is beyond the steps left."""
    runs = [move for move in moves if move.verb == "run" and len(move.args) == 1]
    found = goals(state, act.seat) if runs else []
    if not found:
        return None
    away = distance(state, state.wizards[act.seat].at, found[0])
    if not steps_left(state, act) < away < FAR:
        return None
    return bots.best(runs, lambda move: VALUE[move.args[0]], player)


GUARDING = Manner(
    goals,
    worth,
    (put_down, bots.deliver, bots.grab, bots.show, leap, bots.hurry, run_on, bots.attack, bots.walk),
)


def play_guarding(view: View, moves: Sequence[Move], seed: int) -> Move:
    """Looks after its own treasures as it goes for those of others."""
    return bots.policy(world(view, seed), moves, bots.luck_of(seed), GUARDING, view.seat)


BOTS: Mapping[str, Bot] = {"greedy": bots.play_greedy, "guarding": play_guarding, "random": bots.play_random}
