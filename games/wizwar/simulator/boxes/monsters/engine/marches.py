"""Monsters in their owner's turn: their steps, their blow, and who may be hit (rulings 95-99, 103)."""

from games.wizwar.simulator.boxes.monsters.engine.creatures import (
    ALL,
    FIERY,
    WILD,
    creature,
    living,
    named,
    stat,
)
from games.wizwar.simulator.engine.board import AJAR, DOOR, ILLUSION, OPEN, WALL, damage
from games.wizwar.simulator.engine.cards.passives import BEFRIENDING, ROOTED, lasting_on, repelled_refusal
from games.wizwar.simulator.engine.casting import attacking_refusal
from games.wizwar.simulator.engine.combat import open_window
from games.wizwar.simulator.engine.data import PHYSICAL, alike
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.moving import cross_refusal, enter_refusal, walk
from games.wizwar.simulator.engine.places import FIGURES, SEAT_OF, SIDES, edge_text, read_edge
from games.wizwar.simulator.engine.reach import own_edges
from games.wizwar.simulator.engine.state import CREATURES, NOBODY, Act, Attack, State, is_alive, keeper
from simulator.engine.game import Move
from web.refusal import Refusal

WALK, HIT = "walk", "hit"
ADRENALINE = alike("adrenaline")
SIDE_OF = {side: number for number, side in enumerate(SIDES)}
STANDS = {WALL: "wall", ILLUSION: "wall", DOOR: "door", AJAR: "door"}
EVERYONES_STEPS = 1  # of a monster that everybody moves


def command_refusal(state: State, act: Act, text: str) -> Refusal | None:
    """Whether a wizard has a say in what this monster does now (monsters.obey)."""
    number = named(state, text)
    if number is None:
        return Refusal("no_monster", "monsters.obey", {"text": text})
    one = creature(state, number)
    if one.owner not in (act.seat, NOBODY):
        return Refusal("not_yours", "monsters.obey", {"monster": one.card})
    if one.idle:
        return Refusal("monster_idle", "monsters.suffers", {"monster": one.card})
    return None


# --- Steps --------------------------------------------------------------------------------------------------


def check_walk(state: State, act: Act, text: str, side: str) -> Refusal | None:
    """Its own steps, in pieces; each wizard moves nobody's monster by one (monsters.move, monsters.vote)."""
    refusal = command_refusal(state, act, text)
    if refusal is not None:
        return refusal
    if side not in SIDE_OF:
        return Refusal("unreadable", "turn.play", {"text": f"{WALK} {text} {side}"})
    number = SEAT_OF[text]
    return walk_refusal(state, act, number) or step_refusal(state, number, SIDE_OF[side])


def walk_refusal(state: State, act: Act, number: int) -> Refusal | None:
    """What forbids every step of a monster, wherever it leads."""
    one, rooted = creature(state, number), lasting_on(state, number, ROOTED)
    if rooted:
        return Refusal("monster_barred", "card.text", {"monster": one.card, "card": rooted})
    most = EVERYONES_STEPS if one.owner == NOBODY else stat(state, one.card, "move")
    if one.used >= most:
        clause = "monsters.numbers" if act.bonus >= 0 else "monsters.move"
        clause = "monsters.vote" if one.owner == NOBODY else clause
        return Refusal("monster_steps", clause, {"monster": one.card, "n": most})
    return None


def step_refusal(state: State, number: int, side: int) -> Refusal | None:
    """Whether a monster may step over that side of its square; `walk_refusal` is asked first."""
    half_edge = state.wizards[number].at * 4 + side
    square = state.board.net.next[half_edge]
    refusal = cross_refusal(state, number, half_edge) or enter_refusal(state, square)
    if refusal is not None and refusal.code == "door_shut":
        return refusal._replace(clause="monsters.doors")
    return refusal or repelled_refusal(state, number, square)


def do_walk(flow: Flow, act: Act, text: str, side: str) -> None:
    number = SEAT_OF[text]
    flow.change(number, used=creature(flow.state, number).used + 1)
    walk(flow, number, flow.state.wizards[number].at * 4 + SIDE_OF[side])
    flow.check_game_end()


# --- Blows --------------------------------------------------------------------------------------------------


def check_hit(state: State, act: Act, text: str, target: str) -> Refusal | None:
    """One blow a turn, in its own square, not in the round in which it was created (monsters.new)."""
    refusal = command_refusal(state, act, text)
    if refusal is not None:
        return refusal
    number = SEAT_OF[text]
    one = creature(state, number)
    if one.card in WILD:
        return Refusal("monster_votes", "monsters.vote", {"monster": one.card})
    if one.fresh:
        return Refusal("monster_fresh", "monsters.new", {"monster": one.card})
    if one.blows >= blows_of(state, number):
        return Refusal("monster_struck", "monsters.attack", {"monster": one.card})
    return hit_refusal(state, number, target)


