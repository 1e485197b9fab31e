"""A move tried out to all its ends, by the events that are told; and what would be possible in a position.

For `proving`: nothing here looks at how a proposition was found.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from games.potions.simulator.engine.data import CARD, ELEMENTS_OF, ID
from games.potions.simulator.engine.rules import check, do, legal_moves
from games.potions.simulator.engine.state import Cupboard, Recipe, Staged, State
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat
from simulator.engine.refusal import IllegalMove
from simulator.engine.tuples import in_order, replaced
from web.refusal import Params


class TriedEnd(NamedTuple):
    """A position to which a move may lead, and all that was told on the way."""

    state: State
    events: tuple[Event, ...]

    def told(self, *kinds: str, **params: Any) -> list[Params]:
        """What the events of some kinds say, as far as they have these parameters."""
        return [
            event.params
            for event in self.events
            if event.kind in kinds and params.items() <= dict(event.params).items()
        ]

    def halves(self, seat: Seat) -> int:
        return sum(said["n"] for said in self.told("half", seat=seat))


class TriedMove:
    """A move of a seat in a world, with all that may come of it."""

    def __init__(self, world: State, seat: Seat, move: Move):
        self.before, self.seat, self.move = world, seat, move

    @cached_property
    def endings(self) -> list[TriedEnd]:
        return [*_endings(self.before, self.seat, self.move, ())]

    def always(self, holds: Callable[[TriedEnd], bool]) -> bool:
        return all(map(holds, self.endings))

    def sometimes(self, holds: Callable[[TriedEnd], bool]) -> bool:
        return any(map(holds, self.endings))

    def held(self, code: str) -> bool:
        return code in self.before.hands[self.seat]

    def keeps(self, code: str) -> bool:
        """Whether all of its copies in hand are still there however the move ends."""
        count = self.before.hands[self.seat].count(code)
        return count > 0 and self.always(lambda ending: ending.state.hands[self.seat].count(code) >= count)

    def lays(self, code: str) -> bool:
        """Whether a card is laid as an element, or goes back into its deck."""
        moves = (Move("element", (code,)), Move("return", (code,)))
        return self.move in moves and self.held(code)

    def others(self) -> list[Seat]:
        return [seat for seat in range(self.before.players) if seat != self.seat]


def _endings(state: State, seat: Seat, move: Move, events: tuple[Event, ...]) -> Iterator[TriedEnd]:
    """Every answer to what is asked on the way, but for the order in which cards return."""
    refusal = check(state, seat, move)
    if refusal is not None:
        raise IllegalMove(refusal)
    step = do(state, seat, move)
    events += step.events
    asked = step.state.agenda and type(step.state.agenda[-1]) is Staged
    if not asked or step.state.agenda[-1].seat != seat:
        yield TriedEnd(step.state, events)
        return
    answers = legal_moves(step.state, seat)
    for answer in answers[:1] if answers[0].verb == "lay" else answers:
        yield from _endings(step.state, seat, answer, events)


def in_turn(state: State, seat: Seat, *hand: str) -> State:
    """The position as if it were a seat's turn and it held these cards alone."""
    agenda = (state.agenda[0]._replace(seat=seat, further=False),)
    return evolve(state, agenda=agenda, hands=replaced(state.hands, seat, in_order(hand)))


def can_make(state: State, seat: Seat, code: str) -> bool:
    """Whether a seat with a recipe in hand could assemble it if it had the turn."""
    if not state.agenda:
        return False
    return Move("assemble", (code,)) in legal_moves(in_turn(state, seat, code), seat)


def pays(state: State, maker: Seat, code: str, seat: Seat) -> int:
    """What a seat gets at least when another assembles a recipe."""
    found = _endings(in_turn(state, maker, code), maker, Move("assemble", (code,)), ())
    return min(ending.halves(seat) for ending in found)


def with_ingredient(state: State, seat: Seat, ingredient: str) -> State:
    """The position with what a slot asks for lying there besides, on its stack or on the seat's table."""
    kind, _, name = ingredient.partition(":")
    if kind in ("element", "any"):
        course = state.course
        fits = (code for code in course.codes if kind == "any" or ELEMENTS_OF[code] == (name,))
        code = next(fits)
        place = course.elements.index(ELEMENTS_OF[code][0])
        stacks = replaced(state.cupboard.stacks, place, (*state.cupboard.stacks[place], code))
        return evolve(state, cupboard=Cupboard(stacks, state.cupboard.apart))
    names = name.split("|")
    code = next(code for code in state.course.codes if ID[code] in names or CARD[code].kind == name)
    return evolve(state, tables=replaced(state.tables, seat, (*state.tables[seat], Recipe(code))))


def is_hidden(case: TriedMove, code: str) -> bool:
    """Whether the seat doesn't see all copies of a recipe: another holds one, or it lies in a deck."""
    piles = [case.before.hands[seat] for seat in case.others()] + [*case.before.decks, case.before.aside]
    return any(ID[held] == ID[code] for pile in piles for held in pile)


def holders(case: TriedMove, code: str) -> list[Seat]:
    return [seat for seat in case.others() if any(ID[c] == ID[code] for c in case.before.hands[seat])]


def is_present(cupboard: Cupboard, element: str) -> bool:
    piles = (*cupboard.stacks, cupboard.apart)
    return any(element in ELEMENTS_OF[code] for pile in piles for code in pile)


Proof = Callable[[TriedMove, Params], bool]


def by_name(*proofs: Proof) -> dict[str, Proof]:
    """Each under the code of what it proves."""
    return {proof.__name__: proof for proof in proofs}
