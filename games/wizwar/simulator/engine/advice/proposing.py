"""Propositions about the legal moves of a view: what wins and what kills first, what is left in hand last.

All moves are looked at alike, one aspect after another, in the order of `ASPECTS`. What is said of a card
that others could answer holds «если не ответят»; what a move only begins, is said of its best continuation.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from games.wizwar.scoring.points import TEAM_TREASURES_TO_WIN, TREASURES_TO_WIN, at_home, owner_of
from games.wizwar.simulator.engine.advice.faring import rivals, sight, ways
from games.wizwar.simulator.engine.advice.fighting import beasts, blows, suffered
from games.wizwar.simulator.engine.advice.ground import OpenGround
from games.wizwar.simulator.engine.advice.outcomes import MoveOutcome, outcome
from games.wizwar.simulator.engine.advice.scene import Aspect, MoveScene, against
from games.wizwar.simulator.engine.asking import most_to_draw
from games.wizwar.simulator.engine.cards.passives import BRINGS, more
from games.wizwar.simulator.engine.data import ATTACKS, COUNTERS, VALUE
from games.wizwar.simulator.engine.flow import limit_of, treasure_homes
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.places import TREASURES
from games.wizwar.simulator.engine.rules import check, legal_moves, to_act
from games.wizwar.simulator.engine.state import (
    Act,
    Draw,
    State,
    hand_size,
    is_alive,
    outs_of,
)
from games.wizwar.simulator.engine.teamwork import homes
from games.wizwar.simulator.engine.view import View, bare
from simulator.engine.game import Hint, Move, Proposition, Seat


def propositions(view: View, hint: Hint) -> Mapping[Move, Sequence[Proposition]]:
    """Of each legal move, the weightiest first; nothing while sectors are still being laid."""
    state, seat = bare(view), view.seat
    if seat is None or seat not in to_act(state) or not state.chests:
        return {}
    moves, scene = legal_moves(state, seat), scene_of(state, seat)
    return {move: tuple(said_of(scene, move)) for move in moves}


def scene_of(state: State, seat: Seat) -> MoveScene:
    """What the moves of an open world are compared with."""
    passed = outcome(state, seat, PASS).ends if check(state, seat, PASS) is None else ()
    return MoveScene(state, seat, OpenGround(state, seat), passed[0] if passed else None)


def said_of(scene: MoveScene, move: Move) -> Iterator[Proposition]:
    """What is so of a legal move, the weightiest first."""
    found = outcome(scene.state, scene.seat, move)
    yield from _drawing(scene, found)
    if found.ends:
        draws = any(end.deck != scene.state.deck for end in found.ends)
        for aspect in DRAWN if draws or type(scene.state.agenda[-1]) is Draw else ASPECTS:
            yield from aspect(scene, found)


# --- The end ------------------------------------------------------------------------------------------------


def _end(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    """The game is won, or one is out of it."""
    if any(scene.seat in end.winners for end in found.ends):
        yield Proposition("said_wins", {})
    if all(not is_alive(end, scene.seat) for end in found.ends):
        yield against("said_dies")


# --- Treasures ----------------------------------------------------------------------------------------------


def _treasures(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    """Picked up, brought home, put down, shaken off somebody."""
    for number, before in enumerate(scene.state.chests):
        name, after = TREASURES[number], {end.chests[number] for end in found.ends}
        if len(after) == 1 and before not in after:
            yield from _moved(scene, found.ends[0], number, name)
        elif before < 0 and -1 - before not in scene.ground.side and any(chest >= 0 for chest in after):
            yield Proposition("said_fells", {"seat": -1 - before, "treasure": name})


def _moved(scene: MoveScene, end: State, number: int, name: str) -> Iterator[Proposition]:
    before, after = scene.state.chests[number], end.chests[number]
    foreign = owner_of(number) not in scene.ground.side
    if after == -1 - scene.seat:
        yield Proposition("said_takes" if foreign else "said_takes_own", {"treasure": name})
    elif before == -1 - scene.seat and after >= 0 and is_alive(end, scene.seat):
        if foreign and after in homes(end, scene.seat):
            kept = at_home(outs_of(end), treasure_homes(end), scene.ground.side)
            needed = TEAM_TREASURES_TO_WIN if end.teams else TREASURES_TO_WIN
            yield Proposition("said_brings", {"treasure": name, "n": kept, "max": needed})
        else:
            yield against("said_leaves", treasure=name)
    elif before < 0 and -1 - before not in scene.ground.side and after >= 0:
        yield Proposition("said_fells", {"seat": -1 - before, "treasure": name})


# --- Turns and cards ----------------------------------------------------------------------------------------


def _turn(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    """More steps, another turn; what the end of it brings and leaves unused."""
    end, before, ground = found.ends[0], scene.state, scene.ground
    act, now = before.agenda[0], end.agenda[0] if end.agenda else None
    if type(act) is not Act or act.seat != scene.seat or len(found.ends) > 1:
        return
    if type(now) is Act and now.seat == scene.seat:
        if now.again > act.again:
            yield Proposition("said_again", {})
        if ground.left(end) > ground.left(before):
            yield Proposition("said_more_steps", {"n": ground.left(end)})
    else:
        if type(now) is Draw and now.seat == scene.seat and most_to_draw(end, scene.seat):
            yield Proposition("said_may_draw", {"n": most_to_draw(end, scene.seat)})
        if ground.left(before) > 0:
            yield against("said_wastes", n=ground.left(before))


def _drawing(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    """Cards that are drawn now, by the move itself or by what it lays down; which they are, nobody knows."""
    before, after, n = scene.state, scene.state, 0
    asleep = not before.wizards[scene.seat].woken
    woken = [end for end in found.ends if asleep and end.wizards[scene.seat].woken]
    if found.move.verb == "draw":
        n = int(found.move.args[0])
    elif woken and len(woken) == len(found.ends):
        after = woken[0]
        n = more(after.wizards[scene.seat].shown, BRINGS)
    held, most = hand_size(before, scene.seat) + n, limit_of(after, scene.seat)
    if n > 0 and held <= most:
        yield Proposition("said_draws", {"n": n, "held": held, "max": most})


KINDS: Mapping[str, Callable[[str], bool]] = {
    "number": VALUE.__contains__,
    "answer": COUNTERS.__contains__,
    "attack": ATTACKS.__contains__,
}


def _cards(scene: MoveScene, found: MoveOutcome) -> Iterator[Proposition]:
    """What is gained; what goes, the last of a kind first; what stays."""
    before = scene.state
    if any(end.deck != before.deck or not is_alive(end, scene.seat) for end in found.ends):
        return
    had, hands = _held(before, scene.seat), [_held(end, scene.seat) for end in found.ends]
    gone = [card for card in had if all(had.count(card) > held.count(card) for held in hands)]
    if len(hands) == 1:
        for card in sorted({*hands[0]} - {*had}):
            yield Proposition("said_gains", {"card": card})
    for kind, belongs in KINDS.items():
        if any(map(belongs, gone)) and not any(map(belongs, (card for held in hands for card in held))):
            yield against(f"said_last_{kind}", card=next(filter(belongs, gone)))
    for card in dict.fromkeys(gone):
        kind = next((kind for kind, belongs in KINDS.items() if belongs(card)), "card")
        yield against(f"said_spends_{kind}", card=card)
    if len(hands) == 1:
        yield from _kept(found.ends[0], scene.seat)


def _kept(end: State, seat: Seat) -> Iterator[Proposition]:
    """The hand that is left, by what it is good for."""
    held = _held(end, seat)
    yield Proposition("said_keeps", {kind: sum(map(belongs, held)) for kind, belongs in KINDS.items()})
    numbers = [VALUE[card] for card in held if card in VALUE]
    if numbers:
        yield Proposition("said_best_number", {"n": max(numbers)})
    if hand_size(end, seat) < limit_of(end, seat):
        yield Proposition("said_room", {"n": hand_size(end, seat), "max": limit_of(end, seat)})


def _held(state: State, seat: Seat) -> tuple[str, ...]:
    return (*state.wizards[seat].hand, *state.wizards[seat].shown)


ASPECTS: Sequence[Aspect] = (
    _end,
    _treasures,
    suffered,
    blows,
    beasts,
    _turn,
    ways,
    rivals,
    sight,
    _cards,
)
DRAWN: Sequence[Aspect] = (_cards,)  # while cards are drawn: a trap or a stone among them changes all else
