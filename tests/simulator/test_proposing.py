"""What is said of the moves of a game that says nothing itself, and what checks it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulebook.content import reading
from simulator.engine import proposing, proving
from simulator.engine.evolve import evolve
from simulator.engine.game import Band, Hint, Move, MoveEstimate, Proposition
from tests.conformance.coins import Coins

WORLDS = range(40)
ONE, TWO = Move("take", (1,)), Move("take", (2,))


class Notes(Coins):
    """Coins that aren't tossed: what a move brings is known."""

    def do(self, state: Any, seat: int, move: Move) -> Any:
        step = super().do(state, seat, move)
        scores = tuple(n + move.args[0] * (at == seat) for at, n in enumerate(state.scores))
        return step._replace(state=evolve(step.state, scores=scores))


class Debts(Notes):
    fewer_is_better = True


def stands(game: Coins, coins: int, scores: tuple[int, ...]) -> Any:
    return evolve(game.new_game({"players": len(scores)}, 1).state, coins=coins, scores=scores)


def said_of(game: Coins, coins: int, scores: tuple[int, ...]) -> dict[Move, dict[str, Proposition]]:
    said = game.propositions(game.view(stands(game, coins, scores), 0), Hint((), 0, 7))
    return {move: {each.code: each for each in found} for move, found in said.items()}


def test_points_the_end_and_the_answer_are_said_of_any_game() -> None:
    """A game from outside gets reasons for free: «сразу +3 очка», «партия кончится вашей победой»."""
    said = said_of(Notes(), 2, (3, 4))
    assert list(said[TWO]) == ["wins_now", "scores_now"], "the weightiest first"
    assert said[TWO]["scores_now"].params == {"n": 2}
    assert said[ONE]["lets_win"] == Proposition("lets_win", {"seat": 1}, good=False)
    assert said[ONE]["lets_score"].params == {"seat": 1, "n": 1}


def test_what_is_luck_is_not_said() -> None:
    """«So in every world»: a coin that falls either way promises nothing."""
    assert said_of(Coins(), 7, (0, 0)) == {ONE: {}, TWO: {}}


def test_points_speak_against_a_move_where_fewer_are_better() -> None:
    assert not said_of(Debts(), 5, (0, 0))[TWO]["scores_now"].good
    assert said_of(Notes(), 5, (0, 0))[TWO]["scores_now"].good


def test_the_best_move_has_a_reason_that_a_worse_one_has_not() -> None:
    """A proposition counts only if it holds for the advised move and fails for one of a worse band."""
    game = Notes()
    rows = (MoveEstimate(TWO, 3, 0, 40, band=Band.GOOD), MoveEstimate(ONE, 0, 0, 40, band=Band.MISTAKE))
    best, worst = game.reasoned(game.view(stands(game, 2, (3, 4)), 0), Hint(rows, 1, 7)).estimates
    assert (best.reason and best.reason.code, worst.reason and worst.reason.code) == ("wins_now", "lets_win")


class Sums(Notes):
    """Each move has `most` answers, a coin each; it counts how many were made."""

    def __init__(self, most: int) -> None:
        self.most, self.made = most, 0

    def candidates(self, state: Any, seat: int) -> list[Move]:
        return [Move("take", (n,)) for n in range(1, self.most + 1)]

    def do(self, state: Any, seat: int, move: Move) -> Any:
        self.made += 1
        return super().do(state, seat, move)


@pytest.mark.parametrize(
    ("most", "said"), [(10, {"scores_now", "lets_score"}), (60, {"scores_now"}), (300, set())]
)
def test_what_is_said_takes_no_more_moves_than_are_affordable(most: int, said: set[str]) -> None:
    """A guest's first answer is due in half a second: with 60 moves their answers aren't looked at."""
    game = Sums(most)
    found = said_of(game, 1000, (0, 0))
    assert {code for codes in found.values() for code in codes} == said
    assert game.made <= proposing.MOST_MADE


@pytest.mark.parametrize("game", [Notes(), Coins(), Debts()], ids=["notes", "coins", "debts"])
@pytest.mark.parametrize(("coins", "scores"), [(7, (0, 0)), (2, (3, 4)), (1, (4, 4)), (2, (4, 4, 6))])
def test_all_that_is_said_holds_in_other_worlds(game: Coins, coins: int, scores: tuple[int, ...]) -> None:
    view = game.view(stands(game, coins, scores), 0)
    for move, found in said_of(game, coins, scores).items():
        for each in found.values():
            assert all(game.holds(game.world(view, 1000 + n), 0, move, each) for n in WORLDS), each


PLANTED = {
    ONE: [
        Proposition("wins_now", {}),
        Proposition("shares_win_now", {}),
        Proposition("loses_now", {}),
        Proposition("scores_now", {"n": 2}),
        Proposition("pays_now", {"n": 1}),
        Proposition("gives_now", {"seat": 1, "n": 1}),
        Proposition("takes_now", {"seat": 1, "n": 1}),
        Proposition("moves_again", {}),
        Proposition("lets_win", {"seat": 0}),
        Proposition("lets_score", {"seat": 1, "n": 2}),
        Proposition("lets_score", {"seat": 0, "n": 1}),
    ],
    TWO: [
        Proposition("loses_now", {}),
        Proposition("shares_win_now", {}),
        Proposition("lets_win", {"seat": 1}),
        Proposition("scores_now", {"n": 1}),
    ],
}


@pytest.mark.parametrize(
    ("move", "said"), [(move, each) for move, planted in PLANTED.items() for each in planted], ids=str
)
def test_planted_falsehoods_are_caught(move: Move, said: Proposition) -> None:
    """«50 planted false propositions are all caught»: those of the shared sentences."""
    game = Notes()
    world = game.world(game.view(stands(game, 2, (3, 4)), 0), 5)
    assert not game.holds(world, 0, move, said)


def test_every_shared_sentence_has_words_and_a_proof() -> None:
    words = reading.whole("poison").shared_words["mark"]
    assert set(words) == set(proving.SENTENCES)
    for code in words:
        assert words[code].ru != words[code].en


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_what_checks_a_sentence_imports_nothing_of_what_makes_it() -> None:
    """«In files that import nothing of the evaluator»."""
    found = {*imports_of(Path(proving.__file__))}
    assert not [name for name in found if any(part in name for part in ("weighing", "proposing", "reasons"))]
