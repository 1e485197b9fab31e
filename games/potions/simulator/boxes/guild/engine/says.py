"""The moves of the Guild in words: stages, what is passed over, where a card comes from."""

from collections.abc import Iterable

from games.potions.scoring.boxes.guild.points import STAGE
from games.potions.scoring.points import INGREDIENT
from games.potions.simulator.boxes.guild.engine.columns import SEQUENCE
from games.potions.simulator.boxes.guild.engine.stages import Next, stages_of
from games.potions.simulator.engine.staging import KEPT
from games.potions.simulator.engine.standing import why_silent
from games.potions.simulator.engine.state import Filler, Staged, State
from games.potions.simulator.engine.text import say_use
from simulator.engine.game import Move, Seat
from web.refusal import Params


def say_stage(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "stage", _params(move, stages_of(state, seat))


def say_skip(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    return "skip", _params(move, stages_of(state, seat, ahead=1))


def _params(move: Move, stages: Iterable[Next]) -> Params:
    card, column = move.args
    (points,) = [stage.points for stage in stages if stage.column == column - 1]
    return {"card": card, "column": column, "n": points}


def say_source(state: State, seat: Seat, move: Move) -> tuple[str, Params]:
    """Where a recipe is taken from: a Sequence, the hand for a stage, else as in the base game."""
    staged = state.frame
    if move.args[2:] == (KEPT,):
        what, place, _ = move.args
        owner = place - 1
        into = STAGE if type(staged) is Staged and staged.place else INGREDIENT
        silent = why_silent(state.course, Filler(SEQUENCE, what, owner), into)
        code = "use_own_column" if owner == seat else "use_silent_column" if silent else "use_column"
        return code, {"card": what, "seat": owner}
    if type(staged) is not Staged or not staged.place:
        return say_use(state, seat, move)
    if len(move.args) == 1:
        return "use_hand", {"card": move.arg}
    return say_use(state, seat, move, STAGE)


SAYS = {"stage": say_stage, "skip": say_skip, "use": say_source}
