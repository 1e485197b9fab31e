"""«Зельеварение. Практикум» (S. Machin): the engine, following the clauses of `rulebook/content/potions`."""

from collections.abc import Mapping
from functools import partial

from games.potions.simulator.engine import (
    bots,
    habits,
    opening,
    position,
    proposing,
    proving,
    riddles,
    rules,
    short_form,
    text,
    view,
    worth,
)
from games.potions.simulator.engine.bots import BOTS
from games.potions.simulator.engine.courses import course_of, courses, every_box
from games.potions.simulator.engine.data import MAX_PLAYERS, MIN_PLAYERS
from games.potions.simulator.engine.state import RULES, State
from games.potions.simulator.engine.view import View
from simulator.engine.boxes import SETS
from simulator.engine.game import Bot, Config
from simulator.engine.rules import NewGame, Rules

EVERY_TABLE = tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1))
FEWEST_AND_MOST = (MIN_PLAYERS, MAX_PLAYERS)
CHOICES_PER_CARD = 12  # of the largest compound move: a card, its sources, the order of what returns


PARTS = (opening, rules, view, position, short_form, text, bots, habits, proposing, proving, riddles, worth)


class Potions(Rules[State, View], parts=PARTS):
    """What the base class leaves to the game."""

    id = "potions"
    rules = RULES
    older: Mapping[int, NewGame] = {1: partial(opening.new_game, by_rules=1)}
    seats = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    fewer_is_better = False
    elsewhere = frozenset({"unfinished", "not_asked", "must_yield", "must_order", "must_return"})
    untold = frozenset({"rng", "turn", "history", "circle"})
    # A card leaves a hand once, a second time only by one of the few spells that bring it back.
    max_decisions = CHOICES_PER_CARD * sum(len(deck) for deck in course_of(tuple(every_box())).decks)
    configs: Mapping[str, Config] = {
        "standard": Config({}, EVERY_TABLE),
        "must_follow": Config({"spell_follow_up": "must"}, EVERY_TABLE),
        "first_seat": Config({"first_player": "1"}, FEWEST_AND_MOST),
        **{
            "_".join(boxes): Config({SETS: sets}, EVERY_TABLE, boxes[0])
            for sets, boxes in courses().items()
            if boxes
        },
    }
    rarities = tuple(dict.fromkeys(it for box in every_box().values() for it in box.rarities))
    bots: Mapping[str, Bot] = BOTS
