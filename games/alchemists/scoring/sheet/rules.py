"""What may be written into the sheet of «Алхимики»: the rules object that pages and commands ask."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.alchemists.scoring import points as calculator
from games.alchemists.scoring.points import ARTIFACTS, GAME, GRANTS, INGREDIENTS, REASONS
from games.alchemists.scoring.sheet import played
from games.alchemists.scoring.sheet.cells import (
    AUTHORITY_FLAG,
    CONFERENCES,
    LEVELS,
    OWNED,
    RANGES,
    ROBE_FLAG,
    check_text,
    signed,
    texts,
)
from games.alchemists.scoring.sheet.counting import fold, turned_up
from games.alchemists.scoring.sheet.raw import player_rows, read_table
from games.alchemists.scoring.sheet.reveal import LOG, RevealTally
from games.alchemists.scoring.sheet.warnings import raw_warnings
from scoring.sheets.core import (
    FINISH,
    YES,
    BadEntry,
    SheetEntry,
    State,
    TableRefused,
    TableScore,
    bad_text,
    check_names,
    names_of_table,
    state_of,
)
from web.refusal import Refusal

# Lines «Оля: gold 5» of cases that write a cell of the player's own.
OWN_CELLS = (*OWNED, "grants", "spent", "level", *RANGES)


class AlchemistsSheet:
    """See `scoring.sheets.core.SheetRules`."""

    game = "alchemists"
    table_form = (
        '{"truth": {"toad": "a1"}, "theories": [{"ingredient": "toad", "alchemical": "a1",'
        ' "seals": [{"player": 0, "seal": "gold"}]}], "players": [{"name": "Оля", "reputation": 16,'
        ' "artifacts": ["magic_mirror"], "grants": [2, 1], "favours": 1, "gold": 5, "feather_kinds": 3}]}'
    )
    fields: tuple[str, ...] = ()

    def rounds(self, seats: int) -> int:
        """One game (clause series.rounds)."""
        return 1

    def check_names(self, names: list[str]) -> Refusal | None:
        return check_names(names, GAME.players)

    def check(self, state: State, entry: SheetEntry) -> Refusal | None:
        try:
            if entry.cell != FINISH:
                check_text(State(state.seats, {}), entry.cell, "")  # is there such a cell at all?
                if state.finished:
                    return Refusal("sheet_finished", "series.rounds")
                check_text(state, entry.cell, entry.text)
            elif entry.text not in ("", YES):
                raise bad_text(entry.text)
        except BadEntry as error:
            return error.refusal
        return None

    def compose(self, fields: Mapping[str, Any]) -> str:
        """`text`; or `who` (from 1), `what` (causes with amounts) and flags; or a field `pick-…` for each."""
        if "text" in fields:
            return str(fields["text"])
        if "what" in fields:
            what = str(fields["what"])
            flags = [flag for flag in (ROBE_FLAG, AUTHORITY_FLAG) if fields.get(flag)]
            tail = [word for word in what.split(" ") if word in CONFERENCES]
            head = [word for word in what.split(" ") if word not in CONFERENCES]
            return " ".join([str(fields.get("who", "")), *head, *flags, *tail])
        picked = [word for word in (*ARTIFACTS, *GRANTS) if fields.get(f"pick-{word}")]
        return " ".join(picked)

    def fold(self, seats: int, entries: Iterable[SheetEntry]) -> RevealTally:
        return fold(state_of(seats, entries))

    def entries_of(self, rounds: Sequence[Any]) -> list[tuple[str, str]]:
        """A laboratory or a game as it stands, the last of `rounds`; see `played`."""
        return list(played.entries(rounds[-1])) if rounds else []

    def is_whole(self, seats: int, rounds: Sequence[Any]) -> bool:
        """A laboratory knows nothing of gold and artifacts; a game says itself when it is over."""
        return False

    def holds(self, state: State, cell: str) -> bool:
        """A fallen theory stays until the seals written on it by hand are turned."""
        head, *args = cell.split(".")
        return head == "theory" and any(where[0] == args[0] for where, _ in texts(state, "seal"))

    def typed(self, names: Sequence[str], seat: int, n: int, text: str) -> tuple[str, str]:
        """«sale», «debunk seal_lost», «gold 5», «seal toad gold», «theory toad a1», «conflict toad fern».

        A cause without an amount has its usual one; «theory toad» takes the theory off again.
        """
        head, *rest = text.split() or [""]
        if head in OWN_CELLS:
            return f"{head}.{seat + 1}", " ".join(rest)
        if head == "seal" and len(rest) in (1, 2):
            return f"seal.{rest[0]}.{seat + 1}", "".join(rest[1:])
        if head == "tile" and rest:
            return f"tile.{rest[0]}", " ".join(rest[1:])
        if head in ("theory", "truth") and len(rest) in (1, 2):
            return f"{head}.{rest[0]}", "".join(rest[1:])
        if head == "conflict" and len(rest) == 2:
            return ".".join((head, *sorted(rest, key=_order))), YES
        if head == "set" and rest:
            level = rest[1:2] if rest[1:2] and rest[1] in LEVELS else []
            return ".".join((head, rest[0], *level)), " ".join(rest[1 + len(level) :])
        return LOG.poured_cell(n), " ".join((str(seat + 1), *_with_amounts([head, *rest])))

    def score_table(self, data: Mapping[str, Any]) -> TableScore:
        """`{"truth": {…}, "theories": […], "players": […]}`, see `table_form`; what is left out is 0."""
        try:
            rows = player_rows(data)
            names = names_of_table(self, [row.get("name") for row in rows])
            table = read_table(data, rows, names)
        except BadEntry as error:
            raise TableRefused(error.refusal) from None
        known = [turned_up(theory) for theory in table.theories]
        scores = calculator.score(table.truth, known, table.players)
        gold = [calculator.gold_left(player) for player in table.players]
        leaders = calculator.winners([score.points for score in scores], gold)
        return TableScore(tuple(names), scores, leaders, tuple(raw_warnings(table)))


def _order(ingredient: str) -> int:
    return INGREDIENTS.index(ingredient) if ingredient in INGREDIENTS else len(INGREDIENTS)


def _with_amounts(words: Sequence[str]) -> Iterator[str]:
    """The words of an event with the usual amount behind every cause that has none."""
    for n, word in enumerate(words):
        yield word
        reason = REASONS.get(word)
        after = words[n + 1] if n + 1 < len(words) else ""
        if reason and reason.amount is not None and not after.lstrip("+-").isdecimal():
            yield signed(reason.amount)
