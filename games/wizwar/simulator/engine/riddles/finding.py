"""Which puzzles a position makes, and their right moves: every move in question is tried.

A theme says which moves are in question and what they are for. A position is a puzzle where there are three
of them or more and one alone is right; in the middle of that move, whichever choices lead on are right.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from games.wizwar.scoring.points import is_truce, mates, owner_of
from games.wizwar.simulator.engine.advice.proposing import said_of, scene_of
from games.wizwar.simulator.engine.casting import no_attack_refusal
from games.wizwar.simulator.engine.data import ATTACKS, ONLY_COUNTERS, SIGHT
from games.wizwar.simulator.engine.geometry import within
from games.wizwar.simulator.engine.lookout import sees
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.moving import base_move, own_distances, steps_left
from games.wizwar.simulator.engine.places import SIDES
from games.wizwar.simulator.engine.riddles.trying import (
    Undecided,
    ends_of,
    next_turn,
    on_foot,
    own_turn,
    steps_to,
)
from games.wizwar.simulator.engine.rules import asking, legal_moves, to_act
from games.wizwar.simulator.engine.state import Act, Staged, State, Window, carries, is_alive
from games.wizwar.simulator.engine.teamwork import homes
from games.wizwar.simulator.engine.view import View, bare, view
from simulator.engine.game import Move, Proposition, Riddle, Seat

KEPT = 8  # views that a process remembers, as worlds of one are asked about again and again
IN_QUESTION = 3  # moves, at the least
CARDS = frozenset({"run", "play", "show"})  # what is done with a card on the way
BLOWS = frozenset({"play", "strike", "kick"})
SHORTEST = 3  # steps of a way that is worth a question
FARTHEST = 20  # steps of a way that are counted
NEAR = 12  # steps beyond those left that a card may bring one
FRAIL = 10  # lives that an attack may cost


def riddles(state: State, seat: Seat) -> tuple[Riddle, ...]:
    """What the position asks of this seat, by what the seat knows."""
    return _of_view(view(state, seat)) if seat in to_act(state) and state.chests else ()


@lru_cache(maxsize=KEPT)
def _of_view(seen: View) -> tuple[Riddle, ...]:
    assert seen.seat is not None
    return tuple(_asked(Position(bare(seen), seen.seat)))


def _asked(case: "Position") -> Iterator[Riddle]:
    for name, theme in THEMES.items():
        try:
            right = _further(case, theme) if case.is_begun else _right(case, theme)
            if case.is_begun and right:
                yield Riddle(name, right)
            elif right and (wrong := _wrong(case, name, right)):
                yield Riddle(name, right, _why(case, name, right[0]), wrong)
        except Undecided:
            continue


class Position:
    """An open world with a seat that is asked there."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.side = mates(state.teams, seat)

    @cached_property
    def is_begun(self) -> bool:
        """Whether it is in the middle of a compound move."""
        return type(asking(self.state, self.seat)) is Staged

    @cached_property
    def act(self) -> Act | None:
        return own_turn(self.state, self.seat)

    @cached_property
    def left(self) -> int:
        return steps_left(self.state, self.act) if self.act else 0

    @cached_property
    def legal(self) -> Sequence[Move]:
        return legal_moves(self.state, self.seat)

    @cached_property
    def foes(self) -> Sequence[Seat]:
        others = (who for who in range(self.state.players) if who not in self.side)
        return [who for who in others if is_alive(self.state, who)]

    @cached_property
    def is_loaded(self) -> bool:
        """Whether the seat carries a treasure of somebody else's."""
        carried = carries(self.state, self.seat)
        return carried is not None and owner_of(carried) not in self.side

    @cached_property
    def homes(self) -> Sequence[int]:
        return homes(self.state, self.seat)

    @cached_property
    def way_home(self) -> int:
        return self._away(self.homes) if self.act and self.is_loaded else -1

    @cached_property
    def chests(self) -> Sequence[int]:
        """Where treasures of others lie that aren't at home yet, if one has a hand free for them."""
        safe = homes(self.state, self.seat)
        lying = [at for n, at in enumerate(self.state.chests) if at >= 0 and owner_of(n) not in self.side]
        return [at for at in lying if at not in safe] if carries(self.state, self.seat) is None else ()

    @cached_property
    def way_to_chest(self) -> int:
        return self._away(self.chests) if self.act else -1

    def _away(self, squares: Sequence[int]) -> int:
        """Steps to the nearest of some squares by the ways that are open; -1 where none leads."""
        ways = own_distances(self.state, self.seat)
        return min((ways[each] for each in squares if ways[each] >= 0), default=-1)

    # --- Moves in question --------------------------------------------------------------------------------

    @cached_property
    def steps(self) -> Sequence[Move]:
        return on_foot(self.state, self.act) if self.act else ()

    @cached_property
    def cards(self) -> Sequence[Move]:
        return self._of(CARDS)

    @cached_property
    def blows(self) -> Sequence[Move]:
        return self._of(BLOWS) if self.act and no_attack_refusal(self.state, self.act) is None else ()

    def _of(self, verbs: frozenset[str]) -> Sequence[Move]:
        """With one card, and one that does anything but answer."""
        found = [move for move in self.legal if move.verb in verbs and len(move.args) == 1]
        return [move for move in found if move.args[0] not in ONLY_COUNTERS]

    @cached_property
    def attacks(self) -> Sequence[Move]:
        return [move for move in self.blows if move.verb != "play" or move.args[0] in ATTACKS]

    @cached_property
    def answers(self) -> Sequence[Move]:
        """To an attack on the seat, if it need not answer."""
        frame = asking(self.state, self.seat)
        attacked = type(frame) is Window and frame.attack.on == self.seat and PASS in self.legal
        return self.legal if attacked else ()

    # --- Goals --------------------------------------------------------------------------------------------

    def is_home(self, state: State) -> bool:
        """Whether the treasure can be laid down at home."""
        at = state.wizards[self.seat].at
        return carries(state, self.seat) is not None and at in homes(state, self.seat)

    def is_home_next_turn(self, state: State) -> bool:
        return steps_to(next_turn(state, self.seat), self.seat, self.is_home) is not None

    def is_at_chest(self, state: State) -> bool:
        return state.wizards[self.seat].at in self.chests

    def is_unseen(self, state: State) -> bool:
        return not any(is_alive(state, who) and sees(state, who, self.seat) for who in self.foes)

    def sees_foe(self, state: State) -> bool:
        return any(is_alive(state, who) and sees(state, self.seat, who) for who in self.foes)

    def has_killed(self, state: State) -> bool:
        return not all(is_alive(state, who) for who in self.foes)

    def harm(self, state: State) -> int:
        """The lives that one rival has lost, at the most."""
        return max((self._lost(state, who) for who in self.foes), default=0)

    def _lost(self, state: State, who: Seat) -> int:
        left = state.wizards[who].life if is_alive(state, who) else 0
        return self.state.wizards[who].life - max(left, 0)

    def survives(self, state: State) -> bool:
        return is_alive(state, self.seat)

    def is_unharmed(self, state: State) -> bool:
        """Neither a life nor a turn is lost, nor does a spell stay."""
        before, after = self.state.wizards[self.seat], state.wizards[self.seat]
        spells = [sum(each.on == self.seat for each in of.effects) for of in (self.state, state)]
        whole = is_alive(state, self.seat) and after.life >= before.life and after.lost <= before.lost
        return (
            whole and spells[1] <= spells[0] and carries(state, self.seat) == carries(self.state, self.seat)
        )

    # --- What makes a puzzle ------------------------------------------------------------------------------

    def is_armed(self) -> bool:
        """Whether a card in hand could attack whoever it sees."""
        armed = any(card in ATTACKS and card in SIGHT for card in self.state.wizards[self.seat].hand)
        return armed and self.act is not None and no_attack_refusal(self.state, self.act) is None

    def sees_one(self, those: Sequence[Seat]) -> bool:
        return any(sees(self.state, self.seat, who) for who in those)

    @cached_property
    def frail(self) -> Sequence[Seat]:
        return [who for who in self.foes if self.state.wizards[who].life <= FRAIL]


