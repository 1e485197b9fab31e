"""Positions of «Алхимики» for tests: a table in the middle of a round, with what a test needs and no more.

Everything else is as a game may have it: `ready` checks the invariants and runs on to the next choice.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.alchemists.scoring.points import INGREDIENTS
from games.alchemists.simulator.deduction.codes import official
from games.alchemists.simulator.engine.data import AREAS, DECKS, FIRST_ROUND_CUBES, FULL_SET, PLACE, TRACKS
from games.alchemists.simulator.engine.goods import change_board, change_screen, less
from games.alchemists.simulator.engine.state import BOOK_AT, Book, Row, State
from games.alchemists.simulator.engine.turns import RESOLVE, run_until_choice
from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve
from simulator.engine.tuples import in_order, replaced, without
from simulator.game import engine_of

GAME = engine_of("alchemists")
DEMO = tuple(official("DEMO")[name] for name in INGREDIENTS)
Seats = Mapping[int, Any]


def table(players: int = 3, round_: int = 2, **options: Any) -> State:
    """The areas of a round are about to be resolved, the seats act in their order, nobody holds a card.

    The world is that of the rulebook's examples (DEMO); all have ten gold.
    """
    state = GAME.new_game({"players": players, "options": options}, 1).state
    spare = [card for screen in state.screens for card in screen.hand]
    favours = [card for screen in state.screens for card in screen.favours]
    set_ = FULL_SET[players] if round_ > 1 else FIRST_ROUND_CUBES
    spaces = [space.id for space in TRACKS[players] if space.choosable][1 : players + 1]
    state = evolve(
        state,
        round=round_,
        phase=RESOLVE,
        at=0,
        spaces=tuple(spaces),
        sequence=tuple(range(players)),
        truth=DEMO,
        deck=(*state.deck, *spare),
        favours=(*state.favours, *favours),
        screens=tuple(evolve(screen, hand=(), favours=()) for screen in state.screens),
        boards=tuple(evolve(board, gold=10, cubes=set_) for board in state.boards),
        agenda=(),
    )
    return evolve(state, adventurers=_first(state.adventurers, "barbarian", round_))


def _first(adventurers: tuple[str, ...], card: str, round_: int) -> tuple[str, ...]:
    """The barbarian of the rulebook's example buys this round."""
    others = [each for each in adventurers if each != card][:4]
    return (*others[: round_ - 2], card, *others[round_ - 2 :]) if round_ > 1 else (*others, card)


def hand(state: State, hands: Mapping[int, str]) -> State:
    """Ingredients out of the deck, or of the row, into hands."""
    for seat, words in hands.items():
        for card in words.split():
            if card in state.deck:
                state = evolve(state, deck=without(state.deck, card))
            else:
                state = evolve(state, row=without(state.row, card))
        cards = in_order((*state.screens[seat].hand, *words.split()))
        state = change_screen(state, seat, hand=cards)
    return state


def row(state: State, words: str) -> State:
    """Other cards in the open row."""
    deck = (*state.deck, *state.row)
    return evolve(state, row=tuple(words.split()), deck=less(deck, words.split()))


def favours(state: State, hands: Mapping[int, str]) -> State:
    """Favours out of the deck into hands."""
    for seat, words in hands.items():
        held = in_order((*state.screens[seat].favours, *words.split()))
        state = evolve(state, favours=less(state.favours, words.split()))
        state = change_screen(state, seat, favours=held)
    return state


def deck(state: State, words: str) -> State:
    """The named ingredients on top of the deck, the first one to be drawn first."""
    cards = words.split()
    return evolve(state, deck=(*less(state.deck, cards), *reversed(cards)))


def favour_deck(state: State, words: str) -> State:
    cards = words.split()
    return evolve(state, favours=(*less(state.favours, cards), *reversed(cards)))


def board(state: State, seat: int, **changes: Any) -> State:
    return change_board(state, seat, **changes)


def artifacts(state: State, owners: Mapping[int, str]) -> State:
    """Artifacts that have been bought; they are dealt in the place of others."""
    for seat, words in owners.items():
        state = change_board(state, seat, artifacts=(*state.boards[seat].artifacts, *words.split()))
    return dealt(state, *(code for board_ in state.boards for code in board_.artifacts))


def dealt(state: State, *codes: str) -> State:
    """Artifacts among the nine of the game, beside those that are owned."""
    wanted = {*codes, *(code for board_ in state.boards for code in board_.artifacts)}
    piles = []
    for cards, there in zip(DECKS, state.dealt, strict=True):
        named = [code for code in cards if code in wanted]
        piles.append((*named, *(code for code in there if code not in named))[: len(there)])
    return evolve(state, dealt=tuple(piles))


def cubes(state: State, area: str, actions: Sequence[tuple[int, int]]) -> State:
    """Rows from the top: (seat, how many actions)."""
    place = PLACE[area]
    for seat, n in actions:
        cost = sum(AREAS[place].cubes[state.players][:n])
        state = change_board(state, seat, cubes=state.boards[seat].cubes - cost)
    rows = tuple(Row(seat, n) for seat, n in actions)
    return evolve(state, rows=replaced(state.rows, place, rows))


def theory(state: State, ingredient: str, token: str, seals: Mapping[int, str]) -> State:
    """A published theory with the seals on its book, the author's first."""
    place = BOOK_AT[ingredient]
    state = evolve(state, books=replaced(state.books, place, Book(token, tuple(seals))))
    for seat, kind in seals.items():
        screen = state.screens[seat]
        placed = replaced(screen.placed, place, kind)
        state = change_screen(state, seat, seals=without(screen.seals, kind), placed=placed)
    return state


def ready(state: State, script: Sequence[Any] = ()) -> State:
    """The next choice; `script` says what chance brings after it."""
    state = run_until_choice(state, [])
    GAME.invariants(state)
    return evolve(state, chance=Chance(5, tuple(script)))


def acting(area: str, actions: Sequence[tuple[int, int]], hands: Mapping[int, str], **options: Any) -> State:
    """The first of these actions is asked for, with these ingredients in hand."""
    return ready(cubes(hand(table(**options), hands), area, actions))


def play(state: State, *texts: str) -> tuple[State, list[Any]]:
    """Makes moves, each by whoever is to act first; the state, and all events. Invariants hold throughout."""
    events: list[Any] = []
    for text in texts:
        seat = min(GAME.to_act(state))
        step = GAME.apply(state, seat, GAME.parse(state, seat, text))
        GAME.invariants(step.state)
        state = step.state
        events += step.events
    return state, events


def refused(state: State, text: str, seat: int | None = None) -> tuple[str, str]:
    """Code and clause of the refusal; the move must not be legal."""
    seat = min(GAME.to_act(state)) if seat is None else seat
    move = GAME.parse(state, seat, text)
    assert move not in GAME.legal_moves(state, seat)
    refusal = GAME.check(state, seat, move)
    assert refusal is not None, f"{text} is allowed"
    return refusal.code, refusal.clause


def legal(state: State, seat: int | None = None) -> list[str]:
    seat = min(GAME.to_act(state)) if seat is None else seat
    return [str(move) for move in GAME.legal_moves(state, seat)]


def kinds(events: Sequence[Any]) -> list[str]:
    return [event.kind for event in events]


def said(events: Sequence[Any], kind: str) -> list[dict[str, Any]]:
    """The parameters of all events of a kind."""
    return [dict(event.params) for event in events if event.kind == kind]


def asked(state: State) -> tuple[int, str]:
    """(seat, kind of the open frame)."""
    return min(GAME.to_act(state)), type(state.agenda[-1]).__name__
