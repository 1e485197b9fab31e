"""A full state that agrees with a view (ruling 131): formulas by the seat's facts, then cards that fit them.

First a world, each that the facts leave equally likely; then, for others' mixes whose cards still lie
somewhere, a pair that makes in it what all saw; then all other hidden cards by chance. Where the cards don't
suffice for the pairs, another of these worlds is drawn.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction import deduction
from games.alchemists.simulator.deduction.chemistry import level, mix
from games.alchemists.simulator.deduction.data import PAIRS
from games.alchemists.simulator.deduction.worlds import formulas_of, nth
from games.alchemists.simulator.engine.data import (
    ADVENTURERS,
    ADVENTURERS_IN_PLAY,
    ALL_SEALS,
    COPIES,
    CUSTODIAN,
    FAVOUR_COPIES,
    HERBALIST,
    SELL,
)
from games.alchemists.simulator.engine.goods import change_screen
from games.alchemists.simulator.engine.planning import begin_plan
from games.alchemists.simulator.engine.state import (
    BOOK_AT,
    NO,
    NOTHING,
    Cap,
    Keep,
    Mix,
    Mortar,
    Plan,
    Screen,
    State,
    Thrown,
    top,
)
from games.alchemists.simulator.engine.view import OPEN, View, facts_of, view
from simulator.engine.chance import Chance, Rng
from simulator.engine.evolve import evolve, make
from simulator.engine.game import Seat
from simulator.engine.tuples import in_order

Pair = tuple[str, str]


class Hidden(NamedTuple):
    """Cards of a foreign mix that lie somewhere: of mix `mix`, `size` of its pair. `held`: in its maker's
    hand, where `shown` are known to be and `size` others are.
    """

    mix: int
    size: int
    shown: tuple[str, ...] = ()
    held: bool = False


class Fitting(NamedTuple):
    """For each foreign mix that matters its pair, and the cards of it that lie somewhere hidden."""

    pairs: dict[int, Pair]
    cards: dict[int, tuple[str, ...]]


def world(view: View, rng: int) -> State:
    """A state that the view's seat can't tell from the real one; of the others nobody has begun a choice."""
    seen, generator = view, Rng(rng)
    pool = Counter(COPIES) - Counter(_known(seen))
    hidden, possible = list(_hidden(seen)), deduction.possible(facts_of(seen))
    while True:
        place = nth(possible, generator.below(possible.bit_count()))
        truth = formulas_of(place)
        fitting = _fit(seen, truth, hidden, pool, generator)
        if fitting is not None:
            return _assembled(seen, truth, fitting, pool, generator)
        possible &= ~(1 << place)


def redrawn(state: State, rng: int) -> State:
    """The same to every seat: the decks in another order, other adventurers to come, and formulas that agree
    with all that any seat has found out. When the game is over nothing is left to draw.
    """
    if not state.agenda:
        return state
    generator = Rng(rng)
    facts = {fact for seat in range(state.players) for fact in facts_of(view(state, seat))}
    possible = deduction.possible(sorted(facts))
    seen = state.adventurers[: state.round]
    coming = [card for card in ADVENTURERS if card not in seen]
    deck, favours = list(state.deck), list(state.favours)
    for pile in (deck, favours, coming):
        generator.shuffle(pile)
    return evolve(
        state,
        chance=Chance(generator.bits()),
        truth=formulas_of(nth(possible, generator.below(possible.bit_count()))),
        deck=tuple(deck),
        favours=tuple(favours),
        adventurers=(*seen, *coming)[:ADVENTURERS_IN_PLAY],
    )


# --- What is known, and which mixes matter -----------------------------------------------------------------


def _known(seen: View) -> Iterator[str]:
    """Ingredient cards whose place the seat knows."""
    yield from seen.row
    yield from seen.cleared
    for seat, board in enumerate(seen.boards):
        if seat != seen.seat:
            yield from board.shown
    if seen.own is not None:
        yield from seen.own.hand
        for cards in (*seen.own.thrown, *seen.own.aside):
            yield from cards
        if seen.cauldron is not None and seen.cauldron.seat == seen.seat:
            yield from seen.own.pairs[-1]


def _hidden(seen: View) -> Iterator[Hidden]:
    """Foreign mixes whose cards lie in the discard, under the Feather, in the cauldron or under the Cap."""
    for entry in (*seen.thrown, *seen.aside):
        if entry.mix >= 0 and entry.seat != seen.seat:
            yield Hidden(entry.mix, entry.size)
    last = len(seen.mixes) - 1
    if seen.cauldron is not None and seen.cauldron.seat != seen.seat:
        yield Hidden(last, 2)
    capped = top(seen.agenda)
    if type(capped) is Cap and capped.test > 1 and capped.seat != seen.seat:
        shown = seen.boards[capped.seat].shown
        yield Hidden(last, seen.hand_sizes[capped.seat] - len(shown), shown, True)


def makes(truth: Sequence[str], shown: Mix, pair: Pair) -> bool:
    """Whether a pair would have shown what all saw."""
    made = mix(truth[BOOK_AT[pair[0]]], truth[BOOK_AT[pair[1]]])
    if shown.how == SELL:
        return level(made, shown.potion) == shown.shown
    return (made == shown.potion) == (shown.shown != NO)


def _pairs_for(seen: View, truth: Sequence[str], number: int, generator: Rng) -> list[Pair]:
    """The pairs that a foreign mix may have been, in any order; what the Periscope saw is among them."""
    peeked = dict(seen.own.peeked).get(number) if seen.own else None
    found = [
        pair
        for pair in PAIRS
        if (peeked is None or peeked in pair) and makes(truth, seen.mixes[number], pair)
    ]
    generator.shuffle(found)
    return found


def _fit(
    seen: View, truth: Sequence[str], hidden: Sequence[Hidden], pool: Counter[str], generator: Rng
) -> Fitting | None:
    """Pairs for all mixes that matter, so that there are cards enough; found by trying."""
    choices = []
    for each in hidden:
        ways = []
        for pair in _pairs_for(seen, truth, each.mix, generator):
            ways += [(pair, cards) for cards in _lying(pair, each, generator)]
        choices.append(ways)
    order = sorted(range(len(hidden)), key=lambda n: len(choices[n]))
    taken: list[Any] = []
    if not _choose([choices[n] for n in order], Counter(pool), taken):
        return None
    numbers = [hidden[n].mix for n in order]
    return Fitting(
        {number: pair for number, (pair, _) in zip(numbers, taken, strict=True)},
        {number: cards for number, (_, cards) in zip(numbers, taken, strict=True)},
    )


def _lying(pair: Pair, each: Hidden, generator: Rng) -> list[tuple[str, ...]]:
    """Which cards of a pair may lie there."""
    if each.held:
        unknown = tuple(card for card in pair if card not in each.shown)
        return [unknown] if len(unknown) <= each.size else []
    if each.size == len(pair):
        return [pair]
    single: list[tuple[str, ...]] = [(card,) for card in pair]
    generator.shuffle(single)
    return single


def _choose(choices: Sequence[Sequence[Any]], pool: Counter[str], taken: list[Any]) -> bool:
    """Takes a way for each of the choices, going back where cards run out."""
    if len(taken) == len(choices):
        return True
    for way in choices[len(taken)]:
        cards = way[1]
        if all(pool[card] > 0 for card in cards):
            pool.subtract(cards)
            taken.append(way)
            if _choose(choices, pool, taken):
                return True
            taken.pop()
            pool.update(cards)
    return False


# --- Putting it together -----------------------------------------------------------------------------------


def _assembled(
    seen: View, truth: tuple[str, ...], fitting: Fitting, pool: Counter[str], generator: Rng
) -> State:
    left = pool - Counter(card for cards in fitting.cards.values() for card in cards)
    cards = sorted(left.elements())
    generator.shuffle(cards)
    favours = _Favours(seen, generator)
    screens = tuple(
        seen.own
        if seat == seen.seat and seen.own is not None
        else _screen(seen, seat, truth, fitting, cards, favours, generator)
        for seat in range(seen.players)
    )
    unseen = [card for card in ADVENTURERS if card not in seen.adventurers]
    generator.shuffle(unseen)
    known = seen.__dict__
    state = make(
        State,
        {
            **{name: known[name] for name in OPEN},
            "chance": Chance(generator.bits()),
            "truth": truth,
            "screens": screens,
            "deck": tuple(cards),
            "favours": tuple(favours.left),
            "adventurers": (*seen.adventurers, *unseen)[:ADVENTURERS_IN_PLAY],
        },
    )
    state = _looked(state, seen, generator)
    frame = top(state.agenda)
    return begin_plan(state, frame.seat, []) if type(frame) is Plan else state


def _looked(state: State, seen: View, generator: Rng) -> State:
    """What other Periscopes have shown: either of the two in the mix that they looked into."""
    pairs = [iter(screen.pairs) for screen in state.screens]
    made = [next(pairs[mix.seat]) for mix in state.mixes]
    for seat, numbers in enumerate(seen.looks):
        if seat != seen.seat and numbers:
            peeked = tuple((number, generator.choice(made[number])) for number in numbers)
            state = change_screen(state, seat, peeked=peeked)
    return state


class _Favours:
    """The favours that the seat doesn't see, dealt to the others: Herbalists are never in a hand."""

    def __init__(self, seen: View, generator: Rng):
        known = Counter(seen.played)
        known[CUSTODIAN] += seen.card
        if seen.own is not None:
            known.update((*seen.own.favours, seen.own.dropped))
        self.left = sorted((Counter(FAVOUR_COPIES) - known).elements())
        self.any_held = type(top(seen.agenda)) is Keep
        generator.shuffle(self.left)
        self.hands = {
            seat: self._take(size) for seat, size in enumerate(seen.favour_sizes) if seat != seen.seat
        }

    def _take(self, size: int) -> tuple[str, ...]:
        taken = [card for card in self.left if self.any_held or card != HERBALIST][:size]
        for card in taken:
            self.left.remove(card)
        return in_order(taken)

    def draw(self) -> str:
        return self.left.pop()


