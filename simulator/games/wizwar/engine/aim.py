"""What a card may be aimed at: `why_not_target` is the one predicate, `candidates` what is worth asking.

A target is a text of `places`: a wizard, an edge, a square, a sector, an object on the floor.
"""

from collections.abc import Iterator, Mapping

from simulator.engine.game import Seat
from simulator.games.wizwar.engine import sight
from simulator.games.wizwar.engine.board import (
    AJAR,
    BUSH,
    DOOR,
    ILLUSION,
    WALL,
)
from simulator.games.wizwar.engine.cards.book import KICK, THROW, record
from simulator.games.wizwar.engine.cards.passives import BEFRIENDING, BODILESS, lasting_on
from simulator.games.wizwar.engine.data import ATTACKS, KIND, NEUTRAL, SIGHT, TARGETS
from simulator.games.wizwar.engine.places import (
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
    square_text,
)
from simulator.games.wizwar.engine.reach import (
    bend_of,
    bushes_at_hand,
    lies,
    may_bend,
    no_sight,
    origins,
    own_edges,
    sees_edge,
    sees_square,
    sees_wizard,
)
from simulator.games.wizwar.engine.state import Act, State, is_in
from web.refusal import Refusal

AIMS: Mapping[str, frozenset[str]] = {
    **TARGETS,
    KICK: frozenset(("wizard", "wall", "door", "bush")),
    THROW: frozenset(("square",)),
}


def is_always_bent(state: State, seat: Seat, card: str) -> bool:
    """Whether a spell has targets, and all of them around a corner."""
    if not may_bend(state, seat, card):
        return False
    found = (
        text for text in candidates(state, seat, card) if not why_not_target(state, seat, card, text, True)
    )
    bends = (bend_of(state, seat, card, text) for text in found)
    return next(bends, -1) >= 0 and all(bend >= 0 for bend in bends)


# --- Attacks ------------------------------------------------------------------------------------------------


def why_no_attack(state: State, act: Act) -> Refusal | None:
    """Whether the wizard may attack at all in this turn."""
    if state.round == 1:
        return Refusal("first_round", "fight.first_round")
    if act.attacked:
        return Refusal("second_attack", "card.attack")
    mist = lasting_on(state, act.seat, BODILESS)
    return Refusal("barred", "card.text", {"card": mist}) if mist else None


def why_not_attack(state: State, seat: Seat, other: Seat) -> Refusal | None:
    """Whether this wizard may be attacked by that one, wherever they stand."""
    if other == seat:
        return Refusal("attack_self", "fight.self")
    mist = lasting_on(state, other, BODILESS)
    if mist:
        return Refusal("mist", "card.text", {"card": mist, "seat": other})
    for effect in state.effects:
        if effect.card in BEFRIENDING and (effect.by, effect.on) == (other, seat):
            return Refusal("buddy", "card.text", {"card": effect.card, "seat": other})
    return None


# --- The predicate ------------------------------------------------------------------------------------------


def is_attack(card: str, target: str) -> bool:
    """Whether the wizard's one attack is spent on it; a card marked both attacks only wizards (ruling 42)."""
    return card == KICK or (card in ATTACKS and (KIND[card] != NEUTRAL or target in SEAT_OF))


def why_not_target(state: State, seat: Seat, card: str, target: str, brief: bool = False) -> Refusal | None:
    """Whether a card, or «kick», may be aimed at a target by a wizard whose turn it is.

    `brief`: only whether it may counts, not what is in the way.
    """
    if is_attack(card, target):
        refusal = why_no_attack(state, state.agenda[0])
        if refusal is not None:
            return refusal
    if target in SEAT_OF:
        return _why_not_wizard(state, seat, card, target, brief)
    edge = read_edge(target)
    if edge is not None:
        return _why_not_edge(state, seat, card, edge, target, brief)
    square = read_square(target)
    if square is not None:
        return _why_not_square(state, seat, card, square, target, brief)
    if target in SLOT_OF:
        return _why_not_sector(state, seat, card, target)
    if read_lying(target) is not None:
        return _why_not_lying(state, seat, card, target, brief)
    return Refusal("bad_target", "fight.targets", {"card": card, "target": target[:20]})


