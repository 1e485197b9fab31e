"""The order track and the planning: spaces with their cards, cubes area by area, who acts before whom.

Clauses order.*, planning.*, assistant.*, associate.*, custodian.*; rulings 9-20, 99, 101, 103-105.
"""

from collections.abc import Iterator

from games.alchemists.simulator.engine.data import (
    AREA_IDS,
    AREAS,
    ASSISTANT,
    ASSOCIATE,
    CUSTODIAN,
    PARALYSED,
    PLACE,
    TRACKS,
    TRUNK,
    OrderSpace,
)
from games.alchemists.simulator.engine.goods import (
    Events,
    change_board,
    draw_favours,
    draw_ingredients,
    gain_gold,
    held,
    owns,
    play_favours,
)
from games.alchemists.simulator.engine.state import (
    ASSISTANTS,
    ASSOCIATES,
    Plan,
    Planning,
    Row,
    State,
)
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat
from simulator.engine.tuples import replaced
from web.refusal import Refusal

NONE = "none"  # the Associate stays in hand
CARD_PLACE = PLACE[CUSTODIAN]
SPACE_BY_ID = {players: {space.id: space for space in track} for players, track in TRACKS.items()}


# --- A space of the order track ----------------------------------------------------------------------------


def check_space(state: State, seat: Seat, move: Move) -> Refusal | None:
    """A free space that may be chosen with so many players; the paid one needs gold (rulings 9 and 10)."""
    name = move.arg
    space = SPACE_BY_ID[state.players].get(name)
    if space is None:
        return Refusal("no_such_space", "order.choose", {"text": name})
    if not space.choosable:
        return Refusal("green_space", "order.green")
    if state.players < space.least:
        return Refusal("space_closed", "order.two", {"space": name})
    if name in state.spaces:
        return Refusal("space_taken", "order.choose", {"space": name, "seat": state.spaces.index(name)})
    if state.boards[seat].gold < space.price:
        return Refusal("space_unpaid", "order.pay", {"n": space.price})
    return None


def space_answers(state: State, seat: Seat) -> Iterator[Move]:
    gold = state.boards[seat].gold
    for space in TRACKS[state.players]:
        if (
            space.choosable
            and space.least <= state.players
            and space.id not in state.spaces
            and space.price <= gold
        ):
            yield SPACE_MOVES[space.id]


SPACE_MOVES = {space.id: Move("space", (space.id,)) for track in TRACKS.values() for space in track}


def do_space(state: State, seat: Seat, move: Move, events: Events) -> State:
    space = SPACE_BY_ID[state.players][move.arg]
    events.append(
        Event("space_chosen", "order.choose", {"seat": seat, "space": space.id, "gold": -space.price})
    )
    state = gain_gold(state, seat, -space.price)
    state = evolve(state, spaces=replaced(state.spaces, seat, space.id), at=state.at + 1, agenda=())
    return take_cards(state, seat, space, events)


def take_cards(state: State, seat: Seat, space: OrderSpace, events: Events) -> State:
    """First all ingredients, then all favours (ruling 101); the Trunk leaves the ingredients out (25)."""
    if space.ingredients and owns(state, seat, TRUNK):
        events.append(Event("trunk_closed", "trunk.none", {"seat": seat}))
    elif space.ingredients:
        state = draw_ingredients(state, seat, space.ingredients, "order.ingredients", events)
    return draw_favours(state, seat, space.favours, "order.favours", events)


def order_queue(state: State) -> tuple[Seat, ...]:
    """The paralysed in their order, then the others from the first player (ruling 11)."""
    clockwise = [(state.first + n) % state.players for n in range(state.players)]
    return (*state.paralysed, *(seat for seat in clockwise if seat not in state.paralysed))


def sequence_of(state: State) -> tuple[Seat, ...]:
    """Who acts first to last: the spaces from the top down, then the paralysed in their order (ruling 12)."""
    standing = {name: seat for seat, name in enumerate(state.spaces) if name != PARALYSED.id}
    track = TRACKS[state.players]
    return (*(standing[space.id] for space in track if space.id in standing), *state.paralysed)


# --- A plan, question by question --------------------------------------------------------------------------


def begin_plan(state: State, seat: Seat, events: Events) -> State:
    """The first question of a plan."""
    begun = Planning(seat, ASSISTANTS, state.boards[seat].cubes)
    if held(state.screens[seat], ASSISTANT):
        return evolve(state, agenda=(Plan(seat), begun))
    return _ask_on(state, begun, events)


def most_actions(state: State, planning: Planning, place: int) -> int:
    """How many actions of an area the cubes that are left allow; 0 where it is closed this round."""
    area = AREAS[place]
    if state.round not in area.rounds:
        return 0
    most = held(state.screens[planning.seat], CUSTODIAN) if place == CARD_PLACE else len(area.cubes)
    left, n = planning.cubes, 0
    for cost in area.cubes[state.players][:most] if place == CARD_PLACE else area.cubes[state.players]:
        left -= cost
        if left < 0:
            break
        n += 1
    return n


