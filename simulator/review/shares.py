"""Luck and skill: what each ply of a finished game has done to the result that every seat could expect.

A ply is split in three, seat by seat, and the three make up the whole change exactly:
- luck: what chance brought at that ply, against what it brings on average (`Rules.redrawn`);
- the decision: what it leads to, against what the move of the reference policy leads to, both played on by
  the policy in the same worlds that its seat couldn't tell from the real one;
- what was unseen: the rest, which follows from what nobody who decided could know.

Sealed choices count in the order of the seats. Pure; ply by ply, so that the work can be cut anywhere.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from simulator.engine.chance import substream
from simulator.engine.game import Move, Seat, Step
from simulator.engine.record import Record, following
from simulator.engine.rules import Rules
from simulator.engine.worth import (
    ALIKE,
    Engine,
    FittedWorth,
    are_alike,
    is_deal,
    own_worths,
    played_on,
    policy_move,
    worths,
)

FEW_APART = 8  # decisions, for which a game's moves of the policy are enough in any case
SURE = 12  # redraws after which no chance was at work, if all say the same
Z = 1.96  # of 95 %
BySeat = tuple[float, ...]


class Redraws(NamedTuple):
    """How often chance is drawn anew: at each event of it, and at a deal, as there are few and much hangs on
    each; in how many worlds what a seat is going to do is looked at, and what it has done.
    """

    events: int = 32
    deals: int = 96
    worlds: int = 12
    decisions: int = 256


ENOUGH = Redraws()


class ResultPart(StrEnum):
    """Where a result comes from."""

    DEAL = "deal"
    CHANCE = "chance"
    OWN = "own"
    OTHERS = "others"
    UNSEEN = "unseen"


class PlyShare(NamedTuple):
    """What a ply (0: the first deal) has done to what each seat could expect. `seat` decided it, None at the
    deal, `apart`: otherwise than the policy would; `chance`: whether anything was drawn, then `variance` is
    that of the luck, which rests on redraws; `noise` that of the decision, which rests on worlds. `worth` is
    what each seat may expect after it.
    """

    seat: Seat | None
    apart: bool
    dealt: bool
    chance: bool
    luck: BySeat
    variance: BySeat
    decided: BySeat
    noise: BySeat
    unseen: BySeat
    worth: BySeat

    def whole(self, seat: Seat) -> float:
        """By how much a seat may expect more than before."""
        return self.luck[seat] + self.decided[seat] + self.unseen[seat]


class PartOf(NamedTuple):
    """What a part has brought a seat, half the width of its interval of 95 %, and of how many events or
    decisions that can be off it is the sum.
    """

    part: ResultPart
    points: float
    doubt: float
    events: int


# --- One ply ------------------------------------------------------------------------------------------------


def opening_share(
    engine: Engine, record: Record, first: Step, fitted: FittedWorth, redraws: Redraws
) -> PlyShare:
    """The first deal, against others of the same set-up. Where a game didn't begin with one, or its cards
    were chosen by hand, nothing was luck.
    """
    seed = substream(record.seed, 0)
    worth = own_worths(engine, first.state, fitted, seed, redraws.worlds)
    nothing = _nothing(worth)
    if record.start is not None or record.config.get("script") or not fitted.weights:
        return PlyShare(None, False, True, False, nothing, nothing, nothing, nothing, nothing, worth)
    drawn = []
    for n in range(redraws.deals):
        other = substream(seed, n)
        again = engine.begin(record.rules, record.config, other).state
        drawn.append(own_worths(engine, again, fitted, other, 1))
    means, variance = _means(drawn)
    luck = _minus(worth, means)
    return PlyShare(None, False, True, True, luck, variance, nothing, nothing, nothing, worth)


def share_of(
    engine: Engine,
    record: Record,
    ply: int,
    steps: Sequence[Step],
    known: BySeat,
    fitted: FittedWorth,
    redraws: Redraws = ENOUGH,
    apart: Mapping[int, Move] = {},
) -> PlyShare:
    """What the move at a ply has done, where each seat could expect what is `known` before it; `apart`: by
    plies, what the policy would have done otherwise.
    """
    seat, text = record.moves[ply - 1]
    before, after = steps[ply - 1 : ply + 1]
    came = own_worths(engine, after.state, fitted, substream(record.seed, ply), redraws.worlds)
    if not fitted.weights:  # points are made by whoever moves
        nothing = _nothing(came)
        return PlyShare(
            seat, True, False, False, nothing, nothing, _minus(came, known), nothing, nothing, came
        )
    expected, variance = came, _nothing(came)
    if _may_draw(engine, before.state, after.state):
        drawn = _drawn(engine, record, ply, steps, came, fitted, redraws)
        expected, variance = _means(list(drawn))
    decided = noise = _nothing(came)
    if ply in apart:
        allowed, seed = fitted.moves // max(FEW_APART, len(apart)), substream(record.seed, ply - 1)
        both = (text, str(apart[ply]))
        decided, noise = _decided(engine, before, seat, both, fitted, seed, redraws.decisions, allowed)
    # What a decision didn't do by what its seat knew, nor chance: hidden cards did.
    unseen = _minus(_minus(expected, known), decided)
    chance, luck = any(variance), _minus(came, expected)
    return PlyShare(seat, ply in apart, is_deal(after), chance, luck, variance, decided, noise, unseen, came)


def _drawn(
    engine: Engine,
    record: Record,
    ply: int,
    steps: Sequence[Step],
    came: BySeat,
    fitted: FittedWorth,
    redraws: Redraws,
) -> Iterator[BySeat]:
    """What the move at a ply leads to, had chance gone other ways; `came` where nobody sees a difference, and
    no more than a few of these where nobody ever does.
    """
    (seat, text), before, after = record.moves[ply - 1], steps[ply - 1], steps[ply]
    seen, differs = _views(engine, after.state), False
    for n in range(redraws.deals if is_deal(after) else redraws.events):
        if n == SURE and not differs:
            return
        other = substream(record.seed, ply, n)
        again = before._replace(state=engine.redrawn(before.state, other))
        state = _moved(engine, again, seat, text)
        same = _views(engine, state) == seen
        differs = differs or not same
        yield came if same else own_worths(engine, state, fitted, other, 1)


def _views(engine: Engine, state: Any) -> list[Any]:
    return [engine.view(state, seat) for seat in range(engine.players(state))]


def apart_from_policy(
    engine: Engine, record: Record, steps: Sequence[Step], fitted: FittedWorth
) -> dict[int, Move]:
    """By plies what the policy would have done, where that wasn't done."""
    found, moves = {}, record.moves[: len(steps) - 1] if fitted.weights else ()
    for ply, (seat, text) in enumerate(moves, start=1):
        move = policy_move(engine, steps[ply - 1].state, seat, fitted, substream(record.seed, ply - 1))
        if str(move) != text:
            found[ply] = move
    return found


