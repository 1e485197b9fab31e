"""The content of the game with a table's own cards in place of the printed ones (`card_sets`). Pure.

A card of the table is called by the one that it is like and a number: `troll~1`. It is played as that card is
wherever only that matters, so engines need no more than this name; what it is called, how many there are and
its figures stand in this content. Of wands and artifacts each further copy has a number, too: what is kept of
one of them (its charges, that it has struck) isn't the other's.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import Any

from games.wizwar.rulebook.card_sets import (
    DAMAGE,
    DECK,
    GAME_ID,
    LIMITS,
    MOST_OWN,
    CardSet,
    figures_of,
    known,
)
from rulebook.content import reading
from rulebook.content.entries import Card, GameContent, Text
from rulebook.wording.sentences import render

MARK = "~"
TABLE = "table"  # whose figures they are, in `data.from` and `data.known`
APART = frozenset(("wand", "artifact"))  # traits of cards whose copies are kept apart


def own_id(like: str, number: int) -> str:
    """The id and code of a table's card."""
    return f"{like}{MARK}{number}"


def like_of(card: str) -> str:
    """The known card that one is, or is like, by its id."""
    return card.partition(MARK)[0]


def is_tables(card: Card) -> bool:
    """Whether some of its figures are the table's, or its number of copies."""
    return TABLE in (card.data.get("known"), card.data.get("from", {}).get("count"))


def are_apart(card: Card) -> bool:
    return not APART.isdisjoint(card.data.get("traits", ()))


def every_id() -> Mapping[str, str]:
    """By id, the card that it is like: of all cards that any table could have."""
    return {
        own_id(card.id, number): card.id
        for card in known().values()
        for number in range(1, (LIMITS[DECK][1] if are_apart(card) else MOST_OWN) + 1)
    }


def content_with(cards: CardSet, boxes: Iterable[str]) -> GameContent:
    """The content of the game with these boxes as this table's cards have it."""
    return _changed(cards, tuple(sorted(boxes))) if cards else reading.load(GAME_ID, boxes=boxes)


@lru_cache(maxsize=64)
def _changed(cards: CardSet, boxes: tuple[str, ...]) -> GameContent:
    base = reading.load(GAME_ID, boxes=boxes)
    return replace(base, cards=tuple(_dealt(base, cards)))


def _dealt(base: GameContent, cards: CardSet) -> Iterator[Card]:
    """The cards of the table, each own one after the card that it is like."""
    copies, figures = dict(cards.copies), dict(cards.figures)
    for card in base.cards:
        if card.deck != DECK:
            yield card
            continue
        numbers = count(1)
        printed = _with_figures(base, card, dict(figures.get(card.id, ())))
        yield from _apart(_counted(printed, copies[card.id]) if card.id in copies else printed, numbers)
        for own in cards.own:
            if own.like == card.id:
                code = own_id(card.id, next(numbers))
                face = _called(_with_figures(base, card, dict(own.figures)), code, Text(own.name, own.name))
                face = replace(face, data={**face.data, "known": TABLE})
                yield from _apart(_counted(face, own.copies), numbers)


def _apart(card: Card, numbers: Iterator[int]) -> Iterator[Card]:
    """One card for all copies, or one for each."""
    if not are_apart(card) or card.count < 2:
        yield card
        return
    yield _counted(card, 1)
    for copy in range(2, card.count + 1):
        name = Text(f"{card.name.ru} ({copy})", f"{card.name.en} ({copy})")
        yield _counted(_called(card, own_id(like_of(card.id), next(numbers)), name), 1)


def _with_figures(base: GameContent, card: Card, changed: Mapping[str, int]) -> Card:
    """The card with some figures of the table's, and its short rule with them."""
    if not changed:
        return card
    figures = {**figures_of(card), **changed}
    data: dict[str, Any] = {**card.data, "known": TABLE}
    amount = figures.get(DAMAGE, figures.get("attack"))
    data["damage"] = {**card.data["damage"], "amount": amount}
    if "stats" in data:
        data["stats"] = {**card.data["stats"], **figures}
    said = {lang: render(base, "mark", f"rule_{card.id}", figures, lang) for lang in ("ru", "en")}
    return replace(card, data=data, rule=Text(**said))


def _called(card: Card, code: str, name: Text) -> Card:
    """A card by another name; only its table knows it."""
    quoted = Text(f"«{name.ru}»", name.en)
    copies = tuple(replace(each, code=code) for each in card.copies)
    return replace(card, id=code, code=code, name=name, short=quoted, acc=quoted, copies=copies)


def _counted(card: Card, n: int) -> Card:
    """So many copies, as the table says."""
    copies = tuple(replace(each, count=n) for each in card.copies)
    data = {**card.data, "from": {**card.data["from"], "count": TABLE}}
    return replace(card, count=n, copies=copies, data=data)
