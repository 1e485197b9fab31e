"""What must hold in every state: all cards, cubes and seals are there, and each thing stands where it may."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import cache
from itertools import chain, pairwise
from typing import Any

from games.alchemists.scoring.points import (
    ALCHEMICALS,
    ARTIFACTS,
    AUTHORITY,
    MINIMUM,
    REASONS,
    ROBE,
    SIGNS,
    change,
)
from games.alchemists.simulator.deduction.data import INGREDIENTS, LEVELS, PAIRS, POTIONS, RESULTS
from games.alchemists.simulator.engine.data import (
    ADVENTURERS,
    ADVENTURERS_IN_PLAY,
    ALL_SEALS,
    AREA_IDS,
    AREAS,
    ARTIFACTS_SHOWN,
    CAP,
    COPIES,
    CUSTODIAN,
    DECKS,
    DRINK,
    EXHIBITION,
    FAVOUR_COPIES,
    FIRST_ROUND_CUBES,
    FULL_SET,
    GRANTS,
    HERBALIST,
    PLACE,
    ROUNDS,
    SEALS_PER_BOOK,
    SELL,
    STUDENT,
    TRACKS,
)
from games.alchemists.simulator.engine.mixing import made_of
from games.alchemists.simulator.engine.options import NUMBERS, Options, read_options
from games.alchemists.simulator.engine.rows import row_of
from games.alchemists.simulator.engine.selling import wanted
from games.alchemists.simulator.engine.state import (
    ASSISTANTS,
    ASSOCIATES,
    BOOK_AT,
    NO,
    NOTHING,
    YES,
    Act,
    Cap,
    Claim,
    Herbalist,
    Immediate,
    Keep,
    Mortar,
    Peek,
    Planning,
    Promise,
    Publishing,
    Sale,
    State,
)
from games.alchemists.simulator.engine.turns import OVER, PHASES
from games.alchemists.simulator.engine.world import makes
from simulator.engine.refusal import BadConfig


def invariants(state: State) -> None:
    """Raises AssertionError on a broken state."""
    _shape(state)
    _cards(state)
    _favours(state)
    _artifacts(state)
    _books(state)
    _answers(state)
    for seat in range(state.players):
        _cubes(state, seat)
        _seals(state, seat)
        _mixes(state, seat)
        _reputation(state, seat)
    for frame in state.agenda:
        _frame(state, frame)


@cache
def _options_hold(options: Options, players: int) -> bool:
    try:
        return read_options({**asdict(options), NUMBERS: dict(options.numbers)}, players) == options
    except BadConfig:
        return False


def _shape(state: State) -> None:
    """As many of each as there are players, areas, ingredients; all names known."""
    n = state.players
    assert _options_hold(state.options, n), "options"
    by_seat = (state.spaces, state.boards, state.orders, state.bids, state.screens)
    assert all(len(row) == n for row in by_seat), "not one for each player"
    assert len(state.rows) == len(AREAS)
    assert 1 <= state.round <= ROUNDS
    assert state.phase in PHASES or state.phase == OVER, "an unknown phase"
    assert 0 <= state.at <= len(AREAS)
    assert sorted(state.truth) == sorted(ALCHEMICALS), "formulas"
    assert len(set(state.adventurers)) == ADVENTURERS_IN_PLAY
    assert set(state.adventurers) <= set(ADVENTURERS)
    spaces = {space.id for space in TRACKS[n]} | {NOTHING}
    assert set(state.spaces) <= spaces, "an unknown space"
    seats = set(range(n))
    assert set(state.sequence) in (set(), seats)
    assert len(set(state.sequence)) == len(state.sequence)
    assert {state.first, *state.paralysed, *state.stricken, *state.herbalists} <= seats
    assert (state.phase in ("act", "end")) <= bool(state.sequence), "nobody's turn"
    if any(state.orders):
        assert state.round > 1
        assert set(state.orders) <= {NOTHING, *wanted(state)}
    assert bool(state.agenda) == (state.phase != OVER), "no choice, and not the end"
    if state.cauldron is not None:
        assert state.cauldron.seat in seats
        assert state.cauldron.area in PLACE
        assert state.screens[state.cauldron.seat].pairs


def _cards(state: State) -> None:
    """Forty ingredients, five of each."""
    cards = Counter((*state.deck, *state.row, *state.cleared))
    for seat, screen in enumerate(state.screens):
        cards.update(screen.hand)
        cards.update(chain.from_iterable((*screen.thrown, *screen.aside)))
        assert screen.hand == tuple(sorted(screen.hand))
        assert not Counter(state.boards[seat].shown) - Counter(screen.hand), "a known card that isn't there"
        for name in ("thrown", "aside"):
            entries = [entry for entry in getattr(state, name) if entry.seat == seat]
            sizes = [len(cards) for cards in getattr(screen, name)]
            assert [entry.size for entry in entries] == sizes, f"{name} of seat {seat}"
            assert all(entry.mix < len(state.mixes) for entry in entries)
    if state.cauldron is not None:
        cards.update(state.screens[state.cauldron.seat].pairs[-1])
    assert cards == Counter(COPIES), "ingredients are lost or doubled"


def _favours(state: State) -> None:
    """Twenty-two favours; a Herbalist is never kept in a hand."""
    cards = Counter((*state.favours, *state.played))
    cards[CUSTODIAN] += state.card
    choosing = any(type(frame) is Keep for frame in state.agenda)
    for screen in state.screens:
        cards.update(screen.favours)
        cards.update([screen.dropped] if screen.dropped else [])
        assert screen.favours == tuple(sorted(screen.favours))
        assert choosing or HERBALIST not in screen.favours, "a Herbalist in a hand"
    assert cards == Counter(FAVOUR_COPIES), "favours are lost or doubled"


def _artifacts(state: State) -> None:
    """Three of each deck; nobody has what isn't in the game, and each exists once; so with grants."""
    assert len(state.dealt) == len(DECKS)
    for dealt, deck in zip(state.dealt, DECKS, strict=True):
        assert len(set(dealt)) == len(dealt) == ARTIFACTS_SHOWN
        assert set(dealt) <= set(deck)
    bought = [code for board in state.boards for code in board.artifacts]
    assert len(set(bought)) == len(bought)
    assert set(bought) <= set(chain.from_iterable(state.dealt))
    assert set(state.used) <= set(ARTIFACTS)
    grants = [code for board in state.boards for code in board.grants]
    assert len(set(grants)) == len(grants)
    assert set(grants) <= set(GRANTS)


