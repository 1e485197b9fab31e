"""The card above the table: what the others did since one's own last move, by person.

The page reads the very same lines out, each of them once: they carry their ply.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import NamedTuple

from rulebook.content.entries import LANGUAGES
from rulebook.content.typography import capital
from rulebook.wording.sentences import AND, YOU
from simulator.engine.game import Event
from simulator.matches.log import MatchLog
from simulator.table.base import Moment

LINES = 3  # of a person, before older ones are folded
FAR_BACK = 100  # moves to look through for the reader's own last one
NO_MOMENT = Moment("")
SPACES = " \N{NO-BREAK SPACE}"


class NewsLine(NamedTuple):
    """A sentence of a ply, the last at which it was said so many `times`; `touches` the reader; `apart`: is
    no doing of whoever moved, as what the reader alone is told or does. `moment` is what all like to see of
    it, `at` which thing.
    """

    ply: int
    text: str
    touches: bool
    apart: bool
    moment: str = ""
    at: str = ""
    times: int = 1
    place: int = 0  # among all that is told, as it happened

    @property
    def weight(self) -> int:
        return 2 if self.touches else 1 if self.moment else 0


class NewsOf(NamedTuple):
    """What one person did, under the name that their sentences begin with: first what touches the reader."""

    head: str
    lines: tuple[NewsLine, ...]
    older: tuple[NewsLine, ...]

    @property
    def who(self) -> str:
        return self.head.rstrip(":")

    @property
    def touches(self) -> bool:
        return any(line.touches for line in self.lines)


class News(NamedTuple):
    """`since`: the ply after which the others moved, from where the board can show it again."""

    people: tuple[NewsOf, ...]
    since: int | None = None


def news_of(log: MatchLog) -> News:
    """All that happened since the reader's own turn, and what came of that; else the newest move. First
    stands what the reader's own moves were answered, then whoever touched the reader.
    """
    answers, told, since = _told(log)
    return News(_by_person(log, answers, told), since)


def whole_news(log: MatchLog) -> list[NewsLine]:
    """The same line by line as it happened, each a whole sentence."""
    answers, told, _ = _told(log)
    return _counted(
        sorted({line[:2]: line for line in (*answers, *told)}.values(), key=lambda line: line.ply)
    )


def _told(log: MatchLog) -> tuple[Sequence[NewsLine], Sequence[NewsLine], int | None]:
    """What the reader's last move was answered, what is told besides, and since which ply."""
    plies = list(islice(log.told_plies(), FAR_BACK))
    own = next((ply for ply in plies if log.is_own_turn(ply)), 0)
    since = [ply for ply in reversed(plies) if ply > own]
    answers = _answers(log, plies)
    if log.viewer.seat is None or not since:
        newest = next(filter(None, (_lines(log, ply) for ply in plies)), [])
        return answers, newest, None
    told = chain(_came_of(log, own) if own else (), *(_lines(log, ply) for ply in since))
    return answers, list(told), own


def _lines(log: MatchLog, ply: int) -> list[NewsLine]:
    """What is new of a ply: not whose turn begins, which the heading says, nor what stands elsewhere, and
    nothing in public words that the reader is told in better ones.
    """
    known = {*log.table.LOG_HIDDEN_EVENTS, *log.table.BEGINNINGS}
    better = {each.text for each in log.told_better(ply)}
    told = (
        _line(log, ply, event)
        for event in log.own_first(ply)
        if event.kind not in known and (event.audience is None or log.answers(event))
    )
    lines = [line for line in told if line.text not in better]
    is_last = log.replay.over and ply == log.replay.ply
    if not is_last and not any(event.kind in log.table.ROUND_ENDS for event in log.events(ply)):
        return lines
    names = tuple(log.say.names[seat] for seat in log.movers(ply))
    return [line._replace(apart=line.apart or not line.text.startswith(names)) for line in lines]


