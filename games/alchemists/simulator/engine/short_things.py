"""What a short form says of things: cards of ingredients and favours, boards, theories with their seals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from games.alchemists.scoring.points import ALCHEMICALS, FEATHER, MINIMUM, START
from games.alchemists.simulator.deduction.chemistry import EXACT, NEUTRAL_LEVEL
from games.alchemists.simulator.deduction.data import INGREDIENTS, NEUTRAL, PAIR_OF, POTIONS, RESULTS
from games.alchemists.simulator.engine.data import (
    ADVENTURERS,
    ADVENTURERS_IN_PLAY,
    ALL_SEALS,
    ARTIFACTS,
    ARTIFACTS_SHOWN,
    CAP,
    COPIES,
    CUSTODIAN,
    DECKS,
    EXHIBITION,
    FAVOUR_COPIES,
    FAVOURS_DRAWN,
    GOLD,
    GRANTS,
    HERBALIST,
    ROW,
    SEALS,
    SEALS_PER_BOOK,
    SELL,
)
from games.alchemists.simulator.engine.short_past import GONE, SecretPast
from games.alchemists.simulator.engine.short_values import (
    NO_CODES,
    codes,
    different,
    each,
    number,
    numbers,
    refused,
    words_of,
)
from games.alchemists.simulator.engine.state import NOTHING, YES, Board, Book, Mix, Thrown
from simulator.engine.positions import CardSupply, draw, too_few
from simulator.engine.shortform import by_seat, malformed, seat_named
from simulator.engine.tuples import in_order

INGREDIENT_BOX, FAVOUR_BOX = CardSupply(COPIES), CardSupply(FAVOUR_COPIES)
MOST_GOLD = MOST_REPUTATION = 999


def in_turns(cards: Sequence[str]) -> list[str]:
    """Cards one of each kind at a time, so that a few of them are of different kinds."""
    counted: Counter[str] = Counter()
    ranks = []
    for place, card in enumerate(cards):
        counted[card] += 1
        ranks.append((counted[card], place, card))
    return [card for _, _, card in sorted(ranks)]


# --- Boards ------------------------------------------------------------------------------------------------


def read_artifacts(data: Mapping[str, Any], names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """By player, in the order of buying; each artifact exists once."""
    bought = codes(data, "artifacts", names, ARTIFACTS)
    if code := _twice(bought):
        raise refused("pos_artifact", "setup.artifacts", artifact=code)
    return bought


def _twice(rows: Sequence[Sequence[str]]) -> str:
    """A code that somebody, or two of them, have twice."""
    return next((code for code, n in Counter(chain.from_iterable(rows)).items() if n > 1), "")


def read_dealt(value: Any, bought: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Three artifacts of each deck: those named and those bought, and the first others of the deck."""
    named = different(words_of(value, ARTIFACTS, "dealt"), "dealt")
    wanted = dict.fromkeys((*named, *(code for row in bought for code in row)))
    found = []
    for deck in DECKS:
        there = [code for code in wanted if code in deck]
        if len(there) > ARTIFACTS_SHOWN:
            raise refused("pos_artifact", "setup.artifacts", artifact=there[-1])
        found.append(tuple([*there, *(code for code in deck if code not in there)][:ARTIFACTS_SHOWN]))
    return tuple(found)


def read_adventurers(value: Any, round_: int) -> tuple[str, ...]:
    """From the one in town on (in round one the one to come); the others as the content has them."""
    named = different(words_of(value, ADVENTURERS, "adventurers"), "adventurers")
    before = max(0, round_ - 2)
    if len(named) > ADVENTURERS_IN_PLAY - before:
        raise malformed("adventurers")
    others = [code for code in ADVENTURERS if code not in named]
    return (*others[:before], *named, *others[before:])[:ADVENTURERS_IN_PLAY]


