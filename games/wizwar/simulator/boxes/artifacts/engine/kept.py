"""What the box keeps in a state."""

from typing import Any, NamedTuple

from games.wizwar.simulator.engine.data import CARD
from games.wizwar.simulator.engine.geometry import SQUARES
from games.wizwar.simulator.engine.kept import KeptPart
from games.wizwar.simulator.engine.state import NOBODY
from simulator.engine.shortform import require_range

BOX = "artifacts"


def _with(trait: str) -> frozenset[str]:
    return frozenset(card for card, entry in CARD.items() if trait in entry.data.get("traits", ()))


ARTIFACTS, CURSED, FORMS = _with("artifact"), _with("cursed"), _with("form")


class ArtifactsKept(NamedTuple):
    """`gone`: artifacts out of the game. Of this turn: `entered`, the square that the wizard has come to by a
    step of their own; `robbed`: from whom they have taken an artifact; `struck`: with which they have hit.
    """

    gone: tuple[str, ...] = ()
    entered: int = NOBODY
    robbed: tuple[int, ...] = ()
    struck: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """Of the deck: those that never come back."""
        return self.gone


def read_kept(data: Any, players: int) -> ArtifactsKept:
    """As JSON has it. Raises ValueError."""
    gone, robbed, struck = tuple(data["gone"]), tuple(data["robbed"]), tuple(data["struck"])
    entered = require_range(data["entered"] + 1, players * SQUARES + 1) - 1
    for seat in robbed:
        require_range(seat, players)
    if not {*gone, *struck} <= ARTIFACTS or len(data) != len(ArtifactsKept._fields):
        raise ValueError("artifacts")
    return ArtifactsKept(gone, entered, robbed, struck)


KEPT: KeptPart[ArtifactsKept] = KeptPart(BOX)
kept_by, keep = KEPT.of, KEPT.keep
