"""The verbs of a turn, check and do side by side: walking, attacks, things, offers, the end.

Playing a card is in `casting`, what it does in `cards`, what an attack goes through in `combat`.
"""

from collections.abc import Collection

from games.wizwar.scoring.points import mates
from games.wizwar.simulator.engine import sight
from games.wizwar.simulator.engine.board import AJAR, DOOR, HIDES, hold_door, is_own_door, mark_at
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards.aims import shut_refusal
from games.wizwar.simulator.engine.cards.along import ADD
from games.wizwar.simulator.engine.cards.book import KICK, THROW, record
from games.wizwar.simulator.engine.cards.passives import OPENING, has_any, repeller
from games.wizwar.simulator.engine.cards.spells import open_door
from games.wizwar.simulator.engine.casting import (
    PLAY,
    STRIKE,
    advance,
    at_hand,
    candidates,
    check_play,
    figures,
    has_target,
    no_attack_refusal,
    no_target_refusal,
    number_played,
    target_refusal,
)
from games.wizwar.simulator.engine.combat import declare, hit_thing
from games.wizwar.simulator.engine.data import (
    ATTACKS,
    KICK_DAMAGE,
    OBJECTS,
    STONES,
    VALUE,
)
from games.wizwar.simulator.engine.flow import Flow, loose_cards
from games.wizwar.simulator.engine.geometry import HEADINGS
from games.wizwar.simulator.engine.moves import END, check_held, move_of
from games.wizwar.simulator.engine.moving import phase_refusal, step, step_refusal, steps_left, walk_refusal
from games.wizwar.simulator.engine.places import (
    SEAT_OF,
    SIDES,
    TREASURE_OF,
    TREASURES,
    WIZARDS,
    edge_text,
    read_edge,
)
from games.wizwar.simulator.engine.reach import own_edges, things_on
from games.wizwar.simulator.engine.state import (
    ON,
    Act,
    Attack,
    Deal,
    Draw,
    Limit,
    Staged,
    State,
    are_mates,
    carries,
    hand_size,
    is_alive,
)
from simulator.engine.game import Move, Seat
from simulator.engine.tuples import without
from web.refusal import Refusal

EVERY_SIDE = tuple(SIDES)


def check_step(state: State, act: Act, side: str) -> Refusal | None:
    """Three steps, more by a number; walls, shut doors and rock stand in the way (move.steps)."""
    if side not in EVERY_SIDE:
        return Refusal("unreadable", "turn.play", {"text": f"step {side}"})
    return step_refusal(state, act, SIDES.index(side)) or walk_refusal(state, act)


def do_step(flow: Flow, act: Act, side: str) -> None:
    step(flow, act, SIDES.index(side))


def check_phase(state: State, act: Act, side: str) -> Refusal | None:
    """By Pass Through Wall: the usual step, through whatever stands on the edge."""
    if side not in EVERY_SIDE:
        return Refusal("unreadable", "turn.play", {"text": f"phase {side}"})
    return phase_refusal(state, act, SIDES.index(side)) or walk_refusal(state, act)


def do_phase(flow: Flow, act: Act, side: str) -> None:
    step(flow, act, SIDES.index(side), phase=True)


def check_run(state: State, act: Act, *cards: str) -> Refusal | None:
    """One number a turn for walking; two only with Add (move.number, number.one)."""
    for card in cards:
        refusal = check_held(state, act.seat, card)
        if refusal is not None:
            return refusal
        if card not in VALUE:
            return Refusal("not_number", "move.number", {"card": card})
    if act.bonus >= 0:
        return Refusal("ran_already", "number.one")
    if len(cards) == 2:
        if not at_hand(state, act.seat, ADD):
            return Refusal("no_add", "number.one")
        if cards[0] > cards[1]:
            return Refusal("unreadable", "turn.play", {"text": f"run {' '.join(cards)}"})
        if cards[0] == cards[1] and state.wizards[act.seat].hand.count(cards[0]) < 2:
            return Refusal("not_in_hand", "turn.play", {"card": cards[1]})
    return None


