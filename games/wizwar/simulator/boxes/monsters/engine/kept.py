"""What the box keeps in a state besides its monsters."""

from typing import Any, NamedTuple

from games.wizwar.simulator.engine.data import CARD
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.positions.short_reading import MOST_TURNS
from games.wizwar.simulator.engine.state import CREATURES, State
from simulator.engine.evolve import evolve
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


def kept_by(state: Any) -> MonstersKept:
    """Of a state or a view."""
    found: MonstersKept = state.parts[state.course.boxes.index(BOX)]
    return found


def keep(flow: Flow, **changes: Any) -> None:
    flow.set(parts=with_kept(flow.state, kept_by(flow.state)._replace(**changes)))


def with_kept(state: State, kept: MonstersKept) -> tuple[Any, ...]:
    place = state.course.boxes.index(BOX)
    return (*state.parts[:place], kept, *state.parts[place + 1 :])


def set_kept(state: State, **changes: Any) -> State:
    return evolve(state, parts=with_kept(state, kept_by(state)._replace(**changes)))
