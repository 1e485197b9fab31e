"""Bots and hints of «Маго-бой». Each sees a view alone and can't cheat: it plays in a world dealt from it.

`policy` is a quick player: it walks to treasures and carries them home, attacks what it sees, keeps its
counteractions for what hurts. Hints finish each move with it for a few turns, in many worlds, and compare.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

from scoring.games.wizwar.points import owner_of
from simulator.engine.chance import Rng, substream
from simulator.engine.flat import estimate
from simulator.engine.game import Bot, Hint, Move, Seat
from simulator.games.wizwar.engine.asking import most_to_draw
from simulator.games.wizwar.engine.board import home
from simulator.games.wizwar.engine.cards.attacks import points_of
from simulator.games.wizwar.engine.cards.passives import CURSING, lasting_on
from simulator.games.wizwar.engine.cards.picks import HALT
from simulator.games.wizwar.engine.cards.worth import (
    AT_ONCE,
    DEFAULT,
    DEFENCES,
    GUESS,
    KEEP,
    NUISANCES,
    PUSHES_THROUGH,
    ROBS,
    STEALS,
)
from simulator.games.wizwar.engine.casting import ANSWER, PLAY, STRIKE, targets
from simulator.games.wizwar.engine.data import KIND, ONLY_COUNTERS, STONES, VALUE
from simulator.games.wizwar.engine.flow import limit_of
from simulator.games.wizwar.engine.moves import END, PASS
from simulator.games.wizwar.engine.moving import distances, steps_left
from simulator.games.wizwar.engine.places import SEAT_OF, SIDES, TREASURE_OF, read_square
from simulator.games.wizwar.engine.rules import asking, legal_moves, make, to_act
from simulator.games.wizwar.engine.state import (
    NOBODY,
    Act,
    Deal,
    Draw,
    Harm,
    Lay,
    Limit,
    Pick,
    Staged,
    State,
    Window,
    carries,
    held,
    is_in,
)
from simulator.games.wizwar.engine.view import View, world

FAR = 99  # farther than any square that can be reached
SERIOUS = 4  # points that are worth a counteraction
LOW_LIFE = 6  # with so few lives every point is serious
TURNS_AHEAD = 1  # turns of each player that a playout looks at
DECISIONS_AHEAD = 120  # and never more decisions than that
HALVINGS = 2


# --- Where to go --------------------------------------------------------------------------------------------


def distance(state: State, here: int, there: int) -> int:
    """Steps on foot; FAR where no way leads."""
    found = distances(state.board, there)[here]
    return found if found >= 0 else FAR


def goals(state: State, seat: Seat) -> list[int]:
    """Squares worth walking to: home with a foreign treasure, else where treasures wait; the best first."""
    here, treasure = state.wizards[seat].at, carries(state, seat)
    if treasure is not None:
        return [home(seat)]
    own_home = home(seat)
    waiting = [
        chest
        for number, chest in enumerate(state.chests)
        if chest >= 0 and chest != own_home and (owner_of(number) != seat or _is_stolen(state, chest, seat))
    ]
    return sorted(
        set(waiting), key=lambda square: distance(state, here, square) + distance(state, square, own_home) / 2
    )


def _is_stolen(state: State, chest: int, seat: Seat) -> bool:
    return any(chest == home(other) for other in range(state.players) if other != seat)


# --- A turn -------------------------------------------------------------------------------------------------


def policy(state: State, moves: Sequence[Move], rand: Callable[[], float], seat: Seat) -> Move:
    """What a quick player does, of the legal moves of a seat."""
    frame = asking(state, seat)
    return CHOOSES[type(frame)](state, frame, moves, rand)


def choose_act(state: State, act: Act, moves: Sequence[Move], rand: Callable[[], float]) -> Move:
    """Home with the treasure, stones on the table, the best attack, then on towards the goal."""
    by_verb = {
        verb: [move for move in moves if move.verb == verb] for verb in ("take", "drop", "show", "step")
    }
    for choose in (*state.course.policies, _deliver, _grab, _show, _hurry, _attack, _walk):
        move = choose(state, act, moves, by_verb, rand)
        if move is not None:
            return move
    return END if END in moves else rand_choice(moves, rand)


ByVerb = Mapping[str, Sequence[Move]]


def rand_choice(moves: Sequence[Move], rand: Callable[[], float]) -> Move:
    return moves[int(rand() * len(moves))]


def _deliver(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, rand: object) -> Move | None:
    """A treasure is dropped at home."""
    if carries(state, act.seat) is None or state.wizards[act.seat].at != home(act.seat):
        return None
    return next((move for move in by_verb["drop"] if move.args[0] in TREASURE_OF), None)


def _grab(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, rand: object) -> Move | None:
    """A treasure is picked up once the attack is done; a dagger or a rock only if nothing else is near."""
    if state.wizards[act.seat].at == home(act.seat):
        return None
    wanted = [move for move in by_verb["take"] if move.args[0] in TREASURE_OF]
    wanted = [move for move in wanted if owner_of(TREASURE_OF[move.args[0]]) != act.seat] or wanted
    if not wanted:
        return None
    attack = _attack(state, act, moves, by_verb, rand)
    return attack or wanted[0]


def _show(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, rand: object) -> Move | None:
    return by_verb["show"][0] if by_verb["show"] else None


def _hurry(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, rand: object) -> Move | None:
    """Speed at once; a number for walking where the goal is beyond the steps left."""
    if Move(PLAY, (AT_ONCE,)) in moves:
        return Move(PLAY, (AT_ONCE,))
    found = goals(state, act.seat)
    if not found:
        return None
    away = distance(state, state.wizards[act.seat].at, found[0])
    if not steps_left(state, act) < away < FAR:
        return None
    runs = [move for move in moves if move.verb == "run" and len(move.args) == 1]
    enough = [move for move in runs if steps_left(state, act) + VALUE[move.args[0]] >= away]
    if enough:
        return min(enough, key=lambda move: VALUE[move.args[0]])
    spare = sum(card in VALUE for card in state.wizards[act.seat].hand) > 1
    return max(runs, key=lambda move: VALUE[move.args[0]]) if runs and spare else None


def _attack(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, rand: object) -> Move | None:
    """The attack on a wizard that is worth most, if any is worth a card."""
    best: tuple[float, Move] | None = None
    for move in moves:
        if move.verb in (PLAY, STRIKE) and (move.verb == STRIKE or KIND[move.args[0]] == "attack"):
            worth = max(
                (_worth(state, act.seat, move.args[0], other) for other in _wizards(state, act, move)),
                default=0.0,
            )
        elif move.verb == "kick" and move.args[0] in SEAT_OF:
            worth = 1.0
        else:
            continue
        if worth >= 1 and (best is None or worth > best[0]):
            best = (worth, move)
    return best[1] if best else None


def _wizards(state: State, act: Act, move: Move) -> Iterable[Seat]:
    return [SEAT_OF[text] for text in targets(state, act.seat, move.args[0]) if text in SEAT_OF]


def _worth(state: State, seat: Seat, card: str, other: Seat) -> float:
    """What an attack is worth: its points, more on whoever carries a treasure or can be killed."""
    n = max((VALUE[number] for number in state.wizards[seat].hand if number in VALUE), default=1)
    points = points_of(state, card, n, other)
    if card == ROBS:
        return 6.0 if carries(state, other) is not None else 0.0
    if not points:
        return NUISANCES.get(card, 0.0)
    carrier = 3.0 if carries(state, other) is not None else 0.0
    kill = 10.0 if points >= state.wizards[other].life else 0.0
    return points + carrier + kill


def _walk(
    state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, rand: Callable[[], float]
) -> Move | None:
    """A step nearer to the goal; through a thornbush never."""
    found = goals(state, act.seat)
    here = state.wizards[act.seat].at
    if not found or found[0] == here:
        return None
    graph, way = state.board.net, distances(state.board, found[0])
    if way[here] < 0:
        return _wander(state, act, by_verb, rand)
    if steps_left(state, act) <= 0 and way[here] >= state.wizards[act.seat].life:
        return None
    for move in by_verb["step"]:
        beyond = graph.next[here * 4 + SIDES.index(move.args[0])]
        if 0 <= way[beyond] < way[here] and not state.board.filled[beyond]:
            return move
    return None


def _wander(state: State, act: Act, by_verb: ByVerb, rand: Callable[[], float]) -> Move | None:
    """Walled in, or the goal is: any step, so that something changes."""
    if steps_left(state, act) <= 0 or not by_verb["step"]:
        return None
    return rand_choice(by_verb["step"], rand)


# --- Choices inside a compound move -------------------------------------------------------------------------


def choose_staged(state: State, staged: Staged, moves: Sequence[Move], rand: Callable[[], float]) -> Move:
    """Wizards before walls, the highest number for power and time, always doubled."""
    verb = moves[0].verb
    if verb == "target":
        wizards = [move for move in moves if move.args[0] in SEAT_OF]
        if wizards and staged.verb != ANSWER:
            return max(
                wizards, key=lambda move: _worth(state, staged.seat, staged.card, SEAT_OF[move.args[0]])
            )
        return rand_choice(moves, rand)
    if verb in ("with", "and"):
        numbers = [move for move in moves if move.args[0] in VALUE]
        return max(numbers, key=lambda move: VALUE[move.args[0]]) if numbers and verb == "with" else moves[-1]
    if verb == "boost":
        return Move("boost", ("yes",))
    if verb == "go":
        return _best_square(state, staged.seat, moves)
    return rand_choice(moves, rand)


def _best_square(state: State, seat: Seat, moves: Sequence[Move]) -> Move:
    """The square from which the goal is nearest."""
    found = goals(state, seat)
    if not found:
        return moves[0]
    way = distances(state.board, found[0])
    return min(moves, key=lambda move: way[read_square(move.args[0]) or 0] % FAR)


def choose_window(state: State, window: Window, moves: Sequence[Move], rand: Callable[[], float]) -> Move:
    """Counteractions are kept for what hurts; a stopped attack is pushed through if it was a strong one."""
    if len(moves) == 1:
        return PASS
    attack = window.attack
    serious = attack.points >= SERIOUS or attack.turns > 1 or attack.points >= state.wizards[window.seat].life
    if window.seat != attack.on:
        cancels = [move for move in moves if move.args and move.args[0] in PUSHES_THROUGH]
        return cancels[0] if cancels and serious else PASS
    if not serious and state.wizards[window.seat].life > LOW_LIFE:
        return PASS
    if window.items and window.items[-1].seat == window.seat:
        return PASS  # one defence at a time, the next one only if it is needed
    for card in DEFENCES:
        for move in moves:
            if move.args and move.args[0] == card:
                return move
    return PASS


def choose_harm(state: State, harm: Harm, moves: Sequence[Move], rand: object) -> Move:
    serious = harm.points >= SERIOUS or harm.points >= state.wizards[harm.seat].life
    return moves[0] if serious and not harm.answers else PASS


def choose_draw(state: State, frame: Draw, moves: Sequence[Move], rand: object) -> Move:
    """What is worth little makes room for two new cards."""
    most = most_to_draw(state, frame.seat)
    if most < 2 and held(state, frame.seat) > limit_of(state, frame.seat) - 2:
        poor = [card for card in state.wizards[frame.seat].hand if KEEP.get(card, DEFAULT) <= DEFAULT]
        if poor:
            return Move("discard", (min(poor, key=lambda card: KEEP.get(card, DEFAULT)),))
    cursed = lasting_on(state, frame.seat, CURSING)
    return Move("draw", ("0" if cursed else str(most),))


def choose_limit(state: State, frame: Limit, moves: Sequence[Move], rand: object) -> Move:
    return min(moves, key=lambda move: (move.args[0] in STONES, KEEP.get(move.args[0], DEFAULT)))


def choose_pick(state: State, pick: Pick, moves: Sequence[Move], rand: Callable[[], float]) -> Move:
    """A treasure falls before all else; the best cards are stolen; opponents are sent far from their goal."""
    verb = next(move.verb for move in moves if move != HALT)
    if verb == "pick" and pick.card == ROBS:
        return next((move for move in moves if move.args[0] in TREASURE_OF), moves[0])
    if verb == "pick" and pick.card == STEALS:
        return max((m for m in moves if m != HALT), key=lambda move: KEEP.get(move.args[0], DEFAULT))
    if verb == "pick":
        return Move("pick", (GUESS,))
    if verb == "go":
        found = goals(state, pick.on)
        way = distances(state.board, found[0]) if found else None
        return max(moves, key=lambda move: way[read_square(move.args[0]) or 0] if way else 0)
    return rand_choice([move for move in moves if move != HALT], rand)


def choose_deal(state: State, deal: Deal, moves: Sequence[Move], rand: object) -> Move:
    return next((move for move in moves if move.verb == "refuse"), moves[0])


def choose_lay(state: State, frame: Lay, moves: Sequence[Move], rand: Callable[[], float]) -> Move:
    return rand_choice(moves, rand)


CHOOSES: dict[type, Callable[..., Move]] = {
    Act: choose_act,
    Staged: choose_staged,
    Window: choose_window,
    Harm: choose_harm,
    Draw: choose_draw,
    Limit: choose_limit,
    Pick: choose_pick,
    Deal: choose_deal,
    Lay: choose_lay,
}


# --- Bots and hints -----------------------------------------------------------------------------------------


def play_random(view: View, moves: Sequence[Move], seed: int) -> Move:
    """Any legal move."""
    return random.Random(seed).choice(moves)


def play_greedy(view: View, moves: Sequence[Move], seed: int) -> Move:
    """Walks to treasures, attacks what it sees, keeps counteractions."""
    return policy(world(view, seed), moves, _luck(seed), NOBODY if view.seat is None else view.seat)


def _luck(seed: int) -> Callable[[], float]:
    """Numbers from 0 up to 1."""
    below = Rng(seed).below
    return lambda: below(1 << 16) / (1 << 16)


BOTS: Mapping[str, Bot] = {"greedy": play_greedy, "random": play_random}


def standing(state: State, seat: Seat) -> float:
    """How far a seat is ahead of the others' mean, in points: lives, treasures at home and under way."""
    if not state.agenda:
        return (WON if seat in state.winners else -WON) if len(state.winners) == 1 else 0.0
    values = [_prospects(state, each) for each in range(state.players)]
    others = [value for other, value in enumerate(values) if other != seat]
    return values[seat] - sum(others) / len(others)


