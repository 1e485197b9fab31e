"""What boxes bring to the table of «Маго-бой»: figures, questions, ways, parts of the page. Pure.

Every member of `BoxTable` has a default; a box has its own in `boxes/<box>/table/kit.py`, as `TABLE`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from games.wizwar.simulator.engine.state import CREATURES, State
from games.wizwar.simulator.engine.view import View
from games.wizwar.simulator.table.faces import Drawer, Role
from games.wizwar.simulator.table.maze import Badge, BoardContents, BoardFigure, Strewn, Token, pieces_of
from rulebook import finder
from simulator.engine.boxes import SEPARATOR, SETS
from simulator.engine.game import Move


class Part(NamedTuple):
    """A part of the page: its template and what that shows."""

    template: str
    shown: Any


class Question(NamedTuple):
    """What a frame of a box asks: the heading, the card that it belongs to, what is settled, the question.

    `seat` is told to be asked, -1: everybody at once, or nobody in particular.
    """

    title: str
    card: str = ""
    settled: tuple[str, ...] = ()
    asks: str = ""
    seat: int = -1


class BoxTable:
    """A box's part of the table.

    `verbs`: of a card in one's hand, what they do in few words, as the code of a mark; `icons` by verb.
    `quick`: verbs of what is done at once where one stands; `asides`: of what may be said beside everything
    else, in one's turn or instead of an answer, each with the mark that heads its moves.
    `answering`: frames in which somebody answers what others do. `styles` are style sheets, `fills` what the
    sight checker may put into squares, by the keys of its address.
    """

    verbs: Mapping[str, str] = {}
    icons: Mapping[str, str] = {}
    quick: Collection[str] = ()
    asides: Mapping[str, str] = {}
    answering: Collection[type[Any]] = ()
    styles: Sequence[str] = ()
    fills: Collection[str] = ()

    def figures(self, drawer: Drawer, view: View) -> Iterable[BoardFigure]:
        """Who stands on the board besides the wizards."""
        return ()

    def strewn(self, view: View) -> Iterable[Strewn]:
        """What lies all over squares, of the things on the floor."""
        return ()

    def tokens(self, drawer: Drawer, view: View) -> Iterable[Token]:
        """Which of the things on the floor have a token of their own."""
        return ()

    def badges(self, drawer: Drawer, view: View) -> Iterable[Badge]:
        """What everybody is to see on a wizard."""
        return ()

    def below(self, drawer: Drawer, view: View, state: State, words: Mapping[Move, str]) -> Iterable[Part]:
        """What stands under the maze; `words` are the legal moves with their sentences."""
        return ()

    def legend(self) -> str:
        """The template of what it adds to the legend of the board."""
        return ""

    def leads(self, view: View, state: State) -> Mapping[int, Sequence[str]]:
        """By square, who stands there and is led over the board by taps."""
        return {}

    def places(self, view: View, move: Move) -> Iterable[str]:
        """The squares and edges where a move of the box may be chosen by a tap."""
        return ()

    def tries(self, drawer: Drawer, view: View) -> Iterable[tuple[str, Move]]:
        """Squares with what one might try there in one's turn, whether it is allowed or not."""
        return ()

    def ways(self, drawer: Drawer, view: View, state: State) -> Iterable[tuple[str, Role]]:
        """Squares that others than the wizard can be led to, with all their steps."""
        return ()

    def treads(self, state: State, who: int, here: int, there: int) -> str:
        """What a step brings that ends a way: the code of a mark, "" for nothing."""
        return ""

    def question(self, drawer: Drawer, view: View, state: State, frame: Any) -> Question | None:
        """What a frame of the box asks."""
        return None

    def acting(self, view: View, frame: Any) -> Collection[int] | None:
        """Who is to act in a frame of the box, as far as everybody may know."""
        return None

    def note(self, drawer: Drawer, view: View, code: str) -> str:
        """What is to be known of a card that lies open, or is one's own."""
        return ""

    def tried(self, view: View, code: str) -> str:
        """The verb that a card in one's hand is there for, if it isn't played or run."""
        return ""


