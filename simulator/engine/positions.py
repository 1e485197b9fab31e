"""What positions of all games share: reading them, the cards of the box, comparing with what is expected."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from simulator.engine.game import Difference, Seat
from simulator.engine.refusal import BadConfig, BadPosition
from simulator.engine.shortform import by_seat, check_keys, malformed, seat_named
from web.refusal import Refusal

S = TypeVar("S")
Pairs = list[tuple[str, Any, Any]]  # what, expected, actual


def read_position(
    data: Any,
    encoded: Callable[[Mapping[str, Any]], S],
    short: Callable[[Mapping[str, Any]], S],
    invariants: Callable[[S], None],
) -> S:
    """The state of an encoded or short position. Raises only BadPosition."""
    if not isinstance(data, Mapping):
        raise malformed("position")
    try:
        state = encoded(data) if "state" in data else short(data)
        invariants(state)
    except BadConfig as error:
        raise BadPosition(error.refusals) from error
    except AssertionError as error:
        raise malformed(str(error)) from error
    return state


def _unknown_card(text: str) -> Refusal:
    return Refusal("pos_unknown_card", "components.deck", {"text": text[:80]})


class Box:
    """All cards of a game: `count` of each code, in content order. `unknown` refuses what is no code."""

    def __init__(self, count: Mapping[str, int], unknown: Callable[[str], Refusal] = _unknown_card):
        self.count, self.unknown = count, unknown
        self.total = sum(count.values())

    def pile(self, value: Any) -> tuple[str, ...]:
        """A list of codes. Raises ValueError for what is none, BadPosition for an unknown card."""
        if not isinstance(value, list) or len(value) > self.total:
            raise ValueError("cards")
        for code in value:
            if not isinstance(code, str) or code not in self.count:
                raise BadPosition([self.unknown(str(code))])
        return tuple(value)

    def piles(self, value: Any, n: int) -> tuple[tuple[str, ...], ...]:
        """`n` lists of codes; raises as `pile` does."""
        if not isinstance(value, list) or len(value) != n:
            raise ValueError("piles")
        return tuple(self.pile(pile) for pile in value)

    def cards(self, text: Any, key: str) -> tuple[str, ...]:
        """Codes with spaces between them, as short forms have them under a key."""
        if not isinstance(text, str):
            raise malformed(f"{key}: {text!s:.40}")
        words = text.split()
        if len(words) > self.total:
            raise too_few()
        return self.pile(words)

    def deck(self, value: Any, key: str = "deck") -> tuple[tuple[str, ...], int | None]:
        """The cards named in a deck, from the top down, and how many unnamed ones lie below, None for all.

        A text names cards on top, a list of texts the whole deck, a number only how many there are.
        """
        if type(value) is int:
            return (), value
        if not isinstance(value, list):
            return self.cards(value, key), None
        return tuple(code for text in value for code in self.cards(text, key)), 0

    def hands(
        self, table: Any, names: Sequence[str], known: Sequence[tuple[str, ...]] = (), key: str = "hands"
    ) -> tuple[list[tuple[str, ...]], list[int]]:
        """Named cards of each hand, and how many unnamed ones it holds; `known` ones count in a number."""
        hands, sizes = [], []
        values = by_seat(table, names, key, "")
        for value, shown in zip(values, known or [()] * len(values), strict=True):
            counted = type(value) is int
            if counted and not len(shown) <= value <= self.total:
                raise too_few()
            hands.append(shown if counted else self.cards(value, key))
            sizes.append(value - len(shown) if counted else 0)
        return hands, sizes

    def rest(self, piles: Sequence[Sequence[str]]) -> list[str]:
        """The cards that no pile names, in content order. BadPosition where a card stands too often."""
        named = Counter(code for pile in piles for code in pile)
        refusals = [
            Refusal("pos_too_many", "components.deck", {"card": code, "n": n, "count": self.count[code]})
            for code, n in named.items()
            if n > self.count[code]
        ]
        if refusals:
            raise BadPosition(refusals)
        return [code for code, count in self.count.items() for _ in range(count - named[code])]


def draw(rest: list[str], size: int) -> list[str]:
    """Takes the first cards out of `rest`."""
    if not 0 <= size <= len(rest):
        raise too_few()
    drawn = rest[:size]
    del rest[:size]
    return drawn


def too_few() -> BadPosition:
    return BadPosition([Refusal("pos_not_enough", "components.deck")])


def hands_text(
    hands: Sequence[Sequence[str]], names: Sequence[str], seat: Seat | None, whole: bool
) -> dict[str, str | int]:
    """The hands of a short form; those that `seat` may not see by their size, unless `whole`."""
    return {
        names[s]: " ".join(hand) if whole or s == seat else len(hand) for s, hand in enumerate(hands) if hand
    }


# --- Comparing with what a case expects -------------------------------------------------------------------


Pile = Sequence[str] | int  # a number of cards for somebody who sees only how many there are


def seen_hands(seat: Seat | None, hand: Sequence[str], sizes: Sequence[int]) -> list[Pile]:
    """The hands of a view: one's own, and how many cards the others have."""
    return [hand if owner == seat else size for owner, size in enumerate(sizes)]


