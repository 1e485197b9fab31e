"""What is on the table: the cards of a set of boxes, and what these boxes add to the rules.

A box contributes a `Kit`, found by walking paths; the base game is the course of no box. Which verbs, frames,
spells and sources there are, who gets a half, how a turn goes: all that is asked of the course.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from itertools import combinations
from typing import Any, NamedTuple

from games.potions.simulator.engine.data import (
    ANY,
    CARD,
    DEAL,
    DECK_OF,
    EFFECT,
    ELEMENTS,
    GAME,
    OPENING,
    Slot,
    slot_of,
)
from rulebook import finder
from rulebook.content import reading
from rulebook.content.entries import GameContent
from simulator.engine.game import Event, Move, Seat, Step
from simulator.engine.refusal import BadConfig
from web.refusal import Refusal

BASE = "base"  # the name of the course without boxes
SEPARATOR = ","
CAST = "cast"
Part = Any  # what a box keeps in a state
Columns = tuple[Any, ...]


class Verb(NamedTuple):
    """How a turn may be played: why not, what comes of it, and which such moves may be tried."""

    check: Callable[[Any, Seat, Move], Refusal | None]
    do: Callable[[Any, Seat, Move], Step]


class Spell(NamedTuple):
    """What a spell needs and does. `aimed`: whether there is something to work on. `stages` are its
    questions, `returning` the cards that go back to the cupboard, `work` gives the fields that change.

    `further`: another card may follow. A spell that isn't done in one move has `begin` instead of `work`.
    `hides`: whether the open question could have several answers for all that everybody knows; then it is
    asked though it has one, as going past it would tell what a hand lacks. `draws_by` is the clause by which
    cards are drawn, `why_none` a better reason than that there is nothing to work on.
    """

    aimed: Callable[[Any, Seat, str], bool]
    stages: tuple[Any, ...] = ()
    work: Callable[[Any, Any, list[Event]], dict[str, Any]] | None = None
    returning: Callable[[Any], tuple[str, ...]] = lambda staged: ()
    further: bool = False
    begin: Callable[[Any, Any], Step] | None = None
    finish: Callable[[Any, Any], Step] | None = None
    after_drawing: Callable[..., Any] = lambda state, frame, events: state
    may_stop: bool = False
    draws_by: str = ""
    hides: Callable[[Any, Any], bool] | None = None
    answers: Mapping[str, Callable[[Any, Any, Move], Refusal]] = {}
    says: Mapping[str, Callable[[Any, Seat, Move], Any]] = {}
    why_none: Callable[[Any], Refusal | None] = lambda state: None


class Compound(NamedTuple):
    """A move made of several choices: its questions, what comes of them all, as what it begins, and the move
    that began it; `hides` as in a spell.
    """

    stages: tuple[Any, ...]
    finish: Callable[[Any, Any], Step]
    begun: Callable[[Any, Seat, Move], Any]
    move: Callable[[Any], Move]
    hides: Callable[[Any, Any], bool] | None = None
    answers: Mapping[str, Callable[[Any, Any, Move], Refusal]] = {}
    says: Mapping[str, Callable[[Any, Seat, Move], Any]] = {}


class Asking(NamedTuple):
    """The rules of a frame that isn't a turn: why an answer is none, what comes of one, all answers."""

    check: Callable[[Any, Any, Move], Refusal | None]
    do: Callable[[Any, Any, Move], Step]
    moves: Callable[[Any, Any], list[Move]]


class SourceKind(NamedTuple):
    """Another place from which recipes are taken: what fits a slot there, how many, and taking one.

    What fits and what lies open follow from the tables and from `reads`, the names of what boxes keep there,
    from nothing else of a state.
    """

    fitting: Callable[[Any, Slot], list[Any]]
    lying: Callable[[Any], set[str]]
    amount: Callable[[Any, Any], int]
    take: Callable[[Any, Any], None]
    reads: tuple[str, ...] = ()


class Keeping(NamedTuple):
    """A part of the state that a box keeps: as it begins, as JSON and back, in the short form, checked."""

    name: str
    begin: Callable[[int], Part]
    encode: Callable[[Part], Any]
    decode: Callable[[Any, Any, int], Part]
    check: Callable[[Any, Part], None]
    read: Callable[[Mapping[str, Any], Sequence[str], Any], Part]
    write: Callable[[Part, Sequence[str]], dict[str, Any]]
    cards: Callable[[Part], Iterable[str]] = lambda part: ()


class Limits(NamedTuple):
    """Drawing in phase one: up to `to` if a hand has fewer than `below` cards, none from `stop` on."""

    below: int
    to: int
    stop: int


