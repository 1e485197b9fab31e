"""What a short form says of whose decision it is: by the place where the round stands, or `asked` by name."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS
from games.alchemists.simulator.engine.data import (
    ALTAR,
    AREA_IDS,
    BOOTS,
    CAP,
    MORTAR,
    NO_BOOTS,
    PERISCOPE,
    PLACE,
    SELL,
)
from games.alchemists.simulator.engine.options import Options
from games.alchemists.simulator.engine.setup import SETTING_UP, clockwise
from games.alchemists.simulator.engine.short_values import refused
from games.alchemists.simulator.engine.state import (
    NOTHING,
    Act,
    Altar,
    Bid,
    Cap,
    Grant,
    Herbalist,
    Immediate,
    Keep,
    Mortar,
    Peek,
    Plan,
    Row,
    Space,
)
from games.alchemists.simulator.engine.turns import END, ORDER, OVER, PLAN
from simulator.engine.game import Seat
from simulator.engine.shortform import find_seat, malformed

AT = (SETTING_UP, ORDER, PLAN, *AREA_IDS, END, OVER)
WITH_SEQUENCE = frozenset({PLAN, *AREA_IDS, END, OVER})
# Questions whose seat is the owner of an artifact.
OWNED: Mapping[str, str] = {"boots": BOOTS, "cap": CAP, "altar": ALTAR, "peek": PERISCOPE, "mortar": MORTAR}


class Table(NamedTuple):
    """What the course of a round depends on."""

    names: Sequence[str]
    round: int
    options: Options
    reputation: Sequence[int]
    artifacts: Sequence[Sequence[str]]
    last_mixer: Seat | None
    last_pair: tuple[str, ...]
    last_how: str

    @property
    def players(self) -> int:
        return len(self.names)

    def owner(self, artifact: str) -> Seat | None:
        return next((seat for seat, held in enumerate(self.artifacts) if artifact in held), None)


class OpenQuestion:
    """The open question: `agenda`, and what of the course follows from it: `place` of the area or of the
    next seat; `booted`; `pending`: the last mix lies in the cauldron; `drawn` by the Mortar.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        at: str,
        table: Table,
        first: Seat,
        spaces: tuple[str, ...],
        sequence: tuple[Seat, ...],
        paralysed: tuple[Seat, ...],
        rows: tuple[tuple[Row, ...], ...],
        bids: tuple[int, ...],
    ):
        self.table, self.at = table, at
        self.booted = self.pending = False
        self.drawn = NOTHING
        self.turn = find_seat(data["turn"], table.names) if "turn" in data else None
        if "turn" in data and self.turn is None:
            raise refused("pos_turn", "planning.resolve")
        self.place = 0
        self.rows, self.bids = rows, bids
        self.first, self.paralysed = first, paralysed
        self.queue = (*paralysed, *(s for s in clockwise(first, table.players) if s not in paralysed))
        self.spaces, self.sequence = spaces, sequence
        if "asked" in data:
            self.agenda: tuple[Any, ...] = (self._staged(data["asked"]),)
        else:
            self.agenda = self._usual()

    def _wrong(self) -> Exception:
        return refused("pos_turn", "planning.resolve")

    def _by_turn(self, seat: Seat | None) -> Seat:
        """Who it is by the rules; a `turn` that says otherwise is refused."""
        if seat is None or self.turn not in (None, seat):
            raise self._wrong()
        return seat

    def _usual(self) -> tuple[Any, ...]:
        """The question that the place asks, before anything of it is answered."""
        if self.at == SETTING_UP:
            return (Keep(tuple(range(self.table.players))),)
        if self.at == ORDER:
            return (Space(self._by_turn(self._next_in_queue())),)
        if self.at == PLAN:
            return (Plan(self._next_planner()),)
        if self.at == OVER:
            self.place = self.table.players
            return ()
        if self.at == END:
            raise self._wrong()
        self.place = PLACE[self.at]
        rows = self.rows[self.place]
        if self.at == SELL and len(rows) > 1 and all(self.bids[row.seat] < 0 for row in rows):
            return (Bid(tuple(sorted(row.seat for row in rows))),)
        left = [row for row in rows if row.over < row.actions]
        following = min(left, key=lambda row: row.over, default=None)
        return (Act(self._by_turn(following and following.seat), self.at),)

    def _next_in_queue(self) -> Seat | None:
        """Those who have chosen are the first of the queue."""
        chosen = [seat for seat in self.queue if self.spaces[seat]]
        self.place = len(chosen)
        if tuple(chosen) != self.queue[: len(chosen)] or len(chosen) == len(self.queue):
            return None
        return self.queue[len(chosen)]

    def _next_planner(self) -> Seat:
        """By default the first who hasn't planned, from the bottom up; nobody above has."""
        upward = self.sequence[::-1]
        planned = [any(row.seat == seat for rows in self.rows for row in rows) for seat in upward]
        place = upward.index(self.turn) if self.turn is not None else 0
        if self.turn is None and any(planned):
            place = len(planned) - planned[::-1].index(True)
        if place == len(upward) or any(planned[place:]):
            raise self._wrong()
        self.place = place
        return upward[place]

    # --- Questions that aren't the first of their place ----------------------------------------------------

    def _staged(self, value: Any) -> Any:
        words = value.split() if isinstance(value, str) else []
        read = STAGED.get(words[0]) if words else None
        if read is None or self.at in (PLAN, OVER):
            raise malformed(f"asked: {value!s:.40}")
        verb, *words = words
        if verb not in EVERYWHERE and self.at not in PLACE:
            raise malformed(f"asked: {value!s:.40}")
        seat = self.turn
        if verb in OWNED:
            seat = self._by_turn(self.table.owner(OWNED[verb]))
        if seat is None:
            raise self._wrong()
        self.place = self._place_of(seat)
        frame = read(self, seat, words)
        if frame is None:
            raise malformed(f"asked: {value!s:.40}")
        return frame

    def _place_of(self, seat: Seat) -> int:
        if self.at in PLACE:
            return PLACE[self.at]
        if self.at == END:
            return self.sequence.index(seat) + 1
        return sum(map(bool, self.spaces)) if self.at == ORDER else 0

    def boots(self, seat: Seat, words: list[str]) -> Any:
        self.booted = True
        acted = any(row.seat == seat and row.done for row in self.rows[self.place])
        return Act(seat, self.at, True) if acted and self.at not in NO_BOOTS and not words else None

    def cap(self, seat: Seat, words: list[str]) -> Any:
        if words not in (["1"], ["2"], []):
            return None
        test = int((*words, "1")[0])
        tested = self.table.last_how == CAP and self.table.last_mixer == seat
        return Cap(seat, test) if test == 1 or tested else None

    def peek(self, seat: Seat, words: list[str]) -> Any:
        self.pending = True
        if words or self.table.last_mixer in (None, seat) or self.table.last_how not in PLACE:
            return None
        return Peek(seat)

    def mortar(self, seat: Seat, words: list[str]) -> Any:
        self.pending = True
        pair = self.table.last_pair
        if self.table.last_mixer != seat or self.table.last_how not in PLACE or len(words) > 1:
            return None
        self.drawn = (*words, *pair)[0]
        return Mortar(seat) if self.drawn in pair else None

    def immediate(self, seat: Seat, words: list[str]) -> Any:
        fallen = tuple(zip(words[::2], words[1::2], strict=False))
        known = all(name in INGREDIENTS and token in ALCHEMICALS for name, token in fallen)
        return Immediate(seat, fallen) if known and fallen and len(words) == 2 * len(fallen) <= 4 else None


def _plain(frame: Callable[[Seat], Any]) -> Callable[[OpenQuestion, Seat, list[str]], Any]:
    return lambda asked, seat, words: None if words else frame(seat)


EVERYWHERE = frozenset({"herbalist"})
STAGED: Mapping[str, Callable[[OpenQuestion, Seat, list[str]], Any]] = {
    "boots": OpenQuestion.boots,
    "herbalist": _plain(Herbalist),
    "grant": _plain(Grant),
    "cap": OpenQuestion.cap,
    "altar": _plain(Altar),
    "peek": OpenQuestion.peek,
    "mortar": OpenQuestion.mortar,
    "immediate": OpenQuestion.immediate,
}
