"""Ways, lines and hands of a seat in positions that hardly differ: each is measured once."""

from collections.abc import Sequence

from games.wizwar.scoring.points import mates, owner_of
from games.wizwar.simulator.engine import bots, sight
from games.wizwar.simulator.engine.board import HIDES
from games.wizwar.simulator.engine.cards.passives import ROOTED, lasting_on
from games.wizwar.simulator.engine.moves import move_of
from games.wizwar.simulator.engine.moving import base_move, is_airy, own_ways, spread, steps_left
from games.wizwar.simulator.engine.places import SIDES
from games.wizwar.simulator.engine.plans.ways import without_harm
from games.wizwar.simulator.engine.rules import check, do
from games.wizwar.simulator.engine.state import CREATURES, Act, State, carries, is_alive, keeper
from games.wizwar.simulator.engine.teamwork import homes
from simulator.engine.game import Seat


class OpenGround:
    """Of positions that one seat may come to by one move."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.side = mates(state.teams, seat)
        self._passes: dict[tuple[object, ...], tuple[bytes, bytes]] = {}
        self._spread: dict[tuple[object, ...], tuple[int, ...]] = {}

    # --- Ways ---------------------------------------------------------------------------------------------

    def steps(self, state: State, start: int, end: int, who: int | None = None, safe: bool = False) -> int:
        """Steps on foot by the ways open to somebody, -1 where none leads; `safe`: none of them hurts."""
        passes = self._ways(state, self.seat if who is None else who)[safe]
        key = (state.board, start, passes)
        if key not in self._spread:
            self._spread[key] = spread(state.board, start, passes)
        return self._spread[key][end]

    def _ways(self, state: State, who: int) -> tuple[bytes, bytes]:
        key = (state.board, state.effects, state.parts, who)
        if key not in self._passes:
            passes = own_ways(state, who)
            self._passes[key] = passes, passes if is_airy(state, who) else without_harm(state, passes)
        return self._passes[key]

    def way_home(self, state: State, start: int, safe: bool = False) -> int:
        """The steps to the nearest home of the side."""
        found = [self.steps(state, start, end, safe=safe) for end in homes(state, self.seat)]
        return min((steps for steps in found if steps >= 0), default=-1)

    def left(self, state: State) -> int:
        """The steps that may still be made in this turn."""
        act = state.agenda[0] if state.agenda else None
        if type(act) is not Act or act.seat != self.seat or act.over or act.halt:
            return 0
        return 0 if lasting_on(state, self.seat, ROOTED) else max(0, steps_left(state, act))

    def gets_home(self, state: State, n: int) -> bool:
        """Whether the seat gets home unharmed by so many steps of this turn."""
        return any(self.gets_to(state, end, n) for end in homes(state, self.seat))

    def gets_to(self, state: State, square: int, n: int) -> bool:
        """The same for a square: it walks there, as boxes may have more to say of each step."""
        if not 0 < n <= self.left(state):
            return False
        life = state.wizards[self.seat].life
        while n and self.walks_on(state) and state.wizards[self.seat].life == life:
            after = self._nearer(state, square, n)
            if after is None:
                return False
            state, n = after, n - 1
        return state.wizards[self.seat].at == square and state.wizards[self.seat].life == life

    def _nearer(self, state: State, square: int, n: int) -> State | None:
        """After a step on a way of so many that doesn't hurt."""
        here = state.wizards[self.seat].at
        for side, word in enumerate(SIDES):
            beyond = state.board.net.next[here * 4 + side]
            step = move_of("step", word)
            if self.steps(state, beyond, square, safe=True) != n - 1 or check(state, self.seat, step):
                continue
            after: State = do(state, self.seat, step).state
            if after.wizards[self.seat].at == beyond:
                return after
        return None

    def walks_on(self, state: State) -> bool:
        """Whether the seat may make its next step now."""
        act = state.agenda[-1] if state.agenda else None
        return type(act) is Act and act.seat == self.seat and self.left(state) > 0

    def each_turn(self, state: State) -> int:
        return base_move(state, self.seat)

    def sought(self, state: State) -> list[tuple[float, int, int, int]]:
        """Treasures worth fetching that can be reached, the best first: price, number, steps there, back."""
        here, found = state.wizards[self.seat].at, []
        for number in bots.wanted(state, self.seat):
            there = self.steps(state, here, state.chests[number])
            back = self.way_home(state, state.chests[number])
            if there >= 0 and back >= 0:
                found.append((there + back / 2, number, there, back))
        return sorted(found)

    # --- Who is where -------------------------------------------------------------------------------------

    def foes(self, state: State) -> list[int]:
        """Living wizards and creatures of other sides."""
        return [who for who in range(len(state.wizards)) if self._is_foe(state, who)]

    def _is_foe(self, state: State, who: int) -> bool:
        return is_alive(state, who) and keeper(state, who) not in self.side

    def eyes(self, state: State) -> list[Seat]:
        """The wizards of other sides who see the seat."""
        here = state.wizards[self.seat].at
        if not is_alive(state, self.seat) or state.board.filled[here] in HIDES:
            return []
        foes = [who for who in self.foes(state) if who < CREATURES]
        return [who for who in foes if sight.sees(state.board, state.wizards[who].at, here)]

    def beasts(self, state: State) -> list[int]:
        """The seat's own creatures."""
        numbers = range(CREATURES, len(state.wizards))
        return [who for who in numbers if is_alive(state, who) and keeper(state, who) == self.seat]

    def carriers(self, state: State) -> Sequence[tuple[Seat, int]]:
        """Who else carries a treasure that isn't his own, and which."""
        found = []
        for who in range(state.players):
            treasure = carries(state, who)
            if who not in self.side and treasure is not None and owner_of(treasure) != who:
                found.append((who, treasure))
        return found