class Theme(NamedTuple):
    """What is looked at first, the moves in question, and what for: at once, or also `on_foot` after them.
    Where that is a number, most is right.

    `by_card`: no walking alone may do. Only such moves, and blows and answers, have choices of their own.
    `looks`: the squares to which some wrong step has to look nearer than the right one.
    """

    fits: Callable[[Position], bool]
    moves: Callable[[Position], Sequence[Move]]
    goal: Callable[[Position, State], int]
    on_foot: bool = False
    by_card: bool = False
    looks: Callable[[Position], Collection[int]] | None = None


def _right(case: Position, theme: Theme) -> tuple[Move, ...]:
    """The one move in question that is right; nothing where there are more, or none is needed."""
    moves = theme.moves(case)
    if len(moves) < IN_QUESTION or not theme.fits(case):
        return ()
    if theme.by_card and _is_reached(case, theme, case.state):
        return ()
    found = _best(case, theme, moves)
    if len(found) != 1:
        return ()
    if theme.looks and not _is_deceptive(case, theme.looks(case), found[0]):
        return ()
    return found


def _is_deceptive(case: Position, squares: Collection[int], right: Move) -> bool:
    """Whether another step looks nearer, as if there were no walls."""
    away = {move: _as_the_crow_flies(case, move, squares) for move in case.steps if move.verb == "step"}
    return right in away and min(away.values()) < away[right]


