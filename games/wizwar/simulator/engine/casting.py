"""Playing a card: what it may be aimed at, what is asked one choice after another, what it all amounts to.

`target_refusal` is the one predicate of aiming, `candidates` what is worth asking it; a target is a text of
`places`: a wizard, an edge, a square, a sector, an object on the floor.

A question is asked only where the answer changes something; one with a single answer settles itself. Nothing
leaves a hand before the last choice, and nobody else sees what has only begun.
"""

from collections.abc import Callable, Iterator
from functools import cache

from games.wizwar.scoring.points import is_truce
from games.wizwar.simulator.engine import sight
from games.wizwar.simulator.engine.board import AJAR, BUSHES, DOOR, FIRE, ILLUSION, OPEN, WALL
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards.aims import own_teleports
from games.wizwar.simulator.engine.cards.along import ADD, BEND, DOUBLED_BY, in_hand
from games.wizwar.simulator.engine.cards.answers import edges_on_line
from games.wizwar.simulator.engine.cards.attacks import points_of
from games.wizwar.simulator.engine.cards.book import KICK, THROW, record
from games.wizwar.simulator.engine.cards.passives import (
    ASTRAY,
    BEFRIENDING,
    BODILESS,
    NUMBER_MORE,
    lasting_on,
    more,
)
from games.wizwar.simulator.engine.cards.spells import Cast
from games.wizwar.simulator.engine.combat import add_item, declare, hit_thing, spend_attack, throw
from games.wizwar.simulator.engine.data import (
    ATTACKS,
    DURATION,
    IMMEDIATE,
    KIND,
    NEUTRAL,
    NUMBER,
    NUMBER_DEFAULT,
    OBJECTS,
    ONLY_COUNTERS,
    PHYSICAL,
    SIGHT,
    SPELLS,
    TAKES,
    TARGETS,
    VALUE,
)
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.geometry import free_places
from games.wizwar.simulator.engine.moves import check_held, move_of
from games.wizwar.simulator.engine.places import (
    FIGURES,
    SEAT_OF,
    SLOT_OF,
    SLOTS,
    TREASURES,
    WIZARDS,
    edge_text,
    lying,
    read_edge,
    read_lying,
    read_square,
    square_at,
    square_text,
)
from games.wizwar.simulator.engine.reach import (
    OUT_OF_SIGHT,
    bend_of,
    bends_of,
    bushes_at_hand,
    lies,
    may_bend,
    met_when_turned,
    no_sight,
    origins,
    own_edges,
    sees_edge,
    sees_square,
    sees_wizard,
)
from games.wizwar.simulator.engine.state import (
    CREATURES,
    Act,
    Attack,
    Item,
    Staged,
    State,
    Window,
    are_mates,
    is_alive,
    is_useless,
    keeper,
)
from simulator.engine.game import Move, Seat
from simulator.engine.tuples import without
from web.refusal import Refusal

PLAY, STRIKE, ANSWER = "play", "strike", "answer"
NONE, YES, NO = "none", "yes", "no"
NUMBERS = ("with", "and")  # the questions for number cards
AT_SELF_TOO = frozenset(card for card, aims in TARGETS.items() if aims >= {"self", "monster"})
PLACES = frozenset(("wizard", "monster", "edge", "square", "wall", "door", "bush", "object", "sector"))


# --- What a card may be aimed at ----------------------------------------------------------------------------


AIMS: dict[str, frozenset[str]] = {
    **TARGETS,
    KICK: frozenset(("wizard", "monster", "wall", "door", "bush")),
    THROW: frozenset(("square",)),
}
STANDS_ON_EDGES = {"wall": frozenset((WALL, ILLUSION)), "door": frozenset((DOOR, AJAR))}
OBSTACLES: dict[str, frozenset[int]] = {  # by card, what it is aimed at on edges
    card: frozenset(kind for aim, kinds in STANDS_ON_EDGES.items() if aim in aims for kind in kinds)
    for card, aims in AIMS.items()
}
EVERY_KIND = frozenset((OPEN, WALL, DOOR, ILLUSION, FIRE, AJAR))


