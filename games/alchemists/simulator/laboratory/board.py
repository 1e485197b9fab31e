"""What the pages of a laboratory show to one reader: nothing secret but what `LabReplay` lets through."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from games.alchemists.scoring.points import wrong_colours
from games.alchemists.simulator.deduction import warnings
from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS
from games.alchemists.simulator.deduction.laboratory import ROUNDS
from games.alchemists.simulator.laboratory.access import LabAccess
from games.alchemists.simulator.laboratory.course import LabReplay, replay_of
from games.alchemists.simulator.laboratory.models import LabEntry, Laboratory, LabSeat
from games.alchemists.simulator.laboratory.moments import (
    MOMENTS,
    Moment,
    MomentSentence,
    done_words,
    effects_of,
    moment_of,
)
from rulebook.content.entries import GameContent
from rulebook.wording import sentences
from scoring.sheets.core import Remark
from simulator.engine.game import Event
from web.language import page_language
from web.names import isolated_all

RECENT = 6


class LogLine(NamedTuple):
    """An entry of the log as its reader may know it. `moment`: it has a page of its own."""

    entry: LabEntry
    said: tuple[MomentSentence, ...]
    moment: bool


class RevealedTheory(NamedTuple):
    """An ingredient's true formula, and the theory about it with the colours in which it is wrong."""

    ingredient: str
    alchemical: str
    theory: str
    wrong: tuple[str, ...]


class TheoryBook(NamedTuple):
    """An ingredient's place on the theory board. `conflicts`: with which theories it can't be true."""

    ingredient: str
    theory: str
    by: str
    conflicts: tuple[str, ...]


@dataclass(frozen=True)
class LabPresenter:
    """A laboratory for one reader: the one seat of a phone, or None for a shared one and for watchers."""

    access: LabAccess
    replay: LabReplay
    lang: str

    @property
    def lab(self) -> Laboratory:
        return self.access.lab

    @property
    def content(self) -> GameContent:
        return self.lab.content

    @property
    def names(self) -> Sequence[str]:
        return isolated_all(self.access.names)

    @property
    def reader(self) -> LabSeat | None:
        return None if self.access.seat is None else self.access.seats[self.access.seat]

    @property
    def revealed(self) -> bool:
        return self.lab.revealed

    @property
    def works(self) -> bool:
        """Whether anything can be done here from this phone."""
        return bool(self.access.own) and not self.revealed

    # How the game stands

    @property
    def round(self) -> int:
        return self.replay.state.round

    @property
    def rounds(self) -> int:
        return ROUNDS

    @property
    def last_round(self) -> bool:
        return self.round >= ROUNDS

    @property
    def unhappy(self) -> bool:
        return self.replay.state.unhappy

    @property
    def may_peek(self) -> list[LabSeat]:
        """The seats of this phone that might look through the Periscope now, if they own one."""
        state = self.replay.state
        if self.revealed or state.mixed is None or state.mixed.by_cap:
            return []
        return [
            seat
            for seat in self.access.own_seats
            if seat.place != state.mixed.seat and seat.place not in state.peeked
        ]

    @property
    def shown_potions(self) -> frozenset[str]:
        """What the reader has shown at the exhibition."""
        return frozenset(potion for seat, potion in self.replay.state.shown if seat == self.access.seat)

    @property
    def books(self) -> list[TheoryBook]:
        """The theory board, in the order of the ingredients."""
        state = self.replay.state
        by = {
            event.params["ingredient"]: self.names[event.params["seat"]]
            for entry in self.replay.actions
            for event in self.replay.events(entry, None)
            if event.kind == "theory"
        }
        against: dict[str, list[str]] = {ingredient: [] for ingredient in INGREDIENTS}
        for first, second in sorted(state.conflicts):
            against[first].append(second)
            against[second].append(first)
        return [
            TheoryBook(ingredient, token, by[ingredient] if token else "", tuple(against[ingredient]))
            for ingredient in INGREDIENTS
            for token in [state.theories.get(ingredient, "")]
        ]

    @property
    def free_tokens(self) -> list[str]:
        return [code for code in ALCHEMICALS if code not in self.replay.state.theories.values()]

    @property
    def answers(self) -> list[RevealedTheory]:
        """The great reveal; empty before it."""
        if not self.revealed:
            return []
        truth, theories = self.lab.truth, self.replay.state.theories
        return [
            RevealedTheory(
                ingredient,
                truth[ingredient],
                theory,
                wrong_colours(theory, truth[ingredient]) if theory else (),
            )
            for ingredient in INGREDIENTS
            for theory in [theories.get(ingredient, "")]
        ]

    def notices(self, tool: str) -> Sequence[Remark]:
        """What whoever takes up a tool on this phone should know first; nothing where people only watch."""
        return warnings.notices(self.replay.state, tool, self.access.own) if self.works else ()

    # What happened

    def say(self, event: Event) -> MomentSentence:
        text = sentences.render(self.content, "event", event.kind, event.params, self.lang, self.names)
        return MomentSentence(text, event.clause, event.audience is not None)

    def row(self, entry: LabEntry, seat: LabSeat | None) -> LogLine:
        said = tuple(self.say(event) for event in self.replay.events(entry, seat))
        return LogLine(entry, said, entry.text.partition(" ")[0] in MOMENTS)

    @property
    def log(self) -> list[LogLine]:
        """Everything, the last first."""
        return [self.row(entry, self.reader) for entry in reversed(self.replay.entries)]

    @property
    def recent(self) -> list[LogLine]:
        """The last of it; the answers stand beside it, larger."""
        rows = [self.row(entry, self.reader) for entry in reversed(self.replay.entries[-RECENT:])]
        return [row._replace(said=tuple(s for s in row.said if s.clause != "mix.world")) for row in rows]

    @property
    def last_moment(self) -> LogLine | None:
        """The last outcome, if nothing else has happened since."""
        last = self.replay.entries[-1]
        return self.row(last, None) if last.text.partition(" ")[0] in MOMENTS else None

    def private_log(self, seat: LabSeat) -> list[LogLine]:
        """What only `seat` learned since whoever holds it now took it, the last first."""
        rows = []
        for entry in reversed(self.replay.entries):
            said = tuple(self.say(event) for event in self.replay.private(entry, seat))
            if said:
                rows.append(LogLine(entry, said, False))
        return rows

    def moment(self, entry: LabEntry, seat: LabSeat | None) -> Moment:
        """The outcome of an entry as `seat` (None: everybody at the table) sees it."""
        events = self.replay.events(entry, None)
        first, rest = events[0], events[1:]
        effects = list(effects_of(first, self.lang, unhappy_before=self.replay.unhappy_before(entry)))
        effects += [self.say(event) for event in rest if event.kind != "student_unhappy"]
        effects += [self.say(event) for event in self.replay.private(entry, seat)] if seat else []
        done = gettext("%(name)s: %(action)s") % {
            "name": self.names[first.params["seat"]],
            "action": done_words(entry.text.partition(" ")[0]),
        }
        return moment_of(first, self.lang)._replace(done=done, effects=tuple(effects))


def board_of(access: LabAccess) -> LabPresenter:
    """The board for whoever holds this phone."""
    return LabPresenter(access, replay_of(access.lab), page_language())
