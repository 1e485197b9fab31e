"""Bots of «Маго-бой». Each sees a view alone and can't cheat: it plays in a world dealt from it.

`policy` is a quick player: it walks to treasures and carries them home, attacks what it sees, keeps its
counteractions for what hurts. Hints finish each move with it for a few turns (`evaluating`).
Of what is worth the same it draws by lot: by name, number or square one seat would always be the first.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from games.wizwar.scoring.points import mates, owner_of
from games.wizwar.simulator.engine.asking import most_to_draw
from games.wizwar.simulator.engine.board import home
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.cards.attacks import points_of
from games.wizwar.simulator.engine.cards.passives import CURSING, lasting_on
from games.wizwar.simulator.engine.cards.picks import HALT
from games.wizwar.simulator.engine.cards.worth import (
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
from games.wizwar.simulator.engine.casting import ANSWER, PLAY, STRIKE, figures, open_question
from games.wizwar.simulator.engine.data import ATTACK, KIND, STONES, VALUE
from games.wizwar.simulator.engine.flow import limit_of
from games.wizwar.simulator.engine.moves import END, PASS
from games.wizwar.simulator.engine.moving import distances, steps_left
from games.wizwar.simulator.engine.places import SEAT_OF, SIDES, TREASURE_OF, read_square
from games.wizwar.simulator.engine.rules import asking, legal_moves
from games.wizwar.simulator.engine.state import (
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
    hand_size,
    keeper,
)
from games.wizwar.simulator.engine.teamwork import FAR, distance, homes, is_threatened, share
from games.wizwar.simulator.engine.verbs import quick_moves
from games.wizwar.simulator.engine.view import View, world
from simulator.engine.chance import Rng
from simulator.engine.game import Move, Seat

SERIOUS = 4  # points that are worth a counteraction
KILL = 10.0  # what the last blow is worth besides
LOW_LIFE = 6  # with so few lives every point is serious

T = TypeVar("T")
Luck = Callable[[], float]  # numbers from 0 up to 1


class Manner(NamedTuple):
    """What a quick player is out for: the squares worth walking to, what an attack on a wizard is worth, and
    what is looked for in a turn, in its order; what a kick is worth, and whether attacks are compared at all.
    """

    goals: "Callable[[State, Seat], list[int]]"
    worth: "Callable[[State, Seat, str, Seat], float]"
    turn: "tuple[Choose, ...]"
    kick: float = 1.0
    compares: bool = True


class Agent(NamedTuple):
    """A quick player, with his luck."""

    rand: Luck
    manner: Manner


ByVerb = Mapping[str, Sequence[Move]]
Choose = Callable[[State, Act, Sequence[Move], ByVerb, Agent], Move | None]


# --- Lots ---------------------------------------------------------------------------------------------------


def lot(those: Sequence[T], player: Agent) -> T:
    """One of those, each equally likely."""
    return those[int(player.rand() * len(those))] if len(those) > 1 else those[0]


def best(those: Iterable[T], worth: Callable[[T], float], player: Agent) -> T:
    """What is worth most, by lot where several are."""
    return lot(_foremost(those, worth), player)


def _foremost(those: Iterable[T], worth: Callable[[T], float | tuple[float, ...]]) -> list[T]:
    """All that are worth most."""
    worths = [(worth(each), each) for each in those]
    most = max((value for value, _ in worths), default=None)
    return [each for value, each in worths if value == most]


# --- Where to go --------------------------------------------------------------------------------------------


def goals(state: State, seat: Seat) -> list[int]:
    """Home with a treasure, else where treasures wait, the nearest. Mates share them out; where none waits
    they follow whoever carries one.
    """
    if carries(state, seat) is not None:
        return nearest(state, seat, homes(state, seat))
    found = wanted(state, seat)
    if state.teams:
        return [state.chests[share(state, seat, found)]] if found else _carriers(state, seat)
    return nearest(state, seat, [state.chests[number] for number in found])


def _carriers(state: State, seat: Seat) -> list[int]:
    """Where the nearest rivals stand who carry a treasure."""
    rivals = [other for other in range(state.players) if other not in mates(state.teams, seat)]
    carriers = [other for other in rivals if carries(state, other) is not None]
    return nearest(state, seat, [state.wizards[other].at for other in carriers])


def nearest(state: State, seat: Seat, squares: Iterable[int]) -> list[int]:
    """Those most worth walking to, all equally near: to them counts in full, from there home by half."""
    here, safe = state.wizards[seat].at, homes(state, seat)

    def nearness(square: int) -> tuple[float, float]:
        away = distance(state, here, square)
        back = min([distance(state, square, there) for there in safe])
        return -away - back / 2, -away

    return _foremost(sorted({*squares}), nearness)


def wanted(state: State, seat: Seat) -> list[int]:
    """The treasures that lie about and are worth picking up, by number."""
    safe = homes(state, seat)
    lying = [number for number, chest in enumerate(state.chests) if chest >= 0 and chest not in safe]
    return [number for number in lying if _is_wanted(state, number, seat)]


def _is_wanted(state: State, number: int, seat: Seat) -> bool:
    """Treasures of others, and those of its team where they count for somebody else: in teams where that is
    to be feared.
    """
    if owner_of(number) not in mates(state.teams, seat):
        return True
    return _is_stolen(state, state.chests[number], seat) and (not state.teams or is_threatened(state, seat))


def _is_stolen(state: State, chest: int, seat: Seat) -> bool:
    side = mates(state.teams, seat)
    return any(chest == home(other) for other in range(state.players) if other not in side)


# --- A turn -------------------------------------------------------------------------------------------------


def policy(
    state: State, moves: Sequence[Move], rand: Luck, manner: Manner | None = None, seat: Seat | None = None
) -> Move:
    """What a quick player does, of his legal moves; without a `manner` the one out for treasures."""
    frame = asking(state, seat)
    return CHOOSES[type(frame)](state, frame, moves, Agent(rand, manner or GREEDY))


def choose_act(state: State, act: Act, moves: Sequence[Move], player: Agent) -> Move:
    """Home with the treasure, stones on the table, the best attack, then on towards the goal."""
    move = state.course.first(Box.quick_move, state, act, moves, player)
    if move is not None:
        return move
    by_verb = {
        verb: [move for move in moves if move.verb == verb] for verb in ("take", "drop", "show", "step")
    }
    for choose in player.manner.turn:
        move = choose(state, act, moves, by_verb, player)
        if move is not None:
            return move
    return END if END in moves else lot(moves, player)


def deliver(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, player: Agent) -> Move | None:
    """A treasure is dropped at home."""
    if carries(state, act.seat) is None or state.wizards[act.seat].at not in homes(state, act.seat):
        return None
    return next((move for move in by_verb["drop"] if move.args[0] in TREASURE_OF), None)


def grab(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, player: Agent) -> Move | None:
    """A treasure is picked up once the attack is done; a dagger or a rock only if nothing else is near."""
    if state.wizards[act.seat].at in homes(state, act.seat):
        return None
    treasures = [move for move in by_verb["take"] if move.args[0] in TREASURE_OF]
    wanted = [move for move in treasures if _is_wanted(state, TREASURE_OF[move.args[0]], act.seat)]
    if not wanted:
        return None
    return attack(state, act, moves, by_verb, player) or lot(wanted, player)


def show(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, player: Agent) -> Move | None:
    return lot(by_verb["show"], player) if by_verb["show"] else None


def hurry(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, player: Agent) -> Move | None:
    """Speed at once; a number for walking where the goal is beyond the steps left."""
    if Move(PLAY, (AT_ONCE,)) in moves:
        return Move(PLAY, (AT_ONCE,))
    runs = [move for move in moves if move.verb == "run" and len(move.args) == 1]
    found = player.manner.goals(state, act.seat) if runs else []
    if not found:
        return None
    away = distance(state, state.wizards[act.seat].at, found[0])
    if not steps_left(state, act) < away < FAR:
        return None
    enough = [move for move in runs if steps_left(state, act) + VALUE[move.args[0]] >= away]
    if enough:
        return best(enough, lambda move: -VALUE[move.args[0]], player)
    spare = sum(card in VALUE for card in state.wizards[act.seat].hand) > 1
    return best(runs, lambda move: VALUE[move.args[0]], player) if spare else None


def attack(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, player: Agent) -> Move | None:
    """The attack on a wizard that is worth most, if any is worth a card; the first of them to who doesn't
    compare.
    """
    worths = {move: attack_worth(state, act, move, player.manner) for move in moves}
    found = [move for move, gain in worths.items() if gain >= 1]
    if not found or not player.manner.compares:
        return next(iter(found), None)
    return best(found, worths.__getitem__, player)


def attack_worth(state: State, act: Act, move: Move, manner: Manner) -> float:
    """What a move is worth as an attack, on whomever it is worth most."""
    if move.verb == STRIKE or (move.verb == PLAY and KIND[move.args[0]] == ATTACK):
        worths = [manner.worth(state, act.seat, move.args[0], other) for other in _wizards(state, act, move)]
        return max(worths, default=0.0)
    kicked = SEAT_OF.get(move.args[0]) if move.verb == "kick" else None
    return 0.0 if kicked is None or _is_friend(state, act.seat, kicked) else manner.kick


def _wizards(state: State, act: Act, move: Move) -> Iterable[Seat]:
    found = [SEAT_OF[text] for text in figures(state, act.seat, move.args[0])]
    return [other for other in found if not _is_friend(state, act.seat, other)]


def _is_friend(state: State, seat: Seat, other: int) -> bool:
    """A team mate, or a creature of the team’s."""
    return bool(state.teams) and keeper(state, other) in mates(state.teams, seat)


def worth(state: State, seat: Seat, card: str, other: Seat) -> float:
    """What an attack is worth: its points, more on whoever carries a treasure or can be killed."""
    points = _points(state, seat, card, other)
    if card == ROBS:
        return 6.0 if carries(state, other) is not None else 0.0
    if not points:
        return NUISANCES.get(card, 0.0)
    carrier = 3.0 if carries(state, other) is not None else 0.0
    kill = KILL if points >= state.wizards[other].life else 0.0
    return points + carrier + kill


def force(state: State, seat: Seat, card: str, other: Seat) -> float:
    """What an attack is worth by itself, whatever the other carries, but for the last blow."""
    points = _points(state, seat, card, other)
    kill = KILL if points >= state.wizards[other].life else 0.0
    return (points or NUISANCES.get(card, 0.0)) + kill


def _points(state: State, seat: Seat, card: str, other: Seat) -> int:
    """With the highest number in hand."""
    n = max((VALUE[number] for number in state.wizards[seat].hand if number in VALUE), default=1)
    return points_of(state, card, n, other)


def walk(state: State, act: Act, moves: Sequence[Move], by_verb: ByVerb, player: Agent) -> Move | None:
    """A step nearer to the goal; through a thornbush never."""
    found = player.manner.goals(state, act.seat)
    here = state.wizards[act.seat].at
    if not found or here in found:
        return None
    graph, way = state.board.net, distances(state.board, lot(found, player))
    if way[here] < 0:
        return _wander(state, act, by_verb, player)
    if steps_left(state, act) <= 0 and way[here] >= state.wizards[act.seat].life:
        return None
    nearer = []
    for move in by_verb["step"]:
        beyond = graph.next[here * 4 + SIDES.index(move.args[0])]
        if 0 <= way[beyond] < way[here] and not state.board.filled[beyond]:
            nearer.append(move)
    return lot(nearer, player) if nearer else None


def _wander(state: State, act: Act, by_verb: ByVerb, player: Agent) -> Move | None:
    """Walled in, or the goal is: any step, so that something changes."""
    if steps_left(state, act) <= 0 or not by_verb["step"]:
        return None
    return lot(by_verb["step"], player)


# --- Choices inside a compound move -------------------------------------------------------------------------


def choose_staged(state: State, staged: Staged, moves: Sequence[Move], player: Agent) -> Move:
    """Wizards before walls, the highest number for power and time, always doubled."""
    verb = moves[0].verb
    if verb == "target":
        wizards = [move for move in moves if move.args[0] in SEAT_OF]
        rivals = [move for move in wizards if not _is_friend(state, staged.seat, SEAT_OF[move.args[0]])]
        wizards = rivals or wizards
        if wizards and staged.verb != ANSWER:
            return best(
                wizards,
                lambda move: player.manner.worth(state, staged.seat, staged.card, SEAT_OF[move.args[0]]),
                player,
            )
        return lot(moves, player)
    if verb in ("with", "and"):
        numbers = [move for move in moves if move.args[0] in VALUE]
        if verb == "with" and numbers:
            return best(numbers, lambda move: VALUE[move.args[0]], player)
        return moves[-1]
    if verb == "boost":
        return Move("boost", ("yes",))
    if verb == "go":
        return _best_square(state, staged.seat, moves, player)
    return lot(moves, player)


def _best_square(state: State, seat: Seat, moves: Sequence[Move], player: Agent) -> Move:
    """The square from which the goal is nearest."""
    found = player.manner.goals(state, seat)
    if not found:
        return lot(moves, player)
    way = distances(state.board, lot(found, player))
    return best(moves, lambda move: -(way[read_square(move.args[0]) or 0] % FAR), player)


def choose_window(state: State, window: Window, moves: Sequence[Move], player: Agent) -> Move:
    """Counteractions are kept for what hurts; a stopped attack is pushed through if it was a strong one."""
    if len(moves) == 1:
        return PASS
    attack = window.attack
    serious = attack.points >= SERIOUS or attack.turns > 1 or attack.points >= state.wizards[window.seat].life
    if window.seat != attack.on:
        cancels = [move for move in moves if move.args and move.args[0] in PUSHES_THROUGH]
        return lot(cancels, player) if cancels and serious else PASS
    if not serious and state.wizards[window.seat].life > LOW_LIFE:
        return PASS
    if window.items and window.items[-1].seat == window.seat:
        return PASS  # one defence at a time, the next one only if it is needed
    for card in DEFENCES:
        defences = [move for move in moves if move.args and move.args[0] == card]
        if defences:
            return lot(defences, player)
    return PASS


def choose_harm(state: State, harm: Harm, moves: Sequence[Move], player: Agent) -> Move:
    serious = harm.points >= SERIOUS or harm.points >= state.wizards[harm.seat].life
    answers = [move for move in moves if move != PASS]
    return lot(answers, player) if answers and serious and not harm.answers else PASS


def choose_draw(state: State, frame: Draw, moves: Sequence[Move], player: Agent) -> Move:
    """What is worth little makes room for two new cards."""
    most = most_to_draw(state, frame.seat)
    if most < 2 and hand_size(state, frame.seat) > limit_of(state, frame.seat) - 2:
        poor = [card for card in state.wizards[frame.seat].hand if KEEP.get(card, DEFAULT) <= DEFAULT]
        if poor:
            return Move("discard", (best(poor, lambda card: -KEEP.get(card, DEFAULT), player),))
    cursed = lasting_on(state, frame.seat, CURSING)
    return Move("draw", ("0" if cursed else str(most),))


def choose_limit(state: State, frame: Limit, moves: Sequence[Move], player: Agent) -> Move:
    """The card worth least, stones last."""
    poor = [move for move in moves if move.args[0] not in STONES] or moves
    return best(poor, lambda move: -KEEP.get(move.args[0], DEFAULT), player)


def choose_pick(state: State, pick: Pick, moves: Sequence[Move], player: Agent) -> Move:
    """A treasure falls before all else; the best cards are stolen; opponents are sent far from their goal."""
    choices = [move for move in moves if move != HALT]
    verb = choices[0].verb
    if verb == "pick" and pick.card == ROBS:
        return lot([move for move in choices if move.args[0] in TREASURE_OF] or choices, player)
    if verb == "pick" and pick.card == STEALS:
        return best(choices, lambda move: KEEP.get(move.args[0], DEFAULT), player)
    if verb == "pick":
        guess = Move("pick", (GUESS,))
        return guess if guess in choices else lot(choices, player)
    if verb == "go":
        found = goals(state, pick.on)
        way = distances(state.board, lot(found, player)) if found else None
        return best(choices, lambda move: way[read_square(move.args[0]) or 0] if way else 0, player)
    return lot(choices, player)


def choose_deal(state: State, deal: Deal, moves: Sequence[Move], player: Agent) -> Move:
    return lot([move for move in moves if move.verb == "refuse"] or moves, player)


def choose_lay(state: State, frame: Lay, moves: Sequence[Move], player: Agent) -> Move:
    return lot(moves, player)


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


GREEDY = Manner(goals, worth, (deliver, grab, show, hurry, attack, walk))
PLAYED = {AT_ONCE, *(card for card, kind in KIND.items() if kind == ATTACK)}  # of its hand, in a turn


# --- Bots -----------------------------------------------------------------------------------------


def play_random(view: View, moves: Sequence[Move], seed: int) -> Move:
    """Any legal move."""
    return random.Random(seed).choice(moves)


def play_greedy(view: View, moves: Sequence[Move], seed: int) -> Move:
    """Walks to treasures, attacks what it sees, keeps counteractions."""
    return policy(world(view, seed), moves, luck_of(seed), seat=view.seat)


def luck_of(seed: int) -> Luck:
    """Numbers from 0 up to 1."""
    below = Rng(seed).below
    return lambda: below(1 << 16) / (1 << 16)


def moves_to_weigh(state: State, seat: Seat) -> list[Move]:
    """The legal moves without those that a quick player never makes, of which `policy` chooses the same: in a
    turn, and where it aims at somebody.
    """
    frame = state.agenda[-1]
    if type(frame) is Act:
        moves = quick_moves(state, frame, PLAYED)
        if END in moves:
            return moves
    elif type(frame) is Staged and frame.verb in (PLAY, STRIKE) and open_question(frame) == "target":
        moves = [Move("target", (text,)) for text in figures(state, seat, frame.card)]
        if moves:
            return moves
    return legal_moves(state, seat)
