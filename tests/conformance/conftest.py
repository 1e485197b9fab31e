"""Every conformance test runs on every table; FUZZ_GAMES and FUZZ_TEXTS raise the numbers of random ones."""

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


@pytest.fixture(scope="session")
def fuzz_texts_each() -> int:
    """Random texts for each game."""
    return int(os.environ.get("FUZZ_TEXTS") or 100_000)
