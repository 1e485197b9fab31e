"""Issue 18: the API and reading without a network are for a stranger's game, too, and need nothing of it."""

import pytest
from django.test import Client
from django.utils.translation import override

from rulebook.api.kinds import KINDS
from rulebook.content.reading import whole
from rulebook.offline import pages


@pytest.mark.django_db
def test_programs_read_it_as_they_read_every_game(client: Client) -> None:
    game = whole("stranger")
    assert "stranger" in [item["id"] for item in client.get("/api/v1/games").json()["items"]]
    for name in KINDS:
        data = client.get(f"/api/v1/{name}", {"game": "stranger", "lang": "en", "per_page": 100}).json()
        assert [item["id"] for item in data["items"]] == [entry.id for entry in getattr(game, name)]


@pytest.mark.django_db
def test_it_is_read_without_a_network() -> None:
    game = whole("stranger")
    with override("ru"):
        kept = pages.bundle(game, ())["pages"]
    for name in [clause.id for clause in game.clauses] + [f"cards/{card.id}" for card in game.cards]:
        assert kept[f"/rules/stranger/{name}"]["h"]
