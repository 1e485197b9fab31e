"""The sheet of Poison: per round the cards that each player took, counted by colour.

Points, majorities and winners come from the calculator; this module only knows what a sheet may hold.
"""

from collections.abc import Iterable, Mapping, Sequence

from games.poison.scoring import points as calculator
from scoring.sheets.core import YES, Remark, State
from scoring.sheets.ledger import Cell, Ledger, RoundTally, Table, Values, bad_number, table_of
from scoring.sheets.lines import PlayerScore
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


class PoisonSheet(Ledger):
    """A ledger with a row for each colour; besides, a cell «r1.p2.keep-red» keeps what would be shed."""

    game = "poison"
    fields = FIELDS
    table_form = '{"players": [{"name": "Оля", "red": 2, "poison": 1}, …]}'
    players: tuple[int, int] = calculator.GAME.players
    fewest_win = True  # clause series.winner

    def label(self, field: str, lang: str) -> str:
        """«Красные», «Яд»."""
        words = calculator.GAME.colour_by_id[field].forms[lang]["pl"]
        return words[:1].upper() + words[1:]

    def worth(self, field: str) -> int:
        """A potion or a poison (clauses score.potion, score.poison)."""
        return calculator.POISON_POINTS if field == "poison" else calculator.POTION_POINTS

    def supply(self, field: str) -> int:
        return copies(field)

    def rounds(self, seats: int) -> int:
        """As many rounds as players (clause series.rounds)."""
        return seats

    def has_field(self, field: str) -> bool:
        return field in (*FIELDS, *KEEP)

    def check_text(self, field: str, text: str) -> Refusal | None:
        if field in KEEP:
            return None if text in ("", YES) else bad_number(text)
        return super().check_text(field, text)

    def check_number(self, field: str, n: int) -> Refusal | None:
        """One player can't have taken more cards of a field than the deck holds."""
        if n > copies(field):
            return Refusal(
                "sheet_limit", "components.deck", {"colour": field, "n": n, "count": copies(field)}
            )
        return None

    def score(self, state: State, number: int, values: Values) -> Sequence[PlayerScore]:
        """Without the colours that somebody has yet to fill in: their majority isn't known."""
        unknown = [None] * state.seats
        known = {f: unknown if None in row and f != "poison" else row for f, row in values.items()}
        return calculator.score_round(_taken(table_of(known, state.seats)), _kept(state, number))

    def score_counted(self, table: Table) -> tuple[tuple[PlayerScore, ...], tuple[int, ...]]:
        taken = _taken(table)
        return calculator.score_round(taken), calculator.winners([calculator.Round(tuple(taken))])

    def leaders(self, state: State, played: Sequence[RoundTally]) -> tuple[int, ...]:
        return calculator.winners([_played(state, round) for round in played])

    def marks(self, scores: Sequence[PlayerScore]) -> Mapping[tuple[str, int], str]:
        return {
            (line.params["colour"], seat): line.code
            for seat, score in enumerate(scores)
            for line in score.lines
            if line.code in MARKS
        }

    def warnings(self, table: Table) -> tuple[Remark, ...]:
        return counts_warnings(_taken(table))

    def entries_of(self, rounds: Sequence[calculator.Round]) -> list[tuple[str, str]]:
        return [
            pair
            for number, played in enumerate(rounds, start=1)
            for seat, counts in enumerate(played.table)
            for pair in _seat_entries(number, seat, counts, played.kept)
        ]


SHEET = PoisonSheet()


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


def _taken(table: Table) -> list[calculator.Counts]:
    """The cards of each player, an empty cell being none."""
    return [calculator.Counts(*(row.get(field, 0) for field in FIELDS)) for row in table]


def _kept(state: State, number: int) -> list[tuple[int, str]]:
    return [
        (seat, colour)
        for seat in range(state.seats)
        for field, colour in KEEP.items()
        if state.entry(str(Cell(number, seat, field))).text == YES
    ]


def _played(state: State, round: RoundTally) -> calculator.Round:
    values = {field: [cell.value for cell in row] for field, row in round.rows.items()}
    return calculator.Round(tuple(_taken(table_of(values, state.seats))), tuple(_kept(state, round.number)))


def _seat_entries(
    number: int, seat: int, counts: calculator.Counts, kept: Iterable[tuple[int, str]]
) -> list[tuple[str, str]]:
    cells = [(field, str(n)) for field, n in zip(FIELDS, counts, strict=True)]
    cells += [(f"keep-{colour}", YES) for who, colour in kept if who == seat]
    return [(str(Cell(number, seat, field)), text) for field, text in cells]
