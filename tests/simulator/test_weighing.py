"""The evaluator: what it says depends on the number of worlds, holds for all looks, isn't taken back."""

import math
import random
from collections.abc import Callable, Sequence

import pytest

from simulator.engine.chance import substream
from simulator.engine.game import Band, Hint, Move, MoveEstimate
from simulator.engine.weighing import (
    FEWEST,
    FINALISTS,
    KEPT,
    LOOKS,
    Known,
    Playouts,
    mean_and_error,
    t_quantile,
)

# Student's t at 99 %, two sides: any table of it.
TABLE = {8: 3.3554, 10: 3.1693, 15: 2.9467, 20: 2.8453, 29: 2.7564, 59: 2.6618, 119: 2.6178, 479: 2.5864}
MOVES = tuple(Move("play", (n,)) for n in range(8))
Value = Callable[[int, Move, int], float]


_random = random.Random(42)
NORMAL = [_random.gauss(0.0, 1.0) for _ in range(1 << 14)]


def noisy(worth: Sequence[float], of_world: float = 1.0, of_move: float = 1.0) -> Value:
    """Each world has luck that all moves share, each playout some of its own, both normal."""

    def value(world: int, move: Move, luck: int) -> float:
        shared, own = NORMAL[world % len(NORMAL)], NORMAL[(luck >> 20) % len(NORMAL)]
        return worth[move.args[0]] + of_world * shared + of_move * own

    return value


def weighing(value: Value, seed: int = 1, moves: Sequence[Move] = MOVES, **more: object) -> Playouts:
    about: dict[str, object] = {"slip": 1.0, "most": 480, **more}
    return Playouts(moves, lambda rng: rng, value, seed, **about)  # type: ignore[arg-type]


def looks(one: Playouts) -> list[Hint]:
    """What each look says."""
    found = [one.hint()]
    while not one.done:
        one.go_on()
        if one.hint().worlds > found[-1].worlds:
            found.append(one.hint())
    return found[1:]


# --- The course ---------------------------------------------------------------------------------------------


def test_figures_depend_on_view_seed_and_worlds_alone() -> None:
    """Issue 42: «a figure is a function of (view, seed, number of worlds)», not of pauses."""
    value = noisy([n / 4 for n in range(8)])
    by_world = {hint.worlds: hint for hint in looks(weighing(value))}
    for playouts in (1, 300, 700, 0):
        one = weighing(value)
        hint = one.run(playouts)
        assert hint.estimates == by_world[hint.worlds].estimates
        assert one.played >= playouts
    assert weighing(value, seed=2).run().estimates != weighing(value).run().estimates


def test_all_moves_are_tried_in_the_same_worlds() -> None:
    tried: dict[Move, list[int]] = {move: [] for move in MOVES}

    def value(world: int, move: Move, luck: int) -> float:
        tried[move].append(world)
        return move.args[0]

    weighing(value).run()
    longest = max(tried.values(), key=len)
    assert longest[:3] == [substream(1, n) for n in range(3)]
    assert all(worlds == longest[: len(worlds)] for worlds in tried.values())


@pytest.mark.parametrize("common", [True, False])
def test_moves_of_a_world_have_the_same_luck_or_their_own(common: bool) -> None:
    lucks: dict[int, set[int]] = {}

    def value(world: int, move: Move, luck: int) -> float:
        lucks.setdefault(world, set()).add(luck)
        return 0.0

    weighing(value, common=common).run(1)
    assert (max(map(len, lucks.values())) == 1) == common


def test_something_is_said_at_most_five_times() -> None:
    """Issue 42: «at most five looks with the level corrected»."""
    for most in (30, 100, 480, 1920):
        found = looks(weighing(noisy([0.0] * 8), most=most))
        assert 1 <= len(found) <= LOOKS
        assert found[0].worlds >= FEWEST
        assert found[-1].worlds == most


