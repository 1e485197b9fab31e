"""Compound moves, one choice after another: what is asked next, and what it all amounts to.

A question is asked only where the answer changes something; one with a single answer settles itself. Nothing
leaves a hand before the last choice, and nobody else sees what has only begun.
"""

from collections.abc import Callable, Mapping

from simulator.engine.game import Move, Seat
from simulator.engine.tuples import without
from simulator.games.wizwar.engine import sight
from simulator.games.wizwar.engine.aim import is_attack, targets, why_not_target
from simulator.games.wizwar.engine.cards.aims import own_teleports
from simulator.games.wizwar.engine.cards.along import ADD, BEND, DOUBLED_BY
from simulator.games.wizwar.engine.cards.answers import edges_on_line
from simulator.games.wizwar.engine.cards.attacks import points_of
from simulator.games.wizwar.engine.cards.book import THROW, record
from simulator.games.wizwar.engine.cards.passives import ASTRAY, NUMBER_MORE, lasting_on, more
from simulator.games.wizwar.engine.cards.spells import Cast
from simulator.games.wizwar.engine.combat import add_item, declare, hit_thing, spend_attack, throw
from simulator.games.wizwar.engine.data import (
    ATTACKS,
    DURATION,
    NUMBER_DEFAULT,
    OBJECTS,
    PHYSICAL,
    SIGHT,
    SPELLS,
    TAKES,
    TARGETS,
    VALUE,
)
from simulator.games.wizwar.engine.flow import Flow
from simulator.games.wizwar.engine.geometry import free_places
from simulator.games.wizwar.engine.places import (
    SEAT_OF,
    SLOT_OF,
    WIZARDS,
    edge_text,
    lying,
    read_edge,
    read_lying,
    read_square,
    square_text,
)
from simulator.games.wizwar.engine.reach import bend_of, bends_of, square_of, things_on, walls_left
from simulator.games.wizwar.engine.state import Attack, Item, Staged, State, Window

PLAY, STRIKE, ANSWER = "play", "strike", "answer"
NONE, YES, NO = "none", "yes", "no"
NUMBERS = ("with", "and")  # the questions for number cards
PLACES = frozenset(("wizard", "edge", "square", "wall", "door", "bush", "object", "sector"))


# --- Words answered so far ----------------------------------------------------------------------------------


def picked(staged: Staged, verb: str) -> str | None:
    """The answer to a question, None while it is open."""
    return next((pick.partition(" ")[2] for pick in staged.picks if pick.partition(" ")[0] == verb), None)


def numbers_of(staged: Staged) -> tuple[str, ...]:
    """The number cards chosen: one, or two with Add."""
    chosen = (picked(staged, "with"), picked(staged, "and"))
    return tuple(card for card in chosen if card not in (None, NONE) and card is not None)


def number_played(state: State, seat: Seat, cards: tuple[str, ...]) -> int:
    """The number of an action: the cards' sum, each 1 more with a Powerstone; 1 without a card."""
    each = more(state.wizards[seat].shown, NUMBER_MORE)
    return sum(VALUE[card] + each for card in cards) if cards else NUMBER_DEFAULT


# --- The questions ------------------------------------------------------------------------------------------


def ask_target(state: State, staged: Staged) -> list[str]:
    if staged.verb == ANSWER:
        window: Window = state.agenda[-1] if type(state.agenda[-1]) is Window else state.agenda[-2]
        return [edge_text(edge) for edge in edges_on_line(state, window.attack)]
    return targets(state, staged.seat, THROW if staged.verb == THROW else staged.card)


def ask_via(state: State, staged: Staged) -> list[str]:
    target = picked(staged, "target")
    assert target is not None  # asked before
    found = bends_of(state, staged.seat, staged.card, target)
    return [square_text(square) for square in found] or [NONE]


def ask_go(state: State, staged: Staged) -> list[str]:
    return [square_text(square) for square in own_teleports(state, staged.seat)]


def ask_turn(state: State, staged: Staged) -> list[str]:
    return ["1", "2", "3"]


def ask_place(state: State, staged: Staged) -> list[str]:
    slot = SLOT_OF[picked(staged, "target") or ""]
    return [f"{row},{column}" for row, column in free_places(state.board.layout, slot)]


def ask_with(state: State, staged: Staged) -> list[str]:
    return [*_numbers_in(state.wizards[staged.seat].hand), NONE]


def ask_and(state: State, staged: Staged) -> list[str]:
    """Only with Add, and only after a first number (number.one)."""
    first, hand = picked(staged, "with"), state.wizards[staged.seat].hand
    if staged.verb == ANSWER or first in (None, NONE) or first is None or ADD not in hand:
        return [NONE]
    return [*_numbers_in(without(hand, first)), NONE]


def ask_boost(state: State, staged: Staged) -> list[str]:
    return [NO, YES] if booster(state, staged) else [NO]


