"""Kills some of the toy's mutants and leaves others."""

from tests.mutants.toy import PRICE, paid


def test_every_thing_has_its_price() -> None:
    assert paid(2, 1) == 2 * PRICE - 1


def test_of_ten_one_is_free() -> None:
    assert PRICE == 3
    assert paid(11) == 30
