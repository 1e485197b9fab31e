"""Positions of games between bots that make a puzzle. Pure: jobs run in any process.

What is right is proven by the game's own code, the same in every world that the reader can't tell from this
one; or it is measured: the evaluator finds one move surely better than all others by the game's `slip`, and
finds it again in 20 times the worlds, with other seeds.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from simulator.bulk.advice.positions import AdviceJob, Decision, played
from simulator.bulk.advice.reference import Trial, compared, difference
from simulator.engine.game import Band, Hint, Move, MoveEstimate, Proposition, Riddle
from simulator.engine.refusal import BadPosition
from simulator.engine.weighing import Playouts, Weighing

FEWEST_MOVES, FEWEST_WRONG = 3, 2  # that are legal, so that something is left to find
WORLDS = 20  # in which what is proven has to be the same, and times the worlds of what is measured
MEASURED = 5  # positions of a game that are measured for a theme: one of them or none
FIRST_LOOK = 1  # playouts: a sixteenth of all worlds
MOST_LETTERS = 2000  # of a position as it is written: what a reader can look through
MOST_LINES = 12  # ways to do what is right
TAUGHT = 2  # wrong moves that are answered with what is wrong about them
TEMPTED, WORLD, AGAIN, FOLLOWING = 51, 52, 53, 54  # streams of a position


class Solution(NamedTuple):
    """What is right in a position, and all its moves with what is said of each, the best first; `is_sure`
    looks longer.
    """

    right: tuple[Move, ...]
    hint: Hint
    is_sure: Callable[[], bool]


class Taught(NamedTuple):
    """Moves that go wrong with the last one, and what is wrong about it."""

    line: tuple[Move, ...]
    reason: Proposition


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


class Candidate(NamedTuple):
    """A position that may be a puzzle, and the move of the bot that is asked what is tempting."""

    decision: Decision
    riddle: Riddle
    answer: Solution
    tempting: Move

    @property
    def erred(self) -> bool:
        return self.tempting not in self.answer.right


def puzzles(job: PuzzleJob) -> list[Puzzle]:
    """At most one of each theme from a game; one that tempts, if there is any."""
    found: dict[str, Puzzle] = {}
    for candidate in sorted(_candidates(job), key=lambda each: not each.erred):
        theme = candidate.riddle.theme
        puzzle = None if theme in found else _puzzle(job, candidate)
        if puzzle:
            found[theme] = puzzle
    return list(found.values())


def _candidates(job: PuzzleJob) -> Iterator[Candidate]:
    measured: dict[str, int] = {}
    for decision in _beginnings(job.game):
        if _letters(_short(decision, job.terms)) > MOST_LETTERS:
            continue
        for riddle in decision.rules.riddles(decision.state, decision.seat):
            if not riddle.right:
                measured[riddle.theme] = measured.get(riddle.theme, 0) + 1
                if measured[riddle.theme] > MEASURED:
                    continue
            answer = _proven(decision, riddle) if riddle.right else _measured(decision)
            if answer and _leaves_a_choice(decision, answer):
                yield Candidate(decision, riddle, answer, _tempting(decision, job.terms.tempted))


def _beginnings(job: AdviceJob) -> Iterator[Decision]:
    """Decisions with enough to choose from; none in the middle of a compound move."""
    open_for = None
    for decision in played(job):
        within, open_for = open_for == decision.seat, None
        if not within and len(decision.legal) >= FEWEST_MOVES:
            yield decision
        if decision.made and not decision.rules.apply(decision.state, decision.seat, decision.made).events:
            open_for = decision.seat


def _puzzle(job: PuzzleJob, candidate: Candidate) -> Puzzle | None:
    """The puzzle of a position, if it is one: told, the same as it is written, and sure."""
    decision, riddle, answer, tempting = candidate
    why = riddle.why or answer.hint.estimates[0].reason
    wrong = list(islice(_taught(answer, tempting, told=riddle.wrong), TAUGHT))
    position = _position(decision, riddle, job.terms) if why and wrong else None
    if why is None or position is None or not answer.is_sure():
        return None
    ways = _ways(decision, riddle, answer)
    if not ways.lines:
        return None
    return Puzzle(
        riddle.theme,
        job.game.table,
        dict(job.game.config),
        position,
        decision.seat,
        tuple(map(_text, ways.lines)),
        why,
        tuple((_text(each.line), each.reason) for each in (*ways.wrong[:1], *wrong)[:TAUGHT]),
        _has_erred(decision, job.terms.tempted, tempting, ways.lines),
    )


def _leaves_a_choice(decision: Decision, answer: Solution) -> bool:
    return len(decision.legal) - len(answer.right) >= max(FEWEST_WRONG, len(answer.right))


def _tempting(decision: Decision, bot: str) -> Move:
    return decision.rules.bots[bot](decision.view, decision.legal, decision.stream(TEMPTED))


def _taught(
    answer: Solution,
    tempting: Move | None,
    before: tuple[Move, ...] = (),
    told: Sequence[tuple[Move, Proposition]] = (),
) -> Iterator[Taught]:
    """The most tempting wrong moves of which something can be said, the one that a bot makes first: what the
    game has `told` of them, else what a hint says.
    """
    said = told or [(row.move, row.reason) for row in answer.hint.estimates if row.reason]
    wrong = [each for each in said if each[0] not in answer.right]
    for move, reason in sorted(wrong, key=lambda each: each[0] != tempting):
        yield Taught((*before, move), reason)


# --- What is right -----------------------------------------------------------------------------------------


def _proven(decision: Decision, riddle: Riddle) -> Solution:
    return Solution(tuple(riddle.right), _told(decision, riddle.right), partial(_is_known, decision, riddle))


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


def _measured(decision: Decision) -> Solution | None:
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
    sure = partial(_holds, decision, weighing, first.move, others[0])
    return Solution((first.move,), rules.reasoned(decision.view, weighing.hint()), sure)


def _promises(rows: Sequence[MoveEstimate], slip: float) -> bool:
    """Whether one move is so far ahead of the second that it is worth going on."""
    return abs(rows[1].mean - rows[0].mean) >= slip


def _holds(decision: Decision, weighing: Weighing, best: Move, second: MoveEstimate) -> bool:
    """Whether it is surely better by `slip` in 20 times the worlds in which the second was tried, drawn by
    other seeds; what needs no playouts is exact.
    """
    if not isinstance(weighing, Playouts):
        return True
    trial = Trial.of(weighing)
    found = compared(trial, decision.stream(AGAIN), WORLDS * second.playouts, (best, second.move))
    behind = [difference(found[move], found[best], trial.sign) for move in found if move != best]
    return all(mean - doubt >= decision.rules.slip for mean, doubt in behind)


# --- How it is written -------------------------------------------------------------------------------------


def _has_erred(decision: Decision, bot: str, made: Move, lines: Sequence[tuple[Move, ...]]) -> bool:
    """Whether a bot that begins so leaves all lines that are right, at once or later in a compound move."""
    moves: tuple[Move, ...] = (made,)
    within = decision
    while moves not in lines:
        if not any(line[: len(moves)] == moves for line in lines):
            return True
        state = within.rules.apply(within.state, within.seat, moves[-1]).state
        within = within._replace(state=state, legal=within.rules.legal_moves(state, within.seat))
        moves = (*moves, _tempting(within, bot))
    return False


class RightLines(NamedTuple):
    """Lines of moves that are right, each as far as its choices matter, and what goes wrong on the way."""

    lines: tuple[tuple[Move, ...], ...]
    wrong: tuple[Taught, ...]


def _ways(decision: Decision, riddle: Riddle, answer: Solution) -> RightLines:
    """Each right move with the choices that finish it where it is compound; none if there are too many."""
    found: list[tuple[Move, ...]] = []
    wrong: list[Taught] = []
    begun: list[tuple[tuple[Move, ...], Any]] = [((move,), decision.state) for move in answer.right]
    while begun and len(found) + len(begun) <= MOST_LINES:
        moves, before = begun.pop(0)
        step = decision.rules.apply(before, decision.seat, moves[-1])
        within = decision._replace(
            state=step.state, legal=decision.rules.legal_moves(step.state, decision.seat)
        )
        more = None if step.events or not within.legal else _following(within, riddle, len(moves))
        if more is None:
            found.append(moves)
            continue
        begun += [((*moves, move), step.state) for move in more.right]
        wrong += _taught(more, None, moves)
    return RightLines((), ()) if begun else RightLines(tuple(found), tuple(wrong))


def _following(decision: Decision, riddle: Riddle, depth: int) -> Solution | None:
    """What is right further on in a compound move; nothing where any choice is."""
    rules, state, seat = decision.rules, decision.state, decision.seat
    if riddle.right:
        asked = (each for each in rules.riddles(state, seat) if each.theme == riddle.theme)
        return next((_proven(decision, each) for each in asked), None)
    weighing = rules.weighing(decision.view, decision.stream(FOLLOWING, depth))
    hint = weighing.run() if weighing else Hint((), 0, 0)
    good = tuple(row.move for row in hint.estimates if row.band != Band.MISTAKE)
    if len(good) == len(hint.estimates):
        return None
    return Solution(good, rules.reasoned(decision.view, hint), lambda: True)


def _text(line: Sequence[Move]) -> str:
    return "; ".join(map(str, line))


def _position(decision: Decision, riddle: Riddle, terms: PuzzleTerms) -> dict[str, Any] | None:
    """The position as the reader may know it, in the shorter of its two forms that asks for the same."""
    rules, state, seat = decision.rules, decision.state, decision.seat
    short = _short(decision, terms)
    encoded = {**rules.encode(rules.resample(state, seat, 0)), "players": short["players"]}
    forms = sorted((short, encoded), key=_letters)
    return next((form for form in forms if _asks_the_same(decision, riddle, form)), None)


def _short(decision: Decision, terms: PuzzleTerms) -> dict[str, Any]:
    rules, state = decision.rules, decision.state
    return rules.short(state, terms.names[: rules.players(state)], decision.seat, whole=False)


def _letters(form: Mapping[str, Any]) -> int:
    return len(json.dumps(form, ensure_ascii=False))


def _asks_the_same(decision: Decision, riddle: Riddle, form: Mapping[str, Any]) -> bool:
    rules, seat = decision.rules, decision.seat
    try:
        state = rules.decode(json.loads(json.dumps(form)))
    except BadPosition:
        return False
    same = rules.legal_moves(state, seat) == decision.legal
    return same and _is_same(riddle, rules.riddles(state, seat))
