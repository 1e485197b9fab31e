"""The table of «Зельеварение»: the cupboard, recipes with what lies under them, hands, compound moves."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.potions.rulebook.words import deck_name, times
from games.potions.scoring.points import INGREDIENT, half, on_track, score
from games.potions.scoring.sheet.box import Setup
from games.potions.simulator.engine.assembling import needs, sources
from games.potions.simulator.engine.cupboard import is_present
from games.potions.simulator.engine.data import (
    CARD,
    ELEMENTS_OF,
    GREAT,
    PLACE,
    POINTS,
    SPELLS,
)
from games.potions.simulator.engine.phases import Drawing
from games.potions.simulator.engine.staging import ASSEMBLE
from games.potions.simulator.engine.standing import why_silent
from games.potions.simulator.engine.state import CAST, STAND_IN, WILD, Filler, Staged, State
from games.potions.simulator.engine.text import as_element_brings
from games.potions.simulator.engine.view import View
from games.potions.simulator.table import questions
from games.potions.simulator.table.boxes import AnswerLabel, Part, buttons, on_table
from games.potions.simulator.table.faces import Drawer, Face
from rulebook.content.entries import GameContent
from rulebook.drawing.icons import element_icon
from scoring.sheets.lines import ScoreLine
from simulator.engine.game import Event, Move

PASS = Move("pass")
PLAYS = ("element", ASSEMBLE, CAST)  # what the base game does with a card in hand
MARKS = {WILD: "mark_wild", STAND_IN: "mark_stand_in"}
LAID = ("laid_new", "laid_again", "laid_great", "cast")
RETURNED = ("returned", "destroyed", "freed")


class Stack(NamedTuple):
    """An element of the cupboard: its cards from the top down; whether the top one is a recipe."""

    element: str
    name: str
    soft: str
    icon: str
    cards: tuple[Face, ...]
    apart: int
    top: str
    recipe: bool
    arrived: bool


class Lying(NamedTuple):
    """An assembled recipe; `mark` says what stood in for something under it, where a box cares."""

    face: Face
    under: tuple[Face, ...]
    arrived: bool
    mark: str


class Player(NamedTuple):
    """`known` are the cards in hand that everybody has seen, `hand` all of them where nothing is hidden."""

    seat: int
    name: str
    cards: int
    points: int
    lap: int
    field: int
    acts: bool
    begins: bool
    own: bool
    known: tuple[Face, ...]
    hand: tuple[Face, ...]
    recipes: tuple[Lying, ...]
    parts: tuple[Part, ...]

    @property
    def counted(self) -> int:
        """What the word behind the points goes by: «−2 очка», as «2 очка»."""
        return abs(self.points)


class IngredientNeed(NamedTuple):
    """What a card needs, `thing` as whoever touches it asks for it; `wild`: it isn't there itself, an element
    that stands in for any is.
    """

    thing: str
    icon: str
    name: str
    there: bool
    wild: bool


class Role(NamedTuple):
    """A way to play a card: the move's text, its words under the card's name, who else gets points by it, and
    what comes of it now where that isn't said elsewhere.
    """

    move: str
    short: str
    points: int | None
    others: tuple[tuple[str, int], ...]
    open_choice: bool
    legal: bool
    brings: tuple[AnswerLabel, ...] = ()


class HandCard(NamedTuple):
    """A card in one's hand, what it still needs (`missing` says where that lies if nobody may take it), what
    its rule is, and the ways to play it.
    """

    face: Face
    needs: tuple[IngredientNeed, ...]
    missing: tuple[str, ...]
    can: bool
    rule: str
    roles: tuple[Role, ...]


class Deck(NamedTuple):
    """A deck by its name, and how many cards are left."""

    name: str
    n: int


class Table(NamedTuple):
    stacks: tuple[Stack, ...]
    apart: tuple[Face, ...]
    players: tuple[Player, ...]
    hand: tuple[HandCard, ...]
    now: tuple[HandCard, ...]
    stage: questions.Stage | None
    deck: int
    decks: tuple[Deck, ...]
    further: bool
    note: str
    above: tuple[Part, ...]
    others: tuple[tuple[str, str], ...]


class Result(NamedTuple):
    """The points of a game by seat, and why."""

    round: int
    points: tuple[int, ...]
    lines: tuple[tuple[str, int, tuple[ScoreLine, ...]], ...]


# --- Drawing ------------------------------------------------------------------------------------------------


def draw(
    content: GameContent,
    view: View,
    names: Sequence[str],
    words: Mapping[Move, str],
    events: Sequence[Event],
    lang: str,
    totals: Sequence[int],
    open_hands: Sequence[Sequence[str]] = (),
) -> Table:
    """`words` are the legal moves with their sentences, `events` what has just happened, `open_hands` all
    hands where nothing is hidden any more.
    """
    drawer = Drawer(content, lang, names)
    hand = tuple(_hand_card(drawer, view, code, words) for code in view.hand)
    top = view.agenda[-1] if view.agenda else None
    above = _above(drawer, view, words, events)
    asked = questions.stage(drawer, view, words)
    return Table(
        stacks=_stacks(drawer, view, events),
        apart=drawer.faces(view.cupboard.apart),
        players=tuple(_player(drawer, view, seat, open_hands, events) for seat in range(view.players)),
        hand=hand,
        now=tuple(dict.fromkeys(card for card in hand if card.can)),
        stage=asked,
        deck=sum(view.deck_sizes),
        decks=tuple(_decks(drawer, view)),
        above=above,
        others=() if asked else tuple(_others(hand, above, words)),
        further=PASS in words and bool(view.hand) and not isinstance(top, Drawing),
        note=next(filter(None, (box.asked(drawer, view) for box in on_table(view.course.boxes))), ""),
    )


def _decks(drawer: Drawer, view: View) -> Iterable[Deck]:
    for deck_id, n in zip(view.course.deck_ids, view.deck_sizes, strict=True):
        yield Deck(deck_name(drawer.content, deck_id, drawer.lang), n)


def _above(
    drawer: Drawer, view: View, words: Mapping[Move, str], events: Sequence[Event]
) -> tuple[Part, ...]:
    """What boxes show above the cupboard; what two of them share stands there once."""
    found = (part for box in on_table(view.course.boxes) for part in box.above(drawer, view, words, events))
    return tuple({part.template: part for part in found}.values())


def _others(
    hand: Sequence[HandCard], above: Sequence[Part], words: Mapping[Move, str]
) -> Iterable[tuple[str, str]]:
    """The moves that neither a card in hand stands for nor a button elsewhere, with their sentences."""
    shown = {role.move for card in hand for role in card.roles}.union(*(part.moves for part in above))
    for move, said in words.items():
        if str(move) not in shown and move.verb not in buttons():
            yield str(move), said


def _stacks(drawer: Drawer, view: View, events: Sequence[Event]) -> tuple[Stack, ...]:
    arrived = {element for code in _came_to_cupboard(events) for element in ELEMENTS_OF[code]}
    return tuple(_stack(drawer, view, element, element in arrived) for element in view.course.elements)


def _came_to_cupboard(events: Sequence[Event]) -> list[str]:
    laid = [event.params["card"] for event in events if event.kind in LAID]
    return laid + [code for event in events if event.kind in RETURNED for code in event.params["cards"]]


def _stack(drawer: Drawer, view: View, element: str, arrived: bool) -> Stack:
    cards = view.cupboard.stacks[PLACE[element]][::-1]
    return Stack(
        element=element,
        name=drawer.element(element),
        soft=drawer.soft(drawer.element(element)),
        icon=element_icon(element),
        cards=drawer.faces(cards),
        apart=sum(element in ELEMENTS_OF[code] for code in view.cupboard.apart),
        top=CARD[cards[0]].short.in_(drawer.lang) if cards else "",
        recipe=bool(cards) and bool(view.course.slots.get(cards[0])),
        arrived=arrived,
    )


def _assembled(events: Sequence[Event]) -> set[tuple[int, str]]:
    """Recipes that have just come onto a table, as (seat, code)."""
    named = {"assembled": "card", "kept": "card", "transformed": "into"}
    return {
        (event.params["seat"], event.params[named[event.kind]]) for event in events if event.kind in named
    }


def _player(
    drawer: Drawer,
    view: View,
    seat: int,
    open_hands: Sequence[Sequence[str]],
    events: Sequence[Event],
) -> Player:
    arrived = _assembled(events)
    place = on_track(view.scores[seat])
    return Player(
        seat=seat,
        name=drawer.names[seat],
        cards=view.hand_sizes[seat],
        points=view.scores[seat],
        lap=place.lap,
        field=place.field,
        acts=bool(view.agenda) and view.agenda[-1].seat == seat,
        begins=view.first == seat,
        own=view.seat == seat,
        known=() if seat == view.seat else drawer.faces(view.shown[seat]),
        hand=drawer.faces(open_hands[seat]) if open_hands and seat != view.seat else (),
        recipes=tuple(
            Lying(
                drawer.face(recipe.card),
                drawer.faces(recipe.under),
                (seat, recipe.card) in arrived and recipe == view.tables[seat][-1],
                _mark(drawer, recipe.mark),
            )
            for recipe in view.tables[seat]
        ),
        parts=tuple(
            part for box in on_table(view.course.boxes) for part in box.beside(drawer, view, seat, events)
        ),
    )


def _mark(drawer: Drawer, mark: str) -> str:
    return drawer.content.words["fact"][MARKS[mark]].in_(drawer.lang) if mark else ""


# --- One's own hand, and what can be done with it -----------------------------------------------------------


def _hand_card(drawer: Drawer, view: View, code: str, words: Mapping[Move, str]) -> HandCard:
    """Once the game is over a card needs nothing any more."""
    wanted = () if code in SPELLS or not view.agenda else needs(view, code)
    missing = tuple(_missing(drawer, view, [need.ingredient for need in wanted if not need.there]))
    own = (_spell_role(drawer, view, code, words),) if code in SPELLS else ()
    if view.course.slots[code]:
        own = (_assemble_role(drawer, view, code, words),)
    roles = (_element_role(drawer, view, code, words), *own, *_other_roles(drawer, view, code, words))
    if view.agenda and type(view.agenda[-1]) in view.course.asking:  # what answers a spell stands alone
        roles = tuple(role for role in roles if role.legal) or roles
    return HandCard(
        face=drawer.face(code),
        needs=tuple(
            IngredientNeed(
                _thing_of(drawer, need.ingredient),
                drawer.ingredient_icon(need.ingredient),
                drawer.ingredient(need.ingredient),
                need.there,
                need.there and _is_lacking(view, need.ingredient),
            )
            for need in wanted
        ),
        missing=missing,
        can=bool(wanted) and not missing,
        rule=drawer.rule(code) if code in SPELLS else "",
        roles=roles,
    )


def _thing_of(drawer: Drawer, ingredient: str) -> str:
    """An element, or a card by the code of its first copy; of several to choose from the recipe tells."""
    kind, _, name = ingredient.partition(":")
    if kind != "card":
        return ingredient if kind == "element" else "term:recipe"
    return f"card:{drawer.content.card_by_id[name].copies[0].code}"


def _missing(drawer: Drawer, view: View, lacking: Sequence[str]) -> Iterable[str]:
    """What isn't there, each thing once with its number; where it lies if nobody may take it from there."""
    for ingredient, count in Counter(lacking).items():
        name = drawer.ingredient(ingredient)
        places = [box.where(drawer, view, ingredient) for box in on_table(view.course.boxes)]
        place = ", ".join(filter(None, places))
        yield f"{times(name, count)} ({place})" if place else times(name, count)