def _decided(
    engine: Engine,
    before: Step,
    seat: Seat,
    both: tuple[str, str],
    fitted: FittedWorth,
    seed: int,
    worlds: int,
    allowed: int,
) -> tuple[BySeat, BySeat]:
    """By how much a move differs from the policy's for each seat, by what the one that decides knows: a
    function of its view. Looked at in so many worlds, or in as many as the allowed moves of the policy last
    for; with the variance that comes of that.
    """
    differences, spent = list[BySeat](), 0
    while len(differences) < worlds and (spent < allowed or len(differences) < ALIKE):
        chance = substream(seed, len(differences))
        world = before._replace(state=engine.resample(before.state, seat, chance))
        steps = [following(engine, world, seat, text)[1] for text in both]
        ends = [played_on(engine, step, seat, fitted, chance, fitted.ahead) for step in steps]
        made, other = (worths(engine, state, seat, fitted) for state, _ in ends)
        differences.append(_minus(made, other))
        spent += 2 + sum(n for _, n in ends)
        if not fitted.ahead and are_alike(differences):
            break
    return _means(differences)


def _moved(engine: Engine, before: Step, seat: Seat, text: str) -> Any:
    """The position after a move, as a record tells it."""
    return following(engine, before, seat, text)[1].state


def _may_draw(engine: Engine, before: Any, after: Any) -> bool:
    """Whether anything may have been drawn: surely not where only the generator can be drawn anew, and wasn't
    asked.
    """
    if type(engine).redrawn is not Rules.redrawn:
        return True
    return getattr(before, "chance", None) != getattr(after, "chance", None)


