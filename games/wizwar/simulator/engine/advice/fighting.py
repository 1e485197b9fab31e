"""What a move costs others and oneself: lives, turns, spells; creatures."""

from collections.abc import Iterator

from games.wizwar.simulator.engine.advice.outcomes import MoveOutcome
from games.wizwar.simulator.engine.advice.scene import FARTHEST, MoveScene, against, name_of
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.places import FIGURES, TREASURES
from games.wizwar.simulator.engine.state import (
    CREATURES,
    State,
    carries,
    is_alive,
)
from simulator.engine.game import Proposition


def blows(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    """What others may lose, at most, if they have no answer; the heaviest first."""
    hit = []
    for who in scene.ground.foes(scene.state):
        before = scene.state.wizards[who]
        left = min(_life(end, who) for end in found.ends)
        if left < before.life:
            hit.append((left > 0, left - before.life, who))
    for survives, lost, who in sorted(hit):
        params = {
            "target": name_of(scene.state, who),
            "n": -lost,
            "left": scene.state.wizards[who].life + lost,
        }
        yield Proposition("said_hits" if survives else "said_kills", params)
        if carries(scene.state, who) is not None and who < CREATURES:
            treasure = TREASURES[carries(scene.state, who) or 0]
            yield Proposition("said_loaded", {"seat": who, "treasure": treasure})
    yield from _hindered(scene, found)


def _life(state: State, who: int) -> int:
    return max(state.wizards[who].life, 0) if is_alive(state, who) else 0


def _hindered(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    """Turns that others lose, spells that stay on them."""
    for who in scene.ground.foes(scene.state):
        lost = max(end.wizards[who].lost for end in found.ends) - scene.state.wizards[who].lost
        if lost > 0:
            yield Proposition("said_stuns", {"target": name_of(scene.state, who), "n": lost})
        for card in _new_spells(scene, found, who):
            yield Proposition("said_curses", {"target": name_of(scene.state, who), "card": card})


def _new_spells(scene: MoveScene, found: MoveOutcome, who: int) -> list[str]:
    """Spells that come to last on somebody in any of the ends."""
    there = {effect.card for effect in scene.state.effects if effect.on == who}
    come = {effect.card for end in found.ends for effect in end.effects if effect.on == who}
    return sorted(come - there)


def suffered(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    """What is stopped or softened of an attack; what a step or a spell costs oneself."""
    before = scene.state.wizards[scene.seat]
    left = max(_life(end, scene.seat) for end in found.ends)
    loss, borne = before.life - left, 0
    if scene.borne is not None:
        borne = before.life - _life(scene.borne, scene.seat)
    if loss > 0:
        kind = against("said_bears", n=loss, left=left)
        yield Proposition("said_softens", {"n": loss, "borne": borne}) if loss < borne else kind
    elif borne > 0:
        yield Proposition("said_stops", {"n": borne})
    yield from _delayed(scene, found)


def _delayed(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    before = scene.state.wizards[scene.seat].lost
    lost = min(end.wizards[scene.seat].lost for end in found.ends) - before
    borne = scene.borne.wizards[scene.seat].lost - before if scene.borne is not None else 0
    if lost > 0:
        yield against("said_loses_turns", n=lost)
    elif borne > 0:
        yield Proposition("said_saves_turns", {"n": borne})
    if scene.borne is not None:
        bad = _new_spells(scene, MoveOutcome(PASS, (scene.borne,)), scene.seat)
        mine = {effect.card for end in found.ends for effect in end.effects if effect.on == scene.seat}
        for card in bad:
            kept = card in mine
            yield against("said_cursed", card=card) if kept else Proposition("said_wards", {"card": card})
    else:
        for card in _new_spells(scene, found, scene.seat):
            yield Proposition("said_lasts", {"card": card})


def beasts(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
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


def _prey(scene: MoveScene, state: State, beast: int) -> tuple[int, int]:
    """The nearest wizard of another side, with the steps there."""
    here = state.wizards[beast].at
    foes = [who for who in scene.ground.foes(state) if who < CREATURES]
    ways = [(scene.ground.steps(state, here, state.wizards[who].at, who=beast), who) for who in foes]
    return min((way for way in ways if way[0] >= 0), default=(FARTHEST, 0))
