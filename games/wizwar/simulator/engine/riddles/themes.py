"""What puzzles ask for: of each theme where it fits, which moves are in question, and what for."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from games.wizwar.scoring.points import is_truce
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.moving import base_move
from games.wizwar.simulator.engine.riddles.position import RiddlePosition
from games.wizwar.simulator.engine.riddles.trying import ends_of
from games.wizwar.simulator.engine.state import State
from simulator.engine.game import Move

IN_QUESTION = 3  # moves, at the least
SHORTEST = 3  # steps of a way that is worth a question
NEAR = 12  # steps beyond those left that a card may bring one


class RiddleTheme(NamedTuple):
    """What is looked at first, the moves in question, and what for: at once, or also `on_foot` after them.
    Where that is a number, most is right.

    `by_card`: no walking alone may do. Only such moves, and blows and answers, have choices of their own.
    `once`: no answer may follow. `looks`: the squares to which some wrong step has to look nearer than the
    right one.
    """

    fits: Callable[[RiddlePosition], bool]
    moves: Callable[[RiddlePosition], Sequence[Move]]
    goal: Callable[[RiddlePosition, State], int]
    on_foot: bool = False
    by_card: bool = False
    once: bool = False
    looks: Callable[[RiddlePosition], Collection[int]] | None = None


def _is_far(way: int, case: RiddlePosition) -> bool:
    return case.left < way <= case.left + NEAR


def _is_two_turns_away(case: RiddlePosition) -> bool:
    base, lost = base_move(case.state, case.seat), case.state.wizards[case.seat].lost
    return not lost and case.left < case.way_home <= case.left + base


def _is_deadly(case: RiddlePosition) -> bool:
    """Whether the attack kills if it isn't answered."""
    return not any(map(case.survives, ends_of(case.state, case.seat, PASS, once=True)))


THEMES: Mapping[str, RiddleTheme] = {
    "home": RiddleTheme(
        lambda case: SHORTEST <= case.way_home <= case.left,
        lambda case: case.steps,
        RiddlePosition.is_home,
        on_foot=True,
        looks=lambda case: case.homes,
    ),
    "two_turns": RiddleTheme(
        _is_two_turns_away, lambda case: case.steps, RiddlePosition.is_home_next_turn, on_foot=True
    ),
    "home_card": RiddleTheme(
        lambda case: _is_far(case.way_home, case),
        lambda case: case.cards,
        RiddlePosition.is_home,
        on_foot=True,
        by_card=True,
    ),
    "chest": RiddleTheme(
        lambda case: SHORTEST <= case.way_to_chest <= case.left,
        lambda case: case.steps,
        RiddlePosition.is_at_chest,
        on_foot=True,
        looks=lambda case: case.chests,
    ),
    "chest_card": RiddleTheme(
        lambda case: _is_far(case.way_to_chest, case),
        lambda case: case.cards,
        RiddlePosition.is_at_chest,
        on_foot=True,
        by_card=True,
    ),
    "sight": RiddleTheme(
        lambda case: case.is_armed() and not case.sees_foe(case.state),
        lambda case: case.steps,
        RiddlePosition.sees_foe,
        on_foot=True,
    ),
    "hide": RiddleTheme(
        lambda case: not is_truce(case.state.round) and not case.is_unseen(case.state),
        lambda case: case.steps,
        RiddlePosition.is_unseen,
        on_foot=True,
    ),
    "kill": RiddleTheme(
        lambda case: len(case.attacks) > 1 and case.sees_one(case.frail),
        lambda case: case.blows,
        RiddlePosition.has_killed,
    ),
    "blow": RiddleTheme(
        lambda case: len(case.attacks) >= IN_QUESTION and case.sees_one(case.foes),
        lambda case: case.blows,
        RiddlePosition.harm,
    ),
    "survive": RiddleTheme(_is_deadly, lambda case: case.answers, RiddlePosition.survives, once=True),
    "unharmed": RiddleTheme(
        lambda case: not _is_deadly(case), lambda case: case.answers, RiddlePosition.is_unharmed, once=True
    ),
}
