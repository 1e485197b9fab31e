"""What a table's page shows: built from the view of one seat, or of a bystander, and from nothing else."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, pairwise, takewhile
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from rulebook.content.entries import GameContent
from simulator.engine.game import Event, Hint, Move, MoveEstimate, MovePlan
from simulator.engine.rules import Rules
from simulator.game import engine_of, table_of
from simulator.matches import asking, play
from simulator.matches.access import MatchAccess
from simulator.matches.ending import MatchEnding
from simulator.matches.play import Replay, Viewer
from simulator.matches.seating import SeatLogLine, told
from simulator.models import PHONE, Match, Seat
from simulator.table.base import Table
from simulator.table.fan import Fan, beginning
from web.names import isolated_all
from web.refusal import Refusal
from web.ways_back import WayBack, carrying, leads_back_to

RECENT_MOVES = 8
MOST_FRAMES = 8
NEWS_LETTERS = 150  # above the table on a phone: some four lines at once, which have their place there
NEWS_LINES, LINE = 4, 40  # the same where each sentence has lines of its own, of so many letters
OWN_LETTERS = 240  # of what touches the reader: more would push the table away while an answer is awaited
FAR_BACK = 100  # moves to look through for the reader's own last one
SCALE = 100  # the width of the drawing that hints share
THINNEST = 1.5
SHORT_NUMBER = re.compile(r"[0-9]{1,5}")
PAUSE, FIRST_PAUSE, NEXT_BOT, PATIENCE_OF_OTHERS = 1000, 1500, 100, 2600


class LogSentence(NamedTuple):
    """`own`: told to the reader and not to all."""

    text: str
    clause: str
    own: bool = False


class News(NamedTuple):
    """What is told above the table: what touches the reader `first`, what others did, and `more` when it is
    unfolded, which is what came before these: again the reader's own first.
    """

    first: tuple[LogSentence, ...]
    told: tuple[LogSentence, ...]
    more: tuple[LogSentence, ...]


class LogEntry(NamedTuple):
    """What happened at one ply (0: the deal), which is the `number`-th move."""

    ply: int
    number: int
    sentences: tuple[LogSentence, ...]
    current: bool


class Showing(NamedTuple):
    """What a bot did at one ply, and the table as it stood then; None: as it stands now."""

    sentences: tuple[LogSentence, ...]
    board: "MatchPresenter | None"


class HintRow(NamedTuple):
    """The `n`-th estimate: its move and how that is said, «4,1 ± 0,5», its place on the scale, and the
    sentences that it rests on.
    """

    n: int
    move: str
    words: str
    text: str
    start: float
    width: float
    why: tuple[str, ...]


class PlanRow(NamedTuple):
    """What one may be out for, in sentences, and the move that begins it; `n` is that of its estimate."""

    n: int
    move: str
    words: str
    goal: str
    said: tuple[str, ...]


@dataclass(frozen=True)
class Words:
    """Says what a game's engine says, with the names at the table, in the reader's language."""

    content: GameContent
    names: Sequence[str]
    lang: str

    @cached_property
    def engine(self) -> Rules[Any, Any]:
        return engine_of(self.content.id)

    @cached_property
    def table(self) -> Table:
        """What draws this game."""
        return table_of(self.content.id)

    def move(self, state: Any, seat: int, made: Move) -> str:
        return self._say("move", *self.table.says(state, seat, made))

    def event(self, event: Event) -> LogSentence:
        return LogSentence(
            self._say("event", event.kind, event.params), event.clause, event.audience is not None
        )

    def mark(self, code: str, params: Mapping[str, Any]) -> str:
        return self._say("mark", code, params)

    def _say(self, kind: str, code: str, params: Mapping[str, Any]) -> str:
        return self.table.sentence(self.content, kind, code, params, self.lang, self.names)


@dataclass(frozen=True)
class MatchPresenter:
    """A match at `shown` ply, for one reader."""

    access: MatchAccess
    replay: Replay
    viewer: Viewer
    shown: int
    lang: str

    @property
    def match(self) -> Match:
        return self.access.match

    @cached_property
    def content(self) -> GameContent:
        """Asked for in every loop of a page, and each time its files are looked at."""
        return self.match.content

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(isolated_all(self.access.names))

    @property
    def live(self) -> bool:
        """Whether the page shows the position as it stands now; where its game fails nobody can go on."""
        return self.shown == self.replay.ply and not self.replay.torn

    @cached_property
    def say(self) -> Words:
        return Words(self.content, self.names, self.lang)

    @cached_property
    def table(self) -> Table:
        return self.say.table

    @cached_property
    def view(self) -> Any:
        return self.replay.engine.view(self.state, self.viewer.seat)

    @property
    def state(self) -> Any:
        return self.replay.steps[self.shown].state

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(sorted(self.replay.engine.to_act(self.state)))

    @property
    def stages(self) -> bool:
        """Whether the person looking is within a compound move: then there is a way back."""
        return self.mine and self.table.under_way(self.state)

    # Steps through the match: a compound move is one step, however many choices it took

    def number(self, ply: int) -> int:
        """How many moves were made up to a ply."""
        return bisect_right(self.replay.settled, ply) - 1

    @property
    def shown_number(self) -> int:
        return self.number(self.shown)

    @property
    def all_numbers(self) -> int:
        return self.number(self.replay.ply)

    @property
    def _stops(self) -> Sequence[int]:
        """The plies to step through: after each whole move, and where the match stands now."""
        return sorted({*self.replay.settled, self.replay.ply})

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
    def has_dock(self) -> bool:
        """Whether there is a hand to show, something to choose, or at the end a move to take back."""
        if self.ended:
            return self.offers_undo and not self.undo_refusal
        return bool(self.moves or (self.live and self.drawn.hand))

    @property
    def address(self) -> str:
        """Where the table is that the page shows; the present has one without a ply, which it outlives."""
        url = self.match.get_absolute_url()
        return url if self.live else f"{url}?ply={self.shown}"

    @property
    def came_from(self) -> str:
        """What links to rules lead back to: what is shown, by its ply, and as a reader counts."""
        return f"{self.match.get_absolute_url()}?ply={self.shown}&move={self.shown_number}"

    def address(self, more: str = "") -> str:
        """Where the page is that shows what is shown, with `more` in its query."""
        ply = "" if self.live else f"ply={self.shown}"
        return f"{self.match.get_absolute_url()}?{'&'.join(filter(None, (ply, more)))}"

    @property
    def came_from_results(self) -> str:
        """The same for what stands for many moves as it is: the game, unless it is the past that is shown."""
        return self.match.get_absolute_url() if self.live else self.came_from

    @property
    def card_way(self) -> str:
        """What a link to a card adds to its address to lead back to the game."""
        return carrying(self.came_from_results)

    @property
    def about_at(self) -> str:
        """The address that tells of a thing on the table, whose name follows it."""
        ply = "" if self.live else f"ply={self.shown}&"
        return f"{reverse('simulator:about', args=[self.match.public_id])}?{ply}thing="

    @property
    def mine(self) -> bool:
        """Whether the person looking is to act, now."""
        return self.live and self.viewer.seat in self.to_act

    @property
    def hints(self) -> bool:
        """Whether a hint may come of it: the shared one compares nothing where no world can be told."""
        if not self.mine:
            return False
        engine = self.replay.engine
        return type(engine).hint is not Rules.hint or engine.world(self.view, 0) is not None

    @cached_property
    def words(self) -> Mapping[Move, str]:
        """The legal moves of the person looking, with their sentences."""
        if not self.mine:
            return {}
        seat = self.viewer.seat
        legal = self.replay.engine.legal_moves(self.state, seat)
        return {made: self.say.move(self.state, seat, made) for made in legal}

    @cached_property
    def drawn(self) -> Any:
        hands = self.table.open_hands(self.state) if self.replay.over else ()
        events = self.events(self.shown)
        return self.table.draw(
            self.content, self.view, self.names, self.words, events, self.lang, self.totals, hands
        )

    @property
    def asks_by_steps(self) -> bool:
        """Whether the hand is the plain one, which asks for a move step by step."""
        return asking.has_plain_hand(self.content)

    @cached_property
    def fan(self) -> Fan | None:
        """What the plain hand asks; None where the game has a hand of its own."""
        if not self.asks_by_steps:
            return None
        apart = {text for text, _ in self.choices}
        words = {made: said for made, said in self.words.items() if str(made) not in apart}
        seen = asking.Seen(self.view, self.state, self.viewer.seat if self.mine else None)
        return asking.fan_of(self.table, self.content, seen, words, self.lang, self.names)

    @property
    def choices(self) -> Sequence[tuple[str, str]]:
        return self.table.choices(self.words)

    @property
    def waits_for_card(self) -> bool:
        """Whether a card is to be chosen first, and then what is done with it."""
        asked = self.stages or getattr(self.drawn, "stage", None)
        return self.mine and self.table.PICKS and not asked

    @property
    def moves(self) -> list[tuple[str, str]]:
        return [(str(made), words) for made, words in self.words.items()]

    def advised(self, refusal: Refusal) -> list[tuple[str, str]]:
        """The moves that a refusal advises, with their sentences."""
        return [(str(made), self.words[made]) for made in self.table.advised(self.words, refusal)]

    @property
    def plain_moves(self) -> list[tuple[str, str]]:
        """The moves that have no button of their own where there is no script."""
        if self.stages and not self.fan:
            return []
        there = {text for text, _ in self.choices}.union(self.table.inline_moves(self.drawn))
        if self.fan:
            there.update(text for text, _ in self.fan.beside)
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
        return self.live and self.replay.open_frame is not None

    @property
    def waiting(self) -> str:
        """What whoever has nothing to choose waits for in a frame of sealed choices; else empty."""
        frame = self.replay.open_frame
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
        if self.replay.over:
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
        frame = self.replay.open_frame
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

    @property
    def goal(self) -> int | None:
        return self.table.goal(len(self.names))

    @property
    def counted_round(self) -> int | None:
        """The round where a game counts rounds, however many they will be."""
        return self.round if hasattr(self.state, "round") else None

    # The log

    def events(self, ply: int) -> list[Event]:
        """What came of the move at a ply, as far as the reader may know; where a frame of sealed choices
        closed there, of all its choices.
        """
        frame = self.replay.closed_at(ply)
        steps = self.replay.steps[frame.start + 1 if frame else ply : ply + 1]
        return [event for step in steps for event in step.events if event.visible_to(self.viewer.seat)]

    def told(self, ply: int) -> Sequence[Event]:
        """The same as sentences tell it."""
        before = self.replay.steps[ply - 1].state if ply else None
        return self.table.told(before, self.replay.steps[ply].state, self.events(ply))

    def _own_first(self, events: Sequence[Event]) -> Sequence[Event]:
        """First what only the reader knows, where the table doesn't say what answers a move."""
        if self.table.ANSWERS is not None:
            return events
        return sorted(events, key=lambda event: event.audience is None)

    def _answers(self, event: Event) -> bool:
        """Whether an event is told to its player above the table, whatever else is."""
        kinds = self.table.ANSWERS
        return event.audience is not None if kinds is None else event.kind in kinds

    def entry(self, ply: int, whole: bool = True) -> LogEntry:
        """What the reader may know of a ply; not `whole`: without what stands elsewhere on the page."""
        events = self.told(ply) if whole else self._own_first(self.told(ply))
        hidden, private = self.table.LOG_HIDDEN_EVENTS, self.table.ANSWERS is None
        told = (
            self.say.event(event)
            for event in events
            if whole or (event.kind not in hidden and (private or event.audience is None))
        )
        better = self._told_better(ply) if private else ()  # nothing is read twice
        return LogEntry(
            ply, self.number(ply), tuple(each for each in told if each not in better), ply == self.shown
        )

    @cached_property
    def recent(self) -> list[LogEntry]:
        """What happened last up to the ply that is shown, the newest first; silent moves left out."""
        return [entry for entry in self._back(RECENT_MOVES, whole=False) if entry.sentences]

    @property
    def news(self) -> News:
        """What is told above the table."""
        return self._news_lines if self.asks_by_steps else self._news

    @property
    def _news(self) -> News:
        """All that happened since the reader's own move, answers to others not counted, and what came of that
        move; else the newest move. At once stands what that own move was answered, then the newest of the
        moves that touch the reader, then the newest of the others; no sentence is cut, and what is folded
        begins with the reader's own.
        """
        answers, plies = self._own_answers(), list(islice(self._told_plies(), FAR_BACK))
        own = next((ply for ply in plies if self._is_own_turn(ply)), 0)
        since = [ply for ply in reversed(plies) if ply > own]
        if self.viewer.seat is None or not since:
            newest = next(iter(self.recent), None)
            known = {*answers, *self._told_better(newest.ply)} if newest else ()
            told = [each for each in newest.sentences if each not in known] if newest else []
            first = (*answers, *(each for each in told if each.own))
            told = [each for each in told if not each.own]
            dealt = newest and not newest.ply  # to six it is a dozen lines
            return News(first, *_split([[each] for each in told] if dealt else [told], NEWS_LETTERS))
        heard = set(answers)
        moves = [[each for each in self._came_of(own) if each not in heard] if own else []]
        for ply in since:
            heard.update(moves[-1])
            moves.append([each for each in self._news_at(ply) if each not in heard])  # nothing is read twice
        judged = [(move, any(map(self._names_reader, move))) for move in moves]
        mine, folded = _split([move for move, touches in judged if touches], OWN_LETTERS)
        first = (*answers, *mine)
        told, more = _split([move for move, touches in judged if not touches], NEWS_LETTERS - _letters(first))
        return News(first, told, (*folded, *more))

    @property
    def _news_lines(self) -> News:
        """The news of a plain table, a line each: first what is told to the reader alone, then as many of the
        last as a phone has lines for.
        """
        first, told, more = self._news
        own = tuple(each for each in first if each.own)
        last, older = _split(
            [[each] for each in (*first, *told) if not each.own], NEWS_LINES - _lines(own), _lines
        )
        return News(own, last, (*more, *older))

    def _news_at(self, ply: int) -> list[LogSentence]:
        """What is new of a ply: not whose turn begins, which the heading says, nor what stands elsewhere, and
        nothing in public words that the reader is told in better ones.
        """
        known = {*self.table.LOG_HIDDEN_EVENTS, *self.table.BEGINNINGS}
        told = [
            self.say.event(event)
            for event in self._own_first(self.told(ply))
            if event.kind not in known and (event.audience is None or self._answers(event))
        ]
        better = self._told_better(ply)
        return [each for each in told if each not in better]

    def _came_of(self, ply: int) -> list[LogSentence]:
        """What is new of a ply besides that the move was made."""
        made = next((self.say.event(event) for event in self.told(ply) if event.audience is None), None)
        return [each for each in self._news_at(ply) if each != made]

    def _told_better(self, ply: int) -> Collection[LogSentence]:
        """What all hear of the reader's own doings, or of the reader among others, where the reader is told
        the same and more.
        """
        events = self.events(ply)
        private = {event.kind for event in events if event.audience is not None}
        return {
            self.say.event(event)
            for event in events
            if self.table.INSTEAD.get(event.kind) in private
            and self.viewer.seat in (event.params.get("seat"), *event.params.get("seats", ()))
        }

    def frames(self, since: int) -> list[Showing]:
        """What bots have done since a page showed the ply `since`, to be shown one after another: of many the
        last. The last frame is the table itself.
        """
        if self.hidden:
            return []
        plies = takewhile(lambda ply: ply > since, self._told_plies())
        entries = (self.entry(ply, whole=False) for ply in plies if self._is_bots(ply))
        told = list(islice((entry for entry in entries if entry.sentences), MOST_FRAMES))
        now, before = told[:1], told[1:]
        return [
            *(Showing(entry.sentences, replace(self, shown=entry.ply)) for entry in reversed(before)),
            *(Showing(entry.sentences, None) for entry in now),
        ]

    def _names_reader(self, said: LogSentence) -> bool:
        """Whether a sentence touches the reader: by name, or told to nobody else."""
        seat = self.viewer.seat
        if seat is None or said.own:
            return said.own
        name = re.escape(self.access.names[seat])
        return re.search(rf"(?<!\w){name}(?!\w)", said.text) is not None

    def _own_answers(self) -> list[LogSentence]:
        """What the reader's last own move was answered, in kinds of events that the table calls answers."""
        if self.viewer.seat is None or self.table.ANSWERS == ():
            return []
        plies = islice(self._told_plies(), FAR_BACK)
        own = next((ply for ply in plies if ply and self._is_own(ply)), None)
        events = [] if own is None else self.events(own)
        return [self.say.event(event) for event in events if self._answers(event)]

    def _mover(self, ply: int) -> int:
        return self.replay.record.moves[ply - 1][0]

    def _is_own(self, ply: int) -> bool:
        """Whether the reader's own move led to a ply, or was among the sealed choices that did."""
        frame = self.replay.closed_at(ply)
        return self.viewer.seat in (frame.seats if frame else (self._mover(ply),))

    def _is_own_turn(self, ply: int) -> bool:
        """Whether a ply is the reader's own move and no answer in the turn of somebody else."""
        if not ply or not self._is_own(ply):
            return False
        if self.replay.closed_at(ply):
            return True
        before = self.replay.engine.view(self.replay.steps[ply - 1].state, self._mover(ply))
        return not self.table.is_asked(before)

    def _is_bots(self, ply: int) -> bool:
        frame = self.replay.closed_at(ply)
        return all(self.access.seats[seat].is_bot for seat in (frame.seats if frame else (self._mover(ply),)))

    @property
    def answered_by_bot(self) -> bool:
        """Whether a bot has moved last: then stepping back leads to where something else may be tried."""
        return self.replay.ply > 0 and self._is_bots(self.replay.ply)

    @property
    def before_own(self) -> int | None:
        """The ply from which the reader last moved: from there something else may be tried."""
        steps = list(pairwise(self.replay.settled))
        return next((before for before, ply in reversed(steps) if self._is_own(ply)), None)

    @cached_property
    def seat_changes(self) -> list[SeatLogLine]:
        return told(self.match, self.names)

    @property
    def whole_log(self) -> list[LogEntry]:
        return [entry for entry in self._back(self.replay.ply + 1) if entry.sentences]

    def _back(self, n: int, whole: bool = True) -> list[LogEntry]:
        return [self.entry(ply, whole) for ply in islice(self._told_plies(), n)]

    def _told_plies(self) -> Iterator[int]:
        """The plies that the log tells of, the last first: of a walk only where it led."""
        later = None
        for ply in reversed(self.replay.settled[: self.shown_number + 1]):
            run = self._run_at(ply)
            if run is None or run != later:
                yield ply
            later = run

    def _run_at(self, ply: int) -> tuple[str, Any] | None:
        """What a ply goes on with, as far as the reader may know: the kind of its only event, and whose."""
        seen = self.events(ply)
        if len(seen) != 1 or seen[0].kind not in self.table.COLLAPSED_EVENTS:
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
        events = self.replay.steps[self.shown].events
        return any(event.kind in self.table.ROUND_ENDS for event in events)

    @property
    def ended_round(self) -> int:
        """Which one: that before the move, as the same move may have begun the next."""
        return self.table.round(self.replay.steps[max(self.shown - 1, 0)].state)

    @property
    def round_points(self) -> Sequence[tuple[str, int]]:
        """Everybody's points of the round that has just ended."""
        return list(zip(self.names, self.results[0].points, strict=True))

    @property
    def ended(self) -> bool:
        """Whether the page shows the end of the game, with all that can be done then."""
        return self.live and self.replay.over

    @property
    def winners(self) -> tuple[str, ...]:
        found = self.replay.engine.result(self.state)
        return tuple(self.names[seat] for seat in found.winners) if found else ()

    @property
    def won_by(self) -> str:
        return self.table.won_by(self.content, self.view, self.names, self.lang)

    @cached_property
    def ending(self) -> MatchEnding:
        """What the end shows; asked for once it is there."""
        return MatchEnding(self)

    # What may be done

    @property
    def bot(self) -> Seat | None:
        """The bot whose turn it is, if this page may let it move."""
        if not (self.live and self.access.plays):
            return None
        return play.bot_to_act(self.replay, self.access.seats)

    @property
    def bot_waits(self) -> bool:
        """Whether a bot that goes on would take results from the page before they are read.

        Bots that choose in secret beside people change nothing that is shown.
        """
        alone = all(self.access.seats[place].is_bot for place in self.to_act)
        return self.round_just_ended and (alone or not self.sealed)

    @property
    def has_phones(self) -> bool:
        """Whether somebody plays at a device of their own."""
        return any(seat.kind == PHONE for seat in self.access.seats)

    @property
    def waits(self) -> bool:
        """Whether another device may change what is shown."""
        elsewhere = any(
            seat.kind == PHONE and seat.place not in self.access.own for seat in self.access.seats
        )
        return self.live and not self.replay.over and (elsewhere or not self.access.is_host)

    @property
    def bot_pause(self) -> int:
        """Milliseconds until a bot begins by itself: enough to see what stands and to take a move back. After
        another bot the page takes as long as it shows what that one did. The host goes first.
        """
        if not self.access.is_host:
            return PATIENCE_OF_OTHERS
        if self.replay.ply == 0:
            return FIRST_PAUSE
        return NEXT_BOT if self._is_bots(self.replay.ply) else PAUSE

    @cached_property
    def undo_refusal(self) -> str:
        return play.undo_refusal(self.access, self.replay)

    @property
    def offers_undo(self) -> bool:
        """Whether an undo button makes sense at all: the last move came from this device, and nobody's sealed
        choice is awaited, until when none is taken back.
        """
        return self.live and self.replay.ply > 0 and self.access.plays and not self.sealed

    @property
    def may_fork(self) -> bool:
        """While the game goes on, only through the eyes of a seat; never from where nobody has a choice."""
        return bool(self.to_act) and (self.replay.over or self.viewer.seat is not None)


