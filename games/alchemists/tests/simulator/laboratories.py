"""A table of phones around one laboratory, for tests: who holds which seat, and how things are done."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.test import Client

from games.alchemists.simulator.laboratory import actions
from games.alchemists.simulator.laboratory.models import Laboratory

# The world of the rulebook's example game DEMO.
DEMO = {
    "mushroom": "a5",
    "fern": "a4",
    "toad": "a1",
    "claw": "a0",
    "flower": "a6",
    "mandrake": "a2",
    "scorpion": "a3",
    "feather": "a7",
}
NAMES = ("Оля", "Коля", "Рита", "Саша")
JSON = {"content_type": "application/json"}


def open_laboratory(client: Client, names: Sequence[str] = NAMES, **fields: str) -> Laboratory:
    """A new laboratory; `client` is the host's phone and holds all seats."""
    sent = {f"name-{place}": name for place, name in enumerate(names)}
    response = client.post("/lab/new", {**sent, "level": "apprentice", **fields})
    assert response.status_code == 302, response.content.decode()
    return Laboratory.objects.latest("pk")


def by_code(lab: Laboratory) -> Client:
    """Another phone that typed the code; it only watches so far."""
    phone = Client()
    assert phone.post("/lab/code", {"code": lab.shown_code}).status_code == 302
    return phone


def at_seat(lab: Laboratory, place: int) -> Client:
    """Another phone that has taken a seat."""
    phone = by_code(lab)
    assert phone.post(f"/lab/m/{lab.public_id}/take", {"seat": place}).status_code == 302
    return phone


def act(client: Client, lab: Laboratory, seat: int, text: str, key: str = "", sure: bool = False) -> Any:
    """Something done through the page's script, `sure` behind its caution: the answer."""
    n = lab.entries.count()
    body = {"seat": seat, "text": text, "client_entry_id": key or f"entry-{seat}-{n:04}"}
    body |= {"sure": text} if sure else {}
    return client.post(f"/lab/m/{lab.public_id}/act", body, **JSON)


def done(client: Client, lab: Laboratory, seat: int, text: str, sure: bool = False) -> int:
    """The same where it must work: the number of the entry."""
    response = act(client, lab, seat, text, sure=sure)
    assert response.status_code == 200, response.content.decode()
    return int(response.json()["number"])


def reveal(client: Client, lab: Laboratory) -> Any:
    return client.post(f"/lab/m/{lab.public_id}/reveal", {"confirm": "yes"})


def in_world(monkeypatch: pytest.MonkeyPatch, world: Mapping[str, str] = DEMO) -> None:
    """New laboratories get this world."""
    monkeypatch.setattr(actions, "random_world", lambda: dict(world))
