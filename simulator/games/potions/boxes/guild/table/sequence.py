"""Sequences on the table: what each column waits for, and where its card may come from. Pure."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rulebook.drawing.icons import kind_icon
from rulebook.games.potions.boxes.guild import sequences
from rulebook.games.potions.boxes.guild.drawing import sequence_card
from rulebook.games.potions.boxes.guild.drawing.sequence_card import DONE, NEXT, ROMAN, SKIPPED, Place
from rulebook.games.potions.boxes.guild.drawing.sequence_card import LAST as PROTECTED
from rulebook.games.potions.boxes.guild.sequences import Column, SequenceCard
from scoring.games.potions.boxes.guild.points import STONE_KIND
from scoring.games.potions.points import half
from simulator.engine.game import Move
from simulator.games.potions.boxes.guild.engine.columns import (
    FREE,
    HAND,
    SEQUENCE,
    Row,
    cards_of,
    free_cards,
    rows_of,
)
from simulator.games.potions.boxes.guild.engine.columns import SKIPPED as PASSED_OVER
from simulator.games.potions.boxes.guild.engine.stages import LAST, VERB
from simulator.games.potions.engine.data import CARD
from simulator.games.potions.engine.view import View
from simulator.games.potions.table.boxes import Part
from simulator.games.potions.table.faces import Drawer

ABOVE, BESIDE = "simulator/potions/guild/_sequence.html", "simulator/potions/guild/_row.html"
OWN_TABLE, TABLE = "own", "table"
SIZE = f"{sequence_card.SIZE.width:g} {sequence_card.SIZE.height:g}"


class Origin(NamedTuple):
    """Where the card of a stage may come from: hand, own, table or sequence; whose it is, what that player
    gets for it.
    """

    kind: str
    name: str
    half: int


class Waiting(NamedTuple):
    """A column: how far it has come, what it waits for, from where that may come, and the move that lays it,
    with its words; no move where it can't be laid now.
    """

    roman: str
    laid: int
    stages: int
    name: str
    soft: str
    icon: str
    points: int
    origins: tuple[Origin, ...]
    move: str
    words: str


class Shown(NamedTuple):
    """A player's Sequence card. `inside` is its drawing, `label` what a reader hears of it."""

    title: str
    columns: tuple[Waiting, ...]
    inside: str
    label: str
    size: str
    ours: bool


class Lying(NamedTuple):
    """A card in a Sequence; the last of its column is protected."""

    icon: str
    name: str
    protected: bool


class Progress(NamedTuple):
    """A column of somebody's card: how far it has come, and what lies in it."""

    roman: str
    laid: int
    stages: int
    next: str
    cards: tuple[Lying, ...]


class Others(NamedTuple):
    """What a player has laid, as the others see it."""

    title: str
    columns: tuple[Progress, ...]
    begun: bool


def card_of(view: View, seat: int) -> SequenceCard:
    """A player's Sequence card."""
    row = rows_of(view)[seat]
    return next(card for card in cards_of(view.course) if card.id == row.card)


def above(drawer: Drawer, view: View, words: Mapping[Move, str]) -> list[Part]:
    """The card of whoever is looking, else of whoever's turn it is."""
    acting = view.agenda[0].seat if view.agenda else 0
    seat = acting if view.seat is None else view.seat
    card, row = card_of(view, seat), rows_of(view)[seat]
    columns = tuple(
        _waiting(drawer, view, seat, n, column, laid, words)
        for n, (column, laid) in enumerate(zip(card.columns, row.columns, strict=True))
    )
    shown = Shown(
        title=_title(drawer, view, seat, card),
        columns=columns,
        inside=sequence_card.face(view.course.game, card, drawer.lang, marks=marks(row)),
        label=sequence_card.label(view.course.game, card, drawer.lang),
        size=SIZE,
        ours=sequence_card.is_ours(card),
    )
    return [Part(ABOVE, shown, tuple(column.move for column in columns if column.move))]