def _as_the_crow_flies(case: Position, step: Move, squares: Collection[int]) -> int:
    board, here = case.state.board, case.state.wizards[case.seat].at
    beyond = board.net.next[here * 4 + SIDES.index(step.args[0])]
    found = (n for n in range(FARTHEST) if within(board.layout, beyond, n).intersection(squares))
    return next(found, FARTHEST)


def _further(case: Position, theme: Theme) -> tuple[Move, ...]:
    """The choices of a compound move that lead on, unless all do."""
    if theme.on_foot and not theme.by_card:
        return ()
    right = _best(case, theme, case.legal)
    return right if len(right) < len(case.legal) else ()


def _best(case: Position, theme: Theme, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves that come to most; none where nothing comes of any."""
    worth = {move: _worth(case, theme, move) for move in moves}
    most = max(worth.values(), default=0)
    return tuple(move for move in moves if worth[move] == most) if most > 0 else ()


def _worth(case: Position, theme: Theme, move: Move) -> int:
    ends = ends_of(case.state, case.seat, move)
    if theme.on_foot:
        return any(_is_reached(case, theme, end) for end in ends)
    return max((theme.goal(case, end) for end in ends), default=0)


def _is_reached(case: Position, theme: Theme, state: State) -> bool:
    return steps_to(state, case.seat, partial(theme.goal, case)) is not None


def _is_far(way: int, case: Position) -> bool:
    return case.left < way <= case.left + NEAR


def _is_two_turns_away(case: Position) -> bool:
    base, lost = base_move(case.state, case.seat), case.state.wizards[case.seat].lost
    return not lost and case.left < case.way_home <= case.left + base


def _is_deadly(case: Position) -> bool:
    """Whether the attack kills if it isn't answered."""
    return not any(map(case.survives, ends_of(case.state, case.seat, PASS)))


THEMES: Mapping[str, Theme] = {
    "home": Theme(
        lambda case: SHORTEST <= case.way_home <= case.left,
        lambda case: case.steps,
        Position.is_home,
        on_foot=True,
        looks=lambda case: case.homes,
    ),
    "two_turns": Theme(_is_two_turns_away, lambda case: case.steps, Position.is_home_next_turn, on_foot=True),
    "home_card": Theme(
        lambda case: _is_far(case.way_home, case),
        lambda case: case.cards,
        Position.is_home,
        on_foot=True,
        by_card=True,
    ),
    "chest": Theme(
        lambda case: SHORTEST <= case.way_to_chest <= case.left,
        lambda case: case.steps,
        Position.is_at_chest,
        on_foot=True,
        looks=lambda case: case.chests,
    ),
    "chest_card": Theme(
        lambda case: _is_far(case.way_to_chest, case),
        lambda case: case.cards,
        Position.is_at_chest,
        on_foot=True,
        by_card=True,
    ),
    "sight": Theme(
        lambda case: case.is_armed() and not case.sees_foe(case.state),
        lambda case: case.steps,
        Position.sees_foe,
        on_foot=True,
    ),
    "hide": Theme(
        lambda case: not is_truce(case.state.round) and not case.is_unseen(case.state),
        lambda case: case.steps,
        Position.is_unseen,
        on_foot=True,
    ),
    "kill": Theme(
        lambda case: len(case.attacks) > 1 and case.sees_one(case.frail),
        lambda case: case.blows,
        Position.has_killed,
    ),
    "blow": Theme(
        lambda case: len(case.attacks) >= IN_QUESTION and case.sees_one(case.foes),
        lambda case: case.blows,
        Position.harm,
    ),
    "survive": Theme(_is_deadly, lambda case: case.answers, Position.survives),
    "unharmed": Theme(lambda case: not _is_deadly(case), lambda case: case.answers, Position.is_unharmed),
}


# --- Why ----------------------------------------------------------------------------------------------------

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


def _wrong(case: Position, name: str, right: Sequence[Move]) -> tuple[tuple[Move, Proposition], ...]:
    """The other moves in question of which something can be said: without any it would be no question."""
    told = [(move, _why_not(case, name, move)) for move in THEMES[name].moves(case) if move not in right]
    return tuple((move, why) for move, why in told if why)


def _why(case: Position, name: str, right: Move) -> Proposition | None:
    if name in SAID:
        return _hinted(case, name, right)
    theme = THEMES[name]
    ends = ends_of(case.state, case.seat, right)
    ways = [steps_to(end, case.seat, partial(theme.goal, case)) for end in ends]
    n = min(way for way in ways if way is not None)
    params = {"n": n, "card": right.args[0]} if theme.by_card else {"n": n}
    return Proposition(f"found_{name}" if n else f"found_{name}_now", params)


def _hinted(case: Position, name: str, move: Move) -> Proposition | None:
    said = said_of(scene_of(case.state, case.seat), move)
    return next((each for each in said if each.code in SAID[name]), None)


def _why_not(case: Position, name: str, move: Move) -> Proposition | None:
    if not THEMES[name].on_foot:
        return _hinted(case, name, move)
    ends = list(ends_of(case.state, case.seat, move))
    if len(ends) == 1 and own_turn(ends[0], case.seat) and (told := NOT[name](case, ends[0])):
        return told
    return Proposition("found_in_vain", {"card": move.args[0]}, good=False) if THEMES[name].by_card else None


def _too_short(case: Position, there: State, squares: Sequence[int], turns: int) -> Proposition | None:
    """How far it still is, and how many steps are left for it in so many turns."""
    act, ways = own_turn(there, case.seat), own_distances(there, case.seat)
    n = min((ways[each] for each in squares if ways[each] >= 0), default=0)
    left = steps_left(there, act) + (turns - 1) * base_move(there, case.seat) if act else 0
    params = {"n": n, "left": left, "turns": turns}
    return Proposition(f"found_short_{turns}", params, good=False) if n > left else None


def _blind(case: Position, there: State) -> Proposition:
    return Proposition("found_blind", {"n": _left(case, there)}, good=False)


def _exposed(case: Position, there: State) -> Proposition:
    return Proposition("found_exposed", {"n": _left(case, there)}, good=False)


def _left(case: Position, there: State) -> int:
    act = own_turn(there, case.seat)
    return steps_left(there, act) if act else 0


NOT: Mapping[str, Callable[[Position, State], Proposition | None]] = {
    **dict.fromkeys(("home", "home_card"), lambda case, there: _too_short(case, there, case.homes, 1)),
    **dict.fromkeys(("chest", "chest_card"), lambda case, there: _too_short(case, there, case.chests, 1)),
    "two_turns": lambda case, there: _too_short(case, there, case.homes, 2),
    "sight": _blind,
    "hide": _exposed,
}
