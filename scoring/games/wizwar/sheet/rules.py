"""What may be written into the sheet of «Маго-бой»: the rules object that pages and commands ask."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scoring.games.wizwar import points as calculator
from scoring.games.wizwar.points import GAME, ROBBED
from scoring.games.wizwar.sheet import raw, texts
from scoring.games.wizwar.sheet.course import fold
from scoring.games.wizwar.sheet.texts import Event, event_of
from scoring.games.wizwar.sheet.tracker import (
    CARRIED,
    LOG,
    Snapshot,
    TrackerTally,
)
from scoring.sheets.core import (
    FINISH,
    NAME_LIMIT,
    TEXT_LIMIT,
    YES,
    BadEntry,
    Entry,
    State,
    TableScore,
    bad_text,
    check_names,
    state_of,
)
from web.refusal import Refusal


class WizwarSheet:
    """See `scoring.sheets.core.SheetRules`."""

    game = "wizwar"
    table_form = (
        '{"players": ["Оля", "Коля"], "lives": [9, 4], "outs": ["", ""],'
        ' "chests": ["home 2", "with 1", "", ""], "events": ["hit magical 5 2:blunt", "turn"]}'
    )
    fields: tuple[str, ...] = ()

    def rounds(self, seats: int) -> int:
        """One game (clause series.rounds)."""
        return 1

    def check_names(self, names: list[str]) -> Refusal | None:
        return check_names(names, GAME.players)

    def check(self, state: State, entry: Entry) -> Refusal | None:
        try:
            if entry.cell == FINISH:
                return None if entry.text in ("", YES) else bad_text(entry.text).refusal
            _check_cell(state, entry)
            if entry.text:
                event = event_of(entry.text, state.seats)
                if not isinstance(event, texts.Die | Snapshot) and not state.entry(entry.cell).number:
                    _check_event(fold(state), event)
        except BadEntry as error:
            return error.refusal
        return None

    def compose(self, fields: Mapping[str, Any]) -> str:
        """`text`; or what the form `what` says, see `texts.composed`."""
        return str(fields["text"]) if "text" in fields else texts.composed(fields)

    def fold(self, seats: int, entries: Iterable[Entry]) -> TrackerTally:
        return fold(state_of(seats, entries))

    def entries_of(self, rounds: Sequence[Snapshot]) -> list[tuple[str, str]]:
        """A game as it stands, the last of `rounds` (`tracker.snapshot` makes one)."""
        return [(LOG.poured_cell(1), texts.text_of(rounds[-1]))] if rounds else []

    def is_whole(self, seats: int, rounds: Sequence[Snapshot]) -> bool:
        """Somebody has won, or nobody can any more."""
        if not rounds:
            return False
        last = rounds[-1]
        rests = [chest.rests for chest in last.chests]
        return bool(last.draw or calculator.judge(last.outs, last.lives, rests).clause)

    def holds(self, state: State, cell: str) -> bool:
        return False

    def typed(self, names: Sequence[str], seat: int, n: int, text: str) -> tuple[str, str]:
        """«life -3», «hit magical 5 absorb Коля:blunt», «chest a home Коля», «spell blind 4 Коля», «turn».

        Where a text names seats, names stand; one's own is left out. «undo 2» empties what line 2 wrote.
        """
        head, *words = text.split() or [""]
        if head == "undo" and len(words) == 1 and words[0].isdecimal() and len(words[0]) <= TEXT_LIMIT:
            return LOG.poured_cell(int(words[0])), ""
        seated = [_seated(names, word) for word in words]
        return LOG.poured_cell(n), " ".join([head, *_TYPED.get(head, _as_typed)(str(seat + 1), seated)])

    def score_table(self, data: Mapping[str, Any]) -> TableScore:
        """A table from its final state, from its events, or from both, see `raw.read_table`."""
        return raw.score_table(self, data)


# --- May it be written now? ---------------------------------------------------------------------------------


def _check_cell(state: State, entry: Entry) -> None:
    if not LOG.is_cell(entry.cell):
        raise BadEntry("sheet_cell", "score.record", text=entry.cell[:NAME_LIMIT])
    if state.finished:
        raise BadEntry("sheet_finished", "series.rounds")
    if entry.cell not in state.cells and len(state.cells) >= LOG.most:
        raise BadEntry("sheet_full", "score.record", max=LOG.most)


def _check_event(tally: TrackerTally, event: Event) -> None:
    """Raises BadEntry if this can't happen as the game stands."""
    if tally.verdict is not None:
        raise BadEntry("sheet_over", "series.rounds")
    for seat in _touched(event):
        if tally.outs[seat]:
            clause = "goal.robbed" if tally.outs[seat] == ROBBED else "death.out"
            raise BadEntry("sheet_out", clause, seat=seat)
    check = _CHECKS.get(type(event))
    if check:
        check(tally, event)


