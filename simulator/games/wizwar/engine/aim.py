"""What a card may be aimed at: `why_not_target` is the one predicate, `candidates` what is worth asking.

A target is a text of `places`: a wizard, an edge, a square, a sector, an object on the floor.
"""

from collections.abc import Callable, Iterator

from simulator.engine.game import Seat
from simulator.games.wizwar.engine import sight
from simulator.games.wizwar.engine.board import (
    AJAR,
    BUSH,
    DOOR,
    EMPTY,
    FIRE,
    ILLUSION,
    OPEN,
    WALL,
    Board,
    home,
    lets_through,
    mark_at,
    thing_at,
)
from simulator.games.wizwar.engine.data import ATTACKS, KIND, NEUTRAL, PHYSICAL, SIGHT, SPELLS, TARGETS, param
from simulator.games.wizwar.engine.geometry import free_places, within
from simulator.games.wizwar.engine.places import (
    SEAT_OF,
    SLOT_OF,
    SLOTS,
    TREASURE_OF,
    TREASURES,
    WIZARDS,
    edge_text,
    lying,
    read_edge,
    read_lying,
    read_square,
    square_text,
)
from simulator.games.wizwar.engine.state import Act, State, is_in, ugly_in, under
from web.refusal import Refusal

KICK = "kick"
THROW = "throw"  # an object thrown without harm
BEND = "around_the_corner"
WALLS = (WALL, DOOR, ILLUSION, AJAR)

# What a card builds on an edge or a square, and what else is done to edges.
EDGE_BUILDERS = frozenset(("create_wall", "wall_of_fire", "illusion_wall", "waterwall"))
SQUARE_FILLERS = frozenset(("thornbush", "fill_square_with_stone"))
LOCKS = frozenset(("pick_lock", "remove_lock", "jam_lock"))  # what is done to locks
AT_HAND = frozenset(("pick_lock", "jam_lock"))  # only doors of one's own square
BY_HAND = frozenset((KICK, "wizardblade"))  # only what is within reach


# --- Seeing -------------------------------------------------------------------------------------------------


Asks = Callable[[Board, int, int, int], bool]  # of a place: board, origin, place, walls passed


def sees_square(state: State, seat: Seat, card: str, square: int) -> bool:
    """Whether a spell or a throw from the wizard's square reaches a square, filled or not (sight.line)."""
    return _reaches(state, seat, card, sight.sees_into, square)


def sees_edge(state: State, seat: Seat, card: str, edge: int) -> bool:
    """The same for the middle of an edge (sight.edge)."""
    return _reaches(state, seat, card, sight.sees_edge, edge)


def _reaches(state: State, seat: Seat, card: str, sees: Asks, place: int) -> bool:
    """Straight from the wizard's square, which is nearly always all there is, or with the help of cards."""
    if sees(state.board, state.wizards[seat].at, place, 0):
        return True
    if not walls_passed(state, seat, card) and not _may_bend(state, seat, card):
        return False
    return any(sees(state.board, origin, place, left) for origin, left in _origins(state, seat, card))


def sees_wizard(state: State, seat: Seat, card: str, other: Seat) -> bool:
    """The same for a wizard: one who stands in a bush is seen by nobody (ruling wizwar-26)."""
    square = state.wizards[other].at
    return state.board.filled[square] != BUSH and sees_square(state, seat, card, square)


def walls_passed(state: State, seat: Seat, card: str) -> int:
    """How many walls the line may go through: a Visionstone lets spells through one."""
    return int(card in SPELLS and "visionstone" in state.wizards[seat].shown)


def walls_left(state: State, seat: Seat, card: str, origin: int) -> int:
    """The same from where the line bends: none where its way to the bend went through one already."""
    walls, here = walls_passed(state, seat, card), state.wizards[seat].at
    straight = origin == here or not is_in(state, seat) or sight.sees(state.board, here, origin)
    return walls if straight else 0


def _may_bend(state: State, seat: Seat, card: str) -> bool:
    return BEND in state.wizards[seat].hand and card in SPELLS and card in SIGHT


def _origins(state: State, seat: Seat, card: str) -> Iterator[tuple[int, int]]:
    """Where a straight line to the target may begin: at the wizard, or where it bends around a corner.

    With each square the walls that the rest of the line may go through.
    """
    here, walls = state.wizards[seat].at, walls_passed(state, seat, card)
    yield here, walls
    if _may_bend(state, seat, card):
        seen = sight.seen(state.board, here, walls).squares
        for square in range(len(state.board.filled)):
            if seen >> square & 1 and square != here:
                yield square, walls_left(state, seat, card, square)


