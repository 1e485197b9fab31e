"""Sequences on the table: what each column waits for, and where its card may come from. Pure."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.potions.rulebook.boxes.guild import sequences
from games.potions.rulebook.boxes.guild.drawing import sequence_card
from games.potions.rulebook.boxes.guild.drawing.sequence_card import DONE, NEXT, ROMAN, SKIPPED, StagePlace
from games.potions.rulebook.boxes.guild.drawing.sequence_card import LAST as PROTECTED
from games.potions.rulebook.boxes.guild.sequences import Column, SequenceCard
from games.potions.scoring.boxes.guild.points import STAGE
from games.potions.scoring.points import half
from games.potions.simulator.boxes.guild.engine.columns import (
    FREE,
    HAND,
    SEQUENCE,
    Row,
    cards_of,
    last_cards,
    rows_of,
)
from games.potions.simulator.boxes.guild.engine.columns import SKIPPED as PASSED_OVER
from games.potions.simulator.boxes.guild.engine.stages import (
    LAST,
    VERB,
    Next,
    every_stage,
    from_tables,
    stage_at,
    stages_of,
)
from games.potions.simulator.engine.data import CARD
from games.potions.simulator.engine.standing import why_silent
from games.potions.simulator.engine.state import RECIPE
from games.potions.simulator.engine.view import View
from games.potions.simulator.table.boxes import AnswerLabel, Part
from games.potions.simulator.table.faces import Drawer
from rulebook.drawing.icons import kind_icon
from rulebook.wording.sentences import render
from simulator.engine.game import Move
from simulator.table import about as shared
from simulator.table.about import About, ThingName, Topic, Topics

ABOVE, BESIDE = "simulator/potions/guild/_sequence.html", "simulator/potions/guild/_row.html"
COLUMN = "column"
TOPICS: Topics = {
    COLUMN: Topic("guild.sequence.order", "column"),
    "term.sequence": Topic("guild.sequence.card"),
    "term.phase": Topic("guild.phases.three"),
    "card.elixir_of_universality": Topic("guild.universality.make", "universality"),
    "card.philosophers_stone": Topic("guild.stone.kinds", "stone"),
    "card.spell_athanorum": Topic("guild.athanorum.exchange", "athanorum"),
    "card.spell_of_transmutation": Topic("guild.transmutation.skip", "transmutation"),
    "card.spell_of_trismegistus": Topic("guild.trismegistus.take", "trismegistus"),
}
OWN = {RECIPE: "own", SEQUENCE: "own_sequence"}  # what is called otherwise where it is one's own
SIZE = f"{sequence_card.SIZE.width:g} {sequence_card.SIZE.height:g}"


class StageOrigin(NamedTuple):
    """Where the card of a stage may come from: hand, recipe (on a table), sequence, or what is one's own of
    these; whose it is, what that player gets for it.
    """

    kind: str
    name: str
    half: int


class Waiting(NamedTuple):
    """A column: how far it has come, what it waits for, from where that may come, and the move that lays it,
    with its words; no move where it can't be laid now. `protected`: whose last stage it is, "" for one's own,
    where it lies nowhere else; `last`: it is the Stone, which ends the game; `open`: the game still goes on.
    """

    roman: str
    laid: int
    stages: int
    name: str
    soft: str
    icon: str
    points: int
    origins: tuple[StageOrigin, ...]
    protected: tuple[str, ...]
    move: str
    words: str
    last: bool
    open: bool


class Shown(NamedTuple):
    """A player's Sequence card. `inside` is its drawing, `label` what a reader hears of it."""

    title: str
    columns: tuple[Waiting, ...]
    inside: str
    label: str
    size: str
    ours: bool


class LaidCard(NamedTuple):
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
    cards: tuple[LaidCard, ...]


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
    seat = _shown_seat(view)
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
    moves = tuple(column.move for column in columns if column.move)
    return [Part(ABOVE, shown, moves, below=True)]


