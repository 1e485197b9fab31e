"""The sheet of «Зельеварение»: a log of plays, each with whoever's recipes were used.

How a play is written stands in `plays`, what is pointed out in `remarks`. Points and winners come from the
calculator; this module only knows what a sheet may hold.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.potions.scoring import points as calculator
from games.potions.scoring.points import (
    ASSEMBLE,
    GAME,
    SPELL,
    Boxes,
    Play,
    box_points,
    elements_on,
    is_spell,
)
from games.potions.scoring.sheet.box import (
    BadPlay,
    Setup,
    Table,
    box_sheets,
    content,
    known_boxes,
    no_play,
    table_of,
)
from games.potions.scoring.sheet.journal import LOG, JournalTally, PlayableCard, PlayTally
from games.potions.scoring.sheet.plays import (
    NUMBER,
    is_silent,
    play_of,
    raw_of,
    raw_text,
    recipe_slots,
    text_of,
)
from games.potions.scoring.sheet.remarks import copies_played, warnings
from scoring.sheets.core import (
    BOXES,
    FINISH,
    LONGEST_TEXT,
    NAME_LIMIT,
    YES,
    SheetEntry,
    State,
    TableRefused,
    TableScore,
    are_boxes,
    check_names,
    names_of_table,
    state_of,
    verdict_on,
)
from scoring.sheets.lines import PlayerScore, ScoreLine
from web.refusal import Refusal

# Lines of a card that the sheet doesn't name.
BARE = {"element_new": "sheet_element_new", "element_old": "sheet_element_old"}


class PotionsSheet:
    """See `scoring.sheets.core.SheetRules`."""

    game = "potions"
    table_form = (
        '{"players": ["Оля", "Коля"], "plays": [{"player": "Оля", "assemble": "powder_of_fate",'
        ' "used": ["Коля"]}, {"player": "Коля", "element": 1}, {"player": "Оля", "element": 2,'
        ' "card": "supreme_elixir"}, {"player": "Оля", "spell": "spell_of_knowledge"}]}'
    )
    fields: tuple[str, ...] = ()

    def choices(self, boxes: Boxes = ()) -> Sequence[PlayableCard]:
        """The cards to pick from, kind by kind."""
        game = content(boxes)
        cards = [card.id for kind in game.kinds for card in game.cards if card.kind == kind.id]
        return [choice for choice in (_choice(card, boxes) for card in cards) if choice]

    def reasons(self, boxes: Boxes) -> list[str]:
        """Why a half may be silent with these boxes; none stands twice."""
        return list(dict.fromkeys(reason for box in box_points(boxes) for reason in box.silent))

    def is_silent(self, reason: str, into: str, table: Table) -> bool:
        """Whether this reason silences a recipe that goes `into` something."""
        return is_silent(reason, into, table)

    def halves_again(self, boxes: Boxes) -> bool:
        """Whether an owner may get more than one half of a recipe."""
        return any(box.halves_again for box in box_sheets(boxes))

    @property
    def boxes(self) -> Boxes:
        """The boxes that may be on the table besides the base game."""
        return known_boxes()

    def rounds(self, seats: int) -> int:
        """One game (clause series.rounds)."""
        return 1

    def check_names(self, names: list[str]) -> Refusal | None:
        return check_names(names, GAME.players)

    def check(self, state: State, entry: SheetEntry) -> Refusal | None:
        if entry.cell == FINISH:
            return None if entry.text in ("", YES) else no_play(entry.text)
        if entry.cell == BOXES and self.boxes:
            return self._check_boxes(state, entry)
        table = table_of(state)
        setting = any(box.has_setting(entry.cell, table) for box in box_sheets(table.boxes))
        if not setting and not LOG.is_cell(entry.cell):
            return Refusal("sheet_cell", "score.record", {"text": entry.cell[:NAME_LIMIT]})
        if state.finished:
            return Refusal("sheet_finished", "series.rounds")
        if setting:
            return self._check_setting(state, entry, table)
        most = LOG.most * (1 + len(table.boxes))
        if entry.cell not in state.cells and len(state.cells) >= most:
            return Refusal("sheet_full", "components.deck", {"max": most})
        try:
            if entry.text:
                play_of(entry.text, table)
        except BadPlay as error:
            return error.refusal
        return None

    def _check_boxes(self, state: State, entry: SheetEntry) -> Refusal | None:
        """Boxes in any order, and nothing on the sheet that needs one which isn't there."""
        if state.finished:
            return Refusal("sheet_finished", "series.rounds")
        if not are_boxes(entry.text, self.boxes):
            return Refusal("sheet_boxes", "components.deck", {"text": entry.text[:NAME_LIMIT]})
        return self._check_standing(state, entry)

    def _check_setting(self, state: State, entry: SheetEntry, table: Table) -> Refusal | None:
        if len(entry.text) > LONGEST_TEXT:
            return no_play(entry.text)
        for box in box_sheets(table.boxes):
            refusal = box.check_setting(entry.cell, entry.text, table) if entry.text else None
            if refusal:
                return refusal
        return self._check_standing(state, entry)

    def _check_standing(self, state: State, entry: SheetEntry) -> Refusal | None:
        """Whether all that stands still means something when this is written."""
        after = State(state.seats, {**state.cells, entry.cell: entry})
        table = table_of(after)
        for cell, each in state.cells.items():
            if not each.text or cell in (FINISH, BOXES, entry.cell):
                continue
            if LOG.is_cell(cell):
                try:
                    play_of(each.text, table)
                except BadPlay:
                    return Refusal("sheet_in_use", "score.record", {"n": self._number(state, cell)})
            elif not any(box.has_setting(cell, table) for box in box_sheets(table.boxes)):
                return Refusal("sheet_in_use_setting", "score.record")
        return None

    def _number(self, state: State, cell: str) -> int:
        """Which play of the log stands in a cell, from 1."""
        return [there for there, _ in LOG.standing(state)].index(cell) + 1

    def tally_of(self, text: str, table: Table) -> PlayTally:
        """A play by itself, outside of any log. Raises BadPlay."""
        return _tally(0, "", SheetEntry(0, "", text), play_of(text, table), table.boxes)

    def raw(self, names: Sequence[str], play: Play) -> dict[str, Any]:
        """A play as `score_table` reads it."""
        return raw_of(names, play)

    def on_track(self, points: int) -> tuple[int, int]:
        """Where a token with so many points stands on the printed track: (lap from 0, field)."""
        return calculator.on_track(points)

    def compose(self, fields: Mapping[str, Any]) -> str:
        """`text`, or `who` (from 1), `pick` (the rest of the text) and a field `used-N` for each owner: any
        text where they get one half, else the words that say how many or why none.
        """
        if "text" in fields:
            return str(fields["text"]).replace("\r\n", "\n")
        if "pick" not in fields:
            return ""
        used = [_used(n, fields.get(f"used-{n}")) for n in range(1, GAME.players[1] + 1)]
        return " ".join([str(fields.get("who", "")), str(fields.get("pick", "")), *filter(None, used)])

    def copies_played(self, plays: Iterable[Play], boxes: Boxes = ()) -> dict[str, int]:
        """How often each card has been played by name."""
        return copies_played(plays, boxes)

    def fold(self, seats: int, entries: Iterable[SheetEntry]) -> JournalTally:
        state = state_of(seats, entries)
        table = table_of(state)
        rows = LOG.standing(state)
        plays = [play_of(entry.text, table) for _, entry in rows]
        scores = score(seats, plays, table.boxes)
        totals = tuple(each.points for each in scores)
        leaders = calculator.winners(totals) if plays else ()
        ended_by = _ended_by(plays, table.boxes)
        over = state.finished or bool(ended_by)
        return JournalTally(
            plays=tuple(
                _tally(n, cell, entry, play, table.boxes)
                for n, ((cell, entry), play) in enumerate(zip(rows, plays, strict=True), start=1)
            ),
            scores=scores,
            leaders=leaders,
            verdict=verdict_on(leaders, totals) if over else None,
            warnings=list(warnings(plays, table)),
            finished=state.finished,
            over=over,
            ended_by=ended_by,
            table=table,
        )

    def entries_of(self, rounds: Sequence[Play | Setup]) -> list[tuple[str, str]]:
        """The plays of a game, `state.history` of its engine; with boxes a `Setup` stands before them."""
        setups = [each for each in rounds if isinstance(each, Setup)]
        plays = [each for each in rounds if isinstance(each, Play)]
        told = [(BOXES, ",".join(setup.boxes)) for setup in setups if setup.boxes]
        told += [row for setup in setups for row in setup.settings.items()]
        return told + [(LOG.poured_cell(n), text_of(play)) for n, play in enumerate(plays, start=1)]

    def is_whole(self, seats: int, rounds: Sequence[Play | Setup]) -> bool:
        """A log doesn't say whether anybody still holds cards (clause series.rounds); a box may know."""
        plays = [each for each in rounds if isinstance(each, Play)]
        return bool(_ended_by(plays, self.boxes))

    def holds(self, state: State, cell: str) -> bool:
        return False

    def typed(self, names: Sequence[str], seat: int, n: int, text: str) -> tuple[str, str]:
        """«assemble powder_of_fate Коля»; «undo 2», which empties what line 2 wrote; «set boxes guild», which
        writes a cell that is no play («.2» is the seat's own).
        """
        verb, *words = text.split() or [""]
        if verb == "undo":
            numbered = len(words) == 1 and NUMBER.fullmatch(words[0])
            return LOG.poured_cell(int(words[0])) if numbered else text, ""
        if verb == "set" and words:
            return words[0].replace(".own", f".{seat + 1}"), text.split(maxsplit=2)[2] if words[1:] else ""
        named = [_typed_word(names, word) for word in (verb, *words)]
        return LOG.poured_cell(n), " ".join([str(seat + 1), *named])

    def score_table(self, data: Mapping[str, Any]) -> TableScore:
        """`{"players": ["Оля", …], "plays": […]}`; with boxes `"boxes": ["guild"]` and their `"settings"`.

        A play is `{"player": "Оля", "assemble": "powder_of_fate", "used": ["Коля"]}` (`used` if there are),
        `{"player": "Коля", "element": 1}` (with `"card"` if it is named), or `{"player": "Оля", "spell": …}`.
        """
        players, rows = data.get("players"), data.get("plays", [])
        names = names_of_table(self, players if isinstance(players, list) else [])
        for key in data:
            if key not in ("players", "plays", *(("boxes", "settings") if self.boxes else ())):
                raise TableRefused(no_play(key))
        if not isinstance(rows, list):
            raise TableRefused(no_play(str(rows)))
        table = self._raw_table(data, len(names))
        plays = [_raw_play(names, row, table) for row in rows]
        scores = score(len(names), plays, table.boxes)
        leaders = calculator.winners([each.points for each in scores])
        return TableScore(tuple(names), scores, leaders, tuple(warnings(plays, table)), table.boxes)

    def _raw_table(self, data: Mapping[str, Any], seats: int) -> Table:
        """The boxes of raw data and what they have set up. Raises TableRefused."""
        boxes, settings = data.get("boxes", []), data.get("settings", {})
        if not isinstance(boxes, list) or not isinstance(settings, dict):
            raise TableRefused(no_play("boxes"))
        cells = {BOXES: ",".join(sorted(map(str, boxes)))} if boxes else {}
        entries: list[SheetEntry] = []
        for cell, text in [*cells.items(), *settings.items()]:
            entry = SheetEntry(len(entries) + 1, cell, str(text))
            refusal = self.check(state_of(seats, entries), entry)
            if refusal is None and (cell == FINISH or LOG.is_cell(cell)):
                refusal = Refusal("sheet_cell", "score.record", {"text": cell[:NAME_LIMIT]})
            if refusal:
                raise TableRefused(refusal)
            entries.append(entry)
        return table_of(state_of(seats, entries))