def booster(state: State, staged: Staged) -> str:
    """The card that could double this spell; "" if there is none. Neutral cards don't go with answers."""
    if staged.verb == ANSWER or staged.verb == STRIKE:
        return ""
    card = DOUBLED_BY.get(staged.card, "")
    return card if card in state.wizards[staged.seat].hand else ""


def _numbers_in(hand: tuple[str, ...]) -> list[str]:
    return [card for card in dict.fromkeys(hand) if card in VALUE]


QUESTIONS: Mapping[str, Callable[[State, Staged], list[str]]] = {
    "target": ask_target,
    "via": ask_via,
    "go": ask_go,
    "turn": ask_turn,
    "place": ask_place,
    "with": ask_with,
    "and": ask_and,
    "boost": ask_boost,
}


def questions(staged: Staged) -> tuple[str, ...]:
    """The questions of a compound move, in their order."""
    if staged.verb == THROW:
        return ("target",)
    does, numbers = record(staged.card), NUMBERS if TAKES[staged.card] != NONE else ()
    if staged.verb == ANSWER and does.answer is not None:
        return (*does.answer.asks, *(numbers if does.answer.numbered else ()), "boost")
    target = ("target",) if TARGETS[staged.card] & PLACES else ()
    return (*target, *does.asks, *numbers, "boost")


def open_moves(state: State, staged: Staged) -> list[Move]:
    """The answers to the first open question, sorted; empty when all is settled."""
    for verb in questions(staged):
        if picked(staged, verb) is None:
            return [Move(verb, (answer,)) for answer in sorted(QUESTIONS[verb](state, staged))]
    return []


def chosen(staged: Staged, move: Move) -> Staged:
    return staged._replace(picks=(*staged.picks, str(move)))


def settle(state: State, staged: Staged) -> Staged:
    """Goes on through questions with one answer to the next real choice, or to the end."""
    found = open_moves(state, staged)
    while len(found) == 1:
        staged = chosen(staged, found[0])
        found = open_moves(state, staged)
    return staged


def note_settled(flow: Flow, staged: Staged) -> None:
    """What `settle` goes through; that a card takes no number can be said, too, and so be tried otherwise."""
    found = open_moves(flow.state, staged)
    while len(found) == 1:
        flow.note(found[0], staged)
        staged = chosen(staged, found[0])
        found = open_moves(flow.state, staged)
    if not found:
        for verb in sorted({"with", "and"} - {*questions(staged)}):
            flow.note(Move(verb, (NONE,)), staged)


def go_on(flow: Flow, staged: Staged) -> None:
    """On to the next real choice, or to the end of the compound move. Another frame is on top before it."""
    if flow.noted is not None:
        note_settled(flow, staged)
    staged = settle(flow.state, staged)
    if open_moves(flow.state, staged):
        flow.push(staged)
    else:
        FINISH[staged.verb](flow, staged)


# --- What it amounts to -------------------------------------------------------------------------------------


def pay(flow: Flow, staged: Staged, bent: bool) -> tuple[int, bool]:
    """Everything that was played with the card leaves the hand; (its number, whether it is doubled)."""
    seat, numbers = staged.seat, numbers_of(staged)
    n = number_played(flow.state, seat, numbers) if TAKES[staged.card] != NONE else 0
    doubled = picked(staged, "boost") == YES
    with_it = (
        *numbers,
        *((ADD,) if len(numbers) > 1 else ()),
        *((booster(flow.state, staged),) if doubled else ()),
        *((BEND,) if bent else ()),
    )
    for card in with_it:
        flow.spend(seat, card)
    if staged.card not in OBJECTS:
        flow.spend(seat, staged.card)
    return n, doubled


def finish_play(flow: Flow, staged: Staged) -> None:
    """A card is cast, or an attack is declared with it."""
    state, seat, card = flow.state, staged.seat, staged.card
    target = picked(staged, "target") or ""
    via = _bend(state, staged, target)
    if via >= 0:
        flow.say("bent", "card.text", square=square_text(via))
    astray = card in SIGHT and card in SPELLS and target != "" and lasting_on(state, seat, ASTRAY) != ""
    if astray:  # before the cards leave the hand: Around the Corner counts for the turned line, too
        target = go_astray(flow, seat, card, target, via)
    n, doubled = pay(flow, staged, via >= 0)
    if astray and not target:
        return
    if card in ATTACKS and is_attack(card, target):
        _attack(flow, staged, target, n, doubled, via)
        return
    flow.say("cast", "card.neutral", seat=seat, card=card)
    cast = record(card).cast
    assert cast is not None  # `check_play` saw to it
    cast(flow, Cast(seat, card, target, n * 2 if doubled else n, _place(staged)))


