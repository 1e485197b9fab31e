"""What happened in a laboratory, replayed from its log, and what of it each reader may know."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from games.alchemists.simulator.deduction import laboratory as engine
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.laboratory.access import may_know
from games.alchemists.simulator.laboratory.models import LabEntry, Laboratory, LabSeat
from simulator.engine.game import Event

OPENED, TAKEN, FREED, LOOKED, CLAIMED = "opened", "taken", "freed", "looked", "claimed"
LOOKED_AS_HOST = "looked host"
SEVERAL, LEADER, CODE, OFFICIAL = "lab.several", "lab.leader", "lab.code", "lab.official"


@dataclass(frozen=True)
class LabReplay:
    """A laboratory with its whole log. `engine` is the pure one, which knows the world."""

    lab: Laboratory
    seats: tuple[LabSeat, ...]
    entries: tuple[LabEntry, ...]

    @cached_property
    def actions(self) -> tuple[LabEntry, ...]:
        """The entries that the engine knows: what was done with ingredients, theories and rounds."""
        return tuple(entry for entry in self.entries if not is_of_the_house(entry.text))

    @cached_property
    def state(self) -> engine.Lab:
        log = (engine.Deed(entry.seat, entry.text) for entry in self.actions)
        return engine.replay(len(self.seats), self.lab.truth, log)

    @cached_property
    def _happened(self) -> Mapping[int, tuple[Event, ...]]:
        pairs = zip(self.actions, self.state.history, strict=True)
        return {entry.number: events for entry, events in pairs}

    def events(self, entry: LabEntry, seat: LabSeat | None) -> tuple[Event, ...]:
        """What `seat` (None: a bystander) may know of an entry."""
        if is_of_the_house(entry.text):
            return tuple(_house_events(self.lab, entry))
        place = seat.place if seat is not None and may_know(seat, entry) else None
        return tuple(event for event in self._happened[entry.number] if event.visible_to(place))

    def private(self, entry: LabEntry, seat: LabSeat) -> tuple[Event, ...]:
        """What of an entry only `seat` may know."""
        return tuple(event for event in self.events(entry, seat) if event.audience is not None)

    def unhappy_before(self, entry: LabEntry) -> bool:
        """Whether the student was unhappy when an entry was made."""
        unhappy = False
        for earlier in self.actions:
            if earlier.number >= entry.number:
                break
            kinds = {event.kind for event in self._happened[earlier.number]}
            unhappy = "student_unhappy" in kinds or (unhappy and "round_started" not in kinds)
        return unhappy

    def seat_played_by(self, device: str) -> int | None:
        """The seat that a device took or acted for last, whoever holds it now."""
        for entry in reversed(self.entries):
            if entry.device == device and (entry.text == TAKEN or not is_of_the_house(entry.text)):
                return entry.seat
        return None

    def entry(self, number: int) -> LabEntry | None:
        return next((entry for entry in self.entries if entry.number == number), None)


def replay_of(lab: Laboratory) -> LabReplay:
    """Two queries, and one more for the world."""
    return LabReplay(lab, tuple(lab.seats.all()), tuple(lab.entries.all()))


def is_of_the_house(text: str) -> bool:
    """Whether an entry is about seats and phones, which the engine doesn't know."""
    return text.partition(" ")[0] in (OPENED, TAKEN, FREED, LOOKED, CLAIMED)


def _house_events(lab: Laboratory, entry: LabEntry) -> Iterator[Event]:
    if entry.text == OPENED:
        yield Event("lab_opened", CODE, {"text": lab.shown_code})
        if lab.official:
            yield Event("lab_official", OFFICIAL, {"text": lab.official})
    elif entry.text in (LOOKED, LOOKED_AS_HOST):
        yield _looked(entry)
    else:
        kinds = {TAKEN: "seat_taken", FREED: "seat_freed", CLAIMED: "host_claimed"}
        yield Event(kinds[entry.text], SEVERAL, {"seat": entry.seat})


def _looked(entry: LabEntry) -> Event:
    """Who opened the leader's board, as far as the laboratory knows."""
    if entry.seat is not None:
        return Event("leader_looked_player", LEADER, {"seat": entry.seat})
    return Event("leader_looked_host" if entry.text == LOOKED_AS_HOST else "leader_looked", LEADER, {})


def facts_of(lab: Laboratory, seat: int | None) -> list[tuple[int, Fact]]:
    """What whoever holds `seat` now (None: a bystander) knows of the world: (number of the entry, fact).

    Of entries before the seat changed hands only what everybody knows.
    """
    replay = replay_of(lab)
    public = _numbered(replay, None)
    if seat is None:
        return public
    since = replay.seats[seat].since
    own = [known for known in _numbered(replay, seat) if known[0] > since]
    return [known for known in public if known[0] <= since] + own


def _numbered(replay: LabReplay, seat: int | None) -> list[tuple[int, Fact]]:
    """The facts with the numbers of the whole log; the engine counts only its own entries."""
    return [(replay.actions[n - 1].number, fact) for n, fact in engine.facts_of(replay.state, seat)]