def _ask_on(state: State, planning: Planning, events: Events) -> State:
    """The next question that has more than one answer; else the plan is complete and is shown."""
    place = next_asked(state, planning)
    if place is None:
        return _finish_plan(state, planning, events)
    return evolve(state, agenda=(Plan(planning.seat), planning._replace(area=place)))


def next_asked(state: State, planning: Planning) -> int | None:
    """The place that a plan is asked about next; None where it is complete."""
    for place in range(planning.area + 1, len(AREAS)):
        if most_actions(state, planning, place):
            return place
    return ASSOCIATES if might_be_helped(state, planning) else None


def check_assistant(state: State, seat: Seat, move: Move) -> Refusal | None:
    planning = state.frame
    if planning.area != ASSISTANTS:
        return Refusal("favour_time", "favour.play", {"card": ASSISTANT})
    return too_few_held(state, seat, ASSISTANT, move.arg)


def too_few_held(state: State, seat: Seat, favour: str, n: int) -> Refusal | None:
    """Favours that aren't there can't be played."""
    there = held(state.screens[seat], favour)
    if 0 <= n <= there:
        return None
    return Refusal("favours_short", "favour.play", {"card": favour, "n": there})


def do_assistant(state: State, seat: Seat, move: Move, events: Events) -> State:
    return _ask_on(state, answered(state, state.frame, move), events)


def check_plan(state: State, seat: Seat, move: Move) -> Refusal | None:
    """As many actions as the area has cells, the player cubes, and the round allows."""
    planning, (name, n) = state.frame, move.args
    if name not in PLACE:
        return Refusal("no_such_area", "planning.cubes", {"text": name})
    place = PLACE[name]
    if state.round not in AREAS[place].rounds:
        return closed(state, name)
    if place != planning.area:
        passed_over = _passed_over(state, planning, place, n)
        return passed_over or Refusal("other_asked", "planning.sequence", {"text": str(move)})
    return too_many(state, planning, place, n)


def _passed_over(state: State, planning: Planning, place: int, n: int) -> Refusal | None:
    """Why an area wasn't asked about: its card or the cubes were short when its turn came."""
    if place > planning.area or planning.actions[place]:
        return None
    behind = range(place + 1, len(AREAS))
    cubes = planning.cubes + sum(cost_of(state, each, planning.actions[each]) for each in behind)
    then = planning._replace(area=place, cubes=cubes)
    return None if most_actions(state, then, place) else too_many(state, then, place, n)


def cost_of(state: State, place: int, n: int) -> int:
    """The cubes of so many actions in an area."""
    return sum(AREAS[place].cubes[state.players][:n])


def too_many(state: State, planning: Planning, place: int, n: int) -> Refusal | None:
    """More actions than cards, cells or cubes."""
    area = AREAS[place]
    if place == CARD_PLACE:
        if refusal := too_few_held(state, planning.seat, CUSTODIAN, n):
            return refusal
    elif n > len(area.cubes[state.players]):
        return Refusal(
            "too_many_actions", "planning.cubes", {"area": area.id, "n": len(area.cubes[state.players])}
        )
    if n > most_actions(state, planning, place):
        needed = cost_of(state, place, n)
        params = {"area": area.id, "n": needed, "left": planning.cubes}
        return Refusal("cubes_short", "planning.cubes", params)
    return None


def closed(state: State, name: str) -> Refusal:
    """Why an area isn't there this round."""
    if state.round == 1:
        return Refusal("area_closed", "planning.first_round", {"area": name})
    return Refusal("area_closed", "exhibition.place", {"area": name})


def do_plan(state: State, seat: Seat, move: Move, events: Events) -> State:
    return _ask_on(state, answered(state, state.frame, move), events)


def answered(state: State, planning: Planning, move: Move) -> Planning:
    """A plan with the answer to what it is asked about; an Associate who stays in hand is none."""
    if planning.area == ASSISTANTS:
        n = move.arg
        return planning._replace(assistants=n, cubes=planning.cubes + n)
    if planning.area == ASSOCIATES:
        return planning._replace(associates=(*planning.associates, move.arg))
    n = move.args[1]
    cubes = planning.cubes - cost_of(state, planning.area, n)
    return planning._replace(cubes=cubes, actions=replaced(planning.actions, planning.area, n))


def associate_areas(state: State, planning: Planning) -> Iterator[str]:
    """Areas where a further Associate that is there may help."""
    if held(state.screens[planning.seat], ASSOCIATE) > len(planning.associates):
        yield from areas_to_help(planning)


def might_be_helped(state: State, planning: Planning) -> bool:
    """Whether others must reckon with an Associate: a favour stays in hand that the plan doesn't show, and
    cubes stand where he could help. Then it is asked even without one: whether a plan is shown at once would
    tell of the hand (ruling 107).
    """
    shown = planning.assistants + planning.actions[CARD_PLACE] + len(planning.associates)
    return len(state.screens[planning.seat].favours) > shown and any(areas_to_help(planning))


