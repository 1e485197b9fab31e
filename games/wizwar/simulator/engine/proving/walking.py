"""Ways and lines: what is said of how far it is, in how many turns, and who sees whom."""

from games.wizwar.scoring.points import mates
from games.wizwar.simulator.engine.board import home
from games.wizwar.simulator.engine.lookout import sees
from games.wizwar.simulator.engine.moving import base_move, own_distances, steps_left, walk_refusal
from games.wizwar.simulator.engine.places import TREASURE_OF
from games.wizwar.simulator.engine.proving.case import (
    NOWHERE,
    Checks,
    MoveMade,
    Params,
    ends_of,
    homes_of,
    is_attack,
)
from games.wizwar.simulator.engine.rules import legal_moves
from games.wizwar.simulator.engine.state import Act, State
from simulator.engine.evolve import evolve
from simulator.engine.game import Seat
from simulator.engine.tuples import replaced

# --- Ways ---------------------------------------------------------------------------------------------------


def steps_from(state: State, who: int, square: int) -> tuple[int, ...]:
    """The engine's own distances of somebody who stands in a square."""
    wizards = replaced(state.wizards, who, state.wizards[who]._replace(at=square))
    return own_distances(evolve(state, wizards=wizards), who)


def _steps(state: State, who: int, start: int, end: int) -> int:
    found = steps_from(state, who, start)[end]
    return NOWHERE if found < 0 else found


def _home_steps(state: State, who: Seat, start: int) -> int:
    """To the nearest home at which a treasure counts: one's own, or that of a mate who is in."""
    counting = [who, *(mate for mate in mates(state.teams, who) if not state.wizards[mate].out)]
    steps = steps_from(state, who, start)
    return min(NOWHERE if steps[home(each)] < 0 else steps[home(each)] for each in counting)


def _steps_now(state: State, seat: Seat) -> int:
    """How many steps the turn still allows."""
    act = state.agenda[0] if state.agenda else None
    if not isinstance(act, Act) or act.seat != seat or act.over:
        return 0
    if steps_left(state, act) <= 0 or walk_refusal(state, act) is not None:
        return 0
    return steps_left(state, act)


def _turns(state: State, seat: Seat, steps: int) -> int:
    turns, now = 0, _steps_now(state, seat)
    if now:
        turns, steps = 1, steps - now
    while steps > 0:
        turns, steps = turns + 1, steps - max(1, base_move(state, seat))
    return turns


def _walks(state: State, seat: Seat, squares: set[int], n: int) -> bool:
    """Whether legal steps, n at the fewest, lead to one of these squares unharmed."""
    life, seen, ring = state.wizards[seat].life, {state.wizards[seat].at}, [state]
    for made in range(n + 1):
        if any(each.wizards[seat].at in squares for each in ring):
            return made == n
        further = []
        for each in ring:
            for move in legal_moves(each, seat):
                for after in ends_of(each, seat, move) if move.verb == "step" else ():
                    unhurt = _own_turn(after, seat) and after.wizards[seat].life == life
                    if unhurt and after.wizards[seat].at not in seen:
                        seen.add(after.wizards[seat].at)
                        further.append(after)
        ring = further
    return False


def _own_turn(state: State, seat: Seat) -> bool:
    return bool(state.agenda) and isinstance(state.agenda[-1], Act) and state.agenda[-1].seat == seat


def _home_now(case: MoveMade, params: Params) -> bool:
    held = [end for end in case.ends if end.chests[TREASURE_OF[params["treasure"]]] == -1 - case.seat]
    return any(
        _walks(end, case.seat, homes_of(end, case.seat), params["n"])
        for end in held
        if _own_turn(end, case.seat)
    )


def _chest_now(case: MoveMade, params: Params) -> bool:
    chest = TREASURE_OF[params["treasure"]]
    lying = [end for end in case.ends if end.chests[chest] >= 0 and _own_turn(end, case.seat)]
    return any(_walks(end, case.seat, {end.chests[chest]}, params["n"]) for end in lying)


def _to_home(case: MoveMade, params: Params) -> int:
    """The fewest steps home with the treasure."""
    held = [end for end in case.ends if end.chests[TREASURE_OF[params["treasure"]]] == -1 - case.seat]
    ways = [_home_steps(end, case.seat, end.wizards[case.seat].at) for end in held]
    return min(ways, default=NOWHERE)