def do_run(flow: Flow, act: Act, *cards: str) -> None:
    n = number_played(flow.state, act.seat, cards)
    flow.replace_top_frame(act._replace(bonus=n))
    for card in (*cards, *((at_hand(flow.state, act.seat, ADD),) if len(cards) == 2 else ())):
        flow.spend(act.seat, card)
    flow.emit("ran", "move.number", seat=act.seat, cards=list(cards), n=n)


def check_strike(state: State, act: Act, card: str, brief: bool = False) -> Refusal | None:
    """The turn's attack with an object that one has (fight.play)."""
    refusal = check_object(state, act.seat, card)
    refusal = refusal or state.course.first(Box.play_refusal, state, act.seat, card)
    if refusal is not None:
        return refusal
    if card not in ATTACKS or record(card).verb:
        return Refusal("no_weapon", "card.text", {"card": card})
    refusal = no_attack_refusal(state, act)
    if refusal is not None or has_target(state, act.seat, card):
        return refusal
    return no_target_refusal(state, act.seat, card, brief)


def check_object(state: State, seat: Seat, card: str) -> Refusal | None:
    """An object in hand or face up before the wizard."""
    if card in TREASURE_OF:
        return Refusal("throw_treasure", "treasure.throw")
    if card in state.wizards[seat].shown:
        return None
    refusal = check_held(state, seat, card)
    if refusal is None and card not in OBJECTS:
        return Refusal("not_object", "object.movable", {"card": card})
    return refusal


def do_strike(flow: Flow, act: Act, card: str) -> None:
    advance(flow, Staged(act.seat, STRIKE, card))


def check_kick(state: State, act: Act, target: str) -> Refusal | None:
    """A point of damage to whatever is within reach (fight.kick, fight.kick_thing)."""
    refusal = state.course.first(Box.play_refusal, state, act.seat, KICK)
    return refusal or target_refusal(state, act.seat, KICK, target)


def do_kick(flow: Flow, act: Act, target: str) -> None:
    points = flow.state.course.first(Box.kick_damage, flow, act.seat, target) or KICK_DAMAGE
    if target not in SEAT_OF:
        hit_thing(flow, act.seat, KICK, target, points)
        return
    declare(flow, Attack(KICK, act.seat, SEAT_OF[target], points=points, physical=True, spell=False))


def check_throw(state: State, act: Act, card: str) -> Refusal | None:
    """Any carried object but a treasure, to a square in sight, without harm (object.land)."""
    refusal = check_object(state, act.seat, card)
    refusal = refusal or state.course.first(Box.give_up_refusal, state, act.seat, card)
    if refusal is not None:
        return refusal
    return (
        None if has_target(state, act.seat, THROW) else Refusal("no_target", "fight.targets", {"card": card})
    )


def do_throw(flow: Flow, act: Act, card: str) -> None:
    advance(flow, Staged(act.seat, THROW, card))


def check_show(state: State, act: Act, card: str) -> Refusal | None:
    """A stone may be shown at any time in one's own turn, and works from then on (ruling wizwar-79)."""
    if card in state.wizards[act.seat].shown:
        return Refusal("shown_already", "stone.what", {"card": card})
    refusal = check_held(state, act.seat, card)
    if refusal is None and card not in STONES:
        return Refusal("not_stone", "stone.what", {"card": card})
    return refusal


def do_show(flow: Flow, act: Act, card: str) -> None:
    flow.show(act.seat, card)


