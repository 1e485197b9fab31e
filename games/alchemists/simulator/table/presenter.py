"""The table of «Алхимики» for its templates: the board, theories, players, one's own laboratory. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.scoring.points import wrong_colours
from games.alchemists.scoring.sheet.counting import with_tiles
from games.alchemists.simulator.deduction.data import INGREDIENTS
from games.alchemists.simulator.engine.data import ROUNDS
from games.alchemists.simulator.engine.planning import begin_plan
from games.alchemists.simulator.engine.state import Peek, Planning, Screen, State, top
from games.alchemists.simulator.engine.turns import OVER, explain
from games.alchemists.simulator.engine.view import View, facts_of
from games.alchemists.simulator.presenting.chains import reasons_of
from games.alchemists.simulator.table.faces import Drawer, Face
from games.alchemists.simulator.table.field import Field, draw_field
from games.alchemists.simulator.table.keys import DECLINE, bare
from games.alchemists.simulator.table.laboratory import LaboratoryPanel, draw_laboratory
from games.alchemists.simulator.table.people import (
    Counted,
    Person,
    Standing,
    draw_people,
    draw_track,
)
from games.alchemists.simulator.table.question import Question, draw_question
from games.alchemists.simulator.table.theories import Theories, draw_theories
from rulebook.content.entries import GameContent
from scoring.sheets.lines import PlayerScore
from simulator.engine.game import Event, Move


class Opened(NamedTuple):
    """What lies behind the screens when the game is over."""

    screens: tuple[Screen, ...]
    truth: tuple[str, ...]
    scores: tuple[PlayerScore, ...]


class RevealedIngredient(NamedTuple):
    """An ingredient at the great reveal: its formula, its theory, the colours in which that is wrong."""

    face: Face
    formula: str
    token: str
    wrong: tuple[str, ...]


class DrawnTable(NamedTuple):
    """`further` keeps declining from being the main button of the dock."""

    field: Field
    theories: Theories
    people: tuple[Person, ...]
    standing: Standing
    laboratory: LaboratoryPanel | None
    question: Question | None
    hand: tuple[Counted, ...]
    answers: tuple[RevealedIngredient, ...]
    scores: tuple[tuple[str, PlayerScore], ...]
    phase: str
    moves: tuple[str, ...]
    further: bool = True


def hand(view: View) -> Sequence[str]:
    """The ingredients that the viewer holds."""
    return view.hand


def draw(
    content: GameContent,
    view: View,
    names: Sequence[str],
    words: Mapping[Move, str],
    events: Sequence[Event],
    lang: str,
    totals: Sequence[int],
    open_hands: Any = (),
) -> DrawnTable:
    """`words` are the legal moves with their sentences, `open_hands` what `open_hands` below gives."""
    drawer = Drawer(content, lang, names)
    opened: Opened | None = open_hands or None
    laboratory, theories = draw_laboratory(drawer, view), draw_theories(drawer, view)
    return DrawnTable(
        field=draw_field(drawer, view, words),
        theories=theories,
        people=draw_people(drawer, view, opened.screens if opened else ()),
        standing=draw_track(drawer, view),
        laboratory=laboratory,
        question=draw_question(drawer, view, words),
        hand=laboratory.hand if laboratory and view.phase != OVER else (),
        answers=_answers(drawer, view, opened) if opened and view.phase == OVER else (),
        scores=tuple(_scores(view, names, opened, theories)) if opened and opened.scores else (),
        phase=view.phase,
        moves=tuple(map(str, words)),
    )


def draw_unaided(*drawn: Any) -> DrawnTable:
    """What follows from the facts is what puzzles ask: neither chances nor conclusions."""
    found = draw(*drawn)
    _, view, _, _, _, lang, *_ = drawn
    asked, laboratory, facts = found.question, found.laboratory, reasons_of(facts_of(view), lang)
    return found._replace(
        question=asked and asked._replace(keys=tuple(map(bare, asked.keys))),
        laboratory=laboratory and laboratory._replace(grid={}, triangle={}, facts=facts),
    )


def _answers(drawer: Drawer, view: View, opened: Opened) -> tuple[RevealedIngredient, ...]:
    found = []
    for code, truth, book in zip(INGREDIENTS, opened.truth, view.books, strict=True):
        wrong = wrong_colours(book.token, truth) if book.token else ()
        found.append(RevealedIngredient(drawer.face(code), truth, book.token, wrong))
    return tuple(found)


def _scores(
    view: View, names: Sequence[str], opened: Opened, theories: Theories
) -> Iterator[tuple[str, PlayerScore]]:
    """Everybody's points, each grant by its name and marked where its numbers are ours."""
    guessed = {tile.face.code for tile in theories.grants if tile.guessed}
    for name, score, board in zip(names, opened.scores, view.boards, strict=True):
        yield name, score._replace(lines=tuple(with_tiles(score.lines, board.grants, guessed)))


def open_hands(state: State) -> Any:
    """Everything, once the game is over; the points only of its last position."""
    return Opened(state.screens, state.truth, explain(state))


def is_asked(view: View) -> bool:
    """The Periscope's owner answers what another player does."""
    return isinstance(top(view.agenda), Peek)


def under_way(state: State) -> bool:
    """Whether a plan, a sale, a publication… has begun and isn't finished: only its player sees that.

    A plan of which nothing has been answered yet is asked about like anything else.
    """
    frame = top(state.agenda)
    if isinstance(frame, Planning):
        return bool(top(begin_plan(state, frame.seat, []).agenda) != frame)
    return len(state.agenda) > 1


def inline_moves(drawn: DrawnTable) -> tuple[str, ...]:
    """Every key works without a script, too."""
    return drawn.moves


def choices(words: Mapping[Move, str]) -> tuple[tuple[str, str], ...]:
    """Declining is a button of its own, in the same place whatever is asked."""
    return tuple((str(move), said) for move, said in words.items() if move.verb == DECLINE)


def totals(view: View) -> tuple[int, ...]:
    """Reputation: what all see of the points before the end."""
    return tuple(board.reputation for board in view.boards)


def rounds(players: int) -> int:
    return ROUNDS
