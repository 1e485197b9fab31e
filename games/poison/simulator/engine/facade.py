"""Poison (R. Knizia): the engine, following the clauses of `rulebook/content/poison`."""

from collections.abc import Mapping

from games.poison.simulator.engine import (
    bots,
    habits,
    position,
    proposing,
    proving,
    riddles,
    rules,
    text,
    view,
    worth,
)
from games.poison.simulator.engine.bots import BOTS
from games.poison.simulator.engine.data import COLOURS, DECK, MAX_PLAYERS, MIN_PLAYERS, SHARED_PILES
from games.poison.simulator.engine.state import State
from games.poison.simulator.engine.view import View
from simulator.engine.game import Bot, Config
from simulator.engine.rules import Rules

TWO = 2  # players of the house rule `two_players`
EVERY_TABLE = tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1))
FEWEST_AND_MOST = (MIN_PLAYERS, MAX_PLAYERS)
PARTS = (rules, view, position, text, bots, habits, proposing, proving, riddles, worth)


class Poison(Rules[State, View], parts=PARTS):
    """What the base class leaves to the game."""

    id = "poison"
    rules = 1
    seats = range(TWO, MAX_PLAYERS + 1)
    fewer_is_better = True
    elsewhere = frozenset({"must_shed"})
    untold = frozenset({"rng"})
    # Every round plays each card once; at most a majority of each colour.
    max_decisions = MAX_PLAYERS * (len(DECK) + len(COLOURS))
    configs: Mapping[str, Config] = {
        "standard": Config({}, EVERY_TABLE),
        "colour_stays": Config({"recolor_after_poison_overflow": False}, EVERY_TABLE),
        "poison_waits": Config({"poison_may_open_empty_cauldron": False}, EVERY_TABLE),
        "ask_before_shedding": Config({"shed_majority": "ask_player"}, EVERY_TABLE),
        "random_pile": Config({"three_player_removed_pile": "random_of_four"}, (SHARED_PILES - 1,)),
        "fewest_poison": Config({"final_tie": "fewest_poison_taken", "dealer": "1"}, FEWEST_AND_MOST),
        "best_round": Config({"final_tie": "single_best_round", "show_captured_counts": True}, (4,)),
        "two": Config({"two_players": "deal_four_remove_two"}, (TWO,)),
    }
    bots: Mapping[str, Bot] = BOTS