def check_open(state: State, act: Act, edge: str) -> Refusal | None:
    """A door of one's square: with the Master Key, or without a lock (door.shut, door.removed)."""
    half_edge = read_edge(edge)
    if half_edge is None or half_edge >= len(state.board.kinds):
        return Refusal("unreadable", "turn.play", {"text": f"open {edge}"})
    if half_edge not in own_edges(state, act.seat):
        return Refusal("kick_far", "door.shut", {"target": edge})
    refusal = shut_refusal(state, act.seat, "", half_edge, edge)
    if refusal is not None and refusal.code == "lock_gone":
        ajar = state.board.kinds[half_edge] == AJAR
        return Refusal("open_already", "door.cast", {"edge": edge}) if ajar else None
    wizard = state.wizards[act.seat]
    opens = has_any((*wizard.hand, *wizard.shown), OPENING) or _needs_no_key(state, act.seat, half_edge)
    if refusal is None and not opens:
        return Refusal("door_shut", "door.shut", {"edge": edge})
    return refusal


def _needs_no_key(state: State, seat: Seat, half_edge: int) -> bool:
    """The owner of a sector opens its doors, if that was agreed on (variants.doors)."""
    return state.options.own_doors == ON and is_own_door(state.board, seat, half_edge)


def do_open(flow: Flow, act: Act, edge: str) -> None:
    half_edge = read_edge(edge)
    assert half_edge is not None  # check_open saw to it
    mark = mark_at(flow.state.board, half_edge)
    key = next((card for card in flow.state.wizards[act.seat].hand if card in OPENING), None)
    locked = mark is None or mark.lock != "removed"
    own = locked and _needs_no_key(flow.state, act.seat, half_edge)
    if key is not None and locked and not own:
        flow.show(act.seat, key)
    if own:
        flow.emit("own_door", "variants.doors", seat=act.seat, edge=edge)
    open_door(flow, act.seat, half_edge)


def check_hold(state: State, act: Act, edge: str, target: str) -> Refusal | None:
    """A door that one has opened and not yet gone through, for another wizard (door.others)."""
    half_edge, other = read_edge(edge), SEAT_OF.get(target, state.players)
    if half_edge is None or half_edge >= len(state.board.kinds):
        return Refusal("unreadable", "turn.play", {"text": f"hold {edge}"})
    door = state.board.net.edge[half_edge]
    if (door, act.seat) not in state.board.ajar:
        return Refusal("not_opener", "door.others", {"edge": edge})
    if other >= state.players or other == act.seat or not is_alive(state, other):
        return Refusal("hold_whom", "door.others", {"edge": edge})
    if (door, other) in state.board.held:
        return Refusal("held_already", "door.others", {"edge": edge, "target": target})
    return None


def do_hold(flow: Flow, act: Act, edge: str, target: str) -> None:
    half_edge, other = read_edge(edge), SEAT_OF[target]
    assert half_edge is not None  # check_hold saw to it
    flow.set(board=hold_door(flow.state.board, half_edge, other))
    flow.emit("door_held", "door.others", seat=act.seat, edge=edge, target=target)


def check_take(state: State, act: Act, thing: str) -> Refusal | None:
    """One thing of one's square, and the turn is over; one treasure at most (object.pick, treasure.one)."""
    here = state.wizards[act.seat].at
    refusal = state.course.first(Box.take_refusal, state, act, thing)
    if refusal is not None:
        return refusal
    if thing in TREASURE_OF:
        treasure = TREASURE_OF[thing]
        if treasure >= len(state.chests) or state.chests[treasure] != here:
            return Refusal("not_here", "object.pick", {"object": thing})
        if carries(state, act.seat) is not None:
            return Refusal("two_treasures", "treasure.one")
        return check_end(state, act)
    if (here, thing) in state.floor:
        return check_end(state, act)
    if thing not in state.course.copies:
        return Refusal("unreadable", "turn.play", {"text": f"take {thing}"})
    return Refusal("not_here", "object.pick", {"object": thing})


def do_take(flow: Flow, act: Act, thing: str) -> None:
    seat, here = act.seat, flow.state.wizards[act.seat].at
    flow.replace_top_frame(act._replace(over=True))
    if thing in TREASURE_OF:
        flow.put_treasure(TREASURE_OF[thing], -1 - seat)
        flow.emit("took_treasure", "treasure.own", seat=seat, treasure=thing)
    else:
        flow.set(floor=without(flow.state.floor, (here, thing)))
        flow.gain(seat, thing, flow.everyone)
        flow.emit("took", "object.pick", seat=seat, object=thing)
    flow.check_game_end()


