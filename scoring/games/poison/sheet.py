"""The sheet of Poison: per round the cards that each player took, counted by colour.

Points, majorities and winners come from the calculator; this module only knows what a sheet may hold.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.games.poison import points as calculator
from scoring.sheets.core import (
    FINISH,
    LEDGER,
    NAME_LIMIT,
    YES,
    Entry,
    Remark,
    State,
    TableRefused,
    TableScore,
    check_names,
    names_of_table,
    state_of,
    verdict_on,
)
from scoring.sheets.ledger import (
    Cell,
    CellTally,
    LedgerTally,
    RoundTally,
    SeatTally,
    typed_cell,
    value_of,
)
from web.refusal import Refusal

FIELDS = calculator.Counts._fields  # red, blue, purple, poison
MARKS = {"shed", "tied", "kept"}  # codes of lines that a cell shows by itself
# A majority that its holder chose not to shed.
KEEP = {f"keep-{colour}": colour for colour in calculator.COLOURS}
PILES: int = calculator.GAME.constants["three_player_piles"]


def copies(field: str) -> int:
    """How many cards of a field the deck holds (clause components.deck)."""
    return calculator.COPIES["" if field == "poison" else field]


def most_captured(seats: int) -> int:
    """The most cards that players can have taken in a round.

    With one player fewer than piles, a pile is put aside (clause setup.three), and each cauldron that was
    opened keeps a card (clause overflow.stays); at least one was.
    """
    aside = calculator.DECK_SIZE // PILES if seats == PILES - 1 else 0
    return calculator.DECK_SIZE - aside - 1


class PoisonSheet:
    """See `scoring.sheets.ledger.LedgerRules`."""

    game = "poison"
    family = LEDGER
    table_form = '{"players": [{"name": "Оля", "red": 2, "poison": 1}, …]}'
    fields: tuple[str, ...] = FIELDS

    def worth(self, field: str) -> int:
        """A potion or a poison (clauses score.potion, score.poison)."""
        return calculator.POISON_POINTS if field == "poison" else calculator.POTION_POINTS

    def rounds(self, seats: int) -> int:
        """As many rounds as players (clause series.rounds)."""
        return seats

    def check_names(self, names: list[str]) -> Refusal | None:
        return check_names(names, calculator.GAME.players)

    def check(self, state: State, entry: Entry) -> Refusal | None:
        if entry.cell == FINISH:
            return None if entry.text in ("", YES) else _bad_number(entry.text)
        cell = Cell.parse(entry.cell)
        if cell is None or cell.seat >= state.seats or cell.field not in (*FIELDS, *KEEP):
            return Refusal("sheet_cell", "score.record", {"text": entry.cell[:NAME_LIMIT]})
        if cell.round > self.rounds(state.seats):
            return Refusal("sheet_round", "series.rounds", {"n": cell.round, "max": self.rounds(state.seats)})
        if state.finished:
            return Refusal("sheet_finished", "series.rounds")
        return _check_keep(entry.text) if cell.field in KEEP else _check_count(cell.field, entry.text)

    def compose(self, fields: Mapping[str, Any]) -> str:
        return str(fields.get("text", ""))

    def fold(self, seats: int, entries: Iterable[Entry]) -> LedgerTally:
        state = state_of(seats, entries)
        rounds: list[RoundTally] = []
        totals = (0,) * seats
        for number in range(1, self.rounds(seats) + 1):
            rounds.append(_round(state, number, totals))
            totals = tuple(seat.running for seat in rounds[-1].seats)
        played = [_played(state, round) for round in rounds if round.complete]
        leaders = calculator.winners(played) if played else ()
        complete = all(round.complete for round in rounds)
        winners = leaders if complete or state.finished else ()
        return LedgerTally(
            rounds=tuple(rounds),
            totals=totals,
            leaders=leaders,
            winners=winners,
            verdict=verdict_on(winners, totals),
            complete=complete,
            finished=state.finished,
        )

    def entries_of(self, rounds: Sequence[calculator.Round]) -> list[tuple[str, str]]:
        return [
            pair
            for number, played in enumerate(rounds, start=1)
            for seat, counts in enumerate(played.table)
            for pair in _seat_entries(number, seat, counts, played.kept)
        ]

    def is_whole(self, seats: int, rounds: Sequence[calculator.Round]) -> bool:
        return len(rounds) == self.rounds(seats)

    def holds(self, state: State, cell: str) -> bool:
        return False

    def typed(self, names: Sequence[str], seat: int, n: int, text: str) -> tuple[str, str]:
        return typed_cell(seat, text)

    def score_table(self, data: Mapping[str, Any]) -> TableScore:
        """Cards by colour for each player; a colour that isn't named is 0."""
        players = data.get("players")
        if not isinstance(players, list) or not all(isinstance(player, dict) for player in players):
            players = []
        names = names_of_table(self, [player.get("name") for player in players])
        table = [_counts(player) for player in players]
        played = calculator.Round(tuple(table))
        scores = calculator.score_round(table)
        return TableScore(tuple(names), scores, calculator.winners([played]), counts_warnings(table))