def aims_at(card: str, what: str) -> bool:
    return what in AIMS[card]


def is_attack(card: str, target: str) -> bool:
    """Whether the wizard's one attack is spent on it; a card marked both attacks only wizards (ruling 42)."""
    return card == KICK or (card in ATTACKS and (KIND[card] != NEUTRAL or target in SEAT_OF))


def no_attack_refusal(state: State, act: Act) -> Refusal | None:
    """Whether the wizard may attack at all in this turn."""
    if is_truce(state.round):
        return Refusal("first_round", "fight.first_round")
    if act.attacked:
        return Refusal("second_attack", "card.attack")
    mist = lasting_on(state, act.seat, BODILESS)
    return Refusal("barred", "card.text", {"card": mist}) if mist else None


def attacking_refusal(state: State, seat: Seat, other: Seat) -> Refusal | None:
    """Whether this wizard may be attacked by that one, wherever they stand."""
    if other == seat:
        return Refusal("attack_self", "fight.self")
    if other < CREATURES and are_mates(state, keeper(state, seat), other):
        return Refusal("team_mate", "teams.attack", {"seat": other})
    mist = lasting_on(state, other, BODILESS)
    if mist:
        return Refusal("mist", "card.text", {"card": mist, "seat": other})
    for effect in state.effects:
        if effect.card in BEFRIENDING and (effect.by, effect.on) == (other, seat):
            return Refusal("buddy", "card.text", {"card": effect.card, "seat": other})
    return state.course.first(Box.attack_refusal, state, seat, other)


def target_refusal(state: State, seat: Seat, card: str, target: str, brief: bool = False) -> Refusal | None:
    """Whether a card, or «kick», may be aimed at a target by a wizard whose turn it is.

    `brief`: only whether it may counts, not what is in the way.
    """
    if is_attack(card, target):
        refusal = no_attack_refusal(state, state.agenda[0])
        if refusal is not None:
            return refusal
    if target in SEAT_OF:
        return _wizard_refusal(state, seat, card, target, brief)
    edge = read_edge(target)
    if edge is not None:
        return _edge_refusal(state, seat, card, edge, target, brief)
    square = read_square(target)
    if square is not None:
        return _square_refusal(state, seat, card, square, target, brief)
    if target in SLOT_OF:
        return _sector_refusal(state, seat, card, target)
    if read_lying(target) is not None:
        return _lying_refusal(state, seat, card, target, brief)
    return Refusal("bad_target", "fight.targets", {"card": card, "target": target})


def _bad(card: str, target: str) -> Refusal:
    return Refusal("bad_target", "fight.targets", {"card": card, "target": target})


def _wizard_refusal(state: State, seat: Seat, card: str, target: str, brief: bool) -> Refusal | None:
    other = SEAT_OF[target]
    if other == seat and card in AT_SELF_TOO:
        return None
    fits = aims_at(card, "wizard" if other < CREATURES else "monster")
    if other >= len(state.wizards) or not is_alive(state, other):
        return _bad(card, target)
    if not fits:
        return state.course.first(Box.aim_refusal, state, card, other) or _bad(card, target)
    does = record(card)
    looks = card in SIGHT and not does.near
    if looks and brief and not sees_wizard(state, seat, card, other):
        return OUT_OF_SIGHT  # asked first where only that counts, as it forbids nearly always
    if card == KICK or card in ATTACKS:
        refusal = attacking_refusal(state, seat, other)
        if refusal is not None:
            return refusal
    elif other == seat:
        return _bad(card, target)
    refuse = does.refuses.get("wizard")
    refusal = refuse(state, seat, card, other, target) if refuse else None
    if refusal is not None:
        return refusal
    if does.near:
        near = _is_near(state, seat, card, other)
        return None if near else Refusal("kick_far", "fight.kick", {"target": target})
    if looks and not brief and not sees_wizard(state, seat, card, other):
        return no_sight(state, seat, card, target, brief)
    return None


def _is_near(state: State, seat: Seat, card: str, other: int) -> bool:
    """In the same square, or within reach of a kick."""
    if state.wizards[seat].at == state.wizards[other].at:
        return True
    return card == KICK and bool(state.course.first(Box.kick_reaches, state, seat, other))


