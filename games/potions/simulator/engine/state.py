"""The state of a game of «Зельеварение», and the setting up of its options."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from games.potions.scoring.points import Play
from games.potions.simulator.engine.data import GAME
from simulator.engine.agenda import Agenda
from simulator.engine.boxes import BASE, SETS
from simulator.engine.chance import Chance
from simulator.engine.game import Move, Seat

if TYPE_CHECKING:
    from games.potions.simulator.engine.course import Course

MAY, MUST = "may", "must"
COLUMNS = "columns"  # the option for columns of a table's own
CAST = "cast"
Silent = tuple[tuple[Seat, str], ...]  # who gets no half, and why
RULES = 2  # by which a game is begun now


@dataclass(frozen=True)
class Options:
    """The switches of the content file with the values chosen; the defaults are the rulings'.

    `sets` names the boxes on the table. `rules` are those of the record that is replayed, which says so
    itself; they stand in no position. Rules 1 paid nothing to a seat that was passed over, and asked which of
    two equal things is which.
    """

    first_player: str
    spell_follow_up: str
    sets: str = BASE
    rules: int = RULES


class Cupboard(NamedTuple):
    """`stacks` go by `data.ELEMENTS`, each from bottom to top; `apart` are three-element cards, sorted."""

    stacks: tuple[tuple[str, ...], ...]
    apart: tuple[str, ...]


class Recipe(NamedTuple):
    """An assembled recipe on a table: its card, and the cards under it in the order of its slots.

    `mark`: what under it stands in for what the recipe names (WILD, STAND_IN); its owner may get no half.
    """

    card: str
    under: tuple[str, ...] = ()
    mark: str = ""


class Filler(NamedTuple):
    """What fills a slot. `kind` is stack (the next card from the top of an element's stack), apart (a
    three-element card in the cupboard), recipe, or what a box adds; `what` names the element or the card. A
    recipe is one of those on the table of `seat` with these cards `under` it.
    """

    kind: str
    what: str
    seat: int = -1
    under: tuple[str, ...] = ()
    mark: str = ""

    @property
    def recipe(self) -> Recipe:
        """The recipe on a table that it names."""
        return Recipe(self.what, self.under, self.mark)


STACK, APART, RECIPE = "stack", "apart", "recipe"
WILD, STAND_IN = "wild", "stand_in"  # marks of recipes: an element or a recipe stood in for another


class Turn(NamedTuple):
    """The seat plays a card; `further`: after a spell, when it needn't."""

    seat: int
    further: bool = False


class Staged(NamedTuple):
    """A compound move that isn't finished: the seat has begun to assemble or to cast `card`.

    `sources` fill the first slots of a recipe. `target` is the own recipe that a spell works on, `pick` the
    card that it keeps or takes; None while that is open. `laid` are the returning cards put in order so far.
    `place` and `targets` are for what boxes add: where something is laid, and recipes of any table.
    """

    seat: int
    verb: str
    card: str
    sources: tuple[Filler, ...] = ()
    target: Recipe | None = None
    pick: str | None = None
    laid: tuple[str, ...] = ()
    place: tuple[int, ...] = ()
    targets: tuple[Filler, ...] = ()

    def using(self, source: Filler) -> "Staged":
        """With one source more; asked for each that may be chosen."""
        return self.with_sources((*self.sources, source))

    def with_sources(self, sources: tuple[Filler, ...]) -> "Staged":
        """At a third of the price of `_replace`."""
        return tuple.__new__(Staged, (*self[:3], sources, *self[4:]))


class Choice(NamedTuple):
    """A move that answers the open question, and how far the compound move is after it."""

    move: Move
    then: Staged


@dataclass(frozen=True)
class State:
    """Seats are 0 … players-1 clockwise; hands, shown, tables and scores go by seat. Cards are codes.

    `decks` have their top card last. `shown` are cards in hand that everybody knows, because they were taken
    openly. `turn` counts turns from 1. `aside` are cards out of play, in positions that were set up by hand.
    `parts` are what the boxes of the course keep besides, in its order.
    """

    players: int
    options: Options
    course: "Course"
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
    parts: tuple[Any, ...]

    @property
    def frame(self) -> Any:
        """The choice that is open."""
        return self.agenda[-1]

    @property
    def round(self) -> int:
        """A game has one round."""
        return 1


def encode_options(options: Options, course: "Course") -> dict[str, Any]:
    """The options as a config has them; what only boxes have stands in it with boxes alone."""
    data: dict[str, Any] = {option.id: getattr(options, option.id) for option in GAME.options}
    if course.boxes:
        data[SETS] = options.sets
    if course.columns:
        data[COLUMNS] = course.columns_json
    return data
