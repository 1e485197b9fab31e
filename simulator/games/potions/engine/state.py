"""The state of a game of «Зельеварение», and the setting up of its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from scoring.games.potions.points import Play
from simulator.engine.agenda import Agenda
from simulator.engine.chance import Chance
from simulator.engine.options import read_values
from simulator.games.potions.engine.data import GAME

MAY, MUST = "may", "must"
T = TypeVar("T")


@dataclass(frozen=True)
class Options:
    """The switches of the content file with the values chosen; the defaults are the rulings'."""

    first_player: str
    spell_follow_up: str


class Cupboard(NamedTuple):
    """`stacks` go by `data.ELEMENTS`, each from bottom to top; `apart` are three-element cards, sorted."""

    stacks: tuple[tuple[str, ...], ...]
    apart: tuple[str, ...]


class Recipe(NamedTuple):
    """An assembled recipe on a table: its card, and the cards under it in the order of its slots."""

    card: str
    under: tuple[str, ...] = ()


class Source(NamedTuple):
    """What fills a slot. `kind` is stack (the next card from the top of an element's stack), apart (a
    three-element card in the cupboard) or recipe; `what` names the element or the card. A recipe is one of
    those on the table of `seat` with these cards `under` it.
    """

    kind: str
    what: str
    seat: int = -1
    under: tuple[str, ...] = ()


STACK, APART, RECIPE = "stack", "apart", "recipe"


class Turn(NamedTuple):
    """The seat plays a card; `further`: after a spell, when it needn't."""

    seat: int
    further: bool = False


class Staged(NamedTuple):
    """A compound move that isn't finished: the seat has begun to assemble or to cast `card`.

    `sources` fill the first slots of a recipe. `target` is the own recipe that a spell works on, `pick` the
    card that it keeps or takes; None while that is open. `laid` are the returning cards put in order so far.
    """

    seat: int
    verb: str
    card: str
    sources: tuple[Source, ...] = ()
    target: Recipe | None = None
    pick: str | None = None
    laid: tuple[str, ...] = ()


FRAMES: Mapping[str, type[Any]] = {"Turn": Turn, "Staged": Staged}


@dataclass(frozen=True)
class State:
    """Seats are 0 … players-1 clockwise; hands, shown, tables and scores go by seat. Cards are codes.

    `decks` have their top card last. `shown` are cards in hand that everybody knows, because they were taken
    openly. `turn` counts turns from 1. `aside` are cards out of play, in positions that were set up by hand.
    """

    players: int
    options: Options
    chance: Chance
    first: int
    turn: int
    decks: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[str, ...], ...]
    shown: tuple[tuple[str, ...], ...]
    cupboard: Cupboard
    tables: tuple[tuple[Recipe, ...], ...]
    scores: tuple[int, ...]
    history: tuple[Play, ...]
    aside: tuple[str, ...]
    agenda: Agenda

    @property
    def round(self) -> int:
        """A game has one round."""
        return 1


def read_options(data: Any) -> Options:
    """Checks options against the content's choices. Raises BadConfig with every fault."""
    return Options(**read_values(GAME, data))
