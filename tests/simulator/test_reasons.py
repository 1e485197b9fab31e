"""A reason counts only if it tells a move from one of another band."""

import pytest

from simulator.engine.game import Band, Hint, Move, MoveEstimate, Proposition
from simulator.engine.reasons import with_reasons
from tests.conformance.coins import Coins

FREE, DEAR = Proposition("free", {}), Proposition("dear", {"n": 2}, good=False)


def hint(**bands: Band) -> Hint:
    rows = [MoveEstimate(Move(verb), 0.0, 1.0, 30, band=band) for verb, band in bands.items()]
    return Hint(tuple(rows), 1, 1, 30)


def reasons(
    bands: dict[str, Band], said: dict[str, tuple[Proposition, ...]]
) -> dict[str, Proposition | None]:
    found = with_reasons(hint(**bands), {Move(verb): each for verb, each in said.items()})
    return {row.move.verb: row.reason for row in found.estimates}


TWO = {"a": Band.GOOD, "b": Band.MISTAKE}


def test_what_is_so_of_the_good_move_alone_is_its_reason() -> None:
    """Issue 42: «a proposition counts only if it holds for the advised move and fails, or has another number,
    for at least one legal move of a worse band».
    """
    assert reasons(TWO, {"a": (FREE,), "b": ()}) == {"a": FREE, "b": None}
    assert reasons(TWO, {"a": (FREE,), "b": (FREE,)})["a"] is None


def test_another_number_tells_them_apart() -> None:
    more, less = Proposition("gain", {"n": 6}), Proposition("gain", {"n": 2})
    assert reasons(TWO, {"a": (more,), "b": (less,)})["a"] == more
    assert reasons(TWO, {"a": (more,), "b": (Proposition("gain", {"n": 6}),)})["a"] is None


def test_one_worse_move_of_which_it_is_not_so_is_enough() -> None:
    bands = {"a": Band.GOOD, "b": Band.FAIR, "c": Band.MISTAKE}
    assert reasons(bands, {"a": (FREE,), "b": (FREE,), "c": ()})["a"] == FREE


def test_the_weightiest_that_counts_is_told() -> None:
    other = Proposition("other", {})
    assert reasons(TWO, {"a": (FREE, other), "b": (FREE,)})["a"] == other
    assert reasons(TWO, {"a": (other, FREE), "b": ()})["a"] == other


def test_what_speaks_against_a_move_is_not_so_of_a_better_one() -> None:
    assert reasons(TWO, {"a": (), "b": (DEAR,)}) == {"a": None, "b": DEAR}
    assert reasons(TWO, {"a": (DEAR,), "b": (DEAR,)})["b"] is None
    assert reasons(TWO, {"a": (DEAR,), "b": ()})["a"] is None, "nothing is better than the best"


def test_what_speaks_for_the_worst_move_is_no_reason() -> None:
    assert reasons(TWO, {"a": (), "b": (FREE,)})["b"] is None


def test_a_worse_move_without_a_reason_is_told_what_the_best_one_has() -> None:
    """Issue 42: «for the best and for the chosen move one reason without a tap»."""
    other = Proposition("other", {})
    said = {Move("a"): (DEAR, FREE, other), Move("b"): (FREE,), Move("c"): (DEAR,), Move("d"): ()}
    bands = {"a": Band.FAIR, "b": Band.MISTAKE, "c": Band.FAIR, "d": Band.OPEN}
    found = with_reasons(hint(**bands), said)
    assert {row.move.verb: row.lacks for row in found.estimates if row.lacks} == {"b": other}
    apart = with_reasons(hint(**TWO), {Move("a"): (FREE,), Move("b"): (DEAR,)})
    assert [row.lacks for row in apart.estimates] == [None, None], "the second has a reason of its own"


@pytest.mark.parametrize("band", [Band.GOOD, Band.FAIR, Band.MISTAKE])
def test_where_all_moves_are_in_one_band_there_is_no_reason(band: Band) -> None:
    """«Всё равно»: nothing is to be told apart."""
    found = reasons({"a": band, "b": band}, {"a": (FREE, DEAR), "b": ()})
    assert set(found.values()) == {None}


def test_a_move_of_which_nobody_can_say_yet_neither_has_a_reason_nor_makes_one() -> None:
    bands = {"a": Band.GOOD, "b": Band.OPEN}
    assert reasons(bands, {"a": (FREE,), "b": (DEAR,)}) == {"a": None, "b": None}


def test_parameters_may_be_lists_in_any_order_of_names() -> None:
    one = Proposition("gain", {"cards": ["R4"], "n": 1})
    same = Proposition("gain", {"n": 1, "cards": ["R4"]})
    assert reasons(TWO, {"a": (one,), "b": (same,)})["a"] is None


def test_the_rest_of_the_hint_stays() -> None:
    before = hint(**TWO)
    after = with_reasons(before, {Move("a"): (FREE,)})
    assert (
        after._replace(estimates=tuple(row._replace(reason=None, lacks=None) for row in after.estimates))
        == before
    )


def test_an_engine_without_propositions_gives_no_reasons() -> None:
    coins = Coins()
    view = coins.view(coins.new_game({"players": 2}, 1).state, 0)
    found = coins.hint(view, 7, 1)
    assert found.estimates
    assert {row.reason for row in found.estimates} == {None}
    assert coins.reasoned(view, Hint((), 0, 7)) == Hint((), 0, 7)
