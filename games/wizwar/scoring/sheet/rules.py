"""What may be written into the sheet of «Маго-бой»: the rules object that pages and commands ask."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.wizwar.scoring import points as calculator
from games.wizwar.scoring.points import GAME, ROBBED
from games.wizwar.scoring.sheet import own_cards, raw, texts
from games.wizwar.scoring.sheet.course import fold
from games.wizwar.scoring.sheet.texts import Event, event_of
from games.wizwar.scoring.sheet.tracker import (
    CARDS,
    CARRIED,
    LOG,
    TEAMS,
    Snapshot,
    TrackerTally,
)
from rulebook.content import reading
from scoring.sheets.core import (
    BOXES,
    FINISH,
    NAME_LIMIT,
    TEXT_LIMIT,
    YES,
    BadEntry,
    SheetEntry,
    State,
    TableScore,
    are_boxes,
    bad_text,
    boxes_in,
    boxes_named,
    check_names,
    state_of,
)
from web.refusal import Refusal


class WizwarSheet:
    """See `scoring.sheets.core.SheetRules`."""

    game = "wizwar"
    table_form = (
        '{"players": ["Оля", "Коля"], "lives": [9, 4], "outs": ["", ""],'
        ' "chests": ["home 2", "with 1", "", ""], "events": ["hit magical 5 2:blunt", "turn"],'
        ' "boxes": ["monsters"], "cards": {"figures": {"troll": {"life": 9}}}}'
    )
    fields: tuple[str, ...] = ()

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes that may be on the table besides the base game."""
        return tuple(box.id for box in reading.boxes(self.game))

    def rounds(self, seats: int) -> int:
        """One game (clause series.rounds)."""
        return 1

    def check_names(self, names: list[str]) -> Refusal | None:
        return check_names(names, GAME.players)

    def check(self, state: State, entry: SheetEntry) -> Refusal | None:
        try:
            if entry.cell == FINISH:
                return None if entry.text in ("", YES) else bad_text(entry.text).refusal
            if entry.cell in _SETTINGS:
                _SETTINGS[entry.cell](state, entry.text)
                return None
            _check_cell(state, entry)
            if entry.text:
                event = event_of(entry.text, state.seats, boxes_in(state), state.entry(CARDS).text)
                if not isinstance(event, texts.Die | Snapshot) and not state.entry(entry.cell).number:
                    _check_event(fold(state), event)
        except BadEntry as error:
            return error.refusal
        return None

    def compose(self, fields: Mapping[str, Any]) -> str:
        """`text`; or what the form `what` says, see `texts.composed`."""
        return str(fields["text"]) if "text" in fields else texts.composed(fields)

    def fold(self, seats: int, entries: Iterable[SheetEntry]) -> TrackerTally:
        return fold(state_of(seats, entries))

    def entries_of(self, rounds: Sequence[Snapshot]) -> list[tuple[str, str]]:
        """What they play with, and a game as it stands: the last of `rounds`, see `tracker.snapshot`."""
        if not rounds:
            return []
        last = rounds[-1]
        played = {BOXES: ",".join(last.boxes), CARDS: last.cards, TEAMS: YES if last.in_teams else ""}
        return [*(pair for pair in played.items() if pair[1]), (LOG.poured_cell(1), texts.text_of(last))]

    def is_whole(self, seats: int, rounds: Sequence[Snapshot]) -> bool:
        """Somebody has won, or nobody can any more."""
        if not rounds:
            return False
        last = rounds[-1]
        rests = [chest.rests for chest in last.chests]
        teams = calculator.teams_of(seats) if last.in_teams else ()
        return bool(last.draw or calculator.judge(last.outs, last.lives, rests, teams).clause)

    def holds(self, state: State, cell: str) -> bool:
        return False

    def typed(self, names: Sequence[str], seat: int, n: int, text: str) -> tuple[str, str]:
        """«life -3», «hit magical 5 absorb Коля:blunt», «chest a home Коля», «spell blind 4 Коля», «turn».

        Where a text names seats, names stand; one's own is left out. «undo 2» empties what line 2 wrote,
        «teams» says that they play in teams, «boxes monsters» which expansions are on the table, «cards …»
        which cards of its own the table has.
        """
        if text == TEAMS:
            return TEAMS, YES
        head, *words = text.split() or [""]
        if head == BOXES:
            return BOXES, " ".join(words)
        if head == CARDS:
            return CARDS, text.partition(" ")[2]
        if head == "undo" and len(words) == 1 and words[0].isdecimal() and len(words[0]) <= TEXT_LIMIT:
            return LOG.poured_cell(int(words[0])), ""
        seated = [_seated(names, word) for word in words]
        return LOG.poured_cell(n), " ".join([head, *_TYPED.get(head, _as_typed)(str(seat + 1), seated)])

    def score_table(self, data: Mapping[str, Any]) -> TableScore:
        """A table from its final state, from its events, or from both, see `raw.read_table`."""
        return raw.score_table(self, data)


