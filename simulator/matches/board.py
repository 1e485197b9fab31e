"""What a table's page shows: built from the view of one seat, or of a bystander, and from nothing else."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise, takewhile
from typing import Any, NamedTuple

from django.utils.translation import gettext

from rulebook.content.entries import GameContent
from simulator import engines, tables
from simulator.engine.game import Event, Game, Hint, Move, MoveEstimate
from simulator.engine.rules import Rules
from simulator.matches import play
from simulator.matches.access import Access
from simulator.matches.play import Course, Viewer
from simulator.matches.seating import Change, told
from simulator.models import PHONE, Match, Seat
from simulator.table.base import Table

RECENT_MOVES = 8
NEWS_LETTERS = 200  # above the table on a phone: some five lines at once
FAR_BACK = 100  # moves to look through for the reader's own last one
SCALE = 100  # the width of the drawing that hints share
THINNEST = 1.5
PAUSE, FIRST_PAUSE, PATIENCE_OF_OTHERS = 900, 1500, 2600


class Sentence(NamedTuple):
    text: str
    clause: str


class News(NamedTuple):
    """What is told above the table: `told` at once, `more` when it is unfolded."""

    told: tuple[Sentence, ...]
    more: tuple[Sentence, ...]


class Entry(NamedTuple):
    """What happened at one ply (0: the deal), which is the `number`-th move."""

    ply: int
    number: int
    sentences: tuple[Sentence, ...]
    current: bool


class HintRow(NamedTuple):
    """An estimate: its words, «4,1 ± 0,5», its place on the scale, and the sentences that it rests on."""

    words: str
    text: str
    start: float
    width: float
    takes: int
    why: tuple[str, ...]


@dataclass(frozen=True)
class Words:
    """Says what a game's engine says, with the names at the table, in the reader's language."""

    content: GameContent
    names: Sequence[str]
    lang: str

    @property
    def engine(self) -> Game[Any, Any]:
        return engines.get(self.content.id)

    @property
    def table(self) -> Table:
        """The module that draws this game."""
        return tables.get(self.content.id)

    def move(self, state: Any, seat: int, made: Move) -> str:
        return self._say("move", *self.engine.say(state, seat, made))

    def event(self, event: Event) -> Sentence:
        return Sentence(self._say("event", event.kind, event.params), event.clause)

    def mark(self, code: str, params: Mapping[str, Any]) -> str:
        return self._say("mark", code, params)

    def _say(self, kind: str, code: str, params: Mapping[str, Any]) -> str:
        return self.table.sentence(self.content, kind, code, params, self.lang, self.names)


@dataclass(frozen=True)
class Board:
    """A match at `shown` ply, for one reader."""

    access: Access
    course: Course
    viewer: Viewer
    shown: int
    lang: str

    @property
    def match(self) -> Match:
        return self.access.match

    @property
    def content(self) -> GameContent:
        return self.match.content

    @property
    def names(self) -> tuple[str, ...]:
        return self.access.names

    @property
    def live(self) -> bool:
        """Whether the page shows the position as it stands now."""
        return self.shown == self.course.ply

    @property
    def say(self) -> Words:
        return Words(self.content, self.names, self.lang)

    @property
    def table(self) -> Table:
        return self.say.table

    @cached_property
    def view(self) -> Any:
        return self.course.engine.view(self.state, self.viewer.seat)

    @property
    def state(self) -> Any:
        return self.course.steps[self.shown].state

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(sorted(self.course.engine.to_act(self.state)))

    @property
    def stages(self) -> bool:
        """Whether the person looking is within a compound move: then there is a way back."""
        return self.mine and self.table.under_way(self.state)

    # Steps through the match: a compound move is one step, however many choices it took

    def number(self, ply: int) -> int:
        """How many moves were made up to a ply."""
        return bisect_right(self.course.settled, ply) - 1

    @property
    def shown_number(self) -> int:
        return self.number(self.shown)

    @property
    def all_numbers(self) -> int:
        return self.number(self.course.ply)

    @property
    def _stops(self) -> Sequence[int]:
        """The plies to step through: after each whole move, and where the match stands now."""
        return sorted({*self.course.settled, self.course.ply})

    @property
    def step_back(self) -> int | None:
        """The ply before the move that is shown; None at the beginning."""
        at = bisect_left(self._stops, self.shown) - 1
        return self._stops[at] if at >= 0 else None

    @property
    def step_on(self) -> int | None:
        """The ply after the next move; None at the end."""
        return next((ply for ply in self._stops if ply > self.shown), None)

    @property
    def mine(self) -> bool:
        """Whether the person looking is to act, now."""
        return self.live and self.viewer.seat in self.to_act

    @property
    def hints(self) -> bool:
        """Whether a hint may come of it: the shared one compares nothing where no world can be told."""
        if not self.mine:
            return False
        engine = self.course.engine
        return getattr(type(engine), "hint", None) is not Rules.hint or engine.world(self.view, 0) is not None

    @cached_property
    def words(self) -> Mapping[Move, str]:
        """The legal moves of the person looking, with their sentences."""
        if not self.mine:
            return {}
        seat = self.viewer.seat
        legal = self.course.engine.legal_moves(self.state, seat)
        return {made: self.say.move(self.state, seat, made) for made in legal}

    @cached_property
    def drawn(self) -> Any:
        hands = self.table.open_hands(self.state) if self.course.over else ()
        events = self.events(self.shown)
        return self.table.draw(
            self.content, self.view, self.names, self.words, events, self.lang, self.totals, hands
        )

    @property
    def choices(self) -> Sequence[tuple[str, str]]:
        return self.table.choices(self.words)

    @property
    def moves(self) -> list[tuple[str, str]]:
        return [(str(made), words) for made, words in self.words.items()]

    @property
    def plain_moves(self) -> list[tuple[str, str]]:
        """The moves that have no button of their own where there is no script."""
        if self.stages:
            return []
        there = {text for text, _ in self.choices}.union(self.table.in_place(self.drawn))
        return [(text, words) for text, words in self.moves if text not in there]

    @property
    def just_branched(self) -> bool:
        """Whether this is a branch at its beginning: then the page says what is real in it."""
        match = self.match
        if match.origin_id is None and not match.dealt_anew:
            return False
        own = 0 if match.dealt_anew else match.origin_ply or 0  # with true cards its moves come along
        return self.shown < own + 2

    # Sealed choices

    @property
    def sealed(self) -> bool:
        """Whether several choose at once, in secret, and not all have."""
        return self.live and self.course.open_frame is not None

    @property
    def waiting(self) -> str:
        """What whoever has nothing to choose waits for in a frame of sealed choices; else empty."""
        frame = self.course.open_frame
        if not self.live or frame is None or self.mine:
            return ""
        if self.viewer.seat in frame.seats:
            return gettext("Ваш выбор сделан, ждём остальных")
        return gettext("Ждём остальных")

    # Words above the table

    @property
    def status(self) -> str:
        """The heading: whose turn it is, in the reader's language."""
        if not self.live:
            return gettext("Было: ход %(n)s из %(all)s") % {"n": self.shown_number, "all": self.all_numbers}
        if self.course.over:
            return gettext("Партия окончена")
        if self.sealed:
            return self._choosing
        if self.viewer.seat in self.to_act:
            return self._own_turn(self.names[self.viewer.seat])
        if self.viewer.curtain is not None:
            return gettext("Передайте телефон")
        said = gettext("Отвечает %(name)s") if self.asked else gettext("Ходит %(name)s")
        return said % {"name": self.names[self.to_act[0]]}

    @property
    def _choosing(self) -> str:
        """Who is in the open frame of sealed choices, and nothing of who has chosen."""
        frame = self.course.open_frame
        if frame is None or len(frame.seats) == len(self.names):
            return gettext("Выбирают все")
        return gettext("Выбирают: %(names)s") % {
            "names": ", ".join(self.names[seat] for seat in sorted(frame.seats))
        }

    def _own_turn(self, name: str) -> str:
        """By name where several people have one device."""
        if len(self.access.own) < 2:
            return gettext("Ваш ответ") if self.asked else gettext("Ваш ход")
        said = gettext("%(name)s, ваш ответ") if self.asked else gettext("%(name)s, ваш ход")
        return said % {"name": name}

    @property
    def asked(self) -> bool:
        """Whether whoever is to act has no turn but a question to answer."""
        return self.table.is_asked(self.view)

    @property
    def hidden(self) -> bool:
        """Whether the curtain hangs before the table."""
        return self.live and self.viewer.curtain is not None

    @property
    def curtain_name(self) -> str:
        return "" if self.viewer.curtain is None else self.names[self.viewer.curtain]

    @property
    def round(self) -> int:
        return self.table.round(self.state)

    @property
    def rounds(self) -> int:
        return self.table.rounds(len(self.names))

    # The log

    def events(self, ply: int) -> list[Event]:
        """What came of the move at a ply, as far as the reader may know; where a frame of sealed choices
        closed there, of all its choices.
        """
        frame = self.course.closed_at(ply)
        steps = self.course.steps[frame.start + 1 if frame else ply : ply + 1]
        return [event for step in steps for event in step.events if event.visible_to(self.viewer.seat)]

    def entry(self, ply: int, whole: bool = True) -> Entry:
        """What the reader may know of a ply; not `whole`: without what stands elsewhere on the page."""
        events = [
            event
            for event in self.events(ply)
            if whole or (event.audience is None and event.kind not in self.table.IN_RESULTS)
        ]
        told = tuple(self.say.event(event) for event in events)
        return Entry(ply, self.number(ply), told, ply == self.shown)

    @cached_property
    def recent(self) -> list[Entry]:
        """What happened last up to the ply that is shown, the newest first; silent moves left out."""
        return [entry for entry in self._back(RECENT_MOVES, whole=False) if entry.sentences]

    @property
    def news(self) -> News:
        """All that the others did since the reader's own move, else the newest move. At once stands what that
        own move was answered, then what names the reader, then the newest; no sentence is cut.
        """
        plies = islice((ply for ply in self._told_plies() if ply), FAR_BACK)
        others = () if self.viewer.seat is None else takewhile(lambda ply: not self._is_own(ply), plies)
        since = [self.entry(ply, whole=False) for ply in others]
        if not any(entry.sentences for entry in since):
            since = [entry for entry in self.recent if entry.ply][:1]
        answers = self._own_answers()
        said = dict.fromkeys(each for entry in reversed(since) for each in entry.sentences)
        later = [each for each in said if each not in answers]  # nothing is read twice
        first = [*answers, *filter(self._names_reader, later)]
        rest = [each for each in later if each not in first]
        kept = _newest(rest, NEWS_LETTERS - sum(len(each.text) for each in first))
        return News((*first, *kept), tuple(rest[: len(rest) - len(kept)]))

    def _names_reader(self, said: Sentence) -> bool:
        seat = self.viewer.seat
        return seat is not None and re.search(rf"\b{re.escape(self.names[seat])}\b", said.text) is not None

    def _own_answers(self) -> list[Sentence]:
        """What the reader's last own move was answered, in kinds of events that the table calls answers."""
        if self.viewer.seat is None or not self.table.ANSWERS:
            return []
        plies = islice(self._told_plies(), FAR_BACK)
        own = next((ply for ply in plies if ply and self._is_own(ply)), None)
        events = [] if own is None else self.events(own)
        return [self.say.event(event) for event in events if event.kind in self.table.ANSWERS]

    def _mover(self, ply: int) -> int:
        return self.course.record.moves[ply - 1][0]

    def _is_own(self, ply: int) -> bool:
        """Whether the reader's own move led to a ply, or was among the sealed choices that did."""
        frame = self.course.closed_at(ply)
        return self.viewer.seat in (frame.seats if frame else (self._mover(ply),))

    @property
    def before_own(self) -> int | None:
        """The ply from which the reader last moved: from there something else may be tried."""
        steps = list(pairwise(self.course.settled))
        return next((before for before, ply in reversed(steps) if self._is_own(ply)), None)

    @cached_property
    def seat_changes(self) -> list[Change]:
        return told(self.match, self.names)

    @property
    def whole_log(self) -> list[Entry]:
        return [entry for entry in self._back(self.course.ply + 1) if entry.sentences]

    def _back(self, n: int, whole: bool = True) -> list[Entry]:
        return [self.entry(ply, whole) for ply in islice(self._told_plies(), n)]

    def _told_plies(self) -> Iterator[int]:
        """The plies that the log tells of, the last first: of a walk only where it led."""
        later = None
        for ply in reversed(self.course.settled[: self.shown_number + 1]):
            run = self._run_at(ply)
            if run is None or run != later:
                yield ply
            later = run

    def _run_at(self, ply: int) -> tuple[str, Any] | None:
        """What a ply goes on with, as far as the reader may know: the kind of its only event, and whose."""
        seen = self.events(ply)
        if len(seen) != 1 or seen[0].kind not in self.table.RUNS:
            return None
        return seen[0].kind, seen[0].params["seat"]

    # Rounds

    @cached_property
    def totals(self) -> Sequence[int]:
        return self.table.totals(self.view)

    @cached_property
    def results(self) -> Sequence[Any]:
        return self.table.results(self.content, self.view, self.names, self.lang)

    @property
    def round_just_ended(self) -> bool:
        """The last move closed a round: results first, the bots wait for a press."""
        events = self.course.steps[self.shown].events
        return any(event.kind in self.table.ROUND_ENDS for event in events)

    @property
    def winners(self) -> tuple[str, ...]:
        found = self.course.engine.result(self.state)
        return tuple(self.names[seat] for seat in found.winners) if found else ()

    # What may be done

    @property
    def bot(self) -> Seat | None:
        """The bot whose turn it is, if this page may let it move."""
        if not (self.live and self.access.plays):
            return None
        return play.bot_to_act(self.course, self.access.seats)

    @property
    def bot_waits(self) -> bool:
        """Whether a bot that goes on would take results from the page before they are read.

        Bots that choose in secret beside people change nothing that is shown.
        """
        alone = all(self.access.seats[place].is_bot for place in self.to_act)
        return self.round_just_ended and (alone or not self.sealed)

    @property
    def waits(self) -> bool:
        """Whether another device may change what is shown."""
        elsewhere = any(
            seat.kind == PHONE and seat.place not in self.access.own for seat in self.access.seats
        )
        return self.live and not self.course.over and (elsewhere or not self.access.is_host)

    @property
    def bot_pause(self) -> int:
        """Milliseconds until a bot moves by itself: enough to see what stands; the host goes first."""
        if not self.access.is_host:
            return PATIENCE_OF_OTHERS
        return FIRST_PAUSE if self.course.ply == 0 else PAUSE

    @cached_property
    def why_no_undo(self) -> str:
        return play.why_no_undo(self.access, self.course)

    @property
    def offers_undo(self) -> bool:
        """Whether an undo button makes sense at all: the last move came from this device."""
        return self.live and self.course.ply > 0 and self.access.plays

    @property
    def may_fork(self) -> bool:
        """While the game goes on, only through the eyes of a seat; never from where nobody has a choice."""
        return bool(self.to_act) and (self.course.over or self.viewer.seat is not None)


