"""What hints say of moves is looked up by the engine, in worlds that they have not seen."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simulator.bulk.advice.figures import FigureLine, Figures, GameTally, counted, share, total
from simulator.bulk.advice.positions import AdviceJob, Decision, met
from simulator.bulk.advice.reference import deeper
from simulator.bulk.fuzzing import MISTAKES, first_line
from simulator.engine.chance import Rng
from simulator.engine.game import Band, Hint, Move, MoveEstimate, Proposition
from simulator.engine.reasons import Propositions
from web.shares import wilson

LIKELY = 0.95  # of the worlds, for what is only likely
AGAIN = 10  # times the worlds for what looks false, with other seeds
PLANTED = 3  # propositions of other moves that are told of a move, at a position
MOST_OF_ONE = 0.25  # of a game's reasons may be of one kind
COMMONEST = 12  # kinds of reasons that are told
REASONED = 0.9  # of the hints with several bands have a reason for the best move
WORLDS = 10  # for what is certain, ten times as many for what is likely
FALSE = "FALSE"  # what isn't so, among what is told one by one
CHECKED, CHECKED_AGAIN, CHOSEN = 21, 22, 23  # streams of a position


class Lookup:
    """Looks propositions up in worlds of a position, drawn as they are needed."""

    def __init__(self, decision: Decision, certain: int) -> None:
        self.decision, self.certain, self.likely = decision, certain, AGAIN * certain
        self._drawn: dict[int, list[Any]] = {CHECKED: [], CHECKED_AGAIN: []}

    def fault(self, move: Move, said: Proposition) -> str:
        """How it isn't so; "" if it is."""
        try:
            return self._unlikely(move, said) if said.likely else self._untrue(move, said)
        except MISTAKES as error:
            return first_line(error)

    def is_so(self, move: Move, said: Proposition) -> bool:
        """Whether it counts as so of a move that doesn't say it: by the share alone, without a doubt in
        anybody's favour.
        """
        if said.likely and not self.fault(move, said):
            return self._many(move, said) >= LIKELY
        return not self.fault(move, said)

    def share_told(self, move: Move, said: Proposition) -> str:
        """In how many worlds something likely is so; "" for what is certain."""
        return f" ({self._many(move, said):.1%})" if said.likely else ""

    def _untrue(self, move: Move, said: Proposition) -> str:
        worlds = enumerate(self._worlds(self.certain, CHECKED))
        found = next((number for number, world in worlds if not self._holds(world, move, said)), None)
        return "" if found is None else f"not so in world {found}"

    def _unlikely(self, move: Move, said: Proposition) -> str:
        """A share of worlds has a doubt of its own: what looks false is counted again, and is false only
        where the interval says so.
        """
        if self._share(move, said, self.likely, CHECKED) >= LIKELY:
            return ""
        n, found = AGAIN * self.likely, self._many(move, said)
        return f"so in {found:.1%} of {n} worlds" if wilson(found * n, n)[1] < LIKELY else ""

    def _many(self, move: Move, said: Proposition) -> float:
        return self._share(move, said, AGAIN * self.likely, CHECKED_AGAIN)

    def _share(self, move: Move, said: Proposition, n: int, stream: int) -> float:
        return sum(self._holds(world, move, said) for world in self._worlds(n, stream)) / n

    def _holds(self, world: Any, move: Move, said: Proposition) -> bool:
        return self.decision.rules.holds(world, self.decision.seat, move, said)

    def _worlds(self, n: int, stream: int) -> Iterator[Any]:
        """One by one: most of what isn't so shows in the first."""
        drawn, decision = self._drawn[stream], self.decision
        for number in range(n):
            if number == len(drawn):
                drawn.append(
                    decision.rules.resample(decision.state, decision.seat, decision.stream(stream, number))
                )
            yield drawn[number]


def audit(job: AdviceJob) -> GameTally:
    """Every proposition of every move at some positions of a game. `asked`: `playouts` of the hint (0: all),
    `worlds` to look up in, `reference`: at how many of the positions bands are counted in more worlds;
    `unweighed`: without bands and reasons.
    """
    tally = GameTally(job.table)
    for place, decision in enumerate(met(job)):
        weighing = decision.rules.weighing(decision.view, decision.seed)
        tally.count("positions")
        if weighing is None:
            continue
        hint = _untried(decision) if job.asked.unweighed else weighing.run(job.asked.playouts)
        said = decision.rules.propositions(decision.view, hint)
        lookup = Lookup(decision, job.asked.worlds)
        tally.counts["moves"] += len(hint.estimates)
        _look_up(tally, lookup, said)
        _plant(tally, lookup, said)
        if job.asked.unweighed:
            continue
        tally.count("hints")
        reasoned = decision.rules.reasoned(decision.view, hint)
        _look_at_reasons(tally, lookup, reasoned)
        _look_at_bands(tally, "own", hint, reasoned)
        if place < job.asked.reference:
            _look_at_bands(tally, "reference", deeper(weighing, decision, decision.rules.slip), reasoned)
            _look_at_bands(tally, "beside", hint, reasoned)
    return tally


def _untried(decision: Decision) -> Hint:
    """All moves without a playout: what is said of them doesn't depend on any."""
    rows = (MoveEstimate(move, 0, 0, 0) for move in decision.legal)
    return Hint(tuple(rows), 0, decision.seed)


