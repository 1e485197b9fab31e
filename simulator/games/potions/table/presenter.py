"""The table of «Зельеварение»: the cupboard, recipes with what lies under them, hands, compound moves."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rulebook.content.entries import GameContent
from rulebook.drawing.icons import element_icon
from rulebook.games.potions.words import deck_name
from scoring.games.potions.points import INGREDIENT, element_points, half, on_track, score
from scoring.games.potions.sheet.box import Setup
from scoring.sheets.lines import Line
from simulator.engine.game import Event, Move
from simulator.games.potions.engine.assembling import needs, sources
from simulator.games.potions.engine.course import CAST
from simulator.games.potions.engine.cupboard import count_new
from simulator.games.potions.engine.data import (
    CARD,
    EFFECT,
    ELEMENTS_OF,
    GREAT,
    PLACE,
    POINTS,
    SPELLS,
)
from simulator.games.potions.engine.staging import ASSEMBLE, NOTHING
from simulator.games.potions.engine.standing import why_silent
from simulator.games.potions.engine.state import APART, RECIPE, STAND_IN, WILD, Source, Staged, State
from simulator.games.potions.engine.view import View
from simulator.games.potions.table.boxes import Part, buttons, on_table
from simulator.games.potions.table.faces import Drawer, Face

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


class Ingredient(NamedTuple):
    icon: str
    name: str
    there: bool


class Role(NamedTuple):
    """A way to play a card: the move's text and words, and who else gets points by it."""

    move: str
    words: str
    points: int | None
    others: tuple[tuple[str, int], ...]
    open_choice: bool
    legal: bool


class HandCard(NamedTuple):
    """A card in one's hand, what it still needs, and the ways to play it."""

    face: Face
    needs: tuple[Ingredient, ...]
    missing: tuple[str, ...]
    can: bool
    roles: tuple[Role, ...]


class Deck(NamedTuple):
    """A deck by its name, and how many cards are left."""

    name: str
    n: int


class Slot(NamedTuple):
    """A part of a compound move: what was asked for, what was chosen; `now` where the choice is open."""

    icon: str
    asked: str
    chosen: str
    now: bool


class Option(NamedTuple):
    """An answer to the open question: its move, its words, the card that it names if it names one.

    `proposed` is the answer that most people mean (ruling potions-30).
    """

    move: str
    words: str
    face: Face | None
    proposed: bool


class Stage(NamedTuple):
    """A compound move under way. `asks` is the verb of the answers, `about` what the question is about,
    `question` how the catalogues word it where the page has no words of its own.
    """

    verb: str
    face: Face
    slots: tuple[Slot, ...]
    target: str
    pick: str
    laid: tuple[str, ...]
    asks: str
    about: str
    options: tuple[Option, ...]
    question: str


class Table(NamedTuple):
    stacks: tuple[Stack, ...]
    apart: tuple[Face, ...]
    players: tuple[Player, ...]
    hand: tuple[HandCard, ...]
    now: tuple[HandCard, ...]
    stage: Stage | None
    deck: int
    decks: tuple[Deck, ...]
    further: bool
    above: tuple[Part, ...]
    others: tuple[tuple[str, str], ...]