def _bend(state: State, staged: Staged, target: str) -> int:
    via = picked(staged, "via")
    if via is not None and via != NONE:
        return read_square(via) or 0
    card = staged.card
    if not target or card not in SIGHT or card not in SPELLS or BEND not in state.wizards[staged.seat].hand:
        return -1
    return bend_of(state, staged.seat, card, target)


def _place(staged: Staged) -> tuple[int, ...]:
    """Where a spell leads: a square, the quarter turns of a sector, its new place."""
    go, turn, place = (picked(staged, verb) for verb in ("go", "turn", "place"))
    if go is not None:
        return (read_square(go) or 0,)
    return tuple(int(part) for part in (turn or place or "").split(",") if part)


def _attack(flow: Flow, staged: Staged, target: str, n: int, doubled: bool, via: int) -> None:
    seat, card = staged.seat, staged.card
    on = SEAT_OF.get(target, -1)
    points = points_of(flow.state, card, n, on) * (2 if doubled else 1)
    if on < 0:
        hit_thing(flow, seat, card, target, points)
        return
    turns = n * (2 if doubled else 1) if TAKES[card] == DURATION else 0
    declare(flow, Attack(card, seat, on, n, points, turns, card in PHYSICAL, card in SPELLS, via))


def go_astray(flow: Flow, seat: Seat, card: str, target: str, via: int) -> str:
    """A blind wizard's line turns as the die says (die.direction); "" where it meets nothing of the kind."""
    state = flow.state
    origin = via if via >= 0 else state.wizards[seat].at
    quarters = flow.below(4)
    flow.say("blind_roll", "die.direction", seat=seat, n=quarters + 1)
    if not quarters:
        return target
    found = _at_turned(state, seat, card, target, origin, quarters)
    if not found:
        flow.say("went_astray", "die.direction", seat=seat)
        if card != THROW and is_attack(card, target):
            spend_attack(flow)
    return found


def _at_turned(state: State, seat: Seat, card: str, target: str, origin: int, quarters: int) -> str:
    """The legal target of the same kind at the turned place."""
    edge, walls = read_edge(target), walls_left(state, seat, card, origin)
    if edge is not None:
        down, right = sight.line_to_edge(state.board, origin, edge, walls).offset
    else:
        down, right = sight.line(state.board, origin, square_of(state, target), walls, into=True).offset
    for _ in range(quarters):
        down, right = right, -down
    if edge is not None:
        found = sight.edge_at_offset(state.board, origin, (down, right), walls)
        texts = [] if found is None else [edge_text(found)]
    else:
        square = sight.at_offset(state.board, origin, (down, right), walls)
        texts = [] if square is None else _named_there(state, seat, target, square)
    return next((text for text in texts if why_not_target(state, seat, card, text) is None), "")


def _named_there(state: State, seat: Seat, target: str, square: int) -> list[str]:
    if target in SEAT_OF:
        there = [WIZARDS[other] for other in range(state.players) if state.wizards[other].at == square]
        return sorted(there, key=lambda text: text != target)
    if read_lying(target) is not None:
        return [lying(thing, square) for thing in things_on(state, square)]
    return [square_text(square)] if read_square(target) is not None else []


def finish_strike(flow: Flow, staged: Staged) -> None:
    """An attack with an object: thrown ones leave the hand, the blade stays (object.keep)."""
    seat, card, target = staged.seat, staged.card, picked(staged, "target") or ""
    n, _ = pay(flow, staged, bent=False)
    thrown = record(card).thrown
    if thrown and lasting_on(flow.state, seat, ASTRAY):
        target = go_astray(flow, seat, card, target, -1)
        if not target:
            throw(flow, seat, card, flow.state.wizards[seat].at)
            return
    if not thrown:
        flow.make_known(seat, card)
    _attack(flow, staged, target, n, False, -1)


def finish_throw(flow: Flow, staged: Staged) -> None:
    """A thing is thrown to a square, without harm (object.land)."""
    seat, target = staged.seat, picked(staged, "target") or ""
    flow.say("threw", "object.land", seat=seat, object=staged.card)
    if lasting_on(flow.state, seat, ASTRAY):
        target = go_astray(flow, seat, THROW, target, -1)
    square = read_square(target)
    throw(flow, seat, staged.card, flow.state.wizards[seat].at if square is None else square)


def finish_answer(flow: Flow, staged: Staged) -> None:
    """A counteraction joins the window."""
    n, _ = pay(flow, staged, bent=False)
    go, edge = picked(staged, "go"), picked(staged, "target")
    place = read_square(go) if go is not None else read_edge(edge) if edge is not None else -1
    add_item(flow, Item(staged.card, staged.seat, staged.item, n, -1 if place is None else place))


FINISH: Mapping[str, Callable[[Flow, Staged], None]] = {
    PLAY: finish_play,
    STRIKE: finish_strike,
    THROW: finish_throw,
    ANSWER: finish_answer,
}