def _edge_refusal(
    state: State, seat: Seat, card: str, half_edge: int, target: str, brief: bool
) -> Refusal | None:
    if half_edge >= len(state.board.kinds) or state.board.net.edge[half_edge] != half_edge:
        return _bad(card, target)
    does = record(card)
    refuse = does.refuses.get("edge", obstacle_refusal)
    refusal = refuse(state, seat, card, half_edge, target)
    if refusal is not None:
        return refusal
    if does.near:
        near = half_edge in own_edges(state, seat)
        return None if near else Refusal("kick_far", "fight.kick_thing", {"target": target})
    return None if sees_edge(state, seat, card, half_edge) else no_sight(state, seat, card, target, brief)


def obstacle_refusal(state: State, seat: Seat, card: str, edge: int, target: str) -> Refusal | None:
    """Walls and doors are attacked by most cards that are aimed at edges."""
    return None if state.board.kinds[edge] in OBSTACLES[card] else _bad(card, target)


def _square_refusal(
    state: State, seat: Seat, card: str, square: int, target: str, brief: bool
) -> Refusal | None:
    if square >= len(state.board.filled):
        return _bad(card, target)
    does = record(card)
    refuse = does.refuses.get("square", bush_refusal)
    refusal = refuse(state, seat, card, square, target)
    if refusal is not None:
        return refusal
    if does.near:
        near = square in bushes_at_hand(state, seat)
        return None if near else Refusal("kick_far", "fight.kick_thing", {"target": target})
    return None if sees_square(state, seat, card, square) else no_sight(state, seat, card, target, brief)


def bush_refusal(state: State, seat: Seat, card: str, square: int, target: str) -> Refusal | None:
    """Of squares, those with a bush are attacked."""
    fits = aims_at(card, "bush") and state.board.filled[square] in BUSHES
    return None if fits else _bad(card, target)


def _sector_refusal(state: State, seat: Seat, card: str, target: str) -> Refusal | None:
    if not aims_at(card, "sector") or SLOT_OF[target] >= state.players:
        return _bad(card, target)
    refuse = record(card).refuses.get("sector")
    return refuse(state, seat, card, SLOT_OF[target], target) if refuse else None


def _lying_refusal(state: State, seat: Seat, card: str, target: str, brief: bool) -> Refusal | None:
    found = read_lying(target)
    assert found is not None  # the caller saw to it
    thing, square = found
    if not aims_at(card, "object") or not lies(state, thing, square):
        return _bad(card, target)
    return None if sees_square(state, seat, card, square) else no_sight(state, seat, card, target, brief)


# --- What is worth aiming at --------------------------------------------------------------------------------


def candidates(state: State, seat: Seat, card: str) -> Iterator[str]:
    """Every target that `target_refusal` could allow, those near at hand first; some may stand twice."""
    yield from _figures(state, seat, card)
    if aims_at(card, "edge") or OBSTACLES[card]:
        yield from _edges(state, seat, card)
    if aims_at(card, "square") or aims_at(card, "bush"):
        yield from _squares(state, seat, card)
    if aims_at(card, "object"):
        yield from (lying(thing, square) for square, thing in state.floor)
        yield from (
            lying(TREASURES[treasure], chest) for treasure, chest in enumerate(state.chests) if chest >= 0
        )
    if aims_at(card, "sector"):
        yield from SLOTS[: state.players]


def _figures(state: State, seat: Seat, card: str) -> Iterator[str]:
    """Wizards and creatures."""
    others: list[int] = []
    if aims_at(card, "wizard"):
        others += [other for other in range(state.players) if other != seat]
    if len(state.wizards) > CREATURES and aims_at(card, "monster"):
        others += range(CREATURES, len(state.wizards))
    if record(card).near:
        others = [other for other in others if _is_near(state, seat, card, other)]
    yield from [FIGURES[other] for other in others]
    if card in AT_SELF_TOO:
        yield WIZARDS[seat]


