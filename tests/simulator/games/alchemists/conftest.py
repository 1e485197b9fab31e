"""A laboratory at a table."""

import pytest
from django.test import Client

from simulator.games.alchemists.laboratory.models import Laboratory
from tests.simulator.games.alchemists.laboratories import in_world, open_laboratory


@pytest.fixture
def lab(client: Client, monkeypatch: pytest.MonkeyPatch) -> Laboratory:
    """Of four, in the world of DEMO; `client` is the host's phone."""
    in_world(monkeypatch)
    return open_laboratory(client)
