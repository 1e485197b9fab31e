"""Propositions about the legal moves of a view: what wins and what kills first, what is left in hand last.

All moves are looked at alike, one aspect after another, in the order of `ASPECTS`. What is said of a card
that others could answer holds «если не ответят»; what a move only begins, is said of its best continuation.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.wizwar.scoring.points import TEAM_TREASURES_TO_WIN, TREASURES_TO_WIN, at_home, owner_of
from games.wizwar.simulator.engine.advice.ground import Ground
from games.wizwar.simulator.engine.advice.outcomes import Outcome, outcome
from games.wizwar.simulator.engine.asking import most_to_draw
from games.wizwar.simulator.engine.casting import no_attack_refusal
from games.wizwar.simulator.engine.data import ATTACKS, COUNTERS, VALUE
from games.wizwar.simulator.engine.flow import limit_of, treasure_homes
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.places import FIGURES, TREASURES
from games.wizwar.simulator.engine.plans.ways import turns_for
from games.wizwar.simulator.engine.rules import legal_moves, to_act
from games.wizwar.simulator.engine.state import (
    CREATURES,
    Act,
    Draw,
    State,
    carries,
    creature_name,
    hand_size,
    is_alive,
    outs_of,
)
from games.wizwar.simulator.engine.teamwork import homes
from games.wizwar.simulator.engine.view import View, bare
from simulator.engine.game import Hint, Move, Proposition, Seat

FARTHEST = 99


class Scene(NamedTuple):
    """What a move is compared with: the position before it, and what comes if nothing is answered there."""

    state: State
    seat: Seat
    ground: Ground
    borne: State | None


def propositions(view: View, hint: Hint) -> Mapping[Move, Sequence[Proposition]]:
    """Of each legal move, the weightiest first."""
    state, seat = bare(view), view.seat
    if seat is None or seat not in to_act(state):
        return {}
    moves = legal_moves(state, seat)
    passed = outcome(state, seat, PASS).ends if PASS in moves else ()
    scene = Scene(state, seat, Ground(state, seat), passed[0] if passed else None)
    return {move: tuple(_said(scene, outcome(state, seat, move))) for move in moves}


def _said(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    yield from _drawing(scene, found.move)
    if found.ends:
        for aspect in ASPECTS:
            yield from aspect(scene, found)


def _name(state: State, who: int) -> str:
    return FIGURES[who] if who < CREATURES else creature_name(state, who)


def _against(code: str, **params: object) -> Proposition:
    return Proposition(code, params, good=False)


# --- The end ------------------------------------------------------------------------------------------------


def _end(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    """The game is won, or one is out of it."""
    if any(scene.seat in end.winners for end in found.ends):
        yield Proposition("said_wins", {})
    if all(not is_alive(end, scene.seat) for end in found.ends):
        yield _against("said_dies")


# --- Treasures ----------------------------------------------------------------------------------------------


def _treasures(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    """Picked up, brought home, put down, shaken off somebody."""
    for number, before in enumerate(scene.state.chests):
        name, after = TREASURES[number], {end.chests[number] for end in found.ends}
        if len(after) == 1 and before not in after:
            yield from _moved(scene, found.ends[0], number, name)
        elif before < -1 and -1 - before not in scene.ground.side and any(chest >= 0 for chest in after):
            yield Proposition("said_fells", {"seat": -1 - before, "treasure": name})


def _moved(scene: Scene, end: State, number: int, name: str) -> Iterator[Proposition]:
    before, after = scene.state.chests[number], end.chests[number]
    foreign = owner_of(number) not in scene.ground.side
    if after == -1 - scene.seat:
        yield Proposition("said_takes" if foreign else "said_takes_own", {"treasure": name})
    elif before == -1 - scene.seat and after >= 0:
        if foreign and after in homes(end, scene.seat):
            kept = at_home(outs_of(end), treasure_homes(end), scene.ground.side)
            needed = TEAM_TREASURES_TO_WIN if end.teams else TREASURES_TO_WIN
            yield Proposition("said_brings", {"treasure": name, "n": kept, "max": needed})
        else:
            yield _against("said_leaves", treasure=name)
    elif before < 0 and -1 - before not in scene.ground.side and after >= 0:
        yield Proposition("said_fells", {"seat": -1 - before, "treasure": name})


# --- Blows --------------------------------------------------------------------------------------------------


def _blows(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    """What others may lose, at most, if they have no answer; the heaviest first."""
    hit = []
    for who in scene.ground.foes(scene.state):
        before = scene.state.wizards[who]
        left = min(_life(end, who) for end in found.ends)
        if left < before.life:
            hit.append((left > 0, left - before.life, who))
    for survives, lost, who in sorted(hit):
        params = {"target": _name(scene.state, who), "n": -lost, "left": scene.state.wizards[who].life + lost}
        yield Proposition("said_hits" if survives else "said_kills", params)
        if carries(scene.state, who) is not None and who < CREATURES:
            treasure = TREASURES[carries(scene.state, who) or 0]
            yield Proposition("said_loaded", {"seat": who, "treasure": treasure})
    yield from _hindered(scene, found)


def _life(state: State, who: int) -> int:
    return max(state.wizards[who].life, 0) if is_alive(state, who) else 0


def _hindered(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    """Turns that others lose, spells that stay on them."""
    for who in scene.ground.foes(scene.state):
        lost = max(end.wizards[who].lost for end in found.ends) - scene.state.wizards[who].lost
        if lost > 0:
            yield Proposition("said_stuns", {"target": _name(scene.state, who), "n": lost})
        for card in _new_spells(scene, found, who):
            yield Proposition("said_curses", {"target": _name(scene.state, who), "card": card})


def _new_spells(scene: Scene, found: Outcome, who: int) -> list[str]:
    """Spells that come to last on somebody in any of the ends."""
    there = {effect.card for effect in scene.state.effects if effect.on == who}
    come = {effect.card for end in found.ends for effect in end.effects if effect.on == who}
    return sorted(come - there)


# --- What one suffers ---------------------------------------------------------------------------------------


def _suffered(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    """What is stopped or softened of an attack; what a step or a spell costs oneself."""
    before = scene.state.wizards[scene.seat]
    left = max(_life(end, scene.seat) for end in found.ends)
    loss, borne = before.life - left, 0
    if scene.borne is not None:
        borne = before.life - _life(scene.borne, scene.seat)
    if loss > 0:
        kind = _against("said_bears", n=loss, left=left)
        yield Proposition("said_softens", {"n": loss, "all": borne}) if loss < borne else kind
    elif borne > 0:
        yield Proposition("said_stops", {"n": borne})
    yield from _delayed(scene, found)


def _delayed(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    before = scene.state.wizards[scene.seat].lost
    lost = min(end.wizards[scene.seat].lost for end in found.ends) - before
    borne = scene.borne.wizards[scene.seat].lost - before if scene.borne is not None else 0
    if lost > 0:
        yield _against("said_loses_turns", n=lost)
    elif borne > 0:
        yield Proposition("said_saves_turns", {"n": borne})
    if scene.borne is not None:
        bad = _new_spells(scene, Outcome(PASS, (scene.borne,)), scene.seat)
        mine = {effect.card for end in found.ends for effect in end.effects if effect.on == scene.seat}
        for card in bad:
            kept = card in mine
            yield _against("said_cursed", card=card) if kept else Proposition("said_wards", {"card": card})
    else:
        for card in _new_spells(scene, found, scene.seat):
            yield Proposition("said_lasts", {"card": card})


# --- Ways ---------------------------------------------------------------------------------------------------


def _ways(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    """How far it is then to what one is out for: home with a treasure, else to one and home from there."""
    treasure = carries(scene.state, scene.seat)
    if treasure is not None and owner_of(treasure) not in scene.ground.side:
        yield from _way_home(scene, found, treasure)
    elif treasure is None:
        yield from _way_there(scene, found)


def _way_home(scene: Scene, found: Outcome, treasure: int) -> Iterator[Proposition]:
    name, ground = TREASURES[treasure], scene.ground
    carrying = [end for end in found.ends if end.chests[treasure] == -1 - scene.seat]
    ways = [_Way(ground.way_home(end, end.wizards[scene.seat].at), end) for end in carrying]
    nearest = _nearest(ways)
    if not nearest:
        return
    n = nearest[0].steps
    if any(ground.gets_home(way.end, n) for way in nearest):
        yield Proposition("said_home_now", {"treasure": name, "n": n})
    else:
        yield from _in_turns(scene, nearest, "said_home", name)
    was = ground.way_home(scene.state, scene.state.wizards[scene.seat].at)
    if n > was >= 0:
        yield _against("said_off_home", n=n)


def _way_there(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    ground = scene.ground
    sought = min((each for end in found.ends for each in _sought(scene, end)), default=None)
    if sought is None:
        return
    number, name = sought[1], TREASURES[sought[1]]
    lying = [end for end in found.ends if end.chests[number] >= 0]
    ways = [_Way(ground.steps(end, end.wizards[scene.seat].at, end.chests[number]), end) for end in lying]
    nearest = _nearest(ways)
    n = nearest[0].steps
    if any(ground.gets_to(way.end, way.end.chests[number], n) for way in nearest):
        yield Proposition("said_chest_now", {"treasure": name, "n": n})
    backs = {ground.way_home(way.end, way.end.chests[number]) for way in nearest}
    if n:
        yield from _in_turns(scene, nearest, "said_chest", name)
    if n and len(backs) == 1:
        yield Proposition("said_round", {"treasure": name, "n": n, "back": backs.pop()})
    was = ground.steps(scene.state, scene.state.wizards[scene.seat].at, scene.state.chests[number])
    if n > was >= 0:
        yield _against("said_off", treasure=name, n=n)


class _Way(NamedTuple):
    steps: int
    end: State


def _nearest(ways: Sequence[_Way]) -> list[_Way]:
    """The shortest of those that lead there."""
    fewest = min((way.steps for way in ways if way.steps >= 0), default=None)
    return [way for way in ways if way.steps == fewest]


def _in_turns(scene: Scene, nearest: Sequence[_Way], code: str, treasure: str) -> Iterator[Proposition]:
    """A way with its turns, where they are the same whichever way it is."""
    turns = {_turns(scene.ground, way.end, way.steps) for way in nearest}
    if len(turns) == 1:
        yield Proposition(code, {"treasure": treasure, "n": nearest[0].steps, "turns": turns.pop()})


def _sought(scene: Scene, end: State) -> list[tuple[float, int, int, int]]:
    """The treasure best to fetch from an end, if one still can carry it."""
    alone = is_alive(end, scene.seat) and carries(end, scene.seat) is None
    return scene.ground.sought(end)[:1] if alone else []


def _turns(ground: Ground, state: State, steps: int) -> int:
    """The turns that a way takes, this one counted while steps are left in it."""
    return turns_for(steps, ground.left(state), max(1, ground.each_turn(state))) - (not ground.left(state))


# --- Sight --------------------------------------------------------------------------------------------------


def _sight(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    """Who doesn't see one any more, who does, whom one can still strike."""
    before = set(scene.ground.eyes(scene.state))
    after = [set(scene.ground.eyes(end)) for end in found.ends if is_alive(end, scene.seat)]
    if not after:
        return
    for who in sorted(before):
        if any(who not in eyes for eyes in after):
            yield Proposition("said_hides", {"seat": who})
    for who in sorted(set.intersection(*after) - before):
        yield _against("said_shows", seat=who)
    if len(found.ends) == 1 and _may_strike(found.ends[0], scene.seat):
        for who in sorted(after[0]):
            yield Proposition("said_in_reach", {"seat": who})


