"""The state of a series of Poison, and the setting up of its options."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.poison.scoring.points import COLOURS, Counts, Round
from games.poison.simulator.engine.data import CAULDRONS, COLOUR, EMPTY, GAME, MAX_PLAYERS, MIN_PLAYERS, ORDER
from simulator.engine.agenda import Agenda
from simulator.engine.chance import Chance
from simulator.engine.options import check_players as check_seats
from simulator.engine.options import read_values
from simulator.engine.refusal import BadConfig
from web.refusal import Refusal


@dataclass(frozen=True)
class Options:
    """The switches of the content file with the values chosen; the defaults are the rulings'."""

    dealer: str
    recolor_after_poison_overflow: bool
    poison_may_open_empty_cauldron: bool
    duplicate_color_cauldrons: str
    voluntary_overflow: str
    three_player_removed_pile: str
    empty_hand: str
    shed_majority: str
    majority_of_zero: str
    final_tie: str
    show_captured_counts: bool
    two_players: str


class Turn(NamedTuple):
    """The seat plays a card."""

    seat: int


class Shed(NamedTuple):
    """The seat holds the majority of a colour and says whether it sheds it (option shed_majority)."""

    seat: int
    colour: str


FRAMES: Mapping[str, type[Any]] = {"Turn": Turn, "Shed": Shed}


class Cauldron(NamedTuple):
    """Cards in the order played; `colour` is a potion's colour, "none" (only poison) or "empty"."""

    cards: tuple[str, ...] = ()
    colour: str = EMPTY


NO_CAULDRONS = (Cauldron(),) * CAULDRONS


@dataclass(frozen=True)
class State:
    """Seats are 0 … players-1 clockwise; hands, captured and history go by seat. Cards are codes."""

    players: int
    options: Options
    chance: Chance
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    cauldrons: tuple[Cauldron, ...]
    captured: tuple[tuple[str, ...], ...]
    aside: tuple[str, ...]
    history: tuple[Round, ...]
    kept: tuple[tuple[int, str], ...]
    agenda: Agenda

    @property
    def frame(self) -> Any:
        """The choice that is open."""
        return self.agenda[-1]

    @property
    def round(self) -> int:
        return round_of(self.history, self.players)


def round_of(history: Sequence[Round], players: int) -> int:
    """The round being played, from 1; after the end it stays the last."""
    return min(len(history) + 1, players)


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The one order in which hands and other piles without an order of their own are kept."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def counts_of(cards: Iterable[str]) -> Counts:
    """How many of each colour and how many poisons."""
    colours = [COLOUR[card] for card in cards]
    return Counts(*[colours.count(colour) for colour in (*COLOURS, "")])


def read_options(data: Any) -> Options:
    """Checks options against the content's choices. Raises BadConfig with every fault."""
    return Options(**read_values(GAME, data))


def check_players(players: Any, options: Options) -> int:
    """The number of players, if it may play. Raises BadConfig."""
    least = 2 if options.two_players == "deal_four_remove_two" else MIN_PLAYERS
    return check_seats(players, least, MAX_PLAYERS)


def first_dealer(players: int, options: Options) -> int | None:
    """The seat named by the option, or None for a drawn one. Raises BadConfig."""
    if options.dealer == "random":
        return None
    if int(options.dealer) > players:
        raise BadConfig([Refusal("bad_dealer", "setup.dealer", {"value": options.dealer, "n": players})])
    return int(options.dealer) - 1
