"""What a wizard may be out for in a turn: treasures, home, fights, things, cover (goal.win).

Each intent has the moves that begin it, from among the legal ones, and says its way by the engine's measure.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, zip_longest
from typing import NamedTuple

from games.wizwar.scoring.points import TEAM_TREASURES_TO_WIN, TREASURES_TO_WIN, at_home, mates, owner_of
from games.wizwar.simulator.engine import bots, guarding, sight
from games.wizwar.simulator.engine.asking import most_to_draw
from games.wizwar.simulator.engine.bots import LOW_LIFE
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards.attacks import points_of
from games.wizwar.simulator.engine.cards.passives import ROOTED, lasting_on
from games.wizwar.simulator.engine.casting import PLAY, STRIKE, number_played, targets
from games.wizwar.simulator.engine.data import KICK_DAMAGE, KIND, NUMBER_DEFAULT, VALUE
from games.wizwar.simulator.engine.flow import treasure_homes
from games.wizwar.simulator.engine.moves import END
from games.wizwar.simulator.engine.moving import base_move, steps_left
from games.wizwar.simulator.engine.places import FIGURES, SEAT_OF, SIDES, TREASURES, square_text
from games.wizwar.simulator.engine.plans.ways import Ways, turns_for
from games.wizwar.simulator.engine.state import Act, State, carries, is_alive, keeper, outs_of
from games.wizwar.simulator.engine.teamwork import FAR, homes
from simulator.engine.game import Move, Seat, Why

ATTACK, KICK = "attack", "kick"
WORTH = 1.0  # from which on an attack is worth a card, as to the quick player
HELPFUL = {"show": "plan_show", "play": "plan_play"}  # moves that help with whatever one is out for


class Intent(NamedTuple):
    """`moves` begin it, each as well as the others; `goal` names it, `said` is the rest."""

    moves: tuple[Move, ...]
    goal: Why
    said: tuple[Why, ...] = ()


class PlannedWay(NamedTuple):
    """How a way begins, and what there is to say of it."""

    moves: tuple[Move, ...]
    said: tuple[Why, ...]


@dataclass(frozen=True)
class OwnTurn:
    """A turn of one's own with its legal moves; `preferred` is what the guarding bot would do."""

    state: State
    act: Act
    moves: Sequence[Move]
    preferred: Move

    @property
    def seat(self) -> Seat:
        return self.act.seat

    @cached_property
    def ways(self) -> Ways:
        return Ways(self.state, self.seat)

    @cached_property
    def sought(self) -> frozenset[int]:
        """The squares that the guarding bot goes for."""
        return frozenset(guarding.goals(self.state, self.seat))

    @cached_property
    def side(self) -> Sequence[Seat]:
        return mates(self.state.teams, self.seat)

    def legal(self, verb: str) -> list[Move]:
        return [move for move in self.moves if move.verb == verb]

    def is_foe(self, who: int) -> bool:
        return is_foe(self.state, self.seat, who)


def is_foe(state: State, seat: Seat, who: int) -> bool:
    """A living wizard or creature of another side, or of none."""
    return is_alive(state, who) and keeper(state, who) not in mates(state.teams, seat)


# --- Walking ------------------------------------------------------------------------------------------------


def way(turn: OwnTurn, square: int) -> PlannedWay | None:
    """On foot to another square; None where one can't get or can't set out."""
    steps, each = turn.ways.to(square), base_move(turn.state, turn.seat)
    if steps <= 0 or each <= 0 or lasting_on(turn.state, turn.seat, ROOTED):
        return None
    left = 0 if turn.act.halt else max(0, steps_left(turn.state, turn.act))
    said = {"square": square_text(square), "n": steps}
    run = _number_for(turn, square, steps - left)
    if run is not None:
        left += number_played(turn.state, turn.seat, run.args)
    moves = (run,) if run else _first_steps(turn, square) if left else tuple(turn.legal("end"))
    if not moves:
        return None
    if steps <= left:
        how = Why("plan_way_now", said)
    elif left:
        how = Why("plan_way", {**said, "turns": turns_for(steps, left, each)})
    else:
        how = Why("plan_way_later", {**said, "turns": turns_for(steps, 0, each) - 1})
    spent = (Why("plan_spends", {"card": run.args[0]}),) if run else ()
    hurts = (Why("plan_hurts", {}),) if turn.ways.hurts(square) else ()
    return PlannedWay(moves, (how, *spent, *hurts))


