"""What «Гильдия Алхимиков» shows on the journal's pages: Sequences, stages to tap, who drew what."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.potions.rulebook.boxes.guild import sequences
from games.potions.scoring.box_board import BoxPresenter, Key
from games.potions.scoring.boxes.guild.points import (
    BY_ELIXIR,
    BY_MAGEMA,
    COLUMNS,
    STAGE,
    STAGE_POINTS,
    STAGES,
    STONE,
)
from games.potions.scoring.boxes.guild.sheet import (
    OWN_COLUMNS,
    SEQUENCE,
    SEQUENCE_CARDS,
    column_of,
    laid,
    sequence_cell,
    sequence_of,
)
from games.potions.scoring.points import half
from rulebook.drawing.icons import kind_icon
from rulebook.drawing.piece_cards import ROMAN


class ColumnStage(NamedTuple):
    """A stage of a column: `state` is laid, skipped, next, or empty; `name` of its card, if it is known."""

    number: int
    name: str
    icon: str
    points: int
    half: int
    text: str
    title: str
    state: str

    @property
    def is_stone(self) -> bool:
        return self.number == STAGES

    @property
    def words(self) -> str:
        """«этап 3: «Порошок Атраментум», +4, положен»."""
        states = {"laid": gettext("положен"), "skipped": gettext("пропущен"), "next": gettext("следующий")}
        said = gettext("этап %(n)s") % {"n": self.number}
        parts = [f"+{self.points}", *filter(None, [states.get(self.state, "")])]
        return f"{said}{': ' if self.name else ''}{self.name}, {', '.join(parts)}"


class Track(NamedTuple):
    """A column as a track of steps."""

    column: int
    steps: list[ColumnStage]

    @property
    def roman(self) -> str:
        """The number above the column on its card."""
        return ROMAN[self.column]

    @property
    def done(self) -> int:
        """How many stages lie in it."""
        return sum(step.state == "laid" for step in self.steps)

    @property
    def following(self) -> ColumnStage | None:
        """The stage that fits next."""
        return next((step for step in self.steps if step.state == "next"), None)


class Work(NamedTuple):
    """A player's three columns, and the Sequence card they come from: its id and name, empty if unknown."""

    seat: int
    sign: str
    name: str
    card: str
    card_name: str
    tracks: list[Track]

    @property
    def place(self) -> int:
        return self.seat + 1

    @property
    def cell(self) -> str:
        """Where the sheet notes the card."""
        return sequence_cell(self.seat)

    @property
    def begun(self) -> bool:
        return bool(self.card) or any(track.done for track in self.tracks)