class Result(NamedTuple):
    """The points of a game by seat, and why."""

    round: int
    points: tuple[int, ...]
    lines: tuple[tuple[str, int, tuple[Line, ...]], ...]


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
    return Table(
        stacks=_stacks(drawer, view, events),
        apart=drawer.faces(view.cupboard.apart),
        players=tuple(_player(drawer, view, seat, open_hands, events) for seat in range(view.players)),
        hand=hand,
        now=tuple(dict.fromkeys(card for card in hand if card.can)),
        stage=_stage(drawer, view, top, words) if isinstance(top, Staged) else None,
        deck=sum(view.deck_sizes),
        decks=tuple(_decks(drawer, view)),
        above=above,
        others=() if isinstance(top, Staged) else tuple(_others(hand, above, words)),
        further=top is not None and getattr(top, "further", False) and top.seat == view.seat,
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
    wanted = () if code in SPELLS else needs(view, code)
    missing = tuple(drawer.ingredient(need.ingredient) for need in wanted if not need.there)
    spell = _spell_role(drawer, code, words)
    own = (
        ()
        if code not in SPELLS and not view.course.slots[code]
        else (spell or _assemble_role(drawer, view, code, words),)
    )
    roles = (_element_role(drawer, view, code, words), *own, *_other_roles(drawer, view, code, words))
    return HandCard(
        face=drawer.face(code),
        needs=tuple(
            Ingredient(
                drawer.ingredient_icon(need.ingredient), drawer.ingredient(need.ingredient), need.there
            )
            for need in wanted
        ),
        missing=missing,
        can=bool(wanted) and not missing,
        roles=roles,
    )


def _element_role(drawer: Drawer, view: View, code: str, words: Mapping[Move, str]) -> Role:
    move, points = Move("element", (code,)), element_points(count_new(view, code))
    said = words.get(move) or drawer.say(
        "element_great" if code in GREAT else "element", card=code, elements=ELEMENTS_OF[code], n=points
    )
    return Role(str(move), said, points, (), False, move in words)


def _spell_role(drawer: Drawer, code: str, words: Mapping[Move, str]) -> Role | None:
    if code not in SPELLS:
        return None
    move = Move("cast", (code,))
    return Role(str(move), words.get(move) or drawer.say("cast", card=code), None, (), False, move in words)


def _assemble_role(drawer: Drawer, view: View, code: str, words: Mapping[Move, str]) -> Role:
    move = Move(ASSEMBLE, (code,))
    owners, settled = _owners(view, code)
    return Role(
        move=str(move),
        words=words.get(move) or drawer.say(ASSEMBLE, card=code, n=POINTS[code]),
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
            found[move] = said
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
    return list(view.course.paid(view, certain)), settled


def _paid(view: View, source: Source) -> int | None:
    """Who gets half where this is taken: nobody for cards of the cupboard, for one's own, for silent ones."""
    if source.seat in (-1, view.seat) or why_silent(view.course, source, INGREDIENT):
        return None
    return source.seat


# --- A compound move, choice by choice ----------------------------------------------------------------------


def _stage(drawer: Drawer, view: View, staged: Staged, words: Mapping[Move, str]) -> Stage:
    asks = next(iter(words)).verb if words else ""
    return Stage(
        verb=staged.verb,
        face=drawer.face(staged.card),
        slots=tuple(_slots(drawer, view, staged, asks)) if staged.verb == ASSEMBLE else (),
        target=drawer.card(staged.target.card) if staged.target else "",
        pick=drawer.card(staged.pick) if staged.pick and staged.pick != NOTHING else "",
        laid=tuple(drawer.card(code) for code in staged.laid),
        asks=asks,
        about=_about(drawer, view, staged, asks, words),
        options=_options(drawer, staged, words),
        question=_question(drawer, staged, asks),
    )


def _question(drawer: Drawer, staged: Staged, asks: str) -> str:
    """The words of a box for its own question: of this move, of this spell, of whatever asks so."""
    known = drawer.content.words.get("question", {})
    codes = (f"{EFFECT.get(staged.card, staged.verb)}_{asks}", f"{staged.verb}_{asks}", asks)
    return next((known[code].in_(drawer.lang) for code in codes if code in known), "")


def _slots(drawer: Drawer, view: View, staged: Staged, asks: str) -> Iterable[Slot]:
    for n, slot in enumerate(view.course.slots[staged.card]):
        chosen = staged.sources[n] if n < len(staged.sources) else None
        yield Slot(
            icon=drawer.ingredient_icon(slot.ingredient),
            asked=drawer.ingredient(slot.ingredient),
            chosen=_source(drawer, chosen) if chosen else "",
            now=asks == "use" and n == len(staged.sources),
        )


def _source(drawer: Drawer, source: Source) -> str:
    """What fills a slot: «Мандрагора», a card that lies apart, «Эликсир огня, Коля»."""
    if source.kind == RECIPE:
        return f"{drawer.card(source.what)}, {drawer.names[source.seat]}"
    return drawer.card(source.what) if source.kind == APART else drawer.element(source.what)


def _about(drawer: Drawer, view: View, staged: Staged, asks: str, words: Mapping[Move, str]) -> str:
    """The ingredient that is asked for, the recipe that is taken apart, the stack that cards go back to."""
    if asks == "use" and staged.verb != ASSEMBLE:
        return drawer.card(staged.card)
    if asks == "use":
        return drawer.ingredient(view.course.slots[staged.card][len(staged.sources)].ingredient)
    if asks == "lay":
        return drawer.element(ELEMENTS_OF[next(iter(words)).args[0]][0])
    return drawer.card(staged.target.card) if staged.target else ""


def _options(drawer: Drawer, staged: Staged, words: Mapping[Move, str]) -> tuple[Option, ...]:
    """The answers in the engine's order; what destruction keeps begins with the recipe, ends with nothing."""
    found = []
    for move, said in words.items():
        named = str(move.args[0]) if move.args else ""
        proposed = move.verb == "keep" and staged.target is not None and named == staged.target.card
        found.append(Option(str(move), said, drawer.face(named) if named in CARD else None, proposed))
    return tuple(sorted(found, key=lambda option: (not option.proposed, option.move == f"keep {NOTHING}")))


# --- What the board asks ------------------------------------------------------------------------------------


def under_way(state: State) -> bool:
    """Whether somebody has begun to assemble or to cast and still chooses."""
    return bool(state.agenda) and isinstance(state.agenda[-1], Staged)


def is_asked(view: View) -> bool:
    """Whether somebody only answers in another one's turn."""
    return bool(view.agenda) and view.agenda[-1].seat != view.agenda[0].seat


def in_place(drawn: Table) -> Collection[str]:
    """The moves that have their buttons in what boxes show."""
    return {move for part in drawn.above for move in part.moves} | {move for move, _ in drawn.others}


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
