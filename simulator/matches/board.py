"""What a table's page shows: built from the view of one seat, or of a bystander, and from nothing else."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, takewhile
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from rulebook.content.entries import GameContent
from rulebook.content.typography import capital
from rulebook.wording.sentences import YOU, NamesTold
from simulator.engine.game import Move
from simulator.engine.rules import Rules
from simulator.matches import asking, play
from simulator.matches.access import MatchAccess
from simulator.matches.ending import MatchEnding
from simulator.matches.log import LogSentence, MatchLog, Words
from simulator.matches.news import News, news_of
from simulator.matches.play import Replay, Viewer
from simulator.matches.seating import SeatLogLine, told
from simulator.models import PHONE, Match, Seat
from simulator.table.base import Table
from simulator.table.fan import Fan
from web.names import isolated_all
from web.refusal import Refusal
from web.ways_back import WayBack, carrying, leads_back_to

MOST_FRAMES = 8
SHORT_NUMBER = re.compile(r"[0-9]{1,5}")
PAUSE, FIRST_PAUSE, NEXT_BOT, PATIENCE_OF_OTHERS = 1000, 1500, 100, 2600


class Showing(NamedTuple):
    """What a bot did at one ply, and the table as it stood then; None: as it stands now."""

    ply: int
    sentences: tuple[LogSentence, ...]
    board: "MatchPresenter | None"


@dataclass(frozen=True)
class MatchPresenter:
    """A match at `shown` ply, for one reader."""

    access: MatchAccess
    replay: Replay
    viewer: Viewer
    shown: int
    lang: str
    draft: str = ""  # moves that the reader tries on the page alone

    @property
    def match(self) -> Match:
        return self.access.match

    @cached_property
    def content(self) -> GameContent:
        """Asked for in every loop of a page, and each time its files are looked at."""
        return self.match.content

    @property
    def follows_from(self) -> tuple[object, ...]:
        """All that what is shown depends on, for a reader who drafts nothing: in an open frame of sealed
        choices, and within a move, more than the version.
        """
        access = self.access
        people = [(seat.name, seat.kind) for seat in access.seats]
        own = [(place, access.seats[place].seen_ply) for place in access.own]
        return (self.match.version, self.viewer, own, access.is_host, people, self.replay.record)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(isolated_all(self.access.names))

    @property
    def live(self) -> bool:
        """Whether the page shows the position as it stands now; where its game fails nobody can go on."""
        return self.shown == self.replay.ply and not self.replay.torn

    @cached_property
    def say(self) -> Words:
        """Whoever sits alone at a device is told as «вы»."""
        seat = self.viewer.seat if len(self.access.own) < 2 else None
        names = self.names if seat is None else NamesTold.to(self.names, seat)
        return Words(self.content, names, self.lang)

    @cached_property
    def table(self) -> Table:
        return self.say.table

    @property
    def view(self) -> Any:
        return self._drafted[0]

    @property
    def draft_refusal(self) -> Refusal | None:
        """Why a part of the draft can't be."""
        return self._drafted[1]

    @cached_property
    def _drafted(self) -> tuple[Any, Refusal | None]:
        view = self.replay.engine.view(self.state, self.viewer.seat)
        if self.draft and self.mine and self.table.is_drafted(self.state):
            return self.table.drafted(view, play.texts_of(self.draft))
        return view, None

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

    @property
    def shown_number(self) -> int:
        return self.log.number(self.shown)

    @property
    def all_numbers(self) -> int:
        return self.log.number(self.replay.ply)

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
    def came_from(self) -> str:
        """What links to rules lead back to: what is shown, by its ply, and as a reader counts."""
        return f"{self.match.get_absolute_url()}?ply={self.shown}&move={self.shown_number}"

    @property
    def address(self) -> str:
        """Where the table is that the page shows; the present has one without a ply, which it outlives."""
        url = self.match.get_absolute_url()
        return url if self.live else f"{url}?ply={self.shown}"

    def address_with(self, asked: str) -> str:
        """The same with something asked in its query."""
        return f"{self.address}{'?' if self.live else '&'}{asked}"

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
    def speech_at(self) -> str:
        """The address of what the table says when it is asked."""
        url = reverse("simulator:speech", args=[self.match.public_id])
        return url if self.live else f"{url}?ply={self.shown}"

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
        return type(engine).weighing is not Rules.weighing or engine.world(self.view, 0) is not None

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
        events = self.log.events(self.shown)
        draw = self.table.draw_unaided if self.unaided else self.table.draw
        return draw(self.content, self.view, self.names, self.words, events, self.lang, self.totals, hands)

    @property
    def unaided(self) -> bool:
        """Whether the reader is to find out what the table would tell otherwise."""
        return False

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
        if self.viewer.seat in self.to_act:
            return self._own_turn(self.names[self.viewer.seat])
        if self.sealed:
            return self._choosing
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

    @property
    def choosing(self) -> str:
        """In a frame of sealed choices: that the reader still has to choose, then what is waited for."""
        if self.sealed and self.mine:
            return gettext("%(who)s. Вы ещё не выбрали.") % {"who": self._choosing}
        return self.waiting

    def _own_turn(self, name: str) -> str:
        """By name where several people have one device."""
        alone = len(self.access.own) < 2
        if self.sealed:
            said = gettext("Ваш выбор") if alone else gettext("%(name)s, ваш выбор")
        elif self.asked:
            said = gettext("Ваш ответ") if alone else gettext("%(name)s, ваш ответ")
        else:
            said = gettext("Ваш ход") if alone else gettext("%(name)s, ваш ход")
        return said if alone else said % {"name": name}

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

    # What has happened

    @cached_property
    def log(self) -> MatchLog:
        return MatchLog(self.access, self.replay, self.viewer, self.shown, self.say)

    @property
    def news(self) -> News:
        """What is told above the table."""
        return news_of(self.log)

    def frames(self, since: int, again: bool = False) -> list[Showing]:
        """What bots have done since a page showed the ply `since`, `again` what everybody has, to be shown
        one after another: of many the last. The last frame is the table itself.
        """
        if self.hidden:
            return []
        plies = takewhile(lambda ply: ply > since, self.log.told_plies())
        entries = (self.log.entry(ply, whole=False) for ply in plies if again or self.log.is_bots(ply))
        told = list(islice((entry for entry in entries if entry.sentences), MOST_FRAMES))
        return [
            Showing(each.ply, each.sentences, replace(self, shown=each.ply) if n else None)
            for n, each in reversed(list(enumerate(told)))
        ]

    @cached_property
    def seat_changes(self) -> list[SeatLogLine]:
        return told(self.match, self.names)

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
        """Everybody's points of the round that has just ended, by name, the reader's as «вы»."""
        reader = self.viewer.seat if isinstance(self.say.names, NamesTold) else None
        you = capital(YOU.in_(self.lang))
        names = [you if seat == reader else name for seat, name in enumerate(self.names)]
        return list(zip(names, self.results[0].points, strict=True))

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
    def poll_url(self) -> str:
        """Where the page asks for news; what the reader tries on it comes back with them."""
        asked = {"v": self.match.version, "since": self.replay.ply}
        tried = {"draft": self.draft} if self.draft else {}
        return f"{self.match.get_absolute_url()}?{urlencode({**asked, **tried})}"

    @property
    def bot_pause(self) -> int:
        """Milliseconds until a bot begins by itself: enough to see what stands and to take a move back. After
        another bot the page takes as long as it shows what that one did. The host goes first.
        """
        if not self.access.is_host:
            return PATIENCE_OF_OTHERS
        if self.replay.ply == 0:
            return FIRST_PAUSE
        return NEXT_BOT if self.log.answered_by_bot else PAUSE

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