def _may_strike(state: State, seat: Seat) -> bool:
    """Whether the attack of one's own turn is still to come, and there is a card for it."""
    act = state.agenda[-1] if state.agenda else None
    if type(act) is not Act or act.seat != seat or no_attack_refusal(state, act) is not None:
        return False
    return any(card in ATTACKS for card in state.wizards[seat].hand)


def _rivals(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    """Whoever carries a treasure has farther to go."""
    for who, treasure in scene.ground.carriers(scene.state):
        was = _rival_way(scene, scene.state, who)
        ways = [_rival_way(scene, end, who) for end in found.ends if is_alive(end, who)]
        farthest = max(ways, default=was)
        if farthest > was:
            params = {"seat": who, "treasure": TREASURES[treasure]}
            if farthest >= FARTHEST:
                yield Proposition("said_locks", params)
            else:
                yield Proposition("said_delays", {**params, "n": farthest})


def _rival_way(scene: Scene, state: State, who: Seat) -> int:
    here = state.wizards[who].at
    found = [scene.ground.steps(state, here, end, who=who) for end in homes(state, who)]
    return min((steps for steps in found if steps >= 0), default=FARTHEST)


# --- Creatures ----------------------------------------------------------------------------------------------


def _beasts(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    """A creature of one's own comes nearer to an opponent; a new one comes."""
    had = scene.ground.beasts(scene.state)
    if any(len(scene.ground.beasts(end)) > len(had) for end in found.ends):
        yield Proposition("said_summons", {"n": len(had) + 1})
    for beast in had:
        ways = [_prey(scene, end, beast) for end in found.ends if is_alive(end, beast)]
        steps, who = min(ways, default=(FARTHEST, 0))
        if steps < _prey(scene, scene.state, beast)[0]:
            params = {"monster": scene.state.wizards[beast].card, "target": FIGURES[who], "n": steps}  # type: ignore[attr-defined]
            yield Proposition("said_stalks", params)


def _prey(scene: Scene, state: State, beast: int) -> tuple[int, int]:
    """The nearest wizard of another side, with the steps there."""
    here = state.wizards[beast].at
    foes = [who for who in scene.ground.foes(state) if who < CREATURES]
    ways = [(scene.ground.steps(state, here, state.wizards[who].at, who=beast), who) for who in foes]
    return min((way for way in ways if way[0] >= 0), default=(FARTHEST, 0))


# --- Turns and cards ----------------------------------------------------------------------------------------


def _turn(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    """More steps, another turn; what the end of it brings and leaves unused."""
    end, before, ground = found.ends[0], scene.state, scene.ground
    act, now = before.agenda[0], end.agenda[0] if end.agenda else None
    if type(act) is not Act or act.seat != scene.seat or len(found.ends) > 1:
        return
    if type(now) is Act and now.seat == scene.seat:
        if now.again > act.again:
            yield Proposition("said_again", {})
        if ground.left(end) > ground.left(before):
            yield Proposition("said_more_steps", {"n": ground.left(end)})
    else:
        if type(now) is Draw and now.seat == scene.seat and most_to_draw(end, scene.seat):
            yield Proposition("said_may_draw", {"n": most_to_draw(end, scene.seat)})
        if ground.left(before) > 0:
            yield _against("said_wastes", n=ground.left(before))


def _drawing(scene: Scene, move: Move) -> Iterator[Proposition]:
    """Cards that are drawn now; which they are, nobody knows."""
    if move.verb == "draw" and move.args[0] != "0":
        n = int(move.args[0])
        held, most = hand_size(scene.state, scene.seat), limit_of(scene.state, scene.seat)
        yield Proposition("said_draws", {"n": n, "held": held + n, "max": most})


KINDS: Mapping[str, Callable[[str], bool]] = {
    "number": VALUE.__contains__,
    "answer": COUNTERS.__contains__,
    "attack": ATTACKS.__contains__,
}


def _cards(scene: Scene, found: Outcome) -> Iterator[Proposition]:
    """The last of a kind goes, others stay; what is gained."""
    end, before = found.ends[0], scene.state
    if len(found.ends) > 1 or end.deck != before.deck or not is_alive(end, scene.seat):
        return
    had, held = _held(before, scene.seat), _held(end, scene.seat)
    for card in sorted({*held} - {*had}):
        yield Proposition("said_gains", {"card": card})
    gone = [card for card in had if had.count(card) > held.count(card)]
    for kind, belongs in KINDS.items():
        if any(map(belongs, gone)) and not any(map(belongs, held)):
            yield _against(f"said_last_{kind}", card=next(filter(belongs, gone)))
    for card in dict.fromkeys(gone):
        yield _against("said_spends", card=card)
    counts = {kind: sum(map(belongs, held)) for kind, belongs in KINDS.items()}
    yield Proposition("said_keeps", counts)
    numbers = [VALUE[card] for card in held if card in VALUE]
    if numbers:
        yield Proposition("said_best_number", {"n": max(numbers)})
    if hand_size(end, scene.seat) < limit_of(end, scene.seat):
        params = {"n": hand_size(end, scene.seat), "max": limit_of(end, scene.seat)}
        yield Proposition("said_room", params)


def _held(state: State, seat: Seat) -> tuple[str, ...]:
    return (*state.wizards[seat].hand, *state.wizards[seat].shown)


Aspect = Callable[[Scene, Outcome], Iterator[Proposition]]
ASPECTS: Sequence[Aspect] = (
    _end,
    _treasures,
    _suffered,
    _blows,
    _beasts,
    _turn,
    _ways,
    _rivals,
    _sight,
    _cards,
)