def _number_for(turn: OwnTurn, square: int, missing: int) -> Move | None:
    """The number to run with: the bot's where it goes there, else the smallest that is enough."""
    runs = [move for move in turn.legal("run") if len(move.args) == 1]
    if missing <= 0 or turn.act.halt or not runs:
        return None
    if turn.preferred in runs and square in turn.sought:
        return turn.preferred
    enough = [move for move in runs if number_played(turn.state, turn.seat, move.args) >= missing]
    return min(enough, key=lambda move: VALUE[move.args[0]], default=None)


def _first_steps(turn: OwnTurn, square: int) -> tuple[Move, ...]:
    steps = {SIDES.index(move.args[0]): move for move in turn.legal("step")}
    return tuple(steps[side] for side in turn.ways.first_sides(square, steps))


def reach(turn: OwnTurn, square: int, there: Sequence[Move]) -> PlannedWay | None:
    """The moves that are made in a square, if one is there, else the way to it."""
    if turn.ways.here != square:
        return way(turn, square)
    legal = tuple(move for move in there if move in turn.moves)
    return PlannedWay(legal, ()) if legal else None


# --- Treasures ----------------------------------------------------------------------------------------------


def bring_home(turn: OwnTurn) -> Iterator[Intent]:
    """A carried treasure counts at home; one's own is safe there."""
    treasure = carries(turn.state, turn.seat)
    if treasure is None:
        return
    name = TREASURES[treasure]
    goal = Why("plan_home", {"treasure": name})
    for square in bots.nearest(turn.state, turn.seat, homes(turn.state, turn.seat)):
        found = reach(turn, square, [Move("drop", (name,))])
        if found is not None:
            yield Intent(found.moves, goal, (*found.said, *_wins(turn, treasure)))
    if turn.preferred == Move("drop", (name,)) and turn.ways.here not in homes(turn.state, turn.seat):
        yield Intent((turn.preferred,), Why("plan_put_down", {"treasure": name}))


def _wins(turn: OwnTurn, treasure: int) -> tuple[Why, ...]:
    """Whether one more treasure at home decides the game."""
    kept = at_home(outs_of(turn.state), treasure_homes(turn.state), turn.side)
    needed = TEAM_TREASURES_TO_WIN if turn.state.teams else TREASURES_TO_WIN
    if owner_of(treasure) in turn.side or kept + 1 < needed:
        return ()
    return (Why("plan_wins", {"n": kept + 1}),)


def fetch(turn: OwnTurn) -> Iterator[Intent]:
    """Treasures that lie about: first what the guarding bot goes for, then the nearest, with the way home."""
    if carries(turn.state, turn.seat) is not None:
        return
    state, found = turn.state, []
    for number in bots.wanted(state, turn.seat):
        square = state.chests[number]
        back = min(_steps_or_far(turn, square, to) for to in homes(state, turn.seat))
        found.append((square not in turn.sought, turn.ways.to(square) + back / 2, number, square, back))
    for _, _, number, square, back in sorted(found):
        there = reach(turn, square, [Move("take", (TREASURES[number],))])
        if there is not None:
            code = "plan_fetch" if owner_of(number) == turn.seat else "plan_chest"
            said = (*there.said, *_then_home(turn, back), *_wins(turn, number))
            yield Intent(there.moves, Why(code, {"treasure": TREASURES[number]}), said)


def _steps_or_far(turn: OwnTurn, start: int, end: int) -> int:
    steps = turn.ways.between(start, end)
    return steps if steps >= 0 else FAR