def _to_chest(case: MoveMade, params: Params) -> tuple[int, State]:
    """The fewest steps to the treasure, and from where."""
    chest = TREASURE_OF[params["treasure"]]
    lying = [end for end in case.ends if end.chests[chest] >= 0]
    ways = [
        (_steps(end, case.seat, end.wizards[case.seat].at, end.chests[chest]), n)
        for n, end in enumerate(lying)
    ]
    steps, best = min(ways)
    return steps, lying[best]


def _home(case: MoveMade, params: Params) -> bool:
    chest = TREASURE_OF[params["treasure"]]
    found = [end for end in case.ends if end.chests[chest] == -1 - case.seat]
    near = [end for end in found if _home_steps(end, case.seat, end.wizards[case.seat].at) == params["n"]]
    turns = any(_turns(end, case.seat, params["n"]) == params["turns"] for end in near)
    return _to_home(case, params) == params["n"] and turns


def _chest(case: MoveMade, params: Params) -> bool:
    steps, end = _to_chest(case, params)
    return bool(steps == params["n"] and _turns(end, case.seat, steps) == params["turns"])


def _round(case: MoveMade, params: Params) -> bool:
    steps, end = _to_chest(case, params)
    there = end.chests[TREASURE_OF[params["treasure"]]]
    return bool(steps == params["n"] and _home_steps(end, case.seat, there) == params["homeward"])


def _off(case: MoveMade, params: Params) -> bool:
    lay = case.before.chests[TREASURE_OF[params["treasure"]]]
    was = _steps(case.before, case.seat, case.before.wizards[case.seat].at, lay) if lay >= 0 else NOWHERE
    return bool(_to_chest(case, params)[0] == params["n"] > was)


def _off_home(case: MoveMade, params: Params) -> bool:
    here = case.before.wizards[case.seat].at
    found = [_home_steps(end, case.seat, end.wizards[case.seat].at) for end in case.ends]
    return bool(min(found) == params["n"] > _home_steps(case.before, case.seat, here))


def _farther(case: MoveMade, params: Params) -> int:
    """The longest way home that a rival with a treasure may be left with; 0 where it isn't longer."""
    who, chest = params["seat"], TREASURE_OF[params["treasure"]]
    if case.before.chests[chest] != -1 - who or who in case.side:
        return 0
    was = _home_steps(case.before, who, case.before.wizards[who].at)
    left = [end for end in case.ends if not end.wizards[who].out]
    found = max((_home_steps(end, who, end.wizards[who].at) for end in left), default=0)
    return found if found > was else 0


# --- Sight --------------------------------------------------------------------------------------------------


def _is_seen(case: MoveMade, state: State, who: Seat) -> bool:
    if state.wizards[case.seat].out or state.wizards[who].out:
        return False
    return sees(state, who, case.seat)


def _hides(case: MoveMade, params: Params) -> bool:
    before = _is_seen(case, case.before, params["seat"])
    alive = [end for end in case.ends if not end.wizards[case.seat].out]
    return before and any(not _is_seen(case, end, params["seat"]) for end in alive)


def _shows(case: MoveMade, params: Params) -> bool:
    before = _is_seen(case, case.before, params["seat"])
    return not before and all(_is_seen(case, end, params["seat"]) for end in case.ends)


def _in_reach(case: MoveMade, params: Params) -> bool:
    act = case.end.agenda[-1]
    armed = any(map(is_attack, case.end.wizards[case.seat].hand))
    free = isinstance(act, Act) and act.seat == case.seat and not act.attacked
    return free and armed and _is_seen(case, case.end, params["seat"])


def _more_steps(case: MoveMade, params: Params) -> bool:
    now = _steps_now(case.end, case.seat)
    return bool(now == params["n"] > _steps_now(case.before, case.seat))


def _wastes(case: MoveMade, params: Params) -> bool:
    now = case.end.agenda[0] if case.end.agenda else None
    goes_on = isinstance(now, Act) and now.seat == case.seat
    return not goes_on and _steps_now(case.before, case.seat) == params["n"] > 0


WALKING: Checks = {
    "said_home_now": _home_now,
    "said_home": _home,
    "said_off_home": _off_home,
    "said_chest_now": _chest_now,
    "said_chest": _chest,
    "said_round": _round,
    "said_off": _off,
    "said_locks": lambda case, params: _farther(case, params) == NOWHERE,
    "said_delays": lambda case, params: _farther(case, params) == params["n"],
    "said_hides": _hides,
    "said_shows": _shows,
    "said_in_reach": _in_reach,
    "said_more_steps": _more_steps,
    "said_wastes": _wastes,
}