def areas_to_help(planning: Planning) -> Iterator[str]:
    """Areas with own cubes, behind the last one that has an Associate (rulings 18 and 104).

    Two are asked about in the order of the areas, as their own order changes nothing.
    """
    after = PLACE[planning.associates[-1]] if planning.associates else -1
    for place, n in enumerate(planning.actions):
        if n and place > after and place != CARD_PLACE:
            yield AREA_IDS[place]


def check_associate(state: State, seat: Seat, move: Move) -> Refusal | None:
    planning, name = state.frame, move.arg
    if planning.area != ASSOCIATES:
        return Refusal("favour_time", "favour.play", {"card": ASSOCIATE})
    if name == NONE or name in associate_areas(state, planning):
        return None
    refusal = associate_refusal(state, planning, name)
    return refusal or Refusal("other_asked", "planning.sequence", {"text": str(move)})


def associate_refusal(state: State, planning: Planning, name: str) -> Refusal | None:
    """Why an Associate can't help in an area, in whatever order they are played."""
    if name not in PLACE:
        return Refusal("no_such_area", "planning.cubes", {"text": name})
    if name in planning.associates:
        return Refusal("associate_twice", "associate.two", {"area": name})
    if short := too_few_held(state, planning.seat, ASSOCIATE, len(planning.associates) + 1):
        return short
    if name == CUSTODIAN or not planning.actions[PLACE[name]]:
        return Refusal("associate_nowhere", "associate.row", {"area": name})
    return None


def do_associate(state: State, seat: Seat, move: Move, events: Events) -> State:
    if move.args[0] == NONE:
        return _finish_plan(state, state.frame, events)
    return _ask_on(state, answered(state, state.frame, move), events)


def unasked(state: State) -> tuple[Seat, Move] | None:
    """The question about an Associate was once asked only of those who had one."""
    planning = state.frame if state.agenda else None
    if type(planning) is not Planning or planning.area != ASSOCIATES:
        return None
    return None if any(associate_areas(state, planning)) else (planning.seat, Move("associate", (NONE,)))


def planning_answers(state: State, seat: Seat) -> Iterator[Move]:
    planning = state.frame
    if planning.area == ASSISTANTS:
        for n in range(held(state.screens[seat], ASSISTANT) + 1):
            yield Move("assistant", (n,))
    elif planning.area == ASSOCIATES:
        for name in (*associate_areas(state, planning), NONE):
            yield Move("associate", (name,))
    else:
        for n in range(most_actions(state, planning, planning.area) + 1):
            yield PLAN_MOVES[planning.area][n]


PLAN_MOVES = tuple(
    tuple(Move("plan", (area.id, n)) for n in range(max(map(len, area.cubes.values())) + 1)) for area in AREAS
)


def _finish_plan(state: State, planning: Planning, events: Events) -> State:
    """The whole plan is shown; cubes that weren't placed are unused at once (ruling 14)."""
    seat, actions = planning.seat, planning.actions
    state = _play_planned(state, planning, events)
    plan = [[AREA_IDS[place], n] for place, n in enumerate(actions) if n]
    events.append(Event("planned", "planning.sequence", {"seat": seat, "plan": plan, "n": planning.cubes}))
    for name in planning.associates:
        events.append(Event("associate_helps", "associate.row", {"seat": seat, "area": name}))
    rows = tuple(
        with_row(rows, Row(seat, n, AREA_IDS[place] in planning.associates)) if n else rows
        for place, (rows, n) in enumerate(zip(state.rows, actions, strict=True))
    )
    board = state.boards[seat]
    state = change_board(
        state,
        seat,
        cubes=0,
        unused=board.unused + planning.cubes,
        helpers=board.helpers + planning.assistants,
    )
    return evolve(state, rows=rows, at=state.at + 1, agenda=())


def _play_planned(state: State, planning: Planning, events: Events) -> State:
    """The favours of a plan: one Custodian stays beside the board, all others are discarded (ruling 116)."""
    seat, custodians = planning.seat, planning.actions[CARD_PLACE]
    if planning.assistants:
        params = {"seat": seat, "n": planning.assistants}
        events.append(Event("assistants_help", "assistant.cube", params))
    cards = (ASSISTANT,) * planning.assistants + (ASSOCIATE,) * len(planning.associates)
    state = play_favours(state, seat, cards + (CUSTODIAN,) * custodians)
    if custodians:
        events.append(Event("custodian_called", "custodian.card", {"seat": seat, "n": custodians}))
        if not state.card:
            state = evolve(state, card=True, played=state.played[:-1])
    return state


def with_row(rows: tuple[Row, ...], row: Row) -> tuple[Row, ...]:
    """Later planners stand above earlier ones, and whoever has an Associate above all others (ruling 104)."""
    place = 0 if row.top else sum(other.top for other in rows)
    return (*rows[:place], row, *rows[place:])