def _edges(state: State, seat: Seat, card: str) -> Iterator[str]:
    """All edges, or only those with an obstacle of a kind that is attacked."""
    kinds, fit = state.board.kinds, EVERY_KIND if aims_at(card, "edge") else OBSTACLES[card]
    yield from [edge_text(edge) for edge in own_edges(state, seat) if kinds[edge] in fit]
    if record(card).near:
        return
    for origin, walls in origins(state, seat, card):
        seen = sight.edges_seen(state.board, origin, walls)
        while seen:
            low = seen & -seen
            seen ^= low
            edge = low.bit_length() - 1
            if kinds[edge] in fit:
                yield edge_text(edge)


def _squares(state: State, seat: Seat, card: str) -> Iterator[str]:
    if record(card).near:
        yield from map(square_text, bushes_at_hand(state, seat))
        return
    if not record(card).empty:  # bushes, and what was created
        yield from (square_text(thing.square) for thing in state.board.things)
        return
    seen = 0
    for origin, walls in origins(state, seat, card):
        seen |= sight.seen(state.board, origin, walls).squares
    for squares_seen in state.course.asked(Box.squares_seen):
        for square in squares_seen(state, seat):
            seen |= 1 << square
    while seen:
        low = seen & -seen
        seen ^= low
        yield square_text(low.bit_length() - 1)


def targets(state: State, seat: Seat, card: str) -> list[str]:
    """All that a card may be aimed at now, sorted."""
    return _fit(state, seat, card, candidates(state, seat, card))


def figures(state: State, seat: Seat, card: str) -> list[str]:
    """Of these the wizards and creatures."""
    return _fit(state, seat, card, _figures(state, seat, card))


def _fit(state: State, seat: Seat, card: str, texts: Iterator[str]) -> list[str]:
    return sorted({text for text in texts if target_refusal(state, seat, card, text, brief=True) is None})


def has_target(state: State, seat: Seat, card: str) -> bool:
    """Whether there is any; asks only as long as it must."""
    return any(
        target_refusal(state, seat, card, text, brief=True) is None for text in candidates(state, seat, card)
    )


def is_always_bent(state: State, seat: Seat, card: str) -> bool:
    """Whether a spell has targets, and all of them around a corner."""
    if not may_bend(state, seat, card):
        return False
    found = (
        text for text in candidates(state, seat, card) if not target_refusal(state, seat, card, text, True)
    )
    bends = (bend_of(state, seat, card, text) for text in found)
    return next(bends, -1) >= 0 and all(bend >= 0 for bend in bends)


# --- Playing a card -----------------------------------------------------------------------------------------


def check_play(state: State, act: Act, card: str, brief: bool = False) -> Refusal | None:
    """A spell or a physical action from the hand, with something to aim it at."""
    refusal = check_held(state, act.seat, card) or _way_refusal(card)
    if refusal is None:
        refusal = state.course.first(Box.play_refusal, state, act.seat, card)
    if refusal is not None:
        return refusal
    if KIND[card] == "attack":
        refusal = no_attack_refusal(state, act)
        if refusal is not None:
            return refusal
    if is_useless(state, card):
        return None
    ready = record(card).ready
    if ready is not None:
        return None if ready(state, act.seat) else Refusal("no_target", "fight.targets", {"card": card})
    if card in ONLY_COUNTERS or not AIMS[card] & PLACES:
        return None
    return None if has_target(state, act.seat, card) else no_target_refusal(state, act.seat, card, brief)


@cache
def _way_refusal(card: str) -> Refusal | None:
    """Cards that are played in another way, or with another card."""
    if KIND[card] == NUMBER:
        return Refusal("number_alone", "number.each", {"card": card})
    if card in OBJECTS:
        return Refusal("play_object", "stone.what", {"card": card})
    if record(card).along or card in IMMEDIATE:
        return Refusal("plays_along", "card.text", {"card": card})
    return None


