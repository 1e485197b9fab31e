"""What a box of cards adds to the game and what it changes; the base game is a box, too, below all others.

`Box` is what the course asks: tables of what a box adds, each entry of a kind that stands here, and methods
for the moments of the game, which a box overrides where it changes something.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from games.potions.scoring.points import Play
from games.potions.simulator.engine.data import Slot, fits
from games.potions.simulator.engine.state import RECIPE, Choice, Filler, Silent, Staged, State
from simulator.engine.comparing import Way
from simulator.engine.game import Event, Move, Seat, Step
from web.refusal import Params, Refusal

if TYPE_CHECKING:
    from games.potions.simulator.engine.base_game import Turns
    from games.potions.simulator.engine.course import Course
    from games.potions.simulator.engine.hidden import Hidden
    from games.potions.simulator.engine.outcomes import MoveTrial
    from games.potions.simulator.engine.proposing import Said
    from games.potions.simulator.engine.trying import Proof

Seen = Any  # a state or a view
Part = Any  # what a box keeps in a state
Columns = tuple[Any, ...]
Stage = Callable[[State, Staged], list[Choice] | None]  # a question; None where nothing is left to choose
Hides = Callable[[State, Staged], bool]
Answers = Mapping[str, Callable[[State, Staged, Move], Refusal]]  # by verb, why an answer is none
Says = Mapping[str, Callable[[State, Seat, Move], tuple[str, Params]]]  # by verb, how a move is said


class Verb(NamedTuple):
    """How a turn may be played: why not, and what comes of it."""

    check: Callable[[State, Seat, Move], Refusal | None]
    do: Callable[[State, Seat, Move], Step]


class Spell(NamedTuple):
    """What a spell needs and does. `aimed`: whether there is something to work on. `stages` are its
    questions, `returning` the cards that go back to the cupboard, `work` gives the fields that change.

    `further`: another card may follow. A spell that isn't done in one move has `begin` instead of `work`.
    `hides`: whether the open question could have several answers for all that everybody knows; then it is
    asked though it has one, as going past it would tell what a hand lacks. `draws_by` is the clause by which
    cards are drawn, `nothing_refusal` a better reason than that there is nothing to work on.
    """

    aimed: Callable[[State, Seat, str], bool]
    stages: tuple[Stage, ...] = ()
    work: Callable[[State, Staged, list[Event]], dict[str, Any]] | None = None
    returning: Callable[[Staged], tuple[str, ...]] = lambda staged: ()
    further: bool = False
    begin: Callable[[State, Staged], Step] | None = None
    finish: Callable[[State, Staged], Step] | None = None
    after_drawing: Callable[[State, Any, list[Event]], State] = lambda state, frame, events: state
    may_stop: bool = False
    draws_by: str = ""
    hides: Hides | None = None
    answers: Answers = {}
    says: Says = {}
    nothing_refusal: Callable[[State], Refusal | None] = lambda state: None


class Compound(NamedTuple):
    """A move made of several choices: its questions, what comes of them all, as what it begins, and the move
    that began it; `hides` as in a spell.
    """

    stages: tuple[Stage, ...]
    finish: Callable[[State, Staged], Step]
    begun: Callable[[State, Seat, Move], Staged | None]
    move: Callable[[Staged], Move]
    hides: Hides | None = None
    answers: Answers = {}
    says: Says = {}


class Asking(NamedTuple):
    """The rules of a frame that isn't a turn: why an answer is none, what comes of one, all answers."""

    check: Callable[[State, Any, Move], Refusal | None]
    do: Callable[[State, Any, Move], Step]
    moves: Callable[[State, Any], list[Move]]


class FrameKind(NamedTuple):
    """What may lie on the agenda, and what is `asking` in it.

    `advance`: what comes of it by itself, None where it waits for a choice. `played_in`: the state after a
    card was played in it. `may_leave`: whether one may pass there. In positions it is read by `decode`, which
    raises ValueError, and `holds` says whether it can be there.
    """

    kind: type[Any]
    asking: Asking | None = None
    advance: Callable[[State, Any, list[Event]], State | None] = lambda state, frame, events: None
    played_in: Callable[[State, Any, list[Event]], State] | None = None
    may_leave: Callable[[State, Any], bool] = lambda state, frame: False
    decode: "Callable[[Any, Course], Any] | None" = None
    holds: Callable[[State, Any], bool] = lambda state, frame: True


class SourceKind(NamedTuple):
    """Another place from which recipes are taken: what fits a slot there, how many, and taking one.

    What fits and what lies open follow from the tables and from `reads`, the names of what boxes keep there,
    from nothing else of a state.
    """

    fitting: Callable[[Seen, Slot], list[Filler]]
    lying: Callable[[Seen], set[str]]
    amount: Callable[[Seen, Filler], int]
    take: Callable[[Any, Filler], None]
    reads: tuple[str, ...] = ()


class Keeping(NamedTuple):
    """A part of the state that a box keeps: as it begins, as JSON and back, in the short form, checked."""

    name: str
    begin: Callable[[int], Part]
    encode: Callable[[Part], Any]
    decode: "Callable[[Any, Course, int], Part]"
    check: Callable[[State, Part], None]
    read: "Callable[[Mapping[str, Any], Sequence[str], Course], Part]"
    write: Callable[[Part, Sequence[str]], dict[str, Any]]
    cards: Callable[[Part], Iterable[str]] = lambda part: ()


class Limits(NamedTuple):
    """Drawing in phase one: up to `to` if a hand has fewer than `below` cards, none from `stop` on."""

    below: int
    to: int
    stop: int


