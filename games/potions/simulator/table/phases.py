"""The phases of a turn as its steps, for boxes that bring them. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from games.potions.simulator.engine.phases import FIRST, SECOND, THIRD, Drawing, Phase
from games.potions.simulator.engine.state import MUST
from games.potions.simulator.engine.view import View
from games.potions.simulator.table.boxes import Part
from games.potions.simulator.table.faces import Drawer
from simulator.engine.game import Event

TEMPLATE = "simulator/potions/_phases.html"
DONE, NOW, LATER, PASSED = "done", "now", "later", "passed"
STATES = {-1: DONE, 0: NOW, 1: LATER}
DRAW, EITHER, PLAY = "draw", "either", "play"


class PhaseStep(NamedTuple):
    """A phase: what is done in it, and whether it is over, open, still to come, or passed by itself."""

    n: int
    does: str
    state: str


class Strip(NamedTuple):
    """The steps of a turn. `left` cards are still to be drawn, for `spell` if it isn't phase one; `fewer`:
    one of them is enough. `full` is the number of cards from which on none is drawn, where there are so many
    in hand now, and `clause` says so.
    """

    steps: tuple[PhaseStep, ...]
    left: int
    may_stop: bool
    fewer: bool
    spell: str
    full: int
    clause: str


def part(drawer: Drawer, view: View, events: Sequence[Event]) -> list[Part]:
    """The strip of whoever's turn it is; nothing once the game is over, nor for whoever answers in it."""
    if not view.agenda or not isinstance(view.agenda[0], Phase):
        return []
    phase, top = view.agenda[0], view.agenda[-1]
    if top.seat == view.seat != phase.seat:
        return []
    drawing = top if isinstance(top, Drawing) else None
    strip = Strip(
        steps=tuple(
            PhaseStep(n, _does(view, phase, n), _state(phase, n, events)) for n in (FIRST, SECOND, THIRD)
        ),
        left=drawing.left if drawing else 0,
        may_stop=bool(drawing and drawing.may_stop),
        fewer=bool(drawing and drawing.held and view.course.spell_of(drawing.held[0]).may_stop),
        spell=drawer.card(drawing.held[0]) if drawing and drawing.held else "",
        full=_most(view) if phase.n == SECOND and len(view.agenda) == 1 and _is_full(view, phase.seat) else 0,
        clause=view.course.clauses["second"],
    )
    return [Part(TEMPLATE, strip)]


def further(drawer: Drawer, view: View, said: str = "") -> str:
    """To whoever is looking: that one more card may be played, or what a spell has `said` of that, and that
    the turn isn't over then.
    """
    if not view.agenda or view.agenda[-1].seat != view.seat:
        return ""
    may = getattr(view.agenda[-1], "further", False) and view.options.spell_follow_up != MUST
    words = said or (drawer.ask("further") if may else "")
    return f"{words}. {drawer.ask('then_third')}" if words and view.agenda[0].n == SECOND else words


def _state(phase: Phase, n: int, events: Sequence[Event]) -> str:
    """The first phase passes by itself with a full hand: at the beginning of the turn that can be told."""
    begun = any(event.kind == "turn_begins" and event.params["seat"] == phase.seat for event in events)
    if n == FIRST < phase.n and begun and not _has_drawn(phase.seat, events):
        return PASSED
    return STATES[(n > phase.n) - (n < phase.n)]


def _has_drawn(seat: int, events: Sequence[Event]) -> bool:
    begins = next(n for n, event in enumerate(events) if event.kind == "turn_begins")
    return any(event.kind == "drew_from" and event.params["seat"] == seat for event in events[begins:])


def _does(view: View, phase: Phase, n: int) -> str:
    """Drawing in the first phase, playing in the third, and in the second a choice for as long as nothing has
    been played in it and there is room.
    """
    if n == FIRST:
        return DRAW
    if n == THIRD:
        return PLAY
    played = phase.further or phase.cast or len(view.agenda) > 1
    closed = n == phase.n and (_is_full(view, phase.seat) or played)
    return PLAY if closed or not any(view.deck_sizes) else EITHER


def _is_full(view: View, seat: int) -> bool:
    return view.hand_sizes[seat] >= _most(view)


def _most(view: View) -> int:
    """From so many cards on nothing is drawn."""
    assert view.course.limits is not None  # a course with phases has limits
    return view.course.limits.stop