def test_halving_spends_playouts_on_the_best() -> None:
    worth = [10.0 * n for n in range(8)]
    hint = weighing(noisy(worth), whole=False).run()
    tried = {row.move.args[0]: row.playouts for row in hint.estimates}
    assert hint.estimates[0].move == MOVES[7]
    assert [tried[n] for n in range(8)] == sorted(tried.values())
    assert sum(count >= FEWEST for count in tried.values()) <= KEPT
    whole = weighing(noisy([0.0] * 8)).run()
    assert min(row.playouts for row in whole.estimates) >= FEWEST, "whole: each has a band"
    assert sum(row.playouts == 480 for row in whole.estimates) <= FINALISTS
    assert Band.OPEN not in {row.band for row in whole.estimates}


def test_a_move_with_fewer_than_thirty_worlds_is_open() -> None:
    """Issue 42: «a move with fewer than 30 worlds says «считаю»»."""
    first = looks(weighing(noisy([n / 4 for n in range(8)])))[0]
    assert {row.band == Band.OPEN for row in first.estimates} == {True, False}
    for row in first.estimates:
        assert (row.band == Band.OPEN) == (row.playouts < FEWEST)
    ranks = [row.band.rank for row in first.estimates]
    assert ranks == sorted(ranks)


def test_also_where_one_move_is_clearly_best_each_has_its_band_in_the_end() -> None:
    hint = weighing(noisy([3.0 * n for n in range(8)], 0.5, 0.5)).run()
    assert [row.band for row in hint.estimates] == [Band.GOOD, *[Band.MISTAKE] * 7]
    few = weighing(noisy([3.0 * n for n in range(8)], 0.5, 0.5), whole=False).run()
    assert (few.worlds, few.estimates[-1].band) == (FEWEST, Band.OPEN), "bots don't ask"


@pytest.mark.parametrize("fewer", [True, False])
def test_what_is_better_is_first(fewer: bool) -> None:
    hint = weighing(noisy([3.0 * n for n in range(8)], 0.5, 0.5), fewer_is_better=fewer).run()
    assert hint.estimates[0].move == MOVES[0 if fewer else 7]
    assert (hint.estimates[0].band, hint.alike) == (Band.GOOD, 1)
    by_move = {row.move: row.band for row in hint.estimates}
    assert by_move[MOVES[7 if fewer else 0]] == Band.MISTAKE


def test_among_equals_the_order_decides_and_nobody_tells_them_apart() -> None:
    hint = weighing(noisy([0.0] * 8, of_move=0.0), order=lambda move: -move.args[0]).run()
    assert hint.estimates[0].move == MOVES[7]
    assert hint.alike == len(MOVES)
    assert {row.band for row in hint.estimates} == {Band.GOOD}


def test_one_move_or_none_ends_at_once() -> None:
    assert weighing(noisy([0.0]), moves=MOVES[:1]).run().worlds == FEWEST
    none = weighing(noisy([]), moves=())
    assert (none.done, none.hint()) == (True, Hint((), 0, 1, done=True))


def test_the_leader_is_found_within_its_playouts() -> None:
    """Issue 42: «bots and audits count playouts»."""
    for playouts in (8, 50, 200, 1000):
        one = weighing(noisy([n / 2 for n in range(8)]))
        leader = one.leader(playouts)
        assert playouts <= one.played < playouts + len(MOVES)
        assert leader in MOVES
    assert weighing(noisy([2.0 * n for n in range(8)])).leader(400) == MOVES[7]


# --- What is said -------------------------------------------------------------------------------------------


def test_a_mistake_is_never_taken_back() -> None:
    """Issue 42: «within a hint «ошибка» is never taken back»: at the edge, where chance decides."""
    mistakes = 0
    for seed in range(40):
        before: set[Move] = set()
        for hint in looks(weighing(noisy([0.0, -1.2, -1.3, -1.4]), seed, MOVES[:4])):
            now = {row.move for row in hint.estimates if row.band == Band.MISTAKE}
            assert before <= now
            before = now
        mistakes += len(before)
    assert 20 < mistakes < 120, "the edge was met"


def test_the_best_of_a_look_is_never_called_a_mistake() -> None:
    for seed in range(40):
        for hint in looks(weighing(noisy([0.0, -0.9, -1.1, -1.3], 2.0, 2.0), seed, MOVES[:4])):
            assert hint.estimates[0].band in (Band.GOOD, Band.FAIR)


