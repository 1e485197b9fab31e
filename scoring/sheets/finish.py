"""The end of a sheet: who stands where, the course that led there, and what is worth telling of it. Pure.

Facts stand beside the points and never change them. Each names the rule and the entries that it rests on, and
there is none where it would be untrue or where several would have to share it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from scoring.sheets.core import State
from scoring.sheets.ledger import Ledger, LedgerTally
from scoring.sheets.lines import ScoreLine
from web.refusal import NO_PARAMS, Params

# What a step of a course is, as the codes of sentences and the words of the chart have it.
ROUND, ENTRY, PART = "round", "entry", "part"
STEADY_FROM = 3  # rounds: who is steady over two of them may just be lucky


class Highlight(NamedTuple):
    """Something worth telling: a code of catalogue `finish`, its clause, and the numbers of entries."""

    code: str
    clause: str
    params: Params = NO_PARAMS
    entries: tuple[int, ...] = ()


class FinalPlace(NamedTuple):
    """Players who stand alike at the end. `rank` is 0 where the rules know no such place, and `points` None
    where none are counted: then `line` says how they ended.
    """

    rank: int
    seats: tuple[int, ...]
    points: int | None
    won: bool
    line: ScoreLine | None = None


class ProgressStep(NamedTuple):
    """A moment of the course: everybody's total then, and the entries that brought it there.

    `n` names it among its kind; `name` is a code of the game's words where a number says nothing.
    """

    n: int
    totals: tuple[int, ...]
    entries: tuple[int, ...] = ()
    name: str = ""


class Progression(NamedTuple):
    """How everybody's number grew, step by step from `start`. `unit` says what a step is."""

    unit: str
    start: tuple[int, ...]
    steps: tuple[ProgressStep, ...]

    def gains(self, seat: int) -> list[int]:
        """What each step brought a player."""
        before = [self.start[seat], *(step.totals[seat] for step in self.steps)]
        return [after - held for held, after in pairwise(before)]

    def entries(self, last: int | None = None) -> tuple[int, ...]:
        """The entries behind the first so many steps, behind all by default."""
        return tuple(sorted({n for step in self.steps[:last] for n in step.entries}))


class Finish:
    """What the end of a game's sheets tells. This one knows totals alone, of which the most win."""

    fewest_win = False

    def course(self, tally: Any) -> Progression | None:
        """How it came to this, None where a sheet doesn't tell."""
        return None

    def own_facts(self, tally: Any, state: State) -> Iterable[Highlight]:
        """What this game alone can tell, the best first; `state` has the entries of the cells."""
        return ()

    def facts(self, tally: Any, state: State) -> list[Highlight]:
        """Everything worth telling, the game's own before what all games share."""
        course = self.course(tally)
        shared = course_facts(course, tally.winners, self.fewest_win) if course else ()
        return [*self.own_facts(tally, state), *shared]

    def standing(self, tally: Any, seat: int) -> tuple[int, ...]:
        """What a player's place follows from, the smaller the better, behind having won."""
        points = tally.totals[seat]
        return (points if self.fewest_win else -points,)

    def places(self, tally: Any) -> list[FinalPlace]:
        """Who stands where; who stands alike shares a place. None while nobody has won."""
        if not tally.winners:
            return []
        by_key: dict[tuple[bool, tuple[int, ...]], list[int]] = {}
        for seat in range(len(tally.totals)):
            key = (seat not in tally.winners, self.standing(tally, seat))
            by_key.setdefault(key, []).append(seat)
        found, before = [], 0
        for (lost, _), seats in sorted(by_key.items()):
            found.append(FinalPlace(before + 1, tuple(seats), tally.totals[seats[0]], not lost))
            before += len(seats)
        return found


class LedgerFinish(Finish):
    """The end of a ledger: its course are the rounds that are complete."""

    def __init__(self, rules: Ledger) -> None:
        self.fewest_win = rules.fewest_win

    def course(self, tally: LedgerTally) -> Progression | None:
        played = [round for round in tally.rounds if round.complete]
        steps = [
            ProgressStep(
                round.number,
                tuple(seat.running for seat in round.seats),
                tuple(sorted(cell.entry for row in round.rows.values() for cell in row)),
            )
            for round in played
        ]
        return Progression(ROUND, (0,) * len(tally.totals), tuple(steps)) if steps else None


# --- What any course tells ----------------------------------------------------------------------------------


def sole_most(values: Mapping[int, int]) -> int | None:
    """The key of the largest number above 0; None where several share it."""
    most = max(values.values(), default=0)
    holders = [key for key, n in values.items() if n == most]
    return holders[0] if most > 0 and len(holders) == 1 else None


def most_fact(code: str, clause: str, values: Mapping[int, int], entries: Iterable[int]) -> list[Highlight]:
    """«{seat}: больше всех …, {n}»: a fact while one player alone has the most, resting on what all wrote."""
    seat = sole_most(values)
    if seat is None:
        return []
    return [Highlight(code, clause, {"seat": seat, "n": values[seat]}, tuple(sorted({*entries} - {0})))]


