"""The state of a game of «Алхимики»: what lies open, what is behind each screen, and what nobody knows.

What everybody sees stands in `Public`, which states and views share. Each seat's `Screen` is all that the
seat alone knows; the rest of `State` is known to nobody.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from games.alchemists.scoring.points import Part
from games.alchemists.simulator.deduction.data import INGREDIENTS
from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.engine.data import AREAS
from games.alchemists.simulator.engine.options import Options
from simulator.engine.chance import Chance

NOTHING = ""

# --- Frames: the open choice; a second one above it is a compound move that others don't see yet -----------


class Keep(NamedTuple):
    """Setting up: in secret, each seat keeps one of its favours."""

    seats: tuple[int, ...]


class Space(NamedTuple):
    """The seat takes a space of the order track."""

    seat: int


class Plan(NamedTuple):
    """The seat places its cubes; others see no more than that until it has finished."""

    seat: int


class Planning(NamedTuple):
    """A plan that isn't finished: `actions` by area so far; `area` is the place of the area asked about.

    ASSISTANTS and ASSOCIATES stand before and after the areas. `cubes` are left to be placed.
    """

    seat: int
    area: int
    cubes: int
    actions: tuple[int, ...] = (0,) * len(AREAS)
    assistants: int = 0
    associates: tuple[str, ...] = ()


ASSISTANTS, ASSOCIATES = -1, len(AREAS)


class Bid(NamedTuple):
    """Before selling: in secret, each of several seats lays a discount card."""

    seats: tuple[int, ...]


class Act(NamedTuple):
    """The seat performs its next action in an area, or declines it. `boots`: once more, by the Boots."""

    seat: int
    area: str
    boots: bool = False


class Sale(NamedTuple):
    """A sale after its order: guarantee, Barmaids, pair; NOTHING and -1 for what is still open."""

    seat: int
    potion: str
    merchants: int
    level: str = NOTHING
    barmaids: int = -1


class Promise(NamedTuple):
    """At the exhibition: the pair for a promised potion."""

    seat: int
    potion: str


class Claim(NamedTuple):
    """A master's debunk: which potion these two are asked about."""

    seat: int
    pair: tuple[str, str]


class Publishing(NamedTuple):
    """A theory that isn't finished: the token (NOTHING: to be chosen; when endorsing it lies), the seal."""

    seat: int
    ingredient: str
    token: str = NOTHING
    endorses: bool = False


class Immediate(NamedTuple):
    """After a debunk: a publication at once, about one of the `fallen` (ingredient, token) theories."""

    seat: int
    fallen: tuple[tuple[str, str], ...]


class Grant(NamedTuple):
    """Which of several grants the seat takes."""

    seat: int


class Herbalist(NamedTuple):
    """The seat has drawn three ingredients and discards two."""

    seat: int


class Cap(NamedTuple):
    """The Thinking Cap: test number `test`, from 1."""

    seat: int
    test: int


class Altar(NamedTuple):
    """The Altar of Gold: how much is paid."""

    seat: int


class Peek(NamedTuple):
    """The Periscope's owner may look into another's cauldron."""

    seat: int


class Mortar(NamedTuple):
    """The Mortar's owner may keep the card of the mix that chance has left."""

    seat: int


if TYPE_CHECKING:
    Frame = Any  # which one is open follows from the question that is asked
else:
    Frame = (
        Keep
        | Space
        | Plan
        | Planning
        | Bid
        | Act
        | Sale
        | Promise
        | Claim
        | Publishing
        | Immediate
        | Grant
        | Herbalist
        | Cap
        | Altar
        | Peek
        | Mortar
    )
SEALED = (Keep, Bid)

# --- What lies open ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """What lies before a player for all to see.

    `cubes` are with the player: still to be placed, or back from actions; `helpers` are the Assistants' among
    all. `potions` were made, in the content's order; `artifacts` and `grants` in the order of taking.
    `shown`: cards of the hand that all know, sorted. `suffered`: potions that have harmed this round.
    `exhibited`: potions shown with success. `seals`: those turned up when their theories fell.
    """

    gold: int
    reputation: int
    cubes: int
    unused: int = 0
    hospital: int = 0
    helpers: int = 0
    potions: tuple[str, ...] = ()
    artifacts: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    suffered: tuple[str, ...] = ()
    exhibited: tuple[str, ...] = ()
    seals: tuple[str, ...] = ()


class Row(NamedTuple):
    """A player's row in an area: `actions` planned, `over` of them performed, declined or used up before
    their time, `done` performed. `top`: placed by an Associate.
    """

    seat: int
    actions: int
    top: bool = False
    over: int = 0
    done: int = 0


class Book(NamedTuple):
    """A theory: its token (NOTHING: none) and whose seals lie on it, the author's first."""

    token: str = NOTHING
    seats: tuple[int, ...] = ()


class Mix(NamedTuple):
    """A mix as all saw it. `how`: an area, `custodian` or `cap`. `potion`: what came out; in a sale what was
    ordered, at the exhibition what was promised. `shown`: the level of a sale, `yes` or `no` of an exhibit.
    """

    seat: int
    round: int
    how: str
    potion: str
    shown: str = NOTHING