def _books(state: State) -> None:
    """No token twice, at most three seals, each of another player; conflicts between theories."""
    assert len(state.books) == len(INGREDIENTS)
    tokens = [book.token for book in state.books if book.token]
    assert len(set(tokens)) == len(tokens)
    assert set(tokens) <= set(ALCHEMICALS)
    for book in state.books:
        assert bool(book.token) == bool(book.seats)
        assert len(set(book.seats)) == len(book.seats) <= SEALS_PER_BOOK
        assert set(book.seats) <= set(range(state.players))
    published = {name for name, book in zip(INGREDIENTS, state.books, strict=True) if book.token}
    assert set(state.conflicts) <= set(PAIRS)
    assert all(set(pair) <= published for pair in state.conflicts), "a conflict without theories"


def _cubes(state: State, seat: int) -> None:
    """A full set, and the Assistants' (ruling 103); in round one the rest waits with the adventurers."""
    board = state.boards[seat]
    assert board.gold >= 0
    assert board.reputation >= MINIMUM
    assert set(board.potions) <= set(RESULTS)
    assert set(board.exhibited) <= set(POTIONS)
    placed = 0
    for area, rows in zip(AREAS, state.rows, strict=True):
        assert len({row.seat for row in rows}) == len(rows), "two rows of one player"
        for row in rows:
            assert 0 <= row.over <= row.actions <= len(area.cubes[state.players])
            if row.seat == seat:
                placed += sum(area.cubes[state.players][row.over : row.actions])
    waiting = FULL_SET[state.players] - FIRST_ROUND_CUBES if state.round == 1 else 0
    here = (board.cubes, board.unused, board.hospital, board.helpers)
    assert min(here) >= 0
    total = board.cubes + board.unused + board.hospital + placed + waiting
    assert total == FULL_SET[state.players] + board.helpers, f"cubes of seat {seat}"


def _seals(state: State, seat: int) -> None:
    """Eleven: left, on books, turned up."""
    screen = state.screens[seat]
    placed = [kind for kind in screen.placed if kind]
    assert Counter((*screen.seals, *placed, *state.boards[seat].seals)) == Counter(ALL_SEALS), "seals"
    assert [bool(kind) for kind in screen.placed] == [seat in book.seats for book in state.books]