def _then_home(turn: OwnTurn, steps: int) -> tuple[Why, ...]:
    """Taking it ends the turn, so the way home has whole turns (object.pick)."""
    if steps >= FAR:
        return (Why("plan_no_way_home", {}),)
    each = base_move(turn.state, turn.seat)
    return (Why("plan_then_home", {"n": steps, "turns": -(-steps // each)}),) if each > 0 else ()


def chase(turn: OwnTurn) -> Iterator[Intent]:
    """Whoever carries a treasure, the nearest first."""
    carriers = [
        (turn.ways.to(turn.state.wizards[other].at), other)
        for other in range(turn.state.players)
        if turn.is_foe(other) and carries(turn.state, other) is not None
    ]
    for _, other in sorted(carriers):
        found = way(turn, turn.state.wizards[other].at)
        treasure = carries(turn.state, other)
        if found is not None and treasure is not None:
            params = {"seat": other, "treasure": TREASURES[treasure]}
            yield Intent(found.moves, Why("plan_chase", params), found.said)


# --- Fights -------------------------------------------------------------------------------------------------


def strike(turn: OwnTurn) -> Iterator[Intent]:
    """The attacks that are worth a card, each on whom it is worth most, the best first."""
    found = [
        (-worth, move, other)
        for move in turn.moves
        for worth, other in _victims(turn, move)
        if worth >= WORTH
    ]
    struck = set()
    for _, move, other in sorted(found):
        if other not in struck:
            struck.add(other)
            params = {"card": KICK if move.verb == KICK else move.args[0], "target": FIGURES[other]}
            yield Intent((move,), Why("plan_attack", params), _blow(turn, params["card"], other))


def _victims(turn: OwnTurn, move: Move) -> list[tuple[float, int]]:
    """Whom a move may attack, and what that is worth."""
    if move.verb == KICK:
        other = SEAT_OF.get(move.args[0], turn.seat)
        return [(WORTH, other)] if turn.is_foe(other) else []
    if move.verb != STRIKE and not (move.verb == PLAY and KIND[move.args[0]] == ATTACK):
        return []
    named = [SEAT_OF[text] for text in targets(turn.state, turn.seat, move.args[0]) if text in SEAT_OF]
    foes = [other for other in named if turn.is_foe(other)]
    return [(guarding.worth(turn.state, turn.seat, move.args[0], other), other) for other in foes]


def _blow(turn: OwnTurn, card: str, other: int) -> tuple[Why, ...]:
    """What it does at most, and what may come of it."""
    life, hand = turn.state.wizards[other].life, turn.state.wizards[other].hand
    points = (
        KICK_DAMAGE if card == KICK else points_of(turn.state, card, highest(turn.state, turn.seat), other)
    )
    return (*damage(points, life), *answered_by(len(hand)), *_loaded(turn, other))


def highest(state: State, seat: Seat) -> int:
    """The highest number that a spell can be played with."""
    numbers = [card for card in state.wizards[seat].hand if card in VALUE]
    return max((number_played(state, seat, (card,)) for card in numbers), default=NUMBER_DEFAULT)


def damage(points: int, life: int, own: bool = False) -> tuple[Why, ...]:
    """What an attack may do; `own`: to whoever asks."""
    if not points:
        return ()
    code = "plan_kills" if points >= life else "plan_damage"
    return (Why(f"{code}_own" if own else code, {"n": points, "life": life}),)


def answered_by(cards: int) -> tuple[Why, ...]:
    """The risk that is known to all: whoever has cards may have a counteraction (counter.when)."""
    return (Why("plan_may_answer", {"n": cards}),) if cards else ()


def _loaded(turn: OwnTurn, other: int) -> tuple[Why, ...]:
    treasure = carries(turn.state, other)
    return () if treasure is None else (Why("plan_loaded", {"seat": other, "treasure": TREASURES[treasure]}),)


def hide(turn: OwnTurn) -> Iterator[Intent]:
    """With few lives: the nearest square within the steps left where no opponent looks."""
    state, here = turn.state, turn.ways.here
    eyes = [state.wizards[n].at for n in range(state.players) if turn.is_foe(n)]
    if state.wizards[turn.seat].life > LOW_LIFE or not any(
        sight.sees(state.board, eye, here) for eye in eyes
    ):
        return
    left = steps_left(state, turn.act)
    near = sorted((turn.ways.to(square), square) for square in range(len(state.board.filled)))
    for steps, square in near:
        if 0 < steps <= left and not any(sight.sees(state.board, eye, square) for eye in eyes):
            found = way(turn, square)
            if found is not None:
                yield Intent(found.moves, Why("plan_hide", {"square": square_text(square)}), found.said)
                return


# --- The rest -----------------------------------------------------------------------------------------------


def pick_up(turn: OwnTurn) -> Iterator[Intent]:
    """Objects on the floor, the nearest first."""
    state = turn.state
    lying = sorted((turn.ways.to(square), thing, square) for square, thing in state.floor)
    for _, thing, square in lying:
        if state.course.first(Box.take_refusal, state, turn.act, thing) is None:
            found = reach(turn, square, [Move("take", (thing,))])
            if found is not None:
                yield Intent(found.moves, Why("plan_object", {"object": thing}), found.said)


def help_oneself(turn: OwnTurn) -> Iterator[Intent]:
    """What the guarding bot would do first, whatever it is out for."""
    move = turn.preferred
    if move == guarding.LEAP:
        yield Intent((move,), Why("plan_leap", {"card": move.args[0]}))
    elif move.verb in HELPFUL:
        yield Intent((move,), Why(HELPFUL[move.verb], {"card": move.args[0]}))


def finish(turn: OwnTurn) -> Iterator[Intent]:
    """Nothing more, but for the cards."""
    if END in turn.moves:
        n = most_to_draw(turn.state, turn.seat)
        yield Intent((END,), Why("plan_end", {"n": n}) if n else Why("plan_end_full", {}))


Source = Callable[[OwnTurn], Iterator[Intent]]
# In the order of the guarding bot's turn; what boxes bring stands between.
GOALS: tuple[Source, ...] = (bring_home, strike, fetch)
MINOR: tuple[Source, ...] = (hide, pick_up, chase)


def intents(turn: OwnTurn) -> list[Intent]:
    """The first of each kind, then the second of each; before them what the bot does besides."""
    sources = [source(turn) for source in (*GOALS, *turn.state.course.asked(Box.intents), *MINOR)]
    found = [one for one in chain.from_iterable(zip_longest(*sources)) if one is not None]
    if any(turn.preferred in one.moves for one in found):
        return found
    return [*help_oneself(turn), *found]


TREASURE_GOALS = frozenset({"plan_home", "plan_chest", "plan_fetch"})
STEPLESS = frozenset({"plan_attack", "plan_hit", "plan_march", "plan_wand", "plan_create"})  # take no steps


def beside_the_way(turn: OwnTurn, found: list[Intent]) -> list[Intent]:
    """An attack takes no steps: where the bot would strike first, a treasure that it gets this turn all the
    same stays what it is out for, and before a mere kick any treasure. Else what is done first says that the
    treasure can wait.
    """
    before = [one for one in found if turn.preferred in one.moves and one.goal.code in STEPLESS]
    after = [one for one in found if one.goal.code in TREASURE_GOALS]
    if not before or not after:
        return found
    first, out_for = before[0], after[0]
    others = [one for one in found if one not in (first, out_for)]
    at_once = any(why.code == "plan_way_now" for why in out_for.said)
    if first.goal.code == "plan_attack" and (at_once or turn.preferred.verb == KICK):
        how = Why("plan_both" if at_once else "plan_before_that", first.goal.params)
        return [out_for._replace(moves=(turn.preferred,), said=(*out_for.said, how)), first, *others]
    waits = Why("plan_can_wait", {"treasure": out_for.goal.params["treasure"]})
    return [first._replace(said=(*first.said, waits)), out_for, *others]
