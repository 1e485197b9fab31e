"""«Алхимики» / Alchemists (Matúš Kotry), the base game: the engine, by the clauses of its rulebook."""

from collections.abc import Mapping
from typing import Any

from games.alchemists.simulator.engine import bots as players
from games.alchemists.simulator.engine import (
    planning,
    position,
    setup,
    short_comparing,
    short_form,
    short_reading,
    text,
    turns,
)
from games.alchemists.simulator.engine import rarities as rare
from games.alchemists.simulator.engine import rules as course
from games.alchemists.simulator.engine import tallies as counts
from games.alchemists.simulator.engine import view as sight
from games.alchemists.simulator.engine import world as worlds
from games.alchemists.simulator.engine.data import MAX_PLAYERS, MIN_PLAYERS, ROUNDS
from games.alchemists.simulator.engine.options import PARTS
from games.alchemists.simulator.engine.state import State
from games.alchemists.simulator.engine.view import View
from scoring.sheets.lines import PlayerScore
from simulator.engine.game import Bot, Config
from simulator.engine.rules import Rules

EVERY_TABLE = tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1))
DECISIONS_PER_ROUND = 120  # of one player: space, plan, actions with their questions, Herbalists, looks


class Alchemists(Rules[State, View]):
    """What the base class leaves to the game, each member in the module that it belongs to."""

    id = "alchemists"
    rules = 1
    seats = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    fewer_is_better = False
    elsewhere = frozenset({"unfinished", "not_asked"})
    untold = frozenset(
        {
            *("chance", "history", "thrown", "screens.thrown", "adventurers", "rows"),
            *(f"agenda.{part}" for part in ("area", "cubes", "actions", "assistants", "associates")),
        }
    )  # besides chance and the past: the order of what is discarded, and plans that are half made
    sealed = True
    max_decisions = ROUNDS * MAX_PLAYERS * DECISIONS_PER_ROUND
    configs: Mapping[str, Config] = {
        "standard": Config({}, EVERY_TABLE),
        "master": Config({"level": "master"}, EVERY_TABLE),
        "mixed": Config({"level": "master,apprentice,master"}, (3,)),
        "milder_parts": Config({"level": "master", **dict.fromkeys(PARTS, "apprentice")}, (4,)),
        "stricter_parts": Config(dict.fromkeys(PARTS, "master"), (2,)),
    }

    bots: Mapping[str, Bot] = players.BOTS

    new_game = staticmethod(setup.new_game)
    to_act = staticmethod(course.to_act)
    check = staticmethod(course.check)
    legal_moves = staticmethod(course.legal_moves)
    apply = staticmethod(course.apply)
    unasked = staticmethod(planning.unasked)
    scores = staticmethod(course.scores)
    result = staticmethod(course.result)
    invariants = staticmethod(position.invariants)
    view = staticmethod(sight.view)
    hint = staticmethod(players.hint)
    tallies = staticmethod(counts.tallies)
    rarities = rare.NAMES
    rarities_in = staticmethod(rare.rarities_in)
    world = staticmethod(worlds.world)
    parse = staticmethod(text.parse)
    say = staticmethod(text.say)
    short = staticmethod(short_form.short)
    differences = staticmethod(short_comparing.differences)

    def explain(self, state: State) -> tuple[PlayerScore, ...]:
        return turns.final_scores(state) if state.phase == turns.OVER else ()

    def _from_short(self, data: Mapping[str, Any]) -> State:
        return short_reading.decode_short(data)
