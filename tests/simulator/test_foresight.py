"""What a move will show is said where it follows from what the seat knows, not where worlds agree by luck."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from simulator.engine.chance import Chance, Rng
from simulator.engine.evolve import evolve
from simulator.engine.foresight import WORLDS, foresee
from simulator.engine.game import Event, Move, Seat, Step
from simulator.engine.rules import Rules
from web.refusal import Refusal

PAWN, KING, QUEEN = "pawn", "king", "queen"
UNSEEN = (KING, *(PAWN,) * 10_000)  # of which two lie in hands: four worlds all but surely agree


@dataclass(frozen=True)
class State:
    players: int
    chance: Chance
    turn: int
    hands: tuple[tuple[str, ...], ...]
    table: tuple[str, ...]
    deck: tuple[str, ...]
    shelf: tuple[tuple[str, int], ...]
    rack: tuple[tuple[bool], ...]
    night: bool
    course: object
    flag: Any


@dataclass(frozen=True)
class View:
    """`on_shelf`: what stands there, without the numbers; `hanging` is the rack as it is."""

    seat: int | None
    players: int
    turn: int
    hand: tuple[str, ...]
    sizes: tuple[int, ...]
    table: tuple[str, ...]
    deck_size: int
    on_shelf: tuple[str, ...]
    hanging: tuple[tuple[bool], ...]
    night: bool


START = ("begun",)
COURSE = object()  # no data: the same in all worlds, or it couldn't be


class Pawns(Rules[State, View]):
    """Each verb does one thing with hidden cards. `flags` are hidden, too, by world; nobody asks for them."""

    id = "pawns"
    seats = range(3, 4)

    def __init__(self, *flags: Any) -> None:
        self.flags = flags or ("up",)

    def new_game(self, config: Mapping[str, Any], seed: int) -> Step:
        cards = list(UNSEEN)
        Rng(seed).shuffle(cards)
        hands = ((QUEEN,), (cards[0],), (cards[1],))
        deck, shelf = tuple(cards[2:9]), ((QUEEN, 1), (PAWN, 2))
        open_ones = (((True,), (False,)), True, COURSE)
        state = State(3, Chance(seed), 0, hands, START, deck, shelf, *open_ones, self.flags[0])
        return Step(state, (), frozenset())

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({0, 1} if state.turn == 9 else {state.turn})

    def check(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return self.turn_refusal(state, seat)

    def candidates(self, state: State, seat: Seat) -> Iterable[Move]:
        return [Move(verb) for verb in (*FOLLOWS, *DOES_NOT)]

    def view(self, state: State, seat: Seat | None) -> View:
        hand = () if seat is None else state.hands[seat]
        sizes = tuple(map(len, state.hands))
        shelf = tuple(card for card, _ in state.shelf)
        open_ones = (shelf, state.rack, state.night)
        return View(seat, state.players, state.turn, hand, sizes, state.table, len(state.deck), *open_ones)

    def world(self, view: View, rng: int) -> State:
        cards, seat = list(UNSEEN), view.seat or 0
        Rng(rng).shuffle(cards)
        hands = [tuple(cards[9 * n : 9 * n + size]) for n, size in enumerate(view.sizes, 1)]
        hands[seat] = view.hand
        deck = tuple(cards[-view.deck_size :])
        shelf = tuple((card, 1 + n) for n, card in enumerate(view.on_shelf))
        rest = (shelf, view.hanging, view.night, COURSE, self.flags[rng % len(self.flags)])
        return State(view.players, Chance(rng), view.turn, tuple(hands), view.table, deck, *rest)

    def do(self, state: State, seat: Seat, move: Move) -> Step:
        after, event, learned = getattr(self, f"_{move.verb}")(evolve(state, turn=1))
        return Step(after, (event or Event("made", "turn.play", {}),), learned or frozenset({1, 2}))

    def _lay(self, state: State) -> Any:
        return (
            evolve(state, hands=((), *state.hands[1:]), table=(*state.table, state.hands[0][0])),
            None,
            None,
        )

    def _carry(self, state: State) -> Any:
        """From one hand to another, and a pile is sorted: nobody looks."""
        own, one, other = state.hands
        return evolve(state, hands=(own, (), (*other, *one)), deck=tuple(sorted(state.deck))), None, None

    def _count(self, state: State) -> Any:
        return evolve(state, table=(str(len(state.hands[1])),)), None, None

    def _whisper(self, state: State) -> Any:
        """To whom it concerns."""
        return state, Event("told", "turn.play", {"card": state.hands[1][0]}, (1,)), None

    def _read(self, state: State) -> Any:
        """What lies open, by the names that the view has for it."""
        said = f"{state.players} {state.turn} {state.table[0]} {state.hands[0][0]} {state.night} {state.rack}"
        assert state.course is COURSE
        return evolve(state, table=(*state.table, said)), None, None

    def _find(self, state: State) -> Any:
        """What lies open under another name."""
        card = next(card for card, _ in state.shelf if card != QUEEN)
        return evolve(state, shelf=state.shelf[1:], table=(card,)), None, None

    def _number(self, state: State) -> Any:
        """What lies closed beside it."""
        return evolve(state, table=(QUEEN if state.shelf[0][1] == 1 else PAWN,)), None, None

    def _list(self, state: State) -> Any:
        return state, Event("told", "turn.play", {"cards": [*state.hands[1]]}), None

    def _gather(self, state: State) -> Any:
        return state, Event("told", "turn.play", {"of": {"cards": ((1, state.hands[1]),)}}), None

    def _turn(self, state: State) -> Any:
        return evolve(state, table=(state.hands[1][0],)), None, None

    def _draw(self, state: State) -> Any:
        own, *others = state.hands
        return evolve(state, hands=((*own, state.deck[0]), *others), deck=state.deck[1:]), None, None

    def _ask(self, state: State) -> Any:
        return evolve(state, table=(("yes",) if KING in state.hands[1] else ("no",))), None, None

    def _weigh(self, state: State) -> Any:
        return evolve(state, table=(str(len("".join(state.hands[1]))),)), None, None

    def _tell(self, state: State) -> Any:
        return state, Event("told", "turn.play", {"card": state.hands[1][0]}), None

    def _toss(self, state: State) -> Any:
        n, chance = state.chance.below(10_000)
        return evolve(state, chance=chance, table=("no" if n else "yes",)), None, None

    def _learn(self, state: State) -> Any:
        return state, None, frozenset({0})

    def _end(self, state: State) -> Any:
        return evolve(state, turn=9), None, None


FOLLOWS = ("lay", "carry", "count", "whisper", "read", "find", "end")
DOES_NOT = ("turn", "draw", "ask", "weigh", "tell", "list", "gather", "number", "toss", "learn")


def position(engine: Pawns) -> State:
    state: State = engine.new_game({"players": 3}, 5).state
    return state


@pytest.mark.parametrize("verb", FOLLOWS)
def test_what_follows_from_the_view_is_what_comes(verb: str) -> None:
    engine, move = Pawns(), Move(verb)
    state = position(engine)
    foreseen = foresee(engine, engine.view(state, 0), 0, move)
    really = engine.apply(state, 0, move)
    assert foreseen is not None
    assert engine.view(foreseen.state, 0) == engine.view(really.state, 0)
    assert foreseen.events == tuple(event for event in really.events if event.visible_to(0))
    assert foreseen.learned == really.learned


@pytest.mark.parametrize("verb", DOES_NOT)
def test_worlds_that_agree_by_luck_say_nothing(verb: str) -> None:
    """«Worlds agreeing by luck is the danger»: here they do, and where the king lies something else comes."""
    engine, move = Pawns(), Move(verb)
    view = engine.view(position(engine), 0)
    worlds = [engine.world(view, rng) for rng in range(WORLDS)]
    shown = {engine.view(engine.apply(world, 0, move).state, 0) for world in worlds}
    assert len(shown) == 1
    assert foresee(engine, view, 0, move) is None


def test_nothing_is_said_of_what_others_choose_at_the_same_time() -> None:
    """When the last has chosen, all choices come to light: nobody knows whether it is one's own."""
    engine = Pawns()
    both = evolve(position(engine), turn=9)
    assert foresee(engine, engine.view(both, 0), 0, Move("lay")) is None


@pytest.mark.parametrize(
    "flags", [(True,), (None,), (1, "up"), ((), ("up",)), ("up", ("up",)), (frozenset({1}),)]
)
def test_nothing_is_said_where_a_secret_has_no_veil(flags: tuple[Any, ...]) -> None:
    """A truth, a length, a kind: whoever asks for it can't be stopped, and so no trial is made."""
    engine = Pawns(*flags)
    assert foresee(engine, engine.view(position(engine), 0), 0, Move("lay")) is None


def test_a_move_that_is_refused_shows_nothing() -> None:
    engine = Pawns()
    assert foresee(engine, engine.view(position(engine), 1), 1, Move("lay")) is None


def test_it_is_a_function_of_the_view() -> None:
    """The same in any world that looks the same: its own position stands for the real one."""
    engine, move = Pawns(), Move("lay")
    state = position(engine)
    seen = [engine.view(each, 0) for each in (state, engine.resample(state, 0, 3))]
    assert len({str(foresee(engine, view, 0, move)) for view in seen}) == 1
