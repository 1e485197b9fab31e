"""Every conformance test runs on every table; FUZZ_GAMES and FUZZ_TEXTS raise the numbers of random ones.

Every day it runs with the fewest and the most players of each configuration; those between are for
script/test --all, which also plays more random games.
"""

import os

import pytest

from tests.conformance.tables import TABLES


def seats_of(table):
    """Those that its configuration takes."""
    return [other.seats for other in TABLES if (other.game_id, other.config) == (table.game_id, table.config)]


OUTER = [table for table in TABLES if table.seats in (min(seats_of(table)), max(seats_of(table)))]


@pytest.fixture(
    params=[table if table in OUTER else pytest.param(table, marks=pytest.mark.thorough) for table in TABLES],
    ids=str,
)
def table(request):
    return request.param


@pytest.fixture(scope="session")
def fuzz_games() -> int:
    """Random games for each configuration and agent."""
    return int(os.environ.get("FUZZ_GAMES") or 6)


@pytest.fixture(scope="session")
def fuzz_texts_each() -> int:
    """Random texts for each game."""
    return int(os.environ.get("FUZZ_TEXTS") or 30_000)