def no_target_refusal(state: State, seat: Seat, card: str, brief: bool) -> Refusal:
    """Nothing to aim at: a team mate's, the first wizard's or one's own door's reason teaches most."""
    for other in _most_telling(state, seat, card):
        if other != seat and is_alive(state, other) and "wizard" in TARGETS.get(card, ("wizard",)):
            refusal = target_refusal(state, seat, card, WIZARDS[other], brief)
            if refusal is not None:
                return refusal
    refuse = record(card).refuses.get("edge")
    if refuse is not None and "door" in TARGETS[card]:
        doors = [edge for edge in own_edges(state, seat) if state.board.kinds[edge] in (DOOR, AJAR)]
        reasons = [refuse(state, seat, card, edge, edge_text(edge)) for edge in doors]
        return next(filter(None, reasons), Refusal("no_target", "fight.targets", {"card": card}))
    return Refusal("no_target", "fight.targets", {"card": card})


def _most_telling(state: State, seat: Seat, card: str) -> list[Seat]:
    """The seats in their order, but first a team mate in sight: nothing else is in the way there."""

    def spared(other: Seat) -> bool:
        mate = are_mates(state, seat, other) and is_alive(state, other)
        return mate and sees_wizard(state, seat, card, other)

    return sorted(range(state.players), key=lambda other: not spared(other))


def do_play(flow: Flow, act: Act, card: str) -> None:
    if is_useless(flow.state, card):
        flow.exchange(act.seat, card)
        return
    advance(flow, Staged(act.seat, PLAY, card))


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
        window: Window = state.frame if type(state.frame) is Window else state.agenda[-2]
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
    if (
        staged.verb == ANSWER
        or first in (None, NONE)
        or first is None
        or not at_hand(state, staged.seat, ADD)
    ):
        return [NONE]
    return [*_numbers_in(without(hand, first)), NONE]


def ask_boost(state: State, staged: Staged) -> list[str]:
    return [NO, YES] if booster(state, staged) else [NO]


def booster(state: State, staged: Staged) -> str:
    """The card that could double this spell; "" if there is none. Neutral cards don't go with answers."""
    if staged.verb == ANSWER or staged.verb == STRIKE:
        return ""
    return at_hand(state, staged.seat, DOUBLED_BY.get(staged.card, ""))


def at_hand(state: State, seat: Seat, card: str) -> str:
    """The card in hand that goes along as this one does, if nothing keeps it from being played; else ""."""
    found = in_hand(state, seat, card)
    return found if found and state.course.first(Box.play_refusal, state, seat, found) is None else ""


def _numbers_in(hand: tuple[str, ...]) -> list[str]:
    return [card for card in dict.fromkeys(hand) if card in VALUE]


QUESTIONS: dict[str, Callable[[State, Staged], list[str]]] = {
    "target": ask_target,
    "via": ask_via,
    "go": ask_go,
    "turn": ask_turn,
    "place": ask_place,
    "with": ask_with,
    "and": ask_and,
    "boost": ask_boost,
}


ASKED: dict[str, tuple[str, ...]] = {THROW: ("target",)}  # of verbs that ask the same of every card


def questions(staged: Staged) -> tuple[str, ...]:
    """The questions of a compound move, in their order."""
    if staged.verb in ASKED:
        return ASKED[staged.verb]
    does, numbers = record(staged.card), NUMBERS if TAKES[staged.card] != NONE else ()
    if staged.verb == ANSWER and does.answer is not None:
        return (*does.answer.asks, *(numbers if does.answer.numbered else ()), "boost")
    target = ("target",) if AIMS[staged.card] & PLACES else ()
    return (*target, *does.asks, *numbers, "boost")


def open_moves(state: State, staged: Staged) -> list[Move]:
    """The answers to the first open question, sorted; empty when all is settled."""
    verb = open_question(staged)
    return [move_of(verb, answer) for answer in sorted(QUESTIONS[verb](state, staged))] if verb else []


def open_question(staged: Staged) -> str:
    """The first that isn't answered, "" when all are."""
    return next((verb for verb in questions(staged) if picked(staged, verb) is None), "")


def staged_moves(state: State, staged: Staged) -> list[Move]:
    return open_moves(state, staged)


def chosen(staged: Staged, move: Move) -> Staged:
    return staged._replace(picks=(*staged.picks, str(move)))


