"""What every box of today shares: three phases, an element and a recipe that stand in for others."""

from collections.abc import Callable

from games.potions.simulator.engine import answers, phases, proposing_phases, proving_phases, standing
from games.potions.simulator.engine.box import Box
from games.potions.simulator.engine.state import STACK, Staged, State
from simulator.engine.game import Move, Seat
from web.refusal import Refusal

WORTH_OF_CARD = 1.2  # to a quick player, in points


def use_refusal(state: State, staged: Staged, move: Move) -> Refusal:
    """A second element that stands in for another comes before the other reasons (ruling 51)."""
    wild, word = state.course.wild, move.args[0]
    if word in wild and any(source.kind == STACK and source.what in wild for source in staged.sources):
        return Refusal("wild_twice", state.course.clauses["wild.one"], {"card": staged.card, "element": word})
    return answers.use_refusal(state, staged, move)


class SharedRules(Box):
    """It adds drawing from a deck of one's choice, and changes how a turn goes and who gets a half."""

    turns = phases.Phases()
    verbs = phases.VERBS
    frames = phases.FRAMES
    keeps = (phases.KEEPING,)
    says = phases.SAYS
    short_keys = phases.SHORT_KEYS
    proofs = proving_phases.PROOFS
    propositions = staticmethod(proposing_phases.propositions)
    offered_moves = staticmethod(phases.draws)
    halves = staticmethod(standing.halves)
    silence_events = staticmethod(standing.silence_events)
    mark_of = staticmethod(standing.mark_of)
    mark_under = staticmethod(standing.mark_under)
    may_lie = staticmethod(standing.may_lie)

    def wished_moves(self, state: State, seat: Seat, rand: Callable[[], float]) -> list[tuple[float, Move]]:
        """To draw rather than lay an element."""
        return [(WORTH_OF_CARD + rand() / 4, move) for move in phases.draws(state, seat)]


SHARED = SharedRules()