YES, NO = "yes", "no"


class Answer(NamedTuple):
    """What a debunk told everybody, and how many mixes there had been before."""

    seat: int
    round: int
    mixes: int
    fact: Fact


class Shift(NamedTuple):
    """A move of a marker on the reputation track: from where to where, its causes as the calculator takes
    them, and which artifacts added to it.
    """

    seat: int
    round: int
    before: int
    after: int
    parts: tuple[Part, ...]
    artifacts: tuple[str, ...]


class Thrown(NamedTuple):
    """Cards that went face down into the discard (or under the Feather): whose, how many, of which mix.

    `mix` counts in the state's mixes, -1 for none.
    """

    seat: int
    size: int
    mix: int


class Cauldron(NamedTuple):
    """A mix that is seen and not yet cleared away: whose, in which area; whether the Periscope was asked."""

    seat: int
    area: str
    asked: bool = False


@dataclass(frozen=True)
class Public:
    """What everybody sees. Seats are 0 … players-1 clockwise, tuples go by seat but those said otherwise.

    `phase` is one of `turns.PHASES`, `at` counts its steps (while areas are resolved, the place of the area).
    `spaces`: this round's order spaces; `sequence`: who acts first to last. `paralysed` stand on the green
    space this round, `stricken` will next, both in order. `rows` go by area, each from the top; `orders` are
    the potions sold this round, `bids` the discounts (-1: none). `used`: artifacts used this round;
    `unhappy`: the student; `booted`: the Boots were offered in this area. `herbalists`: whose are still to be
    played. `row`: open ingredients; `cleared`: open ones that went into the discard, `thrown` those hidden,
    since it was last shuffled; `aside`: under the Feather. `played`: favours in the discard that all saw;
    `card`: a Custodian lies beside the board. `dealt`: artifacts by deck. `books` go by ingredient.
    `history`: every move on the reputation track, from the first on.
    """

    players: int
    options: Options
    round: int
    phase: str
    at: int
    first: int
    spaces: tuple[str, ...]
    sequence: tuple[int, ...]
    paralysed: tuple[int, ...]
    stricken: tuple[int, ...]
    boards: tuple[Board, ...]
    rows: tuple[tuple[Row, ...], ...]
    orders: tuple[str, ...]
    bids: tuple[int, ...]
    used: tuple[str, ...]
    unhappy: bool
    booted: bool
    herbalists: tuple[int, ...]
    cauldron: Cauldron | None
    row: tuple[str, ...]
    cleared: tuple[str, ...]
    thrown: tuple[Thrown, ...]
    aside: tuple[Thrown, ...]
    played: tuple[str, ...]
    card: bool
    dealt: tuple[tuple[str, ...], ...]
    books: tuple[Book, ...]
    conflicts: tuple[tuple[str, str], ...]
    mixes: tuple[Mix, ...]
    answers: tuple[Answer, ...]
    history: tuple[Shift, ...]
    agenda: tuple[Frame, ...]


# --- What is hidden ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Screen:
    """What one seat alone knows. Hand, favours and seals are sorted; `placed`: own seals on the books.

    `pairs`: of its own mixes, in their order. `thrown` and `aside`: the cards behind its entries of the same
    name. `dropped`: the favour laid down when setting up, until the favours are shuffled. `peeked`: what the
    Periscope has shown, as (number of the mix, ingredient). `drawn`: of the pair in the cauldron, the card
    that goes by the Mortar's chance. `sealed`: the choice made in an open sealed frame.
    """

    hand: tuple[str, ...]
    favours: tuple[str, ...]
    seals: tuple[str, ...]
    placed: tuple[str, ...] = (NOTHING,) * len(INGREDIENTS)
    pairs: tuple[tuple[str, str], ...] = ()
    thrown: tuple[tuple[str, ...], ...] = ()
    aside: tuple[tuple[str, ...], ...] = ()
    dropped: str = NOTHING
    peeked: tuple[tuple[int, str], ...] = ()
    drawn: str = NOTHING
    sealed: str = NOTHING


@dataclass(frozen=True)
class State(Public):
    """`truth`: the formula of each ingredient, in the order of the content. Decks have their top card last.

    `adventurers`: those in play, the first for round two.
    """

    chance: Chance
    truth: tuple[str, ...]
    screens: tuple[Screen, ...]
    deck: tuple[str, ...]
    favours: tuple[str, ...]
    adventurers: tuple[str, ...]

    @property
    def frame(self) -> Any:
        """The choice that is open."""
        return self.agenda[-1]


def kinds_of(cards: Iterable[str]) -> tuple[str, ...]:
    """The different ones, in their order."""
    return tuple(dict.fromkeys(cards))


BOOK_AT: Mapping[str, int] = {ingredient: place for place, ingredient in enumerate(INGREDIENTS)}


def theories(books: tuple[Book, ...]) -> dict[str, str]:
    """The published theories: ingredient -> alchemical."""
    return {name: book.token for name, book in zip(INGREDIENTS, books, strict=True) if book.token}


def top(agenda: tuple[Any, ...]) -> Any:
    """The open choice; None where there is none."""
    return agenda[-1] if agenda else None
