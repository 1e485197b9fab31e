"""What is said of the moves in question: why one is right, and what is wrong about the others."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from games.wizwar.simulator.engine.advice.proposing import said_of, scene_of
from games.wizwar.simulator.engine.moving import base_move, own_distances, steps_left
from games.wizwar.simulator.engine.riddles.position import RiddlePosition
from games.wizwar.simulator.engine.riddles.themes import THEMES
from games.wizwar.simulator.engine.riddles.trying import ends_of, own_turn, steps_to
from games.wizwar.simulator.engine.state import State
from simulator.engine.game import Move, Proposition

BORNE = frozenset(
    {
        *("said_softens", "said_stops", "said_bears", "said_dies"),
        *("said_wards", "said_cursed", "said_saves_turns", "said_loses_turns"),
    }
)
# What is said of a move, where the hint has words for it.
SAID: Mapping[str, frozenset[str]] = {
    "home": frozenset({"said_home_now"}),
    "chest": frozenset({"said_chest_now"}),
    "kill": frozenset({"said_kills", "said_hits"}),
    "blow": frozenset({"said_kills", "said_hits"}),
    **dict.fromkeys(("survive", "unharmed"), BORNE),
}


def wrong_of(case: RiddlePosition, name: str, right: Sequence[Move]) -> tuple[tuple[Move, Proposition], ...]:
    """The other moves in question of which something can be said: without any it would be no question."""
    told = [(move, _why_not(case, name, move)) for move in THEMES[name].moves(case) if move not in right]
    return tuple((move, why) for move, why in told if why)


def why_of(case: RiddlePosition, name: str, right: Move) -> Proposition | None:
    if name in SAID:
        return _hinted(case, name, right)
    theme = THEMES[name]
    ends = ends_of(case.state, case.seat, right)
    ways = [steps_to(end, case.seat, partial(theme.goal, case)) for end in ends]
    n = min(way for way in ways if way is not None)
    params = {"n": n, "card": right.args[0]} if theme.by_card else {"n": n}
    return Proposition(f"found_{name}" if n else f"found_{name}_now", params)


def _hinted(case: RiddlePosition, name: str, move: Move) -> Proposition | None:
    said = said_of(scene_of(case.state, case.seat), move)
    return next((each for each in said if each.code in SAID[name]), None)


def _why_not(case: RiddlePosition, name: str, move: Move) -> Proposition | None:
    if not THEMES[name].on_foot:
        return _hinted(case, name, move)
    ends = list(ends_of(case.state, case.seat, move))
    if len(ends) == 1 and own_turn(ends[0], case.seat) and (told := NOT[name](case, ends[0])):
        return told
    return Proposition("found_in_vain", {"card": move.args[0]}, good=False) if THEMES[name].by_card else None


def _too_short(case: RiddlePosition, there: State, squares: Sequence[int], turns: int) -> Proposition | None:
    """How far it still is, and how many steps are left for it in so many turns."""
    act, ways = own_turn(there, case.seat), own_distances(there, case.seat)
    n = min((ways[each] for each in squares if ways[each] >= 0), default=0)
    left = steps_left(there, act) + (turns - 1) * base_move(there, case.seat) if act else 0
    params = {"n": n, "left": left, "turns": turns}
    return Proposition(f"found_short_{turns}", params, good=False) if n > left else None


def _blind(case: RiddlePosition, there: State) -> Proposition:
    return Proposition("found_blind", {"n": _left(case, there)}, good=False)


def _exposed(case: RiddlePosition, there: State) -> Proposition:
    return Proposition("found_exposed", {"n": _left(case, there)}, good=False)


def _left(case: RiddlePosition, there: State) -> int:
    act = own_turn(there, case.seat)
    return steps_left(there, act) if act else 0


NOT: Mapping[str, Callable[[RiddlePosition, State], Proposition | None]] = {
    **dict.fromkeys(("home", "home_card"), lambda case, there: _too_short(case, there, case.homes, 1)),
    **dict.fromkeys(("chest", "chest_card"), lambda case, there: _too_short(case, there, case.chests, 1)),
    "two_turns": lambda case, there: _too_short(case, there, case.homes, 2),
    "sight": _blind,
    "hide": _exposed,
}
