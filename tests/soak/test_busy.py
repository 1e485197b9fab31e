"""Paper on a busy computer, by the clock: `pytest -s -m alone tests/soak` prints the figures."""

from pathlib import Path

import pytest

from tests.soak import browser, busy

pytestmark = [pytest.mark.thorough, pytest.mark.alone]  # every day test_print_priority holds who stands where

LOOPS, ROUNDS = 6, 3
AT_MOST = 4.0  # times the time of a computer that does nothing else
DELAYED = 1.5  # what the other core's work may cost


def test_a_reference_arrives_beside_six_busy_loops_and_the_stock(tmp_path: Path) -> None:
    """«In at most 4 × its idle time, a stock document never delays it.»"""
    browser.prepare(tmp_path)
    left = iter(range(ROUNDS - 1))
    rounds = list(busy.measured(tmp_path, LOOPS, lambda: next(left, None) is not None))
    print(*rounds, sep="\n")
    assert busy.times(rounds, "beside_stock") <= DELAYED
    assert busy.times(rounds, "busy") <= AT_MOST