def read_boards(
    data: Mapping[str, Any],
    names: Sequence[str],
    known: SecretPast,
    spent: Sequence[tuple[str, ...]],
    artifacts: Sequence[tuple[str, ...]],
) -> list[Board]:
    """Boards without their cubes and their cards."""
    gold = numbers(data, "gold", names, GOLD, 0, MOST_GOLD)
    reputation = numbers(data, "reputation", names, START, MINIMUM, MOST_REPUTATION)
    made = codes(data, "potions", names, RESULTS)
    shown = codes(data, "exhibited", names, POTIONS)
    harmed = codes(data, "harmed", names, POTIONS)
    grants = codes(data, "grants", names, GRANTS)
    if code := _twice(grants):
        raise refused("pos_grant", "grants.one", grant=code)
    return [
        Board(
            gold[seat],
            reputation[seat],
            0,
            potions=_among(RESULTS, (*made[seat], *_made(known, seat))),
            artifacts=artifacts[seat],
            grants=grants[seat],
            suffered=harmed[seat],
            exhibited=tuple(dict.fromkeys((*_exhibited(known, seat), *shown[seat]))),
            seals=spent[seat],
        )
        for seat in range(len(names))
    ]


def _among(order: Sequence[str], codes: Sequence[str]) -> tuple[str, ...]:
    return tuple(code for code in order if code in codes)


def _made(known: SecretPast, seat: int) -> list[str]:
    """The potions that all have seen a player make."""
    return [potion for mix in known.mixes if mix.seat == seat for potion in [_seen(mix)] if potion]


def _seen(mix: Mix) -> str:
    if mix.how == SELL:
        return {EXACT: mix.potion, NEUTRAL_LEVEL: NEUTRAL}.get(mix.shown, NOTHING)
    return NOTHING if mix.how == EXHIBITION else mix.potion


def _exhibited(known: SecretPast, seat: int) -> list[str]:
    return [
        mix.potion for mix in known.mixes if mix.seat == seat and mix.how == EXHIBITION and mix.shown == YES
    ]


# --- Theories and seals ------------------------------------------------------------------------------------


class WrittenTheory(NamedTuple):
    """A token, and the seals on its book: whose, and the kind (NOTHING: not said)."""

    token: str
    seals: tuple[tuple[int, str], ...]


class Sealed(NamedTuple):
    """`books`, and by player the kinds `placed` on them, those `left` and those `spent`."""

    books: tuple[Book, ...]
    placed: list[tuple[str, ...]]
    left: list[tuple[str, ...]]
    spent: tuple[tuple[str, ...], ...]


def read_theories(value: Any, names: Sequence[str]) -> dict[str, WrittenTheory]:
    """«toad = ["a1", "Оля: gold", "Саша"]» by ingredient. Raises BadPosition."""
    if not isinstance(value, Mapping):
        raise malformed("theories")
    found: dict[str, WrittenTheory] = {}
    for ingredient, row in value.items():
        whole = f"theories: {ingredient!s:.20}"
        if ingredient not in INGREDIENTS or not isinstance(row, list) or len(row) < 2:
            raise malformed(whole)
        token, *seals = row
        if token not in ALCHEMICALS:
            raise malformed(f"{whole} {token!s:.20}")
        if any(theory.token == token for theory in found.values()):
            raise refused("pos_token", "publish.token", alchemical=token)
        found[ingredient] = WrittenTheory(token, tuple(_seal(text, names, whole) for text in seals))
        seats = [seat for seat, _ in found[ingredient].seals]
        if len(set(seats)) < len(seats) or len(seats) > SEALS_PER_BOOK:
            raise refused("pos_book", "endorse.places", ingredient=ingredient, n=SEALS_PER_BOOK)
    return found


def _seal(text: Any, names: Sequence[str], whole: str) -> tuple[int, str]:
    if not isinstance(text, str):
        raise malformed(whole)
    who, colon, kind = text.rpartition(":")
    if not colon:
        return seat_named(text.strip(), names, "theories"), NOTHING
    if kind.strip() not in SEALS:
        raise malformed(f"{whole} {kind:.20}")
    return seat_named(who.strip(), names, "theories"), kind.strip()


