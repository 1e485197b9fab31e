"""The moves of the Guild in words: stages, what is passed over, where a card comes from."""

from scoring.games.potions.boxes.guild.points import STAGE
from simulator.engine.game import Move, Seat
from simulator.games.potions.boxes.guild.engine.stages import Next, stages_of
from simulator.games.potions.engine.staging import KEPT
from simulator.games.potions.engine.state import Staged, State
from simulator.games.potions.engine.text import say_use
from web.refusal import Params


def say_stage(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "stage", _params(move, stages_of(state, seat))


def say_skip(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "skip", _params(move, stages_of(state, seat, ahead=1))


def _params(move: Move, stages: list[Next]) -> Params:
    card, column = move.args
    (points,) = [stage.points for stage in stages if stage.column == column - 1]
    return {"card": card, "column": column, "n": points}


def say_source(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    """Where a recipe is taken from: a Sequence, the hand for a stage, else as in the base game."""
    staged = state.agenda[-1]
    if move.args[2:] == (KEPT,):
        owner = move.args[1] - 1
        code = "use_own_column" if owner == seat else "use_column"
        return code, {"card": move.args[0], "seat": owner}
    if type(staged) is not Staged or not staged.place:
        return say_use(state, seat, move)
    if len(move.args) == 1:
        return "use_hand", {"card": move.args[0]}
    return say_use(state, seat, move, STAGE)


SAYS = {"stage": say_stage, "skip": say_skip, "use": say_source}