def _bad(card: str, target: str) -> Refusal:
    return Refusal("bad_target", "fight.targets", {"card": card, "target": target})


def aims_at(card: str, what: str) -> bool:
    return what in AIMS[card]


def _why_not_wizard(state: State, seat: Seat, card: str, target: str, brief: bool) -> Refusal | None:
    other = SEAT_OF[target]
    if not aims_at(card, "wizard") or other >= state.players or not is_in(state, other):
        return _bad(card, target)
    if card == KICK or card in ATTACKS:
        refusal = why_not_attack(state, seat, other)
        if refusal is not None:
            return refusal
    elif other == seat:
        return _bad(card, target)
    does = record(card)
    refuse = does.refuses.get("wizard")
    refusal = refuse(state, seat, card, other, target) if refuse else None
    if refusal is not None:
        return refusal
    if does.near:
        same = state.wizards[seat].at == state.wizards[other].at
        return None if same else Refusal("kick_far", "fight.kick", {"target": target})
    if card in SIGHT and not sees_wizard(state, seat, card, other):
        return no_sight(state, seat, card, target, brief)
    return None


def _why_not_edge(
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
    kind = state.board.kinds[edge]
    fits = (kind in (DOOR, AJAR) and aims_at(card, "door")) or (
        kind in (WALL, ILLUSION) and aims_at(card, "wall")
    )
    return None if fits else _bad(card, target)


def bush_refusal(state: State, seat: Seat, card: str, square: int, target: str) -> Refusal | None:
    """Of squares, those with a bush are attacked."""
    fits = aims_at(card, "bush") and state.board.filled[square] == BUSH
    return None if fits else _bad(card, target)


def _why_not_square(
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


def _why_not_sector(state: State, seat: Seat, card: str, target: str) -> Refusal | None:
    if not aims_at(card, "sector") or SLOT_OF[target] >= state.players:
        return _bad(card, target)
    refuse = record(card).refuses.get("sector")
    return refuse(state, seat, card, SLOT_OF[target], target) if refuse else None


def _why_not_lying(state: State, seat: Seat, card: str, target: str, brief: bool) -> Refusal | None:
    found = read_lying(target)
    assert found is not None  # the caller saw to it
    thing, square = found
    if not aims_at(card, "object") or not lies(state, thing, square):
        return _bad(card, target)
    return None if sees_square(state, seat, card, square) else no_sight(state, seat, card, target, brief)


# --- What is worth asking about -----------------------------------------------------------------------------


def candidates(state: State, seat: Seat, card: str) -> Iterator[str]:
    """Every target that `why_not_target` could allow, those near at hand first; some may stand twice."""
    if aims_at(card, "wizard"):
        yield from (WIZARDS[other] for other in range(state.players) if other != seat)
    if aims_at(card, "edge") or aims_at(card, "wall") or aims_at(card, "door"):
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


def _edges(state: State, seat: Seat, card: str) -> Iterator[str]:
    near = own_edges(state, seat)
    yield from map(edge_text, near)
    if record(card).near:
        return
    for origin, walls in origins(state, seat, card):
        seen = sight.seen(state.board, origin, walls).edges
        while seen:
            low = seen & -seen
            seen ^= low
            yield edge_text(low.bit_length() - 1)


def _squares(state: State, seat: Seat, card: str) -> Iterator[str]:
    if not record(card).empty:  # bushes, and what was created
        yield from (square_text(thing.square) for thing in state.board.things)
        return
    seen = 0
    for origin, walls in origins(state, seat, card):
        seen |= sight.seen(state.board, origin, walls).squares
    while seen:
        low = seen & -seen
        seen ^= low
        yield square_text(low.bit_length() - 1)


def targets(state: State, seat: Seat, card: str) -> list[str]:
    """All that a card may be aimed at now, sorted."""
    return sorted(
        {
            text
            for text in candidates(state, seat, card)
            if why_not_target(state, seat, card, text, brief=True) is None
        }
    )


def has_target(state: State, seat: Seat, card: str) -> bool:
    """Whether there is any; asks only as long as it must."""
    return any(
        why_not_target(state, seat, card, text, brief=True) is None for text in candidates(state, seat, card)
    )