def do_staged(flow: Flow, staged: Staged, move: Move) -> None:
    flow.pop()
    advance(flow, chosen(staged, move))


def auto_answer(state: State, staged: Staged) -> tuple[Staged, list[Move]]:
    """Goes on through questions with one answer to the next real choice and its answers, or to the end."""
    found = open_moves(state, staged)
    while len(found) == 1:
        staged = chosen(staged, found[0])
        found = open_moves(state, staged)
    return staged, found


def note_settled(flow: Flow, staged: Staged) -> None:
    """What `auto_answer` goes through; that a card takes no number can be said, too, and tried otherwise."""
    found = open_moves(flow.state, staged)
    while len(found) == 1:
        flow.note(found[0], staged)
        staged = chosen(staged, found[0])
        found = open_moves(flow.state, staged)
    if not found:
        for verb in sorted({"with", "and"} - {*questions(staged)}):
            flow.note(Move(verb, (NONE,)), staged)


def advance(flow: Flow, staged: Staged) -> None:
    """On to the next real choice, or to the end of the compound move. Another frame is on top before it."""
    if flow.noted is not None:
        note_settled(flow, staged)
    staged, answers = auto_answer(flow.state, staged)
    if answers:
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
        *((in_hand(flow.state, seat, ADD),) if len(numbers) > 1 else ()),
        *((booster(flow.state, staged),) if doubled else ()),
        *((in_hand(flow.state, seat, BEND),) if bent else ()),
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
        flow.emit("bent", "card.text", square=square_text(via))
    astray = card in SIGHT and card in SPELLS and target != "" and lasting_on(state, seat, ASTRAY) != ""
    if astray:  # before the cards leave the hand: Around the Corner counts for the turned line, too
        target = go_astray(flow, seat, card, target, via)
    n, doubled = pay(flow, staged, via >= 0)
    if astray and not target:
        return
    if card in ATTACKS and is_attack(card, target):
        _attack(flow, staged, target, n, doubled, via)
        return
    flow.emit("cast", "card.neutral", seat=seat, card=card)
    cast = record(card).cast
    assert cast is not None  # `check_play` saw to it
    cast(flow, Cast(seat, card, target, n * 2 if doubled else n, _place(staged)))


def _bend(state: State, staged: Staged, target: str) -> int:
    via = picked(staged, "via")
    if via is not None and via != NONE:
        return square_at(via)
    card = staged.card
    if not target or not may_bend(state, staged.seat, card):
        return -1
    return bend_of(state, staged.seat, card, target)


def _place(staged: Staged) -> tuple[int, ...]:
    """Where a spell leads: a square, the quarter turns of a sector, its new place."""
    go, turn, place = (picked(staged, verb) for verb in ("go", "turn", "place"))
    if go is not None:
        return (square_at(go),)
    return tuple(int(part) for part in (turn or place or "").split(",") if part)


def _attack(flow: Flow, staged: Staged, target: str, n: int, doubled: bool, via: int) -> None:
    seat, card = staged.seat, staged.card
    on, cast = SEAT_OF.get(target, -1), record(staged.card).cast
    if on < 0 and cast is not None:  # nobody is attacked: it only takes the place of the turn's attack
        spend_attack(flow)
        flow.emit("cast", "card.attack", seat=seat, card=card)
        cast(flow, Cast(seat, card, target, n * 2 if doubled else n))
        return
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
    flow.emit("blind_roll", "die.direction", seat=seat, n=quarters + 1)
    if not quarters:
        return target
    there = met_when_turned(state, seat, card, target, origin, quarters)
    found = next((text for text in there if target_refusal(state, seat, card, text) is None), "")
    if not found:
        flow.emit("went_astray", "die.direction", seat=seat)
        if card != THROW and is_attack(card, target):
            spend_attack(flow)
    return found


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
    flow.emit("threw", "object.land", seat=seat, object=staged.card)
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


FINISH: dict[str, Callable[[Flow, Staged], None]] = {
    PLAY: finish_play,
    STRIKE: finish_strike,
    THROW: finish_throw,
    ANSWER: finish_answer,
}