def _used(n: int, value: Any) -> str:
    """The words of a form's field for the n-th player: «on», «×2», «:magema»."""
    if not value:
        return ""
    text = str(value)
    if text.startswith(":"):
        return f"{n}{text}"
    times = int(text) if NUMBER.fullmatch(text) and len(text) == 1 else 1
    return " ".join([str(n)] * times)


def _typed_word(names: Sequence[str], word: str) -> str:
    """A word of a case with seats for names: «Коля», «Коля:magema»."""
    name, mark, reason = word.partition(":")
    return f"{names.index(name) + 1}{mark}{reason}" if name in names else word


def _raw_play(names: Sequence[str], row: Any, table: Table) -> Play:
    """A play of `score_table`. Raises TableRefused, naming the player."""
    if not isinstance(row, dict):
        raise TableRefused(no_play(str(row)))
    name = row.get("player")
    if not isinstance(name, str) or name not in names:
        raise TableRefused(Refusal("sheet_nobody", "setup.players", {"text": str(name)[:NAME_LIMIT]}))
    try:
        return play_of(f"{names.index(name) + 1} {raw_text(names, row, table)}", table)
    except BadPlay as error:
        raise TableRefused(error.refusal, name) from None


# --- What it comes to -------------------------------------------------------------------------------------


