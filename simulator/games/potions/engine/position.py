"""Positions as data: the encoded state. `decode` reads the short form (`short_form`), too.

Whatever comes in, it answers with a state or with BadPosition and its refusals.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from scoring.games.potions.points import ASSEMBLE as ASSEMBLED
from scoring.games.potions.points import BEFORE, ELEMENT, SPELL, Play, totals
from simulator.engine.agenda import Agenda, decode_frames, encode_frames
from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from simulator.engine.options import check_players
from simulator.engine.positions import read_position
from simulator.engine.shortform import below, malformed, whole
from simulator.engine.tuples import in_order
from simulator.games.potions.engine.data import (
    CARD,
    DECKS,
    ELEMENTS,
    ELEMENTS_OF,
    MAX_PLAYERS,
    MIN_PLAYERS,
    SPELLS,
)
from simulator.games.potions.engine.rules import check, invariants
from simulator.games.potions.engine.short_form import BOX, MOST_POINTS, decode_short, recipe_of
from simulator.games.potions.engine.staging import ASSEMBLE, CAST, open_choices
from simulator.games.potions.engine.state import FRAMES, Cupboard, Source, Staged, State, Turn, read_options
from simulator.games.potions.engine.view import Tables, encode_cupboard, encode_history, encode_tables

MOST_TURNS = 9999


def encode(state: State) -> dict[str, Any]:
    return {
        "state": 1,
        "players": state.players,
        "options": asdict(state.options),
        "rng": state.chance.rng,
        "script": list(state.chance.script),
        "first": state.first,
        "turn": state.turn,
        "decks": [list(deck) for deck in state.decks],
        "hands": [list(hand) for hand in state.hands],
        "shown": [list(cards) for cards in state.shown],
        "cupboard": encode_cupboard(state.cupboard),
        "tables": encode_tables(state.tables),
        "history": encode_history(state.history),
        "aside": list(state.aside),
        "agenda": encode_frames(state.agenda),
    }


def decode(data: Any) -> State:
    """The state of an encoded or short position. Raises only BadPosition."""
    return read_position(data, _decode_state, decode_short, invariants)


# --- The encoded state ------------------------------------------------------------------------------------


def _decode_state(data: Mapping[str, Any]) -> State:
    options = read_options(data.get("options"))
    players = check_players(data.get("players"), MIN_PLAYERS, MAX_PLAYERS)
    try:
        history = tuple(_play(row, players) for row in data["history"])
        state = State(
            players=players,
            options=options,
            chance=Chance(whole(data["rng"]), tuple(data["script"])),
            first=below(data["first"], players),
            turn=below(data["turn"], MOST_TURNS),
            decks=BOX.piles(data["decks"], len(DECKS)),
            hands=tuple(in_order(pile) for pile in BOX.piles(data["hands"], players)),
            shown=tuple(in_order(pile) for pile in BOX.piles(data["shown"], players)),
            cupboard=Cupboard(
                BOX.piles(data["cupboard"]["stacks"], len(ELEMENTS)),
                in_order(BOX.pile(data["cupboard"]["apart"])),
            ),
            tables=_tables(data["tables"], players),
            scores=totals(players, history),
            history=history,
            aside=in_order(BOX.pile(data["aside"])),
            agenda=tuple(_frame(frame) for frame in decode_frames(data["agenda"], FRAMES)),
        )
        _check_agenda(state)
    except (KeyError, TypeError, ValueError) as error:
        raise malformed(str(error)) from error
    return state


def _tables(value: Any, players: int) -> Tables:
    if not isinstance(value, list) or len(value) != players:
        raise ValueError("tables")
    return tuple(tuple(recipe_of(card, under) for card, under in table) for table in value)


def _play(row: Any, players: int) -> Play:
    seat, kind, card, n, owners = row
    if kind == BEFORE:
        return Play(below(seat, players), kind, "", below(n, MOST_POINTS + 1))
    if kind not in (ELEMENT, ASSEMBLED, SPELL) or card not in CARD:
        raise ValueError(f"history: {row!s:.40}")
    if kind != ELEMENT and (card in SPELLS) != (kind == SPELL):
        raise ValueError(f"history: {row!s:.40}")
    most = len(ELEMENTS_OF[card]) if kind == ELEMENT else 0
    others = sorted({below(owner, players) for owner in owners} - {seat})
    if others != owners or (others and kind != ASSEMBLED):
        raise ValueError(f"history: {row!s:.40}")
    return Play(below(seat, players), kind, card, below(n, most + 1), tuple(others))


def _frame(frame: Any) -> Any:
    """JSON knows lists alone: the tuples of a frame are made again. Raises ValueError or TypeError."""
    if isinstance(frame, Turn):
        if type(frame.further) is not bool:
            raise ValueError("agenda")
        return frame
    target = None if frame.target is None else recipe_of(*frame.target)
    sources = tuple(
        Source(kind, what, whole(seat), tuple(under)) for kind, what, seat, under in frame.sources
    )
    return frame._replace(sources=sources, target=target, laid=tuple(frame.laid))


def _check_agenda(state: State) -> None:
    """Nothing, a turn, or a turn with a compound move on it that can be gone on with. Raises ValueError."""
    if not all(0 <= whole(frame.seat) < state.players for frame in state.agenda):
        raise ValueError("agenda")
    kinds = [type(frame) for frame in state.agenda]
    if kinds not in ([], [Turn], [Turn, Staged]):
        raise ValueError("agenda")
    if kinds == [Turn, Staged] and not _is_under_way(state, state.agenda):
        raise ValueError("agenda")
    if not kinds and (any(state.hands) or any(state.decks)):
        raise ValueError("agenda")


def _is_under_way(state: State, agenda: Agenda) -> bool:
    """Whether the choices so far could have been made here."""
    turn, staged = agenda
    if staged.seat != turn.seat or staged.card not in state.hands[staged.seat]:
        return False
    begun = Staged(staged.seat, staged.verb, staged.card)
    beginning = Move(staged.verb, (staged.card,))
    if staged.verb not in (ASSEMBLE, CAST) or check(evolve(state, agenda=(turn,)), staged.seat, beginning):
        return False
    while begun != staged:
        found = open_choices(state.cupboard, state.tables, begun)
        step = next((choice.then for choice in found if _leads_to(choice.then, staged)), None)
        if step is None:
            return False
        begun = step
    return len(open_choices(state.cupboard, state.tables, staged)) > 1


def _leads_to(step: Staged, end: Staged) -> bool:
    """Whether all that `step` has settled is so in `end` too."""
    return (
        end.sources[: len(step.sources)] == step.sources
        and end.laid[: len(step.laid)] == step.laid
        and step.target in (None, end.target)
        and step.pick in (None, end.pick)
    )
