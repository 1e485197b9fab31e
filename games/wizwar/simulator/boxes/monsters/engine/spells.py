"""Spells of the box that last, and what gravity and a new door do (rulings 113-117)."""

from games.wizwar.simulator.boxes.monsters.engine.creatures import creature
from games.wizwar.simulator.boxes.monsters.engine.kept import keep, kept_by
from games.wizwar.simulator.boxes.monsters.engine.marches import ADRENALINE
from games.wizwar.simulator.engine import board as maze
from games.wizwar.simulator.engine.cards.passives import lasting_on
from games.wizwar.simulator.engine.cards.spells import Cast, edge_of, open_door
from games.wizwar.simulator.engine.data import CARD, DAMAGE, SPELLS, alike, param
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.places import SEAT_OF, edge_text
from games.wizwar.simulator.engine.state import Act, Harm, State, is_alive, keeper
from web.refusal import Refusal

NO_SPELL, GRAVITY, DISEASE, CREATE_DOOR = "no_spell", "gravity", "disease", "create_door"
DUMB, GRAVITIES, DISEASES = alike(NO_SPELL), alike(GRAVITY), alike(DISEASE)
CURSED = frozenset(card for card, entry in CARD.items() if "cursed" in entry.data.get("traits", ()))


# --- No Spell -----------------------------------------------------------------------------------------------


def play_refusal(state: State, seat: int, card: str) -> Refusal | None:
    """Whoever is struck dumb plays nothing that is a spell, counteractions neither (ruling 115)."""
    if card in SPELLS and lasting_on(state, seat, DUMB):
        return Refusal("dumb", "card.text", {"card": NO_SPELL})
    return None


# --- Adrenaline ---------------------------------------------------------------------------------------------


def own_monster_refusal(state: State, seat: int, card: str, other: int, target: str) -> Refusal | None:
    """A creature of one's own (ruling 117)."""
    if keeper(state, other) == seat:
        return None
    return Refusal("not_yours", "monsters.obey", {"monster": creature(state, other).card})


def adrenaline(flow: Flow, cast: Cast) -> None:
    """Two attacks in a turn, for oneself or a creature of one's own."""
    flow.begin(cast.card, cast.seat, SEAT_OF.get(cast.target, cast.seat), cast.n)


def spares_attack(flow: Flow) -> bool:
    """The first of two attacks leaves the second one."""
    act = flow.state.agenda[0]
    second = kept_by(flow.state).second or act.attacked
    if second or not lasting_on(flow.state, act.seat, ADRENALINE):
        return False
    keep(flow, second=True)
    return True


# --- Disease ------------------------------------------------------------------------------------------------


def infect(flow: Flow, cast: Cast) -> None:
    flow.begin(cast.card, cast.seat, cast.seat, 0)


def spread_disease(flow: Flow, who: int) -> None:
    """By a step of his own the sick one strikes all others there, each once a turn; it is no attack."""
    if not is_alive(flow.state, who) or not lasting_on(flow.state, who, DISEASES):
        return
    here, infected = flow.state.wizards[who].at, kept_by(flow.state).infected
    struck = [
        n for n, other in enumerate(flow.state.wizards) if other.at == here and n != who and n not in infected
    ]
    if struck:
        keep(flow, infected=tuple(sorted({*infected, *struck})))
        flow.emit("infected", "card.text", seat=who, card=DISEASE)
        flow.push(*(Harm(n, DAMAGE[DISEASE], True, DISEASE, who) for n in reversed(struck)))


# --- Gravity ------------------------------------------------------------------------------------------------


def gravity(flow: Flow, cast: Cast) -> None:
    """Everything shown and carried falls, and for a while nothing is picked up (ruling 114)."""
    flow.begin(cast.card, cast.seat, cast.seat, cast.n)
    for seat in range(flow.state.players):
        if not is_alive(flow.state, seat):
            continue
        for thing in flow.state.wizards[seat].shown:
            if thing not in CURSED:
                flow.lose(seat, thing)
                flow.lay_down(thing, flow.state.wizards[seat].at)
                flow.emit("fell", "object.forced", seat=seat, object=thing, by=cast.seat)
        flow.drop_treasure(seat, "dropped_treasure", "object.drop")
    flow.check_game_end()


def take_refusal(state: State, act: Act, thing: str) -> Refusal | None:
    heavy = any(effect.card in GRAVITIES for effect in state.effects)
    return Refusal("heavy", "card.text", {"card": GRAVITY}) if heavy else None


# --- Create Door --------------------------------------------------------------------------------------------


def door_refusal(state: State, seat: int, card: str, edge: int, target: str) -> Refusal | None:
    """A wall or a free edge of one's square (ruling 116)."""
    fits = state.board.kinds[edge] in (maze.OPEN, maze.WALL)
    return None if fits else Refusal("edge_taken", "create.edge", {"edge": target})


def create_door(flow: Flow, cast: Cast) -> None:
    """A door with all its points and its lock; its maker may pass it this turn."""
    edge = edge_of(cast.target)
    board = (
        maze.clear(flow.state.board, edge) if flow.state.board.kinds[edge] == maze.WALL else flow.state.board
    )
    board = maze.put(board, edge, maze.DOOR, CREATE_DOOR, cast.seat, param(cast.card, "hp"))
    flow.set(board=board)
    flow.emit("door_made", "card.text", seat=cast.seat, card=cast.card, edge=edge_text(edge))
    open_door(flow, cast.seat, edge)
