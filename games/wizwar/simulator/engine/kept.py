"""What a box keeps in a state besides its creatures: found, changed, and told in short forms."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from games.wizwar.simulator.engine.box import Key
from games.wizwar.simulator.engine.flow import Flow
from games.wizwar.simulator.engine.state import State
from simulator.engine.evolve import evolve

K = TypeVar("K")


class KeptPart(Generic[K]):
    """The NamedTuple `K` among the parts of a state, at the place of its box."""

    def __init__(self, box: str) -> None:
        self.box = box

    def of(self, seen: Any) -> K:
        """Of a state or a view."""
        found: K = seen.parts[seen.course.boxes.index(self.box)]
        return found

    def parts_with(self, state: State, **changes: Any) -> tuple[Any, ...]:
        place = state.course.boxes.index(self.box)
        return (*state.parts[:place], state.parts[place]._replace(**changes), *state.parts[place + 1 :])

    def keep(self, flow: Flow, **changes: Any) -> None:
        flow.set(parts=self.parts_with(flow.state, **changes))

    def key(self, field: str, read: Callable[[Any, Sequence[str]], Any], text: Callable[[Any], Any]) -> Key:
        """A key of short forms for a field."""
        return Key(
            lambda seen, names: text(getattr(self.of(seen), field)),
            lambda state, value, names: evolve(
                state, parts=self.parts_with(state, **{field: read(value, names)})
            ),
            lambda seen, value, names: text(read(value, names)),
        )
