"""What the end of «Алхимики» tells: whose theories were right, what gold decided, who led before the reveal.

The course goes through the final scoring, from reputation to the Wisdom Idol, as the rules have it.
"""

from collections.abc import Iterator, Mapping, Sequence

from games.alchemists.scoring.points import gold_left
from games.alchemists.scoring.sheet.cells import OWNED
from games.alchemists.scoring.sheet.counting import player_of
from games.alchemists.scoring.sheet.reveal import GROUPS, OWN_GROUPS, RevealTally
from scoring.sheets.core import FINISH, State
from scoring.sheets.finish import PART, Finish, Highlight, Progression, ProgressStep, most_fact

RIGHT, WRONG = ("seal_right",), ("seal_wrong",)  # codes of lines


class AlchemistsFinish(Finish):
    """See `scoring.sheets.finish.Finish`."""

    def course(self, tally: RevealTally) -> Progression | None:
        if not tally.scoring:
            return None
        totals = [0] * len(tally.totals)
        steps: list[ProgressStep] = []
        for group, codes in GROUPS.items():
            brought = [_points(tally, seat, codes) for seat in range(len(totals))]
            totals = [held + gained for held, gained in zip(totals, brought, strict=True)]
            if any(brought) or not steps:
                steps.append(ProgressStep(len(steps) + 1, tuple(totals), name=group))
        return Progression(PART, (0,) * len(totals), tuple(steps))

    def standing(self, tally: RevealTally, seat: int) -> tuple[int, ...]:
        """Gold settles ties (clause series.tie)."""
        return (-tally.totals[seat], -_gold(tally)[seat])

    def own_facts(self, tally: RevealTally, state: State) -> Iterator[Highlight]:
        seats = range(len(tally.totals))
        seals = _entries(state, "seal", "theory", "truth")
        yield from _gold_decided(tally, state)
        yield from _led_before(tally, state)
        yield from most_fact("right_most", "reveal.right", _count(tally, RIGHT), seals)
        yield from most_fact("wrong_most", "reveal.wrong", _count(tally, WRONG), seals)
        reputation = {seat: tally.goods[seat].reputation for seat in seats}
        yield from most_fact(
            "reputation_most", "final.reputation", reputation, _entries(state, "rep", "reputation")
        )
        artifacts = {seat: _points(tally, seat, GROUPS["artifacts"]) for seat in seats}
        yield from most_fact("artifacts_most", "final.artifacts", artifacts, _entries(state, *OWNED))
        grants = {seat: _points(tally, seat, GROUPS["grants"]) for seat in seats}
        yield from most_fact("grants_most", "final.grants", grants, _entries(state, "grants"))
        yield from most_fact("gold_most", "final.gold", _gold(tally), _entries(state, "gold", "favours"))
        yield from _leap(tally)


def _points(tally: RevealTally, seat: int, codes: Sequence[str]) -> int:
    return sum(line.points for line in tally.scores[seat].lines if line.code in codes)


def _count(tally: RevealTally, codes: Sequence[str]) -> Mapping[int, int]:
    return {seat: sum(line.code in codes for line in score.lines) for seat, score in enumerate(tally.scores)}


def _gold(tally: RevealTally) -> Mapping[int, int]:
    return {goods.seat: gold_left(player_of(goods, tally.grants)) for goods in tally.goods}


def _entries(state: State, *kinds: str) -> tuple[int, ...]:
    """The entries of these kinds of cells in which something stands."""
    rows = state.cells.items()
    return tuple(sorted(entry.number for cell, entry in rows if entry.text and cell.split(".")[0] in kinds))


def _gold_decided(tally: RevealTally, state: State) -> Iterator[Highlight]:
    """Equal points, and one who had more gold."""
    if len(tally.winners) == 1:
        (winner,) = tally.winners
        if tally.totals.count(tally.totals[winner]) > 1:
            params = {"seat": winner, "n": _gold(tally)[winner]}
            yield Highlight("gold_decided", "series.tie", params, _entries(state, "gold", "favours"))


def _led_before(tally: RevealTally, state: State) -> Iterator[Highlight]:
    """Who was ahead until the seals were turned, and didn't win."""
    codes = [code for group in OWN_GROUPS for code in GROUPS[group]]
    certain = [_points(tally, seat, codes) for seat in range(len(tally.totals))]
    leader = certain.index(max(certain))
    if certain.count(max(certain)) == 1 and tally.winners and leader not in tally.winners:
        params = {"seat": leader, "n": certain[leader]}
        yield Highlight("led_before_reveal", "reveal.answers", params, _all_but_answers(state))


def _all_but_answers(state: State) -> tuple[int, ...]:
    kinds = {cell.split(".")[0] for cell in state.cells} - {"truth", FINISH}
    return _entries(state, *kinds)


def _leap(tally: RevealTally) -> Iterator[Highlight]:
    """The event that brought the most reputation."""
    most = max((event.amount for event in tally.events), default=0)
    found = [event for event in tally.events if event.amount == most]
    if most > 0 and len(found) == 1:
        yield Highlight("leap", "score.record", {"seat": found[0].seat, "n": most}, (found[0].entry,))
