"""Positions of games between bots that make a puzzle. Pure: jobs run in any process.

What is right is proven by the game's own code, the same in every world that the reader can't tell from this
one; or it is measured: the evaluator finds one move surely better than all others by the game's `slip`, and
finds it again in 20 times the worlds, with other seeds.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from simulator.bulk.advice.positions import AdviceJob, Decision, played
from simulator.bulk.advice.reference import Trial, compared, difference
from simulator.engine.game import Band, Hint, Move, MoveEstimate, Proposition, Riddle
from simulator.engine.refusal import BadPosition
from simulator.engine.weighing import Playouts, Weighing

FEWEST_MOVES, FEWEST_WRONG = 3, 2  # that are legal, so that something is left to find
WORLDS = 20  # in which what is proven has to be the same, and times the worlds of what is measured
MEASURED = 6  # positions of a game that are measured for a theme: one of them or none
FIRST_LOOK = 1  # playouts: a sixteenth of all worlds
MOST_LINES = 12  # ways to do what is right
TAUGHT = 3  # wrong moves that are answered with what is wrong about them
TEMPTED, WORLD, AGAIN, FOLLOWING = 51, 52, 53, 54  # streams of a position
Lines = tuple[tuple[Move, ...], ...]


class Answer(NamedTuple):
    """What is right in a position, and all its moves with what is said of each, the best first; `is_sure`
    looks longer.
    """

    right: tuple[Move, ...]
    hint: Hint
    is_sure: Callable[[], bool]


class Puzzle(NamedTuple):
    """A position as JSON with a theme, the lines of moves that are right, and why; `taught` are wrong moves.

    `erred`: the bot that is asked what is tempting makes one of them.
    """

    theme: str
    table: str
    config: dict[str, Any]
    position: dict[str, Any]
    seat: int
    take: tuple[str, ...]
    why: Proposition
    taught: tuple[tuple[str, Proposition], ...]
    erred: bool

    @property
    def id(self) -> str:
        """The theme and a digest of what is asked: for ever."""
        asked = json.dumps([self.position, self.seat], sort_keys=True, ensure_ascii=False)
        return f"{self.theme.replace('_', '-')}-{hashlib.sha256(asked.encode()).hexdigest()[:6]}"


class PuzzleTerms(NamedTuple):
    """The names at the table, and the bot whose mistakes tempt."""

    names: tuple[str, ...]
    tempted: str


class PuzzleJob(NamedTuple):
    game: AdviceJob
    terms: PuzzleTerms


def puzzles(job: PuzzleJob) -> list[Puzzle]:
    """At most one of each theme from a game; one that tempts, if there is any."""
    found: dict[str, Puzzle] = {}
    measured: dict[str, int] = {}
    for decision in _beginnings(job.game):
        for riddle in decision.rules.riddles(decision.state, decision.seat):
            theme = riddle.theme
            if theme in found and found[theme].erred:
                continue
            if not riddle.right:
                measured[theme] = measured.get(theme, 0) + 1
                if measured[theme] > MEASURED:
                    continue
            puzzle = _puzzle(job, decision, riddle)
            if puzzle and (theme not in found or puzzle.erred):
                found[theme] = puzzle
    return list(found.values())


def _beginnings(job: AdviceJob) -> Iterator[Decision]:
    """Decisions with enough to choose from; none in the middle of a compound move."""
    open_for = None
    for decision in played(job):
        within, open_for = open_for == decision.seat, None
        if not within and len(decision.legal) >= FEWEST_MOVES:
            yield decision
        if decision.made and not decision.rules.apply(decision.state, decision.seat, decision.made).events:
            open_for = decision.seat


def _puzzle(job: PuzzleJob, decision: Decision, riddle: Riddle) -> Puzzle | None:
    """The puzzle of a position, if it is one: asked for, told, the same as it is written, and sure."""
    answer = _proven(decision, riddle) if riddle.right else _measured(decision)
    if answer is None or not _leaves_a_choice(decision, answer):
        return None
    why = riddle.why or answer.hint.estimates[0].reason
    tempting = _tempting(decision, job.terms.tempted)
    taught = tuple(_taught(answer, tempting))
    if why is None or not taught or not answer.is_sure():
        return None
    position, lines = _position(decision, riddle, job.terms), _lines(decision, riddle, answer)
    if position is None or not lines:
        return None
    return Puzzle(
        riddle.theme,
        job.game.table,
        dict(job.game.config),
        position,
        decision.seat,
        tuple("; ".join(map(str, line)) for line in lines),
        why,
        taught,
        tempting not in answer.right,
    )


def _leaves_a_choice(decision: Decision, answer: Answer) -> bool:
    return len(decision.legal) - len(answer.right) >= max(FEWEST_WRONG, len(answer.right))


def _tempting(decision: Decision, bot: str) -> Move:
    return decision.rules.bots[bot](decision.view, decision.legal, decision.stream(TEMPTED))


def _taught(answer: Answer, tempting: Move) -> Iterator[tuple[str, Proposition]]:
    """The most tempting wrong moves of which something can be said."""
    wrong = [row for row in answer.hint.estimates if row.move not in answer.right and row.reason]
    wrong.sort(key=lambda row: row.move != tempting)
    for row in wrong[:TAUGHT]:
        if row.reason:
            yield str(row.move), row.reason


# --- What is right -----------------------------------------------------------------------------------------


def _proven(decision: Decision, riddle: Riddle) -> Answer:
    return Answer(tuple(riddle.right), _told(decision, riddle.right), partial(_is_known, decision, riddle))


def _is_known(decision: Decision, riddle: Riddle) -> bool:
    """Whether what the game proves is the same in whatever worlds the reader can't tell apart."""
    rules, seat = decision.rules, decision.seat
    worlds = (
        rules.resample(decision.state, seat, decision.stream(WORLD, number)) for number in range(WORLDS)
    )
    return all(_is_same(riddle, rules.riddles(world, seat)) for world in worlds)


