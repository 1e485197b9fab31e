"""Every conformance test runs on every table; FUZZ_GAMES and FUZZ_TEXTS raise the numbers of random ones.

Every day it runs on the two tables of each game that differ most; the rest is for script/test --all, which
also plays more random games. Those go round all tables.
"""

import os

import pytest

from tests.conformance.tables import DAILY, TABLES
from tests.daily import daily


@pytest.fixture(params=daily(TABLES, DAILY), ids=str)
def table(request):
    return request.param


@pytest.fixture(scope="session")
def fuzz_games() -> int:
    """Random games for each configuration and agent."""
    return int(os.environ.get("FUZZ_GAMES") or 1)


@pytest.fixture(scope="session")
def fuzz_texts_each() -> int:
    """Random texts for each game."""
    return int(os.environ.get("FUZZ_TEXTS") or 5_000)