def pile_text(pile: Pile) -> str | int:
    """Cards as a short form has them, those that can't be seen by their number."""
    return pile if isinstance(pile, int) else " ".join(pile)


def by_name(values: Sequence[Any], names: Sequence[str]) -> dict[str, Any]:
    """A table from players to what there is to say of them; those of whom there is nothing are left out."""
    return {name: value for name, value in zip(names, values, strict=True) if value}


def compare(
    comparers: Mapping[str, Callable[[S, Sequence[str], str, Any], Pairs]],
    state: S,
    names: Sequence[str],
    expected: Mapping[str, Any],
) -> list[Difference]:
    """Where the position differs from the given keys of a short form, each key with a comparer of its own.

    `state` may be a view: then it is what one player knows that is compared. Raises BadPosition for a key or
    value that a short form can't have.
    """
    check_keys(expected, comparers)
    try:
        return [
            Difference(what, wanted, there)
            for key, value in expected.items()
            for what, wanted, there in comparers[key](state, names, key, value)
            if wanted != there
        ]
    except BadConfig as error:
        raise BadPosition(error.refusals) from error


def compare_players(state: Any, names: Sequence[str], key: str, value: Any) -> Pairs:
    """A number of players, or their names."""
    return [(key, value, state.players if type(value) is int else list(names))]


def compare_options(read: Callable[[Any], Any], state: Any, key: str, value: Any) -> Pairs:
    """The options that are named; `read` checks them as those of a game."""
    wanted, there = asdict(read(value)), asdict(state.options)
    return [(f"{key} {name}", wanted[name], there[name]) for name in value]


def compare_piles(box: Box, piles: Sequence[Pile], names: Sequence[str], key: str, value: Any) -> Pairs:
    """Piles by player; their order is free."""
    if not isinstance(value, Mapping):
        raise malformed(key)
    return [
        compare_pile(box, f"{key} {name}", wanted, piles[seat_named(name, names, key)])
        for name, wanted in value.items()
    ]


def compare_pile(box: Box, what: str, wanted: Any, pile: Pile) -> tuple[str, Any, Any]:
    """A pile by its size or its cards; cards that can't be seen are none that anybody could name."""
    size = pile if isinstance(pile, int) else len(pile)
    if type(wanted) is int:
        return what, wanted, size
    cards = " ".join(sorted(box.cards(wanted, what)))
    if isinstance(pile, int):
        return what, cards, size or ""
    return what, cards, " ".join(sorted(pile))


def compare_deck(box: Box, what: str, wanted: Any, deck: Pile) -> tuple[str, Any, Any]:
    """A deck, given from the top down, by its size, the cards on its top or, in a list, all of its cards."""
    size = deck if isinstance(deck, int) else len(deck)
    if type(wanted) is int:
        return what, wanted, size
    cards, below = box.deck(wanted, what)
    if isinstance(deck, int):
        return what, " ".join(cards), size or ""
    return what, " ".join(cards), " ".join(deck[: len(cards)] if below is None else deck)
