"""What a seat may know, and worlds that it can't tell from the real one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from games.potions.scoring.points import Play
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import DECK_OF, ELEMENTS_OF
from games.potions.simulator.engine.rules import kept_cards
from games.potions.simulator.engine.state import (
    CAST,
    Cupboard,
    Options,
    Recipe,
    Staged,
    State,
    encode_options,
)
from simulator.engine.agenda import Agenda
from simulator.engine.chance import Chance, Rng
from simulator.engine.evolve import evolve, make
from simulator.engine.game import Seat
from simulator.engine.positions import Pile, seen_hands
from simulator.engine.tuples import in_order, replaced, without

Tables = tuple[tuple[Recipe, ...], ...]
Backs = tuple[tuple[int, ...], ...]
MOST_TRIES = 40  # deals that are drawn anew because somebody would hold what they are known to lack
LATER = frozenset({"mark", "place", "silent", "targets"})  # fields that only boxes fill


@dataclass(frozen=True)
class View:
    """What `seat` (None: a bystander) may know.

    All that lies on the table was seen when it was laid, stacks and the cards under recipes too (turn.open,
    ruling potions-8). `shown` are cards in hands that everybody knows. Of a compound move that isn't finished
    only the seat that makes it has the choices in its `agenda`.
    """

    seat: Seat | None
    players: int
    options: Options
    course: Course
    first: int
    turn: int
    deck_sizes: tuple[int, ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    shown: tuple[tuple[str, ...], ...]
    cupboard: Cupboard
    tables: Tables
    scores: tuple[int, ...]
    history: tuple[Play, ...]
    aside: int
    agenda: Agenda
    parts: tuple[Any, ...]
    backs: Backs

    def hidden(self, deck: int) -> list[int]:
        """By seat, how many cards of a deck it holds that `seat` doesn't know; backs are seen."""
        known = [(*shown,) for shown in self.shown]
        counts = []
        for seat, shown in enumerate(known):
            of_deck = sum(DECK_OF[code] == self.course.deck_ids[deck] for code in shown)
            held = self.backs[seat][deck] if self.backs else self.hand_sizes[seat]
            counts.append(0 if seat == self.seat else held - of_deck)
        return counts

    @property
    def hands(self) -> list[Pile]:
        return seen_hands(self.seat, self.hand, self.hand_sizes)


def view(state: State, seat: Seat | None) -> View:
    agenda = state.agenda
    if agenda and type(agenda[-1]) is Staged and agenda[-1].seat != seat:
        agenda = agenda[:-1]
    return make(
        View,
        {
            "seat": seat,
            "players": state.players,
            "options": state.options,
            "course": state.course,
            "first": state.first,
            "turn": state.turn,
            "deck_sizes": tuple(map(len, state.decks)),
            "hand": () if seat is None else state.hands[seat],
            "hand_sizes": tuple(map(len, state.hands)),
            "shown": state.shown,
            "cupboard": state.cupboard,
            "tables": state.tables,
            "scores": state.scores,
            "history": state.history,
            "aside": len(state.aside),
            "agenda": agenda,
            "parts": state.parts,
            "backs": backs_of(state),
        },
    )


_last: list[tuple[Any, Any, Backs]] = [((), (), ())]  # deck ids, hands, and what was counted in them last


def backs_of(state: State) -> Backs:
    """By seat, how many cards of each deck it holds, where there are several: the backs tell them apart. From
    one position to the next a hand or two change.
    """
    decks, hands = state.course.deck_ids, state.hands
    if len(decks) == 1:
        return ()
    counted, before, backs = _last[0]
    if counted is not decks or len(before) != len(hands):
        before, backs = (None,) * len(hands), ((),) * len(hands)
    found = [*backs]
    for seat, hand in enumerate(hands):
        if hand is not before[seat]:
            found[seat] = _backs(hand, decks)
    backs = tuple(found)
    _last[0] = (decks, hands, backs)
    return backs


def _backs(hand: tuple[str, ...], decks: tuple[str, ...]) -> tuple[int, ...]:
    held = [DECK_OF[code] for code in hand]
    return tuple([held.count(deck) for deck in decks])


def view_json(seen: View) -> dict[str, Any]:
    return {
        "seat": seen.seat,
        "players": seen.players,
        "options": encode_options(seen.options, seen.course),
        "first": seen.first,
        "turn": seen.turn,
        "deck_sizes": list(seen.deck_sizes),
        "hand": list(seen.hand),
        "hand_sizes": list(seen.hand_sizes),
        "shown": [list(cards) for cards in seen.shown],
        "cupboard": encode_cupboard(seen.cupboard),
        "tables": encode_tables(seen.tables),
        "scores": list(seen.scores),
        "history": encode_history(seen.history),
        "aside": seen.aside,
        "agenda": encode_agenda(seen.agenda),
        **encode_parts(seen.course, seen.parts),
        **({"backs": as_lists(seen.backs)} if seen.backs else {}),
    }


