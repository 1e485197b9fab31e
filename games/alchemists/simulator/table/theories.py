"""The theory board: books with tokens, seals and conflicts, grants, the conference to come. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from games.alchemists.simulator.deduction.data import INGREDIENTS
from games.alchemists.simulator.deduction.deduction import deduce
from games.alchemists.simulator.engine.data import (
    CONFERENCES,
    GRANTS,
    GRANTS_FIRST,
    GRANTS_LATER,
    SEALS,
    SEALS_PER_BOOK,
)
from games.alchemists.simulator.engine.options import CONFERENCE, figures, level_of
from games.alchemists.simulator.engine.state import BOOK_AT
from games.alchemists.simulator.engine.view import View, facts_of
from games.alchemists.simulator.presenting.grid import agreeing
from games.alchemists.simulator.table.faces import Drawer, Face, Sign

WRONG, RIGHT, MAYBE = "wrong", "right", "maybe"


class Laid(NamedTuple):
    """A seal on a book, face down; `kind` where the viewer knows it."""

    sign: Sign
    kind: Face | None


class ShownTheory(NamedTuple):
    """A book. `token` is a formula or empty; `odds`: what the viewer knows of it (wrong, right, maybe)."""

    face: Face
    token: str
    seals: tuple[Laid, ...]
    free: int
    conflicts: tuple[Face, ...]
    odds: str


class GrantTile(NamedTuple):
    """A grant: its ingredients, each with whether the viewer's seal counts there; who has taken it."""

    face: Face
    points: int
    ingredients: tuple[tuple[Face, bool], ...]
    guessed: bool
    taken: Sign | None


class Conference(NamedTuple):
    """The next conference by the viewer's level; `losses` with no seal, with one…; `have` of own seals."""

    face: Face
    round: int
    level: str
    need: int
    gain: int
    losses: tuple[int, ...]
    have: int
    guessed: bool


class Stock(NamedTuple):
    """Own seals of a kind that are left."""

    face: Face
    left: int
    all: int


class Theories(NamedTuple):
    """`first`, `later`: the seals that a grant takes; `guessed`: whether all grants are our numbers."""

    books: tuple[ShownTheory, ...]
    grants: tuple[GrantTile, ...]
    conference: Conference | None
    seals: tuple[Stock, ...]
    published: int
    first: int
    later: int
    guessed: bool


def draw_theories(drawer: Drawer, view: View) -> Theories:
    books, grants = tuple(_books(drawer, view)), tuple(_grants(drawer, view))
    return Theories(
        books,
        grants,
        _conference(drawer, view),
        _stock(drawer, view),
        sum(bool(book.token) for book in books),
        GRANTS_FIRST,
        GRANTS_LATER,
        all(tile.guessed for tile in grants),
    )


def _books(drawer: Drawer, view: View) -> Iterator[ShownTheory]:
    for place, (code, book) in enumerate(zip(INGREDIENTS, view.books, strict=True)):
        disputed = [other for pair in view.conflicts if code in pair for other in pair if other != code]
        yield ShownTheory(
            drawer.face(code),
            book.token,
            tuple(_laid(drawer, view, place, seat) for seat in book.seats),
            SEALS_PER_BOOK - len(book.seats) if book.token else 0,
            drawer.faces(disputed),
            _odds(view, code, book.token),
        )


def _laid(drawer: Drawer, view: View, place: int, seat: int) -> Laid:
    own = view.own.placed[place] if view.own and seat == view.seat else ""
    return Laid(drawer.sign(seat), drawer.face(own) if own else None)


def _odds(view: View, ingredient: str, token: str) -> str:
    """What follows for a theory from what the viewer knows."""
    if not token or view.own is None:
        return ""
    deduced = deduce(agreeing(facts_of(view)))
    n = deduced.table[ingredient][token]
    return WRONG if not n else RIGHT if n == deduced.total else MAYBE


def _counts(view: View, code: str) -> bool:
    """Whether the viewer's seal on a book counts: it lies there, and no conflict does."""
    seal = view.seat in view.books[BOOK_AT[code]].seats
    return seal and not any(code in pair for pair in view.conflicts)


def _grants(drawer: Drawer, view: View) -> Iterator[GrantTile]:
    numbers = figures(view.options)
    set_by_table = {number.name for number in view.options.numbers}
    for code, card in GRANTS.items():
        owner = next((seat for seat, board in enumerate(view.boards) if code in board.grants), None)
        yield GrantTile(
            drawer.face(code),
            numbers.points[code],
            tuple((drawer.face(name), _counts(view, name)) for name in numbers.tiles[code]),
            card.guessed and not any(name.startswith(f"{code}.") for name in set_by_table),
            None if owner is None else drawer.sign(owner),
        )


def _conference(drawer: Drawer, view: View) -> Conference | None:
    """The one that comes next; for a bystander by the first seat's level."""
    ahead = [round_ for round_ in sorted(CONFERENCES) if round_ >= view.round]
    if not ahead:
        return None
    code, seat = CONFERENCES[ahead[0]], view.seat or 0
    level = level_of(view.options, CONFERENCE, seat)
    side = figures(view.options).conferences[code, level]
    card = drawer.content.card_by_code[code]
    own = any(number.name.startswith(f"{code}.{level}") for number in view.options.numbers)
    return Conference(
        drawer.face(code),
        ahead[0],
        level,
        side["need"],
        side["gain"],
        tuple(side["losses"]),
        sum(_counts(view, name) for name in INGREDIENTS) if view.seat is not None else 0,
        card.guessed and not own,
    )


def _stock(drawer: Drawer, view: View) -> tuple[Stock, ...]:
    if view.own is None:
        return ()
    return tuple(Stock(drawer.face(code), view.own.seals.count(code), n) for code, n in SEALS.items())
