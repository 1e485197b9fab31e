"""What is so of a legal move and has to do with the University's talismans, spells and Scruple."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from games.potions.scoring.boxes.university.points import FOREST, FOREST_CASTER, FOREST_OWNER, SCRUPLE_LOSS
from games.potions.scoring.points import ASSEMBLE
from games.potions.simulator.boxes.university.engine import casting, scruple
from games.potions.simulator.engine.data import CARD, ELEMENTS_OF, POINTS, SPELLS
from games.potions.simulator.engine.hidden import Hidden
from games.potions.simulator.engine.outcomes import MoveTrial
from games.potions.simulator.engine.proposing import Said, Weight, said
from games.potions.simulator.engine.state import State
from simulator.engine.game import Seat

TALISMAN = "lesser_talisman"
WEIGHTS: Mapping[str, Weight] = {
    "talisman": Weight(0.0, 4.8),
    "scruple": Weight(0.5, 1.0),
    "forest": Weight(1.0),
    "overthrows": Weight(0.3, 0.5),
    "takes_spell": Weight(0.0, 1.1),
    "asks_free": Weight(0.0, 0.6),
    "plays_two": Weight(0.0, 1.5),
    "asks_own": Weight(0.0, 0.6, good=False),
    "spends_talisman": Weight(0.0, 3.0, good=False),
    "leaves_scruple": Weight(0.4, good=False),
    "forest_gives": Weight(0.8, good=False),
}


def propositions(trial: MoveTrial, hidden: Hidden) -> list[Said]:
    if not trial.ends:
        return []
    found = [*_scruples(trial), *_forest(trial), *_named(trial)]
    if not trial.blind and not trial.over:
        found += [*_talismans(trial), *_fallen(trial), *_taken(trial), *_hastened(trial)]
    return found


def _said(code: str, n: int = 0, **params: Any) -> Said:
    return said(code, WEIGHTS[code], n, **params)


def _scruples(trial: MoveTrial) -> Iterator[Said]:
    if trial.move.verb == scruple.GIVE:
        yield _said("scruple", SCRUPLE_LOSS, seat=trial.move.args[1] - 1)
    elif scruple.offers(trial.before, trial.seat) and hasattr(trial.before.agenda[-1], "further"):
        yield _said("leaves_scruple", SCRUPLE_LOSS)


def _forest(trial: MoveTrial) -> Iterator[Said]:
    """What the Forbidden Forest brings, whichever creatures are destroyed."""
    plays = [[play for play in end.plays if play.kind == FOREST] for end in trial.ends]
    if not all(plays):
        return
    yield _said("forest", FOREST_CASTER)
    for seat in range(trial.before.players):
        found = {row[0].owners.count(seat) * FOREST_OWNER for row in plays}
        if seat != trial.seat and len(found) == 1 and (n := found.pop()):
            yield _said("forest_gives", n, seat=seat)


def _named(trial: MoveTrial) -> Iterator[Said]:
    """Whether the caster of Necessity has the element, too."""
    if trial.move.verb == casting.NAME:
        element = trial.move.args[0]
        own = any(element in ELEMENTS_OF[code] for code in trial.before.hands[trial.seat])
        yield _said("asks_own" if own else "asks_free", element=element)


def _on_table(state: State, seat: Seat) -> Counter[str]:
    return Counter(recipe.card for recipe in state.tables[seat])


def _talismans(trial: MoveTrial) -> Iterator[Said]:
    """Lesser talismans that come onto one's table, where they work, or leave it."""
    before = _on_table(trial.before, trial.seat)
    then = [_on_table(end.state, trial.seat) for end in trial.ends]
    for code in (code for code in trial.before.course.codes if CARD[code].kind == TALISMAN):
        if all(each[code] > before[code] for each in then):
            yield _said("talisman", card=code)
        elif all(each[code] < before[code] for each in then):
            yield _said("spends_talisman", card=code)


def _fallen(trial: MoveTrial) -> Iterator[Said]:
    """Recipes of others that a spell destroys."""
    used = any(play.kind == ASSEMBLE or play.place for end in trial.ends for play in end.plays)
    if used or trial.move.verb not in ("cast", "destroy"):
        return
    for seat in range(trial.before.players):
        lost = [_on_table(trial.before, seat) - _on_table(end.state, seat) for end in trial.ends]
        for code in sorted(set.intersection(*map(set, lost))) if seat != trial.seat else ():
            yield _said("overthrows", POINTS[code], seat=seat, card=code)


def _taken(trial: MoveTrial) -> Iterator[Said]:
    before = Counter(trial.before.hands[trial.seat])
    come = [set(Counter(end.state.hands[trial.seat]) - before) for end in trial.ends]
    for code in sorted(set.intersection(*come)):
        if code in SPELLS:
            yield _said("takes_spell", card=code)


def _hastened(trial: MoveTrial) -> Iterator[Said]:
    """Not by a spell that is cast while another one hastens."""
    before, *after = (type(state.agenda[-1]) for state in (trial.before, *(end.state for end in trial.ends)))
    if trial.move.verb == "cast" and before is not casting.Haste and set(after) == {casting.Haste}:
        yield _said("plays_two")