def bend_of(state: State, seat: Seat, card: str, target: str) -> int:
    """The first square where the line to a target must bend; -1 where it is straight."""
    here = state.wizards[seat].at
    for origin, walls in _origins(state, seat, card):
        if _straight(state, origin, walls, target):
            return -1 if origin == here else origin
    return -1


def is_bent(state: State, seat: Seat, card: str, target: str) -> bool:
    """Whether a spell reaches this target only around a corner: that card is spent with it."""
    return _may_bend(state, seat, card) and bend_of(state, seat, card, target) >= 0


def is_always_bent(state: State, seat: Seat, card: str) -> bool:
    """Whether a spell has targets, and all of them around a corner."""
    if not _may_bend(state, seat, card):
        return False
    found = (
        text for text in candidates(state, seat, card) if not why_not_target(state, seat, card, text, True)
    )
    bends = (bend_of(state, seat, card, text) for text in found)
    return next(bends, -1) >= 0 and all(bend >= 0 for bend in bends)


def bends_of(state: State, seat: Seat, card: str, target: str) -> list[int]:
    """Every square where a line that isn't straight may bend, sorted."""
    origins = list(_origins(state, seat, card))
    if _straight(state, *origins[0], target):
        return []
    return sorted(origin for origin, walls in origins[1:] if _straight(state, origin, walls, target))


def _straight(state: State, origin: int, walls: int, target: str) -> bool:
    edge = read_edge(target)
    if edge is not None:
        return sight.sees_edge(state.board, origin, edge, walls)
    return sight.sees_into(state.board, origin, square_of(state, target), walls)


def square_of(state: State, target: str) -> int:
    """The square of a wizard, of an object on the floor, or the square itself."""
    if target in SEAT_OF:
        return state.wizards[SEAT_OF[target]].at
    found = read_lying(target)
    square = found[1] if found else read_square(target)
    if square is None:
        raise ValueError(target)
    return square


OUT_OF_SIGHT = Refusal("no_sight_far", "sight.card", {"target": ""})


def no_sight(state: State, seat: Seat, card: str, target: str, brief: bool) -> Refusal:
    """Refuses a target out of sight and names what blocks the shortest line (sight.blocked).

    `brief`: nobody will read it, so that nothing is looked for.
    """
    if brief:
        return OUT_OF_SIGHT
    here, edge = state.wizards[seat].at, read_edge(target)
    if target in SEAT_OF and state.board.filled[square_of(state, target)] == BUSH:
        hidden = square_text(square_of(state, target))
        return Refusal("no_sight_square", "sight.blocked", {"target": target, "square": hidden})
    if edge is not None:
        line = sight.line_to_edge(state.board, here, edge, walls_passed(state, seat, card))
    else:
        line = sight.line(
            state.board, here, square_of(state, target), walls_passed(state, seat, card), into=True
        )
    if line.edge is not None and card in PHYSICAL and card not in SPELLS:
        return Refusal("physical_through", "fight.through", {"edge": edge_text(line.edge)})
    if line.edge is not None:
        return Refusal("no_sight", "sight.blocked", {"target": target, "edge": edge_text(line.edge)})
    if line.square is not None:
        square = square_text(line.square)
        return Refusal("no_sight_square", "sight.blocked", {"target": target, "square": square})
    return Refusal("no_sight_far", "sight.card", {"target": target})


# --- Attacks ------------------------------------------------------------------------------------------------


def why_no_attack(state: State, act: Act) -> Refusal | None:
    """Whether the wizard may attack at all in this turn."""
    if state.round == 1:
        return Refusal("first_round", "fight.first_round")
    if act.attacked:
        return Refusal("second_attack", "card.attack")
    if under(state, "mist_body", act.seat):
        return Refusal("barred", "card.text", {"card": "mist_body"})
    return None


def why_not_attack(state: State, seat: Seat, other: Seat) -> Refusal | None:
    """Whether this wizard may be attacked by that one, wherever they stand."""
    if other == seat:
        return Refusal("attack_self", "fight.self")
    if under(state, "mist_body", other):
        return Refusal("mist", "card.text", {"card": "mist_body", "seat": other})
    if any(e.card == "buddy" and e.by == other and e.on == seat for e in state.effects):
        return Refusal("buddy", "card.text", {"card": "buddy", "seat": other})
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
        return _why_not_sector(state, card, target)
    if read_lying(target) is not None:
        return _why_not_lying(state, seat, card, target, brief)
    return Refusal("bad_target", "fight.targets", {"card": card, "target": target[:20]})


