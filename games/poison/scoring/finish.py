"""What the end of a series of Poison tells: who took the poison, who shed most, whose rounds were clean."""

from collections.abc import Iterator

from scoring.sheets.core import State
from scoring.sheets.finish import Highlight, LedgerFinish, most_fact
from scoring.sheets.ledger import LedgerTally, RoundTally


class PoisonFinish(LedgerFinish):
    """See `scoring.sheets.finish.Finish`."""

    def own_facts(self, tally: LedgerTally, state: State) -> Iterator[Highlight]:
        played = [round for round in tally.rounds if round.complete]
        if not played:
            return
        seats = range(len(tally.totals))
        poison = {seat: _taken(played, seat, "poison") for seat in seats}
        taken = {seat: sum(_taken(played, seat, field) for field in played[0].rows) for seat in seats}
        shed = {seat: sum(_shed(round, seat) for round in played) for seat in seats}
        clean = {seat: sum(not round.seats[seat].points for round in played) for seat in seats}
        rests_on = _entries(played)
        poisoned = _entries(played, "poison")
        yield from most_fact("poison_most", "score.poison", poison, poisoned)
        spared = [seat for seat, n in poison.items() if not n]
        if len(spared) == 1:
            yield Highlight("poison_none", "score.poison", {"seat": spared[0]}, tuple(poisoned))
        yield from most_fact("shed_most", "majority.shed", shed, rests_on)
        yield from most_fact("clean_rounds", "score.record", clean, rests_on)
        yield from most_fact("taken_most", "overflow.take", taken, rests_on)


def _taken(rounds: list[RoundTally], seat: int, field: str) -> int:
    return sum(round.rows[field][seat].value or 0 for round in rounds)


def _shed(round: RoundTally, seat: int) -> int:
    """The cards that a majority took off a player's hands in a round."""
    return sum(line.params["n"] for line in round.seats[seat].lines if line.code == "shed")


def _entries(rounds: list[RoundTally], field: str = "") -> list[int]:
    """The entries of these rounds, or of one row of them."""
    rows = [row for round in rounds for name, row in round.rows.items() if field in ("", name)]
    return sorted(cell.entry for row in rows for cell in row)