class Box:
    """A box on the table. Of what several boxes say, the last counts, of clauses the first."""

    # What it adds, by its name where it has one.
    rests_on: "tuple[Box, ...]" = ()  # what it shares with other boxes: on the table once, below them
    deal: int = 0  # cards of its deck for each hand
    opening: int = 0  # and for the first cupboard
    verbs: Mapping[str, Verb] = {}
    answers: Answers = {}
    compounds: Mapping[str, Compound] = {}
    spells: Mapping[str, Spell] = {}
    frames: tuple[FrameKind, ...] = ()
    sources: Mapping[str, SourceKind] = {}
    keeps: tuple[Keeping, ...] = ()
    wild: tuple[str, ...] = ()  # elements that stand in for any other
    stand_ins: Mapping[str, str] = {}  # recipes that stand in for all of a kind
    things: Mapping[str, tuple[str, str]] = {}  # kinds of cards that are no recipe: refusal and clause
    says: Says = {}
    plays: "Mapping[str, Callable[[Play, Course], bool]]" = {}  # by kind, whether a play can be in a record
    quiet: frozenset[str] = frozenset()  # kinds of plays that no card brings, which ruling 71 leaves out
    short_keys: Mapping[str, Way] = {}  # of short forms, how their values are compared
    rarities: Mapping[str, Callable[[State, Event], bool]] = {}  # what many games should show, and when it is
    known_verbs: frozenset[str] = frozenset()  # moves that show their seat nothing, though decks are mixed
    proofs: "Mapping[str, Proof]" = {}  # by code, whether what it says of a move is so in a world
    clauses: Mapping[str, str] = {}  # that speak where boxes word one rule differently
    clauses_with: Mapping[str, Mapping[str, str]] = {}  # the same together with another box

    # What it changes.
    spells_on_top: bool = False  # whether spells are laid onto their stack, not below it
    turns: "Turns | None" = None

    def after_deal(self, state: State, events: list[Event]) -> State:
        """Hands and cupboard are dealt, and the first turn is about to begin."""
        return state

    def before_turn(self, state: State, seat: Seat, events: list[Event]) -> State:
        """A turn of this seat is about to begin."""
        return state

    def after_turn(self, state: State, seat: Seat, events: list[Event]) -> State:
        """The turn of this seat is over."""
        return state

    def offered_moves(self, state: State, seat: Seat) -> list[Move]:
        """The moves of one verb that may be made now, sorted."""
        return []

    def moves_from_tables(self, state: State, seat: Seat) -> list[Move]:
        """What is left to a player without cards."""
        return []

    def wished_moves(self, state: State, seat: Seat, rand: Callable[[], float]) -> list[tuple[float, Move]]:
        """What a quick player likes to do, and how much, in points."""
        return []

    def propositions(self, trial: "MoveTrial", hidden: "Hidden") -> "list[Said]":
        """What is so of a legal move and has to do with this box."""
        return []

    def element_laid(self, state: State, seat: Seat, play: Play, events: list[Event]) -> Play:
        """What a card brings that is laid as an element."""
        return play

    def halves(
        self, state: State, seat: Seat, sources: Sequence[Filler], into: str
    ) -> tuple[tuple[Seat, ...], Silent]:
        """Who else gets a half, each once (assemble.once), and who would but for what boxes say."""
        return tuple(sorted({s.seat for s in sources if s.kind == RECIPE} - {seat})), ()

    def paid_halves(self, state: Seen, paying: Sequence[Seat]) -> tuple[Seat, ...]:
        """One half for every owner, however many recipes are used (assemble.once)."""
        return tuple(sorted(set(paying)))

    def silence_events(
        self, course: "Course", seat: Seat, code: str, silent: Silent, sources: Sequence[Filler], into: str
    ) -> list[Event]:
        """What owners hear who get no half."""
        return []

    def mark_of(self, state: State, code: str, sources: Sequence[Filler]) -> str:
        """The mark of a recipe that is made with these."""
        return ""

    def mark_under(self, course: "Course", cards: Sequence[str], slots: Sequence[Slot]) -> str:
        """The mark that cards under a recipe suggest."""
        return ""

    def may_lie(self, course: "Course", cards: Sequence[str], slots: Sequence[Slot]) -> bool:
        """Whether cards can lie under a recipe with these slots."""
        return all(fits(code, slot) for code, slot in zip(cards, slots, strict=True))

    def parts_after_taking(self, state: State, seat: Seat) -> tuple[Part, ...]:
        """What boxes keep once a card has come into a hand."""
        return state.parts

    def barred_elements(self, seen: Seen) -> list[frozenset[str]]:
        """By seat, the elements that no hidden card can carry."""
        return [frozenset()] * seen.players

    def needed_elements(self, seen: Seen) -> list[tuple[Seat, str]]:
        """Elements that everybody knows a hand to hold."""
        return []

    def barred_refusal(self, state: State, lacking: Sequence[str]) -> Refusal | None:
        """Why an ingredient that a recipe lacks can't be taken though it lies there."""
        return None

    def recipe_count(self, state: State, seat: Seat) -> int:
        """How many recipes a player has assembled."""
        return len(state.tables[seat])

    def out_of_reach(self, state: State) -> list[list[str]]:
        """Cards before the players that spells don't reach."""
        return []

    def hand_limits(self, boxes: Sequence[str]) -> Limits | None:
        """How many cards are drawn where these boxes are on the table."""
        return None

    def read_columns(self, value: Any, boxes: Sequence[str]) -> Columns:
        """A table's own columns as they come in, by the box that has some. Raises BadConfig."""
        return ()

    def columns_json(self, found: Columns) -> Any:
        """The same as a config has them."""
        return None