def check_drop(state: State, act: Act, thing: str) -> Refusal | None:
    """Anything that is carried, on the square where one stands (object.drop)."""
    if thing in TREASURE_OF:
        treasure = carries(state, act.seat)
        if treasure is None or TREASURES[treasure] != thing:
            return Refusal("not_held", "object.drop", {"object": thing})
        return None
    return check_object(state, act.seat, thing) or drop_refusal(state, act.seat, thing)


def drop_refusal(state: State, seat: Seat, thing: str) -> Refusal | None:
    """What boxes have against putting down a thing that one has."""
    first = state.course.first
    return first(Box.drop_refusal, state, seat, thing) or first(Box.give_up_refusal, state, seat, thing)


def do_drop(flow: Flow, act: Act, thing: str) -> None:
    if thing in TREASURE_OF:
        flow.drop_treasure(act.seat, "dropped_treasure", "object.drop")
        flow.check_game_end()  # it may have come home
    else:
        drop_object(flow, act.seat, thing)


def drop_object(flow: Flow, seat: Seat, thing: str) -> None:
    """A card that is an object lies in the wizard's square."""
    flow.lose(seat, thing)
    flow.lay_down(thing, flow.state.wizards[seat].at)
    flow.emit("dropped", "object.drop", seat=seat, object=thing)


def check_discard(state: State, frame: Act | Draw | Limit, card: str) -> Refusal | None:
    """Any number of cards in one's own turn, objects too (draw.discard)."""
    refusal = None if card in state.wizards[frame.seat].shown else check_held(state, frame.seat, card)
    return refusal or state.course.first(Box.give_up_refusal, state, frame.seat, card)


def do_discard(flow: Flow, frame: Act | Draw | Limit, card: str) -> None:
    seat = frame.seat
    if card in flow.state.wizards[seat].shown:
        flow.emit("discarded_object", "stone.discard", seat=seat, card=card)
    else:
        flow.emit("discarded", "draw.discard", seat=seat)
    flow.lose(seat, card, watchers=0)
    flow.discard(card)
    for after_chosen_discard in flow.state.course.asked(Box.after_chosen_discard):
        after_chosen_discard(flow, frame, card)


def check_offer(state: State, act: Act, target: str) -> Refusal | None:
    """A deal with a wizard in sight, one proposal to each in a turn (fight.deal)."""
    other = SEAT_OF.get(target, state.players)
    if other >= state.players or other == act.seat or not is_alive(state, other):
        return Refusal("bad_target", "fight.targets", {"card": "", "target": target})
    if act.asked >> other & 1:
        return Refusal("deal_again", "fight.deal", {"seat": other})
    if other not in _partners(state, act.seat):
        return _out_of_sight(state, act.seat, other)
    if not hand_size(state, act.seat) and not hand_size(state, other):
        return Refusal("deal_empty", "fight.deal", {"seat": other})
    return None


def _out_of_sight(state: State, seat: Seat, other: Seat) -> Refusal:
    """Deals need a line of sight; team mates have a rule of their own for it."""
    if are_mates(state, seat, other):
        return Refusal("mate_sight", "teams.show", {"seat": other})
    return Refusal("deal_sight", "fight.deal", {"seat": other})


def _partners(state: State, seat: Seat) -> list[Seat]:
    """The other wizards in sight."""
    board, found = state.board, []
    seen = sight.seen(board, state.wizards[seat].at).squares
    for other, wizard in enumerate(state.wizards[: state.players]):
        if (
            not wizard.out
            and other != seat
            and seen >> wizard.at & 1
            and board.filled[wizard.at] not in HIDES
        ):
            found.append(other)
    return found


def do_offer(flow: Flow, act: Act, target: str) -> None:
    other = SEAT_OF[target]
    flow.replace_top_frame(act._replace(asked=act.asked | 1 << other))
    flow.push(Deal(act.seat, act.seat, other, "give"))