def _is_lacking(view: View, ingredient: str) -> bool:
    """Whether it is an element that the cupboard doesn't have."""
    kind, _, name = ingredient.partition(":")
    return kind == "element" and not is_present(view.cupboard, name)


def _element_role(drawer: Drawer, view: View, code: str, words: Mapping[Move, str]) -> Role:
    assert view.seat is not None  # nobody but a seat has a hand
    move, points = Move("element", (code,)), as_element_brings(view, view.seat, code)
    said = drawer.key("element_great" if code in GREAT else "element", elements=ELEMENTS_OF[code], n=points)
    return Role(str(move), said, points, (), False, move in words)


def _spell_role(drawer: Drawer, view: View, code: str, words: Mapping[Move, str]) -> Role:
    move = Move("cast", (code,))
    boxes = on_table(view.course.boxes) if move in words else []
    brings = tuple(answer for box in boxes for answer in box.brings(drawer, view, code))
    return Role(str(move), drawer.key("cast"), None, (), False, move in words, brings)


def _assemble_role(drawer: Drawer, view: View, code: str, words: Mapping[Move, str]) -> Role:
    move = Move(ASSEMBLE, (code,))
    owners, settled = _owners(view, code)
    return Role(
        move=str(move),
        short=drawer.key(ASSEMBLE, n=POINTS[code]),
        points=POINTS[code],
        others=tuple(
            (drawer.names[seat], half(POINTS[code]) * times) for seat, times in Counter(owners).items()
        )
        if move in words
        else (),
        open_choice=move in words and not settled,
        legal=move in words,
    )


