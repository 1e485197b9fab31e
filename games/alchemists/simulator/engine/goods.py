"""What goes to and fro between players, decks and bank: cards, gold, cubes, reputation. Pure functions.

All take the state and give the next one; what is to be told they add to `events`.
"""

from collections.abc import Sequence
from typing import Any

from games.alchemists.scoring.points import AUTHORITY, REASONS, ROBE, Part, ReputationChange, change
from games.alchemists.simulator.engine.data import HERBALIST, ROUNDS
from games.alchemists.simulator.engine.state import NOTHING, Screen, Shift, State, Thrown
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Seat
from simulator.engine.tuples import in_order, replaced, without

Events = list[Event]


def change_board(state: State, seat: Seat, **changes: Any) -> State:
    """The state with changes to what lies open before a seat."""
    return evolve(state, boards=replaced(state.boards, seat, evolve(state.boards[seat], **changes)))


def change_screen(state: State, seat: Seat, **changes: Any) -> State:
    """The state with changes to what a seat alone knows."""
    return evolve(state, screens=replaced(state.screens, seat, evolve(state.screens[seat], **changes)))


def owns(state: State, seat: Seat, artifact: str) -> bool:
    return artifact in state.boards[seat].artifacts


def owner_of(state: State, artifact: str) -> Seat | None:
    """Whose an artifact is; there is one copy of each."""
    return next((seat for seat, board in enumerate(state.boards) if artifact in board.artifacts), None)


# --- Gold and reputation -----------------------------------------------------------------------------------


def gain_gold(state: State, seat: Seat, gold: int) -> State:
    """Gold from the bank or from another player; a negative number is paid."""
    return change_board(state, seat, gold=state.boards[seat].gold + gold) if gold else state


def cause(reason: str) -> Part:
    """A cause whose amount the rules name."""
    return Part(reason, REASONS[reason].amount or 0)


def wears_robe(state: State, seat: Seat) -> bool:
    """Whether the Robe adds to a gain; in the last round it does nothing."""
    return state.round < ROUNDS and owns(state, seat, ROBE)


def change_reputation(state: State, seat: Seat, parts: Sequence[Part], events: Events) -> State:
    """One event on the track: all parts together, by the zone in which the marker stood (ruling 55, 63)."""
    authority = owns(state, seat, AUTHORITY)
    found = change(state.boards[seat].reputation, parts, robe=wears_robe(state, seat), authority=authority)
    return move_marker(state, seat, parts, found, events)


def move_marker(
    state: State, seat: Seat, parts: Sequence[Part], found: ReputationChange, events: Events
) -> State:
    """The marker where a calculated change takes it; `parts` are its causes."""
    if found.after == found.before and not any(part.amount for part in parts):
        return state
    params = {"seat": seat, "before": found.before, "n": found.after, "parts": [list(part) for part in parts]}
    events.append(Event("reputation", REASONS[parts[0].reason].clause, params))
    helped = tuple(HELPERS[line.code] for line in found.lines if line.code in HELPERS)
    shift = Shift(seat, state.round, found.before, found.after, tuple(parts), helped)
    state = evolve(state, history=(*state.history, shift))
    return change_board(state, seat, reputation=found.after)


# The calculator's lines that an artifact adds, and which artifact that is.
HELPERS = {"rep_robe": ROBE, "rep_authority": AUTHORITY}


# --- Ingredients -------------------------------------------------------------------------------------------


def draw_ingredients(state: State, seat: Seat, n: int, clause: str, events: Events) -> State:
    """Blind cards from the deck, as many as there are."""
    drawn, state = _off_the_deck(state, n, events)
    events.append(Event("drew", clause, {"seat": seat, "n": len(drawn)}))
    if drawn:
        events.append(Event("drawn", clause, {"seat": seat, "cards": list(drawn)}, (seat,)))
        state = change_screen(state, seat, hand=in_order(state.screens[seat].hand + drawn))
    return state


def deal_row(state: State, n: int, events: Events) -> State:
    """Open ingredients for the round to come (prepare.row)."""
    row, state = _off_the_deck(state, n, events)
    events.append(Event("opened", "prepare.row", {"cards": list(row)}))
    return evolve(state, row=row)


def _off_the_deck(state: State, n: int, events: Events) -> tuple[tuple[str, ...], State]:
    """The top cards; an empty deck is made anew of the discard (order.reshuffle, rulings 2 and 140)."""
    drawn: tuple[str, ...] = ()
    while n and drawable(state):
        if not state.deck:
            state = _shuffle_ingredients(state, events)
        taken = state.deck[-n:][::-1]
        n -= len(taken)
        drawn += taken
        state = evolve(state, deck=state.deck[: -len(taken)])
    return drawn, state