def check_reveal(state: State, act: Act, card: str, target: str) -> Refusal | None:
    """A card of one's hand, to a team mate in sight (teams.show). What lies open all have seen."""
    refusal = check_held(state, act.seat, card)
    if refusal is not None:
        return refusal
    mate = SEAT_OF.get(target, state.players)
    if not are_mates(state, act.seat, mate) or not is_alive(state, mate):
        return Refusal("no_mate", "teams.show", {"target": target})
    if mate not in _partners(state, act.seat):
        return Refusal("mate_sight", "teams.show", {"seat": mate})
    if _known_copies(state, act.seat, card, mate) >= state.wizards[act.seat].hand.count(card):
        return Refusal("mate_knows", "teams.show", {"card": card, "seat": mate})
    return None


def _known_copies(state: State, seat: Seat, card: str, mate: Seat) -> int:
    return sum(name == card and mask >> mate & 1 for name, mask in state.wizards[seat].known)


def do_reveal(flow: Flow, act: Act, card: str, target: str) -> None:
    """The mate alone sees it, and can't unsee it; of copies alike it is one more than they know of."""
    seat, mate = act.seat, SEAT_OF[target]
    flow.reveal()
    flow.emit("card_shown", "teams.show", seat=seat, **{"from": mate})
    flow.emit_privately((seat, mate), "card_seen", "teams.show", seat=seat, card=card)
    copies = _known_copies(flow.state, seat, card, mate) + 1
    flow.learn(seat, [card] * copies, 1 << mate)


def _reveal_moves(state: State, act: Act, hand: list[str]) -> list[Move]:
    if not state.teams:
        return []
    side = mates(state.teams, act.seat)
    near = [mate for mate in _partners(state, act.seat) if mate in side]
    moves = [Move("reveal", (card, WIZARDS[mate])) for mate in near for card in hand]
    return [move for move in moves if check_reveal(state, act, *move.args) is None]


def check_end(state: State, act: Act) -> Refusal | None:
    """The turn may end at any time; only an ugly wizard's square must be left if one can."""
    found = repeller(state, act.seat, state.wizards[act.seat].at)
    if found is not None and _can_step(state, act):
        return Refusal("must_leave", "card.text", {"card": found.card, "seat": found.on})
    return None


def _can_step(state: State, act: Act) -> bool:
    return (
        steps_left(state, act) > 0
        and walk_refusal(state, act) is None
        and any(step_refusal(state, act, side) is None for side in HEADINGS)
    )


def do_end(flow: Flow, act: Act) -> None:
    flow.replace_top_frame(act._replace(over=True))


def act_moves(state: State, act: Act) -> list[Move]:
    """What the checks above let through, asked only about what could be."""
    hand = list(dict.fromkeys(state.wizards[act.seat].hand))
    moves = [*_busy_moves(state, act, hand), *_other_moves(state, act, hand)]
    if _may_kick(state, act):
        moves += [move_of(KICK, target) for target in targets_of_kick(state, act.seat)]
    return sorted(moves)


def quick_moves(state: State, act: Act, plays: Collection[str]) -> list[Move]:
    """Of these what a quick player thinks of: it plays these cards alone and kicks no things."""
    hand = list(dict.fromkeys(state.wizards[act.seat].hand))
    moves = _busy_moves(state, act, [card for card in hand if card in plays])
    if _may_kick(state, act):
        moves += [move_of(KICK, target) for target in figures(state, act.seat, KICK)]
    return sorted(moves)


def _may_kick(state: State, act: Act) -> bool:
    if no_attack_refusal(state, act) is not None:
        return False
    return state.course.first(Box.play_refusal, state, act.seat, KICK) is None