# --- May it be written now? ---------------------------------------------------------------------------------


def _check_boxes(state: State, text: str) -> None:
    """Boxes in any order, and no event on the sheet that means nothing without one."""
    _check_open(state)
    if not are_boxes(text, [box.id for box in reading.boxes(GAME.id)]):
        raise BadEntry("sheet_boxes", "components.deck", text=text[:NAME_LIMIT])
    _check_log(state, boxes_named(text), state.entry(CARDS).text)


def _check_cards(state: State, text: str) -> None:
    """Cards that can be, and no event on the sheet that means nothing without others."""
    _check_open(state)
    own_cards.read(text)
    _check_log(state, boxes_in(state), text)


def _check_log(state: State, boxes: tuple[str, ...], own: str) -> None:
    """Whether all events of the sheet mean something with other boxes and cards."""
    for n, (_, entry) in enumerate(LOG.standing(state), start=1):
        try:
            event_of(entry.text, state.seats, boxes, own)
        except BadEntry:
            raise BadEntry("sheet_in_use", "score.record", n=n) from None


def _check_teams(state: State, text: str) -> None:
    """Teams are for so many players, and are agreed upon before anything has happened."""
    _check_open(state)
    if text not in ("", YES):
        raise bad_text(text)
    if text and not calculator.may_team_up(state.seats):
        raise BadEntry("sheet_teams", "teams.four", n=state.seats)
    if LOG.standing(state):
        raise BadEntry("sheet_teams_late", "teams.win")


def _check_open(state: State) -> None:
    if state.finished:
        raise BadEntry("sheet_finished", "series.rounds")


_SETTINGS: Mapping[str, Callable[[State, str], None]] = {
    BOXES: _check_boxes,
    CARDS: _check_cards,
    TEAMS: _check_teams,
}


def _check_cell(state: State, entry: SheetEntry) -> None:
    if not LOG.is_cell(entry.cell):
        raise BadEntry("sheet_cell", "score.record", text=entry.cell[:NAME_LIMIT])
    _check_open(state)
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
        case texts.Life() | texts.SetLife() | texts.Lose() | texts.Create() | texts.Wish():
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


def _check_creature(tally: TrackerTally, event: texts.OfCreature) -> None:
    seat, card, _ = event.creature
    if all(monster[:3] != event.creature for monster in tally.monsters):
        clause = "monsters.death" if tally.outs[seat] else "monsters.live"
        raise BadEntry("sheet_no_monster", clause, card=card, seat=seat)


def _check_wound(tally: TrackerTally, event: texts.Wound) -> None:
    _check_creature(tally, event)
    (monster,) = (each for each in tally.monsters if each[:3] == event.creature)
    if monster.life + event.n > monster.most:
        raise BadEntry("sheet_monster_full", "monsters.live", card=monster.card, max=monster.most)


_CHECKS: Mapping[type, Callable[[TrackerTally, Any], None]] = {
    texts.Pass: _check_pass,
    texts.First: _check_first,
    texts.ChestMove: _check_chest,
    texts.Lift: _check_lift,
    texts.Wound: _check_wound,
    texts.UpkeepPaid: _check_creature,
    texts.Gone: _check_creature,
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
    "monster": _own_last,
    "wish": _own_last,
}
