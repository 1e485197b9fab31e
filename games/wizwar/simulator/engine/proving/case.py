"""A move in a world, and what comes of it by the mover's own choices alone."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from games.wizwar.scoring.points import mates
from games.wizwar.simulator.engine.board import home
from games.wizwar.simulator.engine.data import CARD
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.places import SEAT_OF
from games.wizwar.simulator.engine.rules import asking, check, do, legal_moves, to_act
from games.wizwar.simulator.engine.state import CREATURES, Staged, State, creature_name
from simulator.engine.evolve import evolve
from simulator.engine.game import Move, Seat

Checks = Mapping[str, Callable[["MoveMade", "Params"], bool]]
Params = Mapping[str, Any]
NOWHERE = 99


class MoveMade:
    """A seat's move in a world, with all that may come of it by the seat's own choices."""

    def __init__(self, world: State, seat: Seat, move: Move) -> None:
        self.before, self.seat, self.move = without_hands(world, seat), seat, move
        self.side = mates(world.teams, seat)

    @cached_property
    def ends(self) -> list[State]:
        return list(ends_of(self.before, self.seat, self.move))

    @cached_property
    def end(self) -> State:
        """The one end of a move that leaves no choice."""
        (found,) = self.ends
        return found

    @cached_property
    def passed(self) -> State:
        """What comes of answering nothing."""
        (found,) = ends_of(self.before, self.seat, PASS)
        return found

    @property
    def may_pass(self) -> bool:
        return PASS in legal_moves(self.before, self.seat)

    def life(self, state: State, who: int) -> int:
        wizard = state.wizards[who]
        return 0 if wizard.out else max(0, wizard.life)

    def most_left(self, who: int) -> int:
        return max(self.life(end, who) for end in self.ends)

    def lost(self, state: State, who: int) -> int:
        return int(state.wizards[who].lost - self.before.wizards[who].lost)

    def named(self, target: str) -> int:
        """The wizard or creature that a proposition names."""
        if target in SEAT_OF:
            return SEAT_OF[target]
        numbers = range(CREATURES, len(self.before.wizards))
        found = [n for n in numbers if not self.before.wizards[n].out]
        return next(n for n in found if creature_name(self.before, n) == target)

    def foes(self) -> Iterator[Seat]:
        for who in range(self.before.players):
            if who not in self.side and not self.before.wizards[who].out:
                yield who

    def spells(self, state: State, who: int) -> set[str]:
        return {effect.card for effect in state.effects if effect.on == who}

    def new_spells(self, state: State, who: int) -> set[str]:
        return self.spells(state, who) - self.spells(self.before, who)

    def held(self, state: State) -> list[str]:
        wizard = state.wizards[self.seat]
        return [*wizard.hand, *wizard.shown]


# --- What comes of a move -----------------------------------------------------------------------------------


def without_hands(world: State, seat: Seat) -> State:
    """The same with nothing in the hands of others but what the seat has seen there; the rest lies at the
    bottom of the deck.
    """
    wizards, deck = list(world.wizards), list(world.deck)
    for who in range(world.players):
        if who != seat:
            seen = tuple(entry for entry in wizards[who].known if entry[1] >> seat & 1)
            hidden = list(wizards[who].hand)
            for card, _ in seen:
                hidden.remove(card)
            deck = [*hidden, *deck]
            wizards[who] = wizards[who]._replace(hand=tuple(sorted(card for card, _ in seen)), known=seen)
    found: State = evolve(world, wizards=tuple(wizards), deck=tuple(deck))
    return found


def ends_of(state: State, seat: Seat, move: Move) -> Iterator[State]:
    """Where a move may lead, when a compound one is finished and nobody answers. What is aimed at somebody
    isn't aimed at things.
    """
    if check(state, seat, move) is not None:
        raise ValueError(str(move))
    state = do(state, seat, move).state
    while state.agenda:
        asked = to_act(state)
        whose = min(asked)
        if len(asked) > 1 or PASS not in legal_moves(state, whose):
            break
        state = do(state, whose, PASS).state
    if seat not in to_act(state) or not isinstance(asking(state, seat), Staged):
        yield state
        return
    answers = legal_moves(state, seat)
    at_somebody = [each for each in answers if each.verb == "target" and each.args[0] in SEAT_OF]
    for answer in at_somebody or answers:
        yield from ends_of(state, seat, answer)


def is_attack(card: str) -> bool:
    return "attack" in (CARD[card].kind, *CARD[card].data.get("also", ()))


def homes_of(state: State, seat: Seat) -> set[int]:
    return {home(seat), *(home(mate) for mate in mates(state.teams, seat) if not state.wizards[mate].out)}
