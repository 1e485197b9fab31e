"""What a seat may know, built up from nothing: what lies open, and what is behind its own screen."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.engine.data import EXHIBITION, SELL
from games.alchemists.simulator.engine.state import NO, Mix, Public, Screen, State
from simulator.engine.evolve import make
from simulator.engine.game import Seat


@dataclass(frozen=True)
class View(Public):
    """What `seat` (None: a bystander) may know. Of a compound move only its own seat sees the stages.

    `own`: what is behind the seat's screen. `dropped`: whose favour of setting up lies hidden in the
    discard. `adventurers`: those that have been turned up, the one to come included. `looks`: by seat, into
    which mixes its Periscope looked, as numbers. The grid isn't here: `facts_of` gives the facts, and
    deduction what follows from them.
    """

    seat: Seat | None
    own: Screen | None
    hand_sizes: tuple[int, ...]
    favour_sizes: tuple[int, ...]
    deck_size: int
    favours_size: int
    dropped: tuple[bool, ...]
    adventurers: tuple[str, ...]
    looks: tuple[tuple[int, ...], ...]

    @property
    def hand(self) -> tuple[str, ...]:
        return self.own.hand if self.own else ()


OPEN = tuple(field.name for field in fields(Public))


def view(state: State, seat: Seat | None) -> View:
    known, screens = state.__dict__, state.screens
    seen = {name: known[name] for name in OPEN}
    agenda = state.agenda
    if len(agenda) > 1 and agenda[-1].seat != seat:
        seen["agenda"] = agenda[:1]
    seen["seat"] = seat
    seen["own"] = None if seat is None else screens[seat]
    seen["hand_sizes"] = tuple([len(screen.hand) for screen in screens])
    seen["favour_sizes"] = tuple([len(screen.favours) for screen in screens])
    seen["deck_size"] = len(state.deck)
    seen["favours_size"] = len(state.favours)
    seen["dropped"] = tuple([screen.dropped != "" for screen in screens])
    seen["adventurers"] = state.adventurers[: state.round]
    seen["looks"] = tuple([screen.peeked and tuple([mix for mix, _ in screen.peeked]) for screen in screens])
    return make(View, {**seen})


# --- The facts that a seat has (ruling 130) ----------------------------------------------------------------


def facts_of(seen: View) -> tuple[Fact, ...]:
    """All facts about the world that the seat has from this game, in the order in which they came."""
    return tuple(_facts(seen))


def _facts(seen: View) -> Iterator[Fact]:
    answers = list(reversed(seen.answers))
    pairs = iter(seen.own.pairs if seen.own else ())
    peeked = dict(seen.own.peeked if seen.own else ())
    for number, mix in enumerate(seen.mixes):
        while answers and answers[-1].mixes <= number:
            yield answers.pop().fact
        if mix.seat == seen.seat:
            yield of_pair(mix, next(pairs))
        elif number in peeked and (fact := of_peek(mix, peeked[number])):
            yield fact
    while answers:
        yield answers.pop().fact


def of_pair(mix: Mix, pair: tuple[str, str]) -> Fact:
    """What whoever mixed these two learned."""
    if mix.how == SELL:
        return Fact("sale", pair, (mix.potion, mix.shown))
    return Fact("not_mix" if mix.shown == NO else "mix", pair, (mix.potion,))


def of_peek(mix: Mix, ingredient: str) -> Fact | None:
    """What follows for one ingredient of another's mix; nothing where an exhibit failed."""
    if mix.how == SELL:
        return Fact("took_part_sale", (ingredient,), (mix.potion, mix.shown))
    if mix.how == EXHIBITION and mix.shown == NO:
        return None
    return Fact("took_part", (ingredient,), (mix.potion,))