def _other_roles(drawer: Drawer, view: View, code: str, words: Mapping[Move, str]) -> Iterable[Role]:
    """What boxes let do with a card besides, now or at another time."""
    found: dict[Move, str] = {}
    for box in on_table(view.course.boxes):
        found.update(box.roles(drawer, view, code))
    for move, said in words.items():
        if move.verb not in PLAYS and move.args[:1] == (code,):
            found.setdefault(move, said)
    for move, said in found.items():
        yield Role(str(move), said, None, (), False, move in words)


def _owners(view: View, code: str) -> tuple[list[int], bool]:
    """Who gets half of a recipe for certain, as often as they get one, and whether nobody else can."""
    certain = []
    settled = True
    for slot in view.course.slots[code]:
        paid = {_paid(view, source) for source in sources(view, slot)}
        if len(paid) == 1:
            certain += [seat for seat in paid if seat is not None]
        settled = settled and len(paid) < 2
    return list(view.course.paid_halves(view, certain)), settled


def _paid(view: View, source: Filler) -> int | None:
    """Who gets half where this is taken: nobody for cards of the cupboard, for one's own, for silent ones."""
    if source.seat in (-1, view.seat) or why_silent(view.course, source, INGREDIENT):
        return None
    return source.seat


# --- What the board asks ------------------------------------------------------------------------------------


