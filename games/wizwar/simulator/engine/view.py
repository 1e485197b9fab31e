"""What a seat may know, and worlds that it can't tell from the real one."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from games.wizwar.scoring.points import Teams
from games.wizwar.simulator.engine.board import Board, Mark, illusions, with_beliefs
from games.wizwar.simulator.engine.box import Box
from games.wizwar.simulator.engine.course import Course
from games.wizwar.simulator.engine.state import (
    CREATURES,
    NO_WIZARD,
    Deal,
    Effect,
    Options,
    Staged,
    State,
    Window,
    Wizard,
    course_for,
    encode_options,
    never_held,
    teams_for,
)
from simulator.engine import codec
from simulator.engine.agenda import Agenda, encode_frames
from simulator.engine.chance import Chance, Rng
from simulator.engine.evolve import evolve, make
from simulator.engine.game import Seat
from simulator.engine.positions import Pile, seen_hands
from simulator.engine.tuples import in_order

_new = tuple.__new__  # four for each view, at half the price of the class by its name
HIDDEN_BELIEFS = "bs"  # what only the wizard himself knows of an illusion
UNKNOWN = "*"


class SeenWizard(NamedTuple):
    """A wizard as the viewer sees them; the fields are those of `Wizard`.

    `known`: the cards of the hand that the viewer knows to be there, with who knows as far as the viewer can
    tell; of the viewer's own hand, those that others know.
    """

    at: int
    life: int
    out: str
    hand_size: int
    shown: tuple[str, ...]
    known: tuple[tuple[str, int], ...]
    lost: int
    attacker: int
    woken: int

    @property
    def known_cards(self) -> list[str]:
        return [card for card, _ in self.known]


@dataclass(frozen=True)
class View:
    """What `seat` (None: a bystander) may know; the fields are those of `State`.

    `hand` is the viewer's own. On the board the beliefs of others about illusions are UNKNOWN. Of a compound
    move and of a deal only those concerned have the cards in `agenda`.
    """

    seat: Seat | None
    players: int
    options: Options
    first: int
    turn: int
    round: int
    board: Board
    wizards: tuple[SeenWizard, ...]
    hand: tuple[str, ...]
    chests: tuple[int, ...]
    floor: tuple[tuple[int, str], ...]
    deck_size: int
    discard_size: int
    aside: int
    effects: tuple[Effect, ...]
    winners: tuple[int, ...]
    verdict: str
    agenda: Agenda
    parts: tuple[Any, ...]
    creatures: tuple[Any, ...]

    @cached_property  # a page asks for it 44 times; no field, so that views are equal and told as before
    def course(self) -> Course:
        return course_for(self.options, self.players)

    @property
    def teams(self) -> Teams:
        return teams_for(self.options, self.players)

    @property
    def hands(self) -> list[Pile]:
        return seen_hands(self.seat, self.hand, [wizard.hand_size for wizard in self.wizards])


def view(state: State, seat: Seat | None) -> View:
    seated = state.wizards[: state.players]
    return make(
        View,
        {
            "seat": seat,
            "players": state.players,
            "options": state.options,
            "first": state.first,
            "turn": state.turn,
            "round": state.round,
            "board": _board_for(state.board, seat),
            "wizards": tuple([_seen(wizard, owner, seat) for owner, wizard in enumerate(seated)]),
            "hand": () if seat is None else state.wizards[seat].hand,
            "chests": state.chests,
            "floor": state.floor,
            "deck_size": len(state.deck),
            "discard_size": len(state.discard),
            "aside": len(state.aside),
            "effects": state.effects,
            "winners": state.winners,
            "verdict": state.verdict,
            "agenda": _agenda_for(state.agenda, seat),
            "parts": state.parts,
            "creatures": state.wizards[CREATURES:],
        },
    )


def _seen(wizard: Wizard, owner: Seat, seat: Seat | None) -> SeenWizard:
    at, life, out, hand, shown, known, lost, attacker, woken = wizard
    if known and owner != seat:
        known = _entries_for(known, seat)
    return _new(SeenWizard, (at, life, out, len(hand), shown, known, lost, attacker, woken))


def _entries_for(entries: tuple[tuple[str, int], ...], seat: Seat | None) -> tuple[tuple[str, int], ...]:
    """What others know of a hand: its owner knows who has seen it, they what they have seen."""
    if seat is None:
        return ()
    return tuple([(card, mask) for card, mask in entries if mask >> seat & 1])


def _board_for(board: Board, seat: Seat | None) -> Board:
    """The board with the beliefs of others hidden."""
    for mark in illusions(board):
        board = with_beliefs(board, mark.edge, _beliefs_for(mark, seat))
    return board


def _beliefs_for(mark: Mark, seat: Seat | None) -> tuple[str, ...]:
    return tuple(
        UNKNOWN if belief in HIDDEN_BELIEFS and other != seat else belief
        for other, belief in enumerate(mark.beliefs)
    )


VEILS: dict[
    type[Any], Callable[[Any, Seat | None], Any]
] = {}  # frames of sealed choices, as a seat sees them


def _agenda_for(agenda: Agenda, seat: Seat | None) -> Agenda:
    if agenda and type(agenda[-1]) in VEILS:
        return (*agenda[:-1], VEILS[type(agenda[-1])](agenda[-1], seat))
    if not agenda or agenda[-1].seat == seat:
        return agenda
    if type(agenda[-1]) is Staged:
        agenda = agenda[:-1]
    if agenda and type(agenda[-1]) is Deal and seat not in (agenda[-1].maker, agenda[-1].partner):
        deal = agenda[-1]
        agenda = (*agenda[:-1], deal._replace(gives=(), returns=()))
    elif agenda and type(agenda[-1]) is Deal:
        agenda = (*agenda[:-1], _deal_under_way(agenda[-1]))
    return agenda


def _deal_under_way(deal: Deal) -> Deal:
    """What the other side of a deal sees: cards are shown when all of them lie there."""
    if deal.stage == "give":
        return deal._replace(gives=())
    return deal._replace(returns=()) if deal.stage == "return" else deal


def view_json(seen: View) -> dict[str, Any]:
    plain = {name: getattr(seen, name) for name in ("seat", "players", "first", "turn", "round")}
    wizards = seen.wizards
    return {
        **plain,
        "options": encode_options(seen.options),
        "board": encode_board(seen.board),
        "at": [wizard.at for wizard in wizards],
        "life": [wizard.life for wizard in wizards],
        "out": [wizard.out for wizard in wizards],
        "hand": list(seen.hand),
        "hand_sizes": [wizard.hand_size for wizard in wizards],
        "known": [[list(entry) for entry in wizard.known] for wizard in wizards],
        "shown": [list(wizard.shown) for wizard in wizards],
        "chests": list(seen.chests),
        "floor": [list(entry) for entry in seen.floor],
        "deck_size": seen.deck_size,
        "discard_size": seen.discard_size,
        "aside": seen.aside,
        "lost": [wizard.lost for wizard in wizards],
        "effects": [list(effect) for effect in seen.effects],
        "attackers": [wizard.attacker for wizard in wizards],
        "woken": [wizard.woken for wizard in wizards],
        "winners": list(seen.winners),
        "verdict": seen.verdict,
        "agenda": encode_frames(seen.agenda),
        **encode_boxes(seen.course, seen.creatures, seen.parts),
    }


def encode_boxes(course: Course, creatures: Sequence[Any], parts: Sequence[Any]) -> dict[str, Any]:
    """What only boxes have; without them nothing."""
    if not course.boxes:
        return {}
    rows = zip(course.boxes, course.on_table, parts, strict=True)
    kept = {name: codec.encode(_encode_part(box, there)) for name, box, there in rows}
    return {"creatures": [codec.encode(creature._asdict()) for creature in creatures], "parts": kept}


def _encode_part(box: Box, there: Any) -> dict[str, Any]:
    defaults = box.kept()._asdict()
    return {
        name: value
        for name, value in there._asdict().items()
        if name not in box.later or value != defaults[name]
    }


def encode_board(board: Board) -> dict[str, Any]:
    """The layout, the sectors with their turns, and all that differs from what is printed.

    Doors that nobody holds open are left out: states were encoded before there was such a thing.
    """
    return {
        "places": [list(place) for place in board.layout.places],
        "joins": [list(join) for join in board.layout.joins],
        "sectors": [list(sector) for sector in board.sectors],
        "marks": [[*mark[:-1], list(mark.beliefs)] for mark in board.marks],
        "things": [list(thing) for thing in board.things],
        "ajar": [list(door) for door in board.ajar],
        **({"held": [list(door) for door in board.held]} if board.held else {}),
    }


# --- Worlds -------------------------------------------------------------------------------------------------


def unseen(seen: View) -> list[str]:
    """Cards whose place the viewer doesn't know: other hands, the deck, the discards; in a fixed order."""
    known = [*seen.hand, *(thing for _, thing in seen.floor)]
    for seat, wizard in enumerate(seen.wizards):
        if seat != seen.seat:
            known += wizard.known_cards
        known += wizard.shown
    for part in seen.parts:
        known += part.cards
    left = dict(seen.course.all_cards)
    for card in known:
        if card in left:
            left[card] -= 1
    return [card for card, copies in left.items() for _ in range(copies)]