class ColumnReader(NamedTuple):
    """How columns of a table's own are read from a config, and written."""

    read: Callable[[Any, Sequence[str]], Columns]
    write: Callable[[Columns], Any]


class Flow(NamedTuple):
    """How a turn goes: its start, what follows a card and a spell, how a spell works, when one may pass;
    `forced` and `drawn` are what settles itself behind a spell and behind a draw.
    """

    start: Callable[[Any, Seat, list[Event], int], Any]
    played: Callable[[Any, Seat, list[Event]], Step]
    cast: Callable[[Any, Seat, list[Event], bool], Step]
    work: Callable[[Any, Seat, str, Any], tuple[Any, list[Event]]]
    may_pass: Callable[[Any, Any], bool]
    forced: Callable[[Any, Any], list[Any]]
    drawn: Callable[[Any, Move], list[Any]]
    set_up: Callable[[Any, Mapping[str, Any], Sequence[str]], Any]
    short: Callable[[Any, Sequence[str]], dict[str, Any]]
    frames: Callable[[Any], bool]
    may_be_over: Callable[[Any], bool]
    check: Callable[[Any], None]


class Kit(NamedTuple):
    """What a box brings. An offer gives the moves of one verb, sorted; `changes` gets the course that is
    being made, last of all.
    """

    verbs: Mapping[str, Verb] = {}
    answers: Mapping[str, Callable[[Any, Any, Move], Refusal]] = {}
    compounds: Mapping[str, Compound] = {}
    spells: Mapping[str, Spell] = {}
    frames: Mapping[str, tuple[type, Asking | None]] = {}
    sources: Mapping[str, SourceKind] = {}
    wild: tuple[str, ...] = ()
    stand_ins: Mapping[str, str] = {}
    keeps: tuple[Keeping, ...] = ()
    from_tables: tuple[Callable[[Any, Seat], list[Move]], ...] = ()
    advance: Mapping[type, Callable[..., Any]] = {}
    played_in: Mapping[type, Callable[..., Any]] = {}
    decoders: Mapping[type, Callable[[Any, Any], Any]] = {}
    before_turn: tuple[Callable[[Any, Seat, list[Event]], Any], ...] = ()
    after_turn: tuple[Callable[[Any, Seat, list[Event]], Any], ...] = ()
    offers: tuple[Callable[[Any, Seat], list[Move]], ...] = ()
    set_up: tuple[Callable[[Any, list[Event]], Any], ...] = ()
    clauses: Mapping[str, str] = {}
    clauses_with: Mapping[str, Mapping[str, str]] = {}
    limits: Callable[[Sequence[str]], Limits] | None = None
    spells_on_top: bool = False
    deal: int = 0
    opening: int = 0
    rarities: Mapping[str, Callable[[Any, Event], bool]] = {}
    wishes: tuple[Callable[[Any, Seat, Callable[[], float]], list[tuple[float, Move]]], ...] = ()
    columns: ColumnReader | None = None
    flow: Flow | None = None
    policies: Mapping[str, Callable[..., Any]] = {}
    says: Mapping[str, Callable[[Any, Seat, Move], Any]] = {}
    things: Mapping[str, tuple[str, str]] = {}
    short_keys: Mapping[str, Callable[..., Any]] = {}
    plays: Mapping[str, Callable[[Any, Any], bool]] = {}
    quiet: frozenset[str] = frozenset()  # kinds of plays that no card brings, which ruling 71 leaves out
    changes: Callable[[Any], None] | None = None