def read_seals(data: Mapping[str, Any], names: Sequence[str]) -> Sealed:
    """The books with their seals; a kind that isn't said is the first of those that are left."""
    theories = read_theories(data.get("theories", {}), names)
    spent = each(data, "spent", names, NO_CODES, lambda value: words_of(value, SEALS, "spent"))
    left = []
    for seat, kinds in enumerate(spent):
        used = Counter((*kinds, *(kind for each in theories.values() for s, kind in each.seals if s == seat)))
        used.pop(NOTHING, None)
        if used - Counter(ALL_SEALS):
            raise refused("pos_seals", "seals.supply", seat=seat)
        left.append(list((Counter(ALL_SEALS) - used).elements()))
    placed = [[NOTHING] * len(INGREDIENTS) for _ in names]
    books = []
    for place, ingredient in enumerate(INGREDIENTS):
        theory = theories.get(ingredient, WrittenTheory(NOTHING, ()))
        for seat, kind in theory.seals:
            if not kind and not left[seat]:
                raise refused("pos_seals", "seals.supply", seat=seat)
            placed[seat][place] = kind or left[seat].pop(0)
        books.append(Book(theory.token, tuple(seat for seat, _ in theory.seals)))
    return Sealed(tuple(books), [tuple(row) for row in placed], [in_order(row) for row in left], spent)


def read_conflicts(value: Any, books: Sequence[Book]) -> tuple[tuple[str, str], ...]:
    """«toad fern» for each pair of theories in conflict."""
    if not isinstance(value, list):
        raise malformed("conflicts")
    published = {name for name, book in zip(INGREDIENTS, books, strict=True) if book.token}
    found = set()
    for text in value:
        first, _, second = text.partition(" ") if isinstance(text, str) else ("", "", "")
        if (first, second) not in PAIR_OF:
            raise malformed(f"conflicts: {text!s:.40}")
        pair = PAIR_OF[first, second]
        if not set(pair) <= published:
            raise refused("pos_conflict", "conflict.effect", pair=list(pair))
        found.add(pair)
    return tuple(sorted(found))


# --- Cards -------------------------------------------------------------------------------------------------


class Cards(NamedTuple):
    """Where the ingredients are; `behind` and `under` go with the entries of `thrown` and `aside`."""

    hands: list[tuple[str, ...]]
    shown: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    row: tuple[str, ...]
    cleared: tuple[str, ...]
    thrown: tuple[Thrown, ...]
    aside: tuple[Thrown, ...]
    behind: list[list[tuple[str, ...]]]
    under: list[list[tuple[str, ...]]]


class Lying(NamedTuple):
    """Cards that went face down: whose, of which mix (-1: none), which, and how many unnamed ones."""

    seat: int
    mix: int
    cards: tuple[str, ...]
    unnamed: int
    aside: bool


def read_cards(
    data: Mapping[str, Any],
    names: Sequence[str],
    known: SecretPast,
    artifacts: Sequence[Sequence[str]],
    row_lies: bool,
    pending: bool,
) -> Cards:
    """All forty. `row_lies`: five are turned up if none are named; `pending`: the last mix isn't cleared."""
    shown = each(data, "shown", names, NO_CODES, lambda value: INGREDIENT_BOX.cards(value, "shown"))
    hands, sizes = INGREDIENT_BOX.hands(data.get("hands", {}), names, shown)
    for held, open_ in zip(hands, shown, strict=True):
        if Counter(open_) - Counter(held):
            raise malformed(f"shown: {' '.join(open_):.60}")
    top, below = INGREDIENT_BOX.deck(data.get("deck", ""))
    row = INGREDIENT_BOX.cards(data.get("row", ""), "row")
    cleared = INGREDIENT_BOX.cards(data.get("discard", ""), "discard")
    lying = [*_of_mixes(known, artifacts, pending), *_of_discards(data, names)]
    waiting = [known.pairs[-1]] if pending and known.pairs else []
    left = in_turns(INGREDIENT_BOX.rest([*hands, top, row, cleared, *waiting, *(e.cards for e in lying)]))
    if "row" not in data and row_lies:
        row = tuple(draw(left, ROW))
    for seat, size in enumerate(sizes):
        hands[seat] = (*hands[seat], *draw(left, size))
    whole = [(e, (*e.cards, *draw(left, e.unnamed))) for e in lying]
    under_deck = draw(left, len(left) if below is None else below)
    seats = range(len(names))
    return Cards(
        [in_order(hand) for hand in hands],
        tuple(in_order(cards) for cards in shown),
        tuple(reversed((*top, *under_deck))),
        row,
        (*cleared, *left),
        tuple(Thrown(e.seat, len(cards), e.mix) for e, cards in whole if not e.aside),
        tuple(Thrown(e.seat, len(cards), e.mix) for e, cards in whole if e.aside),
        [[cards for e, cards in whole if e.seat == seat and not e.aside] for seat in seats],
        [[cards for e, cards in whole if e.seat == seat and e.aside] for seat in seats],
    )