def _mixes(state: State, seat: int) -> None:
    """Every pair has made what all saw."""
    own = [mix for mix in state.mixes if mix.seat == seat]
    pairs = state.screens[seat].pairs
    assert len(own) == len(pairs)
    for shown, pair in zip(own, pairs, strict=True):
        assert pair in PAIRS
        assert shown.potion in RESULTS
        assert shown.how in SHOWN
        assert shown.shown in SHOWN[shown.how]
        assert 1 <= shown.round <= ROUNDS
        assert makes(state.truth, shown, pair), "a mix that shows what it can't"
    for number, ingredient in state.screens[seat].peeked:
        assert 0 <= number < len(state.mixes)
        assert ingredient in INGREDIENTS


def _reputation(state: State, seat: int) -> None:
    """Every move on the track is what its causes come to, and the marker stands where the last one led."""
    moves = [shift for shift in state.history if shift.seat == seat]
    for shift, following in pairwise(moves):
        assert shift.after == following.before, "a marker that moved by itself"
    for shift in moves:
        assert all(part.reason in REASONS for part in shift.parts), "an unknown cause"
        robe, authority = ROBE in shift.artifacts, AUTHORITY in shift.artifacts
        found = change(shift.before, shift.parts, robe=robe, authority=authority)
        assert found.after == shift.after, "a move that its causes don't come to"
    assert all(shift.after == state.boards[seat].reputation for shift in moves[-1:]), "reputation"


# What is shown of a mix besides its potion.
SHOWN: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys((STUDENT, DRINK, CUSTODIAN, CAP), (NOTHING,)),
    SELL: LEVELS,
    EXHIBITION: (YES, NO),
}


def _answers(state: State) -> None:
    """Every answer is true."""
    for answer in state.answers:
        kind, ingredients, value = answer.fact
        assert 0 <= answer.mixes <= len(state.mixes)
        assert 1 <= answer.round <= ROUNDS
        if kind == "aspect":
            assert len(ingredients) == 1
            assert ingredients[0] in BOOK_AT
            signs = SIGNS[state.truth[BOOK_AT[ingredients[0]]]]
            assert len(value) == 2
            assert signs.get(value[0]) == value[1], "an answer that isn't true"
        else:
            assert kind in ("mix", "not_mix")
            assert ingredients in PAIRS
            assert len(value) == 1
            made = made_of(state, (ingredients[0], ingredients[1])) == value[0]
            assert value[0] in RESULTS
            assert made == (kind == "mix"), "an answer that isn't true"


# --- Frames ------------------------------------------------------------------------------------------------


def _frame(state: State, frame: Any) -> None:
    """An open choice is one that may be open."""
    seats: Iterable[int] = frame.seats if hasattr(frame, "seats") else (frame.seat,)
    assert set(seats) <= set(range(state.players)), "nobody sits there"
    holds = FRAMES.get(type(frame))
    assert holds is None or holds(state, frame), f"{type(frame).__name__} can't be open"


def _planning(state: State, frame: Planning) -> bool:
    fits = len(frame.actions) == len(AREAS) and set(frame.associates) <= set(AREA_IDS)
    return fits and ASSISTANTS <= frame.area <= ASSOCIATES and frame.cubes >= 0


def _act(state: State, frame: Act) -> bool:
    if frame.area not in PLACE or state.phase != "act":
        return False
    row = row_of(state, frame.seat, PLACE[frame.area])
    return row is not None and (frame.boots or row.over < row.actions)


def _sale(state: State, frame: Sale) -> bool:
    return state.round > 1 and frame.potion in wanted(state) and frame.level in (NOTHING, *LEVELS)


def _publishing(state: State, frame: Publishing) -> bool:
    return frame.ingredient in INGREDIENTS and frame.token in (NOTHING, *ALCHEMICALS)


def _immediate(state: State, frame: Immediate) -> bool:
    known = all(name in INGREDIENTS and token in ALCHEMICALS for name, token in frame.fallen)
    row = row_of(state, frame.seat, PLACE["publish"])
    return known and row is not None and row.over < row.actions


def _herbalist(state: State, frame: Herbalist) -> bool:
    return len(state.screens[frame.seat].hand) > 2


def _cap(state: State, frame: Cap) -> bool:
    return frame.test == 1 or bool(state.screens[frame.seat].pairs)


def _over_cauldron(state: State, frame: Mortar | Peek) -> bool:
    return state.cauldron is not None


FRAMES: Mapping[type, Callable[[State, Any], bool]] = {
    Planning: _planning,
    Act: _act,
    Sale: _sale,
    Promise: lambda state, frame: frame.potion in POTIONS,
    Claim: lambda state, frame: frame.pair in PAIRS,
    Publishing: _publishing,
    Immediate: _immediate,
    Herbalist: _herbalist,
    Cap: _cap,
    Mortar: _over_cauldron,
    Peek: _over_cauldron,
}
