"""By what a position of the base game is judged: points, what is left to play, tables, cupboard, hands."""

from collections.abc import Iterable, Mapping
from itertools import chain
from statistics import fmean

from games.potions.simulator.engine.assembling import can_assemble, open_things
from games.potions.simulator.engine.cupboard import count_new, is_present
from games.potions.simulator.engine.data import POINTS, RECIPES, SPELLS
from games.potions.simulator.engine.view import View, unseen
from simulator.engine.game import Seat

NAMES = ("points", "ready", "new", "spells")  # of cards in hand


def traits(view: View, seat: Seat) -> Mapping[str, float]:
    """`others` and `tables` are means of the other seats; `…_left` counts while there are cards to play."""
    rivals = [place for place in range(view.players) if place != seat]
    left = sum(view.deck_sizes) + sum(view.hand_sizes)
    lying = [sum([POINTS[recipe.card] for recipe in table]) for table in view.tables]
    tables = fmean(lying[place] for place in rivals)
    wait = (seat - view.agenda[-1].seat) % view.players if view.agenda else 0
    return {
        "one": 1,
        "players": view.players,
        "score": view.scores[seat],
        "others": fmean(view.scores[place] for place in rivals),
        "left": left,
        "left_each": left / view.players,
        "table": lying[seat],
        "tables": tables,
        "table_left": lying[seat] * left,
        "tables_left": tables * left,
        "cupboard": sum([is_present(view.cupboard, element) for element in view.course.elements]),
        "wait": wait / view.players,
        "acts": not wait,
        "hand": view.hand_sizes[seat],
        **_of_hand(view, seat),
    }


def _of_hand(view: View, seat: Seat) -> dict[str, float]:
    """Of a hand that isn't seen every card that lies nowhere in the open is as likely as another."""
    if seat == view.seat:
        return dict(zip(NAMES, _counted(view, view.hand), strict=True))
    shown, left = view.shown[seat], [*chain.from_iterable(unseen(view))]
    share = (view.hand_sizes[seat] - len(shown)) / max(1, len(left))
    pairs = zip(_counted(view, shown), _counted(view, left), strict=True)
    return {name: known + share * each for name, (known, each) in zip(NAMES, pairs, strict=True)}


def _counted(view: View, cards: Iterable[str]) -> tuple[float, ...]:
    """Their points, those of the ones that could be assembled now, elements that are new, how many spells."""
    there, points, ready, new, spells = open_things(view), 0, 0, 0, 0
    for code in cards:
        points += POINTS[code]
        new += count_new(view, code)
        spells += code in SPELLS
        if code in RECIPES and can_assemble(view, code, there):
            ready += POINTS[code]
    return points, ready, new, spells
