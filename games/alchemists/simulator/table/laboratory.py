"""One's own laboratory: hand, favours, and the notebook that the game fills by itself. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction.data import ALCHEMICALS
from games.alchemists.simulator.engine.view import View, facts_of
from games.alchemists.simulator.presenting.chains import ChainFact
from games.alchemists.simulator.presenting.grid import grid_context, triangle_context
from games.alchemists.simulator.table.faces import Drawer
from games.alchemists.simulator.table.people import Counted, counted


class LaboratoryPanel(NamedTuple):
    """`grid` and `triangle` are those of a notebook; in a puzzle they are empty, and `facts` are told."""

    hand: tuple[Counted, ...]
    favours: tuple[Counted, ...]
    grid: Mapping[str, Any]
    triangle: Mapping[str, Any]
    facts: Sequence[ChainFact] = ()
    formulas: Sequence[str] = ALCHEMICALS


def draw_laboratory(drawer: Drawer, view: View) -> LaboratoryPanel | None:
    """None for a bystander."""
    if view.own is None:
        return None
    facts = facts_of(view)
    return LaboratoryPanel(
        counted(drawer, view.own.hand),
        counted(drawer, view.own.favours),
        grid_context(facts, drawer.lang),
        triangle_context(facts, drawer.lang),
    )