def test_moves_are_compared_world_by_world() -> None:
    """The luck of a world cancels out: what it shares among moves makes no interval wider."""
    hint = weighing(noisy([0.0, 0.5], of_world=50.0, of_move=0.1), moves=MOVES[:2]).run(1)
    assert (hint.alike, hint.estimates[0].error > 10) == (1, True)


@pytest.mark.parametrize("freedom", sorted(TABLE))
def test_t_is_as_tables_have_it(freedom: int) -> None:
    assert t_quantile(freedom) == pytest.approx(TABLE[freedom], rel=0.01)


def test_the_interval_of_a_mean_is_that_of_textbooks() -> None:
    values = [float(n) for n in range(1, 31)]
    mean, error = mean_and_error(values)
    assert mean == 15.5
    assert error == pytest.approx(2.756 * math.sqrt(77.5 / 30), rel=0.01)


def covered(differences: Sequence[float], truth: float) -> bool:
    """Whether the interval holds the truth at every look."""
    return all(
        abs(mean - truth) <= error
        for worlds in (30, 60, 120, 240, 480)
        for mean, error in [mean_and_error(differences[:worlds])]
    )


@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (lambda luck: luck.gauss(0.0, 3.0), 0.0),
        (lambda luck: luck.expovariate(1.0) - luck.expovariate(0.5), -1.0),
        (lambda luck: float(luck.choice((0, 0, 0, 1, 4))), 1.0),
    ],
    ids=["normal", "skewed", "points"],
)
def test_the_intervals_of_five_looks_hold_together(
    draw: Callable[[random.Random], float], truth: float
) -> None:
    """Issue 42: «at most five looks with the level corrected»: 95 % for all of them; of 500, 93 % are within
    chance, which 95 % fall short of once in fifty times.
    """
    luck = random.Random(7)
    held = sum(covered([draw(luck) for _ in range(480)], truth) for _ in range(500))
    assert held / 500 >= 0.93


def test_what_is_no_mistake_is_called_one_in_at_most_one_hint_of_twenty() -> None:
    """A move that is worse by exactly the slip, the hardest case."""
    called = 0
    for seed in range(150):
        hint = weighing(noisy([0.0, -1.0], 2.0, 2.0), seed, MOVES[:2]).run()
        called += any(row.band == Band.MISTAKE and row.move == MOVES[1] for row in hint.estimates)
    assert called / 150 <= 0.05


def test_what_is_a_mistake_is_called_one_once_there_are_worlds_enough() -> None:
    found = [weighing(noisy([0.0, -3.0]), seed, MOVES[:2]).run().estimates[1].band for seed in range(50)]
    assert set(found) == {Band.MISTAKE}


# --- Values that are known ----------------------------------------------------------------------------------


def known(*means: float, **more: float) -> Hint:
    rows = [MoveEstimate(move, mean, 0.0, 0) for move, mean in zip(MOVES, means, strict=False)]
    return Known(rows, 1, 1.0, **more).run()


def test_known_values_are_in_bands_at_once() -> None:
    hint = known(2.0, 3.0, 2.6, 1.9, 2.5)
    assert [(row.mean, row.band) for row in hint.estimates] == [
        (3.0, Band.GOOD),
        (2.6, Band.GOOD),
        (2.5, Band.GOOD),
        (2.0, Band.FAIR),
        (1.9, Band.MISTAKE),
    ]
    assert (hint.done, hint.alike, hint.clear) == (True, 1, True)


def test_known_values_that_nobody_can_tell_apart_are_alike() -> None:
    assert known(2.0, 3.0, 2.8, alike=0.5).alike == 2
    assert known(3.0, 3.0, 3.0).alike == 3


def test_of_known_values_fewer_may_be_better() -> None:
    hint = known(5.0, 3.0, 3.2, fewer_is_better=True)
    assert [row.mean for row in hint.estimates] == [3.0, 3.2, 5.0]
    assert hint.estimates[2].band == Band.MISTAKE


def test_a_known_weighing_is_done() -> None:
    rows = [MoveEstimate(MOVES[n], float(n), 0.0, 0) for n in range(3)]
    one = Known(rows, 1, 1.0)
    one.go_on()
    assert (one.done, one.leader(1), one.run(5) == one.hint()) == (True, MOVES[2], True)