def _look_up(tally: GameTally, lookup: Lookup, said: Propositions) -> None:
    for move, each in _all(said):
        tally.count("propositions")
        tally.count("likely ones", each.likely)
        if fault := lookup.fault(move, each):
            tally.count("false")
            tally.note(FALSE, told(lookup.decision, move, each, fault))


def _plant(tally: GameTally, lookup: Lookup, said: Propositions) -> None:
    """What is told of another move alone isn't so of this one: whoever looks it up has to find that."""
    own = {move: {_key(each) for each in said.get(move, ())} for move in lookup.decision.legal}
    strange = [
        (move, each)
        for move in lookup.decision.legal
        for other, each in _all(said)
        if other != move and _key(each) not in own[move]
    ]
    Rng(lookup.decision.stream(CHOSEN)).shuffle(strange)
    for move, each in strange[:PLANTED]:
        tally.count("planted")
        if lookup.is_so(move, each):
            tally.note("not said, though so", told(lookup.decision, move, each))
        else:
            tally.count("caught")


def _look_at_reasons(tally: GameTally, lookup: Lookup, hint: Hint) -> None:
    """A reason tells a move from one of a worse band, what speaks against it from one of a better. What a
    move lacks isn't so of it.
    """
    for place, row in enumerate(hint.estimates):
        tally.count("mistakes", row.band == Band.MISTAKE)
        tally.count("mistakes with a word", row.band == Band.MISTAKE and bool(row.reason or row.lacks))
        if row.lacks is not None:
            tally.count("lacks")
            tally.count("lacks apart", not lookup.is_so(row.move, row.lacks))
        if row.reason is None:
            continue
        tally.count("reasons")
        tally.count(f"reason: {row.reason.code}")
        tally.count("reasons of the best", place == 0)
        tally.count(f"reason of the best: {row.reason.code}", place == 0)
        others = [other.move for other in _told_from(row, hint)]
        if any(not lookup.is_so(other, row.reason) for other in others):
            tally.count("telling reasons")
        else:
            of = ", ".join(f"{other}{lookup.share_told(other, row.reason)}" for other in others)
            tally.note("IDLE", told(lookup.decision, row.move, row.reason, f"so, too, of {of}"))


def _told_from(row: MoveEstimate, hint: Hint) -> Iterator[MoveEstimate]:
    """The moves that the reason of one has to tell it from."""
    assert row.reason is not None
    for other in hint.estimates:
        worse = other.band.rank > row.band.rank
        if other.band != Band.OPEN and other.band != row.band and worse == row.reason.good:
            yield other


def _look_at_bands(tally: GameTally, name: str, found: Hint, reasoned: Hint) -> None:
    bands = {row.band for row in found.estimates} - {Band.OPEN}
    tally.count(f"{name} hints")
    tally.count(f"{name} one band", len(bands) == 1)
    if len(bands) > 1:
        tally.count(f"{name} several bands")
        tally.count(f"{name} with a reason", reasoned.estimates[0].reason is not None)


def _all(said: Propositions) -> Iterator[tuple[Move, Proposition]]:
    return ((move, each) for move, several in said.items() for each in several)


def _key(said: Proposition) -> tuple[str, str]:
    return said.code, _params(said.params)


def _params(params: Mapping[str, Any]) -> str:
    return json.dumps(params, sort_keys=True, ensure_ascii=False, default=str)


def told(decision: Decision, move: Move, said: Proposition, fault: str = "") -> str:
    """Where it is met, and what is said there of which move."""
    likely = ", likely" if said.likely else ""
    end = f": {fault}" if fault else ""
    return f"{decision.where} seat {decision.seat}, {move}: {said.code} {_params(said.params)}{likely}{end}"


def figures(games: Sequence[GameTally]) -> Figures:
    for name in ("positions", "hints", "moves", "propositions", "likely ones"):
        yield counted(games, name)
    yield counted(games, "false", most=0)
    yield from share(games, "caught", "planted", "propositions of other moves, found not to be so")
    yield from share(games, "telling reasons", "reasons", "reasons that tell from another band", least=1)
    yield from share(games, "lacks apart", "lacks", "what only the best move has, not so of the other")
    yield from share(games, "mistakes with a word", "mistakes", "mistakes that say why")
    for name in ("own", "reference"):
        yield from share(
            games,
            f"{name} with a reason",
            f"{name} several bands",
            f"several bands ({name}) and a reason for the best",
            least=REASONED,
        )
    where = {"own": "all hints", "beside": "hints with a reference", "reference": "their references"}
    for name, those in where.items():
        yield from share(games, f"{name} one band", f"{name} hints", f"one band only: {those}")
    yield from _kinds(games, "reason: ", "reasons")
    yield from _kinds(games, "reason of the best: ", "reasons of the best")


def _kinds(games: Sequence[GameTally], prefix: str, whole: str) -> Figures:
    """How many kinds there are, and the shares of the commonest."""
    kinds = [name for name, _ in total(games).most_common() if name.startswith(prefix)]
    yield FigureLine(f"kinds of {whole}", len(kinds))
    for name in kinds[:COMMONEST]:
        yield from share(games, name, whole, name, most=MOST_OF_ONE)