def drawable(state: State) -> int:
    """How many ingredients there are in the deck and in the discard."""
    return len(state.deck) + len(state.cleared) + sum(cards.size for cards in state.thrown)


def _shuffle_ingredients(state: State, events: Events) -> State:
    """The discard becomes the deck; whoever knew what lay there knows it no longer."""
    hidden = [card for screen in state.screens for cards in screen.thrown for card in cards]
    deck, chance = state.chance.shuffled((*sorted(hidden), *sorted(state.cleared)))
    screens = tuple(evolve(screen, thrown=()) for screen in state.screens)
    events.append(Event("reshuffled", "order.reshuffle", {}))
    return evolve(state, chance=chance, deck=tuple(reversed(deck)), screens=screens, thrown=(), cleared=())


def throw_away(state: State, seat: Seat, cards: tuple[str, ...], mix: int = -1) -> State:
    """Cards that have left a hand go face down into the discard (discard.hidden)."""
    thrown = (*state.thrown, Thrown(seat, len(cards), mix))
    screen = state.screens[seat]
    return evolve(change_screen(state, seat, thrown=(*screen.thrown, cards)), thrown=thrown)


def set_aside(state: State, seat: Seat, cards: tuple[str, ...], mix: int) -> State:
    """Cards of a successful exhibit lie face down under the Feather (ruling 129)."""
    aside = (*state.aside, Thrown(seat, len(cards), mix))
    screen = state.screens[seat]
    return evolve(change_screen(state, seat, aside=(*screen.aside, cards)), aside=aside)


def discard_hidden(state: State, seat: Seat, cards: tuple[str, ...]) -> State:
    """Cards of the hand are discarded unseen, so that nobody knows any more what is left (ruling 112)."""
    state = change_screen(state, seat, hand=less(state.screens[seat].hand, cards))
    state = throw_away(state, seat, cards)
    return change_board(state, seat, shown=()) if state.boards[seat].shown else state


def less(cards: tuple[str, ...], taken: Sequence[str]) -> tuple[str, ...]:
    """The cards without those taken. Raises ValueError."""
    for card in taken:
        cards = without(cards, card)
    return cards


# --- Favours -----------------------------------------------------------------------------------------------


def draw_favours(state: State, seat: Seat, n: int, clause: str, events: Events) -> State:
    """Blind favours; Herbalists are played at once, when all are drawn (favour.now, ruling 101)."""
    drawn: tuple[str, ...] = ()
    while n and (state.favours or state.played or any(screen.dropped for screen in state.screens)):
        if not state.favours:
            state = _shuffle_favours(state, events)
        taken = state.favours[-n:][::-1]
        n -= len(taken)
        drawn += taken
        state = evolve(state, favours=state.favours[: -len(taken)])
    if drawn:
        events.append(Event("drew_favours", clause, {"seat": seat, "n": len(drawn)}))
        events.append(Event("drawn_favours", clause, {"seat": seat, "cards": list(drawn)}, (seat,)))
    return receive_favours(state, seat, drawn)


def _shuffle_favours(state: State, events: Events) -> State:
    hidden = [screen.dropped for screen in state.screens if screen.dropped]
    deck, chance = state.chance.shuffled((*sorted(hidden), *sorted(state.played)))
    screens = tuple(evolve(screen, dropped=NOTHING) for screen in state.screens)
    events.append(Event("reshuffled_favours", "order.reshuffle", {}))
    return evolve(state, chance=chance, favours=tuple(reversed(deck)), screens=screens, played=())


def receive_favours(state: State, seat: Seat, cards: Sequence[str]) -> State:
    """Cards into the hand, but Herbalists among those to be played."""
    kept = [card for card in cards if card != HERBALIST]
    n = len(cards) - len(kept)
    if kept:
        state = change_screen(state, seat, favours=in_order((*state.screens[seat].favours, *kept)))
    if not n:
        return state
    return evolve(
        state, herbalists=(*state.herbalists, *(seat,) * n), played=(*state.played, *(HERBALIST,) * n)
    )


def play_favours(state: State, seat: Seat, cards: Sequence[str]) -> State:
    """Favours that were declared, whatever comes of them, go openly into the discard (favour.play)."""
    if not cards:
        return state
    state = change_screen(state, seat, favours=less(state.screens[seat].favours, cards))
    return evolve(state, played=(*state.played, *cards))


def held(screen: Screen, favour: str) -> int:
    """How many of a favour a seat has."""
    return screen.favours.count(favour)