def _is_same(riddle: Riddle, others: Any) -> bool:
    return any(each.theme == riddle.theme and set(each.right) == set(riddle.right) for each in others)


def _told(decision: Decision, right: Sequence[Move]) -> Hint:
    """A hint in which what is right is good and all else a mistake, with reasons."""
    ordered = sorted(decision.legal, key=lambda move: move not in right)
    rows = [
        MoveEstimate(move, 0.0, 0.0, 0, band=Band.GOOD if move in right else Band.MISTAKE) for move in ordered
    ]
    return decision.rules.reasoned(decision.view, Hint(tuple(rows), len(right), decision.seed))


def _measured(decision: Decision) -> Answer | None:
    """The one move that is surely better than all others by the second look, if there is one."""
    rules = decision.rules
    weighing = rules.weighing(decision.view, decision.seed)
    if weighing is None or not _promises(weighing.run(FIRST_LOOK).estimates, rules.slip):
        return None
    while isinstance(weighing, Playouts) and not weighing.done and weighing.hint().worlds < weighing.looks[1]:
        weighing.go_on()
    first, *others = weighing.hint().estimates
    if any(row.band != Band.MISTAKE for row in others):
        return None
    sure = partial(_holds, decision, weighing, first.move, others[0].move)
    return Answer((first.move,), rules.reasoned(decision.view, weighing.hint()), sure)


def _promises(rows: Sequence[MoveEstimate], slip: float) -> bool:
    """Whether one move is so far ahead of the second that it is worth going on."""
    return abs(rows[1].mean - rows[0].mean) >= slip


def _holds(decision: Decision, weighing: Weighing, best: Move, second: Move) -> bool:
    """Whether it is surely better by `slip` in 20 times the worlds of the hint, drawn by other seeds; what
    needs no playouts is exact.
    """
    if not isinstance(weighing, Playouts):
        return True
    trial = Trial.of(weighing)
    worlds = WORLDS * weighing.hint().worlds
    found = compared(trial, decision.stream(AGAIN), worlds, (best, second))
    behind = [difference(found[move], found[best], trial.sign) for move in found if move != best]
    return all(mean - doubt >= decision.rules.slip for mean, doubt in behind)


# --- How it is written -------------------------------------------------------------------------------------


def _lines(decision: Decision, riddle: Riddle, answer: Answer) -> Lines:
    """Each right move with the choices that finish it where it is compound, as far as they matter; none if
    there are too many ways.
    """
    found: list[tuple[Move, ...]] = []
    ways: list[tuple[tuple[Move, ...], Any]] = [((move,), decision.state) for move in answer.right]
    while ways and len(found) + len(ways) <= MOST_LINES:
        moves, before = ways.pop(0)
        step = decision.rules.apply(before, decision.seat, moves[-1])
        more = () if step.events else _following(decision, riddle, step.state, len(moves))
        found += [] if more else [moves]
        ways += [((*moves, move), step.state) for move in more]
    return () if ways else tuple(found)


def _following(decision: Decision, riddle: Riddle, state: Any, depth: int) -> Sequence[Move]:
    """What is right further on in a compound move; nothing where any choice is."""
    rules, seat = decision.rules, decision.seat
    if seat not in rules.to_act(state):
        return ()
    if riddle.right:
        return next((each.right for each in rules.riddles(state, seat) if each.theme == riddle.theme), ())
    weighing = rules.weighing(rules.view(state, seat), decision.stream(FOLLOWING, depth))
    rows = weighing.run().estimates if weighing else ()
    good = [row.move for row in rows if row.band != Band.MISTAKE]
    return good if len(good) < len(rows) else ()


def _position(decision: Decision, riddle: Riddle, terms: PuzzleTerms) -> dict[str, Any] | None:
    """The position as the reader may know it, in the shorter of its two forms that asks for the same."""
    rules, state, seat = decision.rules, decision.state, decision.seat
    names = terms.names[: rules.players(state)]
    encoded = {**rules.encode(rules.resample(state, seat, 0)), "players": list(names)}
    forms = sorted(
        (rules.short(state, names, seat, whole=False), encoded), key=lambda it: len(json.dumps(it))
    )
    return next((form for form in forms if _asks_the_same(decision, riddle, form)), None)


def _asks_the_same(decision: Decision, riddle: Riddle, form: Mapping[str, Any]) -> bool:
    rules, seat = decision.rules, decision.seat
    try:
        state = rules.decode(json.loads(json.dumps(form)))
    except BadPosition:
        return False
    same = rules.legal_moves(state, seat) == decision.legal
    return same and _is_same(riddle, rules.riddles(state, seat))
