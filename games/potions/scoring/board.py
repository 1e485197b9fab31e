"""The journal as its pages show it: the log of plays, points with their reasons, the printed track."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext, ngettext

from games.potions.scoring.box_board import BoxPresenter, Key, box_boards
from games.potions.scoring.points import ASSEMBLE
from games.potions.scoring.sheet import track
from games.potions.scoring.sheet.holders import Holders
from games.potions.scoring.sheet.journal import LOG, JournalTally, PlayableCard, PlayTally
from games.potions.scoring.sheet.plays import recipe_slots
from rulebook.content import reading
from rulebook.content.entries import Card
from rulebook.drawing.icons import kind_icon
from rulebook.wording.sentences import with_minus
from scoring.boards.core import Points, Sentence, SheetPresenter
from scoring.sheets.core import BOXES

GREAT = "great"  # the tab of cards that carry several elements


class Gain(NamedTuple):
    """What a play brought one player, and whether they got it as half of somebody’s points."""

    seat: int
    name: str
    n: int
    is_half: bool

    @property
    def said(self) -> str:
        """«+2», «−5»."""
        return signed(self.n)


@dataclass(frozen=True)
class PlayRow:
    """A play of the log: `title` says what was played, `gains` who got what, the player's own first;
    `silent` who got nothing for a used recipe, and why.
    """

    tally: PlayTally
    name: str
    title: str
    icon: str
    gains: list[Gain]
    lines: list[Sentence]
    silent: list[str]

    @property
    def number(self) -> int:
        return self.tally.number

    @property
    def seat(self) -> int:
        return self.tally.play.seat

    @property
    def others(self) -> list[Gain]:
        return [gain for gain in self.gains if gain.seat != self.seat]

    @property
    def points(self) -> int:
        """What the player got."""
        return sum(gain.n for gain in self.gains if gain.seat == self.seat)


class WhyLine(NamedTuple):
    """A line of an explanation, and the number of the play it comes from."""

    sentence: Sentence
    play: int


@dataclass(frozen=True)
class PointsReasons:
    """Where a player's points come from: `parts` sums up (what for, points), `lines` tell each."""

    seat: int
    name: str
    n: int
    parts: list[tuple[str, int]]
    lines: list[WhyLine]

    @property
    def place(self) -> int:
        return self.seat + 1


class TrackToken(NamedTuple):
    """A player's token on the track: drawn at `spot`, said in `words`."""

    spot: track.PlayerToken
    sign: str
    name: str
    words: str

    @property
    def place(self) -> int:
        return self.spot.seat + 1


class Standing(NamedTuple):
    """A player's line in the list of points: the number, the token, the reasons."""

    point: Points
    token: TrackToken
    why: PointsReasons


class Pick(NamedTuple):
    """A card to pick: `left` of its copies haven't been played; `short` is its name in a sentence, `ask`
    what is asked of owners where it isn't the usual, and `clause` what that rests on.
    """

    choice: PlayableCard
    name: str
    short: str
    left: int
    ask: str = ""
    clause: str = ""

    @property
    def text(self) -> str:
        """What the entry says behind the player."""
        return f"{self.choice.what} {self.choice.card}"

    @property
    def slots(self) -> list[str]:
        """The ingredients that come from tables."""
        return recipe_slots(self.choice.card) if self.choice.what == ASSEMBLE else []


class ElementOption(NamedTuple):
    """A card laid as an element: what the entry says behind the player, and its `title` in the log.

    `card` and its `name` are empty where the sheet doesn't name the card.
    """

    text: str
    card: str
    name: str
    title: str
    points: int


class Tab(NamedTuple):
    """Cards that are picked from one list."""

    id: str
    name: str
    icon: str
    picks: list[Pick]


