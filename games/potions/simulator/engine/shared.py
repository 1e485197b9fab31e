"""What every box of today shares: three phases, an element and a recipe that stand in for others."""

from typing import Any

from games.potions.simulator.engine import answers, phases, standing
from games.potions.simulator.engine.state import STACK, Staged, State
from simulator.engine.game import Move
from web.refusal import Refusal


def may_play(state: State) -> list[bool]:
    """Who has something to play, or to draw."""
    decks = any(state.decks)
    return [bool(hand) or decks or phases.can_lay(state, seat) for seat, hand in enumerate(state.hands)]


def why_not_use(state: State, staged: Staged, move: Move) -> Refusal:
    """A second element that stands in for another comes before the other reasons (ruling 51)."""
    wild, word = state.course.wild, move.args[0]
    if word in wild and any(source.kind == STACK and source.what in wild for source in staged.sources):
        return Refusal("wild_twice", state.course.clauses["wild.one"], {"card": staged.card, "element": word})
    return answers.why_not_use(state, staged, move)


POLICIES: dict[str, Any] = {
    "halves": standing.halves,
    "mark_of": standing.mark_of,
    "mark_under": standing.mark_under,
    "may_lie": standing.may_lie,
    "told_silence": standing.told_silence,
    "may_leave": phases.may_leave,
    "may_play": may_play,
    "is_frame": phases.is_frame,
}