SHEET = PoisonSheet()


def _counts(player: Mapping[str, Any]) -> calculator.Counts:
    """A player's raw numbers. Raises TableRefused, naming the player."""
    name = player["name"]
    for key in player:
        if key not in ("name", *FIELDS):
            raise TableRefused(Refusal("sheet_cell", "score.record", {"text": key[:NAME_LIMIT]}), name)
    for field in FIELDS:
        n = player.get(field, 0)
        if not isinstance(n, int) or isinstance(n, bool) or n < 0:
            raise TableRefused(_bad_number(f"{n}"), name)
        refusal = check_count(field, n)
        if refusal:
            raise TableRefused(refusal, name)
    return calculator.Counts(*(player.get(field, 0) for field in FIELDS))


def counts_warnings(table: Sequence[calculator.Counts]) -> tuple[Remark, ...]:
    """What can't be right about the cards taken in a round, counted over all players."""
    found = []
    for field in FIELDS:
        n, count = sum(getattr(counts, field) for counts in table), copies(field)
        if n > count and field == "poison":
            found.append(Remark("sheet_poison", "components.deck", {"n": n, "count": count}))
        elif n > count:
            found.append(Remark("sheet_colour", "components.deck", {"colour": field, "n": n, "count": count}))
    captured, most = sum(map(sum, table)), most_captured(len(table))
    if captured > most:
        found.append(Remark("sheet_captured", "overflow.stays", {"n": captured, "max": most}))
    return tuple(found)


def check_count(field: str, n: int) -> Refusal | None:
    """One player can't have taken more cards of a field than the deck holds."""
    if n > copies(field):
        return Refusal("sheet_limit", "components.deck", {"colour": field, "n": n, "count": copies(field)})
    return None


def _bad_number(text: str) -> Refusal:
    return Refusal("sheet_number", "score.record", {"text": text[:NAME_LIMIT]})


def _check_keep(text: str) -> Refusal | None:
    return None if text in ("", YES) else _bad_number(text)


def _check_count(field: str, text: str) -> Refusal | None:
    try:
        n = value_of(text)
    except ValueError:
        return _bad_number(text)
    return None if n is None else check_count(field, n)


def _round(state: State, number: int, before: tuple[int, ...]) -> RoundTally:
    """A round with its points so far; `before` are the running totals of the rounds above."""
    seats = range(state.seats)
    entries = {field: [state.entry(str(Cell(number, seat, field))) for seat in seats] for field in FIELDS}
    values = {field: [value_of(entry.text) for entry in row] for field, row in entries.items()}
    filled = [value is not None for row in values.values() for value in row]
    scores = calculator.score_round(_certain(values, state.seats), _kept(state, number))
    marks = {
        (line.params["colour"], seat): line.code
        for seat, score in enumerate(scores)
        for line in score.lines
        if line.code in MARKS
    }

    def cell(field: str, seat: int) -> CellTally:
        entry, mark = entries[field][seat], marks.get((field, seat), "")
        return CellTally(Cell(number, seat, field), entry.text, values[field][seat], entry.number, mark)

    return RoundTally(
        number=number,
        rows={field: tuple(cell(field, seat) for seat in seats) for field in FIELDS},
        seats=tuple(
            SeatTally(score.points, score.lines, total + (score.points if all(filled) else 0))
            for score, total in zip(scores, before, strict=True)
        ),
        started=any(filled),
        complete=all(filled),
        warnings=counts_warnings(_table(values, state.seats)),
    )


Values = Mapping[str, Sequence[int | None]]


def _table(values: Values, seats: int) -> list[calculator.Counts]:
    """The cards of each player, an empty cell being none."""
    return [calculator.Counts(*(values[field][seat] or 0 for field in FIELDS)) for seat in range(seats)]


def _certain(values: Values, seats: int) -> list[calculator.Counts]:
    """The table without the colours that somebody has yet to fill in: their majority isn't known."""
    unknown = [None] * seats
    known = {field: unknown if None in row and field != "poison" else row for field, row in values.items()}
    return _table(known, seats)


def _kept(state: State, number: int) -> list[tuple[int, str]]:
    return [
        (seat, colour)
        for seat in range(state.seats)
        for field, colour in KEEP.items()
        if state.entry(str(Cell(number, seat, field))).text == YES
    ]


def _played(state: State, round: RoundTally) -> calculator.Round:
    values = {field: [cell.value for cell in row] for field, row in round.rows.items()}
    return calculator.Round(tuple(_table(values, state.seats)), tuple(_kept(state, round.number)))


def _seat_entries(
    number: int, seat: int, counts: calculator.Counts, kept: Iterable[tuple[int, str]]
) -> list[tuple[str, str]]:
    cells = [(field, str(n)) for field, n in zip(FIELDS, counts, strict=True)]
    cells += [(f"keep-{colour}", YES) for who, colour in kept if who == seat]
    return [(str(Cell(number, seat, field)), text) for field, text in cells]