def _busy_moves(state: State, act: Act, played: list[str]) -> list[Move]:
    """Walking, attacks but for kicks, taking, treasures, what boxes bring, the end; `played` are cards."""
    seat = act.seat
    hand = list(dict.fromkeys(state.wizards[seat].hand))
    moves = walking_moves(state, act)
    moves += [move_of(PLAY, card) for card in played if check_play(state, act, card, brief=True) is None]
    moves += _run_moves(state, act, hand)
    if no_attack_refusal(state, act) is None:
        objects = [card for card in (*hand, *state.wizards[seat].shown) if card in OBJECTS]
        moves += [
            move_of(STRIKE, card) for card in objects if check_strike(state, act, card, brief=True) is None
        ]
    moves += [move_of("show", card) for card in hand if card in STONES]
    moves += [
        move_of("take", thing)
        for thing in things_on(state, state.wizards[seat].at)
        if check_take(state, act, thing) is None
    ]
    treasure = carries(state, seat)
    if treasure is not None:
        moves.append(move_of("drop", TREASURES[treasure]))
    for turn_moves in state.course.asked(Box.turn_moves):
        moves += turn_moves(state, act)
    if check_end(state, act) is None:
        moves.append(END)
    return moves


def _other_moves(state: State, act: Act, hand: list[str]) -> list[Move]:
    """Throwing, putting down, discarding, doors, deals, what mates are shown."""
    seat, moves = act.seat, []
    things = [*hand, *state.wizards[seat].shown]
    objects = [card for card in things if card in OBJECTS]
    loose = loose_cards(state, seat, things)
    if objects and has_target(state, seat, THROW):
        moves += [move_of(THROW, card) for card in objects if card in loose]
    moves += [move_of("open", edge) for edge in doors_to_open(state, act)]
    moves += _hold_moves(state, act)
    boxes = state.course.boxes
    moves += [move_of("drop", card) for card in objects if not (boxes and drop_refusal(state, seat, card))]
    moves += [move_of("discard", card) for card in dict.fromkeys(loose)]
    partners = [WIZARDS[other] for other in _partners(state, seat)]
    moves += [move_of("offer", text) for text in partners if check_offer(state, act, text) is None]
    return [*moves, *_reveal_moves(state, act, hand)]


STEP_MOVES = tuple(move_of("step", side) for side in SIDES)
PHASE_MOVES = tuple(move_of("phase", side) for side in SIDES)


def walking_moves(state: State, act: Act) -> list[Move]:
    if walk_refusal(state, act) is not None:
        return []
    moves = [STEP_MOVES[side] for side in HEADINGS if step_refusal(state, act, side) is None]
    if act.phases:
        moves += [PHASE_MOVES[side] for side in HEADINGS if phase_refusal(state, act, side) is None]
    return moves


def _run_moves(state: State, act: Act, hand: list[str]) -> list[Move]:
    if act.bonus >= 0:
        return []
    numbers = [card for card in hand if card in VALUE]
    moves = [move_of("run", card) for card in numbers]
    if at_hand(state, act.seat, ADD):
        pairs = [(a, b) for a in numbers for b in numbers]
        moves += [Move("run", pair) for pair in pairs if check_run(state, act, *pair) is None]
    return moves


def targets_of_kick(state: State, seat: Seat) -> list[str]:
    """Wizards, walls, doors and bushes within reach."""
    near = [*candidates(state, seat, KICK)]
    return sorted({text for text in near if target_refusal(state, seat, KICK, text, brief=True) is None})


def _hold_moves(state: State, act: Act) -> list[Move]:
    moves = [
        Move("hold", (edge_text(edge), wizard))
        for edge, seat in state.board.ajar
        if seat == act.seat
        for wizard in WIZARDS[: state.players]
    ]
    return [move for move in moves if check_hold(state, act, *move.args) is None]


def doors_to_open(state: State, act: Act) -> list[str]:
    kinds = state.board.kinds
    doors = [edge for edge in dict.fromkeys(own_edges(state, act.seat)) if kinds[edge] in (DOOR, AJAR)]
    return [edge for edge in map(edge_text, doors) if check_open(state, act, edge) is None]
