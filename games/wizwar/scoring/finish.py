"""What the end of «Маго-бой» tells: the hardest blow, who lost the most, who fell first, who carried chests.

A game is won by treasures or by outliving the others; lives are no points, so nobody leads by them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.wizwar.scoring.points import IN, SOUL_FLOOR, START_LIFE, STATE_LINES, WON
from games.wizwar.scoring.sheet.tracker import EventTally, TrackerTally
from scoring.sheets.core import State
from scoring.sheets.finish import ROUND, FinalPlace, Finish, Highlight, Progression, ProgressStep, most_fact
from scoring.sheets.lines import ScoreLine

HIT, CHEST_HOME, ATTACKER = "hit", "sheet_chest_home", "sheet_attacker"
BROUGHT = "table"  # a game from elsewhere: how it stands, not how it came to that
LEFT = ("killed", "robbed")  # codes of events that put somebody out


class WizwarFinish(Finish):
    """See `scoring.sheets.finish.Finish`. The course are lives, round by round."""

    def course(self, tally: TrackerTally) -> Progression | None:
        lives = [START_LIFE] * len(tally.totals)
        by_round: dict[int, ProgressStep] = {}
        for event in tally.events:
            for seat, change in event.changes:
                lives[seat] += change
            number = _round_of(event)
            entries = by_round[number].entries if number in by_round else ()
            by_round[number] = ProgressStep(number, tuple(lives), (*entries, event.entry))
        steps = tuple(by_round[number] for number in sorted(by_round))
        return Progression(ROUND, (START_LIFE,) * len(lives), steps) if steps else None

    def places(self, tally: TrackerTally) -> list[FinalPlace]:
        """The winner, the team that has won, or those who share a draw; of the others the rules only say how
        they ended.
        """
        lost = [seat for seat in range(len(tally.totals)) if seat not in tally.winners]
        lost.sort(key=lambda seat: tally.outs[seat] != IN)
        one = len(tally.winners) == 1 or tally.team_won
        won = [
            FinalPlace(1, tuple(tally.winners), None, True, _end(tally, tally.winners[0]) if one else None)
        ]
        others = [FinalPlace(0, (seat,), None, False, _end(tally, seat)) for seat in lost]
        return [*(won if tally.winners else ()), *others] if tally.events else []

    def facts(self, tally: TrackerTally, state: State) -> list[Highlight]:
        return list(self.own_facts(tally, state))

    def own_facts(self, tally: TrackerTally, state: State) -> Iterator[Highlight]:
        yield from _close(tally)
        if any(event.what == BROUGHT for event in tally.events):
            return
        hits = [event for event in tally.events if event.what == HIT]
        yield from _hardest(hits)
        yield from _first_out(tally)
        yield from _changes("lost_most", "fight.life", tally, -1)
        yield from _changes("gained_most", "setup.life", tally, 1)
        yield from _untouched(tally)
        attacks = [(event, _attacker(event)) for event in hits]
        known = Counter(seat for _, seat in attacks if seat is not None)
        rests_on = [event.entry for event, seat in attacks if seat is not None]
        yield from most_fact("attacks_most", "fight.loot", known, rests_on)
        brought = [event for event in tally.events if event.head.remark.code == CHEST_HOME]
        homes = Counter(event.head.remark.params["seat"] for event in brought)
        yield from most_fact("chests_most", "goal.treasures", homes, [each.entry for each in brought])


def _round_of(event: EventTally) -> int:
    """A game that was brought is drawn in its own round, wherever the sheet was then."""
    return int(event.head.remark.params["n"]) if event.what == BROUGHT else event.round


def _end(tally: TrackerTally, seat: int) -> ScoreLine | None:
    """How the game ended for somebody, as the reasons of their lives say it; nothing where nobody has won."""
    ends = {code for code, _ in (*STATE_LINES.values(), *((code, "") for code in WON.values()))}
    return next((line for line in reversed(tally.scores[seat].lines) if line.code in ends), None)


def _hardest(hits: Sequence[EventTally]) -> Iterator[Highlight]:
    """The blow that cost one wizard the most."""
    losses = [(-change, seat, event) for event in hits for seat, change in event.changes if change < 0]
    most = max((n for n, _, _ in losses), default=0)
    found = [each for each in losses if each[0] == most]
    if len(found) == 1:
        n, seat, event = found[0]
        yield Highlight("hardest", "fight.life", {"seat": seat, "n": n}, (event.entry,))


def _first_out(tally: TrackerTally) -> Iterator[Highlight]:
    """Who was out before all others; a duel has only one who could be."""
    if len(tally.outs) < 3:
        return
    for event in tally.events:
        gone = [note.remark for note in event.notes if note.remark.code in LEFT]
        if len(gone) == 1:
            params = {"seat": gone[0].params["seat"], "n": event.round}
            yield Highlight("first_out", gone[0].clause, params, (event.entry,))
        if gone:
            return


def _close(tally: TrackerTally) -> Iterator[Highlight]:
    """A win by the skin of one's teeth."""
    if len(tally.winners) == 1 and 0 < tally.totals[tally.winners[0]] <= SOUL_FLOOR:
        seat = tally.winners[0]
        yield Highlight("close_win", "series.winner", {"seat": seat, "n": tally.totals[seat]}, _all(tally))


def _changes(code: str, clause: str, tally: TrackerTally, sign: int) -> list[Highlight]:
    """Who lost, or gained, the most lives over the game."""
    sums: Counter[int] = Counter()
    for event in tally.events:
        for seat, change in event.changes:
            sums[seat] += max(0, sign * change)
    changed = [event.entry for event in tally.events if event.changes]
    return most_fact(code, clause, sums, changed)


def _untouched(tally: TrackerTally) -> Iterator[Highlight]:
    """Who alone never lost a life."""
    hurt = {seat for event in tally.events for seat, change in event.changes if change < 0}
    spared = [seat for seat in range(len(tally.outs)) if seat not in hurt]
    if len(spared) == 1:
        yield Highlight("untouched", "fight.life", {"seat": spared[0]}, _all(tally))


def _attacker(event: EventTally) -> int | None:
    codes = {note.remark.code: note.remark.params for note in event.notes}
    return codes[ATTACKER]["seat"] if ATTACKER in codes else None


def _all(tally: TrackerTally) -> tuple[int, ...]:
    return tuple(event.entry for event in tally.events)
