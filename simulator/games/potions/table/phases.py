"""The phases of a turn as its steps, for boxes that bring them. Pure."""

from typing import NamedTuple

from simulator.games.potions.engine.phases import FIRST, SECOND, THIRD, Drawing, Phase
from simulator.games.potions.engine.view import View
from simulator.games.potions.table.boxes import Part
from simulator.games.potions.table.faces import Drawer

TEMPLATE = "simulator/potions/_phases.html"
DONE, NOW, LATER = "done", "now", "later"
STATES = {-1: DONE, 0: NOW, 1: LATER}
DRAW, EITHER, PLAY = "draw", "either", "play"


class Step(NamedTuple):
    """A phase: what is done in it, and whether it is over, open or still to come."""

    n: int
    does: str
    state: str


class Strip(NamedTuple):
    """The steps of a turn. `left` cards are still to be drawn, for `spell` if it isn't phase one; `further`:
    after a spell another card may follow.
    """

    steps: tuple[Step, ...]
    left: int
    may_stop: bool
    spell: str
    further: bool


def part(drawer: Drawer, view: View) -> list[Part]:
    """The strip of whoever's turn it is; nothing once the game is over."""
    if not view.agenda or not isinstance(view.agenda[0], Phase):
        return []
    phase, top = view.agenda[0], view.agenda[-1]
    drawing = top if isinstance(top, Drawing) else None
    strip = Strip(
        steps=tuple(
            Step(n, _does(view, phase, n), STATES[(n > phase.n) - (n < phase.n)])
            for n in (FIRST, SECOND, THIRD)
        ),
        left=drawing.left if drawing else 0,
        may_stop=bool(drawing and drawing.may_stop),
        spell=drawer.card(drawing.held[0]) if drawing and drawing.held else "",
        further=phase.further,
    )
    return [Part(TEMPLATE, strip)]


def _does(view: View, phase: Phase, n: int) -> str:
    """Drawing in the first phase, playing in the third, and in the second a choice if there is room."""
    if n == FIRST:
        return DRAW
    if n == THIRD:
        return PLAY
    limits = view.course.limits
    full = n == phase.n and limits is not None and view.hand_sizes[phase.seat] >= limits.stop
    return PLAY if full or not any(view.deck_sizes) else EITHER