class Course:
    """The cards of the base game and of `boxes` with all tables made of them. One object for each set."""

    as_element: Callable[..., Any]
    halves: Callable[..., Any]
    paid: Callable[..., Any]
    mark_of: Callable[..., str]
    mark_under: Callable[..., str]
    may_lie: Callable[..., bool]
    told_silence: Callable[..., list[Event]]
    barred: Callable[[Any], Sequence[frozenset[str]]]
    needed: Callable[[Any], Sequence[tuple[Seat, str]]]
    no_target: Callable[..., Refusal]
    no_recipe: Callable[..., Refusal]
    things: Mapping[str, tuple[str, str]]
    parts_after_taking: Callable[..., tuple[Any, ...]]
    assembled: Callable[..., int]
    out_of_reach: Callable[[Any], Sequence[Sequence[str]]]
    why_barred: Callable[[Any, Sequence[str]], Refusal | None]
    may_leave: Callable[..., bool]
    may_play: Callable[..., Any]
    is_frame: Callable[[Any, Any], bool]

    def __init__(self, boxes: tuple[str, ...], columns: Columns):
        self.boxes, self.columns = boxes, columns
        self._hash = hash((boxes, columns))
        self.stacks: dict[str, tuple[tuple[int, Any], ...]] = {}  # filled by `assembling`
        self.game: GameContent = reading.load("potions", boxes=boxes) if boxes else GAME
        known = self.game.copies_by_code
        self.codes: tuple[str, ...] = tuple(known)
        self.copies: dict[str, int] = {code: copies.count for code, (_, copies) in known.items()}
        self.elements = ELEMENTS[: len(self.game.elements)]
        self.places = tuple(range(len(self.elements)))
        # Each box's cards are a deck of their own, the base game's first.
        self.deck_ids: tuple[str, ...] = tuple(dict.fromkeys(DECK_OF[code] for code in self.codes))
        self.decks: tuple[tuple[str, ...], ...] = tuple(
            tuple(code for code in self.codes for _ in range(self.copies[code]) if DECK_OF[code] == deck)
            for deck in self.deck_ids
        )
        self.kits: tuple[Kit, ...] = (base_kit(), *(kits()[box] for box in boxes))
        self._gather()
        self._read_recipes()
        for kit in self.kits:
            if kit.changes:
                kit.changes(self)

    def _gather(self) -> None:
        """What the boxes bring, side by side."""
        kits_ = self.kits
        self.verbs = {verb: it for kit in kits_ for verb, it in kit.verbs.items()}
        self.answers = {verb: it for kit in kits_ for verb, it in kit.answers.items()}
        self.compounds = {verb: it for kit in kits_ for verb, it in kit.compounds.items()}
        self.spells = {effect: it for kit in kits_ for effect, it in kit.spells.items()}
        self.sources = {kind: it for kit in kits_ for kind, it in kit.sources.items()}
        frames = {name: it for kit in kits_ for name, it in kit.frames.items()}
        self.frames: dict[str, type] = {name: kind for name, (kind, _) in frames.items()}
        self.asking = {kind: asking for kind, asking in frames.values() if asking is not None}
        self.keeps: tuple[Keeping, ...] = tuple({it.name: it for kit in kits_ for it in kit.keeps}.values())
        self.kept = {it.name: place for place, it in enumerate(self.keeps)}
        reads = {name for it in self.sources.values() for name in it.reads}
        self.read = tuple(place for name, place in self.kept.items() if name in reads)
        self.short_keys = {key: it for kit in kits_ for key, it in kit.short_keys.items()}
        self.offers = tuple({it: None for kit in kits_ for it in kit.offers})
        self.from_tables = tuple(it for kit in kits_ for it in kit.from_tables)
        self.advance = {kind: it for kit in kits_ for kind, it in kit.advance.items()}
        self.played_in = {kind: it for kit in kits_ for kind, it in kit.played_in.items()}
        self.decoders = {kind: it for kit in kits_ for kind, it in kit.decoders.items()}
        self.before_turn = tuple(it for kit in kits_ for it in kit.before_turn)
        self.after_turn = tuple(it for kit in kits_ for it in kit.after_turn)
        self.wishes = tuple({it: None for kit in kits_ for it in kit.wishes})
        self.rarities = {name: it for kit in kits_ for name, it in kit.rarities.items()}
        self.set_up = tuple(it for kit in kits_ for it in kit.set_up)
        self.clauses = {key: clause for kit in reversed(kits_) for key, clause in kit.clauses.items()}
        for kit in kits_:
            for box, clauses in kit.clauses_with.items():
                self.clauses |= clauses if box in self.boxes else {}
        self.wild_elements = frozenset(element for kit in kits_ for element in kit.wild)
        self.wild = tuple({element: None for kit in kits_ for element in kit.wild})
        self.deals = (DEAL, *(kit.deal for kit in kits_[1:]))
        self.openings = (OPENING, *(kit.opening for kit in kits_[1:]))
        limits = [kit.limits(self.boxes) for kit in kits_ if kit.limits]
        self.limits = max(limits, key=lambda each: each.stop) if limits else None
        self.flow: Flow = [kit.flow for kit in kits_ if kit.flow][-1]
        # What is asked of the boxes in one place each: the last that has an answer gives it.
        for name, it in ((name, it) for kit in kits_ for name, it in kit.policies.items()):
            setattr(self, name, it)
        self.says = {verb: it for kit in kits_ for verb, it in kit.says.items()}
        self.things = {kind: it for kit in kits_ for kind, it in kit.things.items()}
        self.quiet = frozenset(kind for kit in kits_ for kind in kit.quiet)
        self.plays = {kind: it for kit in kits_ for kind, it in kit.plays.items()}
        self.spells_on_top = any(kit.spells_on_top for kit in kits_)

    def _read_recipes(self) -> None:
        """What may fill each slot, and what makes that quick to answer."""
        standing = {
            code: kind
            for code in self.codes
            for kit in self.kits
            for name, kind in kit.stand_ins.items()
            if CARD[code].id == name
        }
        self.slots: dict[str, tuple[Slot, ...]] = {
            code: tuple(
                _with_stand_ins(slot_of(ingredient, self.codes), standing)
                for ingredient in CARD[code].ingredients
            )
            for code in self.codes
        }
        self.stand_ins = frozenset(standing)
        # Plain recipes ask for different things, direct ones do but for what stands in for elements.
        self.direct = {code: _is_direct(slots) for code, slots in self.slots.items()}
        self.plain = {
            code: self.direct[code] and not (self.wild and sum(bool(slot.element) for slot in slots) > 1)
            for code, slots in self.slots.items()
        }
        self.asked = {
            code: frozenset(slot.element for slot in slots if slot.element not in ("", ANY))
            for code, slots in self.slots.items()
        }
        self.recipe_slots = {
            code: tuple(slot.recipes for slot in slots if not slot.element)
            for code, slots in self.slots.items()
        }

    def spell_of(self, code: str) -> Spell:
        """What a spell card does."""
        return self.spells[EFFECT[code]]

    def ways(self, staged: Any) -> Spell | Compound:
        """The questions of a compound move, why answers are none, and how they are said."""
        if staged.card in EFFECT and staged.verb == CAST:
            return self.spell_of(staged.card)
        return self.compounds[staged.verb]

    def says_of(self, state: Any) -> Mapping[str, Callable[[Any, Seat, Move], Any]]:
        """How moves are said that a box has words of its own for."""
        top = state.agenda[-1]
        if not self.says or not hasattr(top, "sources"):
            return self.says
        return {**self.says, **self.ways(top).says}

    def part(self, state: Any, name: str) -> Any:
        """What a box keeps in a state (or a view)."""
        return state.parts[self.kept[name]]

    def with_part(self, state: Any, name: str, value: Any) -> tuple[Any, ...]:
        """The parts of a state with one of them changed."""
        place = self.kept[name]
        return (*state.parts[:place], value, *state.parts[place + 1 :])

    def read_columns(self, value: Any) -> Columns:
        """A table's own columns as they come in, for a box that has some. Raises BadConfig."""
        for kit in self.kits:
            if kit.columns:
                return kit.columns.read(value, self.boxes)
        if value is not None:
            raise BadConfig([Refusal("unknown_option", "setup.players", {"name": "columns"})])
        return ()

    @property
    def columns_json(self) -> Any:
        """As a config has them."""
        return next(kit.columns.write(self.columns) for kit in self.kits if kit.columns)

    @property
    def sets(self) -> str:
        """Its name as an option."""
        return SEPARATOR.join(self.boxes) or BASE

    def __eq__(self, other: object) -> bool:
        """A table's own columns make many courses, and the same may be made twice."""
        return isinstance(other, Course) and (self.boxes, self.columns) == (other.boxes, other.columns)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> Any:
        return course_of, (self.boxes, self.columns)