class GuildPresenter(BoxPresenter):
    """See `BoxPresenter`."""

    box = "guild"
    css = "potions-guild/sheet.css"
    live = "scoring/potions/guild/_live.html"
    keys = "scoring/potions/guild/_keys.html"
    steps = "scoring/potions/guild/_steps.html"
    options = "scoring/potions/guild/_options.html"
    setup = "scoring/potions/guild/_setup.html"
    asks = {STAGE: "guild.sequence.half"}

    @property
    def groups(self) -> dict[str, str]:
        return {"stage": gettext("этапы"), "stone": gettext("Философский Камень")}

    @cached_property
    def works(self) -> list[Work]:
        """Everybody's Sequences, by seat."""
        found = laid([row.play for row in self.board.tally.plays])
        return [self._work(seat, found) for seat in range(self.table.seats)]

    def _work(self, seat: int, found: dict[tuple[int, int], list[int]]) -> Work:
        card = sequence_of(self.table, seat)
        tracks = [
            self._track(seat, column, found.get((seat, column), [])) for column in range(1, COLUMNS + 1)
        ]
        name = self.card_name(card.id) if card else ""
        return Work(
            seat, self.board.signs[seat], self.board.names[seat], card.id if card else "", name, tracks
        )

    def _track(self, seat: int, column: int, stages: Sequence[int]) -> Track:
        printed = column_of(self.table, seat, column)
        points = printed.points if printed else STAGE_POINTS
        last = max(stages, default=0)
        steps = []
        for number in range(1, STAGES + 1):
            card = printed.stages[number - 1] if printed else ""
            state = "laid" if number in stages else "skipped" if number < last else ""
            state = "next" if not state and number == last + 1 else state
            place = f"{column}" if number == STAGES else f"{column} {number}"
            text = " ".join(filter(None, (STONE if number == STAGES else STAGE, place, card)))
            steps.append(
                ColumnStage(
                    number,
                    self._name(card),
                    self._icon(card, number),
                    points[number - 1],
                    half(points[number - 1]),
                    text,
                    self._title(column, number, card),
                    state,
                )
            )
        return Track(column, steps)

    def _name(self, card: str) -> str:
        return self.board.game.card_by_id[card].name.in_(self.board.lang) if card else ""

    def _icon(self, card: str, number: int) -> str:
        if number == STAGES:
            return kind_icon("philosophers_stone")
        return kind_icon(self.board.game.card_by_id[card].kind) if card else "sequence"

    def _title(self, column: int, number: int, card: str) -> str:
        """«этап 3 столбца I: «Порошок Атраментум»»; a Stone is called by its name."""
        short = self.board.game.card_by_id[card].short.in_(self.board.lang) if card else ""
        if number == STAGES:
            said = {"stone": short or gettext("Философский Камень"), "column": ROMAN[column]}
            return gettext("%(stone)s в столбец %(column)s") % said
        words = gettext("этап %(n)s столбца %(column)s") % {"n": number, "column": ROMAN[column]}
        return f"{words}{': ' if short else ''}{short}"

    def title(self, play: Any) -> tuple[str, str] | None:
        if play.kind not in (STAGE, STONE):
            return None
        column, number = play.place
        return self._title(column, number, play.card), self._icon(play.card, number)

    def picks(self) -> list[Key]:
        found = {
            step.text: Key(step.text, step.title, step.points)
            for work in self.works
            for track in work.tracks
            for step in track.steps
        }
        return list(found.values())

    @property
    def cards(self) -> list[tuple[str, str]]:
        """The Sequence cards: id and name."""
        return [(card, self.card_name(card)) for card in SEQUENCE_CARDS]

    def card_name(self, card: str) -> str:
        return sequences.name(card).in_(self.board.lang)

    @property
    def own_columns(self) -> str:
        """The table's own columns as they were entered."""
        return str(self.table.settings.get(OWN_COLUMNS, ""))

    @property
    def columns_shown(self) -> str:
        """What the form for own columns begins with: those of the table, else the reconstruction."""
        return self.own_columns or sequences.text_of(sequences.cards(), self.board.lang)

    @property
    def bases(self) -> list[tuple[Work, int]]:
        """Everybody's Sequences with the entry that names the card."""
        return [(work, self.board.base(work.cell)) for work in self.works]

    @property
    def columns_base(self) -> int:
        return self.board.base(OWN_COLUMNS)

    def setting(self, cell: str) -> str:
        found = SEQUENCE.fullmatch(cell)
        if found and int(found[1]) <= self.table.seats:
            name = self.board.names[int(found[1]) - 1]
            return gettext("Карта Последовательности: %(name)s") % {"name": name}
        return gettext("Свои столбцы Последовательностей") if cell == OWN_COLUMNS else ""

    def said(self, text: str) -> str:
        if text in SEQUENCE_CARDS:
            return self.card_name(text)
        return gettext("свои столбцы") if "\n" in text else ""

    def reason(self, reason: str) -> str:
        return {
            BY_MAGEMA: gettext("без половины, рецепт с магемой"),
            BY_ELIXIR: gettext("без половины, это Эликсир универсальности"),
        }.get(reason, "")


BOARD = GuildPresenter
