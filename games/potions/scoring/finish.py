"""What the end of «Зельеварение» tells: the dearest card, who assembled, who lived on others' work."""

from collections import Counter
from collections.abc import Iterable, Iterator

from games.potions.scoring.points import ELEMENT, SPELL
from games.potions.scoring.sheet.journal import JournalTally, PlayTally
from scoring.sheets.core import State
from scoring.sheets.finish import ENTRY, Finish, Highlight, Progression, ProgressStep, most_fact
from scoring.sheets.lines import ScoreLine

ASSEMBLED, HALF = "assembled", "half"  # codes of lines


class PotionsFinish(Finish):
    """See `scoring.sheets.finish.Finish`. The course goes from play to play."""

    def course(self, tally: JournalTally) -> Progression | None:
        totals = [0] * len(tally.totals)
        steps = []
        for play in tally.plays:
            for seat, points in play.gains:
                totals[seat] += points
            steps.append(ProgressStep(play.number, tuple(totals), (play.entry,)))
        return Progression(ENTRY, (0,) * len(totals), tuple(steps)) if steps else None

    def own_facts(self, tally: JournalTally, state: State) -> Iterator[Highlight]:
        yield from _dearest(tally.plays)
        lines = [(play, seat, line) for play in tally.plays for seat, line in play.lines]
        halves = [each for each in lines if each[2].code.startswith(HALF)]
        yield from _most("halves_most", "assemble.half", ((p, s, line.points) for p, s, line in halves))
        made = [each for each in lines if each[2].code == ASSEMBLED]
        yield from _most("assembled_most", "assemble.points", ((p, s, 1) for p, s, _ in made))
        laid = [each for each in lines if each[0].play.kind == ELEMENT]
        yield from _most("elements_most", "element.new", ((p, s, line.points) for p, s, line in laid))
        cast = [play for play in tally.plays if play.play.kind == SPELL]
        yield from _most("spells_most", "spell.play", ((play, play.play.seat, 1) for play in cast))


def _dearest(plays: Iterable[PlayTally]) -> Iterator[Highlight]:
    """The card that brought its player the most, while no other brought as much."""
    gains = [(_own(play), play) for play in plays]
    most = max((line.points for line, _ in gains if line), default=0)
    found = [(line, play) for line, play in gains if line and line.points == most]
    if most > 0 and len(found) == 1 and found[0][1].play.card:
        line, play = found[0]
        params = {"seat": play.play.seat, "card": play.play.card, "n": most}
        yield Highlight("dearest", line.clause, params, (play.entry,))


def _own(play: PlayTally) -> ScoreLine | None:
    """The first line of the one who played; a spell has none."""
    return next((line for seat, line in play.lines if seat == play.play.seat), None)


def _most(code: str, clause: str, counted: Iterable[tuple[PlayTally, int, int]]) -> list[Highlight]:
    rows = list(counted)
    sums: Counter[int] = Counter()
    for _, seat, n in rows:
        sums[seat] += n
    return most_fact(code, clause, sums, [play.entry for play, _, _ in rows])
