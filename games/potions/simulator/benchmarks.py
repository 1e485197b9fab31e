"""What `manage.py bench potions` measures besides: each set of boxes, with as many players as there can be.

Views and the later hints are those of positions from the middle of games, where most lies on the table.
"""

import statistics
from collections.abc import Callable, Iterator
from typing import Any

from games.potions.simulator.engine.courses import courses
from games.potions.simulator.engine.data import MAX_PLAYERS
from games.potions.simulator.engine.facade import Potions
from games.potions.simulator.engine.state import State
from simulator.bulk import play
from simulator.bulk.figures import Metric
from simulator.bulk.reference import cpu_seconds, ref_rate
from simulator.engine.boxes import SETS
from simulator.engine.chance import substream
from simulator.engine.record import steps_of

SEED, RUNS, GAMES, VIEWED, HINTS = 7, 7, 24, 20, 3
RANDOM = (None, 450, 600)  # ref per decision that are promised, by how many boxes are on the table
VIEW = 3  # milliseconds
OPENING_HINT, HINT = 1.5, 2.0  # seconds


def box_figures() -> Iterator[Metric]:
    """Ceilings are those of the game's issue; times are CPU time of one core."""
    for sets, boxes in courses().items():
        yield from _figures(sets, RANDOM[len(boxes)])


def _figures(sets: str, ceiling: float | None) -> Iterator[Metric]:
    game, table = Potions(), f"{sets}, {MAX_PLAYERS} players"
    games = [_game(sets, n) for n in range(GAMES)]
    decisions = sum(each.decisions for each in games)
    rounds = [ref_rate() * cpu_seconds(lambda: [_game(sets, n) for n in range(GAMES)]) for _ in range(RUNS)]
    yield Metric(f"random: {table}", statistics.median(rounds) / decisions, "ref/decision", ceiling)
    states = [_in_the_middle(game, each) for each in games[:VIEWED]]
    views = [_median(lambda state=state: _shown(game, state)) * 1000 for state in states]
    yield Metric(f"a view and its JSON: {table}, the slowest of {VIEWED}", max(views), "ms", VIEW)
    opening = game.new_game(games[0].record.config, SEED).state
    hint = _median(lambda: _hint(game, opening), HINTS)
    yield Metric(f"hint at the opening, to its first look: {table}", hint, "s", OPENING_HINT)
    hints = [_median(lambda state=state: _hint(game, state), 1) for state in states[:HINTS]]
    yield Metric(f"hint to its first look: {table}, the slowest of {HINTS}", max(hints), "s", HINT)


def _game(sets: str, number: int) -> play.FinishedGame:
    config = {"players": MAX_PLAYERS, "options": {SETS: sets}}
    return play.play("potions", config, ["random"] * MAX_PLAYERS, substream(SEED, number))


def _in_the_middle(game: Potions, played: play.FinishedGame) -> State:
    states = [step.state for step in steps_of(game, played.record)]
    state: State = states[len(states) // 2]
    return state


def _shown(game: Potions, state: State) -> Any:
    """All that the page of a seat is drawn from."""
    return game.view_json(game.view(state, min(game.to_act(state))))


def _hint(game: Potions, state: State) -> Any:
    return game.hint(game.view(state, min(game.to_act(state))), SEED, 1)


def _median(work: Callable[[], object], times: int = RUNS) -> float:
    return statistics.median(cpu_seconds(work) for _ in range(times))