def _touched(event: Event) -> Sequence[int]:
    """The seats that must still be in for this to happen to them."""
    match event:
        case texts.Life() | texts.SetLife() | texts.Lose():
            return (event.seat,)
        case texts.Hit():
            return [part.seat for part in event.parts]
        case texts.Spell():
            return (event.subject,)
        case texts.ChestMove() if event.chest.where == CARRIED:
            return (event.chest.seat,)
    return ()


def _check_pass(tally: TrackerTally, event: texts.Pass) -> None:
    if event.number and event.number != tally.turn.number:
        raise BadEntry("sheet_turn_passed", "turn.order", seat=tally.turn.seat)


def _check_first(tally: TrackerTally, event: texts.First) -> None:
    if tally.turn.began:
        raise BadEntry("sheet_first_late", "setup.first")


def _check_chest(tally: TrackerTally, event: texts.ChestMove) -> None:
    for treasure, chest in enumerate(tally.chests):
        if chest == event.chest and chest.where == CARRIED and treasure != event.treasure:
            raise BadEntry("sheet_two_treasures", "treasure.one", seat=chest.seat)


def _check_lift(tally: TrackerTally, event: texts.Lift) -> None:
    if all((each.card, each.subject) != event for each in tally.effects):
        raise BadEntry("sheet_no_effect", "turn.length", seat=event.subject, card=event.card)


_CHECKS: Mapping[type, Callable[[TrackerTally, Any], None]] = {
    texts.Pass: _check_pass,
    texts.First: _check_first,
    texts.ChestMove: _check_chest,
    texts.Lift: _check_lift,
}


# --- Lines of cases -----------------------------------------------------------------------------------------


def _seated(names: Sequence[str], word: str) -> str:
    """A word with the number of a seat in place of a name; «Коля:blunt» keeps what stands behind."""
    name, colon, rest = word.partition(":")
    return f"{names.index(name) + 1}{colon}{rest}" if name in names else word


def _as_typed(own: str, words: Sequence[str]) -> Sequence[str]:
    return words


def _own_first(own: str, words: Sequence[str]) -> Sequence[str]:
    return [own, *words]


def _own_last(own: str, words: Sequence[str]) -> Sequence[str]:
    return [*words, own]


def _typed_hit(own: str, words: Sequence[str]) -> Sequence[str]:
    """«magical 5 absorb blunt Коля by Рита»: what lessens one's own part, others hit, the attacker."""
    reducers = [word for word in words[2:] if word in texts.REDUCERS]
    others = [word for word in words[2:] if word not in texts.REDUCERS]
    mine = f"{own}:{','.join(reducers)}" if reducers else own
    return [*words[:2], mine, *others]


def _typed_chest(own: str, words: Sequence[str]) -> Sequence[str]:
    return [own + "".join(words[:1]), *words[1:]]


def _typed_spell(own: str, words: Sequence[str]) -> Sequence[str]:
    """«blind 4 Коля» by oneself on another, «invisible 4» on oneself."""
    return [*words[:2], own, *(words[2:] or [own])]


_TYPED: Mapping[str, Callable[[str, Sequence[str]], Sequence[str]]] = {
    "life": _own_first,
    "set": _own_first,
    "hit": _typed_hit,
    "chest": _typed_chest,
    "lose": _own_first,
    "spell": _typed_spell,
    "lift": _own_last,
    "first": _own_last,
}
