"""Games between equal bots, to fit and to measure on."""

from typing import NamedTuple

from simulator.engine.boxes import BASE, SETS
from simulator.engine.chance import Rng, substream
from simulator.engine.game import Seat, Step
from simulator.engine.record import Record
from simulator.engine.rules import random_bot
from simulator.engine.worth import Engine, points_of
from simulator.game import engine_of


class EqualGame(NamedTuple):
    """A game replayed, and one of its seats, which take turns in being looked at. `strayed` are the plies at
    which a seat moved at random, where the policy might have done otherwise.
    """

    record: Record
    steps: tuple[Step, ...]
    scores: tuple[float, ...]
    seat: Seat
    strayed: frozenset[int]


class EqualGames(NamedTuple):
    """Which games: of what, with which expansions, how many, from which seed on, and who plays all seats."""

    game_id: str
    policy: str
    games: int
    seed: int
    sets: str = BASE


def game_of(asked: EqualGames, number: int, stray: float = 0.0) -> EqualGame:
    """Tables of all sizes take turns, too. With a probability of `stray` a move is any legal one."""
    engine = engine_of(asked.game_id)
    config = next(each for each in engine.configs.values() if each.options.get(SETS, BASE) == asked.sets)
    options = {**config.options, **engine.bulk_options}
    players = config.seats[number % len(config.seats)]
    set_up = {"players": players, "options": options}
    record = Record(asked.game_id, engine.rules, set_up, substream(asked.seed, number))
    done = _played(engine, record, asked.policy, stray)
    return done._replace(seat=number // len(config.seats) % players)


def _played(engine: Engine, record: Record, policy: str, stray: float) -> EqualGame:
    rng, steps, strayed = Rng(record.seed), [engine.new_game(record.config, record.seed)], set[int]()
    bot, moves = engine.bots[policy], list[tuple[Seat, str]]()
    while acting := engine.to_act(steps[-1].state):
        seat, state = min(acting), steps[-1].state
        legal, strays = engine.legal_moves(state, seat), rng.below(1000) < 1000 * stray
        move = (random_bot if strays else bot)(engine.view(state, seat), legal, rng.bits())
        if strays:
            strayed.add(len(moves) + 1)
        moves.append((seat, str(move)))
        steps.append(engine.apply(state, seat, move))
    whole = Record(record.game, record.rules, record.config, record.seed, tuple(moves))
    return EqualGame(whole, tuple(steps), points_of(engine, steps[-1].state), 0, frozenset(strayed))
