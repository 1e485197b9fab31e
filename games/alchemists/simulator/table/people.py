"""The players: what lies before each for all to see, and the reputation track. Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.alchemists.scoring.points import ZONES, zone_of
from games.alchemists.scoring.sheet import reputation_track
from games.alchemists.simulator.deduction.data import RESULTS
from games.alchemists.simulator.engine.data import ALL_SEALS, AREAS
from games.alchemists.simulator.engine.state import SEALED, Screen, top
from games.alchemists.simulator.engine.view import View
from games.alchemists.simulator.table.faces import Drawer, Face, Sign
from games.alchemists.simulator.table.field import OnSale, on_sale


class Counted(NamedTuple):
    face: Face
    n: int


class Made(NamedTuple):
    """A potion of the player's board: whether it was made, and whether it was exhibited."""

    face: Face
    made: bool
    exhibited: bool


class Person(NamedTuple):
    """A player as all see them; `hand` and `kept` (favours) where they are open to the viewer.

    `cubes` lie before the player, `placed` wait on the board for their action, `unused` are out of the game.
    """

    sign: Sign
    own: bool
    acts: bool
    first: bool
    gold: int
    reputation: int
    zone: str
    zone_name: str
    cubes: int
    placed: int
    unused: int
    hospital: int
    cards: int
    favours: int
    seals: int
    known: tuple[Counted, ...]
    potions: tuple[Made, ...]
    artifacts: tuple[OnSale, ...]
    grants: tuple[Face, ...]
    spent: tuple[Face, ...]
    aside: int
    paralysed: bool
    stricken: bool
    bid: int
    hand: tuple[Counted, ...]
    kept: tuple[Counted, ...]


def counted(drawer: Drawer, codes: Sequence[str]) -> tuple[Counted, ...]:
    """Each kind once, with how many of it there are."""
    return tuple(Counted(drawer.face(code), n) for code, n in Counter(codes).items())


def acting(view: View) -> Sequence[int]:
    """Who is to act, as far as the viewer may know: of a sealed choice everybody."""
    frame = top(view.agenda)
    if frame is None:
        return ()
    return frame.seats if isinstance(frame, SEALED) else (frame.seat,)


def draw_people(drawer: Drawer, view: View, opened: Sequence[Screen]) -> tuple[Person, ...]:
    """`opened`: what is behind all screens, once the game is over."""
    asked = acting(view)
    return tuple(_person(drawer, view, seat, seat in asked, opened) for seat in range(view.players))


def _person(drawer: Drawer, view: View, seat: int, acts: bool, opened: Sequence[Screen]) -> Person:
    board = view.boards[seat]
    zone = zone_of(board.reputation)
    laid = sum(seat in book.seats for book in view.books)
    screen = opened[seat] if opened else None
    return Person(
        sign=drawer.sign(seat),
        own=seat == view.seat,
        acts=acts,
        first=seat == view.first,
        gold=board.gold,
        reputation=board.reputation,
        zone=zone.id,
        zone_name=_zone_name(drawer, zone.id),
        cubes=board.cubes,
        placed=_placed(view, seat),
        unused=board.unused,
        hospital=board.hospital,
        cards=view.hand_sizes[seat],
        favours=view.favour_sizes[seat],
        seals=len(ALL_SEALS) - laid - len(board.seals),
        known=counted(drawer, board.shown),
        potions=tuple(
            Made(drawer.face(code), code in board.potions, code in board.exhibited) for code in RESULTS
        ),
        artifacts=tuple(on_sale(drawer, view, code) for code in board.artifacts),
        grants=drawer.faces(board.grants),
        spent=drawer.faces(board.seals),
        aside=sum(thrown.size for thrown in view.aside if thrown.seat == seat),
        paralysed=seat in view.paralysed,
        stricken=seat in view.stricken,
        bid=view.bids[seat],
        hand=counted(drawer, screen.hand) if screen else (),
        kept=counted(drawer, screen.favours) if screen else (),
    )


def _placed(view: View, seat: int) -> int:
    """The cubes of a seat's actions that are still to come."""
    rows = ((area, row) for area, rows in zip(AREAS, view.rows, strict=True) for row in rows)
    return sum(
        sum(area.cubes[view.players][row.over : row.actions]) for area, row in rows if row.seat == seat
    )


def _zone_name(drawer: Drawer, zone: str) -> str:
    return next(str(row[drawer.lang]) for row in drawer.content.constants["zones"] if row["id"] == zone)


# --- The track ---------------------------------------------------------------------------------------------


class ZoneWords(NamedTuple):
    """A zone in words: where it lies, and by how much it changes losses and the pay for a sale."""

    id: str
    name: str
    span: str
    loss: int
    gold: int


class Standing(NamedTuple):
    """The reputation track with the players' markers, the zones in words."""

    track: reputation_track.Track
    signs: tuple[Sign, ...]
    zones: tuple[ZoneWords, ...]


def draw_track(drawer: Drawer, view: View) -> Standing:
    return Standing(
        reputation_track.track([board.reputation for board in view.boards]),
        drawer.signs(range(view.players)),
        tuple(
            ZoneWords(
                zone.id,
                _zone_name(drawer, zone.id),
                f"{zone.first}–{zone.last}" if zone.last else f"{zone.first}+",
                zone.loss,
                zone.gold,
            )
            for zone in ZONES
        ),
    )
