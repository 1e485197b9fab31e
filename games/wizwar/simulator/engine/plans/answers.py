"""What one may be out for where something is asked besides a turn: answers, aims, draws, discards, deals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.wizwar.simulator.engine import guarding
from games.wizwar.simulator.engine.cards.attacks import points_of
from games.wizwar.simulator.engine.cards.worth import DEFAULT, KEEP
from games.wizwar.simulator.engine.casting import ANSWER, NONE, YES
from games.wizwar.simulator.engine.flow import limit_of
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.moving import own_ways, spread
from games.wizwar.simulator.engine.places import SEAT_OF, read_square, square_text
from games.wizwar.simulator.engine.plans.intents import Intent, answered_by, damage, highest, is_foe
from games.wizwar.simulator.engine.state import (
    Attack,
    Deal,
    Draw,
    Harm,
    Limit,
    Pick,
    Staged,
    State,
    Window,
    hand_size,
    keeper,
)
from simulator.engine.game import Move, Seat, Why


class OpenFrame(NamedTuple):
    """A frame that asks a seat something; `preferred` is what the guarding bot would answer."""

    state: State
    frame: Any
    moves: Sequence[Move]
    preferred: Move

    @property
    def seat(self) -> Seat:
        seat: int = self.frame.seat
        return seat

    @property
    def ordered(self) -> list[Move]:
        """What the bot would answer, then the others."""
        return [self.preferred, *(move for move in self.moves if move != self.preferred)]


# --- Attacks and harm ---------------------------------------------------------------------------------------


def on_attack(asked: OpenFrame) -> Iterator[Intent]:
    """To answer, with what the bot would or with anything, or to bear it."""
    attack: Attack = asked.frame.attack
    if asked.seat not in (attack.on, keeper(asked.state, attack.on)):
        yield from each_way(asked, "plan_press", "plan_let_stop", ())
        return
    said = damage(attack.points, asked.state.wizards[attack.on].life, own=attack.on == asked.seat)
    yield from each_way(asked, "plan_answer", "plan_bear", said)


def on_harm(asked: OpenFrame) -> Iterator[Intent]:
    harm: Harm = asked.frame
    life = asked.state.wizards[asked.seat].life
    yield from each_way(asked, "plan_answer", "plan_bear", damage(harm.points, life, own=True))


def each_way(asked: OpenFrame, answer: str, bear: str, said: tuple[Why, ...]) -> Iterator[Intent]:
    """Each card that can answer, and none, the bot's choice first."""
    for move in asked.ordered:
        if move == PASS:
            yield Intent((move,), Why(bear, {}), said)
        elif move.verb == ANSWER:
            yield Intent((move,), Why(answer, {"card": move.args[0]}), said)


# --- Compound moves -----------------------------------------------------------------------------------------


def in_the_middle(asked: OpenFrame) -> Iterator[Intent]:
    """A card that is being played: whom it strikes, how hard, where it leads."""
    ask = ASKS.get(asked.moves[0].verb, _advance)
    yield from ask(asked)


def _advance(asked: OpenFrame) -> Iterator[Intent]:
    yield Intent((asked.preferred,), Why("plan_go_on", {"card": asked.frame.card}))


def _aim(asked: OpenFrame) -> Iterator[Intent]:
    """The bot's choice, then opponents by what the card is worth on them."""
    state, card = asked.state, asked.frame.card
    targets = [move for move in asked.ordered if _is_worth_aiming(asked, move)]
    for move in sorted(targets, key=lambda move: (move != asked.preferred, -_worth(asked, move))):
        other = SEAT_OF.get(move.args[0])
        points = 0 if other is None else points_of(state, card, highest(state, asked.seat), other)
        said: tuple[Why, ...] = ()
        if points and other is not None:
            wizard = state.wizards[other]
            said = (*damage(points, wizard.life), *answered_by(len(wizard.hand)))
        yield Intent((move,), Why("plan_aim", {"card": card, "target": move.args[0]}), said)


def _is_worth_aiming(asked: OpenFrame, move: Move) -> bool:
    """Whatever the bot aims at, and opponents."""
    other = SEAT_OF.get(move.args[0])
    return move == asked.preferred or (other is not None and is_foe(asked.state, asked.seat, other))


