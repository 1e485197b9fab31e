"""How a move may end: its questions followed to their answers, and what then lies open."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from games.potions.scoring.points import ASSEMBLE, Play
from games.potions.simulator.engine.assembling import can_assemble, missing, open_things
from games.potions.simulator.engine.data import ID, RECIPES
from games.potions.simulator.engine.rules import brought, do
from games.potions.simulator.engine.staging import open_choices
from games.potions.simulator.engine.state import Staged, State
from simulator.engine.game import Event, Move, Seat

MOST_ENDS = 150  # of a move; of one with more nothing is said that depends on its end


class Look:
    """A position, and what could be assembled in it; by one name each, as copies ask for the same."""

    def __init__(self, state: State):
        self.state = state
        self._missing: dict[str, tuple[str, ...]] = {}

    @cached_property
    def ready(self) -> frozenset[str]:
        """The ids of recipes for which everything lies open."""
        there = open_things(self.state)
        by_id = {ID[code]: code for code in self.state.course.codes if code in RECIPES}
        return frozenset(name for name, code in by_id.items() if can_assemble(self.state, code, there))

    def missing(self, code: str) -> tuple[str, ...]:
        if code not in self._missing:
            self._missing[code] = tuple(missing(self.state, code))
        return self._missing[code]


class End(NamedTuple):
    """A position in which a move may end. `blind`: it depends on what its seat didn't know."""

    look: Look
    plays: tuple[Play, ...]
    events: tuple[Event, ...]
    blind: bool

    @property
    def state(self) -> State:
        return self.look.state

    def gains(self) -> Mapping[Seat, int]:
        """What recipes bring, and what is laid where a box has a place for it: halves are due there alone."""
        found: dict[Seat, int] = {}
        for play in self.plays:
            if play.kind == ASSEMBLE or play.place:
                for seat, points in brought(play):
                    found[seat] = found.get(seat, 0) + points
        return found


class MoveTrial:
    """A legal move in a world of a view, with all its ends."""

    def __init__(self, before: Look, seat: Seat, move: Move):
        self.look, self.seat, self.move = before, seat, move
        found = list(islice(_ends(before.state, before.state, seat, move), MOST_ENDS + 1))
        self.ends = tuple(found) if len(found) <= MOST_ENDS else ()

    @property
    def before(self) -> State:
        return self.look.state

    @cached_property
    def blind(self) -> bool:
        return any(end.blind for end in self.ends)

    @cached_property
    def over(self) -> bool:
        """Whether the game is over, at least at one of the ends."""
        return not self.ends or not all(end.state.agenda for end in self.ends)

    @cached_property
    def opened(self) -> frozenset[str]:
        """What could not be assembled before and can be then, whatever is chosen."""
        return frozenset.intersection(*(end.look.ready for end in self.ends)) - self.look.ready

    @cached_property
    def closed(self) -> frozenset[str]:
        """The other way round."""
        return self.look.ready - frozenset.union(*(end.look.ready for end in self.ends))

    @cached_property
    def kept(self) -> tuple[str, ...]:
        """The different cards in hand that are still there then."""
        hands = [end.state.hands[self.seat] for end in self.ends]
        return tuple(
            code
            for code in dict.fromkeys(self.before.hands[self.seat])
            if all(hand.count(code) >= self.before.hands[self.seat].count(code) for hand in hands)
        )


def _ends(
    first: State, state: State, seat: Seat, move: Move, events: tuple[Event, ...] = (), blind: bool = False
) -> Iterator[End]:
    """In which order cards return is no end of its own: it changes nothing that is said."""
    step = do(state, seat, move)
    after, events = step.state, events + step.events
    blind = blind or (seat in step.learned and move.verb not in after.course.known_verbs)
    frame = after.agenda[-1] if after.agenda else None
    if type(frame) is not Staged or frame.seat != seat:
        yield End(Look(after), after.history[len(first.history) :], events, blind)
        return
    answers = [choice.move for choice in open_choices(after, frame)]
    for answer in answers[:1] if answers[0].verb == "lay" else answers:
        yield from _ends(first, after, seat, answer, events, blind)
