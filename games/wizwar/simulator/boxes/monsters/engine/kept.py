"""What the box keeps in a state besides its monsters."""

from typing import Any, NamedTuple

from games.wizwar.simulator.engine.data import CARD
from games.wizwar.simulator.engine.kept import KeptPart
from games.wizwar.simulator.engine.positions.short_reading import MOST_TURNS
from games.wizwar.simulator.engine.state import CREATURES
from simulator.engine.shortform import require_range

BOX = "monsters"
LATER = frozenset(("begun",))  # fields that positions once lacked
WANDS = frozenset(card for card, entry in CARD.items() if "wand" in entry.data.get("traits", ()))


class MonstersKept(NamedTuple):
    """`charges` of wands that have some; `used`: wands that have worked this turn, Speed's counted with it;
    `infected`: whom a disease has struck this turn; `second`: the further attack of Adrenaline is made;
    `begun`: something has been done in this turn, kept where tacks lie.
    """

    charges: tuple[tuple[str, int], ...] = ()
    used: tuple[str, ...] = ()
    infected: tuple[int, ...] = ()
    second: bool = False
    begun: bool = False

    @property
    def cards(self) -> tuple[str, ...]:
        """Of the deck: none lies in its keeping."""
        return ()


def read_kept(data: Any, players: int) -> MonstersKept:
    """As JSON has it. Raises ValueError."""
    charges = tuple((wand, require_range(n, MOST_TURNS)) for wand, n in data["charges"])
    used, infected = tuple(data["used"]), tuple(data["infected"])
    wands = [wand for wand, _ in charges]
    if not {*wands, *used} <= WANDS or len(set(wands)) < len(wands) or not all(n for _, n in charges):
        raise ValueError("charges")
    for who in infected:
        require_range(who, CREATURES + 9)
    switches = (data["second"], data.get("begun", False))
    if not all(type(switch) is bool for switch in switches) or {*data, *LATER} != {*MonstersKept._fields}:
        raise ValueError("second")
    return MonstersKept(charges, used, infected, *switches)


KEPT: KeptPart[MonstersKept] = KeptPart(BOX)
kept_by, keep = KEPT.of, KEPT.keep