def world(seen: View, rng: int) -> State:
    """A full state that agrees with the view; every arrangement of the unseen cards is equally likely."""
    generator, cards = Rng(rng), unseen(seen)
    played = _just_played(seen, cards)
    for card in played:
        cards.remove(card)
    generator.shuffle(cards)
    wizards = _wizards(seen, cards)
    deck = tuple(cards[: seen.deck_size])
    rest = seen.deck_size + seen.discard_size - len(played)
    discard = [*played, *cards[seen.deck_size : rest]]
    return make(
        State,
        {
            "players": seen.players,
            "options": seen.options,
            "chance": Chance(generator.bits()),
            "first": seen.first,
            "turn": seen.turn,
            "round": seen.round,
            "board": _believing(seen.board, generator),
            "wizards": with_creatures(wizards, seen.creatures),
            "chests": seen.chests,
            "floor": seen.floor,
            "deck": deck,
            "discard": in_order(discard),
            "aside": in_order(cards[rest:]),
            "effects": seen.effects,
            "winners": seen.winners,
            "verdict": seen.verdict,
            "agenda": seen.agenda,
            "course": seen.course,
            "parts": seen.parts,
        },
    )


def bare(seen: View) -> State:
    """What is open and nothing else: of other hands what the viewer has seen, the rest is drawn last."""
    found = world(seen, 0)
    wizards, deck = list(found.wizards), list(found.deck)
    for seat, wizard in enumerate(found.wizards[: seen.players]):
        if seat != seen.seat:
            open_ones = in_order([card for card, _ in wizard.known])
            hidden = Counter(wizard.hand) - Counter(open_ones)
            wizards[seat] = wizard._replace(hand=open_ones)
            deck[:0] = hidden.elements()
    stripped: State = evolve(found, wizards=tuple(wizards), deck=tuple(deck))
    return stripped