WON = 40.0
CHEST = 12.0  # a foreign treasure at home, in points of life
CARDS = 0.15  # for each point of `KEEP`
TURN = 3.0  # a turn that will be lost
STEP = 0.4  # a square of the way with or to a treasure
OPEN = 1.5  # a stone or an object that lies face up before its owner
IN_VAIN = ("discard", "drop", "throw", "kick", "offer")  # of moves worth the same these are told last


def _prospects(state: State, seat: Seat) -> float:
    if not is_in(state, seat):
        return -WON
    own = home(seat)
    kept = sum(chest == own and owner_of(number) != seat for number, chest in enumerate(state.chests))
    cards = sum([KEEP.get(card, DEFAULT) for card in state.wizards[seat].hand])
    value = state.wizards[seat].life + CHEST * kept + CARDS * cards - TURN * state.wizards[seat].lost
    value += OPEN * len(state.wizards[seat].shown)
    treasure = carries(state, seat)
    if treasure is not None and owner_of(treasure) != seat:
        return value + CHEST / 2 - STEP * min(distance(state, state.wizards[seat].at, own), 20)
    found = goals(state, seat)
    return value - STEP * min(distance(state, state.wizards[seat].at, found[0]), 20) if found else value


def hint(view: View, seed: int, budget: int) -> Hint:
    """Every legal move, tried in the same worlds and finished by the quick player."""
    state = world(view, seed)
    seat = min(to_act(state)) if view.seat is None else view.seat
    moves = legal_moves(state, seat)
    own = policy(state, moves, _luck(seed), seat)
    return estimate(
        moves,
        lambda number: world(view, number),
        lambda dealt, move, number: playout(dealt, seat, move, number),
        seed,
        budget,
        fewer_is_better=False,
        rounds=HALVINGS,
        common=True,
        order=lambda move: (move != own, _is_in_vain(move), move),
    )


def _is_in_vain(move: Move) -> bool:
    return move.verb in IN_VAIN or (move.verb == "play" and move.args[0] in ONLY_COUNTERS)


def playout(state: State, seat: Seat, move: Move, seed: int) -> float:
    """How far the seat is ahead some turns after a move.

    Each turn has luck of its own: what a move changes in one turn doesn't change the luck of the next.
    """
    last, turn, luck = state.turn + TURNS_AHEAD * state.players, state.turn, _luck(seed)
    state = make(state, seat, move).state
    for _ in range(DECISIONS_AHEAD):
        if not state.agenda or state.turn >= last:
            break
        if state.turn != turn:
            turn, luck = state.turn, _luck(substream(seed, state.turn))
        acting = min(to_act(state))
        moves = legal_moves(state, acting)
        state = make(state, acting, policy(state, moves, luck, acting)).state
    return standing(state, seat)
