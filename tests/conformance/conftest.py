"""Every conformance test runs on every table; FUZZ_GAMES raises the number of random games."""

import os

import pytest

from tests.conformance.tables import TABLES


@pytest.fixture(params=TABLES, ids=str)
def table(request):
    return request.param


@pytest.fixture(scope="session")
def fuzz_games() -> int:
    """Random games for each configuration and agent."""
    return int(os.environ.get("FUZZ_GAMES") or 40)
