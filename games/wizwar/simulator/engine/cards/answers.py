"""Counteractions: what each may answer, and what it does when the window closes.

A `Counteraction` is the part of a card's record that says whether it may answer an item, what a cancellation
does besides cancelling, how one evades the attack, whether it throws it back. Absorb and Blunt work in
`Flow.damage`.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from games.wizwar.simulator.engine import sight
from games.wizwar.simulator.engine.board import OPEN
from games.wizwar.simulator.engine.cards.aims import own_teleports
from games.wizwar.simulator.engine.cards.passives import HITS_ON
from games.wizwar.simulator.engine.data import SIGHT, SPELLS, alike, printed_as
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.geometry import half_edges
from games.wizwar.simulator.engine.places import square_text
from games.wizwar.simulator.engine.reach import walls_left
from games.wizwar.simulator.engine.state import CREATURES, Act, Attack, Item, State, Window
from simulator.engine.game import Seat
from simulator.engine.tuples import without
from web.refusal import Refusal

THROWS_BACK = alike("reflection", "full_reflection")
SPLITS = alike("reflection")
HALF, ALL = "half", "all"  # how much of an attack is thrown back
ABSORBS, BLUNTS = "absorbs", "blunts"  # so many points of damage, or half of it


# --- What may be answered -----------------------------------------------------------------------------------


def cannot(card: str) -> Refusal:
    return Refusal("cannot_answer", "counter.when", {"card": card})


def _own_attack_only(window: Window, seat: Seat, card: str, against: int) -> Refusal | None:
    """Most counteractions meet the attack itself, and only its victim plays them (ruling wizwar-34)."""
    return None if against == 0 and window.attack.on == seat else cannot(card)


def any_attack(state: State, window: Window, seat: Seat, card: str, against: int) -> Refusal | None:
    return _own_attack_only(window, seat, card, against)


def teleport(state: State, window: Window, seat: Seat, card: str, against: int) -> Refusal | None:
    """Only where there is a square to go to."""
    refusal = _own_attack_only(window, seat, card, against)
    return refusal or (None if own_teleports(state, seat) else cannot(card))


def damage_only(state: State, window: Window, seat: Seat, card: str, against: int) -> Refusal | None:
    """Reducers meet damage; a spell that only lasts has none."""
    refusal = _own_attack_only(window, seat, card, against)
    return refusal or (None if window.attack.points else cannot(card))


def spells_only(state: State, window: Window, seat: Seat, card: str, against: int) -> Refusal | None:
    """Daggers, rocks, blades and kicks are no spells (card.physical, ruling wizwar-78)."""
    refusal = _own_attack_only(window, seat, card, against)
    if refusal is not None or window.attack.spell:
        return refusal
    return Refusal("only_spells", "card.physical", {"card": card})


def reflection(state: State, window: Window, seat: Seat, card: str, against: int) -> Refusal | None:
    """One reflection to an attack; half of it only where there are points or turns to split."""
    refusal = spells_only(state, window, seat, card, against)
    if refusal is not None:
        return refusal
    if any(item.card in THROWS_BACK and not is_answered(window, n) for n, item in enumerate(window.items, 1)):
        return Refusal("reflected_already", "card.text", {"card": card})
    splits = window.attack.points or window.attack.turns
    if card in SPLITS and not splits:
        return Refusal("no_reflecting", "card.text", {"card": card})
    return None


def absorb_spell(state: State, window: Window, seat: Seat, card: str, against: int) -> Refusal | None:
    """A spell used directly against the wizard: the attack, or a reflection that throws it back at him."""
    if against == 0:
        refusal = spells_only(state, window, seat, card, against)
        cast = window.attack.card in SPELLS and window.attack.by < CREATURES  # by no wand and no creature
        return refusal or (None if cast else cannot(card))
    item = window.items[against - 1]
    fits = item.card in THROWS_BACK and item.seat != seat and not is_answered(window, against)
    return None if fits else cannot(card)


def anti_anti(state: State, window: Window, seat: Seat, card: str, against: int) -> Refusal | None:
    """An opponent's counteraction against one's own attack or counteraction; never another Anti-Anti."""
    if against == 0 or is_answered(window, against):
        return cannot(card)
    item = window.items[against - 1]
    met = window.attack.by if item.against == 0 else window.items[item.against - 1].seat
    other = printed_as(item.card) != printed_as(card)
    return None if item.seat != seat and met == seat and other else cannot(card)


def is_answered(window: Window, against: int) -> bool:
    """Whether a counteraction is cancelled already by one that stands."""
    return any(
        item.against == against and not is_answered(window, number)
        for number, item in enumerate(window.items, 1)
    )


def waterwall(state: State, window: Window, seat: Seat, card: str, against: int) -> Refusal | None:
    """Only where the line of the attack crosses a free edge."""
    refusal = _own_attack_only(window, seat, card, against)
    return refusal or (None if edges_on_line(state, window.attack) else cannot(card))


def edges_on_line(state: State, attack: Attack) -> list[int]:
    """Open edges that the straight line of an attack crosses, sorted; one that needs no sight has no line."""
    if attack.card not in SIGHT:
        return []
    origin = attack.via if attack.via >= 0 else state.wizards[attack.by].at
    walls, graph = walls_left(state, attack.by, attack.card, origin), state.board.net
    path = sight.line(state.board, origin, state.wizards[attack.on].at, walls).path
    crossed = {
        graph.edge[half_edge]
        for square, beyond in pairwise(path)
        for half_edge in half_edges(square)
        if graph.next[half_edge] == beyond
    }
    return sorted(edge for edge in crossed if state.board.kinds[edge] == OPEN)


# --- What they do -------------------------------------------------------------------------------------------


def take_spell(flow: Flow, item: Item, answered: str) -> None:
    """The absorbed spell comes from the discards into the hand; all have seen it."""
    if answered not in flow.state.discard:
        return  # shuffled away since it was first cast
    flow.set(discard=without(flow.state.discard, answered))
    flow.gain(item.seat, answered, flow.everyone)
    flow.emit("absorbed", "card.text", seat=item.seat, card=answered)


def only_stop(flow: Flow, item: Item, answered: str) -> None:
    """Full Shield and Anti-Anti do nothing besides."""


def misses(flow: Flow, attack: Attack, card: str) -> bool:
    """The die says whether an attack finds a wizard who is invisible or tiny."""
    n = flow.roll()
    flow.emit("die_roll", "die.four", seat=attack.by, card=card, n=n)
    if n in HITS_ON[card]:
        return False
    flow.emit("missed", "fight.vanish", seat=attack.by, card=attack.card)
    return True


def hide(flow: Flow, attack: Attack, item: Item) -> bool:
    """Invisible, Shrink: the spell lasts, and covers this attack already."""
    flow.begin(item.card, item.seat, item.seat, item.n)
    return misses(flow, attack, item.card)


def dissolve(flow: Flow, attack: Attack, item: Item) -> bool:
    """Mist Body: the attack passes through."""
    flow.begin(item.card, item.seat, item.seat, item.n)
    flow.emit("missed", "fight.vanish", seat=attack.by, card=attack.card)
    return True


def escape(flow: Flow, attack: Attack, item: Item) -> bool:
    """Teleport: whether the attack still reaches him is asked later. In his own turn he walks no more."""
    flow.change(item.seat, at=item.place)
    act = flow.state.agenda[0]
    if type(act) is Act and act.seat == item.seat:
        flow.set(agenda=(act._replace(halt=item.card), *flow.state.agenda[1:]))
    flow.emit("teleported", "card.text", seat=item.seat, square=square_text(item.place))
    return False


def wave(flow: Flow, attack: Attack, item: Item) -> bool:
    """Waterwall across the line: the attack is stopped."""
    flow.emit("stopped", "fight.vanish", card=attack.card, by=item.card)
    return True


class Counteraction(NamedTuple):
    """A counteraction. `cancel` takes what it answers away, `evade` says whether the attack misses.

    `asks` are its questions besides a number, which it takes unless it isn't `numbered`. `moves`: its caster
    is elsewhere afterwards. `reflects`, `reduces`: how it throws the attack back, how it lessens damage.
    """

    refusal: Callable[[State, Window, Seat, str, int], Refusal | None]
    asks: tuple[str, ...] = ()
    numbered: bool = True
    cancel: Callable[[Flow, Item, str], None] | None = None
    evade: Callable[[Flow, Attack, Item], bool] | None = None
    moves: bool = False
    reflects: str = ""
    reduces: str = ""