def _of_mixes(known: SecretPast, artifacts: Sequence[Sequence[str]], pending: bool) -> list[Lying]:
    """The cards of past mixes that haven't been shuffled into the deck since; the Cap keeps them in hand."""
    found = []
    over = len(known.mixes) - pending
    rows = zip(known.mixes, known.pairs, known.fates, known.guessed, strict=True)
    for n, (mix, pair, fate, guessed) in enumerate(rows):
        if n >= over or fate == GONE or mix.how == CAP:
            continue
        aside = mix.how == EXHIBITION and mix.shown == YES and FEATHER in artifacts[mix.seat]
        cards = tuple(card for card in pair if card != fate)
        size = 1 if fate else len(pair)
        found.append(Lying(mix.seat, n, () if guessed else cards, size if guessed else 0, aside))
    return found


def _of_discards(data: Mapping[str, Any], names: Sequence[str]) -> list[Lying]:
    """`thrown`: by player, texts of cards that went face down otherwise, or how many."""
    found = []
    for seat, rows in enumerate(by_seat(data.get("thrown", {}), names, "thrown", [])):
        if not isinstance(rows, list):
            raise malformed(f"thrown: {rows!s:.40}")
        for row in rows:
            counted = type(row) is int
            cards = () if counted else INGREDIENT_BOX.cards(row, "thrown")
            size = number(row, "thrown", 1, INGREDIENT_BOX.total) if counted else 0
            found.append(Lying(seat, -1, cards, size, False))
    return found


class FavourCards(NamedTuple):
    """Where the favours are; `played` lie open in the discard, `card`: a Custodian lies beside the board."""

    hands: list[tuple[str, ...]]
    dropped: tuple[str, ...]
    played: tuple[str, ...]
    card: bool
    deck: tuple[str, ...]


def read_favours(
    data: Mapping[str, Any], names: Sequence[str], choosing: bool, custodian: bool
) -> FavourCards:
    """`choosing`: two for each to keep one of; `custodian`: one is played this round."""
    given = data.get("favours", {})
    if choosing and isinstance(given, Mapping):
        given = dict.fromkeys(names, FAVOURS_DRAWN) | dict(given)
    hands, sizes = FAVOUR_BOX.hands(given, names, key="favours")
    if not choosing and any(HERBALIST in hand for hand in hands):
        raise refused("pos_herbalist", "favour.now")
    dropped, hidden = FAVOUR_BOX.hands(data.get("dropped", {}), names, key="dropped")
    if any(len(cards) + n > 1 for cards, n in zip(dropped, hidden, strict=True)):
        raise malformed("dropped")
    played = FAVOUR_BOX.cards(data.get("played", ""), "played")
    top, below = FAVOUR_BOX.deck(data.get("favour_deck", ""), "favour_deck")
    beside = (CUSTODIAN,) if custodian else ()
    left = in_turns(FAVOUR_BOX.rest([*hands, *dropped, played, top, beside]))
    for seat, size in enumerate(sizes):
        free = [card for card in left if card != HERBALIST]
        if size > len(free):
            raise too_few()
        for card in free[:size]:
            left.remove(card)
        hands[seat] = (*hands[seat], *free[:size])
        if choosing and len(hands[seat]) != FAVOURS_DRAWN:
            raise malformed("favours")
    dropped = [(*cards, *draw(left, n)) for cards, n in zip(dropped, hidden, strict=True)]
    under = draw(left, len(left) if below is None else below)
    return FavourCards(
        [in_order(hand) for hand in hands],
        tuple("".join(cards) for cards in dropped),
        (*played, *left),
        custodian,
        tuple(reversed((*top, *under))),
    )