def course_facts(course: Progression, winners: Sequence[int], fewest_win: bool) -> Iterator[Highlight]:
    """What a course tells; where a step has a name of its own, only what needs none of them."""
    tells = _Tells(course, tuple(winners), fewest_win)
    for fact in (_margin,) if course.unit == PART else _FACTS:
        yield from fact(tells)


class _Tells:
    """A course as facts ask about it. `leaders` has who alone was ahead after each step, None for nobody."""

    def __init__(self, course: Progression, winners: tuple[int, ...], fewest_win: bool) -> None:
        self.course, self.steps = course, course.steps
        self.winner = winners[0] if len(winners) == 1 else None
        self.better: Callable[[Iterable[int]], int] = min if fewest_win else max
        self.worse: Callable[[Iterable[int]], int] = max if fewest_win else min
        self.leaders = [self.alone(step.totals, self.better) for step in self.steps]
        # Before this step nothing is worth telling: of single entries the first few say nothing yet.
        self.first = len(self.steps) // 3 if course.unit == ENTRY else 0

    def alone(self, totals: Sequence[int], which: Callable[[Iterable[int]], int]) -> int | None:
        wanted = which(totals)
        return totals.index(wanted) if list(totals).count(wanted) == 1 else None

    def fact(self, code: str, last: int | None = None, **params: Any) -> Highlight:
        return Highlight(code, "score.record", params, self.course.entries(last))


def _led_until(tells: _Tells) -> Iterator[Highlight]:
    """Who was still ahead of everybody late in the game, and didn't win."""
    for place in range(len(tells.steps) - 2, max(tells.first, 1) - 1, -1):
        leader = tells.leaders[place]
        if leader is not None and tells.winner is not None and leader != tells.winner:
            yield tells.fact(f"led_until_{tells.course.unit}", place + 1, seat=leader, n=tells.steps[place].n)
            return


def _led_throughout(tells: _Tells) -> Iterator[Highlight]:
    if len(tells.steps) > 1 and tells.winner is not None and set(tells.leaders) == {tells.winner}:
        yield tells.fact(f"led_throughout_{tells.course.unit}", seat=tells.winner)


def _comeback(tells: _Tells) -> Iterator[Highlight]:
    """From the last place to the first; of two players one is always last."""
    if tells.winner is None or len(tells.course.start) < 3:
        return
    for place in range(len(tells.steps) - 2, tells.first - 1, -1):
        if tells.alone(tells.steps[place].totals, tells.worse) == tells.winner:
            yield tells.fact(
                f"comeback_{tells.course.unit}", place + 1, seat=tells.winner, n=tells.steps[place].n
            )
            return


def _lead_changes(tells: _Tells) -> Iterator[Highlight]:
    leaders = [leader for leader in tells.leaders if leader is not None]
    changes = sum(now != before for before, now in pairwise(leaders))
    if changes > 1:
        yield tells.fact("lead_changes", n=changes)


def _margin(tells: _Tells) -> Iterator[Highlight]:
    """How far the winner is from the next; a tie that something else has broken has no margin."""
    totals = tells.steps[-1].totals
    if tells.winner is not None:
        rest = [n for seat, n in enumerate(totals) if seat != tells.winner]
        apart = abs(totals[tells.winner] - tells.better(rest))
        if apart:
            yield tells.fact("margin", n=apart)


def _extreme(code: str, which: Callable[[Iterable[int]], int]) -> Callable[[_Tells], Iterator[Highlight]]:
    """The round that brought anybody the most, or the fewest points."""

    def told(tells: _Tells) -> Iterator[Highlight]:
        gains = [tells.course.gains(seat) for seat in range(len(tells.course.start))]
        every = [(n, seat, place) for seat, row in enumerate(gains) for place, n in enumerate(row)]
        wanted = which(n for n, _, _ in every)
        found = [each for each in every if each[0] == wanted]
        if len(found) == 1 and len(tells.steps) > 1 and tells.course.unit == ROUND:
            points, seat, place = found[0]
            step = tells.steps[place]
            params = {"seat": seat, "points": points, "n": step.n}
            yield Highlight(code, "score.record", params, step.entries)

    return told


def _steady(tells: _Tells) -> Iterator[Highlight]:
    """Whose rounds differed least."""
    if len(tells.steps) < STEADY_FROM or tells.course.unit != ROUND:
        return
    gains = [tells.course.gains(seat) for seat in range(len(tells.course.start))]
    spread = [max(row) - min(row) for row in gains]
    if spread.count(min(spread)) == 1:
        yield tells.fact("steady", seat=spread.index(min(spread)), n=min(spread))


_FACTS: Sequence[Callable[[_Tells], Iterator[Highlight]]] = (
    _comeback,
    _led_until,
    _led_throughout,
    _lead_changes,
    _margin,
    _extreme("round_most", max),
    _extreme("round_least", min),
    _steady,
)