def _title(drawer: Drawer, view: View, seat: int, card: SequenceCard) -> str:
    title = sequences.name(card.id).in_(drawer.lang)
    return title if seat == view.seat else f"{drawer.names[seat]}: {title}"


def marks(row: Row) -> dict[Place, str]:
    """How far the columns have come."""
    found = {}
    for n, laid in enumerate(row.columns):
        for stage, code in enumerate(laid):
            found[Place(n, stage)] = SKIPPED if code == PASSED_OVER else DONE
        if laid:
            found[Place(n, len(laid) - 1)] = PROTECTED
        if len(laid) <= LAST:
            found[Place(n, len(laid))] = NEXT
    return found


def _waiting(
    drawer: Drawer,
    view: View,
    seat: int,
    n: int,
    column: Column,
    laid: tuple[str, ...],
    words: Mapping[Move, str],
) -> Waiting:
    stages = len(column.stages)
    place = min(len(laid), stages - 1)
    card = drawer.content.card_by_id[column.stages[place]]
    move = Move(VERB, (card.id, n + 1))
    name = card.name.in_(drawer.lang)
    return Waiting(
        roman=ROMAN[n],
        laid=len(laid),
        stages=stages,
        name=name,
        soft=drawer.soft(card.short.in_(drawer.lang)),
        icon=kind_icon(card.kind),
        points=column.points[place],
        origins=tuple(_origins(drawer, view, seat, card.id, place, column.points[place])),
        move=str(move) if move in words else "",
        words=words.get(move, ""),
    )


def _origins(drawer: Drawer, view: View, seat: int, card: str, place: int, points: int) -> Iterable[Origin]:
    """The hand, tables and Sequences that hold the card now; a Stone comes from the hand alone."""
    if seat == view.seat and any(CARD[code].id == card for code in view.hand):
        yield Origin(HAND, "", 0)
    if place == LAST:
        return
    for owner, table in enumerate(view.tables):
        own = owner == seat
        paid = 0 if own else half(points)
        if any(CARD[recipe.card].id == card for recipe in table):
            yield Origin(OWN_TABLE if own else TABLE, drawer.names[owner], paid)
        if any(CARD[code].id == card for code in free_cards(rows_of(view)[owner])):
            yield Origin(SEQUENCE, drawer.names[owner], paid)


def stone_moves(drawer: Drawer, view: View, code: str) -> Iterable[tuple[Move, str]]:
    """A Stone in hand, laid at the end of the columns that ask for it: that is all it is there for."""
    if CARD[code].kind != STONE_KIND or view.seat is None:
        return
    for n, column in enumerate(card_of(view, view.seat).columns, 1):
        if column.stages[LAST] == CARD[code].id:
            said = drawer.say(VERB, card=code, column=n, n=column.points[LAST])
            yield Move(VERB, (CARD[code].id, n)), said


def beside(drawer: Drawer, view: View, seat: int) -> list[Part]:
    """What lies in a player's columns."""
    card, row = card_of(view, seat), rows_of(view)[seat]
    columns = tuple(
        Progress(
            roman=ROMAN[n],
            laid=len(laid),
            stages=len(column.stages),
            next=drawer.content.card_by_id[column.stages[len(laid)]].short.in_(drawer.lang)
            if len(laid) < len(column.stages)
            else "",
            cards=tuple(_lying(drawer, laid)),
        )
        for n, (column, laid) in enumerate(zip(card.columns, row.columns, strict=True))
    )
    shown = Others(sequences.name(card.id).in_(drawer.lang), columns, any(row.columns))
    return [Part(BESIDE, shown)]


def _lying(drawer: Drawer, laid: tuple[str, ...]) -> Iterable[Lying]:
    for n, code in enumerate(laid):
        if code not in FREE:
            yield Lying(kind_icon(CARD[code].kind), drawer.card(code), n == len(laid) - 1)
