"""How quick players of a team share the work: who goes for which treasure, and when their own are fetched.

Mates may talk over their plans (teams.talk), so each knows what the other goes for. Nothing of it is asked
where everybody plays alone. Pure.
"""

from collections.abc import Sequence
from itertools import permutations

from games.wizwar.scoring.points import TEAM_TREASURES_TO_WIN, mates, owner_of
from games.wizwar.simulator.engine.board import home
from games.wizwar.simulator.engine.moving import distances
from games.wizwar.simulator.engine.state import State, carries, is_alive
from simulator.engine.game import Seat

FAR = 99  # farther than any square that can be reached


def distance(state: State, here: int, there: int) -> int:
    """Steps on foot; FAR where no way leads."""
    found = distances(state.board, there)[here]
    return found if found >= 0 else FAR


def living(state: State, seat: Seat) -> list[Seat]:
    """The seat and its mates who are in."""
    return [mate for mate in mates(state.teams, seat) if is_alive(state, mate)]


def homes(state: State, seat: Seat) -> list[int]:
    """Where a treasure counts for a wizard: at home, or at that of a living team mate."""
    if not state.teams:
        return [home(seat)]
    return [home(seat), *(home(mate) for mate in living(state, seat) if mate != seat)]


def gathered(state: State, seat: Seat) -> int:
    """Treasures of others that a team has at its homes or carries."""
    side, there = mates(state.teams, seat), homes(state, seat)
    carriers = [-1 - mate for mate in living(state, seat)]
    return sum(
        owner_of(number) not in side and (chest in there or chest in carriers)
        for number, chest in enumerate(state.chests)
    )


def is_threatened(state: State, seat: Seat) -> bool:
    """Whether a rival team has all that it needs to win, some of it still under way: before that fetching
    one's own back takes as long as it costs them.
    """
    side = mates(state.teams, seat)
    rivals = [other for other in range(state.players) if other not in side and is_alive(state, other)]
    return any(gathered(state, rival) >= TEAM_TREASURES_TO_WIN for rival in rivals)


def share(state: State, seat: Seat, treasures: Sequence[int]) -> int:
    """Of treasures that lie about, the one for this seat where each mate goes for another, and all of their
    ways together are the shortest: all of them find the same.
    """
    going = [mate for mate in living(state, seat) if mate == seat or carries(state, mate) is None]
    if len(treasures) < len(going):
        going = [seat]
    ways = [{number: _trip(state, one, state.chests[number]) for number in treasures} for one in going]

    def length(goals: tuple[int, ...]) -> float:
        return sum(way[number] for way, number in zip(ways, goals, strict=True))

    return min(permutations(treasures, len(going)), key=length)[going.index(seat)]


def _trip(state: State, seat: Seat, chest: int) -> float:
    """To a treasure, which counts in full, and by half from there to the nearest home of the team."""
    back = min(distance(state, square, chest) for square in homes(state, seat))
    return distance(state, state.wizards[seat].at, chest) + back / 2
