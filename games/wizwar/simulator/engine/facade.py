"""«Маго-бой» / Wiz-War (T. Jolly), classic: the engine, by the clauses of its rulebook."""

from collections.abc import Mapping

from games.wizwar.scoring.points import may_team_up
from games.wizwar.simulator.engine import (
    characters,
    evaluating,
    extremes,
    habits,
    lookout,
    rules,
    searching,
    setup,
    text,
    view,
    worth,
)
from games.wizwar.simulator.engine.advice import proposing
from games.wizwar.simulator.engine.course import courses
from games.wizwar.simulator.engine.data import MAX_PLAYERS, MIN_PLAYERS
from games.wizwar.simulator.engine.plans import planning
from games.wizwar.simulator.engine.positions import encoded, short_form
from games.wizwar.simulator.engine.proving import checking
from games.wizwar.simulator.engine.riddles import finding
from games.wizwar.simulator.engine.state import OWN, RULES, State
from games.wizwar.simulator.engine.view import View
from simulator.engine.boxes import SETS
from simulator.engine.game import Bot, Config
from simulator.engine.rules import NewGame, Rules

EVERY_TABLE = tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1))
TEAM_TABLES = tuple(players for players in EVERY_TABLE if may_team_up(players))
ROUNDS = 10  # of the configurations that conformance runs: a game need never end by itself
BULK_ROUNDS = 20  # enough for nearly every game between bots that play to win
CHOICES_PER_TURN = 200  # of the longest turn: steps, cards, deals and answers of all


PLAYING = (setup, rules, view, encoded, short_form, lookout, text)
MODULES = (*PLAYING, evaluating, proposing, checking, planning, finding, habits, worth)


class WizWar(Rules[State, View], parts=MODULES):
    """What the base class leaves to the game."""

    id = "wizwar"
    rules = RULES
    seats = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    fewer_is_better = False
    only_wins = True
    elsewhere = frozenset({"unfinished", "not_asked"})
    untold = frozenset({"rng", "creatures"})  # of monsters also who struck last, and those that are gone
    sealed = True  # votes, with monsters
    max_decisions = BULK_ROUNDS * MAX_PLAYERS * CHOICES_PER_TURN
    configs: Mapping[str, Config] = {
        "standard": Config({"turn_limit": ROUNDS}, EVERY_TABLE),
        "random_maze": Config({"turn_limit": ROUNDS, "sectors": "random", "turning": "random"}, (3, 5)),
        **{
            "_".join(boxes): Config({"turn_limit": ROUNDS, SETS: sets}, EVERY_TABLE, boxes[0])
            for sets, boxes in courses().items()
            if boxes
        },
        "teams": Config({"turn_limit": ROUNDS, "teams": "on"}, TEAM_TABLES),
        "variants": Config(
            {"turn_limit": ROUNDS, "sectors": "even", "own_doors": "on", "relocate": "removed"}, (2,)
        ),
        "dense": Config(
            {"turn_limit": ROUNDS, SETS: "artifacts,monsters", OWN: extremes.dense()}, (4,), "artifacts"
        ),
        "poor": Config({"turn_limit": ROUNDS, OWN: extremes.poor()}, (3,)),
        "chosen_maze": Config({"turn_limit": ROUNDS, "sectors": "choose", "two_players": "crossed"}, (2,)),
    }
    # A game need never end by itself: bulk play ends one in a draw after so many rounds.
    bulk_options: Mapping[str, int] = {"turn_limit": BULK_ROUNDS}
    bots: Mapping[str, Bot] = {**characters.BOTS, "search": searching.play_search}

    older: Mapping[int, NewGame] = {1: setup.new_game_by_rules_1, 2: setup.new_game_by_rules_2}
