"""What a seat may know, and worlds that it can't tell from the real one."""

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from scoring.games.potions.points import Play
from simulator.engine.agenda import Agenda, encode_frames
from simulator.engine.chance import Chance, Rng
from simulator.engine.evolve import make
from simulator.engine.game import Seat
from simulator.engine.positions import Pile, seen_hands
from simulator.engine.tuples import in_order
from simulator.games.potions.engine.data import CARD, DECK_IDS, DECKS
from simulator.games.potions.engine.state import Cupboard, Options, Recipe, State

Tables = tuple[tuple[Recipe, ...], ...]


@dataclass(frozen=True)
class View:
    """What `seat` (None: a bystander) may know.

    All that lies on the table was seen when it was laid, stacks and the cards under recipes too (turn.open,
    ruling potions-8). `shown` are cards in hands that everybody knows. Of a compound move that isn't finished
    only the seat that makes it has the choices in its `agenda`.
    """

    seat: Seat | None
    players: int
    options: Options
    first: int
    turn: int
    deck_sizes: tuple[int, ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    shown: tuple[tuple[str, ...], ...]
    cupboard: Cupboard
    tables: Tables
    scores: tuple[int, ...]
    history: tuple[Play, ...]
    aside: int
    agenda: Agenda

    @property
    def hands(self) -> list[Pile]:
        return seen_hands(self.seat, self.hand, self.hand_sizes)


def view(state: State, seat: Seat | None) -> View:
    agenda = state.agenda
    if agenda and agenda[-1].seat != seat:
        agenda = agenda[:1]
    return make(
        View,
        {
            "seat": seat,
            "players": state.players,
            "options": state.options,
            "first": state.first,
            "turn": state.turn,
            "deck_sizes": tuple([len(deck) for deck in state.decks]),
            "hand": () if seat is None else state.hands[seat],
            "hand_sizes": tuple([len(hand) for hand in state.hands]),
            "shown": state.shown,
            "cupboard": state.cupboard,
            "tables": state.tables,
            "scores": state.scores,
            "history": state.history,
            "aside": len(state.aside),
            "agenda": agenda,
        },
    )


def view_json(seen: View) -> dict[str, Any]:
    return {
        "seat": seen.seat,
        "players": seen.players,
        "options": asdict(seen.options),
        "first": seen.first,
        "turn": seen.turn,
        "deck_sizes": list(seen.deck_sizes),
        "hand": list(seen.hand),
        "hand_sizes": list(seen.hand_sizes),
        "shown": [list(cards) for cards in seen.shown],
        "cupboard": encode_cupboard(seen.cupboard),
        "tables": encode_tables(seen.tables),
        "scores": list(seen.scores),
        "history": encode_history(seen.history),
        "aside": seen.aside,
        "agenda": encode_frames(seen.agenda),
    }


def encode_cupboard(cupboard: Cupboard) -> dict[str, Any]:
    return {"stacks": [list(stack) for stack in cupboard.stacks], "apart": list(cupboard.apart)}


def encode_tables(tables: Tables) -> list[list[list[Any]]]:
    """A recipe is `[card, [cards under it]]`."""
    return [[[recipe.card, list(recipe.under)] for recipe in table] for table in tables]


def encode_history(history: tuple[Play, ...]) -> list[list[Any]]:
    return [[play.seat, play.kind, play.card, play.n, list(play.owners)] for play in history]


def unseen(seen: View) -> list[list[str]]:
    """Cards whose place `seen.seat` doesn't know, by deck in a fixed order: other hands and the decks."""
    known = Counter(seen.hand)
    for seat, cards in enumerate(seen.shown):
        if seat != seen.seat:
            known.update(cards)
    for pile in (*seen.cupboard.stacks, seen.cupboard.apart):
        known.update(pile)
    for table in seen.tables:
        for recipe in table:
            known.update((recipe.card, *recipe.under))
    return [list(in_order((Counter(cards) - known).elements())) for cards in DECKS]


def world(seen: View, rng: int) -> State:
    """A full state that agrees with the view; every arrangement of the unseen cards is equally likely."""
    generator, left = Rng(rng), unseen(seen)
    cards = [code for deck in left for code in deck]
    generator.shuffle(cards)
    decks = _take_decks(cards, seen.deck_sizes)
    hands = []
    for seat, size in enumerate(seen.hand_sizes):
        if seat == seen.seat:
            hands.append(seen.hand)
            continue
        hidden = size - len(seen.shown[seat])
        hands.append(in_order((*seen.shown[seat], *cards[:hidden])))
        del cards[:hidden]
    return make(
        State,
        {
            "players": seen.players,
            "options": seen.options,
            "chance": Chance(generator.bits()),
            "first": seen.first,
            "turn": seen.turn,
            "decks": decks,
            "hands": tuple(hands),
            "shown": seen.shown,
            "cupboard": seen.cupboard,
            "tables": seen.tables,
            "scores": seen.scores,
            "history": seen.history,
            "aside": in_order(cards),
            "agenda": seen.agenda,
        },
    )


def _take_decks(cards: list[str], sizes: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """Fills each deck with cards of its own set, taken out of the shuffled `cards`."""
    decks = []
    for deck_id, size in zip(DECK_IDS, sizes, strict=True):
        own = [code for code in cards if CARD[code].deck == deck_id][:size]
        for code in own:
            cards.remove(code)
        decks.append(tuple(own))
    return tuple(decks)


def resample(state: State, seat: Seat | None, rng: int) -> State:
    return world(view(state, seat), rng)
