"""Monsters: what they are, whose they are, how they come and go (clauses monsters.*; rulings 91-104).

A creature stands among the wizards of a state, from number CREATURES on, with the same facts: so it is
seen, pushed, hit and stunned by what the base game does to wizards. Its place is taken by the next one when
it is gone.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.wizwar.simulator.engine.board import EMPTY, illusions, thing_at, with_beliefs
from games.wizwar.simulator.engine.box import Told
from games.wizwar.simulator.engine.cards import passives
from games.wizwar.simulator.engine.cards.passives import lasting_on
from games.wizwar.simulator.engine.cards.spells import Cast, square_named
from games.wizwar.simulator.engine.data import CARD, MAX_PLAYERS, alike
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.geometry import SQUARES
from games.wizwar.simulator.engine.places import BEASTS, FIGURES, edge_text, square_text
from games.wizwar.simulator.engine.positions.short_reading import MOST_LIFE, MOST_TURNS
from games.wizwar.simulator.engine.sight import sees_edge
from games.wizwar.simulator.engine.state import CREATURES, GONE, NOBODY, State, is_alive
from games.wizwar.simulator.engine.view import with_creatures
from simulator.engine.shortform import require_range
from web.refusal import Refusal

ALL = 99  # so many steps or blows that none is left
DEMOCRATIC, TACKS = "democratic_monster", "handful_of_tacks"
WILD, STREWN = alike(DEMOCRATIC), alike(TACKS)
MONSTERS = frozenset(card for card, entry in CARD.items() if "monster" in entry.data.get("traits", ()))
FIERY = frozenset(card for card in MONSTERS if CARD[card].data["damage"].get("element") == "fire")
FLYING = frozenset(card for card in MONSTERS if "flies" in CARD[card].data["traits"])
UPKEEP = {card: CARD[card].data["upkeep"] for card in MONSTERS if "upkeep" in CARD[card].data}
# The rules by which a creature does or suffers what wizards do by those of the base game.
CITES: Mapping[str, str] = {
    **dict.fromkeys(("stepped", "wrapped", "warped"), "monsters.move"),
    **dict.fromkeys(("entered_bush", "through_fire", "stepped_into", "dust_rolled"), "monsters.suffers"),
    **dict.fromkeys(("stunned", "softened", "no_harm", "effect_began_n"), "monsters.any"),
    "hurt": "monsters.live",
}


class Creature(NamedTuple):
    """A monster. `owner`: whom it obeys, NOBODY for one that is nobody's; `maker`: who created it.

    `used` steps and `blows` of this turn; `fresh`: created in this round, so that it doesn't attack yet;
    `idle`: it loses this turn. The other facts are those of a wizard.
    """

    card: str
    at: int
    life: int
    owner: int
    maker: int
    lost: int = 0
    used: int = 0
    blows: int = 0
    fresh: bool = True
    idle: bool = False
    attacker: int = NOBODY

    @property
    def out(self) -> str:
        return "gone" if self.at == GONE else ""

    @property
    def hand(self) -> tuple[str, ...]:
        return ()

    @property
    def shown(self) -> tuple[str, ...]:
        return ()

    @property
    def known(self) -> tuple[tuple[str, int], ...]:
        return ()


def read_creature(row: Any, players: int) -> Creature:
    """A creature as JSON has it. Raises ValueError."""
    creature = Creature(**row)
    for name in ("lost", "used", "blows"):
        require_range(getattr(creature, name), MOST_TURNS)
    require_range(creature.at + 1, players * SQUARES + 1)
    require_range(creature.life, MOST_LIFE)
    require_range(creature.owner + 1, players + 1)
    require_range(creature.maker, players)
    require_range(creature.attacker + 1, players + 1)
    switches = (creature.fresh, creature.idle)
    if creature.card not in MONSTERS or not all(type(switch) is bool for switch in switches):
        raise ValueError("creature")
    return creature


def stat(seen: Any, card: str, name: str) -> Any:
    """A figure of a monster's card at this table: life, move, attack, or what it hits."""
    return seen.course.cards[card].data["stats"][name]


def tacks_at(seen: Any, square: int) -> str:
    """The card of the tacks that lie in a square; "" for none."""
    return next((thing for at, thing in seen.floor if at == square and thing in STREWN), "")


# --- Which there are ----------------------------------------------------------------------------------------


def numbers(state: State) -> range:
    return range(CREATURES, len(state.wizards))


def creature(state: State, number: int) -> Creature:
    found: Any = state.wizards[number]
    assert type(found) is Creature
    return found


def living(state: State) -> Iterator[tuple[int, Creature]]:
    for number in numbers(state):
        if is_alive(state, number):
            yield number, creature(state, number)


def named(state: State, text: str) -> int | None:
    """The number of a creature on the board."""
    return next((number for number, _ in living(state) if FIGURES[number] == text), None)


def clock(state: State, one: Creature) -> int:
    """The seat at whose turns the rounds of a creature are counted: its maker's, else the next one's."""
    order = [(one.maker + n) % state.players for n in range(state.players)]
    return next((seat for seat in order if is_alive(state, seat)), one.maker)


def flies(state: State, who: int) -> bool:
    """Whether somebody is immune to what lies on the ground (flying.who)."""
    if who < CREATURES:
        return lasting_on(state, who, passives.FLYING) != ""
    return creature(state, who).card in FLYING


# --- Creating -----------------------------------------------------------------------------------------------