def _ended_by(plays: Sequence[Play], boxes: Boxes) -> str:
    """The clause by which a play has ended the game; empty if none has."""
    return next(filter(None, (box.ended_by(plays) for box in box_sheets(boxes))), "")


def _tally(number: int, cell: str, entry: SheetEntry, play: Play, boxes: Boxes) -> PlayTally:
    gains = tuple(calculator.gains(play).items())
    return PlayTally(number, cell, entry.number, entry.text, play, gains, tuple(lines_of(play, boxes)))


def lines_of(play: Play, boxes: Boxes = ()) -> list[tuple[int, ScoreLine]]:
    """The calculator's lines of a play; those of a card that nobody named say so."""
    return [(seat, _worded(line)) for seat, line in calculator.lines_of(play, boxes)]


def _worded(line: ScoreLine) -> ScoreLine:
    named = bool(line.params.get("card"))
    return line if named else line._replace(code=BARE.get(line.code, line.code))


def score(seats: int, plays: Iterable[Play], boxes: Boxes = ()) -> tuple[PlayerScore, ...]:
    """The calculator's points of each seat with the lines of `lines_of`."""
    scores = calculator.score(seats, plays, boxes)
    return tuple(each._replace(lines=tuple(map(_worded, each.lines))) for each in scores)


def _choice(card: str, boxes: Boxes) -> PlayableCard | None:
    """How the pad offers a card; None for one that it offers otherwise."""
    entry = content(boxes).card_by_id[card]
    what = SPELL if is_spell(card) else ASSEMBLE
    choice = PlayableCard(
        card,
        entry.kind,
        what,
        entry.points,
        calculator.half(entry.points),
        len(recipe_slots(card)),
        entry.count,
        elements_on(card),
    )
    answers = [box.choice(choice) for box in box_sheets(boxes)]
    return None if None in answers else next((each for each in answers if each != choice), choice)


SHEET = PotionsSheet()
CHOICES = tuple(SHEET.choices())
