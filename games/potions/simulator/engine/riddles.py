"""What a position of «Зельеварение» asks, as a puzzle. All of it lies open: what is right is counted out."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.potions.scoring.points import ASSEMBLE
from games.potions.simulator.engine.data import ID, POINTS, RECIPES
from games.potions.simulator.engine.outcomes import End, Look, MoveTrial
from games.potions.simulator.engine.rules import legal_moves
from games.potions.simulator.engine.staging import ASSEMBLE as ASSEMBLING
from games.potions.simulator.engine.state import CAST, Staged, State, Turn
from simulator.engine.game import Move, Proposition, Riddle, Seat

PAIR, SOURCES, OPENS, FREES = "pair", "sources", "opens", "frees"
CARDS = 4  # that can be laid, of which few open a recipe
WORTH = 3  # points of a recipe that is opened


class Best(NamedTuple):
    """How far ahead each move may bring, counted so that it stays whole; the best, and an end that does."""

    ahead: Mapping[Move, Sequence[int]]
    end: End

    @property
    def most(self) -> int:
        return max(max(each) for each in self.ahead.values())

    @property
    def differs(self) -> bool:
        return len({n for ends in self.ahead.values() for n in ends}) > 1

    @property
    def right(self) -> tuple[Move, ...]:
        most = self.most
        return tuple(move for move, ends in self.ahead.items() if most in ends)


def riddles(state: State, seat: Seat) -> Iterator[Riddle]:
    frame = state.agenda[-1] if state.agenda else None
    if frame is None or frame.seat != seat:
        return
    if type(frame) is Staged:
        yield from (_aiming(state, seat) if frame.verb == CAST else _filling(state, seat, frame))
    elif not getattr(frame, "further", False):
        yield from _assembling(state, seat)
        if type(frame) is Turn:
            yield from _opening(state, seat)
            yield from _freeing(state, seat)


def _filling(state: State, seat: Seat, staged: Staged) -> Iterator[Riddle]:
    """The next source, where it matters, or one after it does."""
    best = _best(state, seat, legal_moves(state, seat)) if staged.verb == ASSEMBLING else None
    if best and best.differs:
        yield from (Riddle(theme, best.right) for theme in (PAIR, SOURCES))


def _best(state: State, seat: Seat, moves: Sequence[Move]) -> Best | None:
    """None where a move has too many ends, or one that isn't known."""
    before = Look(state)
    trials = [MoveTrial(before, seat, move) for move in moves]
    if not trials or any(trial.blind or not trial.ends for trial in trials):
        return None
    ahead = {trial.move: [_ahead(state, seat, end) for end in trial.ends] for trial in trials}
    ends = [end for trial in trials for end in trial.ends]
    return Best(ahead, max(ends, key=lambda end: _ahead(state, seat, end)))


def _ahead(state: State, seat: Seat, end: End) -> int:
    """By how much an end brings a seat ahead of the others' average, times their number."""
    gains = end.gains()
    return gains.get(seat, 0) * state.players - sum(gains.values())


def _assembling(state: State, seat: Seat) -> Iterator[Riddle]:
    """Which recipe, where it isn't simply the dearest; or of what, where there is no other."""
    moves = [move for move in legal_moves(state, seat) if move.verb == ASSEMBLING]
    best = _best(state, seat, moves)
    if best is None or len(best.right) > 1:
        return
    why = _shared(state, seat, best.end)
    if why is None:
        return
    (right,) = best.right
    differs = len({*best.ahead[right]}) > 1
    if len({ID[move.args[0]] for move in moves}) == 1:
        if differs:
            yield Riddle(SOURCES, best.right, why)
    elif differs or any(POINTS[move.args[0]] >= POINTS[right.args[0]] for move in moves if move != right):
        yield Riddle(PAIR, best.right, why)


def _shared(state: State, seat: Seat, end: End) -> Proposition | None:
    """What a recipe brings and to whom, where a sentence can say it."""
    made = [play.card for play in end.plays if play.kind == ASSEMBLE]
    gains = {each: n for each, n in end.gains().items() if n}
    n = gains.pop(seat, 0)
    if len(made) != 1 or n <= 0 or len({*gains.values()}) > 1:
        return None
    if not gains:
        code = "made_alone" if state.course.recipe_slots[made[0]] else "completes"
        return Proposition(code, {"card": made[0], "n": n})
    return Proposition(
        "made_shared", {"card": made[0], "n": n, "seats": sorted(gains), "half": max(gains.values())}
    )


def _opening(state: State, seat: Seat) -> Iterator[Riddle]:
    """Which card in the cupboard makes a recipe in hand possible."""
    before = Look(state)
    moves = [move for move in legal_moves(state, seat) if move.verb == "element"]
    if len(moves) < CARDS or any(_is_held(state, seat, name) for name in before.ready):
        return
    opened = {move: _opened(MoveTrial(before, seat, move)) for move in moves}
    right = tuple(move for move, codes in opened.items() if codes)
    dearest = max((code for codes in opened.values() for code in codes), key=POINTS.__getitem__, default="")
    if len(right) == 1 and POINTS.get(dearest, 0) >= WORTH:
        yield Riddle(OPENS, right, Proposition("readies", {"card": dearest, "n": POINTS[dearest]}))


def _is_held(state: State, seat: Seat, name: str) -> bool:
    return any(ID[code] == name for code in state.hands[seat] if code in RECIPES)


def _opened(trial: MoveTrial) -> list[str]:
    """The recipes that stay in hand and can be assembled then."""
    if not trial.ends or trial.blind or trial.over:
        return []
    return [code for code in trial.kept if code in RECIPES and ID[code] in trial.opened]


def _freeing(state: State, seat: Seat) -> Iterator[Riddle]:
    """Which spell makes a recipe in hand possible, where no element does."""
    freed = _freed(state, seat)
    right = tuple(move for move, codes in freed.items() if codes)
    if len(right) != 1 or right[0].verb != CAST:
        return
    dearest = max(sorted(freed[right[0]]), key=POINTS.__getitem__)
    if POINTS[dearest] >= WORTH:
        yield Riddle(FREES, right, Proposition("can_ready", {"card": dearest, "n": POINTS[dearest]}))


def _aiming(state: State, seat: Seat) -> Iterator[Riddle]:
    """What the spell works on, where it matters."""
    freed = _freed(state, seat)
    right = tuple(move for move, codes in freed.items() if codes)
    if 0 < len(right) < len(freed):
        yield Riddle(FREES, right)


def _freed(state: State, seat: Seat) -> Mapping[Move, Collection[str]]:
    """The recipes in hand for which there can be everything after each move; no move where there is for one
    already, or where what comes isn't known.
    """
    before = Look(state)
    trials = [MoveTrial(before, seat, move) for move in legal_moves(state, seat)]
    if any(_is_held(state, seat, name) for name in before.ready) or any(trial.blind for trial in trials):
        return {}
    recipes = [code for code in state.hands[seat] if code in RECIPES and POINTS[code]]
    return {
        trial.move: {code for end in trial.ends for code in recipes if _is_ready_in(end, seat, code)}
        for trial in trials
    }


def _is_ready_in(end: End, seat: Seat, code: str) -> bool:
    return code in end.state.hands[seat] and ID[code] in end.look.ready