def encode_cupboard(cupboard: Cupboard) -> dict[str, Any]:
    return {"stacks": [list(stack) for stack in cupboard.stacks], "apart": list(cupboard.apart)}


def encode_tables(tables: Tables) -> list[list[list[Any]]]:
    """A recipe is `[card, [cards under it]]`, with its mark if it has one."""
    return [[as_lists(recipe) for recipe in table] for table in tables]


def encode_history(history: tuple[Play, ...]) -> list[list[Any]]:
    return [as_lists(play) for play in history]


def encode_agenda(agenda: Agenda) -> list[dict[str, Any]]:
    """Frames as JSON; what only boxes use stands in them only where it is used."""
    return [
        {
            "frame": type(frame).__name__,
            **{
                name: as_lists(value)
                for name, value in frame._asdict().items()
                if name not in LATER or value != frame._field_defaults.get(name)
            },
        }
        for frame in agenda
    ]


def as_lists(value: Any) -> Any:
    """Tuples as lists at any depth, named ones without the fields of boxes that have nothing in them."""
    if not isinstance(value, tuple):
        return value
    parts = list(value)
    for name in reversed(getattr(value, "_fields", ())):
        if name not in LATER or getattr(value, name) != value._field_defaults[name]:  # type: ignore[attr-defined]
            break
        parts.pop()
    return [as_lists(part) for part in parts]


def encode_parts(course: Course, parts: tuple[Any, ...]) -> dict[str, Any]:
    """What boxes keep, by name."""
    return {keeping.name: keeping.encode(part) for keeping, part in zip(course.keeps, parts, strict=True)}


def lying_open(seen: View) -> Counter[str]:
    """Cards whose place `seen.seat` knows: its hand, what others have shown, all that lies on the table."""
    shown = (cards for seat, cards in enumerate(seen.shown) if seat != seen.seat)
    return Counter(chain.from_iterable((seen.hand, *shown, *_on_table(seen))))


def _on_table(seen: Any) -> list[tuple[str, ...]]:
    """All that lies on the table, in piles, in a state or a view."""
    recipes = [(recipe.card, *recipe.under) for table in seen.tables for recipe in table]
    return [*seen.cupboard.stacks, seen.cupboard.apart, *kept_cards(seen), *recipes]


def unseen(seen: View) -> list[list[str]]:
    """Cards whose place `seen.seat` doesn't know, by deck in a fixed order: other hands and the decks."""
    known = lying_open(seen)
    return [list(in_order((Counter(cards) - known).elements())) for cards in seen.course.decks]


def may_hold(state: State, staged: Staged, codes: Iterable[str], n: int) -> bool:
    """Whether a hand may hold so many different ones of these cards, for all that everybody knows, besides
    the spell that is cast with it. Backs are seen, so each deck by itself.
    """
    seat, hand, shown = staged.seat, state.hands[staged.seat], state.shown[staged.seat]
    if staged.verb == CAST:
        hand = without(hand, staged.card)
        if staged.card in shown:
            shown = without(shown, staged.card)
    hidden = Counter([DECK_OF[code] for code in hand])
    hidden.subtract([DECK_OF[code] for code in shown])
    lying = [*chain.from_iterable((*replaced(state.shown, seat, shown), *_on_table(state)))]
    for code in codes:
        if code not in shown:
            if not hidden[DECK_OF[code]] or lying.count(code) >= state.course.copies.get(code, 0):
                continue
            hidden[DECK_OF[code]] -= 1
        n -= 1
        if not n:
            return True
    return False


def world(seen: View, rng: int) -> State:
    """A full state that agrees with the view; every arrangement of the unseen cards is equally likely."""
    generator, left = Rng(rng), unseen(seen)
    barred, needed = seen.course.barred_elements(seen), seen.course.needed_elements(seen)
    decks, dealt, aside = _dealt(seen, generator, left)
    tries = 0
    while not _agrees(seen, dealt, barred, needed):
        if tries == MOST_TRIES:
            _swap(decks, dealt, aside, barred)
            _swap_in(seen, decks, dealt, aside, needed)
            break
        tries += 1
        decks, dealt, aside = _dealt(seen, generator, left)
    hands = [in_order((*shown, *hidden)) for shown, hidden in zip(seen.shown, dealt, strict=True)]
    if seen.seat is not None:
        hands[seen.seat] = seen.hand
    return make(
        State,
        {
            "players": seen.players,
            "options": seen.options,
            "course": seen.course,
            "chance": Chance(generator.bits()),
            "first": seen.first,
            "turn": seen.turn,
            "decks": tuple(map(tuple, decks)),
            "hands": tuple(hands),
            "shown": seen.shown,
            "cupboard": seen.cupboard,
            "tables": seen.tables,
            "scores": seen.scores,
            "history": seen.history,
            "aside": in_order(aside),
            "agenda": seen.agenda,
            "parts": seen.parts,
        },
    )