def _newest(said: Sequence[Sentence], letters: int) -> Sequence[Sentence]:
    """The last sentences that fit into so many letters, one at least."""
    for n, each in enumerate(reversed(said)):
        letters -= len(each.text)
        if n and letters < 0:
            return said[-n:]
    return said


def hint_rows(say: Words, state: Any, seat: int, hint: Hint) -> list[HintRow]:
    """The estimates on one scale, best first."""
    if not hint.estimates:
        return []
    low = min(row.mean - row.error for row in hint.estimates)
    high = max(row.mean + row.error for row in hint.estimates)
    unit = SCALE / (high - low or 1)
    return [_hint_row(say, state, seat, row, low, unit) for row in hint.estimates]


def _hint_row(say: Words, state: Any, seat: int, row: MoveEstimate, low: float, unit: float) -> HintRow:
    width = max(2 * row.error * unit, THINNEST)
    start = min((row.mean - row.error - low) * unit, SCALE - width)
    _, params = say.engine.say(state, seat, row.move)
    return HintRow(
        words=say.move(state, seat, row.move),
        text=figure(row.mean, row.error, say.lang, signed=not say.engine.fewer_is_better),
        start=round(start, 2),
        width=round(width, 2),
        takes=say.table.at_once(params),
        why=tuple(say.mark(why.code, why.params) for why in row.why),
    )


def hint_context(say: Words, state: Any, seat: int, hint: Hint) -> dict[str, Any]:
    """What `_hint.html` shows."""
    return {
        "hint": hint,
        "hint_rows": hint_rows(say, state, seat, hint),
        "hint_of_cards": say.table.CARDS,
        "dealt": hint.estimates[0].playouts if hint.estimates else 0,
        "facts": say.table.facts(say.engine.view(state, seat)),
    }


def figure(mean: float, error: float, lang: str, signed: bool = False) -> str:
    """«4,1 ± 0,5», `signed` «+4,1 ± 0,5»; an exact number stands alone."""
    digits = 1 if error or mean % 1 else 0
    text = f"{mean:{'+' if signed else ''}.{digits}f}".replace("-", "−")
    text += f"\u00a0±\u00a0{error:.1f}" if error else ""
    return text if lang == "en" else text.replace(".", ",")
