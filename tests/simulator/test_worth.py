"""What a position is worth: fitted, by what a seat knows, and written in a file that people can read."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from xml.etree import ElementTree

import pytest

from simulator.engine.chance import Chance
from simulator.engine.game import Move, Result, Step
from simulator.engine.record import Record, steps_of
from simulator.engine.rules import Rules
from simulator.engine.worth import MOST_WEIGHTS, FittedWorth, own_worths, worths
from simulator.game import engine_of, played_games
from simulator.review.fitted import fitted_of
from simulator.review.fitting import Equations, Tenth, solved
from simulator.review.plotting import SIZE, plot
from simulator.review.shares import (
    Redraws,
    ResultPart,
    apart_from_policy,
    base_of,
    parts_of,
    share_of,
    shares_of,
)
from tests.simulator.test_review import random_record

FITTED = [game_id for game_id in played_games() if fitted_of(game_id).weights]
ONCE = Redraws(2, 2, 2, 4)


@pytest.mark.parametrize("game_id", FITTED)
def test_weights_are_few_and_of_the_traits_that_there_are(game_id: str) -> None:
    """«V is fitted on bots' games (at most 30 numbers a game in the repository)»"""
    engine, fitted = engine_of(game_id), fitted_of(game_id)
    state = next(steps_of(engine, random_record(game_id, 1, 0))).state
    assert [*engine.traits(engine.view(state, 0), 0)] == [*fitted.weights]
    assert len(fitted.weights) <= MOST_WEIGHTS
    assert fitted.policy in engine.bots
    assert fitted.ahead * fitted.moves > 0, "measured by `manage.py worth doubt`"


@pytest.mark.parametrize("game_id", FITTED)
def test_worth_depends_on_what_a_seat_may_know(game_id: str) -> None:
    """«by what its seat knew»: in a world that it can't tell from the real one all is worth the same."""
    engine, fitted = engine_of(game_id), fitted_of(game_id)
    steps = [*steps_of(engine, random_record(game_id, 2, 40))]
    for ply in range(0, len(steps), 7):
        state = steps[ply].state
        for seat in range(engine.players(state)):
            other = engine.resample(state, seat, ply)
            assert worths(engine, other, seat, fitted) == worths(engine, state, seat, fitted)
            assert own_worths(engine, other, fitted, 1, 1)[seat] == pytest.approx(
                own_worths(engine, state, fitted, 1, 1)[seat]
            )


@pytest.mark.parametrize("game_id", FITTED)
def test_a_deal_changed_in_what_nobody_knew_changes_no_decision(game_id: str) -> None:
    engine, fitted = engine_of(game_id), fitted_of(game_id)._replace(ahead=2)
    record = random_record(game_id, 4, 40)
    steps, apart = [*steps_of(engine, record)], 0
    for ply in range(0, len(record.moves), 5):
        seat, text = record.moves[ply]
        decided = []
        for state in (steps[ply].state, engine.resample(steps[ply].state, seat, 99)):
            start = engine.encode(state)
            one = Record(record.game, record.rules, record.config, 7, ((seat, text),), start)
            played = [*steps_of(engine, one)]
            known = own_worths(engine, state, fitted, 7, 1)
            differ = apart_from_policy(engine, one, played, fitted)
            decided.append(share_of(engine, one, 1, played, known, fitted, ONCE, differ).decided)
        assert decided[0] == pytest.approx(decided[1])
        apart += any(decided[0])
    assert apart, "a seat that moves at random does otherwise than the policy"


def test_equations_are_solved() -> None:
    assert solved([[0, 2, 0], [1, 1, 0], [0, 0, 4]], [6, 5, 2]) == pytest.approx([2, 3, 0.5])


def test_weights_foretell_the_result_from_every_position() -> None:
    """A result of 2 + 3x that a trait x tells from the beginning, whatever another trait does meanwhile."""
    equations = Equations()
    for x in (0.0, 1.0, 2.0, 5.0):
        equations.names = ["one", "x", "noise"]
        equations.add_course([[1.0, x, (7 * x + ply) % 3] for ply in range(9)], 2 + 3 * x)
    assert equations.weights() == pytest.approx({"one": 2, "x": 3, "noise": 0}, abs=1e-3)