def blows_of(state: State, number: int) -> int:
    return 2 if lasting_on(state, number, ADRENALINE) else 1


def hit_refusal(state: State, number: int, target: str) -> Refusal | None:
    """What it may hit where it stands: wizards and monsters; walls and doors only if its card says so."""
    one, other, edge = creature(state, number), SEAT_OF.get(target, -1), read_edge(target)
    if 0 <= other < len(state.wizards) and is_alive(state, other):
        refusal = attacking_refusal(state, number, other)
        if refusal is not None:
            return refusal
        if state.wizards[other].at == one.at:
            return None
        return Refusal("monster_far", "monsters.blow", {"monster": one.card, "target": target})
    kind = state.board.kinds[edge] if edge is not None and edge < len(state.board.kinds) else OPEN
    stands = STANDS.get(kind)
    if stands is None or stands not in stat(state, one.card, "hits"):
        return Refusal("monster_things", "monsters.blow", {"monster": one.card, "target": target})
    if edge in own_edges(state, number):
        return None
    return Refusal("monster_far", "monsters.blow", {"monster": one.card, "target": target})


def do_hit(flow: Flow, act: Act, text: str, target: str) -> None:
    number = SEAT_OF[text]
    if target in SEAT_OF:
        strike(flow, number, SEAT_OF[target])
    else:
        hew(flow, number, target)


def strike(flow: Flow, number: int, other: int) -> None:
    """The blow is answered like a physical one; fire can be reflected, too (monsters.blow, ruling 137)."""
    one = creature(flow.state, number)
    points = stat(flow.state, one.card, "attack")
    flow.change(number, blows=one.blows + 1)
    flow.emit(
        "monster_hits", _rule_of(flow.state, number, other), monster=one.card, target=FIGURES[other], n=points
    )
    physical = one.card in PHYSICAL
    blow = Attack(one.card, number, other, points=points, physical=physical, spell=not physical)
    open_window(flow, blow)


def _rule_of(state: State, number: int, other: int) -> str:
    """What a blow shows best: whose it is, whom it meets, or that its owner has attacked as well."""
    owner, act = creature(state, number).owner, state.agenda[0]
    if owner == NOBODY:
        return "monsters.vote"
    if other >= CREATURES:
        return "monsters.fight"
    pairs = [{effect.by, effect.on} for effect in state.effects if effect.card in BEFRIENDING]
    if {owner, other} in pairs:
        return "monsters.buddy"
    return "monsters.own_attack" if type(act) is Act and act.attacked else "monsters.blow"


def hew(flow: Flow, number: int, target: str) -> None:
    """A wall or a door loses points (fight.hit_points)."""
    one, edge = creature(flow.state, number), read_edge(target)
    assert edge is not None  # `hit_refusal` saw to it
    points = stat(flow.state, one.card, "attack")
    flow.change(number, blows=one.blows + 1)
    flow.emit("monster_hits", "monsters.blow", monster=one.card, target=target, n=points)
    board, left = damage(flow.state.board, edge, points)
    flow.set(board=board)
    kind, said = ("damaged", {"n": points, "left": left}) if left else ("broken", {})
    flow.emit(kind, "fight.hit_points", place=target, **said)


def attack_refusal(state: State, who: int, other: int) -> Refusal | None:
    """Nobody attacks what obeys him, no monster its creator or another one of his: but an imp (ruling 99)."""
    if who < CREATURES and other < CREATURES:
        return None
    if who < CREATURES:
        if keeper(state, other) != who:
            return None
        return Refusal("own_monster", "monsters.creator", {"monster": creature(state, other).card})
    one = creature(state, who)
    if one.owner == NOBODY or keeper(state, other) != one.owner:
        return None
    if other < CREATURES:
        return Refusal("monster_creator", "monsters.creator", {"monster": one.card})
    return None if one.card in FIERY else Refusal("monster_fellow", "monsters.creator", {"monster": one.card})


# --- What is legal now --------------------------------------------------------------------------------------


def turn_moves(state: State, act: Act) -> list[Move]:
    found = []
    for number, one in living(state):
        text = FIGURES[number]
        if command_refusal(state, act, text) is not None:
            continue
        if walk_refusal(state, act, number) is None:
            sides = [side for side in SIDES if step_refusal(state, number, SIDE_OF[side]) is None]
            found += [Move(WALK, (text, side)) for side in sides]
        if one.card in WILD or one.fresh or one.blows >= blows_of(state, number):
            continue
        near = [FIGURES[n] for n, other in enumerate(state.wizards) if other.at == one.at]
        near += [edge_text(edge) for edge in dict.fromkeys(own_edges(state, number))]
        found += [Move(HIT, (text, target)) for target in near if hit_refusal(state, number, target) is None]
    return found


def stop(flow: Flow, who: int, whole_turn: bool = False) -> None:
    """A creature walks no further this turn; or its turn is over altogether."""
    flow.change(who, used=ALL, **({"idle": True} if whole_turn else {}))
