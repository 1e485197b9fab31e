"""What positions of all games share: reading them, the cards of the box, who knows which of them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from simulator.engine.game import Seat
from simulator.engine.refusal import BadConfig, BadPosition
from simulator.engine.shortform import by_seat, malformed
from web.refusal import Refusal

S = TypeVar("S")


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


class CardSupply:
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
