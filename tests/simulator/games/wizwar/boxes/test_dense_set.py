"""Games with the sets of cards that stretch the rules: whatever the boxes tell is told, and nothing breaks.

DENSE_GAMES sets how many games the long test plays.
"""

import json
import os
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from rulebook.content import reading
from simulator import engines
from simulator.engine.evolve import evolve
from simulator.games.wizwar.engine.data import IMMEDIATE, LIKE, PRINTED

GAME = engines.get("wizwar")
TOLD = sorted(code for box in reading.boxes("wizwar") for code in box.words["event"])
LEAST = 20  # so often each event of the boxes is met
MOVES = 1500
# Verbs of the boxes that come before all others, and cards that make what is told seldom.
WILD = frozenset(("walk", "hit", "charge", "use", "gather", "vote", "keep", "wish", "seize", "play", "strike"))
RARE = ("waterwall", "waterbolt", "invisible", "shrink", "illusion_wall", "wall_of_fire", "thornbush")


def wild_game(config: str, seed: int, *, inspected: int = 25) -> Counter[str]:
    """The events of a game from its second round on, in which special cards come first."""
    table = GAME.configs[config]
    rng, events = random.Random(seed), Counter[str]()
    options = dict(table.options)
    state = GAME.new_game({"players": table.seats[0], "options": options}, seed).state
    state = evolve(state, round=2, deck=special_on_top(state.deck, rng))
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


def special_on_top(deck: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    """Cards of the boxes and of the table next in the deck, mixed with those that tell rare things of them."""
    special = [card for card in deck if LIKE.get(card, card) in RARE or is_boxed(card)]
    rest = [card for card in deck if card not in special]
    rng.shuffle(special)
    return (*rest, *special)


def is_boxed(card: str) -> bool:
    return bool(PRINTED[LIKE.get(card, card)].box) and card not in IMMEDIATE


def liked(moves: list[Any], rng: random.Random) -> Any:
    wild = [move for move in moves if move.verb in WILD]
    return rng.choice(wild) if wild and rng.random() < 0.6 else rng.choice(moves)


def hold(state: Any, seat: int, moves: list[Any], number: int) -> None:
    """What is legal can be said and read again; a state goes through JSON and through its short form; nobody
    tells a world apart.
    """
    for move in moves:
        assert GAME.check(state, seat, move) is None
        assert GAME.parse(state, seat, str(move)) == move
        GAME.say(state, seat, move)
    encoded = json.loads(json.dumps(GAME.encode(state)))
    assert GAME.encode(GAME.decode(encoded)) == encoded
    GAME.decode(GAME.short(state, [f"P{n}" for n in range(state.players)]))
    for viewer in (None, *range(state.players)):
        seen = GAME.view_json(GAME.view(state, viewer))
        world = GAME.resample(state, viewer, number)
        GAME.invariants(world)
        assert GAME.view_json(GAME.view(world, viewer)) == seen


@pytest.mark.parametrize("config", ["dense", "poor"])
def test_games_with_stretched_sets_keep_every_promise(config: str) -> None:
    """variants.cards: copies of wands and artifacts, cards like others, a deck that is soon empty."""
    assert sum((wild_game(config, seed, inspected=40) for seed in range(2)), Counter())


@pytest.mark.thorough
def test_the_dense_set_tells_everything_that_the_boxes_tell() -> None:
    games = int(os.environ.get("DENSE_GAMES") or 400)
    met = sum((wild_game("dense", seed) for seed in range(games)), Counter())
    print(table_of(met, games))
    assert {code: met[code] for code in TOLD if met[code] < LEAST} == {}


def table_of(met: Mapping[str, int], games: int) -> str:
    rows = [f"{code:28} {met.get(code, 0):7}" for code in TOLD]
    return "\n".join([f"dense set, {games} games, every position sound", *rows])
