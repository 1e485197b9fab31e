"""How far it is then to what one is out for, and who sees one."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.wizwar.scoring.points import owner_of
from games.wizwar.simulator.engine import bots
from games.wizwar.simulator.engine.advice.ground import OpenGround
from games.wizwar.simulator.engine.advice.outcomes import MoveOutcome
from games.wizwar.simulator.engine.advice.scene import FARTHEST, MoveScene, against
from games.wizwar.simulator.engine.board import illusions
from games.wizwar.simulator.engine.casting import no_attack_refusal
from games.wizwar.simulator.engine.data import ATTACKS
from games.wizwar.simulator.engine.moving import OPENLY_KNOWN
from games.wizwar.simulator.engine.places import TREASURES
from games.wizwar.simulator.engine.plans.ways import turns_for
from games.wizwar.simulator.engine.state import (
    Act,
    State,
    carries,
    is_alive,
)
from games.wizwar.simulator.engine.teamwork import homes
from simulator.engine.game import Proposition, Seat

SEVERAL = 2  # treasures of one opponent lie together: with more of them it matters how far home is


def ways(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    """How far it is then to what one is out for: home with a treasure, else to one and home from there."""
    treasure = carries(scene.state, scene.seat)
    if treasure is not None and owner_of(treasure) not in scene.ground.side:
        yield from _way_home(scene, found, treasure)
    elif treasure is None:
        yield from _way_there(scene, found)


def _way_home(scene: MoveScene, found: MoveOutcome, treasure: int) -> Iterator[Proposition]:
    name, ground = TREASURES[treasure], scene.ground
    carrying = [end for end in found.ends if end.chests[treasure] == -1 - scene.seat]
    ways = [_Way(ground.way_home(end, end.wizards[scene.seat].at), end) for end in carrying]
    nearest = _nearest(ways)
    if not nearest:
        return
    n, was = nearest[0].steps, ground.way_home(scene.state, scene.state.wizards[scene.seat].at)
    if n > was >= 0:
        yield against("said_off_home", n=n)
    elif any(ground.gets_home(way.end, n) for way in nearest):
        yield Proposition("said_home_now", {"treasure": name, "n": n})
    else:
        yield from _in_turns(scene, nearest, "said_home", name)


def _way_there(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    ground = scene.ground
    sought = min((each for end in found.ends for each in _sought(scene, end)), default=None)
    if sought is None:
        return
    number, name = sought[1], TREASURES[sought[1]]
    lying = [end for end in found.ends if end.chests[number] >= 0]
    ways = [_Way(ground.steps(end, end.wizards[scene.seat].at, end.chests[number]), end) for end in lying]
    nearest = _nearest(ways)
    n, lay = nearest[0].steps, scene.state.chests[number]
    was = ground.steps(scene.state, scene.state.wizards[scene.seat].at, lay) if lay >= 0 else -1
    if n > was >= 0:
        yield against("said_off", treasure=name, n=n)
        return
    if any(ground.gets_to(way.end, way.end.chests[number], n) for way in nearest):
        yield Proposition("said_chest_now", {"treasure": name, "n": n})
    backs = {ground.way_home(way.end, way.end.chests[number]) for way in nearest}
    if n and len(backs) == 1 and len(bots.wanted(scene.state, scene.seat)) > SEVERAL:
        yield Proposition("said_round", {"treasure": name, "n": n, "homeward": backs.pop()})
    if n:
        yield from _in_turns(scene, nearest, "said_chest", name)


class _Way(NamedTuple):
    steps: int
    end: State


def _nearest(ways: Sequence[_Way]) -> list[_Way]:
    """The shortest of those that lead there."""
    fewest = min((way.steps for way in ways if way.steps >= 0), default=None)
    return [way for way in ways if way.steps == fewest]


def _in_turns(scene: MoveScene, nearest: Sequence[_Way], code: str, treasure: str) -> Iterator[Proposition]:
    """A way with its turns, where they are the same whichever way it is."""
    turns = {_turns(scene.ground, way.end, way.steps) for way in nearest}
    if len(turns) == 1:
        yield Proposition(code, {"treasure": treasure, "n": nearest[0].steps, "turns": turns.pop()})


def _sought(scene: MoveScene, end: State) -> list[tuple[float, int, int, int]]:
    """The treasure best to fetch from an end, if one still can carry it."""
    alone = is_alive(end, scene.seat) and carries(end, scene.seat) is None
    return scene.ground.sought(end)[:1] if alone else []


def _turns(ground: OpenGround, state: State, steps: int) -> int:
    """The turns that a way takes, this one counted while steps are left in it."""
    return turns_for(steps, ground.left(state), max(1, ground.each_turn(state))) - (not ground.left(state))


def sight(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    """Who doesn't see one any more, who does, whom one can still strike."""
    before = set(scene.ground.eyes(scene.state))
    after = [set(scene.ground.eyes(end)) for end in found.ends if is_alive(end, scene.seat)]
    if not after:
        return
    for who in sorted(before):
        if any(who not in eyes for eyes in after):
            yield Proposition("said_hides", {"seat": who})
    for who in sorted(set.intersection(*after) - before):
        yield against("said_shows", seat=who)
    if len(found.ends) == 1 and _may_strike(found.ends[0], scene.seat):
        for who in sorted(after[0]):
            yield Proposition("said_in_reach", {"seat": who})


def _may_strike(state: State, seat: Seat) -> bool:
    """Whether the attack of one's own turn is still to come, and there is a card for it."""
    act = state.agenda[-1] if state.agenda else None
    if type(act) is not Act or act.seat != seat or no_attack_refusal(state, act) is not None:
        return False
    return any(card in ATTACKS for card in state.wizards[seat].hand)


def rivals(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    """Whoever carries a treasure has farther to go."""
    for who, treasure in scene.ground.carriers(scene.state):
        if not all(_sees_what_stands(state, who) for state in (scene.state, *found.ends)):
            continue
        was = _rival_way(scene, scene.state, who)
        ways = [_rival_way(scene, end, who) for end in found.ends if is_alive(end, who)]
        farthest = max(ways, default=was)
        if farthest > was:
            params = {"seat": who, "treasure": TREASURES[treasure]}
            if farthest >= FARTHEST:
                yield Proposition("said_locks", params)
            else:
                yield Proposition("said_delays", {**params, "n": farthest})


def _sees_what_stands(state: State, who: Seat) -> bool:
    """Whether no illusion is a wall to a wizard, as everybody knows: what he believes is his secret."""
    return all(mark.by == who or mark.beliefs[who] == OPENLY_KNOWN for mark in illusions(state.board))


def _rival_way(scene: MoveScene, state: State, who: Seat) -> int:
    here = state.wizards[who].at
    found = [scene.ground.steps(state, here, end, who=who) for end in homes(state, who)]
    return min((steps for steps in found if steps >= 0), default=FARTHEST)