def _letters(said: Iterable[LogSentence]) -> int:
    return sum(len(each.text) for each in said)


def _lines(said: Iterable[LogSentence]) -> int:
    return sum(1 + len(each.text) // LINE for each in said)


def _split(
    moves: Sequence[Sequence[LogSentence]],
    room: int,
    size: Callable[[Iterable[LogSentence]], int] = _letters,
) -> tuple[tuple[LogSentence, ...], tuple[LogSentence, ...]]:
    """What of the moves is told at once, as many of the last as there is room for, one at least; and the
    moves before them.
    """
    told = [move for move in moves if move]
    shown = 0
    for move in reversed(told):
        room -= size(move)
        if shown and room < 0:
            break
        shown += 1
    at = len(told) - shown
    return tuple(chain(*told[at:])), tuple(chain(*told[:at]))


@leads_back_to("simulator:match")
def _to_match(parts: Mapping[str, Any], asked: Mapping[str, Any]) -> WayBack:
    """Back to a game, and to the ply if the address says so."""
    url, ply, move = reverse("simulator:match", kwargs=parts), asked.get("ply", ""), asked.get("move", "")
    if not (SHORT_NUMBER.fullmatch(ply) and SHORT_NUMBER.fullmatch(move)):
        return WayBack(url, gettext("К партии"))
    return WayBack(f"{url}?ply={ply}&move={move}", gettext("К партии, ход %(n)s") % {"n": move})


@leads_back_to("simulator:log")
def _to_log(parts: Mapping[str, Any], asked: Mapping[str, Any]) -> WayBack:
    return WayBack(reverse("simulator:log", kwargs=parts), gettext("К ходам партии"))


def hint_rows(say: Words, state: Any, seat: int, hint: Hint) -> list[HintRow]:
    """The estimates on one scale, best first."""
    if not hint.estimates:
        return []
    low = min(row.mean - row.error for row in hint.estimates)
    high = max(row.mean + row.error for row in hint.estimates)
    unit = SCALE / (high - low or 1)
    return [_hint_row(say, state, seat, n, row, low, unit) for n, row in enumerate(hint.estimates, start=1)]


def _hint_row(
    say: Words, state: Any, seat: int, n: int, row: MoveEstimate, low: float, unit: float
) -> HintRow:
    width = max(2 * row.error * unit, THINNEST)
    start = min((row.mean - row.error - low) * unit, SCALE - width)
    return HintRow(
        n=n,
        move=str(row.move),
        words=say.move(state, seat, row.move),
        text=figure(row.mean, row.error, say.lang, signed=not say.engine.fewer_is_better),
        start=round(start, 2),
        width=round(width, 2),
        why=tuple(say.mark(why.code, why.params) for why in row.why),
    )


def plan_rows(say: Words, state: Any, seat: int, hint: Hint, plans: Iterable[MovePlan]) -> list[PlanRow]:
    """Plans whose moves the hint has weighed, as it has all that are legal."""
    numbers = {row.move: n for n, row in enumerate(hint.estimates, start=1)}
    return [
        PlanRow(
            n=numbers[plan.move],
            move=str(plan.move),
            words=say.move(state, seat, plan.move),
            goal=say.mark(plan.goal.code, plan.goal.params),
            said=tuple(say.mark(why.code, why.params) for why in plan.said),
        )
        for plan in plans
        if plan.move in numbers
    ]


def hint_context(say: Words, state: Any, seat: int, hint: Hint) -> dict[str, Any]:
    """What `_hint.html` shows."""
    view = say.engine.view(state, seat)
    return {
        "hint": hint,
        "hint_rows": hint_rows(say, state, seat, hint),
        "hint_plans": plan_rows(say, state, seat, hint, say.engine.plans(view, hint)),
        "hint_overlaps": _overlap(hint.estimates[:2]),
        "hint_agrees": _agreed(say, state, seat, hint),
        "hint_of_cards": say.table.CARDS,
        "dealt": hint.estimates[0].playouts if hint.estimates else 0,
        "facts": say.table.facts(view),
    }


def _agreed(say: Words, state: Any, seat: int, hint: Hint) -> str:
    """How the moves begin that can't be told apart, where others begin otherwise: that much the shared hint
    does advise, which compares every end of a compound move.
    """
    words = [say.move(state, seat, row.move) for row in hint.estimates]
    best = beginning(words[: hint.alike])
    is_shared = type(say.engine).hint is Rules.hint
    return best if is_shared and len(best) > len(beginning(words)) else ""


def _overlap(best: Sequence[MoveEstimate]) -> bool:
    """Whether the intervals of the best two meet, though in the same deals one of them is better."""
    return len(best) > 1 and abs(best[0].mean - best[1].mean) <= sum(row.error for row in best)


def figure(mean: float, error: float, lang: str, signed: bool = False) -> str:
    """«4,1 ± 0,5», `signed` «+4,1 ± 0,5»; an exact number stands alone."""
    digits = 1 if error or mean % 1 else 0
    text = f"{mean:{'+' if signed else ''}.{digits}f}".replace("-", "−")
    text += f"\u00a0±\u00a0{error:.1f}" if error else ""
    return text if lang == "en" else text.replace(".", ",")
