"""Games with the sets of cards that stretch the rules: whatever the boxes tell is told, and nothing breaks.

DENSE_GAMES sets how many games the long test plays.
"""

import os
import random
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from games.wizwar.simulator.boxes.artifacts.engine.kept import ARTIFACTS
from games.wizwar.simulator.boxes.monsters.engine.creatures import STREWN
from games.wizwar.simulator.engine.data import HAND_LIMIT, IMMEDIATE, PRINTED, printed_as
from games.wizwar.simulator.engine.places import SQUARES
from games.wizwar.simulator.engine.positions.short_reading import attuned
from games.wizwar.simulator.engine.state import OWN
from games.wizwar.tests.simulator.boxes.test_monsters import hold
from rulebook.content import reading
from simulator.engine.evolve import evolve
from simulator.engine.tuples import in_order
from simulator.game import engine_of
from tests.daily import Run

GAME = engine_of("wizwar")
TOLD = sorted(code for box in reading.boxes("wizwar") for code in box.words["event"])
LEAST = 20  # so often each event of the boxes is met
MOVES, LIVES, MANY = 1500, 40, 7
# Verbs that come before all others and after them, and cards that make what is told seldom.
FIRST = frozenset(("seize", "gather", "hit", "strike"))
WILD = frozenset(("walk", "charge", "use", "vote", "keep", "play", "strike", "answer", "target", "step"))
SELDOM = frozenset(("wish", "offer", "end"))
RARE = (
    *("waterwall", "waterbolt", "invisible", "shrink", "illusion_wall", "wall_of_fire", "thornbush"),
    *("medusa", "lightning_blast", "lock_in_place", "absorb", "blunt", "mist_body", "teleport"),
)
BEAST = re.compile(r"m[1-9]")


def wild_game(config: str, players: int, seed: int, *, inspected: int = 25) -> Counter[str]:
    """The events of a game from its second round on, in which special cards come first."""
    rng, events = random.Random(seed), Counter[str]()
    options = {**GAME.configs[config].options, "turn_limit": 20}
    if config == "dense":
        options[OWN] = {**options[OWN], "copies": {**dict.fromkeys(RARE, MANY), **options[OWN]["copies"]}}
    state = GAME.new_game({"players": players, "options": options}, seed).state
    state = special_first(state, rng)
    for place in range(MOVES):
        if not state.agenda:
            break
        seat = rng.choice(sorted(GAME.to_act(state)))
        moves = GAME.legal_moves(state, seat)
        move = liked(moves, rng)
        if place % inspected == 0:
            hold(state, seat, moves, place)
        step = GAME.apply(state, seat, move)
        events.update(event.kind for event in step.events)
        state = step.state
        GAME.invariants(state)
    return events


def special_first(state: Any, rng: random.Random) -> Any:
    """The second round, everybody in one sector with cards of the boxes and of the table in hand, and more of
    them next in the deck, mixed with those that tell rare things of them.
    """
    cards = list(state.course.all_cards.elements())
    rng.shuffle(cards)
    cards.sort(key=lambda card: is_boxed(card) or printed_as(card) in RARE)
    held = [cards.pop() for _ in range(HAND_LIMIT * state.players) if cards[-1] not in IMMEDIATE]
    hands = [in_order(held[seat :: state.players]) for seat in range(state.players)]
    wizards = [
        wizard._replace(at=rng.randrange(SQUARES), hand=hand, shown=(), known=(), life=LIVES)
        for wizard, hand in zip(state.wizards, hands, strict=True)
    ]
    return attuned(evolve(state, round=2, wizards=tuple(wizards), deck=tuple(cards), discard=()))


def is_boxed(card: str) -> bool:
    return bool(PRINTED[printed_as(card)].box) and card not in IMMEDIATE


def liked(moves: list[Any], rng: random.Random) -> Any:
    """What meddles with monsters and artifacts first, what puts an end to things seldom."""
    usual = [move for move in moves if move.verb not in SELDOM or rng.random() < 0.1] or moves
    first = [move for move in usual if move.verb in FIRST or is_rare(move)]
    beasts = [move for move in usual if move.verb == "target" and BEAST.fullmatch(move.args[0])]
    wild = [move for move in usual if move.verb in WILD]
    for some, often in ((first, 0.8), (beasts, 0.7), (wild, 0.7)):
        if some and rng.random() < often:
            return rng.choice(some)
    return rng.choice(usual)


def is_rare(move: Any) -> bool:
    """An artifact is crushed, tacks are strewn, a card is played that makes what is told seldom."""
    card = printed_as(move.args[0]) if move.args else ""
    tells = {"discard": ARTIFACTS, "drop": STREWN, "play": RARE, "answer": RARE}
    return card in tells.get(move.verb, ())


@pytest.mark.parametrize("config", ["dense", "poor"])
def test_games_with_stretched_sets_keep_every_promise(config: str) -> None:
    """variants.cards: copies of wands and artifacts, cards like others, a deck that is soon empty."""
    assert sum(
        (wild_game(config, 2 + seed, seed, inspected=40) for seed in range(1 if Run.is_daily else 2)),
        Counter(),
    )


@pytest.mark.thorough
def test_the_dense_set_tells_everything_that_the_boxes_tell() -> None:
    games = int(os.environ.get("DENSE_GAMES") or 800)
    met = sum((wild_game("dense", 2 + seed % 5, seed) for seed in range(games)), Counter())
    print(table_of(met, games))
    assert {code: met[code] for code in TOLD if met[code] < LEAST} == {}


def table_of(met: Mapping[str, int], games: int) -> str:
    rows = [f"{code:28} {met.get(code, 0):7}" for code in TOLD]
    return "\n".join([f"dense set, {games} games, every position sound", *rows])