def redrawn(state: State, rng: int) -> State:
    """The same for every seat: nobody knows how the deck lies, nor what will be rolled. Hands are known to
    whoever holds them, and whoever paid attention knows what was discarded.
    """
    generator, deck = Rng(rng), list(state.deck)
    generator.shuffle(deck)
    found: State = evolve(state, deck=tuple(deck), chance=Chance(generator.bits()))
    return found


def with_creatures(wizards: tuple[Wizard, ...], creatures: tuple[Any, ...]) -> tuple[Any, ...]:
    """Creatures follow from their number on, whoever plays."""
    if not creatures:
        return wizards
    return (*wizards, *(NO_WIZARD,) * (CREATURES - len(wizards)), *creatures)


def _just_played(seen: View, cards: list[str]) -> list[str]:
    """Spells of open windows: all have seen them go to the discards, where Absorb Spell finds them."""
    windows = [frame for frame in seen.agenda if type(frame) is Window]
    if not windows:
        return []
    played = Counter(card for window in windows for card in _spells_of(window)) & Counter(cards)
    return list(played.elements())[: seen.discard_size]


def _spells_of(window: Window) -> list[str]:
    spells = [item.card for item in window.items]
    return [window.attack.card, *spells] if window.attack.spell else spells


def _wizards(seen: View, cards: list[str]) -> tuple[Wizard, ...]:
    """Fills the other hands from the shuffled `cards`."""
    wizards = []
    for seat, (at, life, out, size, shown, known, lost, attacker, woken) in enumerate(seen.wizards):
        held = [card for card, _ in known]
        hand = seen.hand if seat == seen.seat else _hand(size, held, cards, never_held(seen))
        wizards.append(Wizard(at, life, out, hand, shown, known, lost, attacker, woken))
    return tuple(wizards)


def _hand(size: int, known: list[str], cards: list[str], bare: frozenset[str]) -> tuple[str, ...]:
    """The cards that are known and the next of the others; a trap is in no hand."""
    drawn = list(known)
    place = 0
    while len(drawn) < size:
        if cards[place] in bare:
            place += 1
        else:
            drawn.append(cards.pop(place))
    return in_order(drawn)


def _believing(board: Board, generator: Rng) -> Board:
    """Rolls anew what others believe of illusions."""
    for mark in board.marks:
        if UNKNOWN in mark.beliefs:
            beliefs = tuple(
                HIDDEN_BELIEFS[generator.below(2)] if belief == UNKNOWN else belief for belief in mark.beliefs
            )
            board = with_beliefs(board, mark.edge, beliefs)
    return board