def under_way(state: State) -> bool:
    """Whether somebody has begun to assemble or to cast and still chooses."""
    return bool(state.agenda) and isinstance(state.agenda[-1], Staged)


def is_asked(view: View) -> bool:
    """Whether somebody only answers in another one's turn."""
    return bool(view.agenda) and view.agenda[-1].seat != view.agenda[0].seat


def inline_moves(drawn: Table) -> Collection[str]:
    """The moves that have their buttons in what boxes show, or as answers to a question of theirs."""
    answers = {option.move for option in drawn.stage.options} if drawn.stage else set()
    return answers.union(
        (move for part in drawn.above for move in part.moves), (move for move, _ in drawn.others)
    )


def choices(words: Mapping[Move, str]) -> tuple[tuple[str, str], ...]:
    """What is done without a card of one's hand is a button of its own, such as to play no further card."""
    return tuple((str(move), sentence) for move, sentence in words.items() if move.verb in buttons())


def results(content: GameContent, view: View, names: Sequence[str], lang: str) -> tuple[Result, ...]:
    """The one round: every play that brought points, from the first on."""
    if not view.history:
        return ()
    scores = score(view.players, view.history, view.course.boxes)
    lines = tuple((name, each.points, each.lines) for name, each in zip(names, scores, strict=True))
    return (Result(1, view.scores, lines),)


def finished_rounds(state: State) -> Sequence[Any]:
    """What a score sheet takes: the plays so far, and before them the boxes and how they were set up."""
    boxes = state.course.boxes
    if not boxes:
        return state.history
    settings = {cell: text for box in on_table(boxes) for cell, text in box.sheet_settings(state).items()}
    return (Setup(boxes, settings), *state.history)
