"""What tests of the laboratory and of notebooks begin with."""

import pytest
from django.test import Client

from games.alchemists.simulator.laboratory.models import Laboratory
from games.alchemists.tests.simulator.laboratories import in_world, open_laboratory


@pytest.fixture
def lab(client: Client, monkeypatch: pytest.MonkeyPatch) -> Laboratory:
    """A laboratory of four in the world of DEMO; `client` is the host's phone and holds all seats."""
    in_world(monkeypatch)
    return open_laboratory(client)


@pytest.fixture
def led(client: Client, monkeypatch: pytest.MonkeyPatch) -> Laboratory:
    """The same with somebody asked to lead it."""
    in_world(monkeypatch)
    return open_laboratory(client, led="yes")