def _with_stand_ins(slot: Slot, standing: Mapping[str, str]) -> Slot:
    """A recipe that stands in for a kind may fill a slot for recipes of that kind."""
    kinds = {CARD[code].kind for code in slot.recipes}
    more = {code for code, kind in standing.items() if kind in kinds}
    return slot._replace(recipes=slot.recipes | more)


def _is_direct(slots: Sequence[Slot]) -> bool:
    """Whether the slots ask for different things, so that nothing in a stack or on a table fits two."""
    elements = [slot.element for slot in slots if slot.element]
    recipes = [code for slot in slots for code in slot.recipes]
    if ANY in elements:
        return False
    return len(set(elements)) == len(elements) and len(set(recipes)) == len(recipes)


@cache
def base_kit() -> Kit:
    found: Kit = import_module("games.potions.simulator.engine.kit").KIT
    return found


@cache
def kits() -> Mapping[str, Kit]:
    """What each box brings to the engine, in the order of their ids."""
    found = finder.box_modules("simulator", "potions", name="engine.kit")
    return {box: module.KIT for box, module in found.items()}


def course_of(boxes: tuple[str, ...] = (), columns: Columns = ()) -> Course:
    """The course of some boxes, in the order of their ids, with a table's own columns if it has some."""
    return _course(boxes, columns)


@lru_cache(maxsize=64)
def _course(boxes: tuple[str, ...], columns: Columns) -> Course:
    return Course(boxes, columns)


@cache
def courses() -> Mapping[str, tuple[str, ...]]:
    """The boxes that may be on the table together, by the name of the option's value; none first."""
    names = sorted(kits())
    found = [combo for n in range(len(names) + 1) for combo in combinations(names, n)]
    return {SEPARATOR.join(boxes) or BASE: boxes for boxes in found}
