"""Attack cards: what follows when one reaches a wizard. Plain damage needs no function, `data` has it.

Some come after damage that got through (secondary effects, counter.secondary), others instead of it.
"""

from collections.abc import Callable, Mapping

from games.wizwar.simulator.engine import sight
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.data import CARD, STONES, param
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.moving import arrive, push
from games.wizwar.simulator.engine.places import FIGURES, SIDES, TREASURES, square_text
from games.wizwar.simulator.engine.reach import walls_left
from games.wizwar.simulator.engine.state import Attack, Pick, State, carries, is_alive
from simulator.engine.game import Seat

STUN = 1  # the turn that Lightning Blast costs


# --- How many points ----------------------------------------------------------------------------------------

AMOUNTS: Mapping[str, Callable[[int, int], int]] = {
    "N": lambda n, stones: n,
    "N+2": lambda n, stones: n + 2,
    "N x stones": lambda n, stones: n * stones,
    "1 per square not moved": lambda n, stones: n,
}


def points_of(state: State, card: str, n: int, on: Seat) -> int:
    """The damage printed on a card, played with number `n` at a wizard; 0 for one that does none."""
    damage = CARD[card].data.get("damage")
    if damage is None or damage["amount"] == "1 per card drawn":
        return 0
    if type(damage["amount"]) is int:
        return int(damage["amount"])
    stones = sum([thing in STONES for thing in state.wizards[on].shown]) if on >= 0 else 0
    return AMOUNTS[damage["amount"]](n, stones)


# --- After damage -------------------------------------------------------------------------------------------


def fireball(flow: Flow, attack: Attack) -> None:
    """Every magic stone that lies before the victim is destroyed; hidden ones aren't known to be stones."""
    seat = attack.on
    stones = [card for card in flow.state.wizards[seat].shown if card in STONES]
    for stone in stones:
        flow.lose(seat, stone)
        flow.discard(stone)
    if stones:
        flow.emit("stones_lost", "card.text", seat=seat, cards=stones)


def lightning_blast(flow: Flow, attack: Attack) -> None:
    """Stunned: a turn is lost."""
    flow.stun(attack.on, STUN)


# --- Instead of damage --------------------------------------------------------------------------------------


def lasting(flow: Flow, attack: Attack, absorbs: int, blunts: int) -> None:
    """Blind, Lock in Place, Slow Death: the spell stays on the victim."""
    flow.begin(attack.card, attack.by, attack.on, attack.turns)


def medusa(flow: Flow, attack: Attack, absorbs: int, blunts: int) -> None:
    """Petrified: so many turns are lost."""
    flow.stun(attack.on, attack.turns)


def waterbolt(flow: Flow, attack: Attack, absorbs: int, blunts: int) -> None:
    """Pushes straight away along the main axis; on an exact diagonal the caster picks."""
    sides = away(flow.state, attack)
    if len(sides) > 1:
        frame = Pick(attack.by, attack.card, attack.on, attack.points)
        flow.push(frame._replace(words=(str(absorbs), str(blunts), *sides)))
    else:
        wash(flow, attack.by, attack.on, sides[0], attack.points, absorbs, blunts)


def away(state: State, attack: Attack) -> tuple[str, ...]:
    """The sides that lead straight away from where the line begins or bends; all four in one square.

    They are those of the victim's square: a line over a join that turns comes there with another heading.
    """
    origin = attack.via if attack.via >= 0 else state.wizards[attack.by].at
    walls = walls_left(state, attack.by, attack.card, origin)
    line = sight.line(state.board, origin, state.wizards[attack.on].at, walls)
    return tuple(sorted(SIDES[(SIDES.index(side) + line.turn) % 4] for side in main_axes(*line.offset)))


def main_axes(down: int, right: int) -> tuple[str, ...]:
    """Sides along the longer part of an offset in squares, south and east positive."""
    if not down and not right:
        return tuple(SIDES)
    sides = []
    if abs(down) >= abs(right):
        sides.append("s" if down > 0 else "n")
    if abs(right) >= abs(down):
        sides.append("e" if right > 0 else "w")
    return tuple(sorted(sides))


def wash(flow: Flow, by: Seat, on: Seat, side: str, points: int, absorbs: int, blunts: int) -> None:
    """A wave: pushed so far, and a point for each square that he could not be moved."""
    for flooded in flow.state.course.asked(Box.flooded):
        flooded(flow, (flow.state.wizards[on].at,))
    rest = push(flow, on, SIDES.index(side), points) if is_alive(flow.state, on) else 0
    if rest:
        flow.damage(on, rest, False, by, absorbs, blunts)


def drop_object(flow: Flow, attack: Attack, absorbs: int, blunts: int) -> None:
    """One thing that the victim carries openly falls, of the caster's choice."""
    flow.push(Pick(attack.by, attack.card, attack.on))


def swap(flow: Flow, attack: Attack, absorbs: int, blunts: int) -> None:
    """Caster and victim change places, each with all that he carries; within one square nobody moves."""
    one, two = attack.by, attack.on
    here, there = flow.state.wizards[one].at, flow.state.wizards[two].at
    flow.change(one, at=there)
    flow.change(two, at=here)
    flow.emit("swapped", "card.text", seat=one, **{"from": two})
    if here != there:
        arrive(flow, one)
        arrive(flow, two)


def later(flow: Flow, attack: Attack, absorbs: int, blunts: int) -> None:
    """Teleport Opponent, Card Erasure: the caster chooses now where to, or which card."""
    flow.push(Pick(attack.by, attack.card, attack.on))


def go_away(flow: Flow, attack: Attack, absorbs: int, blunts: int) -> None:
    """The caster leads the victim away, up to so many squares."""
    flow.push(Pick(attack.by, attack.card, attack.on, attack.n))


def thought_steal(flow: Flow, attack: Attack, absorbs: int, blunts: int) -> None:
    """The caster looks at the hand and takes up to two cards of his choice."""
    see_hand(flow, attack.by, attack.on)
    flow.push(Pick(attack.by, attack.card, attack.on, param("thought_steal", "cards")))


def see_hand(flow: Flow, seat: Seat, other: Seat) -> None:
    """A wizard looks at all cards in another's hand, and both know it."""
    hand = flow.state.wizards[other].hand
    flow.reveal()
    flow.emit("looked", "card.text", seat=seat, **{"from": other})
    if hand:
        flow.emit_privately((seat,), "hand_seen", "card.text", cards=list(hand), **{"from": other})
    flow.learn(other, hand, 1 << seat)


def drag(flow: Flow, attack: Attack, absorbs: int, blunts: int) -> None:
    """Pulled into the caster's square with all that he carries."""
    square = flow.state.wizards[attack.by].at
    flow.change(attack.on, at=square)
    flow.emit("pulled", "card.text", seat=attack.by, target=FIGURES[attack.on], square=square_text(square))
    arrive(flow, attack.on)


Landing = Callable[[Flow, Attack, int, int], None]  # with the absorbs and blunts of the victim


def carried_openly(state: State, seat: Seat) -> list[str]:
    """The treasure and the objects that everybody can see on a wizard."""
    treasure = carries(state, seat)
    chest = [] if treasure is None else [TREASURES[treasure]]
    return [*chest, *dict.fromkeys(state.wizards[seat].shown)]