def _shown_seat(view: View) -> int:
    """Whoever is looking, else whoever's turn it is."""
    acting: int = view.agenda[0].seat if view.agenda else 0
    return acting if view.seat is None else view.seat


def _title(drawer: Drawer, view: View, seat: int, card: SequenceCard) -> str:
    title = sequences.name(card.id).in_(drawer.lang)
    return title if seat == view.seat else f"{drawer.names[seat]}: {title}"


def marks(row: Row) -> dict[StagePlace, str]:
    """How far the columns have come."""
    found = {}
    for n, laid in enumerate(row.columns):
        for stage, code in enumerate(laid):
            found[StagePlace(n, stage)] = SKIPPED if code == PASSED_OVER else DONE
        if laid:
            found[StagePlace(n, len(laid) - 1)] = PROTECTED
        if len(laid) <= LAST:
            found[StagePlace(n, len(laid))] = NEXT
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
    stage = stage_at(n, place, column)
    card = drawer.content.card_by_id[stage.card]
    origins = tuple(dict.fromkeys(_origins(drawer, view, seat, stage))) if view.agenda else ()
    return Waiting(
        roman=ROMAN[n],
        laid=len(laid),
        stages=stages,
        name=card.name.in_(drawer.lang),
        soft=drawer.soft(card.short.in_(drawer.lang)),
        icon=kind_icon(card.kind),
        points=stage.points,
        origins=origins,
        protected=() if origins or not view.agenda else tuple(_protected(drawer, view, stage.card)),
        move=str(stage.move) if stage.move in words else "",
        words=words.get(stage.move, ""),
        last=place == LAST,
        open=bool(view.agenda),
    )


def _origins(drawer: Drawer, view: View, seat: int, stage: Next) -> Iterable[StageOrigin]:
    """The hand, tables and Sequences that hold the card now, with what their owners really get: a recipe that
    brings no half stands there without one. A Stone comes from the hand alone.
    """
    if seat == view.seat and any(CARD[code].id == stage.card for code in view.hand):
        yield StageOrigin(HAND, "", 0)
    if stage.place == LAST:
        return
    for source in sorted(from_tables(view, stage), key=lambda each: (each.seat, each)):
        paid = source.seat != seat and not why_silent(view.course, source, STAGE)
        kind = OWN[source.kind] if source.seat == view.seat else source.kind
        yield StageOrigin(kind, drawer.names[source.seat], half(stage.points) if paid else 0)


def _protected(drawer: Drawer, view: View, card: str) -> Iterable[str]:
    """Whose last stage a card is: nobody takes it from there (guild.sequence.last)."""
    for seat, row in enumerate(rows_of(view)):
        if any(CARD[code].id == card for code in last_cards(row)):
            yield "" if seat == view.seat else drawer.names[seat]


def stage_moves(drawer: Drawer, view: View, code: str) -> Iterable[tuple[Move, str]]:
    """A card in hand, laid in the columns that wait for it, else in the one that will first: that can't be
    done yet, and its key says why.
    """
    if view.seat is None:
        return
    row, stages = rows_of(view)[view.seat], every_stage(view.course, rows_of(view)[view.seat].card)
    asked = [stage for column in stages for stage in column if stage.card == CARD[code].id]
    ahead = {stage: stage.place - len(row.columns[stage.column]) for stage in asked}
    nearest = min((n for n in ahead.values() if n >= 0), default=-1)
    found = [stage for stage, n in ahead.items() if n == nearest >= 0]
    for stage in found if nearest == 0 else found[:1]:
        key = "stone" if stage.place == LAST else VERB
        yield stage.move, drawer.key(key, column=stage.column + 1, n=stage.points)


# --- Transmutation: what it passes over, where the stage after that comes from ------------------------------


def transmuting(drawer: Drawer, view: View) -> Iterable[AnswerLabel]:
    """All that the spell can lay now, a column each."""
    assert view.seat is not None  # nobody but a seat has a hand
    for stage in stages_of(view, view.seat, ahead=1):
        if stage.place < LAST and any(_origins(drawer, view, view.seat, stage)):
            yield transmuted(drawer, view, stage)


