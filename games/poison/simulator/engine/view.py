"""What a seat may know, and worlds that it can't tell from the real one."""

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from games.poison.scoring.points import Round
from games.poison.simulator.engine.data import DECK
from games.poison.simulator.engine.state import Cauldron, Options, State, in_order, round_of
from simulator.engine.agenda import Agenda, encode_frames
from simulator.engine.chance import Chance, Rng
from simulator.engine.evolve import make
from simulator.engine.game import Seat
from simulator.engine.positions import Pile, seen_hands


@dataclass(frozen=True)
class View:
    """What `seat` (None: a bystander) may know.

    Captured cards stand here in full: each capture was public, and ruling poison-20 lets hints remember it.
    Pages show counts only.
    """

    seat: Seat | None
    players: int
    options: Options
    dealer: int
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    cauldrons: tuple[Cauldron, ...]
    captured: tuple[tuple[str, ...], ...]
    aside: int
    history: tuple[Round, ...]
    kept: tuple[tuple[int, str], ...]
    agenda: Agenda

    @property
    def hands(self) -> list[Pile]:
        return seen_hands(self.seat, self.hand, self.hand_sizes)

    @property
    def round(self) -> int:
        return round_of(self.history, self.players)


def view(state: State, seat: Seat | None) -> View:
    return make(
        View,
        {
            "seat": seat,
            "players": state.players,
            "options": state.options,
            "dealer": state.dealer,
            "hand": () if seat is None else state.hands[seat],
            "hand_sizes": tuple([len(hand) for hand in state.hands]),
            "cauldrons": state.cauldrons,
            "captured": state.captured,
            "aside": len(state.aside),
            "history": state.history,
            "kept": state.kept,
            "agenda": state.agenda,
        },
    )


def view_json(seen: View) -> dict[str, Any]:
    return {
        "seat": seen.seat,
        "players": seen.players,
        "options": asdict(seen.options),
        "dealer": seen.dealer,
        "hand": list(seen.hand),
        "hand_sizes": list(seen.hand_sizes),
        "cauldrons": [{"colour": c.colour, "cards": list(c.cards)} for c in seen.cauldrons],
        "captured": [list(cards) for cards in seen.captured],
        "aside": seen.aside,
        "history": [encode_round(finished) for finished in seen.history],
        "kept": [list(pair) for pair in seen.kept],
        "agenda": encode_frames(seen.agenda),
    }


def encode_round(finished: Round) -> dict[str, Any]:
    return {
        "table": [list(counts) for counts in finished.table],
        "kept": [list(pair) for pair in finished.kept],
    }


def unseen(seen: View) -> list[str]:
    """Cards whose place `seen.seat` doesn't know: other hands and the cards aside, in a fixed order."""
    known = Counter(seen.hand)
    for pile in (*seen.captured, *(cauldron.cards for cauldron in seen.cauldrons)):
        known.update(pile)
    return list(in_order((Counter(DECK) - known).elements()))


def world(seen: View, rng: int) -> State:
    """A full state that agrees with the view; every arrangement of the unseen cards is equally likely."""
    generator, cards = Rng(rng), unseen(seen)
    generator.shuffle(cards)
    hands = []
    for seat, size in enumerate(seen.hand_sizes):
        if seat == seen.seat:
            hands.append(seen.hand)
            continue
        hands.append(in_order(cards[:size]))
        del cards[:size]
    return State(
        players=seen.players,
        options=seen.options,
        chance=Chance(generator.bits()),
        dealer=seen.dealer,
        hands=tuple(hands),
        cauldrons=seen.cauldrons,
        captured=seen.captured,
        aside=in_order(cards),
        history=seen.history,
        kept=seen.kept,
        agenda=seen.agenda,
    )
