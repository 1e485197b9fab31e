"""How a round of Poison is counted, and who wins the series.

Source: the seed's «ПОДСЧЕТ ОЧКОВ» and «КОНЕЦ ИГРЫ»; rulings poison-22 to poison-30.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rulebook.content import reading
from scoring.sheets.lines import PlayerScore, ScoreLine

GAME = reading.load("poison")
POTION_POINTS: int = GAME.constants["potion_points"]
POISON_POINTS: int = GAME.constants["poison_points"]
COLOURS = tuple(dict.fromkeys(card.colour for card in GAME.cards if card.kind == "potion"))
COPIES: Mapping[str, int] = {
    colour: sum(card.count for card in GAME.cards if card.colour == colour) for colour in (*COLOURS, "")
}
DECK_SIZE = sum(COPIES.values())


class Counts(NamedTuple):
    """Cards that a player took in a round: how many of each colour and how many poisons."""

    red: int = 0
    blue: int = 0
    purple: int = 0
    poison: int = 0


Table = Sequence[Counts]
Kept = Collection[tuple[int, str]]  # (seat, colour): majorities that a player chose not to shed


class Most(NamedTuple):
    """The largest number of one colour and the seats that hold it; nobody holds a largest number of 0."""

    n: int
    seats: tuple[int, ...]

    @property
    def holder(self) -> int | None:
        """The seat that sheds: strictly more than every other (clause majority.shed)."""
        return self.seats[0] if len(self.seats) == 1 else None


def most_of(table: Table, colour: str) -> Most:
    """Who took the most cards of `colour`."""
    place = COLOURS.index(colour)
    most = max(counts[place] for counts in table)
    return Most(
        most, tuple(seat for seat, counts in enumerate(table) if counts[place] == most) if most else ()
    )


def holders(table: Table, kept: Kept = ()) -> dict[str, int | None]:
    """Who sheds each colour: its holder, unless that player chose to keep it (ruling poison-25)."""
    found = {colour: most_of(table, colour).holder for colour in COLOURS}
    return {colour: None if (seat, colour) in kept else seat for colour, seat in found.items()}


def points_of(table: Table, kept: Kept = ()) -> tuple[int, ...]:
    """The points of each seat for one round; fewer is better."""
    shedding = holders(table, kept)
    return tuple(
        POTION_POINTS * sum([n for n, c in zip(counts, COLOURS, strict=False) if shedding[c] != seat])
        + POISON_POINTS * counts.poison
        for seat, counts in enumerate(table)
    )


def points_at(table: Sequence[Sequence[int]], seat: int) -> int:
    """The points of one seat where every majority is shed: as `points_of`, at a tenth of its price."""
    own = table[seat]
    points = POISON_POINTS * own[-1]
    for place in range(len(COLOURS)):
        n = own[place]
        if n:
            for other, counts in enumerate(table):
                if counts[place] >= n and other != seat:
                    points += POTION_POINTS * n
                    break
    return points


def score_round(table: Table, kept: Kept = ()) -> tuple[PlayerScore, ...]:
    """The points of each seat for one round with their explanation; the lines add up to `points_of`."""
    most = {colour: most_of(table, colour) for colour in COLOURS}
    lines = [_lines(seat, counts, most, kept) for seat, counts in enumerate(table)]
    return tuple(PlayerScore(n, tuple(row)) for n, row in zip(points_of(table, kept), lines, strict=True))


def _lines(seat: int, counts: Counts, most: Mapping[str, Most], kept: Kept) -> list[ScoreLine]:
    lines = [
        _potion_line(seat, colour, n, most[colour], (seat, colour) in kept)
        for colour, n in zip(COLOURS, counts, strict=False)
        if n
    ]
    if counts.poison:
        lines.append(ScoreLine("poison", "score.poison", {"n": counts.poison}, counts.poison * POISON_POINTS))
    return lines


def _potion_line(seat: int, colour: str, n: int, most: Most, kept: bool) -> ScoreLine:
    params, points = {"colour": colour, "n": n}, n * POTION_POINTS
    if most.holder == seat:
        return (
            ScoreLine("kept", "majority.shed", params, points)
            if kept
            else ScoreLine("shed", "majority.shed", params, 0)
        )
    if seat in most.seats:
        return ScoreLine("tied", "majority.tie", params, points)
    return ScoreLine("potions", "score.potion", params, points)


class Round(NamedTuple):
    """A finished round: what each seat took, and which majorities were kept."""

    table: tuple[Counts, ...]
    kept: tuple[tuple[int, str], ...] = ()


def totals(rounds: Sequence[Round]) -> tuple[int, ...]:
    """Points of each seat over all rounds."""
    return tuple(map(sum, zip(*(points_of(r.table, r.kept) for r in rounds), strict=True)))


def winners(rounds: Sequence[Round], tie_break: str = "shared_win") -> tuple[int, ...]:
    """The seats with the fewest points; a tie is shared unless a house rule breaks it (ruling poison-30)."""
    sums = totals(rounds)
    best = tuple(seat for seat, points in enumerate(sums) if points == min(sums))
    if tie_break == "fewest_poison_taken":
        return _fewest(best, {seat: sum(r.table[seat].poison for r in rounds) for seat in best})
    if tie_break == "single_best_round":
        by_round = [points_of(r.table, r.kept) for r in rounds]
        return _fewest(best, {seat: min(points[seat] for points in by_round) for seat in best})
    return best


def _fewest(seats: Sequence[int], measure: Mapping[int, int]) -> tuple[int, ...]:
    least = min(measure.values())
    return tuple(seat for seat in seats if measure[seat] == least)