def _bad(card: str, target: str) -> Refusal:
    return Refusal("bad_target", "fight.targets", {"card": card, "target": target})


def aims_at(card: str, what: str) -> bool:
    if card == KICK:
        return what in ("wizard", "wall", "door", "bush")
    if card == THROW:
        return what == "square"
    return what in TARGETS[card]


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
    if card == "swap":
        return _why_not_change(state, seat, other)
    if card in BY_HAND:
        same = state.wizards[seat].at == state.wizards[other].at
        return None if same else Refusal("kick_far", "fight.kick", {"target": target})
    if card in SIGHT and not sees_wizard(state, seat, card, other):
        return no_sight(state, seat, card, target, brief)
    return None


def _why_not_change(state: State, seat: Seat, other: Seat) -> Refusal | None:
    """Swap leads its caster of his own will to where another stands: not to a third one who is ugly."""
    if state.wizards[seat].at == state.wizards[other].at:
        return None
    ugly = ugly_in(state, seat, state.wizards[other].at, leaving=other)
    return None if ugly is None else Refusal("ugly", "card.text", {"card": "ugly", "seat": ugly})


def _why_not_edge(
    state: State, seat: Seat, card: str, half_edge: int, target: str, brief: bool
) -> Refusal | None:
    if half_edge >= len(state.board.kinds) or state.board.net.edge[half_edge] != half_edge:
        return _bad(card, target)
    refusal = _why_not_this_edge(state, seat, card, half_edge, target)
    if refusal is not None:
        return refusal
    if card in BY_HAND or card in AT_HAND:
        near = half_edge in own_edges(state, seat)
        return None if near else Refusal("kick_far", "fight.kick_thing", {"target": target})
    return None if sees_edge(state, seat, card, half_edge) else no_sight(state, seat, card, target, brief)


def _why_not_this_edge(state: State, seat: Seat, card: str, edge: int, target: str) -> Refusal | None:
    """Whether what stands on the edge is what the card is for."""
    kind = state.board.kinds[edge]
    if card in EDGE_BUILDERS:
        free = kind == OPEN or (card == "waterwall" and kind == FIRE)
        return None if free else Refusal("edge_taken", "create.edge", {"edge": target})
    if card == "dispel_creation":
        mark = mark_at(state.board, edge)
        made = mark is not None and bool(mark.card) and kind != OPEN
        return None if made else Refusal("not_created", "card.text", {"card": card, "place": target})
    if card in LOCKS:
        return why_not_lock(state, seat, card, edge)
    fits = (kind in (DOOR, AJAR) and aims_at(card, "door")) or (
        kind in (WALL, ILLUSION) and aims_at(card, "wall")
    )
    return None if fits else _bad(card, target)


def why_not_lock(state: State, seat: Seat, card: str, edge: int) -> Refusal | None:
    """Whether something can be done to the lock of a door (door.removed, door.jam).

    A door that is held open for others may be opened by whoever it doesn't let through.
    """
    place = edge_text(edge)
    if state.board.kinds[edge] not in (DOOR, AJAR):
        return Refusal("not_door", "door.shut", {"edge": place})
    mark = mark_at(state.board, edge)
    lock = mark.lock if mark is not None else ""
    if lock == "removed":
        return Refusal("lock_gone", "door.removed", {"edge": place})
    if lock == "jammed" and card != "remove_lock":
        return Refusal("jammed", "door.jam", {"edge": place})
    if card in ("pick_lock", "master_key") and lets_through(state.board, edge, seat):
        return Refusal("open_already", "door.cast", {"edge": place})
    return None


def _why_not_square(
    state: State, seat: Seat, card: str, square: int, target: str, brief: bool
) -> Refusal | None:
    if square >= len(state.board.filled):
        return _bad(card, target)
    if card in SQUARE_FILLERS:
        refusal = why_not_create(state, square)
        if refusal is not None:
            return refusal
    elif card == THROW:
        if state.board.filled[square] != EMPTY or square == state.wizards[seat].at:
            return _bad(card, target)
    elif card == "dispel_creation":
        if thing_at(state.board, square) is None:
            return Refusal("not_created", "card.text", {"card": card, "place": target})
    elif not (aims_at(card, "bush") and state.board.filled[square] == BUSH):
        return _bad(card, target)
    if card in BY_HAND:
        near = square in bushes_at_hand(state, seat)
        return None if near else Refusal("kick_far", "fight.kick_thing", {"target": target})
    return None if sees_square(state, seat, card, square) else no_sight(state, seat, card, target, brief)