def _means(rows: Sequence[BySeat]) -> tuple[BySeat, BySeat]:
    """The mean of each seat, and the variance of that mean."""
    n, columns = len(rows), list(zip(*rows, strict=True))
    means = tuple(sum(column) / n for column in columns)
    squares = [
        sum((value - mean) ** 2 for value in column) for column, mean in zip(columns, means, strict=True)
    ]
    return means, tuple(square / max(1, n - 1) / n for square in squares)


def _minus(one: BySeat, other: BySeat) -> BySeat:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _nothing(worth: BySeat) -> BySeat:
    return (0.0,) * len(worth)


# --- A whole game -------------------------------------------------------------------------------------------


def shares_of(
    engine: Engine,
    record: Record,
    steps: Sequence[Step],
    fitted: FittedWorth,
    redraws: Redraws = ENOUGH,
    known: BySeat = (),
    begin: int = 0,
    apart: Mapping[int, Move] | None = None,
) -> Iterator[PlyShare]:
    """Every ply of a game in turn, the deal first; from the ply `begin` on, where those before are told and
    each seat could expect what is `known`.
    """
    if apart is None:
        apart = apart_from_policy(engine, record, steps, fitted)
    if not begin:
        share = opening_share(engine, record, steps[0], fitted, redraws)
        known = share.worth
        yield share
    for ply in range(max(1, begin), len(steps)):
        share = share_of(engine, record, ply, steps, known, fitted, redraws, apart)
        known = share.worth
        yield share


def base_of(shares: Sequence[PlyShare], seat: Seat) -> float:
    """What the seat could expect before anything was dealt."""
    return shares[0].worth[seat] - shares[0].luck[seat]


def parts_of(shares: Sequence[PlyShare], seat: Seat, fitted: FittedWorth) -> list[PartOf]:
    """Where the result of a seat comes from, beyond `base_of`: all parts together are the rest of it.

    What was unseen has no doubt of its own that could be measured: as all parts make up the result exactly,
    it is off by no more than the others together are.
    """
    points, off, counts = (
        dict.fromkeys(ResultPart, 0.0),
        dict.fromkeys(ResultPart, 0.0),
        dict.fromkeys(ResultPart, 0),
    )
    for share in shares:
        chance = ResultPart.DEAL if share.dealt else ResultPart.CHANCE
        decided = ResultPart.OWN if share.seat == seat else ResultPart.OTHERS
        points[chance] += share.luck[seat]
        points[decided] += share.decided[seat]
        points[ResultPart.UNSEEN] += share.unseen[seat]
        counts[chance] += share.chance
        counts[decided] += share.apart
        off[chance] += share.variance[seat] + share.chance * _luck_off(share, seat, fitted)
        doubt = fitted.own_doubt if decided == ResultPart.OWN else fitted.others_doubt
        off[decided] += share.noise[seat] + share.apart * doubt.variance(share.decided[seat])
    off[ResultPart.UNSEEN] = sum(off.values())
    return [PartOf(part, points[part], Z * math.sqrt(off[part]), counts[part]) for part in ResultPart]


def _luck_off(share: PlyShare, seat: Seat, fitted: FittedWorth) -> float:
    return fitted.deal_doubt**2 if share.dealt else fitted.chance_doubt.variance(share.luck[seat])
