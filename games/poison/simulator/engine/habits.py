"""The habits by which characters are known: of each decision that could show one, whether it does."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.poison.simulator.engine.characters import WILL_DO
from games.poison.simulator.engine.data import COLOUR, COLOURS, LIMIT
from games.poison.simulator.engine.prospects import Prospect, prospects, remembered
from games.poison.simulator.engine.rules import legal_moves, next_with_cards
from games.poison.simulator.engine.state import State, counts_of
from simulator.engine.game import Move, Seat

SMALL, LARGE = 2, 5  # values up to which, and from which on, a card is one
MANY = 3  # points that nobody takes by choice

Plays = Sequence[Prospect]


class Choice(NamedTuple):
    """A decision of a seat with all its plays; `free` are those that take nothing."""

    state: State
    seat: Seat
    plays: Plays
    free: Plays

    @property
    def least(self) -> int:
        return min(play.growth for play in self.plays)


def _drips(choice: Choice) -> Plays:
    """A small card where a large one would have cost nothing either."""
    large = any(play.value >= LARGE for play in choice.free)
    return [play for play in choice.free if large and play.value <= SMALL]


def _cheapest_now(choice: Choice) -> Plays:
    """What takes fewest points, where something else would cost less in the end, as it is shed."""
    fewest = min(play.cost for play in choice.plays)
    cheapest = [play for play in choice.plays if play.cost == fewest]
    misled = not choice.free and min(play.growth for play in cheapest) > choice.least
    return cheapest if misled else []


def _settles(choice: Choice) -> Plays:
    """A larger card for a point or two, where a smaller one would have cost nothing."""
    if not choice.free:
        return []
    largest = max(play.value for play in choice.free)
    return [play for play in choice.plays if 0 < play.growth <= WILL_DO and play.value > largest]


def _forgets(choice: Choice) -> Plays:
    """Many points, where something costs none, which it believes to be shed, by what was taken last."""
    if choice.least > 0:
        return []
    moves = [play.move for play in choice.plays]
    believed = prospects(choice.state, choice.seat, moves, remembered(choice.state.captured))
    pairs = zip(choice.plays, believed, strict=True)
    return [play for play, belief in pairs if play.growth >= MANY and belief.growth <= 0]


def _brims(choice: Choice) -> Plays:
    """A cauldron filled to the brim for whoever is next and will shed that colour, where a card as large
    would have gone elsewhere.
    """
    after = next_with_cards(choice.state.hands, choice.seat)
    shed = set() if after is None or after == choice.seat else _led_by(choice.state, after)
    full = [play for play in choice.free if play.total == LIMIT and _colour(choice.state, play.move) in shed]
    largest = max((play.value for play in full), default=LIMIT)
    return full if any(play.value >= largest for play in choice.free if play not in full) else []


def _led_by(state: State, seat: Seat) -> set[str]:
    """The colours of which a seat has taken more than anybody else."""
    table = [counts_of(pile) for pile in state.captured]
    return {
        colour
        for place, colour in enumerate(COLOURS)
        if all(counts[place] < table[seat][place] for other, counts in enumerate(table) if other != seat)
    }


def _colour(state: State, move: Move) -> str:
    card, place = move.args
    return COLOUR[card] or state.cauldrons[place - 1].colour


# By habit the plays that show it; where there are none, or no others, the decision can't.
HABITS: Mapping[str, Callable[[Choice], Plays]] = {
    "drips": _drips,
    "cheapest_now": _cheapest_now,
    "settles": _settles,
    "forgets": _forgets,
    "brims": _brims,
}


def habits(state: State, seat: Seat, move: Move) -> dict[str, bool]:
    if move.verb != "play":
        return {}
    plays = prospects(state, seat, legal_moves(state, seat), state.captured)
    choice = Choice(state, seat, plays, [play for play in plays if not play.cost])
    showing = {habit: [play.move for play in show(choice)] for habit, show in HABITS.items()}
    return {habit: move in moves for habit, moves in showing.items() if 0 < len(moves) < len(plays)}