def why_not_create(state: State, square: int) -> Refusal | None:
    """Nothing is created on a home, nor where anything is (create.where)."""
    place = square_text(square)
    if any(square == home(seat) and is_in(state, seat) for seat in range(state.players)):
        return Refusal("create_home", "create.where", {"square": place})
    taken = (
        any(wizard.at == square for wizard in state.wizards)
        or square in state.chests
        or state.board.filled[square] != EMPTY
        or any(at == square for at, _ in state.floor)
    )
    return Refusal("create_occupied", "create.where", {"square": place}) if taken else None


def _why_not_sector(state: State, card: str, target: str) -> Refusal | None:
    if not aims_at(card, "sector") or SLOT_OF[target] >= state.players:
        return _bad(card, target)
    if card == "relocate_sector" and not free_places(state.board.layout, SLOT_OF[target]):
        return Refusal("no_place", "card.text", {"card": card, "place": target})
    return None


def _why_not_lying(state: State, seat: Seat, card: str, target: str, brief: bool) -> Refusal | None:
    found = read_lying(target)
    assert found is not None  # the caller saw to it
    thing, square = found
    if not aims_at(card, "object") or not lies(state, thing, square):
        return _bad(card, target)
    return None if sees_square(state, seat, card, square) else no_sight(state, seat, card, target, brief)


def lies(state: State, thing: str, square: int) -> bool:
    """Whether an object or a treasure lies on a square."""
    if thing in TREASURE_OF:
        treasure = TREASURE_OF[thing]
        return treasure < len(state.chests) and state.chests[treasure] == square
    return (square, thing) in state.floor


def things_on(state: State, square: int) -> list[str]:
    """Objects and treasures that lie on a square."""
    things = [thing for at, thing in state.floor if at == square]
    chests = [TREASURES[treasure] for treasure, chest in enumerate(state.chests) if chest == square]
    return list(dict.fromkeys((*things, *chests)))


# --- What is worth asking about -----------------------------------------------------------------------------


def own_edges(state: State, seat: Seat) -> tuple[int, ...]:
    """The four edges of the wizard's square."""
    edge, first = state.board.net.edge, state.wizards[seat].at * 4
    return edge[first : first + 4]


def bushes_at_hand(state: State, seat: Seat) -> list[int]:
    """Bushes in the wizard's square or behind a free edge of it (fight.kick_thing)."""
    here, graph = state.wizards[seat].at, state.board.net
    found = [here] if state.board.filled[here] == BUSH else []
    for half_edge in range(here * 4, here * 4 + 4):
        square = graph.next[half_edge]
        if state.board.filled[square] == BUSH and state.board.kinds[half_edge] in (OPEN, AJAR):
            found.append(square)
    return list(dict.fromkeys(found))


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
    if card in BY_HAND or card in AT_HAND:
        return
    for origin, walls in _origins(state, seat, card):
        seen = sight.seen(state.board, origin, walls).edges
        while seen:
            low = seen & -seen
            seen ^= low
            yield edge_text(low.bit_length() - 1)


def _squares(state: State, seat: Seat, card: str) -> Iterator[str]:
    if card != THROW and card not in SQUARE_FILLERS:  # bushes, and what was created
        yield from (square_text(thing.square) for thing in state.board.things)
        return
    seen = 0
    for origin, walls in _origins(state, seat, card):
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


def reachable_by_teleport(state: State, seat: Seat, steps: int) -> list[int]:
    """Squares within so many steps, walls and all ignored, that hold no fixed object."""
    here = state.wizards[seat].at
    return sorted(
        square
        for square in within(state.board.layout, here, steps)
        if state.board.filled[square] == EMPTY and square != here
    )


def own_teleports(state: State, seat: Seat) -> list[int]:
    """Where one's own Teleport may lead: to no ugly wizard, where nobody goes of his own will."""
    reach = reachable_by_teleport(state, seat, param("teleport", "range_squares"))
    return [square for square in reach if ugly_in(state, seat, square) is None]