def test_a_calibration_is_drawn() -> None:
    """«Calibration plot in docs (an SVG of our own, small)»: what came stands above what was foretold."""
    drawn = ElementTree.fromstring(plot([Tenth(0, 0, 9), Tenth(50, 60, 9), Tenth(100, 100, 9)]))
    dots = [(float(each.get("cx", 0)), float(each.get("cy", 0))) for each in drawn if each.get("r")]
    assert len(dots) == 3
    assert dots[1][0] < SIZE / 2 + 1
    assert dots[1][1] < SIZE - dots[1][0], "above the diagonal"


# --- Luck, in a game of nothing else ------------------------------------------------------------------------

SIDES, ROLLS = 6, 6


@dataclass(frozen=True)
class Dice:
    """Two players roll in turn; the points are those of their dice."""

    players: int
    chance: Chance
    rolled: int
    scores: tuple[int, ...]


class DiceRules(Rules[Dice, Dice]):
    id = "dice"
    seats = range(2, 3)

    def new_game(self, config: Mapping[str, Any], seed: int) -> Step:
        return Step(Dice(2, Chance(seed), 0, (0, 0)), (), frozenset())

    def to_act(self, state: Dice) -> frozenset[int]:
        return frozenset({state.rolled % 2}) if state.rolled < ROLLS else frozenset()

    def candidates(self, state: Dice, seat: int) -> list[Move]:
        return [Move("roll")]

    def check(self, state: Dice, seat: int, move: Move) -> None:
        return None

    def do(self, state: Dice, seat: int, move: Move) -> Step:
        side, chance = state.chance.below(SIDES)
        scores = tuple(n + (side + 1) * (place == seat) for place, n in enumerate(state.scores))
        return Step(Dice(2, chance, state.rolled + 1, scores), (), frozenset())

    def view(self, state: Dice, seat: int | None) -> Dice:
        return replace(state, chance=Chance(0))

    def traits(self, view: Dice, seat: int) -> dict[str, float]:
        return {"score": view.scores[seat], "left": (ROLLS - view.rolled + (view.rolled % 2 == seat)) // 2}


def test_in_a_game_of_dice_all_is_luck() -> None:
    """«luck of a chance event = V(what came) − mean of V over K redraws», which is the dice less 3½ each."""
    engine, fitted = DiceRules(), FittedWorth("random", weights={"score": 1.0, "left": 3.5})
    record = Record("dice", 1, {"players": 2}, 5, tuple((n % 2, "roll") for n in range(ROLLS)))
    steps = list(steps_of(engine, record))
    shares = list(shares_of(engine, record, steps, fitted, Redraws(400, 400, 400, 4)))
    for seat in range(2):
        parts = {part.part: part.points for part in parts_of(shares, seat, fitted)}
        luck = steps[-1].state.scores[seat] - 3.5 * ROLLS / 2
        assert parts[ResultPart.CHANCE] == pytest.approx(luck, abs=0.6)
        assert parts[ResultPart.OWN] == parts[ResultPart.OTHERS] == 0
        assert parts[ResultPart.DEAL] == pytest.approx(0, abs=0.4)
        assert base_of(shares, seat) == pytest.approx(3.5 * ROLLS / 2, abs=0.4)


class OneWins(DiceRules):
    only_wins = True

    def result(self, state: Dice) -> Result | None:
        return None if self.to_act(state) else Result((0, 1), (1,))


def test_a_chance_is_foretold_where_only_winning_counts() -> None:
    """«say what a result is in words a person understands»: in per cent, and never more than a sure win."""
    engine, fitted = OneWins(), FittedWorth("random", weights={"score": 60.0, "left": -1.0})
    begun = Dice(2, Chance(1), 2, (2, 0))
    assert worths(engine, begun, 0, fitted) == (100.0, 0.0)
    assert worths(engine, replace(begun, rolled=ROLLS), 0, fitted) == (0.0, 100.0)
