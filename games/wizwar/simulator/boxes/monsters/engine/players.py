"""How the quick player uses the box: monsters go for opponents and hit them, wands work while they can."""

from collections.abc import Callable, Sequence
from typing import Any

from games.wizwar.scoring.points import mates
from games.wizwar.simulator.boxes.monsters.engine.creatures import MONSTERS, creature
from games.wizwar.simulator.boxes.monsters.engine.harms import KEEP, MonsterHarm, Upkeep, as_harm
from games.wizwar.simulator.boxes.monsters.engine.marches import HIT, WALK
from games.wizwar.simulator.boxes.monsters.engine.votes import NONE, Vote
from games.wizwar.simulator.boxes.monsters.engine.wands import CHARGE, USE
from games.wizwar.simulator.engine import bots
from games.wizwar.simulator.engine.bots import Agent, best, lot
from games.wizwar.simulator.engine.casting import PLAY, figures
from games.wizwar.simulator.engine.data import ATTACKS
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.moving import distances
from games.wizwar.simulator.engine.places import FIGURES, SEAT_OF, SIDES, read_square
from games.wizwar.simulator.engine.state import NOBODY, Act, Staged, State, is_alive, keeper
from games.wizwar.simulator.engine.teamwork import FAR
from simulator.engine.game import Move

ENOUGH = 4  # lives with which a monster that costs one is kept


def _enemies(state: State, seat: int) -> list[int]:
    """Everybody who isn't the seat's or its team's, nobody's monsters left out."""
    friends = (*mates(state.teams, seat), NOBODY)
    return [n for n in range(len(state.wizards)) if is_alive(state, n) and keeper(state, n) not in friends]


def command(state: State, act: Act, moves: Sequence[Move], player: Agent) -> Move | None:
    """First blows, then steps that bring a monster nearer to an opponent."""
    orders = [move for move in moves if move.verb in (HIT, WALK)]
    if not orders:
        return None
    enemies = _enemies(state, act.seat)
    hits = [move for move in orders if move.verb == HIT and SEAT_OF.get(move.args[1], -1) in enemies]
    if hits:
        return best(hits, lambda move: -state.wizards[SEAT_OF[move.args[1]]].life, player)
    nearer = [move for move in orders if move.verb == WALK and _nearer(state, move, enemies)]
    return lot(nearer, player) if nearer else None


def _nearer(state: State, move: Move, enemies: Sequence[int]) -> bool:
    text, side = move.args
    here, graph = state.wizards[SEAT_OF[text]].at, state.board.net
    beyond = graph.next[here * 4 + SIDES.index(side)]
    if state.board.filled[beyond]:
        return False
    return min((_way(state, n, beyond) for n in enemies), default=0) < min(
        (_way(state, n, here) for n in enemies), default=0
    )


def _way(state: State, enemy: int, square: int) -> int:
    n = distances(state.board, state.wizards[enemy].at)[square]
    return n if n >= 0 else FAR


def conjure(state: State, act: Act, moves: Sequence[Move], player: Agent) -> Move | None:
    """A wand at whoever is in sight, else a monster."""
    wands = [move for move in moves if move.verb in (CHARGE, USE) and move.args[0] in ATTACKS]
    if wands:
        enemies = {FIGURES[n] for n in _enemies(state, act.seat)}
        wands = [move for move in wands if enemies.intersection(figures(state, act.seat, move.args[0]))]
    found = wands or [move for move in moves if move.verb == PLAY and move.args[0] in MONSTERS]
    return lot(found, player) if found else None


def choose_staged(state: State, staged: Staged, moves: Sequence[Move], player: Agent) -> Move:
    """A monster is created beside an opponent."""
    if staged.card not in MONSTERS or moves[0].verb != "target":
        return bots.choose_staged(state, staged, moves, player)
    enemies = _enemies(state, staged.seat)

    def nearness(move: Move) -> float:
        square = read_square(move.args[0]) or 0
        return -min((_way(state, n, square) for n in enemies), default=0)

    return best(moves, nearness, player)


def choose_upkeep(state: State, upkeep: Upkeep, moves: Sequence[Move], player: Agent) -> Move:
    keeps = state.wizards[upkeep.seat].life > ENOUGH
    return next(move for move in moves if (move.verb == KEEP) == keeps)


def choose_vote(state: State, vote: Vote, moves: Sequence[Move], player: Agent) -> Move:
    """Against any opponent, against none of one's own."""
    enemies = _enemies(state, vote.seat)
    against = [move for move in moves if SEAT_OF.get(move.args[0], -1) in enemies]
    return lot(against, player) if against else Move("vote", (NONE,))


def choose_harm(state: State, harm: MonsterHarm, moves: Sequence[Move], player: Agent) -> Move:
    """As for a wizard, but that the life of a monster is its own."""
    if harm.points < creature(state, harm.on).life or harm.answers:
        return bots.choose_harm(state, as_harm(harm), moves, player)
    answers = [move for move in moves if move != PASS]
    return lot(answers, player) if answers else PASS


CHOOSES: dict[type[Any], Callable[..., Move]] = {
    Staged: choose_staged,
    Upkeep: choose_upkeep,
    Vote: choose_vote,
    MonsterHarm: choose_harm,
}