def where_refusal(state: State, seat: int, card: str, square: int, target: str) -> Refusal | None:
    """No bush, stone, ooze, tacks or dust there; a home, wizards and things don't matter (monsters.where)."""
    taken = state.board.filled[square] != EMPTY or thing_at(state.board, square) is not None
    if taken or tacks_at(state, square):
        return Refusal("monster_where", "monsters.where", {"square": target})
    return None if _free_number(state) is not None else Refusal("no_target", "fight.targets", {"card": card})


def _free_number(state: State) -> int | None:
    """The first number that no creature on the board has."""
    everyone = range(CREATURES, CREATURES + len(BEASTS))
    return next((n for n in everyone if n >= len(state.wizards) or not is_alive(state, n)), None)


def create(flow: Flow, cast: Cast) -> None:
    """A monster stands in a square in sight; it obeys its creator, or nobody (monsters.creating)."""
    number = _free_number(flow.state)
    assert number is not None  # `where_refusal` saw to it
    owner = NOBODY if cast.card in WILD else cast.seat
    life = stat(flow.state, cast.card, "life")
    new = Creature(cast.card, square_named(cast.target), life, owner, cast.seat)
    others = flow.state.wizards[CREATURES:number]
    rest = flow.state.wizards[number + 1 :]
    flow.set(wizards=with_creatures(flow.state.wizards[: flow.state.players], (*others, new, *rest)))
    _forget_illusions(flow, number)
    flow.emit("monster_created", "monsters.creating", seat=cast.seat, monster=cast.card, square=cast.target)


def _forget_illusions(flow: Flow, number: int) -> None:
    """What another of this number has thought of illusions is nothing to the new one."""
    for mark in illusions(flow.state.board):
        if len(mark.beliefs) > number:
            beliefs = (*mark.beliefs[:number], "?", *mark.beliefs[number + 1 :])
            flow.set(board=with_beliefs(flow.state.board, mark.edge, beliefs))


# --- Going --------------------------------------------------------------------------------------------------


def vanish(flow: Flow, number: int, kind: str, clause: str) -> None:
    """A creature is gone, with all that lasted on it."""
    one = creature(flow.state, number)
    flow.emit(kind, clause, monster=one.card, square=square_text(one.at))
    flow.set(effects=tuple(effect for effect in flow.state.effects if effect.on != number))
    flow.change(number, at=GONE, life=0, lost=0)


# --- Turns --------------------------------------------------------------------------------------------------


def begin_turn(flow: Flow, seat: int, extra: bool) -> None:
    """New steps and a new blow; a turn that it loses itself passes; by Speed it is no new round yet."""
    for number, one in list(living(flow.state)):
        if one.owner == seat:
            idle = one.lost > 0
            fresh = one.fresh and extra
            flow.change(number, used=0, blows=0, fresh=fresh, idle=idle, lost=one.lost - idle)
        elif one.owner == NOBODY:
            flow.change(number, used=0)
            if seat == clock(flow.state, one) and not extra:
                idle = one.lost > 0
                flow.change(number, blows=0, fresh=False, idle=idle, lost=one.lost - idle)


# --- Illusions ----------------------------------------------------------------------------------------------


def look_at_illusions(flow: Flow) -> None:
    """A monster that sees one has a wizard's chance not to believe it, openly (monsters.disbelief)."""
    for mark in illusions(flow.state.board):
        for number, one in list(living(flow.state)):
            known = mark.beliefs[number] if number < len(mark.beliefs) else "?"
            if known == "?" and sees_edge(flow.state.board, one.at, mark.edge):
                _judge(flow, number, mark.edge)


def _judge(flow: Flow, number: int, edge: int) -> None:
    knows = flow.even_chance()
    (mark,) = [mark for mark in flow.state.board.marks if mark.edge == edge]
    beliefs = [*mark.beliefs, *"?" * (number + 1 - len(mark.beliefs))]
    beliefs[number] = "S" if knows else "B"
    flow.set(board=with_beliefs(flow.state.board, edge, tuple(beliefs)))
    kind = "monster_sees_through" if knows else "monster_believes"
    one = creature(flow.state, number)
    flow.emit(kind, "monsters.disbelief", monster=one.card, edge=edge_text(edge))


# --- Words and invariants -----------------------------------------------------------------------------------


def event_told(state: State, kind: str, clause: str, params: dict[str, Any]) -> Told:
    """What happens to a creature has words and rules of its own: it is called by its card, not by a seat."""
    who = params.get("seat", 0)
    if who < CREATURES:
        return kind, clause, params
    rest = {name: value for name, value in params.items() if name != "seat"}
    helps = kind == "effect_began_n" and CARD[params["card"]].kind == "neutral"
    clause = "monsters.neutral" if helps else CITES.get(kind, clause)
    return f"monster_{kind}", clause, {**rest, "monster": creature(state, who).card}


def invariants(state: State) -> None:
    """Every creature has an owner in the game, or none; between them and the seats stands nobody."""
    assert all(not is_alive(state, n) for n in range(state.players, min(len(state.wizards), MAX_PLAYERS)))
    for _, one in living(state):
        assert 0 <= one.at < len(state.board.filled), "a creature is nowhere"
        assert one.owner == NOBODY or is_alive(state, one.owner), "a creature obeys nobody"
        assert (one.owner == NOBODY) == (one.card in WILD), "a creature obeys the wrong one"
    ends = {effect.on for effect in state.effects if effect.on >= CREATURES}
    assert all(is_alive(state, number) for number in ends), "a spell lasts on nothing"
