"""Kills some of the toy's mutants and leaves others."""

import pytest

from tests.mutants.toy import PRICE, paid


def test_every_thing_has_its_price() -> None:
    assert PRICE == 3
    assert paid(9) == 27


@pytest.mark.django_db  # as most tests of pages have
def test_of_ten_and_more_one_is_free() -> None:
    assert paid(12) == 33