def redrawn(state: State, rng: int) -> State:
    """The same position for everybody: the decks in another order. A card that somebody has seen go back into
    a deck is still in it, and nobody knows of any where it lies.
    """
    generator, decks = Rng(rng), [list(deck) for deck in state.decks]
    for deck in decks:
        generator.shuffle(deck)
    chance = evolve(state.chance, rng=generator.bits())
    return evolve(state, decks=tuple(map(tuple, decks)), chance=chance)


Cards = list[str]


def _dealt(seen: View, generator: Rng, left: list[Cards]) -> tuple[list[Cards], list[Cards], Cards]:
    """(decks, hidden cards of each hand, cards out of play): backs are seen, so each deck by itself."""
    decks, aside = [], []
    hands: list[Cards] = [[] for _ in range(seen.players)]
    for place, unseen_cards in enumerate(left):
        cards = list(unseen_cards)
        generator.shuffle(cards)
        size = seen.deck_sizes[place]
        decks.append(cards[:size])
        for seat, hidden in enumerate(seen.hidden(place)):
            hands[seat] += cards[size : size + hidden]
            size += hidden
        aside += cards[size:]
    return decks, hands, aside


def _agrees(
    seen: View, dealt: list[Cards], barred: Sequence[frozenset[str]], needed: Sequence[tuple[Seat, str]]
) -> bool:
    """Whether the hands are such as everybody knows that they are."""
    return not any(map(_is_barred, dealt, barred)) and all(
        seat == seen.seat or _carried(element, (*dealt[seat], *seen.shown[seat])) for seat, element in needed
    )


def _carried(element: str, cards: Iterable[str]) -> bool:
    return any(element in ELEMENTS_OF[code] for code in cards)


def _swap_in(
    seen: View, decks: list[Cards], hands: list[Cards], aside: Cards, needed: Sequence[tuple[Seat, str]]
) -> None:
    """Gives a hand a card with an element that it is known to hold, for another with the same back."""
    for seat, element in needed:
        if seat != seen.seat and not _carried(element, (*hands[seat], *seen.shown[seat])):
            others = (hand for each, hand in enumerate(hands) if each != seat)
            _give(hands[seat], element, (*decks, aside, *others))


def _give(hand: Cards, element: str, piles: Iterable[Cards]) -> None:
    backs = [DECK_OF[held] for held in hand]
    for pile in piles:
        for n, code in enumerate(pile):
            if element in ELEMENTS_OF[code] and DECK_OF[code] in backs:
                place = backs.index(DECK_OF[code])
                pile[n], hand[place] = hand[place], code
                return


def _is_barred(cards: Iterable[str], elements: frozenset[str]) -> bool:
    """Whether a hand would hold an element that everybody knows it lacks."""
    return bool(elements) and any(not elements.isdisjoint(ELEMENTS_OF[code]) for code in cards)


def _swap(decks: list[Cards], hands: list[Cards], aside: Cards, barred: Sequence[frozenset[str]]) -> None:
    """Moves barred cards on, each along the shortest chain of exchanges that leaves everything allowed."""
    piles = [(hand, bars) for hand, bars in zip(hands, barred, strict=True)]
    piles += [(deck, frozenset()) for deck in [*decks, aside]]
    places = [(pile, n, bars) for pile, bars in piles for n in range(len(pile))]
    for start, (pile, n, bars) in enumerate(places):
        if _is_barred((pile[n],), bars):
            _move_on(places, start)


def _move_on(places: Sequence[tuple[Cards, int, frozenset[str]]], start: int) -> None:
    pile, n, bars = places[start]
    came: dict[int, int] = {start: start}
    queue = [start]
    for at in queue:
        here, m, _ = places[at]
        if at != start and not _is_barred((here[m],), bars) and DECK_OF[here[m]] == DECK_OF[pile[n]]:
            _rotate(places, came, at)
            return
        for to, (_, _, there) in enumerate(places):
            card = here[m]
            same = DECK_OF[places[to][0][places[to][1]]] == DECK_OF[card]
            if to not in came and same and not _is_barred((card,), there):
                came[to] = at
                queue.append(to)


def _rotate(places: Sequence[tuple[Cards, int, Any]], came: Mapping[int, int], end: int) -> None:
    """Each card of the chain goes one place on, the last one to where the chain began."""
    last, at = places[end][0][places[end][1]], end
    while came[at] != at:
        before = came[at]
        places[at][0][places[at][1]] = places[before][0][places[before][1]]
        at = before
    places[at][0][places[at][1]] = last