def _worth(asked: OpenFrame, move: Move) -> float:
    other = SEAT_OF.get(move.args[0])
    return 0.0 if other is None else guarding.worth(asked.state, asked.seat, asked.frame.card, other)


def _number(asked: OpenFrame) -> Iterator[Intent]:
    """To put a number in, or to save it."""
    for move in (asked.preferred, asked.moves[0], asked.moves[-1]):
        spared = move.args[0] == NONE
        params = {"card": asked.frame.card} if spared else {"card": asked.frame.card, "object": move.args[0]}
        yield Intent((move,), Why("plan_spare" if spared else "plan_strengthen", params))


def _boost(asked: OpenFrame) -> Iterator[Intent]:
    for move in asked.ordered:
        code = "plan_boost" if move.args[0] == YES else "plan_spare"
        yield Intent((move,), Why(code, {"card": asked.frame.card}))


def _land(asked: OpenFrame) -> Iterator[Intent]:
    """Where the card leads, with the steps that are left from there to what the bot goes for."""
    landing = read_square(asked.preferred.args[0])
    goals = guarding.goals(asked.state, asked.seat)
    said: tuple[Why, ...] = ()
    if landing is not None and goals:
        steps = spread(asked.state.board, landing, own_ways(asked.state, asked.seat))
        near = min((steps[goal], goal) for goal in goals)
        if near[0] >= 0:
            said = (Why("plan_from_there", {"square": square_text(near[1]), "n": near[0]}),)
    yield Intent((asked.preferred,), Why("plan_land", {"place": asked.preferred.args[0]}), said)


ASKS: Mapping[str, Callable[[OpenFrame], Iterator[Intent]]] = {
    "target": _aim,
    "with": _number,
    "and": _number,
    "boost": _boost,
    "go": _land,
}


# --- Cards --------------------------------------------------------------------------------------------------


def on_drawing(asked: OpenFrame) -> Iterator[Intent]:
    """New cards, or room for them first: what is worth little goes."""
    state, seat = asked.state, asked.seat
    draws = [move for move in asked.moves if move.verb == "draw"]
    discards = _least_first(move for move in asked.moves if move.verb == "discard")
    for move in dict.fromkeys((asked.preferred, draws[-1], *discards[:1], draws[0])):
        if move.verb == "draw":
            n = int(move.args[0])
            params = {"n": n, "held": hand_size(state, seat) + n, "max": limit_of(state, seat)}
            yield Intent((move,), Why("plan_draw", params) if n else Why("plan_no_draw", {}))
        elif move.verb == "discard":
            yield Intent((move,), Why("plan_make_room", {"card": move.args[0]}))


def on_surplus(asked: OpenFrame) -> Iterator[Intent]:
    """The cards worth least, the bot's choice first."""
    for move in [asked.preferred, *_least_first(move for move in asked.moves if move != asked.preferred)]:
        yield Intent((move,), Why("plan_discard", {"card": move.args[0]}))


def _least_first(moves: Iterator[Move]) -> list[Move]:
    return sorted(moves, key=lambda move: (KEEP.get(move.args[0], DEFAULT), move))


# --- Choices that a spell leaves, deals ---------------------------------------------------------------------


def on_choice(asked: OpenFrame) -> Iterator[Intent]:
    yield from _advance(asked)


def on_deal(asked: OpenFrame) -> Iterator[Intent]:
    """To keep one's cards, or to deal."""
    for move in asked.ordered:
        if move.verb == "refuse":
            yield Intent((move,), Why("plan_no_deal", {}))
        elif move.verb == "accept":
            yield Intent((move,), Why("plan_deal", {}))
        elif move.verb == "give":
            yield Intent((move,), Why("plan_offer", {"card": move.args[0]}))
        elif move.verb == "done":
            yield Intent((move,), Why("plan_offered", {}))


ANSWERS: dict[type[Any], Callable[[OpenFrame], Iterator[Intent]]] = {
    Window: on_attack,
    Harm: on_harm,
    Staged: in_the_middle,
    Draw: on_drawing,
    Limit: on_surplus,
    Pick: on_choice,
    Deal: on_deal,
}