def transmuted(drawer: Drawer, view: View, stage: Next) -> AnswerLabel:
    """The stage with its column and points; which one is passed over, where it comes from, who is paid."""
    assert view.seat is not None
    words = drawer.key("skip", card=stage.card, column=stage.column + 1, n=stage.points)
    origins = dict.fromkeys(_origins(drawer, view, view.seat, stage))
    passed = drawer.mark("note_skip", next=passed_over(view, stage).card)
    return AnswerLabel(words, "; ".join([passed, *(_from(drawer, origin) for origin in origins)]))


def passed_over(view: View, stage: Next) -> Next:
    """The stage that the spell doesn't lay."""
    assert view.seat is not None
    row = rows_of(view)[view.seat]
    return every_stage(view.course, row.card)[stage.column][stage.place - 1]


def _from(drawer: Drawer, origin: StageOrigin) -> str:
    known = drawer.content.words["fact"].get(f"from_{origin.kind}")
    if known:
        return known.in_(drawer.lang)
    return f"{origin.name} +{origin.half}" if origin.half else origin.name


# --- What lies in a player's columns ------------------------------------------------------------------------


def where_protected(drawer: Drawer, view: View, ingredient: str) -> str:
    """Where an ingredient lies that nobody may take, as the last stage of a column."""
    kind, _, name = ingredient.partition(":")
    if kind == "element":
        return ""
    fits = [card for card in drawer.content.cards if name == card.kind or card.id in name.split("|")]
    owners = dict.fromkeys(owner for card in fits for owner in _protected(drawer, view, card.id))
    facts = drawer.content.words["fact"]
    others, own = facts["protected"].in_(drawer.lang), facts["protected_own"].in_(drawer.lang)
    return ", ".join(f"{others}: {owner}" if owner else own for owner in owners)


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


def _lying(drawer: Drawer, laid: tuple[str, ...]) -> Iterable[LaidCard]:
    for n, code in enumerate(laid):
        if code not in FREE:
            yield LaidCard(kind_icon(CARD[code].kind), drawer.card(code), n == len(laid) - 1)


# --- What a column is for whoever touches it ----------------------------------------------------------------


def about(drawer: Drawer, view: View, thing: ThingName) -> About | None:
    """A column of the card that is shown: how far it has come and what it waits for."""
    column = column_of(view, thing)
    if column is None:
        return None
    seat = _shown_seat(view)
    laid = len(rows_of(view)[seat].columns[column])
    stages = every_stage(view.course, rows_of(view)[seat].card)[column]
    waits = {"card": stages[laid].card, "points": stages[laid].points} if laid < len(stages) else {}
    now = render(
        drawer.content,
        "about",
        "column" if waits else "column_full",
        {"n": laid, "all": len(stages), **waits},
        drawer.lang,
        drawer.names,
    )
    return shared.of_kind(drawer.content, TOPICS, COLUMN, drawer.lang, ROMAN[column], now)


def read(drawer: Drawer, view: View) -> Iterable[str]:
    for name in ROMAN:
        found = about(drawer, view, ThingName(COLUMN, name))
        if found:
            yield f"{found.name}. {found.lines[0]}"


def moves_at(view: View, thing: ThingName) -> Iterable[Move]:
    """The stage that a column waits for."""
    column = column_of(view, thing)
    if column is None or view.seat is None:
        return
    stages = every_stage(view.course, rows_of(view)[view.seat].card)[column]
    yield from (stage.move for stage in stages[len(rows_of(view)[view.seat].columns[column]) :][:1])


def column_of(view: View, thing: ThingName) -> int | None:
    """Which column of the card that is shown a thing is, from 0."""
    named = thing.kind == COLUMN and thing.id in ROMAN[: len(rows_of(view)[_shown_seat(view)].columns)]
    return ROMAN.index(thing.id) if named else None