@cache
def all_boxes() -> Mapping[str, BoxTable]:
    """What each box brings, in the order of their ids."""
    found = finder.box_modules("simulator", "wizwar", name="table.kit")
    return {box: module.TABLE for box, module in found.items()}


def of(seen: View | State) -> Sequence[BoxTable]:
    """What the boxes on the table bring."""
    return _brought_by(seen.course.boxes)


@cache  # a page asks some sixty times
def _brought_by(boxes: tuple[str, ...]) -> Sequence[BoxTable]:
    found = all_boxes()
    return tuple(found[box] for box in boxes if box in found)


def styles() -> tuple[str, ...]:
    return tuple(name for box in all_boxes().values() for name in box.styles)


def box_options(boxes: Sequence[str]) -> dict[str, Any]:
    return {SETS: SEPARATOR.join(boxes)} if boxes else {}


# --- Asked of all boxes on the table ------------------------------------------------------------------------


def pieces(drawer: Drawer, view: View) -> BoardContents:
    """Who and what is on the board."""
    found = of(view)
    return pieces_of(view)._replace(
        figures=tuple(chain.from_iterable(box.figures(drawer, view) for box in found)),
        strewn=tuple(chain.from_iterable(box.strewn(view) for box in found)),
        tokens=tuple(chain.from_iterable(box.tokens(drawer, view) for box in found)),
        badges=badges(drawer, view),
    )


def badges(drawer: Drawer, view: View) -> tuple[Badge, ...]:
    return tuple(chain.from_iterable(box.badges(drawer, view) for box in of(view)))


def square_of(view: View, who: int) -> int:
    """Where a wizard or a creature stands, -1: nowhere."""
    if who < CREATURES:
        return view.wizards[who].at if who < len(view.wizards) else -1
    place = who - CREATURES
    return int(view.creatures[place].at) if place < len(view.creatures) else -1


def places(view: View, move: Move) -> Iterator[str]:
    for box in of(view):
        yield from box.places(view, move)


def tries(drawer: Drawer, view: View) -> Iterator[tuple[str, Move]]:
    for box in of(view):
        yield from box.tries(drawer, view)


def asides(view: View) -> Mapping[str, str]:
    return {verb: mark for box in of(view) for verb, mark in box.asides.items()}


def quick(view: View) -> frozenset[str]:
    return frozenset(chain.from_iterable(box.quick for box in of(view)))


def question(drawer: Drawer, view: View, state: State, frame: Any) -> Question | None:
    found = (box.question(drawer, view, state, frame) for box in of(view))
    return next((each for each in found if each is not None), None)


def acting(view: View) -> Collection[int]:
    """Who is to act, as far as everybody may know."""
    if not view.agenda:
        return ()
    found = (box.acting(view, view.agenda[-1]) for box in of(view))
    return next((each for each in found if each is not None), (view.agenda[-1].seat,))


def answering(view: View) -> tuple[type[Any], ...]:
    return tuple(kind for box in of(view) for kind in box.answering)


def treads(state: State, who: int, here: int, there: int) -> str:
    found = (box.treads(state, who, here, there) for box in of(state))
    return next(filter(None, found), "")


def note(drawer: Drawer, view: View, code: str) -> str:
    return next(filter(None, (box.note(drawer, view, code) for box in of(view))), "")


def tried(view: View, code: str) -> str:
    return next(filter(None, (box.tried(view, code) for box in of(view))), "")


def leads(view: View, state: State) -> Mapping[int, Sequence[str]]:
    found: dict[int, list[str]] = {}
    for box in of(view):
        for square, who in box.leads(view, state).items():
            found.setdefault(square, []).extend(who)
    return found


def verbs() -> Mapping[str, str]:
    return {verb: mark for box in all_boxes().values() for verb, mark in box.verbs.items()}


def icons() -> Mapping[str, str]:
    return {verb: icon for box in all_boxes().values() for verb, icon in box.icons.items()}
