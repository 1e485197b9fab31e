"""What boxes bring to the table: parts of its page, questions when it is set up, found by walking paths."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from games.potions.simulator.engine.state import Staged, State
from games.potions.simulator.engine.view import View
from games.potions.simulator.table.faces import Drawer
from rulebook import finder
from simulator.engine.game import Event, Move
from simulator.table.about import About, ThingName, Topics
from simulator.table.base import Moment


class Part(NamedTuple):
    """A part of the page: its template, what that shows, and the moves that have their buttons there; `below`
    the cupboard rather than above it.
    """

    template: str
    shown: Any
    moves: tuple[str, ...] = ()
    below: bool = False


class Question(NamedTuple):
    """What a box asks of whoever is looking, in the place of the hand, while its spell is at work: the spell,
    the words (none: the page has some for the verb of the answers), the cards that are laid so far.
    """

    card: str
    words: str = ""
    laid: tuple[str, ...] = ()


class AnswerLabel(NamedTuple):
    """What the key of an answer says, and a note under it; `shows` is a card whose elements stand there."""

    words: str
    note: str = ""
    shows: str = ""


class Worth(NamedTuple):
    """The points that a compound move brings, and what the recipes go into that it takes."""

    points: int
    into: str


class SetupQuestion(NamedTuple):
    """A question when a table is set up: its template, and what has been answered so far."""

    template: str
    value: str

    def __bool__(self) -> bool:
        return bool(self.value)


class BoxTable:
    """A box's part of the table, every member with a default: `TABLE` in `boxes/<box>/table/kit.py`.

    `verbs` are those of moves that are made without a card of one's hand: each is a button of its own.
    `styles` are style sheets, as `static` takes them; `moments` are those of its own events.
    """

    verbs: Collection[str] = ()
    styles: Sequence[str] = ()
    moments: Mapping[str, Moment] = {}
    topics: Topics = {}  # where the content tells of its things, beside those of the game

    def about(self, drawer: Drawer, view: View, thing: ThingName) -> About | None:
        """A thing that only this box lays on the table; None for any other."""
        return None

    def read(self, drawer: Drawer, view: View) -> Iterable[str]:
        """What it lays above the cupboard, as that is read out."""
        return ()

    def moves_at(self, view: View, thing: ThingName) -> Iterable[Move]:
        """What such a thing is there for, whether or not it can be done now."""
        return ()

    def above(
        self, drawer: Drawer, view: View, words: Mapping[Move, str], events: Sequence[Event]
    ) -> Iterable[Part]:
        """What stands around the cupboard."""
        return ()

    def beside(self, drawer: Drawer, view: View, seat: int, events: Sequence[Event]) -> Iterable[Part]:
        """What stands under a player's recipes."""
        return ()

    def asked(self, drawer: Drawer, view: View) -> str:
        """What whoever is looking has to do outside the phases, as a note above the hand."""
        return ""

    def question(self, drawer: Drawer, view: View) -> Question | None:
        """What whoever is looking has to answer, where the answers stand in the place of the hand."""
        return None

    def told(self, view: View, staged: Staged) -> Mapping[str, Any]:
        """What the words of the box for its own questions are told of."""
        return {}

    def answer(self, drawer: Drawer, view: View, staged: Staged, move: Move) -> AnswerLabel | None:
        """What the key of an answer says, where neither its sentence nor the name of its card will do."""
        return None

    def worth(self, view: View, staged: Staged) -> Worth | None:
        """What a compound move of the box brings."""
        return None

    def roles(self, drawer: Drawer, view: View, code: str) -> Iterable[tuple[Move, str]]:
        """The moves that a card in one's hand is there for, with their words: they are shown, and refused
        with their reason, where they can't be made now.
        """
        return ()

    def brings(self, drawer: Drawer, view: View, code: str) -> Iterable[AnswerLabel]:
        """What a spell in one's hand can do now, where its card alone doesn't tell."""
        return ()

    def where(self, drawer: Drawer, view: View, ingredient: str) -> str:
        """Where something lies that a recipe lacks, though nobody may take it."""
        return ""

    def asks(self, form: Mapping[str, str]) -> SetupQuestion | None:
        """A question of its own when a table is set up."""
        return None

    def sheet_settings(self, state: State) -> Mapping[str, str]:
        """What a score sheet has to know before the plays: its cells with their texts."""
        return {}

    def options(self, form: Mapping[str, str], boxes: Sequence[str]) -> dict[str, Any]:
        """The options that answer it, with these boxes on the table."""
        return {}


@cache
def all_boxes() -> Mapping[str, BoxTable]:
    """What each box brings, in the order of their ids."""
    found = finder.box_modules("simulator", "potions", name="table.kit")
    return {box: module.TABLE for box, module in found.items()}


def on_table(boxes: Sequence[str]) -> list[BoxTable]:
    """What these boxes bring."""
    found = all_boxes()
    return [found[box] for box in boxes if box in found]


@cache
def buttons() -> frozenset[str]:
    """The verbs of moves that no card in hand stands for."""
    return frozenset({"pass"}).union(*(box.verbs for box in all_boxes().values()))


def styles() -> list[str]:
    return [name for box in all_boxes().values() for name in box.styles]


def moments() -> dict[str, Moment]:
    return {kind: moment for box in all_boxes().values() for kind, moment in box.moments.items()}


# --- Setting up ---------------------------------------------------------------------------------------------


def start_fields(form: Mapping[str, str], places: Sequence[int]) -> tuple[SetupQuestion, ...]:
    return tuple(asked for box in all_boxes().values() if (asked := box.asks(form)) is not None)


def start_options(form: Mapping[str, str], places: Sequence[int]) -> dict[str, Any]:
    boxes = tuple(finder.boxes("simulator", "potions"))
    return {name: value for box in all_boxes().values() for name, value in box.options(form, boxes).items()}


def box_options(boxes: Sequence[str]) -> dict[str, Any]:
    return {"sets": ",".join(boxes)} if boxes else {}