def _came_of(log: MatchLog, ply: int) -> list[NewsLine]:
    """What is new of a ply besides that the move was made."""
    made = next((log.say.event(event).text for event in log.told(ply) if event.audience is None), None)
    return [line for line in _lines(log, ply) if line.text != made]


def _line(log: MatchLog, ply: int, event: Event) -> NewsLine:
    said = log.say.event(event)
    moment = log.table.MOMENTS.get(event.kind, NO_MOMENT)
    at, apart = moment.at.format_map(event.params), said.own or log.is_about_reader(event)
    return NewsLine(ply, said.text, log.touches_reader(event), apart, moment.look, at)


def _answers(log: MatchLog, plies: Sequence[int]) -> list[NewsLine]:
    """What the reader's last own move was answered, in kinds of events that the table calls answers."""
    own = next((ply for ply in plies if log.is_own(ply)), None)
    events = [] if own is None else log.events(own)
    return [_line(log, own or 0, event)._replace(touches=True) for event in events if log.answers(event)]


def _by_person(log: MatchLog, answers: Sequence[NewsLine], told: Iterable[NewsLine]) -> tuple[NewsOf, ...]:
    """In the order in which they moved, but first who touched the reader. What the reader did or learnt
    alone, what several chose together and what nobody did has no name above it.
    """
    asked = {(line.ply, line.text) for line in answers}
    groups: dict[str, list[NewsLine]] = {"": list(answers)}
    for place, line in enumerate(told, start=1):
        movers = tuple(log.movers(line.ply))
        others = len(movers) == 1 and movers[0] != log.viewer.seat and not line.apart
        name = log.say.names[movers[0]] if others else ""
        if (line.ply, line.text) not in asked:
            groups.setdefault(name, []).append(line._replace(place=place))
    people = [_news_of(name, _counted(lines), log.say.names) for name, lines in groups.items() if lines]
    return tuple(sorted(people, key=lambda each: not each.touches))


def _counted(lines: Iterable[NewsLine]) -> list[NewsLine]:
    """What was said several times, once, where it was said last."""
    said: dict[str, NewsLine] = {}
    for line in lines:
        before = said.pop(line.text, None)
        said[line.text] = line._replace(times=before.times + 1 if before else 1)
    return list(said.values())


def _news_of(name: str, lines: Sequence[NewsLine], names: Sequence[str]) -> NewsOf:
    """At most so many lines at once: of what touches the reader the newest, then of moments, then of the
    rest; what touches the reader before what doesn't.
    """
    best = sorted(range(len(lines)), key=lambda n: (lines[n].weight, n))[-LINES:]
    shown = sorted((lines[n] for n in sorted(best)), key=lambda line: not line.touches)
    older = [line for n, line in enumerate(lines) if n not in best]
    begins = not name or _sign_after(shown[0].text, name, names) == " "
    brief = [_without(line, name, names) for line in (*shown, *older)]
    if begins and name:  # «Мята берёт…», one sentence
        brief[0] = brief[0]._replace(text=shown[0].text[len(name) :].lstrip(SPACES))
    return NewsOf(name if begins else f"{name}:", tuple(brief[: len(shown)]), tuple(brief[len(shown) :]))


def _sign_after(text: str, name: str, names: Sequence[str]) -> str:
    """What parts the name that a sentence begins with from the rest; "" where it begins with no name, or with
    those of several people.
    """
    sign, rest = text[len(name) : len(name) + 1], text[len(name) + 1 :].lstrip(SPACES)
    among = (*(f"{word} " for lang in LANGUAGES for word in (AND.in_(lang), YOU.in_(lang))), *names)
    if not name or not text.startswith(name) or rest.startswith(among):
        return ""
    return " " if sign in SPACES else sign if sign in ",:" else ""


def _without(line: NewsLine, name: str, names: Sequence[str]) -> NewsLine:
    """A sentence under the name that it begins with."""
    sign = _sign_after(line.text, name, names)
    return line._replace(text=capital(line.text[len(name) :].lstrip(SPACES + sign))) if sign else line