def _screen(
    seen: View,
    seat: Seat,
    truth: Sequence[str],
    fitting: Fitting,
    cards: list[str],
    favours: _Favours,
    generator: Rng,
) -> Screen:
    """What another player may hold; takes hidden cards out of `cards`."""
    numbers = [number for number, shown in enumerate(seen.mixes) if shown.seat == seat]
    pairs = tuple(
        fitting.pairs.get(number) or _pairs_for(seen, truth, number, generator)[0] for number in numbers
    )
    placed, seals = _seals(seen, seat, generator)
    frame = top(seen.agenda)
    draws = type(frame) is Mortar and frame.seat == seat
    return Screen(
        hand=_hand(seen, seat, fitting, cards),
        favours=favours.hands[seat],
        seals=seals,
        placed=placed,
        pairs=pairs,
        thrown=_behind(seen.thrown, seat, fitting, cards),
        aside=_behind(seen.aside, seat, fitting, cards),
        dropped=favours.draw() if seen.dropped[seat] else NOTHING,
        drawn=generator.choice(pairs[-1]) if draws else NOTHING,
    )


def _hand(seen: View, seat: Seat, fitting: Fitting, cards: list[str]) -> tuple[str, ...]:
    """The cards that all know, those under the Cap, and any others."""
    known, frame = seen.boards[seat].shown, top(seen.agenda)
    if type(frame) is Cap and frame.seat == seat and frame.test > 1:
        known += fitting.cards[len(seen.mixes) - 1]
    return in_order((*known, *_off(cards, seen.hand_sizes[seat] - len(known))))


def _off(cards: list[str], n: int) -> tuple[str, ...]:
    """Takes the first cards out of a pile."""
    taken = tuple(cards[:n])
    del cards[:n]
    return taken


def _behind(
    entries: Sequence[Thrown], seat: Seat, fitting: Fitting, cards: list[str]
) -> tuple[tuple[str, ...], ...]:
    """The cards of a seat's entries: those of its mixes as they fit, all others by chance."""
    return tuple(
        fitting.cards[entry.mix] if entry.mix >= 0 else _off(cards, entry.size)
        for entry in entries
        if entry.seat == seat
    )


def _seals(seen: View, seat: Seat, generator: Rng) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(the kinds on the books, the seals left): any of those that haven't been turned up."""
    left = sorted((Counter(ALL_SEALS) - Counter(seen.boards[seat].seals)).elements())
    generator.shuffle(left)
    placed = tuple(left.pop() if seat in book.seats else NOTHING for book in seen.books)
    return placed, in_order(left)
