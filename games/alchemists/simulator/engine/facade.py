"""«Алхимики» / Alchemists (Matúš Kotry), the base game: the engine, by the clauses of its rulebook."""

from collections.abc import Mapping
from typing import Any

from games.alchemists.simulator.engine import (
    bots,
    habits,
    planning,
    position,
    proposing,
    proving,
    rarities,
    riddles,
    rules,
    setup,
    short_form,
    short_reading,
    tallies,
    text,
    turns,
    view,
    world,
    worth,
)
from games.alchemists.simulator.engine.bots import BOTS
from games.alchemists.simulator.engine.data import MAX_PLAYERS, MIN_PLAYERS, ROUNDS
from games.alchemists.simulator.engine.options import PARTS
from games.alchemists.simulator.engine.rarities import NAMES
from games.alchemists.simulator.engine.state import State
from games.alchemists.simulator.engine.view import View
from simulator.engine.game import Bot, Config
from simulator.engine.rules import Rules
from simulator.engine.shortform import check_keys

EVERY_TABLE = tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1))
DECISIONS_PER_ROUND = 120  # of one player: space, plan, actions with their questions, Herbalists, looks


MODULES = (
    setup,
    rules,
    planning,
    turns,
    position,
    view,
    world,
    text,
    bots,
    proposing,
    proving,
    riddles,
    tallies,
    habits,
    rarities,
    short_form,
    worth,
)


class Alchemists(Rules[State, View], parts=MODULES):
    """What the base class leaves to the game."""

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

    bots: Mapping[str, Bot] = BOTS
    rarities = NAMES

    def _from_short(self, data: Mapping[str, Any]) -> State:
        check_keys(data, short_form.KEYS)
        return short_reading.decode_short(data)