class PotionsPresenter(SheetPresenter):
    """The whole sheet for its pages, in one language."""

    tally: JournalTally

    @cached_property
    def parts(self) -> list[BoxPresenter]:
        """What the boxes on the table add."""
        return [part(self) for part in box_boards(self.tally.table.boxes)]

    @property
    def setup_version(self) -> str:
        """Tells pages that were made for another set-up: the entries that count for it."""
        cells = {
            cell: n
            for n, cell, _ in self.entries
            if cell == BOXES or any(p.setting(cell) for p in self.parts)
        }
        return ".".join(str(n) for n in cells.values())

    @property
    def progress(self) -> str:
        n = len(self.tally.plays)
        return ngettext("%(n)s запись", "%(n)s записей", n) % {"n": n}

    @property
    def how_far(self) -> str:
        return gettext("В счёте %(so_far)s") % {"so_far": self.progress}

    @cached_property
    def warnings(self) -> list[Sentence]:
        return [self.sentence("warning", remark) for remark in self.tally.warnings]

    @cached_property
    def plays(self) -> list[PlayRow]:
        """The log in the order of play."""
        return [self._row(tally) for tally in self.tally.plays]

    @cached_property
    def whys(self) -> list[PointsReasons]:
        return [self._why(point) for point in self.totals]

    @cached_property
    def tokens(self) -> list[TrackToken]:
        """Everybody's token, by seat."""
        places = [self.sheet.rules.on_track(point.n) for point in self.totals]
        return [
            TrackToken(spot, self.signs[spot.seat], self.names[spot.seat], _place_words(spot.lap, spot.field))
            for spot in track.tokens(places)
        ]

    @property
    def standings(self) -> list[Standing]:
        """Everybody's points with token and reasons, by seat."""
        return [Standing(*row) for row in zip(self.totals, self.tokens, self.whys, strict=True)]

    @property
    def track_view(self) -> str:
        """The viewBox of the track: with a strip above it while somebody hasn't started."""
        above = track.STRIP if any(token.spot.field == 0 for token in self.tokens) else 0
        return f"-1 {-above - 1} {track.WIDTH + 2} {track.HEIGHT + above + 2}"

    @property
    def fields(self) -> Sequence[track.TrackSquare]:
        return track.FIELDS

    @cached_property
    def tabs(self) -> list[Tab]:
        """The cards to pick from: a tab for each kind, and one for the great cards."""
        boxes = self.tally.table.boxes
        played = self.sheet.rules.copies_played((tally.play for tally in self.tally.plays), boxes)
        tabs = []
        for tab_id, choices in groupby(self.sheet.rules.choices(boxes), key=_tab_of):
            picks = [self._pick(choice, choice.copies - played[choice.card]) for choice in choices]
            name = (
                gettext("великие карты")
                if tab_id == GREAT
                else self.game.kind_by_id[tab_id].plural.in_(self.lang)
            )
            tabs.append(Tab(tab_id, name, kind_icon(picks[-1].choice.kind), picks))
        return tabs

    @property
    def picks(self) -> list[Pick]:
        return [pick for tab in self.tabs for pick in tab.picks]

    @property
    def great(self) -> list[Pick]:
        """The cards that carry several elements."""
        return [pick for pick in self.picks if pick.choice.elements > 1]

    @cached_property
    def element_options(self) -> list[ElementOption]:
        """A card that nobody names: its element was new, or was there."""
        return [self._element_option("", n) for n in (1, 0)]

    @cached_property
    def great_options(self) -> list[ElementOption]:
        """All that these cards may bring as elements."""
        return [
            self._element_option(pick.choice.card, n)
            for pick in self.great
            for n in range(pick.choice.elements, -1, -1)
        ]

    @property
    def marks(self) -> list[tuple[str, str, str]]:
        """How an owner is paid: as forms write it, in words, and what it doesn't go with. Not used, one half,
        two, or none for a reason.
        """
        rules, table = self.sheet.rules, self.tally.table
        more = [("2", gettext("две половины"), "stage")] if rules.halves_again(table.boxes) else []
        silent = [
            (f":{reason}", self._reason(reason), "" if rules.is_silent(reason, "stage", table) else "stage")
            for reason in rules.reasons(table.boxes)
        ]
        return [("", gettext("не брали"), ""), ("1", gettext("половина"), ""), *more, *silent]

    @property
    def asked_clauses(self) -> list[str]:
        """What the questions to owners rest on, the usual one first."""
        return ["assemble.half", *(clause for part in self.parts for clause in part.asks.values())]

    @property
    def keys(self) -> list[Key]:
        """What boxes offer to play besides cards of the lists."""
        return [key for part in self.parts for key in part.picks()]

    @property
    def great_points(self) -> str:
        """«0–3»: what such a card may bring."""
        points = [option.points for option in self.great_options]
        return f"{min(points)}–{max(points)}"

    @property
    def played_out(self) -> str:
        """«love_potion:0 dragon:-1»: copies left of the cards that have been played by name."""
        rows = [(p.choice.card, p.left) for p in self.picks if p.left != p.choice.copies]
        return " ".join(f"{card}:{left}" for card, left in rows)

    @property
    def holders(self) -> str:
        """«powder_of_control:2! dragon:13,»: who may have what goes into a card, by ingredient, and where
        nobody else has (`!`); empty where the log doesn't tell.
        """
        holders = Holders([tally.play for tally in self.tally.plays], self.tally.table)
        if not holders.known:
            return ""
        cards = {p.choice.card: p.slots for p in self.picks if p.slots}
        said = {
            slot: "".join(str(seat + 1) for seat in holders.of(slot)) + "!" * holders.only(slot)
            for slots in cards.values()
            for slot in slots
        }
        return " ".join(f"{card}:{','.join(said[slot] for slot in slots)}" for card, slots in cards.items())

    @property
    def next_seat(self) -> int:
        """Who should play now, from 1: clockwise, but after a spell the same player may go on."""
        if not self.tally.plays:
            return (self.first or 0) + 1
        last = self.tally.plays[-1].play
        same = last.kind == "spell"
        return (last.seat + (0 if same else 1)) % len(self.names) + 1

    @property
    def first_question(self) -> str:
        return gettext("Кто ходит первым?")

    @property
    def first_help(self) -> str:
        return gettext("Первого выбирает жребий, дальше ходят по часовой стрелке.")

    @property
    def first_said(self) -> str:
        return gettext("ходит первым")

    def row(self, cell_id: str) -> PlayRow | None:
        """A play that stands, by its cell."""
        return next((row for row in self.plays if row.tally.cell == cell_id), None)

    def describe(self, cell_id: str) -> str:
        """«Запись 5», counted by when it was begun."""
        if cell_id == BOXES:
            return gettext("Дополнения на столе")
        setting = next(filter(None, (part.setting(cell_id) for part in self.parts)), "")
        if setting:
            return setting
        cells = [cell for cell in dict.fromkeys(entry.cell for entry in self.entries) if LOG.is_cell(cell)]
        if cell_id not in cells:
            return gettext("Запись")
        return gettext("Запись %(n)s") % {"n": cells.index(cell_id) + 1}

    def said(self, text: str) -> str:
        """«Оля: «Порошок судьбы», +4; Коля +2»; a text that means nothing says itself."""
        if not text:
            return ""
        try:
            row = self._row(self.sheet.rules.tally_of(text, self.tally.table))
        except ValueError:
            return self._setting_said(text)
        others = "".join(f"; {gain.name} {gain.said}" for gain in row.others)
        return f"{row.name}: {row.title}, +{row.points}{others}{''.join(f'; {each}' for each in row.silent)}"

    def _setting_said(self, text: str) -> str:
        """What the text of a cell that is no play means; a text that means nothing says itself."""
        titles = {box.id: box.title.in_(self.lang) for box in reading.boxes(self.game.id)}
        if set(text.split(",")) <= titles.keys():
            return ", ".join(titles[box] for box in text.split(","))
        return next(filter(None, (part.said(text) for part in self.parts)), text)

    def rows(self) -> Iterator[Iterable[Any]]:
        """A line for each play, what it brought to whom."""
        yield [gettext("Запись"), gettext("Игрок"), gettext("Что сыграно"), *self.names]
        for row in self.plays:
            gains = {gain.seat: gain.n for gain in row.gains}
            yield [row.number, row.name, row.title, *(gains.get(seat) for seat in range(len(self.names)))]
        yield [None, None, gettext("Всего"), *self.tally.totals]

    def data(self) -> dict[str, Any]:
        """The log as the command line reads it back, with what each play brought."""
        table = self.tally.table
        setup = {"boxes": list(table.boxes)} if table.boxes else {}
        if table.settings:
            setup["settings"] = dict(table.settings)
        return {
            **setup,
            "plays": [
                {**self.sheet.rules.raw(self.names, row.tally.play), "gains": dict(self._named_gains(row))}
                for row in self.plays
            ],
            "warnings": [warning.text for warning in self.warnings],
        }

    def _named_gains(self, row: PlayRow) -> Iterator[tuple[str, int]]:
        for gain in row.gains:
            yield gain.name, gain.n

    def result_lines(self) -> list[str]:
        """«1. Оля: 34 (рецепты 24, половины 6, элементы 4)»: the most points first."""
        totals = self.tally.totals
        lines = []
        for why in sorted(self.whys, key=lambda why: -why.n) if self.plays else ():
            place = 1 + sum(total > why.n for total in totals)
            parts = ", ".join(f"{label} {with_minus(n)}" for label, n in why.parts)
            lines.append(f"{place}. {why.name}: {with_minus(why.n)}{f' ({parts})' if parts else ''}")
        return lines

    def _element_option(self, card: str, new: int) -> ElementOption:
        text = " ".join(filter(None, ("element", card, str(new))))
        row = self._row(self.sheet.rules.tally_of(f"1 {text}", self.tally.table))
        name = self._card(card).name.in_(self.lang) if card else ""
        return ElementOption(text, card, name, row.title, row.points)

    def _pick(self, choice: PlayableCard, left: int) -> Pick:
        name, short = self._card(choice.card).name.in_(self.lang), self._short(choice.card)
        ask = next(filter(None, (part.ask(choice.what) for part in self.parts)), "")
        clause = next((part.asks[choice.what] for part in self.parts if choice.what in part.asks), "")
        return Pick(choice, name, short, left, ask, clause)

    def _card(self, card: str) -> Card:
        return self.game.card_by_id[card]

    def _row(self, tally: PlayTally) -> PlayRow:
        play = tally.play
        halves = {seat for seat, line in tally.lines if _group(line.code) == "half"}
        gains = [Gain(seat, self.names[seat], n, seat in halves) for seat, n in tally.gains]
        title, icon = self._titled(play)
        lines = [self.line(line) for _, line in tally.lines]
        silent = [f"{self.names[owner]}: {self._reason(reason)}" for owner, reason in play.silent]
        return PlayRow(tally, self.names[play.seat], title, icon, gains, lines, silent)

    def _titled(self, play: Any) -> tuple[str, str]:
        """What a play is called, and its icon."""
        if play.kind in _TITLES:
            return _TITLES[play.kind](self, play)
        return next(filter(None, (part.title(play) for part in self.parts)))

    def _reason(self, reason: str) -> str:
        """Why a half is silent, in words."""
        return next(filter(None, (part.reason(reason) for part in reversed(self.parts))), reason)

    def _why(self, point: Points) -> PointsReasons:
        lines = [
            (play.number, line)
            for play in self.tally.plays
            for seat, line in play.lines
            if seat == point.seat
        ]
        labels = {
            "assembled": gettext("рецепты"),
            "half": gettext("половины"),
            "element": gettext("элементы"),
            "before": gettext("до записи"),
        }
        for part in self.parts:
            labels |= part.groups
        sums = dict.fromkeys(labels, 0)
        for _, line in lines:
            sums[_group(line.code)] += line.points
        parts = [(labels[group], n) for group, n in sums.items() if n]
        shown = [WhyLine(self.line(line), number) for number, line in lines]
        return PointsReasons(point.seat, point.name, point.n, parts, shown)

    def _short(self, card: str) -> str:
        found = self.game.copies_by_code.get(card)
        return (found[0] if found else self._card(card)).short.in_(self.lang)

    def _assembled(self, play: Any) -> tuple[str, str]:
        kind = self._card(play.card).kind
        return self._short(play.card), kind_icon(kind)

    def _laid(self, play: Any) -> tuple[str, str]:
        if not play.card:
            return gettext("новый элемент") if play.n else gettext("элемент, который уже лежал"), "cupboard"
        return self._as_element(play.card), "cupboard"

    def _as_element(self, card: str) -> str:
        return gettext("%(card)s как элемент") % {"card": self._short(card)}

    def _cast(self, play: Any) -> tuple[str, str]:
        return self._short(play.card), kind_icon("spell")

    def _carried(self, play: Any) -> tuple[str, str]:
        return gettext("очки до начала записи"), "history"


_TITLES = {
    "assemble": PotionsPresenter._assembled,
    "element": PotionsPresenter._laid,
    "spell": PotionsPresenter._cast,
    "before": PotionsPresenter._carried,
}


def _tab_of(choice: PlayableCard) -> str:
    return GREAT if choice.elements > 1 else choice.kind


def signed(n: int) -> str:
    """«+2», «−5»."""
    return f"{n:+d}".replace("-", "−")


def _group(code: str) -> str:
    """What a line is for: what its code begins with after «sheet_»."""
    return code.removeprefix("sheet_").partition("_")[0]


def _place_words(lap: int, field: int) -> str:
    if field == 0:
        return gettext("на старте")
    if lap == 0:
        return gettext("поле %(field)s") % {"field": field}
    return gettext("круг %(lap)s, поле %(field)s") % {"lap": lap + 1, "field": field}
