"""Setting up: the secret world, decks, tokens, hands, and two favours for each to choose from."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.scoring.points import ALCHEMICALS, START
from games.alchemists.simulator.engine.data import (
    ADVENTURERS,
    ADVENTURERS_IN_PLAY,
    ALL_SEALS,
    AREAS,
    ARTIFACTS_SHOWN,
    COPIES,
    DEAL,
    DECKS,
    FAVOUR_COPIES,
    FAVOURS_DRAWN,
    FIRST_ROUND_CUBES,
    GOLD,
    INGREDIENTS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    ROW,
)
from games.alchemists.simulator.engine.options import HAND, Options, level_of, read_options
from games.alchemists.simulator.engine.state import NOTHING, Board, Book, Keep, Screen, State
from simulator.engine.chance import Chance, script_of
from simulator.engine.game import Event, Step
from simulator.engine.options import check_players
from simulator.engine.tuples import in_order

SETTING_UP = "setup"


class _Shuffled(NamedTuple):
    """All that lies in an order nobody knows, and who is first; `dealt`: the artifacts on offer."""

    adventurers: list[str]
    dealt: tuple[tuple[str, ...], ...]
    ingredients: list[str]
    favours: list[str]
    truth: tuple[str, ...]
    first: int
    chance: Chance


def _all(copies: Mapping[str, int]) -> list[str]:
    return [code for code, count in copies.items() for _ in range(count)]


def new_game(config: Mapping[str, Any], seed: int) -> Step:
    """Shuffles all there is, deals by level, and asks which favours are kept. Raises BadConfig.

    A scripted order names the top card first: adventurers, three decks of artifacts, ingredients, favours,
    the formulas of the ingredients, the first player's seat (from 0).
    """
    players = check_players(config.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    options = read_options(config.get("options", {}), players)
    state = _dealt_out(players, options, _shuffled(players, Chance(seed, script_of(config))))
    return Step(state, tuple(_told(state)), frozenset(range(players)))


def _shuffled(players: int, chance: Chance) -> _Shuffled:
    """In the order in which a script names them."""
    adventurers, chance = chance.shuffled(tuple(ADVENTURERS))
    dealt = []
    for cards in DECKS:
        shuffled, chance = chance.shuffled(cards)
        dealt.append(tuple(shuffled[:ARTIFACTS_SHOWN]))
    ingredients, chance = chance.shuffled(_all(COPIES))
    favours, chance = chance.shuffled(_all(FAVOUR_COPIES))
    truth, chance = chance.shuffled(ALCHEMICALS)
    first, chance = chance.below(players)
    return _Shuffled(adventurers, tuple(dealt), ingredients, favours, tuple(truth), first, chance)


def _dealt_out(players: int, options: Options, piles: _Shuffled) -> State:
    """The row first, then hands by level and favours, each from the first player to the left."""
    row = _take(piles.ingredients, ROW)
    seats = clockwise(piles.first, players)
    hands = {seat: in_order(_take(piles.ingredients, DEAL[level_of(options, HAND, seat)])) for seat in seats}
    offers = {seat: in_order(_take(piles.favours, FAVOURS_DRAWN)) for seat in seats}
    return State(
        players=players,
        options=options,
        round=1,
        phase=SETTING_UP,
        at=0,
        first=piles.first,
        spaces=(NOTHING,) * players,
        sequence=(),
        paralysed=(),
        stricken=(),
        boards=(Board(GOLD, START, FIRST_ROUND_CUBES),) * players,
        rows=((),) * len(AREAS),
        orders=(NOTHING,) * players,
        bids=(-1,) * players,
        used=(),
        unhappy=False,
        booted=False,
        herbalists=(),
        cauldron=None,
        row=row,
        cleared=(),
        thrown=(),
        aside=(),
        played=(),
        card=False,
        dealt=piles.dealt,
        books=(Book(),) * len(INGREDIENTS),
        conflicts=(),
        mixes=(),
        answers=(),
        history=(),
        agenda=(Keep(tuple(range(players))),),
        chance=piles.chance,
        truth=piles.truth,
        screens=tuple(Screen(hands[seat], offers[seat], in_order(ALL_SEALS)) for seat in range(players)),
        deck=tuple(reversed(piles.ingredients)),
        favours=tuple(reversed(piles.favours)),
        adventurers=tuple(piles.adventurers[:ADVENTURERS_IN_PLAY]),
    )


def clockwise(first: int, players: int) -> list[int]:
    """All seats, from `first` to the left."""
    return [(first + n) % players for n in range(players)]


def _take(cards: list[str], n: int) -> tuple[str, ...]:
    """Takes the first cards out of a pile whose top comes first."""
    taken = tuple(cards[:n])
    del cards[:n]
    return taken


def _told(state: State) -> list[Event]:
    events = [
        Event("opened", "setup.row", {"cards": list(state.row)}),
        Event("artifacts_dealt", "setup.artifacts", {"cards": _flat(state.dealt)}),
        Event("adventurer_next", "setup.adventurers", {"card": state.adventurers[0]}),
        Event("first_chosen", "setup.first", {"seat": state.first}),
    ]
    for seat, screen in enumerate(state.screens):
        events.append(Event("hand", "setup.deal", {"seat": seat, "cards": list(screen.hand)}, (seat,)))
        params = {"seat": seat, "cards": list(screen.favours)}
        events.append(Event("favours_offered", "setup.favours", params, (seat,)))
    return events


def _flat(rows: Sequence[Sequence[str]]) -> list[str]:
    return [card for row in rows for card in row]
